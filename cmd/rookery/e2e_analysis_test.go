package main

import (
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"rookery/cmd/internal/clitest"
)

// busy is how much processor time a program uses in a while, in percent of one
// processor; -1 where the system does not tell.
func (t *terminal) busy(while time.Duration) int {
	used := func() int {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", t.cmd.Process.Pid))
		if err != nil {
			return -1
		}
		// Behind the name, which may hold anything, the times are the 12th and 13th field.
		fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
		user, _ := strconv.Atoi(fields[11])
		system, _ := strconv.Atoi(fields[12])
		return user + system // hundredths of a second
	}
	before := used()
	time.Sleep(while)
	if before < 0 {
		return -1
	}
	return (used() - before) * 1000 / int(while.Milliseconds())
}

func TestAnalysisFromTheMenu(t *testing.T) {
	t.Parallel()
	p := start(t, clitest.NewHome(t), 80, 24)
	p.see("New game", "Analysis")
	p.press("a")
	p.see("Analysis board – Chess", "Rookery", "depth")
	p.press("enter")
	p.enter("e4")
	p.shows("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")
	p.enter("c5")
	p.press("esc")
	p.see("1. e4", "c5", "depth")
	p.press("left", "space") // back, and the best move becomes a line
	p.until("a move of the engine", func(screen string) bool {
		return strings.Contains(screen, "(1...") || !strings.Contains(screen, "Black to move")
	})
	p.press("+", "x")
	p.see("Threat: ")
	p.press("-", "z")
	p.see("hidden")
	if n := p.busy(300 * time.Millisecond); n == 0 {
		t.Error("the engine does not think while the screen is open")
	}
	p.press("esc")
	p.see("New game")
	time.Sleep(100 * time.Millisecond)
	if n := p.busy(500 * time.Millisecond); n > 10 {
		t.Errorf("%d %% of a processor are used after the analysis was left", n)
	}
}

func TestAnalysisWithAnotherEngine(t *testing.T) {
	t.Parallel()
	path, err := exec.LookPath("stockfish")
	if err != nil {
		if path = "/usr/games/stockfish"; !exists(path) {
			t.Skip("no stockfish is installed")
		}
	}
	p := start(t, clitest.NewHome(t), 80, 24)
	p.see("New game")
	p.press("a")
	p.see("depth")
	p.press("E")
	p.see("Engines", "Rookery")
	p.press("a")
	p.see("Program:")
	p.enter("uci:" + path)
	p.see("added.")
	p.press("enter")
	p.see("Stockfish", "depth", "1.")
	p.press("E")
	p.see("Engines")
	p.press("a")
	p.enter("uci:/nowhere/at/all")
	p.see("program not found")
	p.press("home", "enter")
	p.see("Rookery", "depth")
	p.press("esc")
	p.see("New game")
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func TestHintWithReasons(t *testing.T) {
	t.Parallel()
	p := start(t, clitest.NewHome(t), 80, 24, "play", "--white", "human", "--black", "ai:1",
		"--fen", "4k3/8/8/3r4/8/8/3P4/3QK3 w - - 0 1")
	p.see("Move")
	p.press("ctrl+o")
	p.see("move the", "Press again")
	p.press("ctrl+o")
	p.see("Hint: ", "1.")
	p.press("ctrl+x")
	p.see("Analysis board – Chess", "depth")
	p.press("esc")
	p.see("Hint: ")
}

func TestGraphAfterTheEnd(t *testing.T) {
	t.Parallel()
	p := start(t, clitest.NewHome(t), 80, 24, "play", "--white", "human", "--black", "human")
	p.shows(firstArray)
	for _, typed := range []string{"f3", "e5", "g4", "Qh4"} {
		p.enter(typed)
	}
	p.see("Black wins: checkmate")
	p.press("g")
	p.see("2.g4??", "better")
	p.press("down")
	p.see("Before 2.g4")
	p.press("enter")
	p.see("Move", "White to move")
	p.shows("rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR")
	p.enter("e4")
	p.shows("rnbqkbnr/pppp1ppp/8/4p3/4P3/5P2/PPPP2PP/RNBQKBNR")
}

func TestThoughtsAndMeterAreRemembered(t *testing.T) {
	t.Parallel()
	h := clitest.NewHome(t)
	p := start(t, h, 80, 24, "play", "--white", "human", "--black", "ai", "--no-resign", "--ponder")
	p.shows(firstArray)
	p.enter("think")
	p.see("Engine lines shown")
	p.enter("meter")
	p.see("Evaluation bar shown")
	p.enter("e4")
	p.see("book move")
	p.press("esc")
	p.press("y")
	again := start(t, h, 80, 24, "play", "--white", "human", "--black", "ai", "--fen", "4k3/8/8/3r4/8/8/3P4/3QK3 w - - 0 1")
	again.see("Move", "White to move")
	again.enter("Kf1") // in no book
	again.see("depth", "1...")
}
