package ai

import (
	"testing"

	"rookery/chess"
)

// rookEndings knows one thing: king and rook against king is won, the sooner the nearer the lone king
// is to the corner h8.
type rookEndings struct{ asked int }

func (r *rookEndings) ProbeEnding(p *chess.Position) (result, plies int, known bool) {
	r.asked++
	if p.Occupied().Count() != 3 || p.Pieces(chess.White, chess.Rook).Count() != 1 {
		return 0, 0, p.Occupied().Count() == 2
	}
	k := p.King(chess.Black)
	plies = 2 * (20 - k.File() - k.Rank())
	if p.Turn() == chess.White {
		return 1, plies + 1, true
	}
	if (chess.KingAttacks(p.King(chess.White)) & chess.KingAttacks(k)).Has(p.Pieces(chess.White, chess.Rook).First()) {
		plies += 100 // so that White goes by the endings
	}
	return -1, plies, true
}

// TestEndingsDecide holds that a search goes by what endings know, at once and with the distance
// that they tell, and that levels which play by chance do not ask.
func TestEndingsDecide(t *testing.T) {
	b, err := chess.NewBoard(chess.Rules{}, "8/8/8/3k4/8/8/8/R3K3 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	levels := Levels()
	e, known := New(levels[len(levels)-1], Balanced, 1), &rookEndings{}
	e.Endings = known
	c, err := e.Choose(t.Context(), b, Limit{Depth: 3})
	if err != nil || c.Mate != 14 { // from d5, 26 plies after White's move
		t.Errorf("mate in %d, error %v; want 14", c.Mate, err)
	}
	if c.Nodes > 2000 {
		t.Errorf("%d nodes to depth 3; the endings decide each after one", c.Nodes)
	}
	weak, asked := New(levels[0], Balanced, 1), &rookEndings{}
	weak.Endings = asked
	if _, err := weak.Choose(t.Context(), b, Limit{}); err != nil || asked.asked > 0 {
		t.Errorf("the lowest level asked %d times, error %v", asked.asked, err)
	}
}
