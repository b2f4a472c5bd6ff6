package tower

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
	for _, row := range table(t, path, "makarenko", 5) {
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
	b := setUp(t, "4k3/8/8/8/8/8/8/4P3 w - - 0 1")
	if !b.CanWin(chess.White) || !b.CanWin(chess.Black) {
		t.Error("a side with towers cannot win, want that it can")
	}
}

func TestChecked(t *testing.T) {
	b := setUp(t, "4k3/8/8/8/8/8/4Q3/4K3 b - - 0 1")
	if got := append(b.Checked(), b.View(chess.EyesOfBlack).Checked...); len(got) != 0 {
		t.Errorf("checked are %v, want nothing: there is no check", got)
	}
}
