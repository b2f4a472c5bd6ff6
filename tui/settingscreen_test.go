package tui

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"
)

// openSettings opens the settings from the menu.
func openSettings(t *testing.T, s *Session) *driver {
	d := drive(t, s, 80, 24)
	d.press("end", "up", "enter")
	if _, ok := d.app.top().(*settingScreen); !ok {
		t.Fatalf("the menu opens %T", d.app.top())
	}
	return d
}

// TestSettingsAreRemembered changes every row and reads the file.
func TestSettingsAreRemembered(t *testing.T) {
	s := sessionFor(t, termenv.Ascii)
	s.Voice = &Voice{Look: func(string) (string, error) { return "", errNoSpeaker }}
	d := openSettings(t, s)
	rows := len(d.app.top().(*settingScreen).all)
	told := false
	for range rows {
		d.press("right")
		told = told || strings.Contains(d.app.View(), "neither espeak-ng nor spd-say")
		d.press("down")
	}
	if !told {
		t.Error("nobody says that nothing can speak")
	}
	set, err := s.Store.Settings()
	if err != nil {
		t.Fatal(err)
	}
	want := Habits{TurnBoard: true, TouchMove: true, Signal: Bell, Speech: true}
	aids := Aids{NoResign: true, Ponder: true, Meter: true, Thoughts: true}
	if set.Habits != want || set.Aids != aids || set.Theme != Scheme(1).String() || set.Art != ArtSet(1).String() ||
		set.Coordinates != LabelPlace(1).String() || !set.Blindfold {
		t.Errorf("the file says %+v", set)
	}
	for range rows {
		d.press("left", "down")
	}
	if set, err = s.Store.Settings(); err != nil || set.Habits != (Habits{}) || set.Aids != (Aids{}) || set.Blindfold {
		t.Errorf("back again the file says %+v, %v", set, err)
	}
}

func TestSettingsWithoutVoice(t *testing.T) {
	d := openSettings(t, sessionFor(t, termenv.Ascii))
	d.lacks("Speak moves")
}

func TestGoldenSettings(t *testing.T) {
	requirePortraits(t, "settings", func(t *testing.T, s *Session) *driver {
		s.Voice = new(Voice)
		d := openSettings(t, s)
		d.press("down", "down")
		return d
	})
}

// TestResizeInTheMiddleOfThings changes the size while a man is held, a choice
// is open, a question waits, a premove waits, and a text is half written.
func TestResizeInTheMiddleOfThings(t *testing.T) {
	const promoting = "8/P6k/8/8/8/8/8/K7 w - - 0 1"
	for name, open := range map[string]func() (*driver, *gameScreen){
		"a man is held": func() (*driver, *gameScreen) {
			d, g := sit(t, friends(t, "chess", ""), termenv.Ascii, 80, 24)
			d.mouse(g, tea.MouseActionPress, "e2")
			return d, g
		},
		"a choice is open": func() (*driver, *gameScreen) {
			d, g := sit(t, friends(t, "chess", promoting), termenv.Ascii, 80, 24)
			d.enter("a8")
			return d, g
		},
		"a question waits": func() (*driver, *gameScreen) {
			d, g := sit(t, friends(t, "chess", ""), termenv.Ascii, 80, 24)
			d.press("ctrl+r")
			return d, g
		},
		"a premove waits": func() (*driver, *gameScreen) {
			d, g := thinking(t, sessionFor(t, termenv.Ascii), "chess", "", "e4")
			d.enter("Nf3")
			return d, g
		},
		"a text is half written": func() (*driver, *gameScreen) {
			d, g := sit(t, friends(t, "chess", ""), termenv.Ascii, 80, 24)
			d.typeText("Nf")
			return d, g
		},
	} {
		d, g := open()
		view, from, text := d.app.View(), g.holding.from, g.line.text()
		for width := 12; width < 150; width += 11 {
			for height := 4; height < 60; height += 5 {
				d.app.Update(tea.WindowSizeMsg{Width: width, Height: height})
				checkFrameFits(t, d.app.View(), width, height)
			}
		}
		d.app.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
		if d.app.View() != view || g.holding.from != from || g.line.text() != text {
			t.Errorf("%s: the screen is another afterwards:\n%s\nwas\n%s", name, d.app.View(), view)
		}
	}
}
