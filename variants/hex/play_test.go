package hex

import (
	"math/rand/v2"
	"slices"
	"testing"

	"rookery/chess"
)

// names writes moves as UCI, in order.
func names(b chess.Board, moves []chess.Move) []string {
	all := make([]string, len(moves))
	for i, m := range moves {
		all[i] = chess.UCI(b, m)
	}
	slices.Sort(all)
	return all
}

// TestAgainstDiagram plays random games and holds the moves of every position
// against a generator that shares nothing with the board's own.
func TestAgainstDiagram(t *testing.T) {
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
			got, want := names(b, moves), d.legal()
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

// TestPlay plays random games and looks at every position for what must hold
// of all of them.
func TestPlay(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 91))
	for range 8 {
		b := setUp(t, "")
		var fens []string
		var keys []uint64
		for range 200 {
			fens, keys = append(fens, b.FEN()), append(keys, b.Key())
			checkPosition(t, b)
			moves := b.Moves(nil)
			if len(moves) == 0 {
				break
			}
			b.Make(moves[rng.IntN(len(moves))])
			if rng.IntN(20) == 0 && len(b.Checked()) == 0 {
				fens, keys = append(fens, b.FEN()), append(keys, b.Key())
				b.Make(chess.Pass)
				if setUp(t, b.FEN()).Key() != b.Key() {
					t.Fatalf("%s: the key after a pass is not that of the position", b.FEN())
				}
			}
		}
		twin := b.Clone()
		if twin.FEN() != b.FEN() || twin.Key() != b.Key() {
			t.Fatalf("clone is %s, want %s", twin.FEN(), b.FEN())
		}
		for i := len(b.history) - 2; i >= 0; i-- {
			b.Undo()
			if b.FEN() != fens[i] || b.Key() != keys[i] {
				t.Fatalf("undone to %s, want %s", b.FEN(), fens[i])
			}
		}
		for range len(twin.(*board).history) - 1 {
			twin.Undo()
		}
		if twin.FEN() != b.FEN() {
			t.Fatalf("clone undone to %s, want %s", twin.FEN(), b.FEN())
		}
	}
}

// checkPosition holds the present position against one read from its FEN, and
// every move against its own notation.
func checkPosition(t *testing.T, b *board) {
	t.Helper()
	fen := b.FEN()
	fresh := setUp(t, fen)
	if got := fresh.FEN(); got != fen {
		t.Fatalf("%s is read as %s", fen, got)
	}
	if fresh.Key() != b.Key() {
		t.Fatalf("%s: key %x, want %x as set up", fen, b.Key(), fresh.Key())
	}
	here, there := b.now(), fresh.now()
	if here.pieces != there.pieces || here.king != there.king || here.at != there.at {
		t.Fatalf("%s: sets and cells tell different stories", fen)
	}
	moves := b.Moves(nil)
	if !slices.Equal(names(b, moves), names(fresh, fresh.Moves(nil))) {
		t.Fatalf("%s: other moves than as set up", fen)
	}
	for _, m := range moves {
		uci := chess.UCI(b, m)
		if got, err := chess.ParseUCI(b, uci); got != m || err != nil {
			t.Fatalf("%s: %s is read as %s (%v)", fen, uci, chess.UCI(b, got), err)
		}
		san := chess.SAN(b, m)
		if got, err := chess.ParseSAN(b, san); got != m || err != nil {
			t.Fatalf("%s: %s is read as %s (%v)", fen, san, chess.UCI(b, got), err)
		}
	}
	if b.FEN() != fen {
		t.Fatalf("%s has become %s by looking", fen, b.FEN())
	}
}

func TestUndoPanicsAtTheStart(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("Undo without a move does not panic")
		}
	}()
	setUp(t, "").Undo()
}

func TestNoAllocation(t *testing.T) {
	b := setUp(t, "")
	moves := make([]chess.Move, 0, 320)
	got := testing.AllocsPerRun(100, func() {
		moves = b.Moves(moves[:0])
		for _, m := range moves {
			b.Make(m)
			b.Key()
			b.Outcome()
			b.Undo()
		}
	})
	if got != 0 {
		t.Errorf("%v allocations in making, undoing and judging moves, want none", got)
	}
}
