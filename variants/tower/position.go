package tower

import "rookery/chess"

// position is a plain value: a move is played on a copy and never undone.
type position struct {
	height    [64]uint8 // discs by square, 0 for none
	pieces    [2]chess.Bitboard
	kings     [2]int // towers of eight discs and more
	key       uint64
	turn      chess.Color
	halfmoves int
	fullmove  int
}

// blackKey is in the key when Black is to move.
const blackKey = 0x6d616b6172656e6b

// zobristWord is the zobrist word of a tower. There is no end to heights, so it is
// computed: splitmix64 of S. Vigna, of a number that no other tower has.
func zobristWord(c chess.Color, sq chess.Square, height uint8) uint64 {
	if height == 0 {
		return 0
	}
	z := (uint64(height)<<7 | uint64(c)<<6 | uint64(sq)) * 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// setHeight gives c's tower on sq, which may be empty, another height; 0 takes it away.
func (p *position) setHeight(c chess.Color, sq chess.Square, height int) {
	before, after := p.height[sq&63], uint8(height)
	p.height[sq&63] = after
	p.key ^= zobristWord(c, sq, before) ^ zobristWord(c, sq, after)
	if before >= kingHeight {
		p.kings[c]--
	}
	if after >= kingHeight {
		p.kings[c]++
	}
	if after != 0 {
		p.pieces[c] |= chess.Bit(sq)
	} else {
		p.pieces[c] &^= chess.Bit(sq)
	}
}

// piece is how the tower on sq moves and whose it is; the zero Piece for none.
func (p *position) piece(sq chess.Square) chess.Piece {
	c := chess.White
	if p.pieces[chess.Black].Has(sq) {
		c = chess.Black
	}
	return chess.PieceOf(c, roleOf(int(p.height[sq])))
}

// play makes a legal move, or passes.
func (p *position) play(m chess.Move) {
	us, them := p.turn, p.turn.Other()
	p.halfmoves++
	if m != chess.Pass {
		from, to, discs := m.From(), m.To(), m.Count()
		if p.pieces[them].Has(to) {
			p.setHeight(them, to, 0)
			p.halfmoves = 0
		}
		if roleOf(discs) == chess.Pawn {
			p.halfmoves = 0
		}
		p.setHeight(us, from, int(p.height[from&63])-discs)
		p.setHeight(us, to, int(p.height[to&63])+discs)
	}
	if us == chess.Black {
		p.fullmove++
	}
	p.turn = them
	p.key ^= blackKey
}

func (p *position) outcome() chess.Outcome {
	var buffer [512]chess.Move
	switch {
	case len(p.moves(buffer[:0])) > 0:
		return chess.Outcome{}
	case p.kings[p.turn] == 0:
		return chess.Outcome{Result: chess.Wins(p.turn.Other()), Reason: chess.ByNoKing}
	default:
		return chess.Outcome{Result: chess.Drawn, Reason: chess.ByStalemate}
	}
}
