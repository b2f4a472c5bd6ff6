package repertoire

import (
	"strings"
	"testing"

	"rookery/chess"
	"rookery/pgn"
)

const italian = `[Event "My openings"]

1. e4 e5 (1... c5 2. Nf3 {open Sicilian} d6 (2... Nc6 3. d4) 3. d4) (1... d5 2. exd5)
2. Nf3 Nc6 3. Bc4 {to f7} (3. Bb5) (3. Na3?) 3... Bc5 4. c3 *

[Event "Another order"]

1. Nf3 d6 2. e4 c5 3. d4 *
`

func readItalian(t *testing.T, side chess.Color) *Repertoire {
	t.Helper()
	r, err := Read(strings.NewReader(italian), side)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// texts plays to a card and writes its answers.
func texts(t *testing.T, r *Repertoire, c *Card) (line, answers string) {
	t.Helper()
	g, err := chess.NewGameFEN(r.Rules, c.Start)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range c.Line {
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	var words []string
	for _, m := range c.Answers {
		words = append(words, chess.MoveText(g.Board(), m))
	}
	return strings.Join(g.SANs(), " "), strings.Join(words, " ")
}

// TestCards holds that positions are asked once however they are reached, variations of
// both sides count, and moves that are called bad are no answers.
func TestCards(t *testing.T) {
	r := readItalian(t, chess.White)
	want := []string{
		"> e4 Nf3", // two first moves, both right
		"e4 e5> Nf3", "e4 e5 Nf3 Nc6> Bc4 Bb5", "e4 e5 Nf3 Nc6 Bc4 Bc5> c3",
		"e4 c5> Nf3", "e4 c5 Nf3 d6> d4", "e4 c5 Nf3 Nc6> d4", "e4 d5> exd5",
		"Nf3 d6> e4", // and 3. d4 is the card of 1. e4 c5 2. Nf3 d6
	}
	var got []string
	for _, c := range r.Cards {
		line, answers := texts(t, r, c)
		got = append(got, line+"> "+answers)
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("cards\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if c := r.Cards[2]; c.Words != "to f7" {
		t.Errorf("the comment of the answer is %q", c.Words)
	}
	if black := readItalian(t, chess.Black); len(black.Cards) != 6 {
		t.Errorf("%d cards for Black", len(black.Cards))
	}
}

func TestLeft(t *testing.T) {
	r := readItalian(t, chess.White)
	for moves, want := range map[string]struct {
		ply     int
		by      chess.Color
		answers int
	}{
		"e4 e5 Nf3 Nc6 d4":            {5, chess.White, 2},
		"e4 e6":                       {2, chess.Black, 0},
		"d4":                          {1, chess.White, 2},
		"Nf3 d6 e4 c5 Bb5+":           {5, chess.White, 1},
		"e4 e5 Nf3 Nc6 Bc4 Bc5":       {},
		"e4 e5 Nf3 Nc6 Bc4 Bc5 c3 a6": {}, // behind the end of the line
		"Nf3 c5 e4 d6 d4 cxd4":        {}, // 1... c5 is not in it, what follows is
		"e4 e5 Nf3 Nc6 Na3":           {5, chess.White, 2},
	} {
		g, err := chess.NewGame(r.Rules, -1)
		if err != nil {
			t.Fatal(err)
		}
		for san := range strings.FieldsSeq(moves) {
			if _, err := g.PlaySAN(san); err != nil {
				t.Fatalf("%s: %v", moves, err)
			}
		}
		d, ok := r.Left(g)
		if ok != (want.ply > 0) || ok && (d.Ply != want.ply || d.By != want.by || len(d.Answers) != want.answers) {
			t.Errorf("%s: %+v, %t; want %+v", moves, d, ok, want)
		}
	}
}

// TestFromLine trains a line and what follows it, not the variations beside it.
func TestFromLine(t *testing.T) {
	g, err := pgn.NewReader(strings.NewReader(italian)).Read()
	if err != nil {
		t.Fatal(err)
	}
	sicilian := g.Root.Children[0].Children[1]
	r, err := FromLine(g, sicilian, chess.White)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range r.Cards {
		line, answers := texts(t, r, c)
		got = append(got, line+"> "+answers)
	}
	want := "> e4\ne4 c5> Nf3\ne4 c5 Nf3 d6> d4\ne4 c5 Nf3 Nc6> d4"
	if strings.Join(got, "\n") != want {
		t.Errorf("cards\n%s\nwant\n%s", strings.Join(got, "\n"), want)
	}
}

func TestNothingToAsk(t *testing.T) {
	for _, text := range []string{"", "1. e4 *", "[Variant \"no such\"]\n\n1. e4 e5 *"} {
		if r, err := Read(strings.NewReader(text), chess.Black); err == nil {
			t.Errorf("%q: %d cards", text, len(r.Cards))
		}
	}
}

// TestOtherRulesAreSkipped keeps one game's rules and counts the others.
func TestOtherRulesAreSkipped(t *testing.T) {
	r, err := Read(strings.NewReader(italian+"\n[Variant \"Atomic\"]\n\n1. Nf3 f6 2. Nd4 *\n"), chess.White)
	if err != nil || r.Skipped != 1 || len(r.Cards) != 9 {
		t.Fatalf("%v, %+v", err, r)
	}
}
