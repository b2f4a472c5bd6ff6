package play

import (
	"errors"
	"math"
	"slices"
	"strings"

	"rookery/chess"
	"rookery/chess/sorted"
)

// Draft is a position that is being set up and need not be playable yet: a
// [chess.Setup] with the rules that will judge it, on any board. Copy it with
// Clone.
type Draft struct {
	chess.Setup
	Rules   chess.Rules
	stacked bool // pieces are towers
	plain   bool // castling and en passant are as on the 8×8 board
}

// Fault is one thing wrong with a draft.
type Fault struct {
	// Square where the fault is seen, NoSquare when it is none of one square.
	Square chess.Square
	Reason string // in words for a player
	// Minor faults do not keep the position from being played: a castling
	// right without its rook is passed over.
	Minor bool
}

// NewDraft is the usual array of r.
func NewDraft(r chess.Rules) (*Draft, error) {
	b, err := chess.NewBoard(r, "")
	if err != nil {
		return nil, err
	}
	return DraftOf(b), nil
}

// DraftOf is the position of a board, all of it, whatever fog hides.
func DraftOf(b chess.Board) *Draft {
	d := &Draft{Rules: b.Rules()}
	_, d.plain = b.(chess.Positioned)
	if all, ok := b.(chess.Describer); ok {
		d.Setup = *all.Setup()
	} else {
		v := b.View(chess.Everyone)
		d.Setup = chess.Setup{Cells: v.Cells, Turn: v.Turn, EnPassant: chess.NoSquare, Pockets: v.Pockets, ChecksLeft: v.ChecksLeft, Halfmoves: v.Halfmoves, Fullmove: v.Fullmove}
	}
	d.Layout = b.Layout()
	for _, c := range d.Cells {
		d.stacked = d.stacked || c.Count > 0
	}
	return d
}

// ReadDraft is the position of a FEN, which must be playable; an empty fen is
// the usual array.
func ReadDraft(r chess.Rules, fen string) (*Draft, error) {
	b, err := chess.NewBoard(r, fen)
	if err != nil {
		return nil, err
	}
	return DraftOf(b), nil
}

// Clone is an independent copy.
func (d *Draft) Clone() *Draft {
	c := *d
	c.Cells = slices.Clone(d.Cells)
	return &c
}

// Equal tells whether two drafts describe the same.
func (d *Draft) Equal(o *Draft) bool {
	return d.FEN() == o.FEN() && d.Rules.Name == o.Rules.Name
}

// Clear takes all pieces and all rights away. The checks to give and the side to
// move stay.
func (d *Draft) Clear() {
	clear(d.Cells)
	d.Castling, d.EnPassant, d.Pockets = "", chess.NoSquare, [2]chess.RoleCounts{}
	d.Halfmoves, d.Fullmove = 0, 1
}

// Castles tells whether the board knows castling, and en passant in the usual way.
func (d *Draft) Castles() bool { return d.plain && !d.Rules.NoCastling }

// Stacked tells whether pieces are towers of discs.
func (d *Draft) Stacked() bool { return d.stacked }

// Put sets a piece on a square, in place of what stands there; the empty piece
// takes it away. A tower gets as many discs as its kind has at least.
func (d *Draft) Put(sq chess.Square, piece chess.Piece) {
	d.Cells[sq] = chess.Cell{Piece: piece}
	if d.Rules.Disguise {
		d.Cells[sq].Look = piece.Role()
	}
	if d.stacked && piece != 0 {
		d.Cells[sq] = d.alone(sq, d.Cells[sq])
	}
}

