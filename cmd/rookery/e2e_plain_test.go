package main

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"rookery/cmd/internal/clitest"
)

// spoken is what the program said in lines of text.
type spoken struct{ clitest.Answer }

// plainly runs "rookery plain" for a player of a home, writes some lines to it
// and gives what it said.
func plainly(tb testing.TB, h clitest.Home, stdin string, args ...string) spoken {
	tb.Helper()
	cmd := exec.Command(program, append([]string{"plain"}, args...)...)
	cmd.Env, cmd.Dir = append(h.Environ(), "TERM=dumb"), string(h)
	cmd.Stdin = strings.NewReader(stdin)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	a := spoken{clitest.Answer{Out: out.String(), Err: errs.String(), Status: clitest.Status(tb, err)}}
	if strings.ContainsAny(a.Out, "\x1b\r\a\b") {
		tb.Errorf("the program wrote more than lines of text: %q", a.Out)
	}
	return a
}

// tells wants every one of texts in what was said.
func (a spoken) tells(tb testing.TB, texts ...string) {
	tb.Helper()
	for _, text := range texts {
		if !strings.Contains(a.Out, text) {
			tb.Errorf("%q was not said:\n%s%s", text, a.Out, a.Err)
		}
	}
	if a.Status != 0 {
		tb.Errorf("exit status %d, want 0: %s", a.Status, a.Err)
	}
}

func TestPlainFoolsMate(t *testing.T) {
	t.Parallel()
	h := clitest.NewHome(t)
	plainly(t, h, "f3\ne5\ng4\nrank 4\nQh4\nsave\nquit\n", "--white", "human", "--black", "human").
		tells(t, "White pawn from f2 to f3.", "Rank 4: white pawn g.", "Black queen from d8 to h4.", "Black wins: checkmate.", "Result: 0-1.", "Saved as ")
	saved, err := filepath.Glob(h.Path("data", "rookery", "games", "*.pgn"))
	if err != nil || len(saved) != 1 {
		t.Fatalf("saved games %v, %v; want one", saved, err)
	}
	plainly(t, h, "next\nend\n", saved[0]).tells(t, "1 game.", "Move 1. White pawn from f2 to f3.", "End of the game. Result: 0-1.", "Black wins: checkmate.")
}

// TestPlainAgainstTheComputer plays some moves in several games and leaves
// them: each is kept and goes on.
func TestPlainAgainstTheComputer(t *testing.T) {
	t.Parallel()
	for _, g := range []struct{ variant, move, said string }{
		{"chess", "e4", "White pawn from e2 to e4."}, {"hexagonal", "f6", "White pawn from f5 to f6."},
		{"makarenko", "e2e4", "White pawn of 1 disc from e2 to e4."}, {"dark2", "e4", "Black has moved."},
	} {
		h := clitest.NewHome(t)
		plainly(t, h, g.move+"\nlast\nboard\n", "--variant", g.variant, "--black", "ai:1", "--chance", "3").
			tells(t, g.said, "Rank 1: ", "Game saved")
		plainly(t, h, "continue\nundo\n").tells(t, "1 unfinished game", "2 half-moves played.", "Took back 2 half-moves.")
	}
}

func TestPlainWatch(t *testing.T) {
	t.Parallel()
	plainly(t, clitest.NewHome(t), "", "--variant", "atomic", "--white", "ai:1", "--black", "ai:1", "--terse", "--chance", "9").tells(t, "Result: ")
}

// TestPlainReaderGoes closes the pipe that is read from in the middle of a game.
func TestPlainReaderGoes(t *testing.T) {
	t.Parallel()
	h := clitest.NewHome(t)
	cmd := exec.Command(program, "plain", "--black", "human")
	cmd.Env, cmd.Dir = h.Environ(), string(h)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var errs bytes.Buffer
	cmd.Stderr = &errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Process.Kill()
	lines := bufio.NewScanner(out)
	write := func(s string) {
		if _, err := in.Write([]byte(s)); err != nil && !strings.Contains(err.Error(), "broken pipe") {
			t.Error(err)
		}
	}
	write("e4\n")
	for lines.Scan() && lines.Text() != "White pawn from e2 to e4." {
	}
	out.Close()
	write("e5\n")
	write("board\n")
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	select {
	case err := <-done:
		if err != nil || errs.Len() > 0 {
			t.Errorf("the program ended with %v: %s", err, &errs)
		}
	case <-time.After(patience):
		t.Fatal("the program does not end")
	}
	plainly(t, h, "continue\nhistory\n").tells(t, "1, White: pawn from e2 to e4.")
}

