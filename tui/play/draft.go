package play

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"rookery/chess"
)

// Draft is a position that is being set up and need not be playable yet. It is
// told by a FEN, so that every board judges it by its own rules. Copy it with
// Clone.
type Draft struct {
	Rules  chess.Rules
	Layout *chess.Layout // shared, not to be changed
	Cells  []chess.Cell  // by Square
	Turn   chess.Color
	// Castling holds the letters of a FEN's third field, empty for none.
	Castling string
	// Passant is the square behind a pawn that has just stepped twice, else NoSquare.
	Passant    chess.Square
	Hands      [2]chess.Hand
	ChecksLeft [2]uint8 // by Color; meaningless where checks are not counted
	Halfmoves  int
	Fullmove   int
	stacked    bool // men are towers
	plain      bool // castling and en passant are as on the 8×8 board
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
	v := b.View(chess.Everyone)
	fields := strings.Fields(b.FEN())
	_, plain := b.(chess.Positioned)
	d := &Draft{
		Rules: b.Rules(), Layout: b.Layout(), Cells: v.Cells, Turn: v.Turn, Passant: chess.NoSquare,
		Hands: v.Hands, ChecksLeft: v.ChecksLeft, Halfmoves: v.Halfmoves, Fullmove: v.Fullmove, plain: plain,
	}
	for _, c := range v.Cells {
		d.stacked = d.stacked || c.Count > 0
	}
	if len(fields) > 3 {
		if fields[2] != "-" {
			d.Castling = fields[2]
		}
		if sq, ok := d.Layout.Square(fields[3]); ok {
			d.Passant = sq
		}
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

// Clear takes all men and all rights away. The checks to give and the side to
// move stay.
func (d *Draft) Clear() {
	clear(d.Cells)
	d.Castling, d.Passant, d.Hands = "", chess.NoSquare, [2]chess.Hand{}
	d.Halfmoves, d.Fullmove = 0, 1
}

// Castles tells whether the board knows castling, and en passant in the usual way.
func (d *Draft) Castles() bool { return d.plain && !d.Rules.NoCastling }

// Stacked tells whether men are towers of discs.
func (d *Draft) Stacked() bool { return d.stacked }

// Put sets a man on a square, in place of what stands there; the empty piece
// takes it away. A tower gets as many discs as its kind has at least.
func (d *Draft) Put(sq chess.Square, man chess.Piece) {
	d.Cells[sq] = chess.Cell{Piece: man}
	if d.Rules.Disguise {
		d.Cells[sq].Look = man.Role()
	}
	if d.stacked && man != 0 {
		d.Cells[sq] = d.alone(sq, string(man.Letter()))
	}
}

// Grow makes the tower on a square by discs higher, lower when negative, and
// thereby of another kind; false when there is no such tower.
func (d *Draft) Grow(sq chess.Square, by int) bool {
	c := d.Cells[sq]
	n := int(c.Count) + by
	if !d.stacked || c.Piece == 0 || n < 1 {
		return false
	}
	for _, r := range [...]chess.Role{chess.Pawn, chess.Knight, chess.Bishop, chess.Rook, chess.Queen, chess.King} {
		letter := string(chess.PieceOf(c.Piece.Color(), r).Letter())
		if tower := d.alone(sq, letter+"{"+strconv.Itoa(n)+"}"); int(tower.Count) == n {
			d.Cells[sq] = tower
			return true
		}
	}
	return false
}

// alone is the cell that the board makes of a man alone; the empty cell when
// there is no such man.
func (d *Draft) alone(sq chess.Square, text string) chess.Cell {
	fen, _ := d.write(func(s chess.Square) string {
		if s == sq {
			return text
		}
		return ""
	})
	b, err := chess.NewBoard(d.Rules, fen)
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
	slices.SortStableFunc(letters, func(a, b byte) int { return strings.IndexByte(order, a) - strings.IndexByte(order, b) })
	d.Castling = string(letters)
}

// FEN writes the draft, playable or not.
func (d *Draft) FEN() string {
	fen, _ := d.write(d.man)
	return fen
}

// man writes what stands on a square.
func (d *Draft) man(sq chess.Square) string {
	c := d.Cells[sq]
	if c.Piece == 0 {
		return ""
	}
	s := string(c.Piece.Letter())
	if c.Look != chess.NoRole && c.Look != c.Piece.Role() {
		s = string(chess.PieceOf(c.Piece.Color(), c.Look).Letter()) + "{" + strings.ToLower(string(c.Piece.Role().Letter())) + "}"
	}
	if c.Count > 0 {
		s += "{" + strconv.Itoa(int(c.Count)) + "}"
	}
	if c.Promoted {
		s += "~"
	}
	return s
}

// write puts a FEN together and tells where in it each square is written.
func (d *Draft) write(man func(chess.Square) string) (fen string, at map[chess.Square]int) {
	var b strings.Builder
	at = make(map[chess.Square]int)
	for i, rank := range Ranks(d.Layout) {
		if i > 0 {
			b.WriteByte('/')
		}
		empty := 0
		gap := func() {
			if empty > 0 {
				b.WriteString(strconv.Itoa(empty))
				empty = 0
			}
		}
		for _, sq := range rank {
			text := man(sq)
			if text == "" {
				empty++
				continue
			}
			gap()
			at[sq] = b.Len()
			b.WriteString(text)
		}
		gap()
	}
	if d.Rules.Pocket != chess.NoPocket {
		b.WriteByte('[')
		for _, c := range [2]chess.Color{chess.White, chess.Black} {
			for _, r := range PocketOrder {
				for range d.Hands[c][r] {
					b.WriteByte(chess.PieceOf(c, r).Letter())
				}
			}
		}
		b.WriteByte(']')
	}
	castling, passant := "-", "-"
	if d.Castling != "" {
		castling = d.Castling
	}
	if d.Passant != chess.NoSquare {
		passant = d.Layout.SquareName(d.Passant)
	}
	b.WriteString(" " + string("wb"[d.Turn]) + " " + castling + " " + passant)
	if d.Rules.Goal == chess.ThreeChecks {
		b.WriteString(" " + strconv.Itoa(int(d.ChecksLeft[0])) + "+" + strconv.Itoa(int(d.ChecksLeft[1])))
	}
	b.WriteString(" " + strconv.Itoa(d.Halfmoves) + " " + strconv.Itoa(max(d.Fullmove, 1)))
	return b.String(), at
}

// Board is the position to be played; the error joins every fault.
func (d *Draft) Board() (chess.Board, error) { return chess.NewBoard(d.Rules, d.FEN()) }

// Faults lists all that is wrong, in the order of the FEN.
func (d *Draft) Faults() []Fault {
	fen, at := d.write(d.man)
	b, err := chess.NewBoard(d.Rules, fen)
	if err != nil {
		var faults []Fault
		for _, e := range Split(err) {
			f := Fault{Square: chess.NoSquare, Reason: e.Error()}
			var fault *chess.FENError
			if errors.As(e, &fault) {
				f.Reason = fault.Reason
				for sq, offset := range at {
					if offset == fault.Offset {
						f.Square = sq
					}
				}
				if fault.Field == "en passant" && d.Passant != chess.NoSquare {
					f.Square = d.Passant
				}
			}
			faults = append(faults, f)
		}
		return faults
	}
	return d.lost(b)
}

// lost lists the rights that the board has passed over.
func (d *Draft) lost(b chess.Board) []Fault {
	var faults []Fault
	kept := DraftOf(b)
	if len(kept.Castling) < len(d.Castling) {
		for _, letter := range d.Castling {
			if !strings.ContainsRune(kept.Castling, letter) {
				faults = append(faults, Fault{Square: chess.NoSquare, Minor: true, Reason: rightText(letter) + " needs its king and a rook on the first rank"})
			}
		}
	}
	if d.Passant != chess.NoSquare && kept.Passant == chess.NoSquare {
		faults = append(faults, Fault{Square: d.Passant, Minor: true, Reason: "no pawn can take en passant on " + d.Layout.SquareName(d.Passant)})
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
		return side + " castling on the king's side"
	case 'Q':
		return side + " castling on the queen's side"
	}
	return side + " castling with the rook of the " + strings.ToLower(string(letter)) + " file"
}

// Split takes apart what errors.Join has put together.
func Split(err error) []error {
	var joined interface{ Unwrap() []error }
	if errors.As(err, &joined) {
		return joined.Unwrap()
	}
	return []error{err}
}

// PocketOrder is how the men in a pocket are lined up.
var PocketOrder = [...]chess.Role{chess.King, chess.Queen, chess.Rook, chess.Bishop, chess.Knight, chess.Pawn}
