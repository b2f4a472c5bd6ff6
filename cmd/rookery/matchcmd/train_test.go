package matchcmd

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/adrg/xdg"

	"rookery/ai"
	"rookery/ai/network"
	"rookery/cmd/internal/cli"
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
	if n, err := network.Read(file); err != nil || n.Game != ai.NetworkName(variants.Crazyhouse) {
		t.Error(n, err)
	}
	// Zones of the king and the games are taken over from the network to begin with.
	again := filepath.Join(dir, "again.net")
	run(t, "", "train", "--variant", "crazyhouse", "--out", out, "--epochs", "1", "--size", "32", "--zones", "3", positions)
	n, err := ai.ReadNetwork(out)
	if err != nil {
		t.Fatal(err)
	}
	n.Game = "drops" // as the embedded one, for more games than crazyhouse
	if err := writeNetwork(out, n); err != nil {
		t.Fatal(err)
	}
	run(t, "", "train", "--variant", "crazyhouse", "--out", again, "--start", out, "--epochs", "1", positions)
	if n, err := ai.ReadNetwork(again); err != nil || n.Features.Zones != 3 || n.Game != "drops" {
		t.Errorf("trained further: %v, %v", n, err)
	}
	for _, wrong := range [][]string{
		{"train", positions},
		{"train", "--variant", "crazyhouse", "--out", out, "--zones", "5", positions},
		{"train", "--variant", "suicide", "--out", out, "--zones", "2", positions},
		{"train", "--variant", "crazyhouse", positions},
		{"train", "--variant", "crazyhouse", "--labeller", "stockfish"},
		{"train", "--variant", "crazyhouse", "--hours", "0"},
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
	got := run(t, "", "train", "--only-positions", "--variant", "atomic", "--data", dir, "--positions", "80", "--nodes", "60", "--label-nodes", "100", "--threads", "1", "--seed", "3")
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

// TestTrainEndToEnd makes a network for a combination from nothing, judges it and leaves the
// positions behind. So few teach nothing: it is the engine without it that is stronger, or
// nobody within the time.
func TestTrainEndToEnd(t *testing.T) {
	dir := t.TempDir()
	args := []string{"train", "--variant", "crazyhouse+atomic", "--data", dir, "--positions", "300", "--nodes", "60",
		"--label-nodes", "100", "--threads", "1", "--hours", "0.004", "--epochs", "2"}
	got := run(t, "", args...)
	if got.Status != 1 || !strings.Contains(got.Out, "epoch 2: loss") || !strings.Contains(got.Out, "games at equal time") {
		t.Fatalf("status %d: %s%s", got.Status, got.Out, got.Err)
	}
	if files, err := filepath.Glob(filepath.Join(dir, "crazyhouse+atomic", "1-*.txt.gz")); err != nil || len(files) != 1 {
		t.Errorf("%v, %v", files, err)
	}
	if !strings.Contains(got.Out, "not decided") {
		return
	}
	if got = run(t, "", args...); strings.Contains(got.Out, "epoch") {
		t.Errorf("the match did not go on: %s", got.Out)
	}
}

// TestTrainKeepsAStrongerNetwork lets one that says nothing meet one that the player had before,
// which does not walk with its king.
func TestTrainKeepsAStrongerNetwork(t *testing.T) {
	v, err := variants.Custom("racingkings", "nopromotion")
	if err != nil {
		t.Fatal(err)
	}
	dir, data := t.TempDir(), xdg.DataHome
	xdg.DataHome = t.TempDir()
	defer func() {
		xdg.DataHome = data
		if err := ai.UseNetworks(cli.NetworksDir()); err != nil {
			t.Error(err)
		}
	}()
	named := func() *network.Network {
		n := network.New(network.FeaturesOf(v.Rules), network.Step, 1, 1000)
		n.Game = ai.NetworkName(v.Rules)
		return n
	}
	strong, weak := named(), named()
	const king = 5 * 64 // the first input of one's own
	for sq := 24; sq < 64; sq++ {
		weak.Weights[(king+sq)*network.Step] = network.One
	}
	weak.Output[0], weak.Output[network.Step] = -network.MaxOutput, network.MaxOutput
	kept := filepath.Join(cli.NetworksDir(), strong.Game+".net")
	if err := writeNetwork(kept, weak); err != nil {
		t.Fatal(err)
	}
	const name = "racingkings+nopromotion"
	if err := writeNetwork(filepath.Join(dir, name, "candidate.net"), strong); err != nil {
		t.Fatal(err)
	}
	got := run(t, "", "train", "--variant", name, "--data", dir, "--hours", "0.05", "--trial-nodes", "200")
	if got.Status != 0 || !strings.Contains(got.Out, "stronger: kept as "+kept) {
		t.Fatalf("status %d: %s%s", got.Status, got.Out, got.Err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, name, "*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	if n, err := ai.ReadNetwork(kept); err != nil || n.Output[0] != 0 {
		t.Errorf("the stronger one is not there (%v)", err)
	}
	// A damaged file is named and passed over.
	if err := os.WriteFile(filepath.Join(cli.NetworksDir(), "explode.net"), []byte("rooknet5 and no more"), 0o600); err != nil {
		t.Fatal(err)
	}
	got = run(t, "", "bench", "--depth", "1")
	if got.Status != 0 || !strings.Contains(got.Err, "explode.net: the network is damaged: the file is not used") {
		t.Errorf("status %d: %s", got.Status, got.Err)
	}
}
