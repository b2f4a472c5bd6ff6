package play

import (
	"fmt"

	"rookery/chess"
)

// SideName is how a side is called at the beginning of a sentence.
func SideName(c chess.Color) string {
	if c == chess.White {
		return "White"
	}
	return "Black"
}

// OutcomeText says in words how a game ended and why, of any rules; the empty
// string while it goes on.
func OutcomeText(o chess.Outcome) string {
	if !o.Over() {
		return ""
	}
	why := ReasonText(o)
	switch winner, won := o.Winner(); {
	case won:
		return SideName(winner) + " wins: " + why
	case o.Result == chess.WhiteStalemates:
		return "White gave stalemate and scores three quarters"
	case o.Result == chess.BlackStalemates:
		return "Black gave stalemate and scores three quarters"
	}
	return "Draw: " + why
}

// ReasonText completes "White wins:" or "Draw:".
func ReasonText(o chess.Outcome) string {
	winner, won := o.Winner()
	loser := winner.Other()
	switch o.Reason {
	case chess.ByCheckmate:
		return "checkmate"
	case chess.ByStalemate:
		if won {
			return "no legal moves"
		}
		return "stalemate"
	case chess.ByInsufficient:
		return "insufficient material"
	case chess.ByFifty:
		return "fifty-move rule"
	case chess.BySeventyFive:
		return "seventy-five-move rule"
	case chess.ByThreefold:
		return "threefold repetition"
	case chess.ByFivefold:
		return "fivefold repetition"
	case chess.ByExplosion:
		return fmt.Sprintf("the %s king exploded", loser)
	case chess.ByAllLost:
		return fmt.Sprintf("no %s pieces left", winner)
	case chess.ByAllCaptured:
		return fmt.Sprintf("all %s pieces were captured", loser)
	case chess.ByCount:
		if won {
			return "no legal moves, decided by piece count"
		}
		return "no legal moves, equal piece count"
	case chess.ByConversion:
		return fmt.Sprintf("the %s king was converted", loser)
	case chess.ByKingTaken:
		return fmt.Sprintf("the %s king was captured", loser)
	case chess.ByRace:
		return fmt.Sprintf("the %s king reached the goal", winner)
	case chess.ByRaceDraw:
		return "both kings reached the goal"
	case chess.ByHill:
		return fmt.Sprintf("the %s king reached the centre", winner)
	case chess.ByThreeChecks:
		return "the winning check was given"
	case chess.ByNoKing:
		return fmt.Sprintf("%s has no king", SideName(loser))
	case chess.ByExtinction:
		return fmt.Sprintf("the last %s piece of its kind is gone", loser)
	case chess.ByBareKing:
		if won {
			return fmt.Sprintf("only the %s king is left", winner)
		}
		return "only the kings are left"
	case chess.ByAgreement:
		return "by agreement"
	case chess.ByResignation:
		return SideName(loser) + " resigned"
	case chess.ByTime:
		return SideName(loser) + " ran out of time"
	case chess.ByTimeDraw:
		return "time ran out, but the opponent cannot win"
	case chess.ByAbandonment:
		if won {
			return SideName(loser) + " left the game"
		}
		return "the game was aborted"
	}
	return "the game is over"
}
