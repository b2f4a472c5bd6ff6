package matchcmd

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTuneMargins tunes the margins by a few games, in one run and in two, and lets a
// match play with what came out.
func TestTuneMargins(t *testing.T) {
	tune := func(dir, games string) string {
		t.Helper()
		got := run(t, "", "tune", "--spsa", "--variant", "chess", "--out", dir, "--games", games, "--nodes", "40", "--plies", "200", "--seed", "4", "--rate", "0.5")
		if got.Status != 0 {
			t.Fatalf("status %d: %s", got.Status, got.Err)
		}
		text, err := os.ReadFile(filepath.Join(dir, "margins.txt"))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	dir := t.TempDir()
	first := tune(dir, "24")
	if again := tune(t.TempDir(), "24"); again != first {
		t.Errorf("with the same seed %q and %q", first, again)
	}
	if lines := strings.Count(first, "\n"); lines != 23 || !strings.Contains(first, "razor ") || strings.Contains(first, "razor 220\n") && strings.Contains(first, "delta 180\n") && strings.Contains(first, "futility 110\n") {
		t.Errorf("%d lines:\n%s", lines, first)
	}
	// All rounds were played: the same command has nothing left to do.
	if done := tune(dir, "24"); done != first {
		t.Errorf("it went on: %q, then %q", first, done)
	}
	if got := run(t, "", "tune", "--spsa", "--variant", "atomic", "--out", dir, "--games", "24"); got.Status != 1 || !strings.Contains(got.Err, "another run") {
		t.Errorf("status %d, %q for the directory of another run", got.Status, got.Err)
	}
	file := filepath.Join(dir, "margins.txt")
	got := run(t, "", "match", "ai", "ai", "--nodes", "60", "--plies", "20", "--games", "2", "--a-margins", file)
	if got.Status != 0 || !strings.Contains(got.Out, "margins.txt") {
		t.Errorf("status %d: %s%s", got.Status, got.Out, got.Err)
	}
	if err := os.WriteFile(file, []byte("razor 220\nrazo 3\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := run(t, "", "match", "ai", "ai", "--games", "2", "--a-margins", file); got.Status == 0 || !strings.Contains(got.Err, "line 2") {
		t.Errorf("status %d: %s", got.Status, got.Err)
	}
}

// TestTuneFromNothing tunes with places that begin at 0, and refuses weights that there are not.
func TestTuneFromNothing(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "positions.txt")
	var text strings.Builder
	for range 20 {
		text.WriteString("4k3/pppppppp/8/8/8/2N5/PPPPPPPP/4K3 w - - 0 1;300;1\n4k3/pppppppp/2n5/8/8/8/PPPPPPPP/4K3 w - - 0 1;-300;0\n")
	}
	if err := os.WriteFile(file, []byte(text.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	args := []string{"tune", "--variant", "chess", "--from", file, "--epochs", "5", "--hold", "0", "--out", dir, "--zero"}
	if got := run(t, "", append(args, "place,mobility")...); got.Status != 0 {
		t.Fatalf("status %d: %s", got.Status, got.Err)
	}
	base, err := os.ReadFile(filepath.Join(dir, "base.txt"))
	if err != nil {
		t.Fatal(err)
	}
	// No sample has a rook, so that its places stay at nothing; a knight's square gets a weight.
	if !strings.Contains(string(base), "value\n") || strings.Contains(string(base), "place.rook") || !strings.Contains(string(base), "place.knight") {
		t.Errorf("%.600s", base)
	}
	if got := run(t, "", append(args, "squares")...); got.Status != 2 || !strings.Contains(got.Err, "squares") {
		t.Errorf("status %d: %s", got.Status, got.Err)
	}
}
