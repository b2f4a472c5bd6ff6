package hex

import (
	"strings"
	"testing"

	"rookery/chess"
)

// play makes moves written as UCI.
func play(t testing.TB, b chess.Board, moves string) {
	t.Helper()
	for text := range strings.FieldsSeq(moves) {
		m, err := chess.ParseUCI(b, text)
		if err != nil {
			t.Fatalf("%s: %v", b.FEN(), err)
		}
		b.Make(m)
	}
}

func checkOutcomes(t *testing.T, path string) {
	for _, row := range table(t, path, "hex", 5) {
		b := setUp(t, row[1])
		play(t, b, row[2])
		got := b.Outcome()
		if got.Result.String() != row[3] || got.Reason.String() != row[4] {
			t.Errorf("%s %s: %s %s, want %s %s", row[1], row[2], got.Result, got.Reason, row[3], row[4])
		}
	}
}

func TestOutcomes(t *testing.T)       { checkOutcomes(t, "testdata/outcomes.tsv") }
func TestOutcomesShared(t *testing.T) { checkOutcomes(t, shared+"outcomes/outcomes.tsv") }

func TestCanWin(t *testing.T) {
	b := setUp(t, "1/1k1/5/7/9/11/11/11/11/5K5/5P5 w - - 0 1")
	if !b.CanWin(chess.White) || b.CanWin(chess.Black) {
		t.Errorf("a pawn can win: %v, want true; a bare king: %v, want false", b.CanWin(chess.White), b.CanWin(chess.Black))
	}
}

func TestChecked(t *testing.T) {
	b := setUp(t, "1/1k1/5/7/9/5r5/11/11/11/5K5/11 w - - 0 1")
	king, _ := b.Layout().Square("f2")
	for name, got := range map[string][]chess.Square{"Checked": b.Checked(), "View.Checked": b.View(chess.EyesOfWhite).Checked} {
		if len(got) != 1 || got[0] != king {
			t.Errorf("%s is %v, want the king on f2 (%d)", name, got, king)
		}
	}
	if got := setUp(t, "").Checked(); len(got) != 0 {
		t.Errorf("Checked at the start is %v, want nothing", got)
	}
}
