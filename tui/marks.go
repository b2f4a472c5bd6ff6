package tui

import "rookery/chess"

// squareSet is a set of squares of any board.
type squareSet [2]uint64

func (s *squareSet) add(sq chess.Square) {
	if sq < 128 {
		s[sq>>6] |= 1 << (sq & 63)
	}
}

func (s squareSet) has(sq chess.Square) bool {
	return sq < 128 && s[sq>>6]>>(sq&63)&1 != 0
}

// join adds all squares of another set.
func (s *squareSet) join(t squareSet) {
	s[0] |= t[0]
	s[1] |= t[1]
}

// squaresIn is the set of a bitboard of the 8×8 board.
func squaresIn(b chess.Bitboard) squareSet { return squareSet{uint64(b)} }

func squaresOf(list ...chess.Square) squareSet {
	var s squareSet
	for _, sq := range list {
		s.add(sq)
	}
	return s
}

// markKind is what can be said of one square, the less urgent first: of two
// that meet, the later one gives the square its shape.
type markKind uint8

const (
	markLast markKind = iota
	markForced
	markCheck
	markHint
	markPremove
	markTurned
	markBlast
	markTarget
	markSelected
	markCursor
	markKinds
)

// marks is all that is drawn on a board besides its men. Two equal marks draw
// the same. Make it with newMarks: the zero Square is a square.
type marks struct {
	last     squareSet // of the move just played
	goal     squareSet // where a king wins
	forced   squareSet // men that must capture
	checked  squareSet
	hint     squareSet
	premove  squareSet // of the move that waits for its turn
	turned   squareSet // men that the move under the cursor would turn
	blast    squareSet // would be emptied by the move under the cursor
	targets  squareSet // where the selected man can go
	selected chess.Square
	cursor   chess.Square
	arrows   [maxArrows]arrow // the most important first
}

func newMarks() marks {
	return marks{selected: chess.NoSquare, cursor: chess.NoSquare}
}

// of is the most urgent mark of a square.
func (m *marks) of(sq chess.Square) (markKind, bool) {
	switch {
	case sq == m.cursor:
		return markCursor, true
	case sq == m.selected:
		return markSelected, true
	case m.targets.has(sq):
		return markTarget, true
	case m.blast.has(sq):
		return markBlast, true
	case m.turned.has(sq):
		return markTurned, true
	case m.premove.has(sq):
		return markPremove, true
	case m.hint.has(sq):
		return markHint, true
	case m.checked.has(sq):
		return markCheck, true
	case m.forced.has(sq):
		return markForced, true
	case m.last.has(sq):
		return markLast, true
	}
	return 0, false
}

// markMove marks the squares of the last move: for castling where king and
// rook stood and where the king arrived.
func (m *marks) markMove(mv chess.Move) {
	if mv == 0 || mv == chess.Pass {
		return
	}
	m.last = squaresOf(mv.From(), mv.Landing())
	if mv.Kind() == chess.Castling {
		m.last.add(mv.To())
	}
}
