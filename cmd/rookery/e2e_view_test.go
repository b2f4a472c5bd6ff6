package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rookery/cmd/internal/clitest"
)

// three is the path of a file with three games, from the player's own directory.
func three(t *testing.T) string {
	t.Helper()
	path, err := filepath.Abs("pgncmd/testdata/three.pgn")
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// TestEscLeavesToTheShell leaves what play and view have opened: not to a menu.
func TestEscLeavesToTheShell(t *testing.T) {
	for name, c := range map[string]struct {
		args []string
		do   func(p *terminal)
	}{
		"a list of games": {[]string{"view", three(t)}, func(p *terminal) {
			p.see("Anderssen")
			p.press("enter")
			p.see("1 of 3")
			p.press("esc")
			p.see("Morphy")
			p.press("esc")
		}},
		"a game that goes on": {[]string{"play", "--black", "human"}, func(p *terminal) {
			p.enter("e4")
			p.see("1. e4")
			p.press("esc")
			p.see("Leave the game?")
			p.press("y")
		}},
		"a game that is over": {[]string{"play", "--black", "human"}, func(p *terminal) {
			p.enter("e4")
			p.see("1. e4")
			p.press("f4")
			p.see("resign the game?")
			p.press("y")
			p.see("Esc: leave", "Black resigned")
			p.press("esc")
		}},
		"a new game behind it": {[]string{"play", "--black", "human", "--fen", "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1"}, func(p *terminal) {
			p.enter("Qg7")
			p.see("checkmate")
			p.press("enter")
			p.see("to move")
			p.press("esc")
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := start(t, clitest.NewHome(t), 80, 24, c.args...)
			c.do(p)
			if status := p.ends(); status != 0 {
				t.Errorf("exit status %d", status)
			}
		})
	}
}

// TestPasteIntoTheProgram pastes as a terminal does, into the menu and into a game.
func TestPasteIntoTheProgram(t *testing.T) {
	t.Parallel()
	p := start(t, clitest.NewHome(t), 80, 24)
	p.see("New game")
	paste := func(text string) { p.write("\x1b[200~" + text + "\x1b[201~") }
	paste("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3")
	p.shows("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R")
	p.see("Analysis board")
	p.press("esc")
	p.see("New game")
	paste("[Event \"Long\"]\r[White \"Ada\"]\r\r1. e4 {" + strings.Repeat("word ", 400_000) + "} e5 2. Nf3 *\r")
	p.see("Ada", "3 half-moves")
	p.press("end")
	p.shows("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R")
}

func TestSecondOfThreeGames(t *testing.T) {
	t.Parallel()
	const mate = "1n1Rkb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2K5"
	p := start(t, clitest.NewHome(t), 80, 24, "view", three(t))
	p.see("Anderssen", "Morphy", "Ada", "C41", "1851")
	p.press("down", "enter")
	p.see("2 of 3", "Morphy", "Duke Karl")
	p.shows(firstArray)
	p.press("right")
	p.shows("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")
	// All 33 half-moves one by one, then one more that changes nothing.
	for range 32 {
		p.press("right")
	}
	p.shows(mate)
	p.see("1-0")
	p.press("right", "left")
	p.shows("1n2kb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2KR4")
	for range 31 {
		p.press("left")
	}
	p.shows("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")
	p.press("left")
	p.shows(firstArray)
	p.press("end")
	p.shows(mate)
	p.press("home")
	p.shows(firstArray)
	// Comments and variations are part of a game: the line 3... exd4 is shown.
	for range 6 {
		p.press("right")
	}
	p.see("pins the knight", "exd4")
	p.press("esc")
	p.see("Anderssen", "Ada")
	p.press("end", "enter")
	p.see("3 of 3")
	p.press("end")
	p.shows("rn3bnr/ppp1ppp1/8/7p/8/8/PPPPPPPP/RNBQKB1R")
}

func TestOpenFromTheMenu(t *testing.T) {
	t.Parallel()
	p := start(t, clitest.NewHome(t), 120, 40)
	p.see("Open PGN")
	p.press("down", "down", "enter")
	p.see("File", "complete")
	p.enter(three(t))
	p.see("Anderssen", "Morphy", "Ada")
}

// TestSavedGameOpensAgain plays, saves, and opens the file with the viewer.
func TestSavedGameOpensAgain(t *testing.T) {
	t.Parallel()
	h := clitest.NewHome(t)
	p := start(t, h, 80, 24, "play", "--variant", "chess960", "--array", "0", "--white", "human", "--black", "human")
	p.see("Move")
	for _, typed := range []string{"e4", "e5"} {
		p.enter(typed)
		p.see(typed)
	}
	p.press("ctrl+w")
	p.see("Press Enter to save the game here.")
	p.press("enter")
	var files []string
	p.until("a saved file", func(string) bool {
		var err error
		files, err = filepath.Glob(h.Path("data", "rookery", "games", "*.pgn"))
		return err == nil && len(files) == 1 && len(readAll(t, files[0])) > 0
	})
	text := readAll(t, files[0])
	for _, want := range []string{
		"[Event \"", "[Site \"", "[Date \"" + time.Now().Format("2006."), "[Round \"", "[White \"", "[Black \"",
		"[Result \"*\"]", "[Variant \"Chess960\"]", "[SetUp \"1\"]", "[FEN \"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1\"]",
		"1. e4 e5 *",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the file lacks %s:\n%s", want, text)
		}
	}
	p.kill()

	again := start(t, h, 80, 24, "view", files[0])
	again.shows("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR")
	again.press("end")
	again.shows("bbqnnrkr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/BBQNNRKR")
}

