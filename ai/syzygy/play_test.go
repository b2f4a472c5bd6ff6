package syzygy_test

import (
	"sync"
	"testing"

	"rookery/ai"
	"rookery/ai/syzygy"
	"rookery/chess"
)

// TestEngineWins lets our engine win endings by the files of testdata alone, which TestThreePieces
// has made: it never shuffles, and tells that it wins.
func TestEngineWins(t *testing.T) {
	tables, err := syzygy.Open(chess.Rules{}, "testdata")
	if err != nil {
		t.Fatal(err)
	}
	defer tables.Close()
	levels := ai.Levels()
	for _, fen := range []string{"8/8/8/6k1/8/8/1P4K1/8 w - - 0 1", "8/8/8/8/8/2k5/1R6/K7 w - - 0 1"} {
		b, err := chess.NewBoard(chess.Rules{}, fen)
		if err != nil {
			t.Fatal(err)
		}
		e := ai.New(levels[len(levels)-1], ai.Balanced, 1)
		e.Tablebase, e.Resigns = tables, false
		e.SetHash(1 << 20)
		for last := 200; !b.Outcome().Over(); {
			if b.Turn() == chess.White {
				v, err := tables.Judge(b.(chess.Positioned).Position())
				if err != nil || v.WDL != syzygy.Win {
					t.Fatalf("%s: %+v, %v", b.FEN(), v, err)
				}
				if halfmoves := b.(chess.Positioned).Position().Halfmoves(); halfmoves > 1 && v.DTZ >= last {
					t.Fatalf("%s: %d plies left after %d", b.FEN(), v.DTZ, last)
				}
				last = v.DTZ
			}
			c, err := e.Choose(t.Context(), b, ai.Limit{Depth: 3})
			if err != nil {
				t.Fatal(err)
			}
			if b.Turn() == chess.White && c.Score < 19_000 {
				t.Errorf("%s: score %d", b.FEN(), c.Score)
			}
			b.Make(c.Move)
		}
		if winner, ok := b.Outcome().Winner(); !ok || winner != chess.White {
			t.Errorf("%s ends as %v", fen, b.Outcome())
		}
	}
}

// BenchmarkProbe asks WDL and DTZ of one position, whose file is small and therefore in memory.
func BenchmarkProbe(b *testing.B) {
	tables, err := syzygy.Open(chess.Rules{}, "testdata")
	if err != nil {
		b.Fatal(err)
	}
	defer tables.Close()
	p, err := chess.ParsePosition(chess.Rules{}, "8/8/8/1k6/8/1K6/1P6/8 w - - 0 1")
	if err != nil {
		b.Fatal(err)
	}
	for name, ask := range map[string]func() error{
		"WDL": func() error { _, err := tables.WDL(p); return err },
		"DTZ": func() error { _, err := tables.DTZ(p); return err },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if err := ask(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestManyAsk asks from several goroutines, which open the files together: run it with the race detector.
func TestManyAsk(t *testing.T) {
	tables, err := syzygy.Open(chess.Rules{}, "testdata")
	if err != nil {
		t.Fatal(err)
	}
	defer tables.Close()
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for _, fen := range []string{"8/8/8/1k6/8/1K6/1P6/8 w - - 0 1", "8/8/8/8/8/2k5/1R6/K7 w - - 0 1", "8/8/8/8/8/2k5/1Q6/K7 b - - 0 1"} {
				p, err := chess.ParsePosition(chess.Rules{}, fen)
				if err == nil {
					_, err = tables.Moves(p)
				}
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
}
