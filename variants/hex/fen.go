package hex

import (
	"strconv"
	"strings"

	"rookery/chess"
)

// reader puts a position together from a FEN.
type reader struct {
	*chess.FENReader
	position
	broken bool // the pieces are not what was meant: do not judge them
}

// parse reads a position. Four fields suffice. An en passant cell is dropped
// silently where no pawn can take. Pawns may stand anywhere: on their last row
// they have no step left, but may capture along it. The error joins every fault, each a
// [*chess.FENError].
func parse(text string) (position, error) {
	r := reader{FENReader: chess.NewFENReader(text), position: position{enPassant: chess.NoSquare}}
	r.at[wall] = wallPiece
	pieces, ok := r.Next(chess.FieldPlacement, "the piece placement is missing")
	if ok {
		r.placement(pieces)
	}
	var turnOffset int
	r.turn, turnOffset, _ = r.Side()
	if r.turn == chess.Black {
		r.key ^= blackKey
	}
	r.Dash(chess.FieldCastling, "there is no castling here")
	if skipped, ok := r.Next(chess.FieldEnPassant, "the en passant cell is missing: - for none"); ok {
		r.enPassant(skipped)
	}
	r.halfmoves, r.fullmove = r.Counters()
	if them := r.turn.Other(); ok && !r.broken && r.attacked(r.king[them], r.turn) {
		r.Fault(chess.FieldTurn, turnOffset, "%s is to move, but %s is in check", r.turn, them)
	}
	return r.position, r.Err()
}

// placement reads the pieces: eleven ranks, the eleventh first.
func (r *reader) placement(f chess.FENField) {
	rows, ok := r.Ranks(f, len(ranks))
	r.broken = !ok
	var kings [2]int
	for i, row := range rows {
		r.row(row, len(ranks)-1-i, &kings)
	}
	for c, n := range kings {
		if n != 1 {
			r.broken = true
			r.Fault(chess.FieldPlacement, f.Offset+len(f.Text), "%s must have one king, not %d", chess.Color(c), n)
		}
	}
}

// row reads one rank, counted from 0, and counts the kings.
func (r *reader) row(f chess.FENField, rank int, kings *[2]int) {
	row := ranks[rank]
	filled := 0
	for i, letter := range f.Text {
		switch {
		case letter >= '0' && letter <= '9':
			if i == 0 || f.Text[i-1] < '0' || f.Text[i-1] > '9' {
				filled += r.emptyCells(f, i)
			}
			continue
		case letter >= 0x80 || chess.RoleOf(byte(letter)) == chess.NoRole:
			r.broken = true
			r.Fault(chess.FieldPlacement, f.Offset+i, "invalid piece %q: use P N B R Q K and numbers of empty cells", letter)
		case filled < len(row):
			piece := pieceOf(byte(letter))
			if piece.Role() == chess.King {
				kings[piece.Color()]++
			}
			r.put(piece, row[filled])
		}
		filled++
	}
	switch {
	case filled == len(row):
		return
	case filled == 1:
		r.Fault(chess.FieldPlacement, f.Offset, "rank %d has 1 cell, not %d", rank+1, len(row))
	default:
		r.Fault(chess.FieldPlacement, f.Offset, "rank %d has %d cells, not %d", rank+1, filled, len(row))
	}
	r.broken = true
}

// emptyCells reads the number of empty cells that begins at byte i.
func (r *reader) emptyCells(f chess.FENField, i int) int {
	digits := f.Text[i:]
	if end := strings.IndexFunc(digits, func(c rune) bool { return c < '0' || c > '9' }); end >= 0 {
		digits = digits[:end]
	}
	n, err := strconv.Atoi(digits)
	if err != nil || n < 1 || n > len(ranks) {
		r.broken = true
		r.Fault(chess.FieldPlacement, f.Offset+i, "invalid number of empty cells %s", chess.Quote(digits))
		return 0
	}
	return n
}

func pieceOf(letter byte) chess.Piece {
	if letter >= 'a' {
		return chess.PieceOf(chess.Black, chess.RoleOf(letter))
	}
	return chess.PieceOf(chess.White, chess.RoleOf(letter))
}

// enPassant reads the en passant cell and keeps it when the other side can just
// have skipped it and a pawn stands to take there.
func (r *reader) enPassant(f chess.FENField) {
	if f.Text == "-" {
		return
	}
	sq, ok := layout.Square(f.Text)
	if !ok {
		r.Fault(chess.FieldEnPassant, f.Offset, "invalid cell %s: use one like e6, or -", chess.Quote(f.Text))
		return
	}
	us, them := r.turn, r.turn.Other()
	from, to := next[us][sq], next[them][sq]
	if !firstRow[them].has(from) {
		r.Fault(chess.FieldEnPassant, f.Offset, "no %s pawn can skip cell %s", them, f.Text)
		return
	}
	if r.at[sq] == 0 && r.at[from] == 0 && r.at[to] == chess.PieceOf(them, chess.Pawn) {
		r.turn = them // offer works on the side that has made the step
		r.setEnPassant(sq)
		r.turn = us
	}
}

// setup is the position as a FEN tells it. The en passant cell stands only
// where a pawn may capture on it.
func (p *position) setup() *chess.Setup {
	s := &chess.Setup{
		Layout: layout, Cells: p.cells(), Turn: p.turn, EnPassant: chess.NoSquare,
		Halfmoves: p.halfmoves, Fullmove: p.fullmove,
	}
	if p.enPassant != chess.NoSquare && p.enPassantLegal() {
		s.EnPassant = p.enPassant
	}
	return s
}

func (p *position) cells() []chess.Cell {
	all := make([]chess.Cell, cells)
	for sq := range all {
		all[sq].Piece = p.at[sq]
	}
	return all
}
