package chess

// Move is one move packed into a word, so that a list of them is cheap. The
// zero Move is no move.
//
//	bits  0–6   origin (for a drop the same as the target)
//	bits  7–13  target; for castling the square of the castling rook
//	bits 14–17  Kind
//	bits 18–20  Role that is dropped or promoted to
//	bits 21–28  count of discs that move, on boards where pieces are stacked
type Move uint32

// Kind tells what a move does besides going from one square to another.
type Kind uint8

const (
	Quiet       Kind = iota // to an empty square (or onto an own tower)
	DoubleStep              // a pawn's two squares, which may open en passant
	Taking                  // takes the piece on the target
	EnPassant               // takes the pawn that just passed
	Castling                // king and rook; the target is the rook's square
	Dropping                // puts a piece from the pocket on the board
	Promotion               // a pawn becomes Role
	TakePromote             // both
	Passing                 // gives the turn away; see [Pass]
)

// Pass gives the turn to the other side without moving. It is never among
// [Board.Moves], but PGN knows it (written "--") and every Board can Make it
// while the mover is not in check.
const Pass = Move(Passing) << 14

// NewMove packs a move without promotion or drop.
func NewMove(from, to Square, k Kind) Move {
	return Move(from) | Move(to)<<7 | Move(k)<<14
}

// NewPromotion packs a move by which a pawn becomes role; kind is Promotion or TakePromote.
func NewPromotion(from, to Square, k Kind, role Role) Move {
	return NewMove(from, to, k) | Move(role)<<18
}

// NewDrop packs the drop of a piece from the pocket.
func NewDrop(role Role, to Square) Move {
	return NewMove(to, to, Dropping) | Move(role)<<18
}

// NewCounted packs a move of count discs off a tower.
func NewCounted(from, to Square, k Kind, count int) Move {
	return NewMove(from, to, k) | Move(count&255)<<21
}

// From is the origin; for a drop, the target.
func (m Move) From() Square { return Square(m & 127) }

// To is the target; for castling the square of the castling rook. Where the
// king arrives is [Move.Landing].
func (m Move) To() Square { return Square(m >> 7 & 127) }

// Kind of the move.
func (m Move) Kind() Kind { return Kind(m >> 14 & 15) }

// Role that is dropped or promoted to, else NoRole.
func (m Move) Role() Role { return Role(m >> 18 & 7) }

// Count of discs that move, 0 on boards without towers.
func (m Move) Count() int { return int(m >> 21 & 255) }

// IsCapture reports whether the move takes a piece, en passant included.
func (m Move) IsCapture() bool {
	k := m.Kind()
	return k == Taking || k == EnPassant || k == TakePromote
}

// IsPromotion reports whether a pawn changes its role.
func (m Move) IsPromotion() bool {
	k := m.Kind()
	return k == Promotion || k == TakePromote
}

// Landing is where the moved piece stands afterwards: the target, but for
// castling on the 8×8 board the g-file when the rook stood to the king's
// right and the c-file when it stood to its left.
func (m Move) Landing() Square {
	if m.Kind() != Castling {
		return m.To()
	}
	rank := m.From() &^ 7
	if m.To() > m.From() {
		return rank + G1
	}
	return rank + C1
}

// String writes the move as UCI with 8×8 square names and castling as king
// takes rook. [UCI] writes it as the present game wants it.
func (m Move) String() string {
	switch {
	case m == 0:
		return "(none)"
	case m == Pass:
		return "0000"
	case m.Kind() == Dropping:
		return string(m.Role().Letter()) + "@" + m.To().String()
	}
	s := m.From().String() + m.To().String()
	if m.IsPromotion() {
		s += string(m.Role().Letter() | 0x20)
	}
	return s
}
