package tui

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"rookery/tui/game"
	"rookery/tui/ui"
)

func TestKeysFollowTheScreen(t *testing.T) {
	d := drive(t, SessionFor(t, termenv.Ascii), 80, 24)
	// All keys are struck before anything that they cause comes back.
	d.app.Update(KeyOf("5"))     // the list of rules
	d.app.Update(KeyOf("enter")) // the first card
	if n := len(d.app.stack); n != 3 {
		t.Fatalf("%d screens after two keys, want 3", n)
	}
	card := d.app.top()
	d.app.Update(KeyOf("esc"))
	d.app.Update(KeyOf("esc"))
	if n := len(d.app.stack); n != 1 {
		t.Errorf("%d screens after leaving both, want 1", n)
	}
	d.send(ui.PopMsg{From: card}) // late: its screen has gone
	if n := len(d.app.stack); n != 1 || d.quit {
		t.Errorf("%d screens after a late word, quit %v", n, d.quit)
	}
	d.app.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("5q5")}) // fast, in one piece
	if _, list := d.app.top().(*ui.VariantList); !list || len(d.app.stack) != 2 {
		t.Errorf("%T is on top of %d screens", d.app.top(), len(d.app.stack))
	}
}

func TestKeysWaitForTheScreen(t *testing.T) {
	d := drive(t, SessionFor(t, termenv.Ascii), 80, 24)
	d.press("1", "down", "down")
	want := d.app.top().(*game.Form).At

	d = drive(t, SessionFor(t, termenv.Ascii), 80, 24)
	_, open := d.app.Update(KeyOf("1")) // the form, which reads the last choices first
	for _, name := range []string{"down", "down", "f1"} {
		d.app.Update(KeyOf(name))
	}
	if len(d.app.stack) != 1 {
		t.Fatalf("%T has opened by itself", d.app.top())
	}
	d.run(open)
	if n := len(d.app.stack); n != 3 {
		t.Fatalf("%d screens, want the menu, the form, its help", n)
	}
	if at := d.app.stack[1].(*game.Form).At; at != want {
		t.Errorf("the form is at row %d, want %d", at, want)
	}
	if at := d.app.stack[0].(*menu).list.At; at != 0 {
		t.Errorf("the menu went on to %d", at)
	}

	d = drive(t, SessionFor(t, termenv.Ascii), 80, 24)
	fails := d.app.s.Opening(func() tea.Msg { return ui.ToastMsg{Text: "none", Bad: true} })
	d.press("down")
	_, quit := d.app.Update(KeyOf("ctrl+c"))
	d.run(fails)
	if at := d.app.stack[0].(*menu).list.At; at != 1 {
		t.Errorf("the menu is at %d after a screen that did not come, want 1", at)
	}
	if d.run(quit); !d.quit {
		t.Error("Ctrl-C waits for a screen")
	}
}

func TestSizeReachesEveryScreen(t *testing.T) {
	d := drive(t, SessionFor(t, termenv.Ascii), 80, 24)
	d.press("5", "enter")
	d.send(tea.WindowSizeMsg{Width: 100, Height: 30})
	checkFrame(t, d.app.View(), 100, 30)
	d.press("esc")
	checkFrame(t, d.app.View(), 100, 30)
	d.press("esc")
	checkFrame(t, d.app.View(), 100, 30)
}

func TestTooSmallSaysBothSizes(t *testing.T) {
	d := drive(t, SessionFor(t, termenv.Ascii), 80, 24)
	d.send(tea.WindowSizeMsg{Width: 30, Height: 10})
	d.sees("needs 34×19, has 30×10", "q to quit")
	checkFrameFits(t, d.app.View(), 30, 10)
	d.press("enter") // nothing is opened blindly
	if n := len(d.app.stack); n != 1 {
		t.Errorf("%d screens, want 1", n)
	}
	d.send(tea.WindowSizeMsg{Width: 5, Height: 1})
	checkFrameFits(t, d.app.View(), 5, 1)
	d.press("q")
	if !d.quit {
		t.Error("q does not quit a window that is too small")
	}
}

// checkFrameFits is checkFrame for a view that may leave rows empty.
func checkFrameFits(t *testing.T, view string, width, height int) {
	t.Helper()
	rows := strings.Count(view, "\n") + 1
	if rows > height {
		t.Errorf("%d rows, want at most %d", rows, height)
	}
	checkFrame(t, view, width, rows)
}

