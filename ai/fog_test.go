package ai

import (
	"context"
	"testing"

	"rookery/chess"
)

// TestFogLinesAreLegalOnTheTrueBoard plays a game in the fog and checks that every line the
// engine tells of can be played on the true board: those of guessed boards often
// cannot.
func TestFogLinesAreLegalOnTheTrueBoard(t *testing.T) {
	r := chess.Rules{Fog: true, Royalty: chess.Exposed}
	b, err := chess.NewBoard(r, "")
	if err != nil {
		t.Fatal(err)
	}
	levels := Levels()
	e := New(levels[len(levels)-1], Balanced, 5)
	told := 0
	e.OnInfo = func(i Info) {
		line := b.Clone()
		for _, m := range i.PV {
			legal := false
			for _, each := range line.Moves(nil) {
				legal = legal || each == m
			}
			if !legal {
				t.Fatalf("on %s the line %v was told: %v is no move there", b.FEN(), i.PV, m)
			}
			line.Make(m)
		}
		told++
	}
	for range 30 {
		if b.Outcome().Over() {
			break
		}
		c, err := e.Choose(context.Background(), b, Limit{Nodes: 400})
		if err != nil {
			t.Fatal(err)
		}
		b.Make(c.Move)
	}
	if told == 0 {
		t.Error("nothing was told")
	}
}
