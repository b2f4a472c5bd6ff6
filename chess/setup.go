package chess

import "strconv"

// Setup is a position as a FEN tells it, which need not be legal and belongs
// to no rules yet: [ParseSetup] reads one, [Setup.FEN] writes it, and
// [Setup.Position] judges it. Positions of the 8×8 board are read and written
// here and nowhere else. Boards of other shapes write their FEN by a Setup
// too, but read it themselves by a [FENReader], because each has its own way
// to write pieces.
type Setup struct {
	Layout    *Layout // nil for the 8×8 board
	Cells     []Cell  // by Square; a hidden one is written as a question mark
	Turn      Color
	Castling  string // the letters of the third field as they were written, empty for none
	EnPassant Square // the square behind a pawn that has just stepped twice, else NoSquare
	// HasPockets reports whether the FEN has pockets, which may be empty.
	HasPockets bool
	Pockets    [2]RoleCounts // by Color
	// CountsChecks reports whether the FEN counts checks; ChecksLeft are those
	// still to be given, by Color.
	CountsChecks bool
	ChecksLeft   [2]uint8
	Halfmoves    int // since the last irreversible move
	Fullmove     int // from 1
}

// Describer is a Board that can tell its whole position, whatever fog hides.
// All boards that are set up from a FEN are.
type Describer interface {
	// Setup is a copy of the current position.
	Setup() *Setup
}

// pocketOrder is the order of pieces in the brackets of a FEN.
var pocketOrder = [...]Role{King, Queen, Rook, Bishop, Knight, Pawn}

// FEN writes the position in six fields. The castling rights are written as
// they are, which for a [Position] is X-FEN. Pockets follow the placement in
// brackets, ~ marks pieces that go back to them as pawns, the checks still to
// be given stand before the counters, braces hold the height of a tower, and
// of a disguised piece the letter is what it looks like, with what it does in
// braces where that differs.
func (s *Setup) FEN() string { return string(s.append(make([]byte, 0, 96), nil)) }

// ShredderFEN is FEN with castling rights as letters of the rooks' files. A
// right without its rook stays as it was written.
func (s *Setup) ShredderFEN() string {
	o := *s
	rights := []byte(s.Castling)
	for i, letter := range rights {
		if rook := s.CastlingRook(letter); rook != NoSquare {
			rights[i] = 'A' + byte(rook.File()) | letter&0x20
		}
	}
	o.Castling = string(rights)
	return o.FEN()
}

// SquareAt is the square whose piece begins at a byte of FEN, NoSquare when
// none does. It leads from the Offset of a [FENError] to the board.
func (s *Setup) SquareAt(offset int) Square {
	found := NoSquare
	s.append(nil, func(sq Square, at int) {
		if at == offset {
			found = sq
		}
	})
	return found
}

// append writes the FEN after dst and tells begin, unless it is nil, where in
// dst each piece begins.
func (s *Setup) append(dst []byte, begin func(sq Square, at int)) []byte {
	layout := s.Layout
	if layout == nil {
		layout = layout8
	}
	dst = appendPlacement(dst, layout, s.Cells, begin)
	if s.HasPockets {
		dst = append(dst, '[')
		for c := range Color(2) {
			for _, r := range pocketOrder {
				for range s.Pockets[c][r] {
					dst = append(dst, PieceOf(c, r).Letter())
				}
			}
		}
		dst = append(dst, ']')
	}
	dst = append(dst, ' ', "wb"[s.Turn&1], ' ')
	if s.Castling == "" {
		dst = append(dst, '-')
	}
	dst = append(append(dst, s.Castling...), ' ')
	dst = append(dst, layout.SquareName(s.EnPassant)...)
	if s.CountsChecks {
		dst = strconv.AppendUint(append(dst, ' '), uint64(s.ChecksLeft[White]), 10)
		dst = strconv.AppendUint(append(dst, '+'), uint64(s.ChecksLeft[Black]), 10)
	}
	dst = strconv.AppendInt(append(dst, ' '), int64(s.Halfmoves), 10)
	return strconv.AppendInt(append(dst, ' '), int64(max(s.Fullmove, 1)), 10)
}

