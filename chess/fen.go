package chess

import "strconv"

// The fields of a FEN, as FENError names them.
const (
	fieldPlacement = "placement"
	fieldPocket    = "pocket"
	fieldTurn      = "turn"
	fieldCastling  = "castling"
	fieldPassant   = "en passant"
	fieldChecks    = "checks"
	fieldHalfmoves = "halfmoves"
	fieldFullmove  = "fullmove"
	fieldEnd       = "end"
)

// pocketOrder is the order of men in the brackets of a FEN.
var pocketOrder = [...]Role{King, Queen, Rook, Bishop, Knight, Pawn}

// FEN writes the position: six fields, castling rights as X-FEN (K or Q for
// the outermost rook of that side, else the letter of its file), the en passant
// square only when a capture there is legal. The pocket follows the placement
// in brackets, ~ marks men that go back to it as pawns, the checks still to be
// given stand before the counters, and of a disguised man the letter is what
// it looks like, with what it does in braces where that differs.
func (p *Position) FEN() string { return p.fen(p.xfenRights) }

// ShredderFEN is FEN with castling rights as letters of the rooks' files, the
// king's side first.
func (p *Position) ShredderFEN() string { return p.fen(p.shredderRights) }

func (p *Position) fen(rights func(dst []byte, c Color) []byte) string {
	var cells [64]Cell
	for occ := p.Occupied(); occ != 0; {
		sq := occ.Pop()
		cells[sq] = Cell{Piece: p.At(sq), Promoted: p.promoted.Has(sq)}
		if p.law.disguise {
			cells[sq].Look = p.lookAt(sq)
		}
	}
	dst := appendPlacement(make([]byte, 0, 96), cells[:])
	if p.law.drops {
		dst = appendPocket(dst, p.hands)
	}
	dst = append(dst, ' ', "wb"[p.turn], ' ')
	start := len(dst)
	dst = rights(rights(dst, White), Black)
	if len(dst) == start {
		dst = append(dst, '-')
	}
	dst = append(dst, ' ')
	if p.passant != NoSquare && p.passantLegal() {
		dst = append(dst, p.passant.String()...)
	} else {
		dst = append(dst, '-')
	}
	if p.law.checks != 0 {
		dst = append(dst, ' ', '0'+p.checksLeft[White], '+', '0'+p.checksLeft[Black])
	}
	dst = strconv.AppendUint(append(dst, ' '), uint64(p.halfmoves), 10)
	dst = strconv.AppendUint(append(dst, ' '), uint64(p.fullmove), 10)
	return string(dst)
}

// placement writes 64 cells as the first field of a FEN, a question mark for
// each hidden one; other boards have no such field and give "".
func placement(cells []Cell) string {
	if len(cells) != 64 {
		return ""
	}
	return string(appendPlacement(make([]byte, 0, 72), cells))
}

func appendPlacement(dst []byte, cells []Cell) []byte {
	for rank := 7; rank >= 0; rank-- {
		empty := byte(0)
		for file := range 8 {
			c := cells[At(file, rank)]
			if !c.Hidden && c.Piece == 0 {
				empty++
				continue
			}
			if empty > 0 {
				dst = append(dst, '0'+empty)
				empty = 0
			}
			dst = appendCell(dst, c)
		}
		if empty > 0 {
			dst = append(dst, '0'+empty)
		}
		if rank > 0 {
			dst = append(dst, '/')
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
	if c.Promoted {
		dst = append(dst, '~')
	}
	return dst
}

func appendPocket(dst []byte, hands [2]Hand) []byte {
	dst = append(dst, '[')
	for c := range Color(2) {
		for _, r := range pocketOrder {
			for range hands[c][r] {
				dst = append(dst, PieceOf(c, r).Letter())
			}
		}
	}
	return append(dst, ']')
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

// outermost is c's rook farthest from its king on one side of the home rank,
// NoSquare when there is none.
func (p *Position) outermost(c Color, king Square, right bool) Square {
	rooks := p.role[Rook] & p.color[c] & homeRank(c)
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

func (p *Position) xfenRights(dst []byte, c Color) []byte {
	king, _ := p.castlingKing(c)
	right, left := p.castlingSides(c)
	if right != NoSquare {
		letter := byte('K')
		if right != p.outermost(c, king, true) {
			letter = 'A' + byte(right.File())
		}
		dst = append(dst, letter|byte(c)<<5)
	}
	if left != NoSquare {
		letter := byte('Q')
		if left != p.outermost(c, king, false) {
			letter = 'A' + byte(left.File())
		}
		dst = append(dst, letter|byte(c)<<5)
	}
	return dst
}

func (p *Position) shredderRights(dst []byte, c Color) []byte {
	right, left := p.castlingSides(c)
	for _, rook := range [...]Square{right, left} {
		if rook != NoSquare {
			dst = append(dst, 'A'+byte(rook.File())|byte(c)<<5)
		}
	}
	return dst
}
