package lobby

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"rookery/tui/remote"
)

// put writes a text over whatever a home has.
func put(h *Home, name, text string) error {
	return h.Change(name, func([]byte) ([]byte, error) { return []byte(text), nil })
}

func TestHome(t *testing.T) {
	c := open(t)
	anna, bea := c.Home(remote.Player{ID: "anna"}, 2), c.Home(remote.Player{ID: "bea"}, 2)
	if _, err := anna.Read("config.toml"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("nothing was kept, but reading gives %v", err)
	}
	if names, err := anna.List(); err != nil || len(names) != 0 {
		t.Errorf("%q %v", names, err)
	}
	for name, text := range map[string]string{"config.toml": "theme", "1-a.pgn": "one", "2-b.pgn": "two"} {
		if err := put(anna, name, text); err != nil {
			t.Fatal(err)
		}
	}
	if names, err := c.Home(remote.Player{ID: "anna"}, 2).List(); err != nil || !slices.Equal(names, []string{"1-a.pgn", "2-b.pgn", "config.toml"}) {
		t.Errorf("%q %v", names, err)
	}
	if names, err := bea.List(); err != nil || len(names) != 0 {
		t.Errorf("another player sees %q %v", names, err)
	}
	if err := put(anna, "3-c.pgn", "three"); err == nil || !strings.Contains(err.Error(), "2 games are saved here") {
		t.Errorf("a third game of two: %v", err)
	}
	if _, err := anna.Read("3-c.pgn"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the game that was refused: %v", err)
	}
	if err := put(anna, "2-b.pgn", "two, a move later"); err != nil {
		t.Errorf("a game that is kept: %v", err)
	}
	for range 2 { // what has gone can be removed
		if err := anna.Remove("1-a.pgn"); err != nil {
			t.Error(err)
		}
	}
	if err := put(anna, "3-c.pgn", "three"); err != nil {
		t.Errorf("room was made: %v", err)
	}
	if text, err := anna.Read("2-b.pgn"); err != nil || string(text) != "two, a move later" {
		t.Errorf("%q %v", text, err)
	}
	fault := errors.New("no")
	if err := anna.Change("config.toml", func([]byte) ([]byte, error) { return []byte("x"), fault }); !errors.Is(err, fault) {
		t.Errorf("%v, want %v", err, fault)
	}
	if text, err := anna.Read("config.toml"); err != nil || string(text) != "theme" {
		t.Errorf("%q %v", text, err)
	}
}

// TestHomeHostile has sizes and names that nobody needs refused.
func TestHomeHostile(t *testing.T) {
	h := open(t).Home(remote.Player{ID: "anna"}, 10)
	for name, size := range map[string]int{"1.pgn": maxKeptGame + 1, "config.toml": maxKept + 1, "2.pgn": 8 << 20} {
		if err := put(h, name, strings.Repeat("x", size)); err == nil || !strings.Contains(err.Error(), "to be saved here") {
			t.Errorf("%d bytes of %s: %v", size, name, err)
		}
	}
	for _, name := range []string{"", "a_b", "../x", "A", "*", ">", "a b", "a\x00", strings.Repeat("x", 100), strings.Repeat("x", 1<<20)} {
		if err := put(h, name, "x"); err == nil {
			t.Errorf("%.20q was written", name)
		}
		if _, err := h.Read(name); err == nil {
			t.Errorf("%.20q was read", name)
		}
	}
	if err := put(h, "1.pgn", strings.Repeat("x", maxKeptGame)); err != nil {
		t.Error(err)
	}
	if err := put(h, "config.toml", strings.Repeat("x", maxKept)); err != nil {
		t.Error(err)
	}
}

// TestHomeTogether has several change one file at a time; no change is lost.
func TestHomeTogether(t *testing.T) {
	c := open(t)
	var all sync.WaitGroup
	for w := range 4 {
		all.Go(func() {
			h := c.Home(remote.Player{ID: "anna"}, 10)
			for range 5 {
				err := h.Change("count", func(text []byte) ([]byte, error) {
					n, _ := strconv.Atoi(string(text))
					return []byte(strconv.Itoa(n + 1)), nil
				})
				if err != nil {
					t.Error(err)
				}
			}
			if err := put(h, fmt.Sprintf("%d.pgn", w), "x"); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	h := c.Home(remote.Player{ID: "anna"}, 10)
	if text, err := h.Read("count"); err != nil || string(text) != "20" {
		t.Errorf("%s %v, want 20", text, err)
	}
	if names, err := h.List(); err != nil || len(names) != 5 {
		t.Errorf("%q %v, want 5", names, err)
	}
}

// TestShelf keeps saved games under names that people read, apart from other files
// and from those of other players.
func TestShelf(t *testing.T) {
	c := open(t)
	anna, home, bea := c.SavedGames(remote.Player{ID: "anna"}, 2), c.Home(remote.Player{ID: "anna"}, 2), c.SavedGames(remote.Player{ID: "bea"}, 2)
	names := []string{"2026-11-21 1504 Böhm - *>$. (2).pgn", "x.pgn"}
	for i, name := range names {
		if err := put(anna, name, fmt.Sprint("game ", i)); err != nil {
			t.Fatal(err)
		}
	}
	for i, name := range names {
		if text, err := anna.Read(name); err != nil || string(text) != fmt.Sprint("game ", i) {
			t.Errorf("%q is %q (%v)", name, text, err)
		}
		for who, other := range map[string]*Home{"home": home, "Bea": bea} {
			if _, err := other.Read(name); err == nil {
				t.Errorf("%q is also found by %s", name, who)
			}
		}
	}
	if got, err := anna.List(); err != nil || !slices.Equal(got, names) {
		t.Errorf("%q %v, want %q", got, err, names)
	}
	for _, name := range []string{"", "x", "a\x1b.pgn", "a\xff.pgn", "a\u0085.pgn", strings.Repeat("x", maxSavedName) + ".pgn"} {
		if err := put(anna, name, "game"); err == nil || !strings.Contains(err.Error(), "cannot be the name") {
			t.Errorf("%q: %v", name, err)
		}
	}
	if err := put(anna, "third.pgn", "game"); err == nil || !strings.Contains(err.Error(), "2 games are saved here") {
		t.Errorf("a third game of two: %v", err)
	}
	if err := put(anna, "x.pgn", strings.Repeat("x", maxKeptGame+1)); err == nil {
		t.Error("a game of any length is kept")
	}
	if err := anna.Remove(names[0]); err != nil {
		t.Fatal(err)
	}
	if got, err := anna.List(); err != nil || !slices.Equal(got, names[1:]) {
		t.Errorf("%q %v after one was removed", got, err)
	}
}
