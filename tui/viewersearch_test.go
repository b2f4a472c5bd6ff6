package tui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rookery/pgn"
	"rookery/tui/viewer"
)

// look searches for a text.
func (d *driver) look(text string) {
	d.t.Helper()
	d.press("/", "ctrl+u")
	d.typeText(text)
	d.press("enter")
}

func TestSearchInAGame(t *testing.T) {
	d := viewing(t, 80, 24, "testdata/lines.pgn")
	steps := func(text string, boards ...string) {
		t.Helper()
		d.press("home")
		d.look(text)
		for i, b := range boards {
			if i > 0 {
				d.press("n")
			}
			d.at(b)
		}
	}
	steps("FRENCH", afterE6)
	steps("is usual", "rnbqkbnr/pp2pppp/3p4/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R")
	// A move, as often as it is made, in the order in which it is written.
	steps("Nf3", afterC5Nf3, "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R", afterC5Nf3)
	d.sees("Search wrapped around.")
	d.press("N", "N")
	d.at(afterC5Nf3)
	steps("rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", afterC5)
	steps("word before") // is at the start, where one stands
	d.sees("No other match.")
	d.press("esc") // ends the search
	d.lacks("end search")
	d.look("Sicilian")
	d.sees("Sicilian: no match in this game")
	d.look("fen:x")
	if d.viewer().Writing != viewer.SearchText {
		t.Error("a search that means nothing was taken")
	}
	d.press("esc", "esc")
	if _, ok := d.app.top().(*menu); !ok {
		t.Errorf("%T is on top, want the menu", d.app.top())
	}
}

func TestSearchAmongGames(t *testing.T) {
	d, _ := editingGame(t, 80, 24, "three.pgn")
	d.press("enter")
	d.sees("1 of 3")
	d.look("dan") // in the tags
	d.sees("Cleo – Dan", "3 of 3")
	d.press("n")
	d.sees("Found in this game's tags only.")
	d.look("e4") // the start of the first game, then the second
	d.sees("1 of 3")
	d.at(afterE4)
	d.press("n")
	d.sees("2 of 3")
	d.at(afterE4 + "[]")
	d.press("N")
	d.sees("1 of 3")
	d.press("N")
	d.sees("2 of 3", "1. e4")
	d.look("event:casual")
	d.sees("1 of 3")
	d.look("Kf2")
	d.sees("Kf2: no match in any game")
	// Without a search the keys go from game to game.
	d.press("n")
	d.sees("2 of 3")
	// What was changed is asked for before the game makes way.
	d.press("right", "1")
	d.look("Nxd7")
	d.sees("Save changes?  [y] save  [n]")
	d.press("n")
	d.sees("3 of 3", "3. Nxd7#")
}

// TestSearchForThePosition finds the games that came to the position on the board.
func TestSearchForThePosition(t *testing.T) {
	path := filepath.Join(t.TempDir(), "two.pgn")
	text := "[White \"A\"]\n\n1. e4 c5 2. Nf3 *\n\n[White \"B\"]\n\n1. d4 *\n\n[White \"C\"]\n\n1. d4 (1. Nf3 c5 2. e4) *\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	d := viewing(t, 80, 24, path)
	d.press("enter", "end")
	d.look("=")
	d.sees("3 of 3", "variation")
	d.at("rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R")
}

func TestCommands(t *testing.T) {
	d, path := editingGame(t, 80, 24, "lines.pgn")
	dir := filepath.Dir(path)
	do := func(text string) {
		d.press(":")
		d.typeText(text)
		d.press("enter")
	}
	saved := func(name string) string {
		t.Helper()
		games, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(games)
	}
	d.press("right", "1")
	do("q")
	d.sees("Save changes?  [y] save  [n]")
	d.press("esc")
	do("write")
	d.sees("Enter w, w NAME, q, wq or wq")
	d.press("esc")
	do("w")
	d.sees("Saved in")
	if !strings.Contains(saved("lines.pgn"), "1. e4 $1") {
		t.Error("the sign is not in the file")
	}
	d.press("3")
	do("w " + filepath.Join(dir, "other"))
	d.sees("Saved in")
	if !strings.Contains(saved("other.pgn"), "1. e4 $3") {
		t.Error("the sign is not in the other file")
	}
	d.press("4")
	do("w " + filepath.Join(dir, "other"))
	d.sees("other.pgn already exists.")
	d.press("esc")
	do("w! " + filepath.Join(dir, "other"))
	if text := saved("other.pgn"); strings.Count(text, "[White ") != 1 || !strings.Contains(text, "1. e4 $4") {
		t.Errorf("overwritten, the file is\n%s", text)
	}
	d.press("5")
	do("wq")
	if _, ok := d.app.top().(*menu); !ok {
		t.Fatalf("%T is on top, want the menu:\n%s", d.app.top(), d.app.View())
	}
	if !strings.Contains(saved("lines.pgn"), "1. e4 $5") {
		t.Error("what was changed last is not in the file")
	}

	d, path = editingGame(t, 80, 24, "lines.pgn")
	d.press("right", "1", ":", "backspace")
	if d.viewer().Writing != viewer.NoText {
		t.Error("Backspace does not leave an empty line")
	}
	do("q!")
	if _, ok := d.app.top().(*menu); !ok {
		t.Fatalf("%T is on top, want the menu", d.app.top())
	}
	if text, err := os.ReadFile(path); err != nil || strings.Contains(string(text), "$1 ") {
		t.Errorf("what was dropped is in the file, %v", err)
	}
}

// TestPathsAreCompleted lengthens the name of a file by Tab.
func TestPathsAreCompleted(t *testing.T) {
	d, path := editingGame(t, 80, 24, "lines.pgn")
	dir := filepath.Dir(path)
	if err := os.Mkdir(filepath.Join(dir, "openings"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"endings.pgn", "endgame.PGN", "end.txt", ".hidden.pgn"} {
		if err := pgn.Save(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	tab := func(open, typed, want string) {
		t.Helper()
		d.press(open, "ctrl+u")
		d.typeText(typed)
		d.press("tab")
		if got := d.viewer().Text.Value(); got != want {
			t.Errorf("%s becomes %s, want %s", typed, got, want)
		}
	}
	sep := string(filepath.Separator)
	tab("W", dir+sep+"op", dir+sep+"openings"+sep)
	d.press("esc", "esc")
	tab("W", dir+sep+"En", dir+sep+"end")
	d.sees("endgame.PGN  endings.pgn")
	d.typeText("i")
	d.press("tab", "esc", "esc")
	tab(":", "w "+dir+sep+"endi", "w "+dir+sep+"endings.pgn")
	d.press("esc")
	tab(":", "w", "w")
	d.press("esc")
	tab("W", dir+sep+"zz", dir+sep+"zz")
	d.sees("new file")
	d.press("esc")
	d.viewer().S.Local = false
	tab("W", dir+sep+"op", dir+sep+"op")
	d.sees("Just a name saves the game to")
}
