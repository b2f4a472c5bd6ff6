package tui

import (
	"os"
	"path/filepath"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"rookery/tui/game"
	"rookery/tui/library"
	"rookery/variants"
)

// stands strikes what may be meant otherwise: keys of the board, of lists and of the line, text
// and a paste. None of it answers a question.
func (d *driver) stands(question string) {
	d.t.Helper()
	d.sees(question)
	top := d.app.top()
	for _, k := range []string{"x", "e", "4", "space", "tab", "up", "left", "end", "pgup", "backspace", "delete", "f2", "f4", "ctrl+w", "alt+b"} {
		d.press(k)
		d.sees(question)
	}
	d.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("y"), Paste: true})
	d.app.Update(tea.MouseMsg{X: 20, Y: 8, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft})
	d.sees(question)
	if d.app.top() != top {
		d.t.Fatalf("%T is on top, want %T", d.app.top(), top)
	}
}

// TestQuestionsStay answers each kind of question only by its keys; what else is struck, and what happens
// meanwhile, leaves it where it is and goes nowhere.
func TestQuestionsStay(t *testing.T) {
	t.Run("in a game", func(t *testing.T) {
		d, g := sit(t, friends(t, "chess", ""), termenv.Ascii, 80, 24)
		kept := func(moves string) {
			t.Helper()
			if got := sansOf(g); got != moves || !g.Line.Empty() || !g.Live() {
				t.Fatalf("moves %q, want %q; %q is on the line", got, moves, g.Line.Text())
			}
		}
		d.enter("e4", "e5")
		for _, no := range []string{"n", "esc", "enter"} {
			d.press("ctrl+u")
			d.stands("Take back the last move? [y/N]")
			d.press(no)
			d.lacks("Take back the last move?")
			kept("e4 e5")
		}
		d.press("ctrl+u", "a")
		d.press("y")
		kept("e4")
		d.press("ctrl+r")
		d.stands("Black, resign the game? [y/N]")
		d.press("esc")
		d.press("ctrl+c")
		d.stands("[y/N]")
		d.press("n")
		kept("e4")
		d.press("ctrl+c", "x", "ctrl+c")
		if !d.quit {
			t.Error("Ctrl-C twice does not leave the program")
		}
	})
	t.Run("while the computer moves", func(t *testing.T) {
		d, g := thinking(t, SessionFor(t, termenv.Ascii), "chess", "", "e4")
		d.press("esc")
		const question = "[y/N]"
		d.stands(question)
		d.answers(g, "e5")
		d.stands(question)
		if got := sansOf(g); got != "e4 e5" || !g.Line.Empty() {
			t.Errorf("moves %q, %q on the line", got, g.Line.Text())
		}
		d.press("y")
		if _, open := d.app.top().(*game.Screen); open {
			t.Error("y does not leave the game")
		}
	})
	t.Run("in the viewer", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "a.pgn")
		if err := os.WriteFile(path, []byte("1. e4 e5 *\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		d := viewing(t, 80, 24, path)
		d.press("right", "1", "esc")
		d.stands("Save changes?  [y] save  [n] discard  [Esc] cancel")
		d.press("enter")
		d.sees("Save changes?")
		d.press("esc")
		d.lacks("Save changes?")
		d.viewer()
		d.press("esc", "y")
		d.sees("Saved in")
	})
	t.Run("in lists", func(t *testing.T) {
		s := SessionFor(t, termenv.Ascii)
		s.Local = false
		d := drive(t, s, 80, 24)
		d.puts(library.NewPasteScreen(s))
		d.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("1. e4 e5 2. Nf3 *\n"), Paste: true})
		d.press("W", "ctrl+u")
		d.typeText("one")
		d.press("enter", "esc", "esc")
		saved := s.Store.SavedGames()
		d.puts(library.NewSavedList(s, saved))
		d.press("d")
		d.stands("Delete this game? This cannot be undone. [y/N]")
		d.press("enter")
		d.lacks("Delete this game?")
		if _, err := saved.Read("one.pgn"); err != nil {
			t.Errorf("after no: %v", err)
		}
	})
	t.Run("in the editor", func(t *testing.T) {
		d := editing(t, SessionFor(t, termenv.Ascii), variants.Chess, 80, 24)
		d.press("t", "esc")
		d.stands("Leave the editor? The position is not saved. [y/N]")
		d.press("n")
		d.lacks("Leave the editor?")
		d.editor()
	})
}
