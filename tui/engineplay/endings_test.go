package engineplay

import (
	"strings"
	"testing"

	"rookery/ai"
	"rookery/chess"
	"rookery/tui/play"
	"rookery/variants"
)

// TestEnginesGoByTables holds that our engine knows the distance of a mate that it cannot see, and
// plays it out move by move, in chess and in a combination.
func TestEnginesGoByTables(t *testing.T) {
	tables := NewEndings(t.TempDir())
	defer tables.Close()
	for _, c := range []struct {
		parts []string
		fen   string
		mate  int
	}{
		{[]string{"chess"}, "8/8/8/8/8/2k5/1R6/K7 w - - 0 1", 16},
		{[]string{"chess"}, "8/8/8/6k1/8/8/1P4K1/8 w - - 0 1", 28},
		{[]string{"kingofthehill", "noenpassant"}, "7k/8/8/8/8/8/8/KR6 w - - 0 1", 0},
	} {
		v, err := variants.Custom(c.parts...)
		if err != nil {
			t.Fatal(err)
		}
		b, err := chess.NewBoard(v.Rules, c.fen)
		if err != nil {
			t.Fatal(err)
		}
		if tables.Ready(t.Context(), b) == nil {
			t.Fatal("no tables")
		}
		e := NewAdviser(nil, 1).With(tables)
		limit := play.Task{Limit: ai.Limit{Depth: 2}}
		for first, last := true, 0; !b.Outcome().Over(); first = false {
			choice, err := e.Choose(t.Context(), b, nil, limit)
			if err != nil {
				t.Fatal(err)
			}
			if first && c.mate != 0 && choice.Mate != c.mate {
				t.Errorf("%s: mate in %d, want %d", c.fen, choice.Mate, c.mate)
			}
			if b.Turn() == chess.White {
				if !first && len(b.Moves(nil)) > 1 && choice.Mate >= last {
					t.Fatalf("%s: mate in %d after mate in %d", b.FEN(), choice.Mate, last)
				}
				last = choice.Mate
			}
			b.Make(choice.Move)
		}
		if winner, ok := b.Outcome().Winner(); !ok || winner != chess.White {
			t.Errorf("%s ends as %v", c.fen, b.Outcome())
		}
	}
}

// TestWantedTablesAreMade asks for an ending and finds its table when the background has made it.
func TestWantedTablesAreMade(t *testing.T) {
	tables := NewEndings(t.TempDir())
	b, err := chess.NewBoard(chess.Rules{}, "7k/8/8/8/8/8/8/KQ6 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := tables.Judge(b); ok {
		t.Error("a verdict without a table")
	}
	tables.Want(b)
	tables.idle.Wait()
	if v, ok := tables.Judge(b); !ok || v.Result != 1 || len(v.Moves) != len(b.Moves(nil)) {
		t.Errorf("%+v, %t", v, ok)
	}
	tables.Close()
	tables.Want(b) // makes nothing any more
	var none *Endings
	if none.Want(b) != nil || none.Ready(t.Context(), b) != nil {
		t.Error("no tables have some")
	}
	none.Close()
	for _, id := range []string{"crazyhouse", "dark1", "hex"} {
		v, _ := variants.ByName(id)
		b, err := chess.NewBoard(v.Rules, "")
		if err != nil {
			t.Fatal(err)
		}
		if tables.Want(b) != nil {
			t.Errorf("%s has tables", id)
		}
	}
}

// TestSyzygyIsTold holds what is said of a position that Syzygy tables know and ours do not, with the fifty-move rule.
func TestSyzygyIsTold(t *testing.T) {
	tables := NewEndings(t.TempDir())
	defer tables.Close()
	if err := tables.ReadSyzygy("../../ai/syzygy/testdata"); err != nil {
		t.Fatal(err)
	}
	for fen, want := range map[string]string{
		"4k3/8/3K4/4P3/8/8/8/8 w - - 0 1":  "this is won; only Ke6 wins",
		"8/8/8/1k6/8/1K6/1P6/8 w - - 0 1":  "with best play this is a draw",
		"8/8/8/8/8/2k5/1R6/K7 w - - 0 1":   "this is won",
		"8/8/8/8/8/2k5/1R6/K7 w - - 95 99": "this is won, but drawn by the fifty-move rule",
		"8/8/8/8/2k5/8/KR6/8 b - - 95 99":  "this is lost, but drawn by the fifty-move rule",
	} {
		b, err := chess.NewBoard(chess.Rules{}, fen)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(tables.Tell(b), "; "); got != want {
			t.Errorf("%s: %q, want %q", fen, got, want)
		}
	}
	if err := tables.ReadSyzygy("nowhere"); err == nil {
		t.Error("a folder that is not there is no error")
	}
}
