package collection

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"rookery/pgn"
	"rookery/pgn/internal/pgntest"
	"rookery/pgn/opening"
)

// sameText holds what a file is rewritten to against its games written one by
// one. quick counts those that need no tree.
func sameText(t *testing.T, text []byte, openings bool) (quick int) {
	t.Helper()
	ix, err := BuildIndex(t.Context(), bytes.NewReader(text), int64(len(text)), nil)
	if err != nil {
		t.Fatal(err)
	}
	var want bytes.Buffer
	w := pgn.NewWriter(&want)
	w.Format = true
	r := newRewriter(openings)
	for i := range ix.Len() {
		g, err := ix.Game(i)
		if err != nil {
			t.Fatal(err)
		}
		if openings {
			opening.Tag(g)
		}
		from := want.Len()
		if err := w.Write(g); err != nil {
			t.Fatal(err)
		}
		r.fast.exporter.out = nil
		if !r.fast.parse([]byte(g.Raw())) {
			continue
		}
		if got := r.fast.exporter.out; !bytes.Equal(got, want.Bytes()[from:]) {
			t.Fatalf("game %d is written\n%s\nwithout a tree, with it\n%s", i+1, got, want.Bytes()[from:])
		}
		quick++
	}
	var got bytes.Buffer
	if err := ix.Rewrite(t.Context(), nil, openings, &got); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.Bytes(), want.Bytes()) {
		t.Fatalf("rewritten as a whole\n%s\ngame by game\n%s", got.Bytes(), want.Bytes())
	}
	return quick
}

func TestRewritingIsWritingEachGame(t *testing.T) {
	for _, path := range pgntest.Files(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			quick := sameText(t, text, false)
			sameText(t, text, true)
			if least := quickGames[filepath.Base(path)]; quick < least*9/10 {
				t.Errorf("%d games were written without a tree, want nine in ten of %d", quick, least)
			}
		})
	}
	for _, c := range pgntest.EdgeCases {
		sameText(t, []byte(c.Text), true)
	}
}

func TestRewriteTakesGamesInTheOrderGiven(t *testing.T) {
	var text, want bytes.Buffer
	var games []string
	for _, move := range []string{"e4", "d4", "c4", "Nf3", "b3", "g3", "f4"} {
		g := gameOf(t, "1. "+move+" *")
		games = append(games, written(t, g))
		text.WriteString(games[len(games)-1])
	}
	ix, err := BuildIndex(t.Context(), bytes.NewReader(text.Bytes()), int64(text.Len()), nil)
	if err != nil {
		t.Fatal(err)
	}
	order := []int{6, 0, 1, 2, 5, 3, 3}
	for _, i := range order {
		want.WriteString(games[i])
	}
	var got bytes.Buffer
	if err := ix.Rewrite(t.Context(), slices.Clone(order), false, &got); err != nil || got.String() != want.String() {
		t.Errorf("%v\n%s\nwant\n%s", err, got.String(), want.String())
	}
}

// gameOf reads one game.
func gameOf(t *testing.T, text string) *pgn.Game {
	t.Helper()
	g, err := pgn.NewReader(bytes.NewReader([]byte(text))).Read()
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// written is a game in export format.
func written(t *testing.T, g *pgn.Game) string {
	t.Helper()
	var b bytes.Buffer
	w := pgn.NewWriter(&b)
	w.Format = true
	if err := w.Write(g); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
