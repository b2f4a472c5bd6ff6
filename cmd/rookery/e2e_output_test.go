package main

import (
	"testing"
	"time"
)

// quiet waits until the program has written nothing for a while and gives the
// number of bytes it has written by then.
func (t *terminal) quiet() int {
	t.tb.Helper()
	for {
		select {
		case <-t.news:
		case <-t.eof:
			t.fail("the program ended")
		case <-time.After(200 * time.Millisecond):
			return len(t.output())
		}
	}
}

// TestBytesOfAMove counts what is written to the terminal for a move on a
// board of 8×4 cells in 24-bit colour, its list of moves and its sign of whose
// turn it is included.
func TestBytesOfAMove(t *testing.T) {
	t.Parallel()
	const most = 1536
	p := startWith(t, newHome(t), []string{"COLORTERM=truecolor"}, 120, 40, "play", "--white", "human", "--black", "human")
	p.see("White to move")
	worst := 0
	for _, move := range []string{"e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Bxc6", "dxc6", "O-O", "Bg4", "Qe2", "Qd3", "Qxd3", "O-O-O"} {
		p.write(move)
		before := p.quiet()
		p.press("enter")
		n := p.quiet() - before
		worst = max(worst, n)
		if n == 0 || n > most {
			t.Errorf("%s: %d bytes, want at most %d", move, n, most)
		}
	}
	t.Logf("at most %d bytes", worst)
}
