package match

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"rookery/ai"
	"rookery/chess"
)

// Opening is where a game begins, and the moves that are played before the
// players are asked.
type Opening struct {
	Start int    // number of the starting position, -1 for the usual one
	FEN   string // instead of Start, when it is not empty
	Moves []chess.Move
}

// Book gives opening i of a match, the same at each call and to any goroutine.
type Book func(ctx context.Context, i int) (Opening, error)

// Game sets the opening up.
func (o Opening) Game(r chess.Rules) (g *chess.Game, err error) {
	if o.FEN != "" {
		g, err = chess.NewGameFEN(r, o.FEN)
	} else {
		g, err = chess.NewGame(r, o.Start)
	}
	if err != nil {
		return nil, err
	}
	for i, m := range o.Moves {
		if err := g.Play(m); err != nil {
			return nil, fmt.Errorf("move %d of the opening: %w", i+1, err)
		}
	}
	return g, nil
}

// RandomStart gives openings of no moves: where there are several starting positions,
// one drawn by the seed.
func RandomStart(r chess.Rules, seed uint64) Book {
	return func(_ context.Context, i int) (Opening, error) {
		return Opening{Start: randomStart(r, openingRand(seed, i))}, nil
	}
}

// FromList gives the openings of a file in an order that the seed decides, again
// from the first when they are used up.
func FromList(all []Opening, seed uint64) Book {
	order := rand.New(rand.NewPCG(seed, openingStream)).Perm(len(all))
	return func(_ context.Context, i int) (Opening, error) {
		return all[order[i%len(order)]], nil
	}
}

// Random openings.
const (
	openingStream = 0x6f70656e // apart from the players' random numbers
	minPlies      = 6
	maxPlies      = 8
	openingTries  = 60
	quickNodes    = 8_000 // positions of the first look at one
	defaultBand   = ai.Centipawns(120)
)

// Random gives openings of six to eight random legal moves from a starting
// position, a random one where there are several, and leaves out those that our own search of
// nodes positions, at least 8,000, finds decided or worth more than band to
// either side (0: 120 centipawns). In a game that is never so even it takes the
// most even of many.
func Random(r chess.Rules, seed uint64, band ai.Centipawns, nodes uint64) Book {
	if band <= 0 {
		band = defaultBand
	}
	return func(ctx context.Context, i int) (Opening, error) {
		rng := openingRand(seed, i)
		var best Opening
		nearest := ai.Centipawns(-1)
		for range openingTries {
			o := Opening{Start: randomStart(r, rng)}
			g, ok, err := o.playRandom(r, rng)
			if err != nil {
				return Opening{}, err
			}
			if !ok {
				continue
			}
			off, err := imbalance(ctx, g, quickNodes)
			if err == nil && off <= band && nodes > quickNodes {
				off, err = imbalance(ctx, g, nodes)
			}
			if err != nil {
				return Opening{}, err
			}
			if nearest < 0 || off < nearest {
				best, nearest = o, off
			}
			if off <= band {
				break
			}
		}
		if nearest < 0 {
			return Opening{}, fmt.Errorf("%s: every random opening ends the game", r.Name)
		}
		return best, nil
	}
}

// openingRand is the random source of opening i, the same in any order of games.
func openingRand(seed uint64, i int) *rand.Rand {
	return rand.New(rand.NewPCG(seed, openingStream+uint64(i)<<32))
}

// randomStart is -1 where there is only one.
func randomStart(r chess.Rules, rng *rand.Rand) int {
	if r.Start == nil || r.Start.Count < 2 {
		return -1
	}
	return rng.IntN(r.Start.Count)
}

// playRandom adds random moves. ok is false when they end the game.
func (o *Opening) playRandom(r chess.Rules, rng *rand.Rand) (g *chess.Game, ok bool, err error) {
	if g, err = o.Game(r); err != nil {
		return nil, false, err
	}
	for range minPlies + rng.IntN(maxPlies-minPlies+1) {
		moves := g.Board().Moves(nil)
		if len(moves) == 0 || g.Outcome().Over() {
			return g, false, nil
		}
		m := moves[rng.IntN(len(moves))]
		if err := g.Play(m); err != nil {
			return nil, false, err
		}
		o.Moves = append(o.Moves, m)
	}
	return g, !g.Outcome().Over() && len(g.Board().Moves(nil)) > 0, nil
}

// imbalance is how far from even a search of nodes positions finds a game, a
// decided one farther than any other. Fog is lifted.
func imbalance(ctx context.Context, g *chess.Game, nodes uint64) (ai.Centipawns, error) {
	b := g.Board()
	r := b.Rules()
	if r.Fog {
		if r.Fog = false; r.Pocket == chess.Seen {
			r.Pocket = chess.Anywhere // in the light every square is seen
		}
		clear, err := chess.NewBoard(r, b.FEN())
		if err != nil {
			return 0, err
		}
		b = clear
	}
	levels := ai.Levels()
	e := ai.New(slices.Max(levels), ai.Balanced, 1)
	e.SetHash(int(min(max(1<<20, 64*nodes), 1<<26)))
	c, err := e.Choose(ctx, b, ai.Limit{Nodes: nodes})
	if err != nil {
		return 0, err
	}
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	if c.Mate != 0 {
		return 1 << 20, nil
	}
	return max(c.Score, -c.Score), nil
}
