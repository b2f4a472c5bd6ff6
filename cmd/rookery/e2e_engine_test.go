//go:build unix

package main

import (
	"os"
	"strings"
	"testing"

	"rookery/cmd/internal/cli"
	"rookery/cmd/internal/clitest"
)

// TestPlayAgainstAnEngineThatDies plays another program, which is killed in the
// middle of the game: the game goes on, first with the program started again,
// then, when it has gone for good, from the menu.
func TestPlayAgainstAnEngineThatDies(t *testing.T) {
	t.Parallel()
	h := clitest.NewHome(t)
	// It is our own engine but for its answer to the second position, where it
	// ends the first time.
	h.Write(t, `#!/bin/sh
while read -r line; do
	case "$line" in
	uci) echo "id name Mortal"; echo uciok;;
	isready) echo readyok;;
	quit) exit 0;;
	*"moves e2e4") reply=e7e5;;
	*"moves e2e4 e7e5 g1f3") reply=b8c6; [ -e "$0.died" ] || reply=death;;
	*"moves e2e4 e7e5 g1f3 b8c6 f1b5") reply=death;;
	go*) case $reply in
		death) touch "$0.died"; echo "cannot go on" >&2; kill -9 $$;;
		*) echo "info depth 9 score cp 20 nodes 100 pv $reply"; echo "bestmove $reply";;
		esac;;
	esac
done
`, "mortal")
	if err := os.Chmod(h.Path("mortal"), 0o700); err != nil {
		t.Fatal(err)
	}
	p := start(t, h, 80, 24, "play", "--black", "uci:"+h.Path("mortal"))
	p.shows(firstArray)
	p.see("Mortal")
	p.enter("e4")
	p.shows("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR")
	p.enter("Nf3")
	p.see("Mortal has ended: signal: killed (cannot go on)", "r Restart engine", "o Continue with built-in engine", "s Save and leave")
	p.press("r")
	p.shows("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R")
	p.enter("Bb5")
	p.see("Mortal has ended", "s Save and leave")
	p.press("s")
	if status := p.ends(); status != 0 {
		t.Errorf("saved and left with exit status %d", status)
	}
	p = start(t, h, 80, 24)
	p.see("Continue", "move 3")
	p.press("down", "enter")
	p.see("Mortal has ended", "o Continue with built-in engine")
	p.press("right", "enter")
	p.see("3. Bb5 ")
	p.until("an answer of our engine", func(screen string) bool {
		return strings.Contains(screen, "White to move") && !strings.Contains(screen, "has ended")
	})
	p.press("esc")
	p.see("[y/N]")
}

// TestEngineSpecsOnTheCommandLine looks at what is told before the screen opens.
func TestEngineSpecsOnTheCommandLine(t *testing.T) {
	t.Parallel()
	h := clitest.NewHome(t)
	ours := "uci:" + program + "?args=uci"
	for _, c := range []struct {
		args   []string
		status int
		says   string
	}{
		{[]string{"play", "--black", "uci:/nowhere/engine"}, cli.StatusNo, "program not found: /nowhere/engine"},
		{[]string{"play", "--black", "uci:"}, cli.StatusUsage, "does not name a program"},
		{[]string{"play", "--black", ours + "&Nonsense=1"}, cli.StatusNo, `it has no option "Nonsense"`},
		{[]string{"play", "--black", ours, "--variant", "dark1"}, cli.StatusNo, "no external engine supports"},
		{[]string{"play", "--black", ours}, cli.StatusNo, "needs a terminal"},
		{[]string{"plain", "--black", "uci:/nowhere/engine"}, cli.StatusNo, "program not found: /nowhere/engine"},
	} {
		if got := run(t, "", c.args...); got.Status != c.status || !strings.Contains(got.Err, c.says) {
			t.Errorf("%v: %+v", c.args, got)
		}
	}
	if got := run(t, "e4\n", "plain", "--black", ours+"&movetime=50"); got.Status != 0 || !strings.Contains(got.Out, "\nBlack ") {
		t.Errorf("in lines of text no engine plays: %+v", got)
	}
	p := start(t, h, 80, 24, "play", "--variant", "atomic+960", "--array", "0", "--white", ours+"&Skill%20Level=1&name=Twin&movetime=50", "--black", "human")
	p.see("Twin", "Black to move", "1. ")
}

// TestEnginesByName lets an engine of the player's list play and analyze by its name.
func TestEnginesByName(t *testing.T) {
	t.Parallel()
	h := clitest.NewHome(t)
	h.Write(t, `engines = ["uci:`+program+`?args=uci&name=House engine&Skill Level=2"]`+"\n", "config", "rookery", "config.toml")
	h.Write(t, "1. f3 e5 2. g4 Qh4# 0-1\n", "mate.pgn")
	for _, c := range []struct {
		in, args string // parted by bars
		want     string
	}{
		{"", "pgn|annotate|" + h.Path("mate.pgn") + "|-o|-|--nodes|300|--engine|house ENGINE", "2. g4 $4"},
		{"", "match|House engine|ai:1|--games|2|--nodes|50", "House engine"},
		{"new against house\ne4\nwho\nquit\n", "plain", "House engine"},
	} {
		got := h.Run(t, program, c.in, strings.Split(c.args, "|")...)
		if got.Status != 0 || !strings.Contains(got.Out, c.want) {
			t.Errorf("%s: status %d, %s\n%s", c.args, got.Status, got.Err, got.Out)
		}
	}
	if got := h.Run(t, program, "", "match", "No such engine", "ai:1"); got.Status != cli.StatusUsage || !strings.Contains(got.Err, "an engine from your list") {
		t.Errorf("an unknown name: status %d, %s", got.Status, got.Err)
	}
}