func appendPlacement(dst []byte, layout *Layout, cells []Cell, begin func(sq Square, at int)) []byte {
	for i, rank := range layout.rows {
		if i > 0 {
			dst = append(dst, '/')
		}
		empty := 0
		for _, sq := range rank {
			c := cells[sq]
			if !c.Hidden && c.Piece == 0 {
				empty++
				continue
			}
			if empty > 0 {
				dst = strconv.AppendInt(dst, int64(empty), 10)
				empty = 0
			}
			if begin != nil {
				begin(sq, len(dst))
			}
			dst = appendCell(dst, c)
		}
		if empty > 0 {
			dst = strconv.AppendInt(dst, int64(empty), 10)
		}
	}
	return dst
}

func appendCell(dst []byte, c Cell) []byte {
	role := c.Piece.Role()
	switch {
	case c.Hidden:
		return append(dst, '?')
	case c.Look != NoRole && c.Look != role:
		dst = append(dst, PieceOf(c.Piece.Color(), c.Look).Letter(), '{', role.Letter()|0x20, '}')
	default:
		dst = append(dst, c.Piece.Letter())
	}
	if c.Count > 0 {
		dst = append(strconv.AppendUint(append(dst, '{'), uint64(c.Count), 10), '}')
	}
	if c.Promoted {
		dst = append(dst, '~')
	}
	return dst
}

// CastlingRook is the rook on the 8×8 board that a letter of a castling field
// means: K and k the outermost one to the right of the king on its home rank,
// Q and q the one to its left, any other letter the one on that file; NoSquare
// where there is none.
func (s *Setup) CastlingRook(letter byte) Square {
	c := White
	if letter >= 'a' {
		c = Black
	}
	king, rooks := NoSquare, Bitboard(0)
	for home := homeRank(c); home != 0; {
		switch sq := home.Pop(); s.Cells[sq].Piece {
		case PieceOf(c, Rook):
			rooks |= Bit(sq)
		case PieceOf(c, King):
			if king == NoSquare {
				king = sq
			}
		}
	}
	switch file := letter&^0x20 - 'A'; {
	case king == NoSquare:
	case letter&^0x20 == 'K':
		return outermost(rooks, king, true)
	case letter&^0x20 == 'Q':
		return outermost(rooks, king, false)
	case file < 8 && rooks.Has(At(int(file), king.Rank())):
		return At(int(file), king.Rank())
	}
	return NoSquare
}

// outermost is the rook farthest from the king on one side, NoSquare when
// there is none.
func outermost(rooks Bitboard, king Square, right bool) Square {
	if rooks == 0 {
		return NoSquare
	}
	if sq := rooks.Last(); right && sq > king {
		return sq
	}
	if sq := rooks.First(); !right && sq < king {
		return sq
	}
	return NoSquare
}

// Position is the position for games of r, which Combine must have accepted;
// r has no Board. The error joins every reason against it, each a *FENError
// with its place in FEN. What [ParsePosition] drops silently is dropped.
func (s *Setup) Position(r Rules) (*Position, error) { return ParsePosition(r, s.FEN()) }

// ParsePosition reads a FEN for games of r, which Combine must have accepted;
// an empty fen is the usual starting position. The error joins (see errors.Join) every
// fault, each a *FENError.
//
// Castling letters are dropped silently where they name no rook; so is an en
// passant square where no pawn can take.
//
// A game that ends by the loss of a king may lack the king of the side to
// move: its last position can be read back.
func ParsePosition(r Rules, fen string) (*Position, error) {
	l := compile(r)
	if fen == "" {
		fen = l.start
	}
	j := judge{setupReader: newSetupReader(fen), rules: l, p: &Position{rules: l, enPassant: NoSquare}}
	j.position()
	if err := j.Err(); err != nil {
		return nil, err
	}
	return j.p, nil
}

// judge makes a Position of a Setup and adds to the faults of its FEN those
// that the rules see.
type judge struct {
	*setupReader
	rules *compiledRules
	p     *Position
}

