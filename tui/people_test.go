package tui

import (
	"testing"

	"rookery/tui/remote"
	"rookery/tui/ui"
)

// TestPeopleGolden draws friends, messages and a talk, and removes a friend.
func TestPeopleGolden(t *testing.T) {
	c := newCrowd(t)
	player := func(name string) remote.Player {
		t.Helper()
		p, err := c.Named(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	for _, name := range []string{"Gáspár", "Cleo", "Bea"} {
		if err := c.Follow(t.Context(), c.anna, player(name), false); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Follow(t.Context(), c.anna, register(t, c.Lobby, "Hanna"), false); err != nil {
		t.Fatal(err)
	}
	if err := c.Block(t.Context(), c.anna, player("Emil_the_Great_1850"), false); err != nil {
		t.Fatal(err)
	}
	write := func(from, to remote.Player, text string) {
		t.Helper()
		if err := c.Send(t.Context(), from, to, text); err != nil {
			t.Fatal(err)
		}
	}
	write(c.anna, player("Cleo"), "thank you for the game")
	write(c.bea, c.anna, "Crazyhouse on Thursday at eight?")
	write(c.anna, c.bea, "With pleasure, if it is not later than that: I have to be up at six the next morning and the games with you are never short")
	write(c.bea, c.anna, "\x1b[31mThen at seven\u202e")
	open := func(keys ...string) func(t *testing.T, s *ui.Session) *driver {
		return func(t *testing.T, s *ui.Session) *driver {
			d := drive(t, at(s, c.Lobby, c.anna), 80, 24)
			d.hears()
			d.press("5")
			d.press(keys...)
			return d
		}
	}
	requirePortraits(t, "friends", open())
	requirePortraits(t, "remove", open("down", "d"))
	requirePortraits(t, "find", open("/", "B"))
	requirePortraits(t, "blocked", open("4"))
	requirePortraits(t, "messages", open("2"))
	requirePortraits(t, "menu", func(t *testing.T, s *ui.Session) *driver {
		d := drive(t, at(s, c.Lobby, c.anna), 80, 24)
		d.hears()
		return d
	})
	requirePortraits(t, "talk", open("2", "enter"))
	d := open("1", "d", "y")(t, SessionFor(t, 0))
	_ = d
	if k, err := c.Contacts(t.Context(), c.anna); err != nil || len(k.Follows) != 3 {
		t.Errorf("after removing one: %+v, %v", k, err)
	}
}
