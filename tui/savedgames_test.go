package tui

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"rookery/tui/library"
	"rookery/tui/ui"
)

// puts shows a screen on top of the others and does what it begins with.
func (d *driver) puts(sc ui.Screen) {
	d.t.Helper()
	d.app.push(sc)
	d.app.SetSize(80, 24)
	d.run(sc.Init())
}

// TestSavedGamesOnServer saves games under names, lists them, changes one where it lies, and
// deletes one.
func TestSavedGamesOnServer(t *testing.T) {
	s := SessionFor(t, termenv.Ascii)
	s.Local = false
	d := drive(t, s, 80, 24)
	d.puts(library.NewPasteScreen(s))
	const text = "[White \"Anna\"]\n[Black \"Bea\"]\n\n1. e4 e5 2. Nf3 *\n\n"
	d.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text), Paste: true})
	as := func(name string) {
		d.press("W", "ctrl+u")
		d.typeText(name)
		d.press("enter")
	}
	as("one")
	d.sees("Saved in one.pgn")
	as("../../two.pgn")
	d.sees("Saved in two.pgn")
	as("one.PGN")
	d.sees("one.pgn already exists.  [a] append the game  [o] overwrite  [Esc] cancel")
	d.press("a")
	d.sees("Saved in one.pgn")
	saved := s.Store.SavedGames()
	read := func(name string) string {
		t.Helper()
		b, err := saved.Read(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	if got := read("one.pgn"); got != text+text {
		t.Errorf("added, the file is %q", got)
	}
	as("x.pgn.gz")
	d.sees("Compressed files cannot be")
	d.press("esc", "esc", "esc")

	d.puts(library.NewSavedList(s, saved))
	d.sees("Saved games", "2 games", "one", "two")
	d.press("down", "enter")
	d.sees("Anna", "2 games")
	d.press("down", "enter", "right", "1", "w")
	d.sees("Saved in one.pgn")
	if got := read("one.pgn"); !strings.HasPrefix(got, text) || !strings.Contains(got[len(text):], "1. e4 $1") {
		t.Errorf("saved in its place, the file is %q", got)
	}
	d.press("2", "w") // what was saved can be saved again
	if got := read("one.pgn"); !strings.HasPrefix(got, text) || !strings.Contains(got[len(text):], "1. e4 $2") {
		t.Errorf("saved again, the file is %q", got)
	}
	d.press("esc", "esc")
	d.sees("Saved games")
	d.press("d")
	d.sees("Delete this game? This cannot be undone. [y/N]")
	d.press("n", "d", "y")
	d.lacks("  one")
	d.sees("1 game")
	if _, err := saved.Read("one.pgn"); err == nil {
		t.Error("a game that was deleted is there")
	}
	// One that has gone meanwhile.
	if err := saved.Remove("two.pgn"); err != nil {
		t.Fatal(err)
	}
	d.press("enter")
	d.sees("this game is no longer saved")
}

// TestEmptySavedList offers nothing to do with games that are not there.
func TestEmptySavedList(t *testing.T) {
	s := SessionFor(t, termenv.Ascii)
	s.Local = false
	d := drive(t, s, 80, 24)
	d.puts(library.NewSavedList(s, s.Store.SavedGames()))
	d.sees("No saved games yet. Save one")
	d.lacks("delete")
	d.press("d", "enter")
	d.sees("No saved games yet. Save one")
}
