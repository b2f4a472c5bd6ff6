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
		return "White stalemates Black and scores three quarters"
	case o.Result == chess.BlackStalemates:
		return "Black stalemates White and scores three quarters"
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
			return "the side to move has no move left"
		}
		return "stalemate"
	case chess.ByInsufficient:
		return "nobody has the men left to win"
	case chess.ByFifty:
		return "fifty moves without a capture or a pawn move"
	case chess.BySeventyFive:
		return "seventy-five moves without a capture or a pawn move"
	case chess.ByThreefold:
		return "the position stood for the third time"
	case chess.ByFivefold:
		return "the position stood for the fifth time"
	case chess.ByExplosion:
		return fmt.Sprintf("the %s king blew up", loser)
	case chess.ByAllLost:
		return fmt.Sprintf("all %s men are gone", winner)
	case chess.ByAllCaptured:
		return fmt.Sprintf("every %s man was taken", loser)
	case chess.ByCount:
		if won {
			return "no move is left, and the men were counted"
		}
		return "no move is left, and the men count the same"
	case chess.ByConversion:
		return fmt.Sprintf("the %s king changed sides", loser)
	case chess.ByKingTaken:
		return fmt.Sprintf("the %s king was taken", loser)
	case chess.ByRace:
		return fmt.Sprintf("the %s king reached the goal", winner)
	case chess.ByRaceDraw:
		return "both kings reached the goal"
	case chess.ByHill:
		return fmt.Sprintf("the %s king stands in the centre", winner)
	case chess.ByThreeChecks:
		return "the last check was given"
	case chess.ByNoKing:
		return fmt.Sprintf("%s has no king", SideName(loser))
	case chess.ByExtinction:
		return fmt.Sprintf("the last %s man of its kind is gone", loser)
	case chess.ByBareKing:
		if won {
			return fmt.Sprintf("the %s king stands alone", winner)
		}
		return "both kings stand alone"
	case chess.ByAgreement:
		return "agreed"
	case chess.ByResignation:
		return SideName(loser) + " resigned"
	case chess.ByTime:
		return SideName(loser) + " ran out of time"
	case chess.ByTimeDraw:
		return "time ran out, but the other side could not win"
	case chess.ByAbandonment:
		if won {
			return SideName(loser) + " left the game"
		}
		return "the game was broken off"
	}
	return "the game is over"
}
