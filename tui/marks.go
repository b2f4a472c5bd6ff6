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
	markCheck
	markHint
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
	checked  squareSet
	hint     squareSet
	blast    squareSet // would be emptied or turned by the move under the cursor
	targets  squareSet // where the selected man can go
	selected chess.Square
	cursor   chess.Square
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
	case m.hint.has(sq):
		return markHint, true
	case m.checked.has(sq):
		return markCheck, true
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
