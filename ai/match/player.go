package match

import (
	"context"
	"fmt"
	"runtime/debug"

	"rookery/ai"
	"rookery/ai/network"
	"rookery/ai/uci"
	"rookery/chess"
)

// Player plays one side of one game after another. One goroutine uses it.
type Player interface {
	// Begin tells of a new game, which has not been played on since its
	// opening. With the same seed and the same positions a player that can do
	// so plays the same.
	Begin(ctx context.Context, g *chess.Game, seed uint64) error
	// Choose answers for the side to move in g, which it leaves as it is. A
	// Depth of 0 means that the player says nothing about the score. When ctx
	// ends it returns soon.
	Choose(ctx context.Context, g *chess.Game, lim ai.Limit) (ai.Choice, error)
	// Close ends the player.
	Close() error
}

// Computer is the engine of this program as a player.
type Computer struct {
	Level   ai.Level
	Style   ai.Style
	Threads int  // 0 for one
	Hash    int  // bytes of the transposition table, 0 for the usual size
	Resigns bool // gives up lost games, as its level does
	// Network and NoNetwork are those of ai.Engine.
	Network   *network.Network
	NoNetwork bool
	Margins   *ai.Margins // nil for the usual ones

	engine *ai.Engine
	path   chess.Board // follows the game, to know the keys before it
	keys   []uint64
}

// Begin makes a fresh engine: what it does then depends on nothing but the seed
// and the game, in whatever order games are played.
func (c *Computer) Begin(_ context.Context, g *chess.Game, seed uint64) error {
	c.engine = ai.New(c.Level, c.Style, seed)
	c.engine.SetThreads(max(1, c.Threads))
	c.engine.Network, c.engine.NoNetwork, c.engine.Margins = c.Network, c.NoNetwork, c.Margins
	if c.Hash > 0 {
		c.engine.SetHash(c.Hash)
	}
	if !c.Resigns {
		c.engine.Resigns = false
	}
	c.path, c.keys = g.BoardAt(0), c.keys[:0]
	ai.NetworkOf(c.path.Rules()) // read before the clock runs
	return nil
}

// Choose asks the engine. A panic of it is an error that names the position.
func (c *Computer) Choose(ctx context.Context, g *chess.Game, lim ai.Limit) (choice ai.Choice, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("panic on %s: %v\n%s", g.Board().FEN(), cause, debug.Stack())
		}
	}()
	for _, m := range g.Moves()[len(c.keys):] {
		c.keys = append(c.keys, c.path.Key())
		c.path.Make(m)
	}
	c.engine.History(c.keys)
	return c.engine.Choose(ctx, c.path, lim)
}

// Close does nothing: the engine is memory only.
func (c *Computer) Close() error { return nil }

// External is another program as a player, by the UCI protocol or XBoard's.
type external struct{ client *uci.Client }

// StartExternal runs a program and waits until it is ready to play. The error
// tells what it cannot do.
func StartExternal(ctx context.Context, o uci.Options) (*external, error) {
	client, err := uci.Start(ctx, o)
	if err != nil {
		return nil, err
	}
	return &external{client}, nil
}

// Begin tells the program of a new game. The seed is lost on it.
func (e *external) Begin(ctx context.Context, _ *chess.Game, _ uint64) error {
	return e.client.NewGame(ctx)
}

// Choose asks the program.
func (e *external) Choose(ctx context.Context, g *chess.Game, lim ai.Limit) (ai.Choice, error) {
	e.client.Position(g.Start(), g.Moves())
	return e.client.Choose(ctx, g.Board(), lim)
}

// Close ends the program.
func (e *external) Close() error { return e.client.Close() }
