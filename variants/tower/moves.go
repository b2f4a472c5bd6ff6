package tower

import "rookery/chess"

// moves appends all legal moves: of every tower every part of it, the tallest
// pieces first, to every square that a piece of the part's height reaches.
func (p *position) moves(dst []chess.Move) []chess.Move {
	for pieces := p.pieces[p.turn]; pieces != 0; {
		from := pieces.Pop()
		height := int(p.height[from])
		for i := len(bands) - 1; i >= 0; i-- {
			if b := bands[i]; b.low <= height {
				dst = p.parts(dst, from, b.role, b.low, min(b.high, height))
			}
		}
	}
	return dst
}

// parts appends the moves of the parts of least to most discs, which all move
// as one role, off the tower on from.
func (p *position) parts(dst []chess.Move, from chess.Square, role chess.Role, least, most int) []chess.Move {
	us, them := p.turn, p.turn.Other()
	height := int(p.height[from])
	kings := p.kings[us] // elsewhere
	if height >= kingHeight {
		kings--
	}
	for targets := p.targets(from, role); targets != 0; {
		to := targets.Pop()
		kind := chess.Quiet
		joined := 0
		switch {
		case p.pieces[them].Has(to):
			kind = chess.Taking
		case p.pieces[us].Has(to):
			joined = int(p.height[to])
		case role == chess.Pawn && doubleStep(from, to):
			kind = chess.DoubleStep
		}
		for discs := most; discs >= least; discs-- {
			if kings > 0 || height-discs >= kingHeight || joined+discs >= kingHeight {
				dst = append(dst, chess.NewCounted(from, to, kind, discs))
			}
		}
	}
	return dst
}

// targets are the squares that a piece of the side to move reaches, empty or
// with a tower of either side: where it could take it may also join.
func (p *position) targets(from chess.Square, role chess.Role) chess.Bitboard {
	occ := p.pieces[chess.White] | p.pieces[chess.Black]
	if role == chess.Pawn {
		return chess.PawnAttacks(p.turn, from)&occ | p.pawnSteps(from, occ)
	}
	return chess.PieceAttacks(role, from, occ)
}

// pawnSteps are one step forward to an empty square and, from the second rank
// of the side to move, a second one.
func (p *position) pawnSteps(from chess.Square, occ chess.Bitboard) chess.Bitboard {
	piece := chess.Bit(from)
	if p.turn == chess.White {
		one := piece << 8 &^ occ
		return one | one&0xff0000<<8&^occ
	}
	one := piece >> 8 &^ occ
	return one | one&0xff0000000000>>8&^occ
}

// doubleStep reports whether a pawn went two squares straight on.
func doubleStep(from, to chess.Square) bool { return from^to == 16 || from^to == 48 }