// readAll reads a file that may just be coming into being.
func readAll(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return string(text)
}

// saved waits until the unfinished game on disk contains a move. Files do not
// announce themselves, so this one looks again and again.
func saved(t *testing.T, h clitest.Home, move string) {
	t.Helper()
	deadline := time.After(patience)
	look := time.NewTicker(time.Millisecond)
	defer look.Stop()
	for {
		files, err := filepath.Glob(h.Path("state", "rookery", "unfinished", "*.pgn"))
		if err != nil {
			t.Fatal(err)
		}
		if len(files) == 1 && strings.Contains(readAll(t, files[0]), move) {
			return
		}
		select {
		case <-look.C:
		case <-deadline:
			t.Fatalf("no unfinished game with %s on disk: %q", move, files)
		}
	}
}

// TestExplorer builds the index of a collection, plays what was played most, and finds the index
// again when the program is started once more.
func TestExplorer(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "mine.pgn")
	text := strings.Repeat("[White \"Ann\"]\n[Black \"Ben\"]\n[Result \"1-0\"]\n\n1. d4 d5 2. c4 e6 1-0\n\n", 3) +
		"[White \"Cy\"]\n[Black \"Di\"]\n[Result \"0-1\"]\n\n1. c4 e6 2. d4 d5 3. Nc3 0-1\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	h := clitest.NewHome(t)
	p := start(t, h, 80, 24, "view", file)
	p.see("Ann", "Cy")
	p.write("\r")
	p.see("1 of 4")
	p.write("o")
	p.see("There is no index", "mine.pgn.explorer")
	p.write("\r")
	p.see("d4         3  100%", "c4         1    0%")
	p.write("\t")
	p.see("Games with d4: 3")
	p.write("\x1b")
	p.see("Tab games")
	p.write("\r")
	p.see("d5         3")
	if _, err := os.Stat(file + ".explorer"); err != nil {
		t.Error(err)
	}
	again := start(t, h, 80, 24, "view", file)
	again.see("Cy")
	again.write("\r")
	again.see("1 of 4")
	again.write("o")
	again.see("d4         3  100%")
}
