package match

import (
	"context"

	"rookery/ai"
	"rookery/ai/uci"
	"rookery/chess"
)

// External is another program as a player, by the UCI protocol or XBoard's.
type External struct{ client *uci.Client }

// StartExternal runs a program and waits until it is ready to play. The error
// tells what it cannot do.
func StartExternal(ctx context.Context, o uci.Options) (*External, error) {
	client, err := uci.Start(ctx, o)
	if err != nil {
		return nil, err
	}
	return &External{client}, nil
}

// Begin tells the program of a new game. The seed is lost on it.
func (e *External) Begin(ctx context.Context, _ *chess.Game, _ uint64) error {
	return e.client.NewGame(ctx)
}

// Choose asks the program.
func (e *External) Choose(ctx context.Context, g *chess.Game, lim ai.Limit) (ai.Choice, error) {
	e.client.Position(g.Start(), g.Moves())
	return e.client.Choose(ctx, g.Board(), lim)
}

// Close ends the program.
func (e *External) Close() error { return e.client.Close() }
