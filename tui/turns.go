package tui

import (
	"context"

	"rookery/ai"
	"rookery/chess"
)

// Turns shares the thinking of one machine out among sessions.
type Turns interface {
	// Take waits for a turn to think, until ctx ends or too many wait. The
	// search is to stop when turn ends, which may be before ctx does; done gives
	// the turn back and must be called once.
	Take(ctx context.Context) (turn context.Context, done func(), err error)
}

// take waits for a turn; where nobody shares the machine it is had at once.
func take(t Turns, ctx context.Context) (turn context.Context, done func(), err error) {
	if t == nil {
		return ctx, func() {}, nil
	}
	return t.Take(ctx)
}

// in has the engine think in its turn.
func (h houseMind) in(t Turns) houseMind {
	h.turns = t
	return h
}

// Choose implements thinker.
func (h houseMind) Choose(ctx context.Context, b chess.Board, lim ai.Limit) (ai.Choice, error) {
	turn, done, err := take(h.turns, ctx)
	if err != nil {
		return ai.Choice{}, err
	}
	defer done()
	return h.Engine.Choose(turn, b, lim)
}
