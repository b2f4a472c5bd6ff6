package draw

import (
	"rookery/chess"
	"rookery/tui/play"
)

// SideName is how a side is called at the beginning of a sentence.
func SideName(c chess.Color) string { return play.SideName(c) }

// OutcomeText says in words how a game ended and why, of any rules; the empty
// string while it goes on.
func OutcomeText(o chess.Outcome) string { return play.OutcomeText(o) }

// ReasonText completes "White wins:" or "Draw:".
func ReasonText(o chess.Outcome) string { return play.ReasonText(o) }
