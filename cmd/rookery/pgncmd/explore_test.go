package pgncmd

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestExplore(t *testing.T) {
	path, _ := copyOfThree(t)
	got := run(t, "", "pgn", "explore", path, "--moves", "e4 e5", "--games", "2")
	if got.Status != 0 || !strings.Contains(got.Err, "3 games indexed in "+path+".explorer") {
		t.Fatalf("status %d, %q, %q", got.Status, got.Out, got.Err)
	}
	lines := strings.Split(got.Out, "\n")
	if !strings.Contains(lines[1], "Nf3      1   100%    0%     0%  100.0%       -  1858") || !strings.Contains(got.Out, "f4\t1\t1851.") || !strings.Contains(got.Out, "Morphy, Paul") {
		t.Errorf("it says\n%s", got.Out)
	}
	var rec exploreRecord
	got = run(t, "", "pgn", "explore", path, "--json", "--variant", "atomic")
	if err := json.Unmarshal([]byte(got.Out), &rec); err != nil || got.Err != "" {
		t.Fatalf("%v, %q: %s", err, got.Err, got.Out)
	}
	if rec.Games != 1 || len(rec.Moves) != 1 || rec.Moves[0].SAN != "Nf3" || rec.Moves[0].UCI != "g1f3" || *rec.Moves[0].Score != 1 || rec.Index != path+".explorer" {
		t.Errorf("of atomic chess: %s", got.Out)
	}
	if none := run(t, "", "pgn", "explore", path, "--fen", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"); none.Status != 0 || !strings.Contains(none.Out, "No game of the file") {
		t.Errorf("nothing: %d, %q", none.Status, none.Out)
	}
	// The index follows the file.
	if err := os.WriteFile(path, []byte("[White \"A\"]\n[Date \"2020.01.01\"]\n\n1. b4 1-0\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(path, time.Time{}, time.Unix(1<<30, 0)); err != nil {
		t.Fatal(err)
	}
	if again := run(t, "", "pgn", "explore", path); !strings.Contains(again.Err, "1 game indexed") || !strings.Contains(again.Out, "b4      1") || !strings.Contains(again.Out, "2020") {
		t.Errorf("after a change: %q, %q", again.Out, again.Err)
	}
	for _, c := range []struct{ args, says string }{
		{"-", "needs a file"}, {path + "|--moves|e5", "move 1"}, {path + "|--plies|7", "--rebuild"}, {path + "|--rebuild|--plies|0", "1 to"},
		{filepath.Dir(path), "not a file"}, {path + "x", "no such file"}, {path + "|--fen|x", ""},
	} {
		if got := run(t, "", append([]string{"pgn", "explore"}, strings.Split(c.args, "|")...)...); got.Status == 0 || !strings.Contains(got.Err, c.says) {
			t.Errorf("%s: status %d, %q", c.args, got.Status, got.Err)
		}
	}
}
