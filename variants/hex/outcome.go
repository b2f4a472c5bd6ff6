package hex

import "rookery/chess"

func (p *position) outcome() chess.Outcome {
	var buffer [320]chess.Move
	switch {
	case len(p.moves(buffer[:0])) > 0:
		if p.insufficient() {
			return chess.Outcome{Result: chess.Drawn, Reason: chess.ByInsufficient}
		}
		return chess.Outcome{}
	case p.inCheck():
		return chess.Outcome{Result: chess.Wins(p.turn.Other()), Reason: chess.ByCheckmate}
	case p.turn == chess.White:
		return chess.Outcome{Result: chess.BlackStalemates, Reason: chess.ByStalemate}
	default:
		return chess.Outcome{Result: chess.WhiteStalemates, Reason: chess.ByStalemate}
	}
}

// insufficient reports whether the pieces left are a king against a king with at
// most one knight or bishop.
func (p *position) insufficient() bool {
	white, black := p.pieces[chess.White], p.pieces[chess.Black]
	switch white.count() + black.count() {
	case 2:
		return true
	case 3:
		for pieces := (set{white.low | black.low, white.high | black.high}); !pieces.empty(); {
			switch p.at[pieces.pop()].Role() {
			case chess.Pawn, chess.Rook, chess.Queen:
				return false
			}
		}
		return true
	}
	return false
}
