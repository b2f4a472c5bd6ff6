package matchcmd

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rookery/ai/network"
	"rookery/variants"
)

func TestTrainWritesANetwork(t *testing.T) {
	dir := t.TempDir()
	positions, out := filepath.Join(dir, "positions.txt"), filepath.Join(dir, "v.net")
	var lines strings.Builder
	for i := range 200 {
		fmt.Fprintf(&lines, "rnbqkb1r/pppp1ppp/5n2/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R[] w KQkq - 2 %d;%d;%d\n", 3+i, 20+i, i%2)
	}
	if err := os.WriteFile(positions, []byte(lines.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	got := run(t, "", "train", "--variant", "crazyhouse", "--out", out, "--epochs", "1", "--size", "32", positions)
	if got.Status != 0 || !strings.Contains(got.Out, "epoch 1: loss") {
		t.Fatalf("status %d: %s%s", got.Status, got.Out, got.Err)
	}
	file, err := os.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := network.Read(file, network.FeaturesOf(variants.Crazyhouse)); err != nil {
		t.Error(err)
	}
	for _, wrong := range [][]string{
		{"train", positions},
		{"train", "--variant", "crazyhouse", positions},
		{"train", "--variant", "crazyhouse", "--labeller", "stockfish"},
		{"train", "--variant", "crazyhouse", "--out", out, "--size", "33", positions},
		{"train", "--variant", "hex", "--out", out, positions},
	} {
		if got := run(t, "", wrong...); got.Status != 2 {
			t.Errorf("%v: status %d, want 2", wrong, got.Status)
		}
	}
}

func TestTrainMakesPositions(t *testing.T) {
	dir := t.TempDir()
	got := run(t, "", "train", "--variant", "atomic", "--data", dir, "--positions", "80", "--nodes", "60", "--label-nodes", "100", "--threads", "1", "--seed", "3")
	if got.Status != 0 || !strings.Contains(got.Err, "atomic: 80 positions in") {
		t.Fatalf("status %d: %s%s", got.Status, got.Out, got.Err)
	}
	if files, err := filepath.Glob(filepath.Join(dir, "atomic", "3-*.txt.gz")); err != nil || len(files) != 1 {
		t.Errorf("%v, %v", files, err)
	}
	got = run(t, "", "train", "--variant", "hex", "--data", dir)
	if got.Status != 2 || !strings.Contains(got.Err, "8×8") {
		t.Errorf("status %d: %s", got.Status, got.Err)
	}
}
