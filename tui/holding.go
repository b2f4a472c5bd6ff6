package tui

import "rookery/chess"

// holding is what the player has picked up to move it, and where the cursor is.
type holding struct {
	from   chess.Square // NoSquare when no man of the board is held
	role   chess.Role   // of the man held from the pocket, else NoRole
	cursor chess.Square
	seen   bool         // the cursor is drawn: the arrow keys are in use
	pocket bool         // the keys choose a man in the pocket
	drag   bool         // the mouse button is down on a man
	bound  chess.Square // of the man that was touched and must be moved, else NoSquare
}

func newHolding() holding {
	return holding{from: chess.NoSquare, cursor: chess.NoSquare, bound: chess.NoSquare}
}

// held tells whether something has been picked up.
func (h *holding) held() bool { return h.from != chess.NoSquare || h.role != chess.NoRole }

// letGo puts down what is held; the cursor stays.
func (h *holding) letGo() {
	h.from, h.role, h.pocket, h.drag = chess.NoSquare, chess.NoRole, false, false
}

// moves are those legal moves that what is held can make.
func (h *holding) moves(legal []chess.Move) []chess.Move {
	var out []chess.Move
	for _, m := range legal {
		drop := m.Kind() == chess.Dropping
		switch {
		case h.role != chess.NoRole && drop && m.Role() == h.role,
			h.role == chess.NoRole && !drop && m.From() == h.from:
			out = append(out, m)
		}
	}
	return out
}

// movesTo are the moves of what is held that go to a square: a castling king
// may be put on its own square of arrival or on the rook.
func (h *holding) movesTo(legal []chess.Move, sq chess.Square) []chess.Move {
	var out []chess.Move
	for _, m := range h.moves(legal) {
		if m.To() == sq || m.Landing() == sq {
			out = append(out, m)
		}
	}
	return out
}

// targets are the squares where what is held can go.
func (h *holding) targets(legal []chess.Move) squareSet {
	var s squareSet
	for _, m := range h.moves(legal) {
		s.add(m.To())
		if at := m.Landing(); at != h.from {
			s.add(at)
		}
	}
	return s
}
