//go:build unix

package tui

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/muesli/termenv"

	"rookery/tui/engineplay"
	"rookery/tui/game"
	"rookery/tui/ui"
)

// optionEngine writes an engine with options of every kind into a folder.
func optionEngine(t *testing.T, dir, name, says string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	program := "#!/bin/sh\nwhile read -r line; do\ncase \"$line\" in\nuci) echo \"id name " + says + "\"; echo \"option name Hash type spin default 16 min 1 max 512\"; " +
		"echo \"option name Calm type check default true\"; echo \"option name Style type combo default Solid var Solid var Wild\"; echo \"option name Book type string default none\"; " +
		"echo \"option name Clear type button\"; echo \"option name MultiPV type spin default 1 min 1 max 9\"; echo uciok;;\n" +
		"isready) echo readyok;;\nquit) exit 0;;\ngo*) echo \"info depth 3 score cp 10 pv e2e4\"; echo \"bestmove e7e5\";;\nesac\ndone\n"
	if err := os.WriteFile(path, []byte(program), 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestEngineList adds engines, by path and among those installed, edits what they are told,
// renames and removes them.
func TestEngineList(t *testing.T) {
	installed, dir := t.TempDir(), t.TempDir()
	found := optionEngine(t, installed, "stockfish", "Found Fish 3")
	path := optionEngine(t, dir, "mine", "Mine 1")
	s := SessionFor(t, termenv.Ascii)
	s.Local = true
	d := drive(t, s, 80, 24)
	list := newEngineScreen(s, nil)
	list.find = func(ctx context.Context, known []string) []engineplay.Met { // what is installed here is nothing to this test
		met, err := engineplay.Introduce(ctx, "uci:"+found)
		if err != nil || len(known) > 0 {
			t.Errorf("known are %q; %v", known, err)
		}
		return []engineplay.Met{met}
	}
	d.run(d.app.update(pushOf(d, list)))
	d.sees("Found Fish 3", "found")
	d.press("end", "home", "enter") // what is found first
	d.sees("Found Fish 3 added.")
	d.press("a")
	d.sees("Program:")
	d.typeText(path)
	d.press("enter")
	d.sees("Mine 1 added.")
	engines := func() []string {
		set, err := s.Store.Settings()
		if err != nil {
			t.Fatal(err)
		}
		return set.Engines
	}
	if got, want := engines(), []string{"uci:" + found + "?name=Found Fish 3", "uci:" + path + "?name=Mine 1"}; !slices.Equal(got, want) {
		t.Fatalf("remembered are %q, want %q", got, want)
	}
	d.press("o")
	d.sees("Engine options", "Hash", "Calm", "Solid", "A number from 1 to 512")
	d.lacks("MultiPV")
	d.press("right", "enter")
	for range 3 {
		d.press("backspace")
	}
	d.typeText("64")
	d.press("enter", "down", "right", "down", "right", "down", "enter")
	d.typeText("x")
	d.press("enter", "down", "right")
	want := "uci:" + path + "?name=Mine 1&Book=nonex&Calm=false&Clear=&Hash=64&Style=Wild"
	if got := engines()[1]; got != want {
		t.Errorf("set is %q, want %q", got, want)
	}
	d.press("home", "enter")
	d.typeText("9")
	d.press("enter")
	d.sees("Hash is a number from 1 to 512")
	d.press("d", "esc", "r", "ctrl+u")
	d.typeText("Own one")
	d.press("enter")
	if got := engines()[1]; !strings.Contains(got, "name=Own one&") || strings.Contains(got, "Hash") {
		t.Errorf("renamed to %q", got)
	}
	d.press("a")
	d.typeText("/nowhere/engine")
	d.press("enter")
	d.sees("/nowhere/engine")
	d.press("d")
	d.sees("Remove this engine")
	d.press("n", "d", "y")
	d.sees("Own one removed.")
	if got := engines(); len(got) != 1 {
		t.Errorf("left are %q", got)
	}
}

// TestEnginesAreChosen takes an engine of the list for a game and for the analysis.
func TestEnginesAreChosen(t *testing.T) {
	path := optionEngine(t, t.TempDir(), "mine", "Mine 1")
	s := SessionFor(t, termenv.Ascii)
	s.Local = true
	if err := s.Store.SaveEngines([]string{"uci:" + path + "?name=House engine"}, "", ""); err != nil {
		t.Fatal(err)
	}
	d := drive(t, s, 80, 24)
	d.press("enter", "down", "left", "down", "f3")
	d.sees("Engines", "Rookery", "House engine")
	d.press("down", "enter")
	form, ok := d.app.top().(*game.Form)
	if !ok || form.Choices.Engine != "uci:"+path+"?name=House engine" {
		t.Fatalf("%T is on top, with %+v", d.app.top(), form)
	}
	d.sees("House engine", "against House engine")
	d.press("enter")
	g, ok := d.app.top().(*game.Screen)
	if !ok {
		t.Fatalf("%T is on top\n%s", d.app.top(), d.app.View())
	}
	d.sees("House engine")
	g.Opponents.Dismiss(true)
}

// A start that is called off is over at once, and what it brings later is not taken.
func TestStartIsCalledOff(t *testing.T) {
	path := filepath.Join(t.TempDir(), "mute")
	if err := os.WriteFile(path, []byte("#!/bin/sh\nread -r line\nread -r line\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	s := SessionFor(t, termenv.Ascii)
	s.Local = true
	d := drive(t, s, 80, 24)
	form := game.NewForm(s, formAgainst("uci:"+path))
	d.run(d.app.update(pushOf(d, form)))
	d.app.Update(KeyOf("enter"))
	d.sees("Starting mute: 0 s. Esc cancels.")
	d.app.Update(KeyOf("esc"))
	d.lacks("Starting mute: ")
	if d.app.top() != form {
		t.Errorf("%T is on top", d.app.top())
	}
}

// pushOf puts a screen on top.
func pushOf(d *driver, sc ui.Screen) ui.PushMsg { return ui.PushMsg{From: d.app.top(), Screen: sc} }

// formAgainst are choices of a game against an engine.
func formAgainst(spec string) ui.Choices {
	c := ui.DefaultChoices()
	c.Opponent, c.Engine = ui.AgainstEngine, spec
	return c
}
