package ucicmd

import (
	"strings"
	"testing"

	"rookery/chess"
	"rookery/cmd/internal/cli"
)

// Every game that the engine offers begins, gets a legal move, and is known by
// its name elsewhere.
func TestEngineOffersItsGames(t *testing.T) {
	names := engineGames()
	if names[0] != "chess" {
		t.Errorf("the first game is %s", names[0])
	}
	var script strings.Builder
	script.WriteString("uci\n")
	for _, name := range names {
		script.WriteString("setoption name UCI_Variant value " + name + "\nposition startpos\ngo depth 1 nodes 1\nisready\n")
	}
	// A search is cut short by what follows it, but has its move by then.
	got := run(t, script.String(), "uci")
	if got.Status != cli.StatusGood || got.Err != "" {
		t.Fatalf("status %d, %s", got.Status, got.Err)
	}
	out := got.Out
	if strings.Contains(out, "info string") {
		t.Errorf("it complains:\n%s", out)
	}
	var moves []string
	for line := range strings.Lines(out) {
		if rest, ok := strings.CutPrefix(strings.TrimSpace(line), "bestmove "); ok {
			moves = append(moves, strings.Fields(rest)[0])
		}
	}
	if len(moves) != len(names) {
		t.Fatalf("%d moves for %d games:\n%s", len(moves), len(names), out)
	}
	for i, name := range names {
		if !strings.Contains(out, " var "+name) {
			t.Errorf("%s is not offered", name)
		}
		r, err := engineRules(name, false)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		b, err := chess.NewBoard(r, "")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := chess.ParseUCI(b, moves[i]); err != nil {
			t.Errorf("%s: %s: %v", name, moves[i], err)
		}
	}
}

func TestEngineRules(t *testing.T) {
	for _, c := range []struct {
		name  string
		drawn bool
		want  string
	}{
		{"chess", false, "Chess"}, {"chess", true, "Chess960"}, {"antichess", false, "Giveaway"}, {"Atomic", true, "Atomic 960"},
		{"atomic+dark1", false, "Atomic + Dark chess 1"},
	} {
		if r, err := engineRules(c.name, c.drawn); err != nil || r.Name != c.want {
			t.Errorf("%s, drawn %t: %q, %v", c.name, c.drawn, r.Name, err)
		}
	}
	for _, name := range []string{"", "nonsense", "atomic+benedict"} {
		if r, err := engineRules(name, false); err == nil {
			t.Errorf("%q is %s", name, r.Name)
		}
	}
}

func TestEngineHasABook(t *testing.T) {
	for _, c := range []struct {
		book  string
		offer bool
	}{{"own", true}, {"off", false}} {
		got := run(t, "uci\n", "uci", "--book", c.book)
		if !strings.Contains(got.Out, "uciok") || strings.Contains(got.Out, "OwnBook") != c.offer {
			t.Errorf("%s: %+v", c.book, got)
		}
	}
	if got := run(t, "uci\n", "uci", "--book", "nowhere.bin"); got.Status != cli.StatusNo || got.Out != "" || !strings.Contains(got.Err, "nowhere.bin") {
		t.Errorf("%+v", got)
	}
}

// TestEngineReadsSyzygy lets another program name a folder of Syzygy tables: the engine then knows that it wins,
// which it does not see, and plays the only move.
func TestEngineReadsSyzygy(t *testing.T) {
	const asks = "position fen 4k3/8/3K4/4P3/8/8/8/8 w - - 0 1\ngo depth 2\nisready\n"
	got := run(t, "uci\nsetoption name SyzygyPath value ../../../ai/syzygy/testdata\n"+asks, "uci")
	for _, want := range []string{"option name SyzygyPath type string default <empty>\n", "info string 10 Syzygy tables of up to 3 pieces\n", " score cp 20000 ", "bestmove d6e6"} {
		if !strings.Contains(got.Out, want) {
			t.Errorf("%q is missing:\n%s", want, got.Out)
		}
	}
	got = run(t, "setoption name SyzygyPath value nowhere\n"+asks, "uci")
	if !strings.Contains(got.Out, "info string open nowhere") || strings.Contains(got.Out, "cp 20000") {
		t.Errorf("a folder that is not there:\n%s", got.Out)
	}
}