// TestPlainHangUp sends the signal of a terminal that goes away.
func TestPlainHangUp(t *testing.T) {
	t.Parallel()
	h := clitest.NewHome(t)
	cmd := exec.Command(program, "plain", "--black", "human")
	cmd.Env, cmd.Dir = h.Environ(), string(h)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Process.Kill()
	lines := bufio.NewScanner(out)
	if _, err := in.Write([]byte("e4\n")); err != nil {
		t.Fatal(err)
	}
	for lines.Scan() && lines.Text() != "White pawn from e2 to e4." {
	}
	if err := cmd.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	var last string
	for lines.Scan() {
		last = lines.Text()
	}
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
	if want := "Game saved. Type continue to resume it."; last != want {
		t.Errorf("the last line is %q, want %q", last, want)
	}
}

func TestPlainPositionAndFaults(t *testing.T) {
	t.Parallel()
	plainly(t, clitest.NewHome(t), "set 8/8/8/8/8/8/8/9 x - -\nset 7k/8/6K1/8/8/8/8/R7 w - - 0 1\nRa8\n", "--black", "human").
		tells(t, "rank 1 has 9 squares, not 8", "white has no king", "black has no king", "not \"x\"", "White rook from a1 to a8.", "White wins: checkmate.")
	a := plainly(t, clitest.NewHome(t), "", "--variant", "nonsense")
	if a.Status != 1 || !strings.Contains(a.Err, "unknown variant") || a.Out != "" {
		t.Errorf("an unknown variant: %+v", a)
	}
	if a := plainly(t, clitest.NewHome(t), "", "--variant", "chess", os.DevNull); a.Status != 2 {
		t.Errorf("a game and a file: %+v", a)
	}
}

// TestPlainAtATerminal talks at a pseudo-terminal, where questions are answered
// while the computer thinks, and ends by the end of the input.
func TestPlainAtATerminal(t *testing.T) {
	t.Parallel()
	h := clitest.NewHome(t)
	p := start(t, h, 80, 24, "plain", "--black", "ai:1", "--terse")
	p.see("White to move.")
	p.enter("e4")
	p.enter("state") // at once, whoever is to move
	p.see("Chess.", "since the last capture")
	p.enter("hsitory")
	p.see("Did you mean history?")
	p.press("ctrl+d")
	if status := p.ends(); status != 0 {
		t.Errorf("exit status %d, want 0", status)
	}
	p.see("Game saved")
	if strings.Contains(string(p.output()), "\x1b") {
		t.Errorf("an escape sequence was written: %q", p.output())
	}
	p = start(t, h, 80, 24, "plain")
	p.see("1 unfinished game")
	p.enter("continue")
	p.see("1 half-move played.")
	p.press("ctrl+c")
	if status := p.ends(); status != 0 {
		t.Errorf("exit status %d, want 0", status)
	}
	p.see("Game saved")
}

// TestSyzygyFolderIsMissing holds that a folder of the settings that cannot be read is told, and that the program goes on.
func TestSyzygyFolderIsMissing(t *testing.T) {
	t.Parallel()
	h := clitest.NewHome(t)
	h.Write(t, "syzygy = \"no-such-folder\"\n", "config", "rookery", "config.toml")
	a := plainly(t, h, "new\ne4\nquit\n")
	if !strings.Contains(a.Err, "no-such-folder") || strings.Contains(a.Err, "config.toml") {
		t.Errorf("it says %q", a.Err)
	}
	a.tells(t, "White pawn from e2 to e4")
}
