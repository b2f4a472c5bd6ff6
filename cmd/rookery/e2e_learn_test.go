package main

import (
	"strings"
	"testing"

	"rookery/cmd/internal/clitest"
)

// TestLearnSpoilsAWin goes from the menu to queen against king, leaves the
// queen hanging, is told so, and goes on from there.
func TestLearnSpoilsAWin(t *testing.T) {
	t.Parallel()
	p := start(t, clitest.NewHome(t), 80, 24)
	p.see("Learn")
	p.press("8")
	p.see("Practice")
	p.press("3")
	p.see("Queen mate", "Bishop and knight mate")
	p.press("6")
	p.shows("4k3/8/8/8/8/8/8/3QK3")
	p.enter("Qd7")
	p.see("Drawn after 1 move", "The win was lost at move 1: Qd7+", "Better was", "Try again from move 1")
	p.press("enter")
	p.see("Move ▸") // the verdict shows the same board
	p.shows("4k3/8/8/8/8/8/8/3QK3")
	p.enter("resign")
	p.see("Resign the game?")
	p.press("y")
	p.see("Lost after 0 moves")
	p.press("esc")
	p.see("0/1", "1 attempt, not won yet.")
}

// TestLearnDrawsAPosition plays a position drawn by chance: other squares, the
// same men.
func TestLearnDrawsAPosition(t *testing.T) {
	t.Parallel()
	p := start(t, clitest.NewHome(t), 80, 24)
	p.see("Learn")
	p.press("8")
	p.see("Practice")
	p.press("3")
	p.see("Rook mate")
	p.press("down*6", "r")
	p.until("a rook's ending", func(screen string) bool {
		men := strings.Trim(p.placement(), "/12345678")
		return !strings.Contains(screen, "Practice") && men != "" && p.placement() != "4k3/8/8/8/8/8/8/R3K3" &&
			strings.Count(p.placement(), "R") == 1 && strings.Count(p.placement(), "K") == 1 && strings.Count(p.placement(), "k") == 1
	})
}