// TestEveryScreenFitsEverySize draws the screens of this file's owner at many
// sizes: too small or right, never over the edge.
func TestEveryScreenFitsEverySize(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector")
	}
	s := SessionFor(t, termenv.TrueColor)
	ways := map[string][]string{
		"menu": nil, "form": {"enter"}, "games": {"enter", "space"}, "file": {"3"}, "rules": {"5"}, "card": {"5", "enter"},
		"help": {"?"}, "continue": {"2"},
	}
	for name, way := range ways {
		d := drive(t, s, 80, 24)
		d.press(way...)
		for width := 20; width < 140; width += 7 {
			for height := 4; height < 50; height += 3 {
				d.send(tea.WindowSizeMsg{Width: width, Height: height})
				checkFrameFits(t, d.app.View(), width, height)
				if t.Failed() {
					t.Fatalf("%s at %d×%d:\n%s", name, width, height, d.app.View())
				}
			}
		}
	}
}

func TestThemeKeyIsRemembered(t *testing.T) {
	s := SessionFor(t, termenv.TrueColor)
	d := drive(t, s, 80, 24)
	before := d.app.View()
	d.press("ctrl+t")
	if s.Theme.Dark || d.app.View() == before {
		t.Error("the theme did not change")
	}
	set, err := s.Store.Settings()
	if err != nil || set.Theme != "light" {
		t.Errorf("theme on disk %q, %v; want light", set.Theme, err)
	}
}

func TestHelpIsMadeOfTheKeys(t *testing.T) {
	d := drive(t, SessionFor(t, termenv.Ascii), 80, 24)
	d.press("?")
	d.sees("Keys: Menu", "select by number", "Ctrl+T", "redraw")
	d.press("?")
	d.lacks("Keys: Menu")
	d.press("enter", "?") // no row of the form is written into yet
	d.sees("Keys: New game")
	d.press("esc", "down", "right", "down", "?") // a name is being written
	d.sees("White?")
	d.press("f1")
	d.sees("Keys: New game")
}

// TestToastIsCleaned sends a message with an escape sequence.
func TestToastIsCleaned(t *testing.T) {
	d := drive(t, SessionFor(t, termenv.Ascii), 80, 24)
	d.send(ui.ToastMsg{Text: "bad\x1b]0;title\x07 \u202eword"})
	d.sees("bad]0;title word")
	d.press("down")
	d.lacks("bad]0;title")
}

// stubborn is a screen that does not like to be left.
type stubborn struct {
	menu
	closed *bool
}

func (s *stubborn) Update(tea.Msg) (ui.Screen, tea.Cmd) { return s, nil }
func (s *stubborn) LeaveQuestion() string               { return "Leave the game?" }
func (s *stubborn) Close()                              { *s.closed = true }

func TestQuitAsksWhereSomethingRuns(t *testing.T) {
	s := SessionFor(t, termenv.Ascii)
	closed := false
	d := drive(t, s, 80, 24)
	d.send(ui.PushMsg{Screen: &stubborn{menu: *newMenu(s, nil), closed: &closed}})
	d.press("ctrl+c")
	d.sees("Leave the game? [y/N]")
	d.press("enter") // the safe answer is the default
	d.lacks("[y/N]")
	if d.quit {
		t.Fatal("the program ended without a yes")
	}
	d.press("ctrl+c", "y")
	if !d.quit {
		t.Fatal("the program goes on after a yes")
	}
	d.app.Close()
	if !closed {
		t.Error("the screen was not closed")
	}
}

func TestCopyRidesOnOneFrame(t *testing.T) {
	d := drive(t, SessionFor(t, termenv.Ascii), 80, 24)
	_, _ = d.app.Update(ui.CopyMsg{Text: "8/8/8/8/8/8/8/8 w - - 0 1", Said: "FEN sent."})
	d.sees("FEN sent.", "\x1b]52;c;OC84Lzgv")
	checkFrame(t, d.app.View(), 80, 24)
	d.send(escapeSentMsg{d.app.escapeSerial})
	d.lacks("\x1b]52")
}

// TestWrongKeysChangeNothing strikes keys that mean nothing in the menu.
func TestWrongKeysChangeNothing(t *testing.T) {
	d := drive(t, SessionFor(t, termenv.Ascii), 80, 24)
	before := d.app.View()
	d.press("x", "tab", "esc", "backspace", "0", "f5")
	if after := d.app.View(); after != before {
		t.Errorf("the menu changed:\n%s", after)
	}
}
