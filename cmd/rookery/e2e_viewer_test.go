package main

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rookery/cmd/internal/clitest"
)

const twoGames = "[White \"A\"]\r\n[Black \"B\"]\r\n\r\n1.e4   e5{odd}*\r\n\r\n[White \"C\"]\n[Black \"D\"]\n[Result \"*\"]\n\n1. d4 d5 (1... Nf6 2. c4) 2. c4 *\n\n"

// TestEditAndSaveInATerminal changes the second of two games by keyboard, saves
// it on leaving, and finds the first one as it was.
func TestEditAndSaveInATerminal(t *testing.T) {
	t.Parallel()
	h := clitest.NewHome(t)
	h.Write(t, twoGames, "two.pgn")
	p := start(t, h, 80, 24, "view", "two.pgn")
	p.see("2 games")
	p.press("down", "enter")
	p.see("C – D")
	p.press("end", "i")
	p.see("Black to move: type a move, or")
	p.enter("e6")
	p.see("2. c4", "e6")
	p.enter("Nc3")
	p.see("3. Nc3")
	p.press("esc") // alone: with a letter behind it it would be another key
	p.until("no line for moves", func(s string) bool { return !strings.Contains(s, "Move ▸") })
	p.press("1", "c")
	p.see("Comment ▸")
	p.enter("Suggest a good move")
	p.see("Suggest a good move", "3. Nc3!")
	p.press("ctrl+u", "ctrl+u")
	p.until("no comment", func(s string) bool {
		return !strings.Contains(s, "Suggest a good move") && !strings.Contains(s, "3. Nc3!")
	})
	p.press("ctrl+y")
	p.see("3. Nc3!")
	p.press("home", "right", "enter", "p")
	p.see("Now the main line.")
	p.press("r")
	p.see("Tags", "White", "Black")
	p.press("home", "enter")
	p.see("Enter confirm")
	p.press("ctrl+u")
	p.enter("My event")
	p.see("My event")
	p.press("esc")
	p.see("* C – D")
	p.press("esc")
	p.see("Save changes?  [y] save  [n]")
	p.press("y")
	p.see("2 games")
	text := readAll(t, h.Path("two.pgn"))
	first, _, _ := strings.Cut(twoGames, "[White \"C\"]")
	if !strings.HasPrefix(text, first) {
		t.Errorf("the first game is not as it was: %q", text)
	}
	for _, want := range []string{"[Event \"My event\"]", "1. d4 Nf6 (1... d5 2. c4 e6 3. Nc3 $1) 2. c4 *"} {
		if !strings.Contains(text, want) {
			t.Errorf("the file lacks %s:\n%s", want, text)
		}
	}
	p.press("enter")
	p.see("C – D", "My event")
	// Changes that are not saved are spoken of before the program ends.
	p.press("right", "2", "ctrl+c")
	p.see("Quit without saving?", "kept for the next time")
	p.press("n")
	p.see("d4?")
	p.press("ctrl+c", "y")
	if code := p.ends(); code != 0 {
		t.Errorf("the program ends with %d", code)
	}
	if readAll(t, h.Path("two.pgn")) != text {
		t.Error("changes that were given up are in the file")
	}
}

// TestSaveAsInATerminal writes a game into another file, twice.
func TestSaveAsInATerminal(t *testing.T) {
	t.Parallel()
	h := clitest.NewHome(t)
	h.Write(t, twoGames, "two.pgn")
	p := start(t, h, 60, 20, "view", "two.pgn")
	p.see("2 games")
	p.press("enter")
	p.see("A – B")
	p.press("W")
	p.see("Save as", "A-B.pgn")
	p.press("ctrl+u")
	p.enter("other")
	p.see("Saved in")
	p.press("n")
	p.see("C – D")
	p.press("W")
	p.see("Save as", "C-D.pgn")
	p.press("ctrl+u")
	p.enter("other.pgn")
	p.see("other.pgn already exists", "[a] append")
	p.press("a")
	p.see("Saved in")
	// What is appended has the line ends of the file.
	want := strings.ReplaceAll(strings.ReplaceAll(twoGames, "\r\n", "\n"), "\n", "\r\n")
	if text := readAll(t, h.Path("other.pgn")); text != want {
		t.Errorf("the file is %q", text)
	}
	if fen := p.copied(); !strings.HasPrefix(fen, firstArray+" w") {
		t.Errorf("copied %q", fen)
	}
}

// TestGuessAndAutoplayInATerminal guesses moves and lets the game play itself.
func TestGuessAndAutoplayInATerminal(t *testing.T) {
	t.Parallel()
	p := start(t, clitest.NewHome(t), 120, 40, "view", three(t))
	p.see("Morphy")
	p.press("down", "enter")
	p.see("2 of 3")
	p.press("t")
	p.see("Guess whose moves?")
	p.press("w")
	p.see("Moves by White", "1. ?")
	p.enter("d4")
	p.see("d4 is not the move played")
	p.enter("e4")
	p.see("after d4", "2. ?")
	p.press("ctrl+o", "ctrl+o")
	p.see("shown", "3. ?")
	p.press("esc")
	p.see("0 of 2 on first try")
	p.press("home")
	p.see("start, 33 half-moves")
	for _, every := range []string{"1s", "500ms", "250ms"} { // keys sent at once may arrive as one
		p.press("+")
		p.see("every " + every)
	}
	p.press("space")
	p.see("1. e4")
	p.see("2. Nf3")
	p.press("space")
	p.see("Stopped.")
}

// TestTwoViewersOfOneFile edits one game in two programs: each keeps its own edits, also
// where one is killed, and what one has saved the other does not overwrite.
func TestTwoViewersOfOneFile(t *testing.T) {
	t.Parallel()
	h := clitest.NewHome(t)
	h.Write(t, twoGames, "two.pgn")
	open := func() *terminal {
		p := start(t, h, 80, 24, "view", "two.pgn")
		p.see("2 games")
		p.press("enter")
		p.see("A – B")
		return p
	}
	first := open()
	first.press("right", "1")
	first.see("e4!")
	kept(t, h, 1)
	second := open()
	second.see("Another program edits this game")
	second.press("right", "2")
	second.see("e4?")
	kept(t, h, 2)
	first.kill()
	second.press("w")
	second.see("Saved in")

	// The edits of the one that was killed belong to a game that is another now.
	third := open()
	third.see("e4?")
}

// kept waits until so many games are kept with their edits.
func kept(t *testing.T, h clitest.Home, n int) {
	t.Helper()
	deadline := time.After(patience)
	look := time.NewTicker(time.Millisecond)
	defer look.Stop()
	for {
		files, err := filepath.Glob(h.Path("state", "rookery", "edits", "*.json"))
		if err != nil {
			t.Fatal(err)
		}
		if len(files) == n {
			return
		}
		select {
		case <-look.C:
		case <-deadline:
			t.Fatalf("%d games are kept: %q", len(files), files)
		}
	}
}
