package hex

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
		Starts: []string{"", "1/1k1/5/7/9/4P6/3p7/11/11/5K5/11 w - d6 0 1", "1/P2/PP1P1/1k5/9/11/11/11/8p2/1p4p1K2/p1p8 w - - 0 1"},
		Same: func(a, b chess.Board) bool {
			here, there := a.(*board).now(), b.(*board).now()
			return here.pieces == there.pieces && here.king == there.king && here.at == there.at
		},
	})
}

func TestTables(t *testing.T) { boardtest.Tables(t, Rules, "hex", known.Path, true) }

func BenchmarkPerft(b *testing.B) {
	board := setUp(b, "")
	var nodes uint64
	b.ReportAllocs()
	for b.Loop() {
		nodes += chess.Perft(board, 3)
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}

// TestMovesAgreeWithTheDiagram plays random games and holds the moves of every position
// against a generator that shares nothing with the board's own.
func TestMovesAgreeWithTheDiagram(t *testing.T) {
	games := 15
	if testing.Short() {
		games = 3
	}
	rng := rand.New(rand.NewPCG(1, 91))
	for range games {
		b := setUp(t, "")
		d := drawing(b.FEN())
		for range 150 {
			moves := b.Moves(nil)
			got, want := boardtest.UCI(b, moves), d.legal()
			if !slices.Equal(got, want) {
				t.Fatalf("%s: moves %v, want %v", b.FEN(), got, want)
			}
			if got, want := len(b.Checked()) > 0, d.checked(); got != want {
				t.Fatalf("%s: in check %v, want %v", b.FEN(), got, want)
			}
			if len(moves) == 0 {
				break
			}
			m := moves[rng.IntN(len(moves))]
			// Captures and promotions often, so that boards empty and open up.
			for range 2 {
				if !m.IsCapture() && !m.IsPromotion() {
					m = moves[rng.IntN(len(moves))]
				}
			}
			d = d.after(d.find(chess.UCI(b, m)))
			b.Make(m)
		}
	}
}

func TestCanWin(t *testing.T) {
	b := setUp(t, "1/1k1/5/7/9/11/11/11/11/5K5/5P5 w - - 0 1")
	if !b.CanWin(chess.White) || b.CanWin(chess.Black) {
		t.Errorf("a pawn can win: %v, want true; a bare king: %v, want false", b.CanWin(chess.White), b.CanWin(chess.Black))
	}
}

func TestChecked(t *testing.T) {
	b := setUp(t, "1/1k1/5/7/9/5r5/11/11/11/5K5/11 w - - 0 1")
	king, _ := b.Layout().Square("f2")
	for name, got := range map[string][]chess.Square{"Checked": b.Checked(), "View.Checked": b.View(chess.WhiteObserver).Checked} {
		if len(got) != 1 || got[0] != king {
			t.Errorf("%s is %v, want the king on f2 (%d)", name, got, king)
		}
	}
	if got := setUp(t, "").Checked(); len(got) != 0 {
		t.Errorf("Checked at the start is %v, want nothing", got)
	}
}

// FuzzParseMove reads any text on boards with an en passant capture, a
// promotion and checks.
func FuzzParseMove(f *testing.F) {
	boardtest.FuzzMoves(f, Rules, []string{
		"",
		"1/1k1/5/7/9/4P6/3p7/11/11/5K5/11 w - d6 0 1",
		"1/P2/PP1P1/1k5/9/11/11/11/8p2/1p4p1K2/p1p8 w - - 0 1",
		"1/3/5/2r4/4k4/11/3P1P5/11/4R6/5K5/5B5 b - - 3 20",
	}, []string{"O-O", "0-0-0", "Rif4", "exd6", "g10=Q", "g10", "f10f11q", "N@f3", "Kg1", "j4", "--", "l11", "e12", "a1a10"})
}
