package ai

import (
	"context"
	"testing"
	"time"

	"rookery/ai/internal/testgames"
	"rookery/chess"
)

// ends are the weakest level and the strongest.
func ends() (weak, strong Level) {
	levels := Levels()
	return levels[0], levels[len(levels)-1]
}

func TestHopelessDependsOnTheLevel(t *testing.T) {
	weak, strong := ends()
	open := Standing{Fullmove: 30}
	for _, c := range []struct {
		name         string
		choice       Choice
		standing     Standing
		weak, strong bool
	}{
		{"an even game", Choice{Score: -30, Depth: 10}, open, false, false},
		{"a queen down", Choice{Score: -1200, Depth: 10}, open, false, true},
		{"all lost", Choice{Score: -2500, Depth: 10}, open, true, true},
		{"all lost, hardly searched", Choice{Score: -2500, Depth: 1}, open, false, false},
		{"mated soon", Choice{Mate: -3, Score: -31990, Depth: 8}, open, true, true},
		{"mates soon", Choice{Mate: 3, Score: 31990, Depth: 8}, open, false, false},
		{"a queen down where a move turns the board", Choice{Score: -2500, Depth: 10}, Standing{Fullmove: 30, Uncertain: true}, false, false},
		{"a proven loss there", Choice{Mate: -2, Score: -31990, Depth: 8}, Standing{Uncertain: true}, true, true},
		{"lost in the fog", Choice{Mate: -2, Score: -31990, Depth: 8}, Standing{Fog: true}, false, false},
	} {
		if got := weak.Hopeless(c.choice, c.standing); got != c.weak {
			t.Errorf("%s: %s says hopeless %v, want %v", c.name, weak.Name(), got, c.weak)
		}
		if got := strong.Hopeless(c.choice, c.standing); got != c.strong {
			t.Errorf("%s: %s says hopeless %v, want %v", c.name, strong.Name(), got, c.strong)
		}
	}
	for _, l := range Levels() {
		if l.Resigns(2) || !l.Resigns(5) {
			t.Errorf("%s gives up after 2 hopeless searches %v, after 5 %v; want no, yes", l.Name(), l.Resigns(2), l.Resigns(5))
		}
	}
}

func TestDrawOffersDependOnTheLevel(t *testing.T) {
	weak, strong := ends()
	m := chess.NewMove(chess.E1, chess.F1, chess.Quiet)
	for _, c := range []struct {
		name         string
		choice       Choice
		standing     Standing
		weak, strong bool // takes
	}{
		{"before the first search", Choice{}, Standing{Fullmove: 50}, false, false},
		{"worse", Choice{Move: m, Score: -80, Depth: 8}, Standing{Fullmove: 10}, true, true},
		{"a little worse, at the beginning", Choice{Move: m, Score: -60, Depth: 8}, Standing{Fullmove: 2}, false, false},
		{"a little worse, later", Choice{Move: m, Score: -60, Depth: 8}, Standing{Fullmove: 25}, true, true},
		{"better", Choice{Move: m, Score: 80, Depth: 8}, Standing{Fullmove: 60}, false, false},
		{"even, early", Choice{Move: m, Depth: 8}, Standing{Fullmove: 8}, false, false},
		{"even, in the middle", Choice{Move: m, Depth: 8}, Standing{Fullmove: 25}, true, false},
		{"even, late", Choice{Move: m, Depth: 8}, Standing{Fullmove: 45}, true, true},
		{"mates", Choice{Move: m, Mate: 4, Score: 31000}, Standing{Fullmove: 60}, false, false},
		{"mated", Choice{Move: m, Mate: -4, Score: -31000}, Standing{Fullmove: 60}, true, true},
	} {
		if got := weak.AcceptsDraw(c.choice, c.standing); got != c.weak {
			t.Errorf("%s: %s takes %v, want %v", c.name, weak.Name(), got, c.weak)
		}
		if got := strong.AcceptsDraw(c.choice, c.standing); got != c.strong {
			t.Errorf("%s: %s takes %v, want %v", c.name, strong.Name(), got, c.strong)
		}
	}
	for _, l := range Levels() {
		even := Choice{Move: m, Depth: 12}
		offers := 0
		for quiet := range 60 {
			if l.OffersDraw(even, Standing{Fullmove: 60, Quiet: quiet}) {
				offers++
			}
		}
		if offers == 0 || offers > 12 {
			t.Errorf("%s offers %d draws in sixty half-moves, want a few", l.Name(), offers)
		}
		if l.OffersDraw(even, Standing{Fullmove: 5, Quiet: 40}) || l.OffersDraw(Choice{Move: m, Score: 90, Depth: 12}, Standing{Fullmove: 60, Quiet: 40}) {
			t.Errorf("%s offers a draw too early or from strength", l.Name())
		}
		if !l.ClaimsDraw(Choice{Score: -50}) || l.ClaimsDraw(Choice{Score: 300}) || l.ClaimsDraw(Choice{Mate: 2}) {
			t.Errorf("%s claims draws it should not, or the other way round", l.Name())
		}
	}
}

// The engine itself gives a lost game up after some moves, unless it is told
// not to, and moves at once where there is one move.
func TestLostGamesAreResigned(t *testing.T) {
	_, strong := ends()
	lost := "6k1/8/8/8/8/3q4/5r2/7K w - - 0 40"
	for _, resigns := range []bool{true, false} {
		e := New(strong, Balanced, 1)
		e.Resigns = resigns
		b := testgames.Board(t, chess.Rules{}, "6k1/5ppp/8/3qr3/8/8/7P/K7 w - - 0 40")
		gaveUp := false
		for range 8 {
			c, err := e.Choose(context.Background(), b, Limit{Depth: 9, Nodes: 200_000})
			if err != nil {
				t.Fatal(err)
			}
			gaveUp = gaveUp || c.Resign
		}
		if gaveUp != resigns {
			t.Errorf("Resigns %v: the engine gave up %v", resigns, gaveUp)
		}
	}
	b := testgames.Board(t, chess.Rules{}, lost)
	if n := len(b.Moves(nil)); n != 1 {
		t.Fatalf("%d legal moves, want 1", n)
	}
	for _, l := range Levels() {
		c, err := New(l, Balanced, 1).Choose(context.Background(), b, Limit{MoveTime: time.Hour})
		if err != nil || c.Move == 0 || c.Nodes > 600 {
			t.Errorf("%s, one legal move: %v, %d nodes, %v", l.Name(), c.Move, c.Nodes, err)
		}
		if c.Mate >= 0 || c.Ponder == 0 || len(c.Lines) != 1 {
			t.Errorf("%s does not know what its only move is worth: mate in %d, then %v, lines %v", l.Name(), c.Mate, c.Ponder, c.Lines)
		}
	}
}

// The reply that is expected is one to the move that is played, also where it
// is not the best that was found.
func TestPonderAnswersTheMove(t *testing.T) {
	for _, l := range Levels()[:4] {
		e := New(l, Balanced, 3)
		b := testgames.Board(t, chess.Rules{}, "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3")
		for range 40 {
			c, err := e.Choose(context.Background(), b, Limit{})
			if err != nil {
				t.Fatal(err)
			}
			if want := c.PV[1:]; c.PV[0] != c.Move || len(want) > 0 && want[0] != c.Ponder {
				t.Fatalf("%s plays %v, expects %v, of the line %v", l.Name(), c.Move, c.Ponder, c.PV)
			}
		}
	}
}
