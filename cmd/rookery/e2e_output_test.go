package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"rookery/cmd/internal/clitest"
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

// TestBytesOfAMove counts what is written to the terminal for a move in 24-bit colour,
// its list of moves and its sign of whose turn it is included: on cells of 5×2 in
// quadrants and in sextants, and of 8×4.
func TestBytesOfAMove(t *testing.T) {
	for _, test := range []struct {
		art        string
		cols, rows int
		most       int
	}{{"quadrants", 80, 24, 1024}, {"sextants", 80, 24, 1024}, {"quadrants", 120, 40, 1536}, {"sextants", 120, 40, 1536}} {
		t.Run(fmt.Sprintf("%s-%dx%d", test.art, test.cols, test.rows), func(t *testing.T) {
			t.Parallel()
			p := startWith(t, clitest.NewHome(t), []string{"COLORTERM=truecolor"}, test.cols, test.rows, "play", "--art", test.art, "--white", "human", "--black", "human")
			p.see("White to move")
			worst, sum := 0, 0
			moves := []string{"e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Bxc6", "dxc6", "O-O", "Bg4", "Qe2", "Qd3", "Qxd3", "O-O-O"}
			for _, move := range moves {
				p.write(move)
				p.see("▸ " + move)
				before := p.quiet()
				p.press("enter")
				p.until("an answer to "+move, func(string) bool { return len(p.output()) > before })
				n := p.quiet() - before
				worst, sum = max(worst, n), sum+n
				if n == 0 || n > test.most {
					t.Errorf("%s: %d bytes, want at most %d", move, n, test.most)
				}
			}
			t.Logf("%d bytes a move, at most %d", sum/len(moves), worst)
		})
	}
}

// TestPicturesOfPieces answers as terminals do that show pictures, with a typed move among the
// answers: the pieces are sent once, or painted, a move costs no second sending, and of
// the answers nothing reaches the line.
func TestPicturesOfPieces(t *testing.T) {
	for name, test := range map[string]struct {
		env, answers, picture string
		first, later, most    int // pictures at the start, at most for a move, and its bytes
	}{
		"kitty": {"KITTY_WINDOW_ID=1", "\x1b_Gi=4211;OK\x1b\\\x1bP>|kitty(0.41.1)\x1b\\\x1b[6;18;9t\x1b[?62;c", "a=T,U=1", 12, 0, 1024},
		"sixel": {"XTERM_VERSION=XTerm(379)", "\x1bP>|XTerm(379)\x1b\\\x1b[6;18;9t\x1b[?63;1;2;4;6c", "\x1bP0;1;0q", 32, 4, 8192},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := startWith(t, clitest.NewHome(t), []string{"COLORTERM=truecolor", test.env}, 80, 24, "play", "--white", "human", "--black", "human")
			p.see("White to move")
			count := func() int { return strings.Count(string(p.output()), test.picture) }
			p.until("a question", func(string) bool { return bytes.Contains(p.output(), []byte("\x1b[16t\x1b[c")) })
			p.write("e" + test.answers + "4")
			p.until("pictures", func(string) bool { return count() >= test.first })
			p.see("▸ e4")
			p.quiet()
			if n := count(); n != test.first {
				t.Errorf("%d pictures are sent, want %d", n, test.first)
			}
			p.press("enter")
			p.see("Black to move")
			worst := 0
			for _, move := range []string{"e5", "Nf3", "Nc6", "Bb5", "a6", "Bxc6", "dxc6"} {
				p.write(move)
				p.see("▸ " + move)
				before, sent := p.quiet(), count()
				p.press("enter")
				p.until("an answer to "+move, func(string) bool { return len(p.output()) > before })
				n := p.quiet() - before
				worst = max(worst, n)
				if n > test.most || count()-sent > test.later {
					t.Errorf("%s: %d bytes and %d pictures", move, n, count()-sent)
				}
			}
			t.Logf("at most %d bytes a move", worst)
		})
	}
}

// TestStoppedAndContinued stops the program by Ctrl-Z under a shell that knows
// of jobs, and continues it: the shell gets its terminal back as it was, and
// afterwards the board stands where it stood.
func TestStoppedAndContinued(t *testing.T) {
	t.Parallel()
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no shell")
	}
	const script = `set -m; "$0" play --white human --black human; echo "stopped, echo: $(stty -a | grep -c ' -echo ')"; read -r line; fg`
	p := startCommand(t, clitest.NewHome(t), nil, 80, 24, exec.Command(shell, "-c", script, program))
	p.shows(firstArray)
	p.enter("e4")
	const board = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"
	p.shows(board)
	p.press("ctrl+z")
	p.see("stopped, echo: 0")
	if !bytes.Contains(p.output(), []byte("\x1b[?1049l")) {
		t.Error("the shell does not get its screen back")
	}
	p.press("enter")
	p.shows(board)
	p.enter("e5")
	p.shows("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR")
}

// TestHangUpEndsIt hangs up on a program that was started with that signal
// ignored: without its terminal nobody could end it.
func TestHangUpEndsIt(t *testing.T) {
	t.Parallel()
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no shell")
	}
	const script = `trap '' HUP; exec "$0" play --white human --black human`
	p := startCommand(t, clitest.NewHome(t), nil, 80, 24, exec.Command(shell, "-c", script, program))
	p.shows(firstArray)
	if err := p.cmd.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	if got := p.ends(); got != 0 {
		t.Errorf("status %d, want 0", got)
	}
}

// TestNotStoppedWithoutShell holds that Ctrl-Z does not stop a program that
// nobody could continue.
func TestNotStoppedWithoutShell(t *testing.T) {
	t.Parallel()
	p := start(t, clitest.NewHome(t), 80, 24, "play", "--white", "human", "--black", "human")
	p.shows(firstArray)
	p.press("ctrl+z")
	p.see("no shell")
	p.enter("e4")
	p.shows("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")
}

// TestIdleProcessSleeps holds that a program that waits for a key uses no time
// of the processor, once what it has put off until later is done: not one of
// the system's ticks of ten milliseconds in a second.
func TestIdleProcessSleeps(t *testing.T) {
	p := start(t, clitest.NewHome(t), 80, 24, "play", "--white", "human", "--black", "human")
	p.shows(firstArray)
	before, ok := p.ticks()
	if !ok {
		t.Skip("this system does not tell what a process has used")
	}
	for range 10 {
		time.Sleep(time.Second)
		now, _ := p.ticks()
		if now == before {
			return
		}
		before = now
	}
	t.Error("not one second of ten was idle")
}

// ticks is the time of the processor that the program has used.
func (t *terminal) ticks() (n int, ok bool) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", t.cmd.Process.Pid))
	if err != nil {
		return 0, false
	}
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	if len(fields) < 13 {
		return 0, false
	}
	user, err := strconv.Atoi(string(fields[11]))
	system, err2 := strconv.Atoi(string(fields[12]))
	return user + system, err == nil && err2 == nil
}
