//go:build unix

package tui

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/muesli/termenv"

	"rookery/tui/game"
	"rookery/tui/ui"
)

// echoEngine writes an engine that always answers 1...e5.
func echoEngine(t *testing.T, name string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	program := "#!/bin/sh\nwhile read -r line; do\ncase \"$line\" in\nuci) echo \"id name Echo 1\"; echo uciok;;\n" +
		"isready) echo readyok;;\nquit) exit 0;;\ngo*) echo \"bestmove e7e5\";;\nesac\ndone\n"
	if err := os.WriteFile(path, []byte(program), 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestNewGameAgainstAnEngine writes the path of an engine into the form.
func TestNewGameAgainstAnEngine(t *testing.T) {
	s := SessionFor(t, termenv.Ascii)
	s.Local = true
	d := drive(t, s, 80, 24)
	path := echoEngine(t, "echo-engine")
	d.press("enter", "down", "left")
	d.sees("External engine", "plays Chess, White against external engine")
	d.press("enter")
	d.sees("enter an engine path: uci:PATH or")
	d.typeText("u")
	d.press("tab")
	d.typeText(strings.TrimSuffix(path, "engine"))
	d.press("tab")
	d.sees("…", "echo-engine_", "plays Chess, White against echo-engine")
	d.press("enter")
	g, ok := d.app.top().(*game.Screen)
	if !ok {
		t.Fatalf("%T is on top, want the game:\n%s", d.app.top(), d.app.View())
	}
	d.sees("Echo 1")
	g.Opponents.Dismiss(true)
	set, err := s.Store.Settings()
	if err != nil || !slices.Equal(set.Engines, []string{"uci:" + path}) || set.Last.Opponent != ui.AgainstEngine {
		t.Errorf("remembered are %v and %q, %v", set.Engines, set.Last.Opponent, err)
	}
	// The next form offers it again; another is taken without its scheme.
	d.press("esc", "enter")
	d.sees("against echo-engine")
	d.press("down", "down", "ctrl+u")
	form := d.app.top().(*game.Form)
	form.Choices.Engine = "/nowhere/engine"
	d.press("enter")
	d.sees("program not found: /nowhere/engine")
	d.press("right")
	if form.Choices.Engine != "uci:"+path {
		t.Errorf("the list offers %s", form.Choices.Engine)
	}
	// A game that no engine knows is not begun.
	d.app.Update(ui.VariantChosenMsg{Form: form, Variant: []string{"hex"}})
	d.press("enter")
	d.sees("no external engine supports")
}

// TestNoEnginesOverANetwork leaves engines out of the form.
func TestNoEnginesOverANetwork(t *testing.T) {
	s := SessionFor(t, termenv.Ascii)
	s.Local = false
	c := ui.DefaultChoices()
	c.Opponent, c.Engine = ui.AgainstEngine, "uci:/bin/sh"
	if err := s.Store.SaveChoices(c); err != nil {
		t.Fatal(err)
	}
	d := drive(t, s, 80, 24)
	d.press("enter")
	d.lacks("External engine")
	d.press("down", "left")
	d.sees("Computer vs computer")
}
