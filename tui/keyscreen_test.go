package tui

import (
	"slices"
	"testing"

	"github.com/muesli/termenv"

	"rookery/tui/game"
	"rookery/tui/ui"
)

// openKeys goes from the menu to the page of a table of keys.
func openKeys(t *testing.T, s *ui.Session, table string) (*driver, *keyScreen) {
	t.Helper()
	d := openSettings(t, s)
	d.press("end", "enter")
	k, ok := d.app.top().(*keyScreen)
	if !ok {
		t.Fatalf("%T is on top", d.app.top())
	}
	for range keyPages {
		if k.table() != table {
			d.press("right")
		}
	}
	if k.table() != table {
		t.Fatalf("there is no page for %s", table)
	}
	return d, k
}

// chooses an action of the page.
func (k *keyScreen) chooses(t *testing.T, name string) {
	t.Helper()
	i := slices.IndexFunc(k.actions, func(a ui.Action) bool { return a.Name == name })
	if i < 0 {
		t.Fatalf("%s has no %s", k.table(), name)
	}
	k.list.Choose(i)
}

func TestKeysAreBoundOnTheScreen(t *testing.T) {
	s := SessionFor(t, termenv.Ascii)
	d, k := openKeys(t, s, "game")
	k.chooses(t, "undo")
	d.press("enter", "ctrl+o") // a key of the game
	d.sees("Ctrl+O is already bound to: hint")
	d.press("enter", "u")
	d.sees("moves can start with u")
	d.press("enter", "ctrl+t") // a key of every screen
	d.sees("Ctrl+T is already bound to: next board theme")
	d.press("enter", "esc")
	if len(s.Keys) > 0 {
		t.Fatalf("keys that are taken were bound: %v", s.Keys)
	}
	d.press("enter", "f11", "a", "alt+x")
	d.sees("F11  Alt+X  (default Ctrl+U  F2)")
	stored := func() ui.Keymap {
		t.Helper()
		set, err := s.Store.Settings()
		if err != nil {
			t.Fatal(err)
		}
		return set.Keymap()
	}
	if got := stored()["game"]["undo"]; !slices.Equal(got, []string{"f11", "alt+x"}) {
		t.Errorf("the file binds undo to %q", got)
	}
	g, err := game.New(s, friends(t, "chess", ""))
	if err != nil {
		t.Fatal(err)
	}
	d.app.push(g)
	d.enter("e4")
	d.press("ctrl+u")
	d.sees("1. e4")
	d.press("alt+x")
	d.lacks("1. e4")
	d.press("esc")
	d.press("d")
	if len(stored()["game"]) > 0 || len(s.Keys["game"]) > 0 {
		t.Errorf("the usual keys are not back: %v, %v", stored(), s.Keys)
	}
}

// TestKeysOfOpenScreens binds keys of the screens below: they obey at once.
func TestKeysOfOpenScreens(t *testing.T) {
	d, k := openKeys(t, SessionFor(t, termenv.Ascii), "global")
	k.chooses(t, "theme")
	before := d.app.s.Theme.Scheme
	d.press("enter", "f11", "f11")
	if d.app.s.Theme.Scheme == before {
		t.Error("the new key of every screen does nothing")
	}
	for k.table() != "menu" {
		d.press("right")
	}
	k.chooses(t, "quit")
	d.press("enter", "x", "esc", "esc")
	if m := d.app.top().(*menu); !slices.Equal(m.keys.Quit.Keys(), []string{"x"}) {
		t.Errorf("the menu is left by %q", m.keys.Quit.Keys())
	}
}

// TestEveryPageOfKeys wants a page for each table of keys.
func TestEveryPageOfKeys(t *testing.T) {
	var tables []string
	for _, table := range keyTables() {
		tables = append(tables, ui.TableName(table))
	}
	for _, p := range keyPages {
		if !slices.Contains(tables, p.table) {
			t.Errorf("there are no keys of %s", p.table)
		}
	}
	if len(keyPages) != len(tables) {
		t.Errorf("%d pages for %d tables of keys", len(keyPages), len(tables))
	}
}

func TestGoldenKeys(t *testing.T) {
	requirePortraits(t, "keys", func(t *testing.T, s *ui.Session) *driver {
		d, k := openKeys(t, s, "game")
		k.chooses(t, "undo")
		d.press("enter", "f11", "down", "enter")
		return d
	})
}
