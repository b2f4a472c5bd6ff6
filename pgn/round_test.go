package pgn

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"rookery/chess"
	"rookery/chess/known"
	"rookery/pgn/internal/pgntest"
	"rookery/pgn/internal/syntax"
)

// FuzzRoundTrip checks that what is written reads as the same game.
func FuzzRoundTrip(f *testing.F) {
	pgntest.Seed(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		r := NewReader(bytes.NewReader(text))
		for {
			g, err := r.Read()
			if err == io.EOF {
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			checkRound(t, g)
		}
	})
}

// sketch writes tags and tree so that two games can be compared. Unread text
// counts as the comment it is written as, and braces as round brackets.
func sketch(g *Game) string {
	var b strings.Builder
	for _, t := range g.Tags.export(g.Result) {
		fmt.Fprintf(&b, "%s=%q\n", t.Name, t.Value)
	}
	if g.Err != nil {
		return b.String() + strings.Join(strings.Fields(closeComment(g.Unread)), " ")
	}
	todo := []*Node{g.Root}
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		after := slices.Clone(n.After)
		if n.Unread != "" {
			after = append(after, commentText("{ unread: "+syntax.OneLine(n.Unread)+" }"))
		}
		fmt.Fprintf(&b, "%d %v %v %d %q %q\n", n.Move, n.Ply(), n.NAGs, len(n.Children), plain(n.Before), plain(after))
		for _, c := range slices.Backward(n.Children) {
			todo = append(todo, c)
		}
	}
	return b.String()
}

// unfit is what a comment cannot hold and is written otherwise.
var unfit = strings.NewReplacer("{", "(", "}", ")", "\r\r\n", " ", "\r\n", " ", "\r", " ", "\n", " ")

func plain(comments []string) []string {
	var out []string
	for _, c := range comments {
		out = append(out, unfit.Replace(c))
	}
	return out
}

func export(t testing.TB, g *Game) string {
	t.Helper()
	var b strings.Builder
	w := NewWriter(&b)
	w.Format = true
	if err := w.Write(g); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// checkRound checks that writing loses nothing and is stable.
func checkRound(t testing.TB, g *Game) {
	t.Helper()
	text := export(t, g)
	games, _ := readAll(t, strings.NewReader(text))
	if len(games) != 1 {
		t.Fatalf("%q was written as %q, which holds %d games", g.Raw(), text, len(games))
	}
	if a, b := sketch(g), sketch(games[0]); a != b {
		t.Fatalf("%q was written as %q; read\n%s\nthen\n%s", g.Raw(), text, a, b)
	}
	if again := export(t, games[0]); again != text {
		t.Fatalf("written\n%s\nand again\n%s", text, again)
	}
	if g.Err != nil {
		return
	}
	_, moves, _ := strings.Cut(text, "]\n\n")
	for line := range strings.Lines(moves) {
		line = strings.TrimSuffix(line, "\n")
		if utf8.RuneCountInString(line) > 79 && strings.Contains(strings.TrimLeft(line, "{ "), " ") && !strings.Contains(line, "  ") && !strings.Contains(line, " [") && !strings.Contains(line, " %") && !strings.Contains(line, " ;") {
			t.Fatalf("a line of %d characters: %q", utf8.RuneCountInString(line), line)
		}
		if len(line) > 0 && strings.ContainsRune("%[; ", rune(line[0])) {
			t.Fatalf("a line that begins like a tag or an escape: %q", line)
		}
	}
}

func TestRoundTripOfEdgeCases(t *testing.T) {
	for _, c := range pgntest.EdgeCases {
		t.Run(c.Name, func(t *testing.T) {
			games, _ := readAll(t, strings.NewReader(c.Text))
			for _, g := range games {
				checkRound(t, g)
			}
		})
	}
}

func TestRoundTripOfCollections(t *testing.T) {
	sample := 60
	if testing.Short() {
		sample = 6
	}
	for _, path := range pgntest.Files(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			games, _ := readAll(t, bytes.NewReader(known.Read(t, path)))
			var copied bytes.Buffer
			w := NewWriter(&copied)
			for i, g := range games {
				if i%max(len(games)/sample, 1) != 0 {
					continue
				}
				checkRound(t, g)
				copied.Reset()
				if err := w.Write(g); err != nil {
					t.Fatal(err)
				}
				if !strings.HasPrefix(copied.String(), g.Raw()) {
					t.Fatalf("game %d was not copied byte for byte", i+1)
				}
			}
		})
	}
}

func TestPartialReadsMakeNoDifference(t *testing.T) {
	for _, c := range pgntest.EdgeCases {
		whole, _ := readAll(t, strings.NewReader(c.Text))
		slow, _ := readAll(t, iotest.OneByteReader(strings.NewReader(c.Text)))
		if len(whole) != len(slow) {
			t.Fatalf("%s: %d games at once, %d byte by byte", c.Name, len(whole), len(slow))
		}
		for i := range whole {
			if a, b := sketch(whole[i])+whole[i].Raw(), sketch(slow[i])+slow[i].Raw(); a != b {
				t.Errorf("%s: at once\n%s\nbyte by byte\n%s", c.Name, a, b)
			}
		}
	}
}

func TestWalkVisitsEveryMoveWithItsBoard(t *testing.T) {
	games, _ := readAll(t, strings.NewReader("1. e4 e5 (1... c5 2. Nf3 (2. Nc3 Nc6) 2... d6) 2. Nf3 *"))
	var got []string
	err := games[0].Walk(func(n *Node, b chess.Board) bool {
		want, err := games[0].BoardAt(n)
		if err != nil {
			t.Fatal(err)
		}
		if b.FEN() != want.FEN() {
			t.Errorf("the board of a move is %s, want %s", b.FEN(), want.FEN())
		}
		got = append(got, n.Move.String())
		return true
	})
	want := "(none) e2e4 e7e5 g1f3 c7c5 g1f3 d7d6 b1c3 b8c6"
	if err != nil || strings.Join(got, " ") != want {
		t.Errorf("visited %v, %v, want %s", got, err, want)
	}
}
