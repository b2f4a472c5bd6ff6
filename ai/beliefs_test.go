package ai

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"rookery/ai/internal/testgames"
	"rookery/chess"
)

var foggy = map[string]chess.Rules{
	"mate":        {Fog: true},
	"king taken":  {Fog: true, Royalty: chess.Exposed},
	"drops":       {Fog: true, Pocket: chess.Anywhere},
	"drops seen":  {Fog: true, Pocket: chess.Seen},
	"explosions":  {Fog: true, Capture: chess.Explode},
	"conversions": {Fog: true, Capture: chess.Convert},
	"checks":      {Fog: true, Goal: chess.ThreeChecks},
}

// alike reports whether two views show the same.
func alike(a, b chess.View) bool {
	return slices.Equal(a.Cells, b.Cells) && a.PieceCounts == b.PieceCounts && a.Pockets == b.Pockets &&
		slices.Equal(a.Checked, b.Checked) && a.ChecksLeft == b.ChecksLeft
}

// TestObservationMatchesTheView compares positions with what is seen of their
// neighbours: they fit where the views are the same, and only there.
func TestObservationMatchesTheView(t *testing.T) {
	for name, r := range foggy {
		rng := rand.New(rand.NewPCG(7, 1))
		same, different := 0, 0
		for range 12 {
			b := testgames.Board(t, r, "")
			for range 60 {
				moves := b.Moves(nil)
				if len(moves) == 0 || b.Outcome().Over() {
					break
				}
				them := b.Turn().Other()
				b.Make(moves[rng.IntN(len(moves))])
				view := b.View(chess.ObserverOf(them))
				s := observe(view, them)
				b.Undo()
				for _, m := range moves {
					b.Make(m)
					want := alike(b.View(chess.ObserverOf(them)), view)
					if got := s.matches(b.(chess.Positioned).Position()); got != want {
						t.Fatalf("%s: %s fits: %v, its view is the same: %v", name, b.FEN(), got, want)
					}
					if want {
						same++
					} else {
						different++
					}
					b.Undo()
				}
				b.Make(moves[rng.IntN(len(moves))])
			}
		}
		if same < 500 || different < 500 {
			t.Errorf("%s: %d times the same, %d times not: too few to tell", name, same, different)
		}
	}
}

// TestBeliefsFitTheObservation plays games in the fog against random moves. All that is
// believed looks as the board looks, and at first the truth is among it.
func TestBeliefsFitTheObservation(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector")
	}
	for name, r := range foggy {
		rng := rand.New(rand.NewPCG(11, 2))
		for seed := range uint64(2) {
			b := testgames.Board(t, r, "")
			e := New(Grandmaster, Balanced, seed)
			e.SetHash(1 << 20)
			for ply := range 16 {
				moves := b.Moves(nil)
				if len(moves) == 0 || b.Outcome().Over() {
					break
				}
				if ply%2 != int(seed) {
					b.Make(moves[rng.IntN(len(moves))])
					continue
				}
				us := b.Turn()
				s := observe(b.View(chess.ObserverOf(us)), us)
				c, err := e.Choose(context.Background(), b, Limit{Nodes: 2500})
				if err != nil {
					t.Fatal(err)
				}
				sum, truth := 0.0, false
				for i := range e.beliefs.all {
					p := &e.beliefs.all[i].position
					if !s.matches(p) {
						t.Fatalf("%s: on %s it believes %s", name, b.FEN(), p.FEN())
					}
					sum += e.beliefs.all[i].weight
					truth = truth || p.Key() == b.Key()
				}
				if len(moves) > 1 && math.Abs(sum-1) > 1e-6 {
					t.Errorf("%s, ply %d: the weights add up to %v", name, ply, sum)
				}
				if ply < 3 && !truth {
					t.Errorf("%s, ply %d: %s is not believed", name, ply, b.FEN())
				}
				b.Make(c.Move)
			}
		}
	}
}

