package tui

import (
	"rookery/chess"
	"rookery/tui/play"
)

// sideName is how a side is called at the beginning of a sentence.
func sideName(c chess.Color) string { return play.SideName(c) }

// outcomeText says in words how a game ended and why, of any rules; the empty
// string while it goes on.
func outcomeText(o chess.Outcome) string { return play.OutcomeText(o) }

// reasonText completes "White wins:" or "Draw:".
func reasonText(o chess.Outcome) string { return play.ReasonText(o) }
