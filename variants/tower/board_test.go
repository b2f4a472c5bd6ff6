package tower

import (
	"math/rand/v2"
	"slices"
	"testing"

	"rookery/chess"
	"rookery/chess/boardtest"
	"rookery/chess/known"
)

func setUp(t testing.TB, fen string) *board {
	t.Helper()
	return boardtest.SetUp(t, Rules, fen).(*board)
}

func TestBoard(t *testing.T) {
	boardtest.Run(t, boardtest.Suite{
		Rules:  Rules,
		Starts: []string{"", "k{9}6b{6}/p{2}7/8/8/8/8/8/K{40}7 b - - 4 9"},
		Same: func(a, b chess.Board) bool {
			here, there := a.(*board).now(), b.(*board).now()
			return here.pieces == there.pieces && here.kings == there.kings && here.height == there.height
		},
	})
}

func TestTables(t *testing.T) { boardtest.Tables(t, Rules, "makarenko", known.Path, false) }

func BenchmarkPerft(b *testing.B) {
	board := setUp(b, "")
	var nodes uint64
	b.ReportAllocs()
	for b.Loop() {
		nodes += chess.Perft(board, 2)
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}

// TestMovesAgreeWithThePiles plays random games and holds the moves of every position
// against a generator that shares nothing with the board's own.
func TestMovesAgreeWithThePiles(t *testing.T) {
	games := 60
	if testing.Short() {
		games = 3
	}
	rng := rand.New(rand.NewPCG(1, 64))
	for range games {
		b := setUp(t, "")
		d := lay(b.FEN())
		for range 100 {
			moves := b.Moves(nil)
			want, cuts := d.legal()
			if got := boardtest.UCI(b, moves); !slices.Equal(got, want) {
				t.Fatalf("%s: moves %v, want %v", b.FEN(), got, want)
			}
			if len(moves) == 0 {
				break
			}
			m := moves[rng.IntN(len(moves))]
			// Captures often, so that the board empties and opens up.
			for range 2 {
				if !m.IsCapture() {
					m = moves[rng.IntN(len(moves))]
				}
			}
			d = d.after(cuts[chess.UCI(b, m)])
			b.Make(m)
		}
	}
}

func TestCanWin(t *testing.T) {
	b := setUp(t, "4k3/8/8/8/8/8/8/4P3 w - - 0 1")
	if !b.CanWin(chess.White) || !b.CanWin(chess.Black) {
		t.Error("a side with towers cannot win, want that it can")
	}
}

func TestChecked(t *testing.T) {
	b := setUp(t, "4k3/8/8/8/8/8/4Q3/4K3 b - - 0 1")
	if got := append(b.Checked(), b.View(chess.BlackObserver).Checked...); len(got) != 0 {
		t.Errorf("checked are %v, want nothing: there is no check", got)
	}
}
