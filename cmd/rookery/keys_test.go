package main

import (
	"strings"
	"testing"

	"rookery/cmd/internal/clitest"
)

// TestOwnKeys gives the player keys of his own, taken from what the program
// lists, and plays with them.
func TestOwnKeys(t *testing.T) {
	t.Parallel()
	listed := run(t, "", "keys")
	if listed.Status != 0 || !strings.Contains(listed.Out, "[keys.game]\n") || !strings.Contains(listed.Out, `undo = ["ctrl+u", "f2"]`) {
		t.Fatalf("status %d, listed %q", listed.Status, listed.Out)
	}
	h := clitest.NewHome(t)
	h.Write(t, strings.Replace(listed.Out, `undo = ["ctrl+u", "f2"]`, `undo = ["ctrl+_"]`, 1), "config", "rookery", "config.toml")
	p := start(t, h, 80, 24, "play", "--white", "human", "--black", "human")
	p.see("Ctrl+_ undo")
	p.enter("e4")
	p.shows("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")
	p.write("\x1f")
	p.shows(firstArray)
}

// TestTwoThingsWantOneKey holds that the settings say so with both lines.
func TestTwoThingsWantOneKey(t *testing.T) {
	t.Parallel()
	h := clitest.NewHome(t)
	h.Write(t, "[keys.game]\nhint = \"alt+h\"\n\nundo = [\"f2\", \"alt+h\"]\n", "config", "rookery", "config.toml")
	p := start(t, h, 200, 24) // wide enough for one line
	p.see("config.toml line 4", "Alt+H", "game.undo", "line 2", "game.hint", "New game")
}