// TestRepairedPositionsFitTheObservation repairs positions, empty ones and the
// starting position, until they fit what is seen in the middle of games.
func TestRepairedPositionsFitTheObservation(t *testing.T) {
	for name, r := range foggy {
		rng := rand.New(rand.NewPCG(13, 3))
		fit, asked := 0, 0
		for range 6 {
			b := testgames.Board(t, r, "")
			for range 30 {
				moves := b.Moves(nil)
				if len(moves) == 0 || b.Outcome().Over() {
					break
				}
				b.Make(moves[rng.IntN(len(moves))])
			}
			if len(b.Moves(nil)) == 0 || b.Outcome().Over() {
				continue
			}
			us := b.Turn()
			s := observe(b.View(chess.ObserverOf(us)), us)
			start := testgames.Board(t, r, "").(chess.Positioned).Position()
			for _, near := range [][]belief{nil, {{*start, 1}}} {
				e := New(Grandmaster, Balanced, 1)
				e.addRepaired(r, near, &s, 20, func() bool { return false })
				asked++
				if len(e.beliefs.all) > 0 {
					fit++
				}
				for i := range e.beliefs.all {
					if p := &e.beliefs.all[i].position; !s.matches(p) {
						t.Fatalf("%s: %s does not look like %s", name, p.FEN(), b.FEN())
					}
				}
			}
		}
		if fit*4 < asked*3 {
			t.Errorf("%s: only %d of %d views were fitted", name, fit, asked)
		}
	}
}

// TestHiddenMovesDoNotChangeTheChoice plays two games whose hidden moves differ while
// the views are the same: so are the moves that are chosen.
func TestHiddenMovesDoNotChangeTheChoice(t *testing.T) {
	r := chess.Rules{Fog: true, Royalty: chess.Exposed}
	replies := [2][]string{{"b7b6", "g7g6"}, {"g7g6", "b7b6"}}
	compared := 0
	for seed := range uint64(4) {
		var boards [2]chess.Board
		var engines [2]*Engine
		for i := range boards {
			boards[i], engines[i] = testgames.Board(t, r, ""), New(Grandmaster, Balanced, seed)
			engines[i].SetHash(1 << 20)
		}
		for n := range 5 {
			if !alike(boards[0].View(chess.WhiteObserver), boards[1].View(chess.WhiteObserver)) {
				break
			}
			var chosen [2]chess.Move
			for i, b := range boards {
				c, err := engines[i].Choose(context.Background(), b, Limit{Nodes: 3000})
				if err != nil {
					t.Fatal(err)
				}
				chosen[i] = c.Move
				b.Make(c.Move)
			}
			if chosen[0] != chosen[1] {
				t.Fatalf("seed %d, move %d: %v and %v, where the same is seen", seed, n+1, chosen[0], chosen[1])
			}
			compared++
			if n == len(replies[0]) {
				break
			}
			for i, b := range boards {
				m, err := chess.ParseUCI(b, replies[i][n])
				if err != nil {
					t.Fatal(err)
				}
				b.Make(m)
			}
			if !alike(boards[0].View(chess.WhiteObserver), boards[1].View(chess.WhiteObserver)) {
				break
			}
		}
	}
	if compared < 8 {
		t.Errorf("only %d choices could be compared", compared)
	}
}

// TestResampleKeepsTheWeights thins out weighted replies many times: each is kept
// with its weight on average.
func TestResampleKeepsTheWeights(t *testing.T) {
	e := New(Grandmaster, Balanced, 3)
	weights := []float64{0.4, 0.2, 0.1, 0.1, 0.05, 0.05, 0.04, 0.03, 0.02, 0.01}
	sums := make([]float64, len(weights))
	const times = 4000
	for range times {
		var found []successor
		for i, w := range weights {
			found = append(found, successor{parent: i, weight: w})
		}
		kept := e.resample(found, 4)
		if len(kept) < 3 || len(kept) > 5 {
			t.Fatalf("%d are kept of 4", len(kept))
		}
		for _, g := range kept {
			sums[g.parent] += g.weight
		}
	}
	for i, w := range weights {
		if got := sums[i] / times; math.Abs(got-w) > 0.02 {
			t.Errorf("weight %v counts as %.3f", w, got)
		}
	}
}

// TestFogStopsWithItsContext checks that a choice in the fog ends with its context.
func TestFogStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	b := testgames.Board(t, chess.Rules{Fog: true}, "")
	c, err := New(Grandmaster, Balanced, 1).Choose(ctx, b, Limit{MoveTime: time.Hour})
	if err != nil || !slices.Contains(b.Moves(nil), c.Move) {
		t.Errorf("%v, %v", c.Move, err)
	}
}
