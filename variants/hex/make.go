package hex

import "rookery/chess"

// play makes a legal move, or passes.
func (p *position) play(m chess.Move) {
	us := p.turn
	enPassant := p.enPassant
	p.enPassant = chess.NoSquare
	p.halfmoves++
	if m != chess.Pass {
		from, to := m.From(), m.To()
		if m.Kind() == chess.EnPassant {
			p.lift(next[us.Other()][enPassant])
		}
		piece := p.lift(from)
		if p.at[to] != 0 {
			p.lift(to)
			p.halfmoves = 0
		}
		if piece.Role() == chess.Pawn {
			p.halfmoves = 0
		}
		if m.IsPromotion() {
			piece = chess.PieceOf(us, m.Role())
		}
		p.put(piece, to)
		if m.Kind() == chess.DoubleStep {
			p.setEnPassant(next[us][from])
		}
	}
	if us == chess.Black {
		p.fullmove++
	}
	p.turn = us.Other()
	p.key ^= blackKey
}

// setEnPassant notes the cell that a pawn of the side to move has skipped, if an
// enemy pawn could capture there.
func (p *position) setEnPassant(skipped chess.Square) {
	them := p.turn.Other()
	pawn := chess.PieceOf(them, chess.Pawn)
	if p.at[next[(2|them)^1][skipped]] == pawn || p.at[next[(4|them)^1][skipped]] == pawn {
		p.enPassant = skipped
	}
}
