package play

import (
	"context"
	"time"

	"rookery/ai"
	"rookery/chess"
)

// Task is a position to think about. It shares nothing with the game.
type Task struct {
	Start chess.Board  // as the game began; left as it is
	Moves []chess.Move // that led to the position; not changed
	Limit ai.Limit
	// Pace is how long the answer takes at least, so that a move can be followed.
	Pace  time.Duration
	Lines int           // how many best lines to find; 0 for one
	Tell  func(ai.Info) // hears how far the search has come, from its goroutine; nil for nobody
}

// Engine thinks for a computer. It may be asked by several goroutines.
type Engine interface {
	// Think chooses a move for the position of t, soon after ctx ends at the latest.
	Think(ctx context.Context, t Task) (ai.Choice, error)
	// Close ends what the engine has started and returns when it has ended. It
	// may be called while Think is at work.
	Close()
}
