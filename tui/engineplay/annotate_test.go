package engineplay

import (
	"context"
	"strings"
	"testing"

	"rookery/ai"
	"rookery/ai/report"
	"rookery/chess"
	"rookery/pgn"
	"rookery/tui/play"
	"rookery/variants"
)

// examined reads a game and lets our engine look at it.
func examined(t *testing.T, text string) (*pgn.Game, *Findings, report.Game) {
	t.Helper()
	g, err := pgn.NewReader(strings.NewReader(text)).Read()
	if err != nil {
		t.Fatal(err)
	}
	f, r := examine(t, g)
	return g, f, r
}

func examine(t *testing.T, g *pgn.Game) (*Findings, report.Game) {
	t.Helper()
	b, err := g.Board()
	if err != nil {
		t.Fatal(err)
	}
	moves := g.Root.End().Moves()
	told := 0
	f, err := Examine(t.Context(), New(NewAdviser(nil, 1), nil), b, moves, ai.Limit{Nodes: 3000}, func(done int) { told = done })
	if err != nil {
		t.Fatal(err)
	}
	if told != len(moves)+1 {
		t.Errorf("%d positions told of, want %d", told, len(moves)+1)
	}
	return f, f.Report(b.Turn(), moves)
}

func written(t *testing.T, g *pgn.Game) string {
	t.Helper()
	out, err := new(pgn.Writer).AppendGame(nil, g)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(strings.Fields(string(out)), " ")
}

const hangsTheQueen = `[Event "?"]
[Result "0-1"]

1. e4 {[%clk 0:10:00] king's pawn} e5 2. Qh5 Nc6 3. Qxe5+ $1 (3. Bc4) Nxe5 4. d4 Ng6 0-1
`

func TestAnnotate(t *testing.T) {
	g, f, r := examined(t, hangsTheQueen)
	marked, err := Annotate(g, f, &r, map[int]string{4: "Develops a bishop."}, nil)
	if err != nil || marked == 0 {
		t.Fatalf("%d moves marked, %v", marked, err)
	}
	text := written(t, g)
	for _, want := range []string{"[%eval ", "[%clk 0:10:00] king's pawn", "3. Qxe5+ $1 { [%eval -", "Blunder. ", " was best. }"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	if strings.Contains(text, "$4") {
		t.Errorf("the sign of an annotator was changed in\n%s", text)
	}
	if n := len(g.Root.Line()[3].Children); n < 2 {
		t.Errorf("%d lines after 2...Nc6, want the better move too", n)
	}
	// Once more: nothing is written twice.
	f2, r2 := examine(t, g)
	if _, err := Annotate(g, f2, &r2, map[int]string{4: "Develops a bishop."}, nil); err != nil {
		t.Fatal(err)
	}
	if again := written(t, g); again != text {
		t.Errorf("annotated again\n%s\nafter\n%s", again, text)
	}
	for g.Undo() {
	}
	if g.Edited() {
		t.Errorf("undone to\n%s", written(t, g))
	}
}

func TestAnnotationIsOneEdit(t *testing.T) {
	g, f, r := examined(t, hangsTheQueen)
	before := written(t, g)
	if _, err := Annotate(g, f, &r, nil, nil); err != nil {
		t.Fatal(err)
	}
	after := written(t, g)
	if !g.Undo() || g.Undo() || written(t, g) != before || g.Edited() {
		t.Errorf("undone to\n%s", written(t, g))
	}
	if !g.Redo() || g.Redo() || written(t, g) != after {
		t.Errorf("redone to\n%s", written(t, g))
	}
}

// What was written is found again in another language, and other comments are not.
func TestVerdictsAreFoundAgain(t *testing.T) {
	hungarian := strings.NewReplacer("Blunder. ", "Baklövés. A legjobb ", " was best.", " volt.")
	say := func(english string) string { return hungarian.Replace(english) }
	for _, c := range []struct{ prose, rest string }{
		{"Blunder. Nf3 was best.", ""},
		{"Too bold. Mistake. O-O was best. See below.", "Too bold. See below."},
		{"Baklövés. A legjobb Hf3 volt. Kár.", "Kár."},
		{"Blunder. Any other move was best.", "Blunder. Any other move was best."},
		{"Inaccuracy.", "Inaccuracy."},
	} {
		if rest, found := withoutVerdict(c.prose, say); rest != c.rest || found != (rest != c.prose) {
			t.Errorf("%q: %q %v", c.prose, rest, found)
		}
	}
}

// Every variant's sample game can be examined and annotated, in the fog too.
func TestEveryVariantIsAnnotated(t *testing.T) {
	for _, v := range variants.All() {
		g := pgn.NewGame(v.Rules, "")
		b, err := g.Board()
		if err != nil {
			t.Fatal(err)
		}
		g.Start = b.FEN()
		g.SetTag("Variant", variants.ToPGN(v.Rules))
		g.SetTag("SetUp", "1")
		g.SetTag("FEN", g.Start)
		at := g.Root
		for i, san := range strings.Fields(v.Sample) {
			if i == 8 {
				break
			}
			m, err := chess.ParseMove(b, san)
			if err != nil {
				t.Fatalf("%s: %v", v.ID, err)
			}
			if at, err = g.AddMove(at, m); err != nil {
				t.Fatalf("%s: %v", v.ID, err)
			}
			b.Make(m)
		}
		start, _ := g.Board()
		f, err := Examine(t.Context(), New(NewAdviser(nil, 1), nil), start, at.Moves(), ai.Limit{Nodes: 150}, nil)
		if err != nil {
			t.Errorf("%s: %v", v.ID, err)
			continue
		}
		r := f.Report(start.Turn(), at.Moves())
		if _, err := Annotate(g, f, &r, nil, nil); err != nil {
			t.Errorf("%s: %v", v.ID, err)
		}
		if back, err := pgn.NewReader(strings.NewReader(written(t, g))).Read(); err != nil || back.Plies() != at.Ply() || len(back.Warnings) > 0 {
			t.Errorf("%s: read back with %v\n%s", v.ID, back.Warnings, written(t, g))
		}
	}
}

func TestExamineEndsWithItsContext(t *testing.T) {
	b, err := chess.NewBoard(chess.Rules{}, "")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if f, err := Examine(ctx, New(NewAdviser(nil, 1), nil), b, nil, ai.Limit{Nodes: 100}, nil); err == nil || f != nil {
		t.Errorf("%v, %v", f, err)
	}
	var _ play.Engine = New(NewAdviser(nil, 1), nil)
}
