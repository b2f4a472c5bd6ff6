package main

import (
	"bytes"
	"strings"
	"testing"

	"rookery/cmd/internal/clitest"
)

func TestTooSmallTerminal(t *testing.T) {
	t.Parallel()
	p := start(t, clitest.NewHome(t), 30, 8, "play", "--white", "human", "--black", "human")
	p.see("too small", "needs", "has 30×8")
	p.resize(80, 24)
	p.shows(firstArray)
	p.resize(20, 6)
	p.see("too small")
	p.press("q") // nothing was played, so nothing is asked
	if status := p.ends(); status != 0 {
		t.Errorf("exit status %d, want 0", status)
	}
}

// TestResize draws the board as large as the terminal allows, and loses
// nothing on the way.
func TestResize(t *testing.T) {
	t.Parallel()
	p := start(t, clitest.NewHome(t), 80, 24, "play", "--art", "none", "--white", "human", "--black", "human")
	p.shows(firstArray)
	p.enter("e4")
	const board = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"
	p.shows(board)
	for _, size := range []struct{ cols, rows, width int }{{120, 40, 8}, {60, 20, 2}, {200, 60, 10}, {80, 24, 4}} {
		p.resize(size.cols, size.rows)
		p.until("a board that fits", func(string) bool {
			return p.cellWidth() >= size.width && p.placement() == board
		})
		if lines := strings.Count(p.text(), "\n") + 1; lines > size.rows {
			t.Errorf("%d lines in %d rows", lines, size.rows)
		}
	}
}

// TestMouse plays by two clicks: the e-file is the fifth of the board, whose
// squares are five columns by two rows.
func TestMouse(t *testing.T) {
	t.Parallel()
	p := start(t, clitest.NewHome(t), 80, 24, "play", "--white", "human", "--black", "human")
	p.shows(firstArray)
	_, bottom, ok := p.find("a    b    c    d    e    f    g    h")
	if !ok {
		t.Fatal("the files are not named under the board")
	}
	const eFile = 5 + 5*4
	p.click(eFile, bottom-4)
	p.click(eFile, bottom-8)
	p.shows("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")
}

// TestNothingIsAsked holds that the program puts no question to the terminal,
// whose answer it would have to wait for or take for typed keys.
func TestNothingIsAsked(t *testing.T) {
	t.Parallel()
	p := start(t, clitest.NewHome(t), 80, 24)
	p.see("New game")
	out := p.output()
	for name, question := range map[string]string{
		"the background colour": "\x1b]11;?", "the text colour": "\x1b]10;?", "the cursor's place": "\x1b[6n",
		"its name": "\x1b[c", "its version": "\x1b[>", "a mode": "$p",
	} {
		if bytes.Contains(out, []byte(question)) {
			t.Errorf("the program asks the terminal for %s", name)
		}
	}
}

// TestTerminalIsLeftAsItWas ends the program and looks at what it leaves.
func TestTerminalIsLeftAsItWas(t *testing.T) {
	t.Parallel()
	p := start(t, clitest.NewHome(t), 80, 24)
	p.see("New game")
	p.press("q")
	if status := p.ends(); status != 0 {
		t.Errorf("exit status %d, want 0", status)
	}
	out := p.output()
	for name, undo := range map[string]string{
		"the other screen": "\x1b[?1049l", "the cursor": "\x1b[?25h", "the mouse": "\x1b[?1002l", "pasting": "\x1b[?2004l",
	} {
		if !bytes.Contains(out, []byte(undo)) {
			t.Errorf("%s is not given back", name)
		}
	}
}

func TestWithoutTerminal(t *testing.T) {
	t.Parallel()
	got := run(t, "")
	if got.Status != 1 || got.Out != "" || !strings.Contains(got.Err, "needs a terminal") {
		t.Errorf("status %d, output %q, error %q", got.Status, got.Out, got.Err)
	}
}

// TestBrokenSettings holds that mistakes in the settings are named, with their lines and
// what may stand there, and that the rest of the file counts.
func TestBrokenSettings(t *testing.T) {
	t.Parallel()
	h := clitest.NewHome(t)
	h.Write(t, "theme = \"pink\"\ncolour = \"blue\"\nblindfold = 3\nlanguage = \"hu\"\nfigurines = tru\n", "config", "rookery", "config.toml")
	p := start(t, h, 100, 24)
	p.see("Új játszma", "config.toml")
	p.press("q")
	if status := p.ends(); status != 0 {
		t.Errorf("exit status %d, want 0", status)
	}
	told := string(p.output())
	for _, want := range []string{"config.toml, 1. sor", "dark, light, safe-dark", "config.toml, 2. sor", "colour", "config.toml, 3. sor", "blindfold", "config.toml, 5. sor"} {
		if !strings.Contains(told, want) {
			t.Errorf("%q was not told", want)
		}
	}
}
