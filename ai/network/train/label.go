package train

import (
	"context"

	"rookery/ai"
	"rookery/ai/uci"
	"rookery/chess"
)

// Labeller says what positions are worth. One goroutine uses it.
type Labeller interface {
	// NewGame forgets what was searched, so that labels follow from the seed alone.
	NewGame(ctx context.Context) error
	// Label searches a position that is not over. The Choice has a score and a move.
	Label(ctx context.Context, b chess.Board) (ai.Choice, error)
	Close() error
}

// OwnLabels makes a Labeller of our own engine, which searches nodes positions.
func OwnLabels(nodes uint64) Labeller { return &ownLabels{nodes: nodes} }

type ownLabels struct {
	nodes  uint64
	engine *ai.Engine
}

func (o *ownLabels) NewGame(context.Context) error {
	levels := ai.Levels()
	o.engine = ai.New(levels[len(levels)-1], ai.Balanced, 1)
	o.engine.SetHash(4 << 20)
	o.engine.Resigns = false
	return nil
}

func (o *ownLabels) Label(ctx context.Context, b chess.Board) (ai.Choice, error) {
	if moves := b.Moves(nil); len(moves) == 1 { // it would be played unsearched
		return o.forced(ctx, b, moves[0])
	}
	return o.engine.Choose(ctx, b, ai.Limit{Nodes: o.nodes})
}

// forced labels a position of one move by the position after it.
func (o *ownLabels) forced(ctx context.Context, b chess.Board, m chess.Move) (ai.Choice, error) {
	next := b.Clone()
	for range maxPlies {
		next.Make(m)
		moves := next.Moves(nil)
		if next.Outcome().Over() || len(moves) == 0 {
			c := ai.Choice{Move: m}
			if w, ok := next.Outcome().Winner(); ok {
				if c.Mate = -1; w == b.Turn() {
					c.Mate = 1
				}
			}
			return c, nil
		}
		if m = moves[0]; len(moves) > 1 {
			break
		}
	}
	c, err := o.engine.Choose(ctx, next, ai.Limit{Nodes: o.nodes})
	if next.Turn() != b.Turn() {
		c.Score, c.Mate = -c.Score, -c.Mate
	}
	return c, err
}

func (o *ownLabels) Close() error { return nil }

// ProgramLabels starts a program that searches nodes positions for each label.
func ProgramLabels(ctx context.Context, o uci.Options, nodes uint64) (Labeller, error) {
	c, err := uci.Start(ctx, o)
	if err != nil {
		return nil, err
	}
	return &programLabels{c, nodes}, nil
}

type programLabels struct {
	*uci.Client
	nodes uint64
}

func (p *programLabels) Label(ctx context.Context, b chess.Board) (ai.Choice, error) {
	return p.Choose(ctx, b, ai.Limit{Nodes: p.nodes})
}
