package main

import (
	"strings"
	"testing"
)

// TestOwnKeys gives the player keys of his own, taken from what the program
// lists, and plays with them.
func TestOwnKeys(t *testing.T) {
	t.Parallel()
	listed := run(t, "", "keys")
	if listed.status != 0 || !strings.Contains(listed.out, "[keys.game]\n") || !strings.Contains(listed.out, `undo = ["ctrl+u", "f2"]`) {
		t.Fatalf("status %d, listed %q", listed.status, listed.out)
	}
	h := newHome(t)
	h.write(t, strings.Replace(listed.out, `undo = ["ctrl+u", "f2"]`, `undo = ["ctrl+_"]`, 1), "config", "rookery", "config.toml")
	p := start(t, h, 80, 24, "play", "--white", "human", "--black", "human")
	p.see("ctrl+_ undo")
	p.enter("e4")
	p.shows("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")
	p.write("\x1f")
	p.shows(firstArray)
}

// TestTwoThingsWantOneKey holds that the settings say so with both lines.
func TestTwoThingsWantOneKey(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.write(t, "[keys.game]\nhint = \"alt+h\"\n\nundo = [\"f2\", \"alt+h\"]\n", "config", "rookery", "config.toml")
	p := start(t, h, 200, 24) // wide enough for one line
	p.see("config.toml line 4", "alt+h", "game.undo", "line 2", "game.hint")
	if status := p.ends(); status != 1 {
		t.Errorf("exit status %d, want 1", status)
	}
}
