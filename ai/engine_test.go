package ai

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"rookery/ai/internal/testgames"
	"rookery/chess"
)

func TestForcedWinsAreFound(t *testing.T) {
	for _, c := range []struct{ game, fen, want string }{
		{"ordinary", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8"},
		{"ordinary", "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", "g5g7"},
		{"ordinary", "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", "h5f7"},
		{"ordinary", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "a1a6"}, // P. Morphy's mate in two
		{"drops", "6k1/5ppp/8/8/8/8/8/4K3[R] w - - 0 1", ""},
		{"explosions", "rnbqkbnr/1ppppppp/8/p3N3/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 3", ""},
		{"conversions", "4k3/8/8/8/8/8/8/3QK3 w - - 0 1", ""},
		{"forced to lose", "8/8/8/8/8/1p6/8/R7 w - - 0 1", "a1a2"},
		{"exposed king", "4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "e1e8"},
		{"race", "8/4K3/8/k7/8/8/8/8 w - - 0 1", ""},
		{"hill", "8/8/8/8/8/4K3/8/k7 w - - 0 1", ""},
		{"three checks", "4k3/8/8/8/8/8/8/4KR2 w - - 1+3 0 1", ""},
	} {
		b := testgames.Board(t, testgames.Games[c.game], c.fen)
		for _, on := range []chess.Board{b, testgames.Hide(b)} {
			choice, err := New(Grandmaster, Balanced, 1).Choose(context.Background(), on, Limit{Nodes: 200_000})
			if err != nil {
				t.Fatal(err)
			}
			if choice.Mate <= 0 {
				t.Errorf("%s %s: %v scores %d, mate %d; want a win", c.game, c.fen, choice.Move, choice.Score, choice.Mate)
			}
			if got := choice.Move.String(); c.want != "" && got[:4] != c.want {
				t.Errorf("%s %s: %v, want %s", c.game, c.fen, choice.Move, c.want)
			}
		}
	}
}

// Every level plays legal moves in every game, from the start and from random
// positions, and leaves the board as it was.
func TestMovesAreLegal(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector")
	}
	rng := rand.New(rand.NewPCG(3, 4))
	for _, name := range testgames.Names() {
		rules := testgames.Games[name]
		for _, level := range Levels() {
			b := testgames.Board(t, rules, "")
			e := New(level, Style(rng.IntN(3)), 5)
			for range 14 {
				moves := b.Moves(nil)
				if len(moves) == 0 {
					break
				}
				before := b.FEN()
				c, err := e.Choose(context.Background(), b, Limit{Nodes: 400, Depth: 3})
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				if b.FEN() != before {
					t.Fatalf("%s: the board was changed to %s", name, b.FEN())
				}
				if p := b.(chess.Positioned).Position(); !p.IsLegal(c.Move) {
					t.Fatalf("%s %s %s: %v is not legal", name, level.Name(), before, c.Move)
				}
				if rng.IntN(2) == 0 {
					c.Move = moves[rng.IntN(len(moves))]
				}
				b.Make(c.Move)
			}
		}
	}
}

func TestSameSeedSameGame(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector")
	}
	for name, rules := range testgames.Games {
		var first []chess.Move
		for run := range 2 {
			b := testgames.Board(t, rules, "")
			e := New(Beginner, Balanced, 99)
			var played []chess.Move
			for range 12 {
				c, err := e.Choose(context.Background(), b, Limit{Nodes: 800})
				if errors.Is(err, ErrNoMove) {
					break
				}
				played = append(played, c.Move)
				b.Make(c.Move)
			}
			if run == 0 {
				first = played
			} else if len(first) != len(played) || first[len(first)-1] != played[len(played)-1] {
				t.Errorf("%s: %v, then %v", name, first, played)
			}
		}
	}
}

// A cancelled search ends at once; what counts is that it ends, the time is
// measured by BenchmarkCancel.
func TestCancelEndsTheSearch(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	b := testgames.Board(t, chess.Rules{}, "")
	done := make(chan Choice)
	e := New(Grandmaster, Balanced, 1)
	started := make(chan struct{}, 100)
	e.OnInfo = func(Info) { started <- struct{}{} }
	go func() {
		c, _ := e.Choose(ctx, b, Limit{Infinite: true})
		done <- c
	}()
	<-started
	cancel()
	if c := <-done; c.Move == 0 {
		t.Error("a cancelled search has no move")
	}
}

func BenchmarkCancel(b *testing.B) {
	pos := testgames.Board(b, chess.Rules{}, "")
	var worst time.Duration
	for b.Loop() {
		ctx, cancel := context.WithCancel(context.Background())
		e := New(Grandmaster, Balanced, 1)
		deep := make(chan struct{})
		e.OnInfo = func(i Info) {
			if i.Depth == 6 {
				close(deep)
			}
		}
		done := make(chan struct{})
		go func() { e.Choose(ctx, pos, Limit{Infinite: true}); close(done) }()
		<-deep
		at := time.Now()
		cancel()
		<-done
		worst = max(worst, time.Since(at))
	}
	b.ReportMetric(float64(worst.Microseconds())/1000, "worst-ms")
}

