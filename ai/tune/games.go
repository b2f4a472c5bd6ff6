package tune

import (
	"context"
	"math/rand/v2"
	"sync"

	"rookery/ai"
	"rookery/chess"
)

// Sample is a quiet position, its score in a search and the result of its game.
type Sample struct {
	Position chess.Position
	Score    float64 // for White, in centipawns
	Result   float64 // for White: 1 won, ½ drawn, 0 lost; negative where it is not known
}

// Play says how games are made.
type Play struct {
	Games   int
	Nodes   uint64 // for a move
	Random  int    // plies drawn at random before the engine plays; one more in every other game
	Plies   int    // after which a game counts as drawn
	Seed    uint64
	Workers int
}

// maxScore is the score, in centipawns, beyond which a game is won whatever the weights.
const maxScore = 1600

// Samples plays games of r with itself and collects their quiet positions in
// the order of the games, whatever the number of workers.
func (s Play) Samples(ctx context.Context, r chess.Rules) ([]Sample, error) {
	found := make([][]Sample, s.Games)
	jobs := make(chan int)
	var workers sync.WaitGroup
	var mu sync.Mutex
	var failed error
	for range max(1, s.Workers) {
		workers.Go(func() {
			for i := range jobs {
				got, err := s.game(ctx, r, i)
				mu.Lock()
				found[i] = got
				if err != nil && failed == nil {
					failed = err
				}
				mu.Unlock()
			}
		})
	}
	for i := range s.Games {
		if ctx.Err() != nil {
			break
		}
		jobs <- i
	}
	close(jobs)
	workers.Wait()
	if failed == nil {
		failed = ctx.Err()
	}
	var all []Sample
	for _, f := range found {
		all = append(all, f...)
	}
	return all, failed
}

func (s Play) game(ctx context.Context, r chess.Rules, i int) ([]Sample, error) {
	rng := rand.New(rand.NewPCG(s.Seed, uint64(i)))
	g, err := s.opening(r, rng, s.Random+i%2)
	if err != nil {
		return nil, err
	}
	levels := ai.Levels()
	e := ai.New(levels[len(levels)-1], ai.Balanced, rng.Uint64())
	e.SetHash(1 << 20)
	e.Resigns = false
	b := g.Board().Clone()
	var keys []uint64
	var got []Sample
	for !g.Outcome().Over() && g.Claimable() == chess.NoReason && g.Ply() < s.Plies {
		e.History(keys)
		c, err := e.Choose(ctx, b, ai.Limit{Nodes: s.Nodes})
		if err != nil {
			return nil, err
		}
		if p := b.(chess.Positioned).Position(); isQuiet(p, c) && c.Depth > 1 {
			score := float64(c.Score)
			if p.Turn() == chess.Black {
				score = -score
			}
			got = append(got, Sample{Position: *p, Score: score})
		}
		keys = append(keys, b.Key())
		b.Make(c.Move)
		if err := g.Play(c.Move); err != nil {
			return nil, err
		}
	}
	result := 0.5
	if c, ok := g.Outcome().Winner(); ok {
		result = 0
		if c == chess.White {
			result = 1
		}
	}
	for j := range got {
		got[j].Result = result
	}
	return got, nil
}

// opening begins a game with a number of plies at random, from any starting position.
func (s Play) opening(r chess.Rules, rng *rand.Rand, plies int) (*chess.Game, error) {
	for {
		start := -1
		if r.Start != nil && r.Start.Count > 1 {
			start = rng.IntN(r.Start.Count)
		}
		g, err := chess.NewGame(r, start)
		if err != nil {
			return nil, err
		}
		for range plies {
			moves := g.Board().Moves(nil)
			if len(moves) == 0 {
				break
			}
			if err := g.Play(moves[rng.IntN(len(moves))]); err != nil {
				return nil, err
			}
		}
		if !g.Outcome().Over() {
			return g, nil
		}
	}
}

// isQuiet reports whether a position can be judged as it stands: no check, no
// capture to come at once, nothing decided.
func isQuiet(p *chess.Position, c ai.Choice) bool {
	return !p.InCheck() && !c.Move.IsCapture() && !c.Move.IsPromotion() &&
		c.Mate == 0 && c.Score < maxScore && c.Score > -maxScore
}