// Grow makes the tower on a square by discs higher, lower when negative, and
// thereby of another kind; false when there is no such tower.
func (d *Draft) Grow(sq chess.Square, by int) bool {
	c := d.Cells[sq]
	n := int(c.Count) + by
	if !d.stacked || c.Piece == 0 || n < 1 || n > math.MaxUint8 {
		return false
	}
	for _, r := range [...]chess.Role{chess.Pawn, chess.Knight, chess.Bishop, chess.Rook, chess.Queen, chess.King} {
		if tower := d.alone(sq, chess.Cell{Piece: chess.PieceOf(c.Piece.Color(), r), Count: uint8(n)}); int(tower.Count) == n {
			d.Cells[sq] = tower
			return true
		}
	}
	return false
}

// alone is the cell that the board makes of a piece alone; the empty cell when
// there is no such piece.
func (d *Draft) alone(sq chess.Square, cell chess.Cell) chess.Cell {
	s := d.Setup
	s.Cells = make([]chess.Cell, len(d.Cells))
	s.Cells[sq] = cell
	b, err := chess.NewBoard(d.Rules, s.FEN())
	if err != nil {
		return chess.Cell{}
	}
	return b.View(chess.Everyone).Cells[sq]
}

// ToggleRight gives a castling right of a FEN letter, or takes it away.
func (d *Draft) ToggleRight(letter byte) {
	if i := strings.IndexByte(d.Castling, letter); i >= 0 {
		d.Castling = d.Castling[:i] + d.Castling[i+1:]
		return
	}
	d.Castling += string(letter)
	order := "KQkq"
	letters := []byte(d.Castling)
	sorted.By(letters, func(a, b byte) int { return strings.IndexByte(order, a) - strings.IndexByte(order, b) })
	d.Castling = string(letters)
}

// Board is the position to be played; the error joins every fault.
func (d *Draft) Board() (chess.Board, error) { return chess.NewBoard(d.Rules, d.FEN()) }

// Faults lists all that is wrong, in the order of the FEN.
func (d *Draft) Faults() []Fault {
	b, err := d.Board()
	if err != nil {
		var faults []Fault
		for _, e := range Split(err) {
			f := Fault{Square: chess.NoSquare, Reason: e.Error()}
			var fault *chess.FENError
			if errors.As(e, &fault) {
				f.Reason = fault.Reason
				f.Square = d.SquareAt(fault.Offset)
				if fault.Field == chess.FieldEnPassant && d.EnPassant != chess.NoSquare {
					f.Square = d.EnPassant
				}
			}
			faults = append(faults, f)
		}
		return faults
	}
	return d.droppedRights(b)
}

// droppedRights lists the rights that the board has passed over.
func (d *Draft) droppedRights(b chess.Board) []Fault {
	var faults []Fault
	kept := DraftOf(b)
	if len(kept.Castling) < len(d.Castling) {
		for _, letter := range d.Castling {
			if !strings.ContainsRune(kept.Castling, letter) {
				faults = append(faults, Fault{Square: chess.NoSquare, Minor: true, Reason: rightText(letter) + " needs the king and a rook on the first rank"})
			}
		}
	}
	if d.EnPassant != chess.NoSquare && kept.EnPassant == chess.NoSquare {
		faults = append(faults, Fault{Square: d.EnPassant, Minor: true, Reason: "no pawn can capture en passant on " + d.Layout.SquareName(d.EnPassant)})
	}
	return faults
}

// rightText names a castling right.
func rightText(letter rune) string {
	side := "White"
	if letter >= 'a' {
		side = "Black"
	}
	switch letter &^ 0x20 {
	case 'K':
		return side + " castling kingside"
	case 'Q':
		return side + " castling queenside"
	}
	return side + " castling with the " + strings.ToLower(string(letter)) + "-file rook"
}

// Split takes apart what errors.Join has put together.
func Split(err error) []error {
	var joined interface{ Unwrap() []error }
	if errors.As(err, &joined) {
		return joined.Unwrap()
	}
	return []error{err}
}

// PocketOrder is how the pieces in a pocket are lined up.
var PocketOrder = [...]chess.Role{chess.King, chess.Queen, chess.Rook, chess.Bishop, chess.Knight, chess.Pawn}