// position reads and judges field by field, so that the faults of a field stand
// together.
func (j *judge) position() {
	l, p := j.rules, j.p
	if !j.readPlacement() {
		return
	}
	j.pockets()
	j.pieces()
	j.pawns()
	j.readTurn()
	p.turn = j.Turn
	j.kings()
	j.readCastling()
	if l.castling {
		for _, letter := range []byte(j.Castling) {
			j.right(letter)
		}
	}
	j.readEnPassant()
	j.enPassant()
	j.readChecks()
	p.checksLeft = [2]uint8{l.checks, l.checks}
	switch {
	case !j.CountsChecks:
	case l.checks == 0:
		j.Fault(FieldChecks, j.checksAt, "checks are not counted in this variant")
	default:
		p.checksLeft = j.ChecksLeft
	}
	j.Halfmoves, j.Fullmove = j.Counters()
	p.halfmoves, p.fullmove = uint16(j.Halfmoves), uint16(j.Fullmove)
	if !j.broken {
		j.check()
	}
	p.key = p.freshKey()
}

func (j *judge) pieces() {
	p := j.p
	for i, cell := range j.Cells {
		sq := Square(i)
		if cell.Piece == 0 {
			continue
		}
		p.put(cell.Piece.Color(), cell.Piece.Role(), sq)
		if cell.Promoted && j.rules.drops {
			p.promoted |= Bit(sq)
		}
		switch {
		case j.rules.disguise && cell.Look == NoRole:
			p.setLook(sq, cell.Piece.Role())
		case j.rules.disguise:
			p.setLook(sq, cell.Look)
		case cell.Look != NoRole:
			j.Fault(FieldPlacement, j.at[sq]+1, "this variant has no disguised pieces")
		}
	}
}

func (j *judge) pockets() {
	switch {
	case !j.rules.drops:
		if j.ninthRank {
			j.broken = true
			j.Fault(FieldPlacement, j.placementEnd, "expected 8 ranks, not 9")
		} else if j.Pockets != [2]RoleCounts{} {
			j.Fault(FieldPocket, j.pocketAt, "this variant has no pocket")
		}
	case j.rules.royal && j.kingAt >= 0:
		j.Fault(FieldPocket, j.kingAt, "kings cannot be in the pocket")
	default:
		j.p.pockets = j.Pockets
	}
}

// pawns finds pawns where none can stand.
func (j *judge) pawns() {
	home, last := j.rules.pawnRanks()
	for c := range Color(2) {
		misplaced := Bitboard(0)
		if !home {
			misplaced |= homeRank(c)
		}
		if !last {
			misplaced |= lastRank(c)
		}
		for misplaced &= j.p.Pieces(c, Pawn); misplaced != 0; {
			sq := misplaced.Pop()
			j.Fault(FieldPlacement, j.at[sq], "a %s pawn cannot stand on %s", c, sq)
		}
	}
}

// kings counts kings where a side lives by one.
func (j *judge) kings() {
	if !j.rules.royal && !j.rules.exposed {
		return
	}
	for c := range Color(2) {
		kings := j.p.Pieces(c, King)
		switch n := kings.Count(); {
		case !j.rules.hasKing[c]:
			if n > 0 {
				j.Fault(FieldPlacement, j.at[kings.First()], "%s has no king in this variant", c)
			}
		case n == 0 && !j.lost(c):
			j.broken = true
			j.Fault(FieldPlacement, j.placementEnd, "%s has no king", c)
		case n > 1 && !(j.rules.convert && j.lost(c.Other())):
			j.broken = true
			j.Fault(FieldPlacement, j.at[kings.Last()], "%s has %s kings", c, countWord(n))
		}
	}
}

// lost reports whether c can just have lost its king, which ended the game: it is
// to move and the rules let kings be taken, blown up or turned.
func (j *judge) lost(c Color) bool {
	return c == j.p.turn && j.p.Pieces(c, King) == 0 && (j.rules.exposed || j.rules.explode)
}

// right grants one castling right when there is a rook for it and none has
// been granted on that side of the king.
func (j *judge) right(letter byte) {
	rook := j.CastlingRook(letter)
	if rook == NoSquare {
		return
	}
	c := White
	if letter >= 'a' {
		c = Black
	}
	king, _ := j.p.castlingKing(c)
	right, left := j.p.castlingSides(c)
	if rook > king && right == NoSquare || rook < king && left == NoSquare {
		j.p.castling |= Bit(rook)
	}
}