// The engine mates with a rook and with a queen against its own best defence.
func TestBareKingIsMated(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector")
	}
	for _, fen := range []string{"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "8/8/2k5/8/8/8/8/3QK3 w - - 0 1", "8/8/8/4k3/8/8/8/KR6 w - - 0 1"} {
		g, err := chess.NewGameFEN(chess.Rules{}, fen)
		if err != nil {
			t.Fatal(err)
		}
		e := New(Grandmaster, Balanced, 1)
		e.Resigns = false
		b := g.Board().Clone()
		var keys []uint64
		for !g.Outcome().Over() && g.Ply() < 100 {
			e.History(keys)
			c, err := e.Choose(context.Background(), b, Limit{Nodes: 25_000})
			if err != nil {
				t.Fatal(err)
			}
			keys = append(keys, b.Key())
			b.Make(c.Move)
			if err := g.Play(c.Move); err != nil {
				t.Fatal(err)
			}
		}
		if g.Outcome().Reason != chess.ByCheckmate {
			t.Errorf("%s: %v %v after %d plies, want mate", fen, g.Outcome().Result, g.Outcome().Reason, g.Ply())
		}
	}
}

// In the fog the engine must not look: what stands on hidden squares does not
// change its choice.
func TestHiddenPiecesDoNotChangeTheChoice(t *testing.T) {
	r := chess.Rules{Fog: true, Royalty: chess.Exposed}
	a := testgames.Board(t, r, "r3k3/pp6/8/8/8/8/PP6/4K2R w - - 0 1")
	b := testgames.Board(t, r, "1r2k3/pp6/8/8/8/8/PP6/4K2R w - - 0 1")
	va, vb := a.View(chess.WhiteObserver), b.View(chess.WhiteObserver)
	if va.Placement() != vb.Placement() {
		t.Fatalf("the views differ: %s, %s", va.Placement(), vb.Placement())
	}
	for seed := range uint64(5) {
		ca, _ := New(Club, Balanced, seed).Choose(context.Background(), a, Limit{Nodes: 4000})
		cb, _ := New(Club, Balanced, seed).Choose(context.Background(), b, Limit{Nodes: 4000})
		if ca.Move != cb.Move {
			t.Errorf("seed %d: %v with the rook on a8, %v with it on b8", seed, ca.Move, cb.Move)
		}
	}
}

// Where captures are compulsory, quiescence answers a check by quiet moves as well.
func TestQuietMoveAnswersCheckInQuiescence(t *testing.T) {
	losers := chess.Rules{Forced: true, Goal: chess.BareOrMated, Stalemate: chess.StalemateWins}
	b := testgames.Board(t, losers, "4k3/8/2P5/8/8/8/8/q5K1 w - - 0 1")
	moves := b.Moves(nil)
	s := New(Grandmaster, Balanced, 1).prepareSearches(context.Background(), b, moves, bounds{}, time.Now())[0]
	want := -infinity
	for _, m := range moves {
		s.push(m, 0)
		want = max(want, -s.quiesce(&node{alpha: -infinity, beta: infinity, depth: -1, ply: 1}))
		s.pop()
	}
	if got := s.quiesce(&node{alpha: -infinity, beta: infinity}); got != want {
		t.Errorf("a check is worth %d, the best answer to it %d", got, want)
	}
}

func TestNodesAllocateNothing(t *testing.T) {
	for name, rules := range testgames.Games {
		b := testgames.Board(t, rules, "")
		e := New(Grandmaster, Balanced, 1)
		s := e.prepareSearches(context.Background(), b, b.Moves(nil), bounds{}, time.Now())[0]
		s.rootDepth = 3
		s.searchNode(&node{alpha: -infinity, beta: infinity, depth: 3}) // buffers grow
		allocs := testing.AllocsPerRun(3, func() {
			e.table.clear()
			s.searchNode(&node{alpha: -infinity, beta: infinity, depth: 3})
		})
		if allocs > 2 {
			t.Errorf("%s: %.0f allocations in a search of depth 3", name, allocs)
		}
	}
}

func BenchmarkSearch(b *testing.B) {
	for _, c := range []struct{ game, fen string }{
		{"ordinary", "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8"},
		{"drops", "r1bqk2r/ppp2ppp/2n2n2/3pp3/1b2P3/2NP1N2/PPPB1PPP/R2QKB1R[] w KQkq - 0 6"},
		{"explosions", "r1bqkb1r/pp1ppppp/2n2n2/2p5/4P3/2N2N2/PPPP1PPP/R1BQKB1R w KQkq - 4 4"},
		{"conversions", ""},
		{"forced to lose", ""},
		{"race", ""},
	} {
		b.Run(c.game, func(b *testing.B) {
			pos := testgames.Board(b, testgames.Games[c.game], c.fen)
			var nodes uint64
			for b.Loop() {
				choice, err := New(Grandmaster, Balanced, 1).Choose(context.Background(), pos, Limit{Nodes: 300_000})
				if err != nil {
					b.Fatal(err)
				}
				nodes += choice.Nodes
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
		})
	}
}
