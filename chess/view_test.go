package chess

import (
	"slices"
	"testing"
)

// A pin by a hidden piece must not show in what may be tried, nor in the words
// of the refusal.
func TestTriesInFogRevealNoHiddenPiece(t *testing.T) {
	fog := Rules{Fog: true}
	pinned, free := "4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1", "4k3/8/8/8/7r/8/4N3/4K3 w - - 0 1"
	var lists [2][]Move
	for i, fen := range []string{pinned, free} {
		b, err := NewBoard(fog, fen)
		if err != nil {
			t.Fatal(err)
		}
		lists[i] = Tries(b, nil)
		slices.Sort(lists[i])
	}
	if !slices.Equal(lists[0], lists[1]) {
		t.Errorf("pinned by a hidden rook: %v; free: %v", lists[0], lists[1])
	}
	g, err := NewGameFEN(fog, pinned)
	if err != nil {
		t.Fatal(err)
	}
	m, err := ParseUCI(g.Board(), "e2c3")
	if err == nil {
		t.Fatalf("the pinned knight may go: %v", m)
	}
	if err := g.Play(NewMove(At(4, 1), At(2, 2), Quiet)); err == nil {
		t.Error("the game accepts the move of a pinned knight")
	} else if got := err.Error(); got != "that move is not possible" {
		t.Errorf("the refusal says %q", got)
	}
	clear, _ := NewBoard(Rules{}, pinned)
	if len(Tries(clear, nil)) != len(clear.Moves(nil)) {
		t.Error("without fog more can be tried than is legal")
	}
}

// Tries compiles the rules it asks by: what may be tried is what is legal where
// the king may be left attacked and checks are allowed, and asking leaves the
// rules of the board alone.
func TestTriesFollowTheRulesWithoutCheck(t *testing.T) {
	for _, fen := range []string{
		"4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1",
		"r3k2r/8/8/8/1b6/8/8/R3K2R w KQkq - 0 1",
		"4k3/8/8/2KPp2r/8/8/8/8 w - e6 0 1",
	} {
		for _, rules := range []Rules{{Fog: true}, {Fog: true, NoChecks: true}, {Fog: true, Pocket: Anywhere}, {Fog: true, Forced: true}} {
			b, err := NewBoard(rules, fen)
			if err != nil {
				continue // check is illegal in some of these games
			}
			open := rules
			open.Royalty, open.NoChecks = Exposed, false
			free, err := NewBoard(open, fen)
			if err != nil {
				t.Fatal(err)
			}
			legal := b.Moves(nil)
			if got, want := Tries(b, nil), free.Moves(nil); !slices.Equal(got, want) {
				t.Errorf("%+v %s: tries %v, want %v", rules, fen, got, want)
			}
			if after := b.Moves(nil); !slices.Equal(after, legal) {
				t.Errorf("%+v %s: legal moves %v, before Tries %v", rules, fen, after, legal)
			}
		}
	}
}
