package draw

import "rookery/chess"

// SquareSet is a set of squares of any board.
type SquareSet [2]uint64

func (s *SquareSet) Add(sq chess.Square) {
	if sq < 128 {
		s[sq>>6] |= 1 << (sq & 63)
	}
}

func (s SquareSet) has(sq chess.Square) bool {
	return sq < 128 && s[sq>>6]>>(sq&63)&1 != 0
}

// Join adds all squares of another set.
func (s *SquareSet) Join(t SquareSet) {
	s[0] |= t[0]
	s[1] |= t[1]
}

// SquaresIn is the set of a bitboard of the 8×8 board.
func SquaresIn(b chess.Bitboard) SquareSet { return SquareSet{uint64(b)} }

func SquaresOf(list ...chess.Square) SquareSet {
	var s SquareSet
	for _, sq := range list {
		s.Add(sq)
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

// Marks is all that is drawn on a board besides its pieces. Two equal marks draw
// the same. Make it with NewMarks: the zero Square is a square.
type Marks struct {
	last     SquareSet // of the move just played
	Goal     SquareSet // where a king wins
	Forced   SquareSet // pieces that must capture
	Checked  SquareSet
	Hint     SquareSet
	Premove  SquareSet // of the move that waits for its turn
	Turned   SquareSet // pieces that the move under the cursor would turn
	Blast    SquareSet // would be emptied by the move under the cursor
	Targets  SquareSet // where the selected piece can go
	Selected chess.Square
	Cursor   chess.Square
	Arrows   [MaxArrows]Arrow // the most important first
}

func NewMarks() Marks {
	return Marks{Selected: chess.NoSquare, Cursor: chess.NoSquare}
}

// of is the most urgent mark of a square.
func (m *Marks) of(sq chess.Square) (markKind, bool) {
	switch {
	case sq == m.Cursor:
		return markCursor, true
	case sq == m.Selected:
		return markSelected, true
	case m.Targets.has(sq):
		return markTarget, true
	case m.Blast.has(sq):
		return markBlast, true
	case m.Turned.has(sq):
		return markTurned, true
	case m.Premove.has(sq):
		return markPremove, true
	case m.Hint.has(sq):
		return markHint, true
	case m.Checked.has(sq):
		return markCheck, true
	case m.Forced.has(sq):
		return markForced, true
	case m.last.has(sq):
		return markLast, true
	}
	return 0, false
}

// MarkMove marks the squares of the last move: for castling where king and
// rook stood and where the king arrived.
func (m *Marks) MarkMove(mv chess.Move) {
	if mv == 0 || mv == chess.Pass {
		return
	}
	m.last = SquaresOf(mv.From(), mv.Landing())
	if mv.Kind() == chess.Castling {
		m.last.Add(mv.To())
	}
}