// enPassant keeps the en passant square where a pawn of the other side can
// just have skipped it and a pawn of the side to move stands to take there.
func (j *judge) enPassant() {
	sq, p := j.EnPassant, j.p
	if sq == NoSquare || j.noTurn {
		return
	}
	want := 5
	if p.turn == Black {
		want = 2
	}
	if sq.Rank() != want {
		j.Fault(FieldEnPassant, j.enPassantAt, "with %s to move, the en passant square must be on rank %d, not %d", p.turn, want+1, sq.Rank()+1)
		return
	}
	them := p.turn.Other()
	victim := sq ^ 8
	origin := Square(int(sq)*2 - int(victim))
	if j.rules.enPassant && p.Pieces(them, Pawn).Has(victim) && p.Occupied()&(Bit(sq)|Bit(origin)) == 0 &&
		PawnAttacks(them, sq)&p.Pieces(p.turn, Pawn) != 0 {
		p.enPassant = sq
	}
}

// check finds a side that could lose its king on the spot because it is not its
// turn. After the loss of the other king this is allowed.
func (j *judge) check() {
	p := j.p
	if j.lost(p.turn) {
		return
	}
	them := p.turn.Other()
	if checkers := p.checkersOf(them); checkers != 0 && !j.noTurn {
		j.Fault(FieldTurn, j.turnAt, "%s is to move, but %s is in check from the %s on %s",
			p.turn, them, p.RoleAt(checkers.First()), checkers.First())
	}
	if j.rules.noChecks && p.Checkers() != 0 {
		j.Fault(FieldPlacement, j.at[p.King(p.turn)], "%s is in check, which this variant does not allow", p.turn)
	}
}

// Setup is the position as its FEN tells it: the castling rights as X-FEN (K or
// Q for the outermost rook of that side, else the letter of its file), the en
// passant square only when a capture there is legal.
func (p *Position) Setup() *Setup {
	s := p.setup(make([]Cell, 64))
	return &s
}

// FEN writes the position as [Setup.FEN] does, in X-FEN.
func (p *Position) FEN() string {
	var cells [64]Cell
	s := p.setup(cells[:])
	return s.FEN()
}

// ShredderFEN is FEN with castling rights as letters of the rooks' files, the
// king's side first.
func (p *Position) ShredderFEN() string {
	var cells [64]Cell
	s := p.setup(cells[:])
	return s.ShredderFEN()
}

func (p *Position) setup(cells []Cell) Setup {
	s := Setup{
		Cells: cells, Turn: p.turn, EnPassant: NoSquare, HasPockets: p.rules.drops, Pockets: p.pockets,
		CountsChecks: p.rules.checks != 0, ChecksLeft: p.checksLeft, Halfmoves: int(p.halfmoves), Fullmove: int(p.fullmove),
	}
	for occ := p.Occupied(); occ != 0; {
		sq := occ.Pop()
		s.Cells[sq] = Cell{Piece: p.At(sq), Promoted: p.promoted.Has(sq)}
		if p.rules.disguise {
			s.Cells[sq].Look = p.lookAt(sq)
		}
	}
	if p.castling != 0 {
		s.Castling = string(p.xfenRights(p.xfenRights(nil, White), Black))
	}
	if p.enPassant != NoSquare && p.enPassantLegal() {
		s.EnPassant = p.enPassant
	}
	return s
}

// castlingSides gives the rook of c that may castle on the king's right and
// the one on its left, NoSquare where there is none.
func (p *Position) castlingSides(c Color) (right, left Square) {
	right, left = NoSquare, NoSquare
	king, ok := p.castlingKing(c)
	if !ok {
		return
	}
	for rooks := p.castling & p.color[c]; rooks != 0; {
		if rook := rooks.Pop(); rook > king {
			right = rook
		} else {
			left = rook
		}
	}
	return
}

func (p *Position) xfenRights(dst []byte, c Color) []byte {
	king, _ := p.castlingKing(c)
	rooks := p.Pieces(c, Rook) & homeRank(c)
	right, left := p.castlingSides(c)
	for _, side := range [...]struct {
		rook   Square
		letter byte
	}{{right, 'K'}, {left, 'Q'}} {
		if side.rook == NoSquare {
			continue
		}
		letter := side.letter
		if side.rook != outermost(rooks, king, letter == 'K') {
			letter = 'A' + byte(side.rook.File())
		}
		dst = append(dst, letter|byte(c)<<5)
	}
	return dst
}
