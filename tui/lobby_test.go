package tui

import (
	"context"
	"maps"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/muesli/termenv"

	"rookery/chess"
	"rookery/tui/club"
	"rookery/tui/lobby"
	"rookery/tui/lobby/journal/sqljournal"
	"rookery/tui/remote"
	"rookery/tui/ui"
)

// newLobby opens a lobby on a fresh journal.
func newLobby(t *testing.T, now func() time.Time) *lobby.Lobby {
	t.Helper()
	j, err := sqljournal.Open(t.Context(), t.TempDir(), sqljournal.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { j.Close() })
	l, err := lobby.Open(t.Context(), j, now, [32]byte{7})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// register gives a made-up key a name.
func register(t *testing.T, l *lobby.Lobby, name string) remote.Player {
	t.Helper()
	p, err := l.Register(t.Context(), "key of "+name, name)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// at makes the session that of a player of the lobby.
func at(s *ui.Session, l *lobby.Lobby, p remote.Player) *ui.Session {
	s.Club = &club.Club{Lobby: l, Me: p}
	if !p.Guest {
		club.Of(s).Fingerprint = strings.Repeat("ab", 32)
	}
	return s
}

// hears brings the App what the lobby has sent.
func (d *driver) hears() {
	d.t.Helper()
	line := club.Of(d.app.s).Feed
	for {
		select {
		case hall := <-line.Visit.C():
			line.Take(hall)
			d.send(club.LobbyMsg{Feed: line})
			continue
		default:
		}
		return
	}
}

// crowd is a lobby with something in every panel.
type crowd struct {
	*lobby.Lobby
	anna, bea remote.Player
	visits    map[string]*lobby.Visit
}

var fiveThree = chess.Control{Base: 5 * time.Minute, Increment: 3 * time.Second}

func newCrowd(t *testing.T) *crowd {
	t.Helper()
	c := &crowd{Lobby: newLobby(t, func() time.Time { return testTime }), visits: make(map[string]*lobby.Visit)}
	players := make(map[string]remote.Player)
	for _, name := range []string{"Anna", "Bea", "Cleo", "Dömötör", "Emil_the_Great_1850", "Fanni", "Gáspár"} {
		players[name] = register(t, c.Lobby, name)
		if name != "Anna" {
			c.visits[name] = c.Enter(players[name])
		}
	}
	guest := c.Guest()
	guest.Name = "guest-7xk2m"
	c.visits["guest"] = c.Enter(guest)
	c.anna, c.bea = players["Anna"], players["Bea"]
	seat := func(table *lobby.Table, p remote.Player) *lobby.Reader {
		r, err := table.Join(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	start := func(white, black string, terms remote.Terms, moves ...string) *lobby.Table {
		table, err := c.Start(t.Context(), terms, players[white], players[black])
		if err != nil {
			t.Fatal(err)
		}
		readers := [2]*lobby.Reader{seat(table, players[white]), seat(table, players[black])}
		for i, m := range moves {
			if err := readers[i%2].Move(t.Context(), m); err != nil {
				t.Fatal(err)
			}
		}
		return table
	}
	first := start("Cleo", "Dömötör", remote.Terms{Parts: []string{"crazyhouse"}, Control: fiveThree, Rated: true}, "e4", "e5", "Nf3", "Nc6", "Bb5")
	start("Emil_the_Great_1850", "Fanni", remote.Terms{Parts: []string{"dark"}}, "e2e4")
	seat(first, players["Gáspár"])
	seeks := []struct {
		name   string
		terms  remote.Terms
		colour remote.Colour
	}{
		{"Bea", remote.Terms{Parts: []string{"atomic"}, Control: fiveThree, Rated: true}, remote.WantsWhite},
		{"guest", remote.Terms{Parts: []string{"chess"}, Control: chess.Control{Base: 10 * time.Minute}}, remote.AnyColour},
		{"Gáspár", remote.Terms{Parts: []string{"suicide", "chess960"}}, remote.WantsBlack},
	}
	for _, s := range seeks {
		if _, err := c.visits[s.name].Seek(t.Context(), s.terms, s.colour, "", 0); err != nil {
			t.Fatal(err)
		}
	}
	for _, line := range [][2]string{{"Bea", "good evening"}, {"guest", "does anybody play atomic? I have just read the card and want to see the king explode"}, {"Bea", "I do \u202e\x1b[31m"}} {
		if err := c.visits[line[0]].Say(line[1]); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

// enter opens the lobby as somebody.
func (c *crowd) enter(t *testing.T, s *ui.Session, p remote.Player) *driver {
	t.Helper()
	d := drive(t, at(s, c.Lobby, p), 80, 24)
	d.hears()
	d.press("1")
	d.hears()
	return d
}

// mainRatings are ratings by name.
type mainRatings map[string]int

func (m mainRatings) Of(_ context.Context, p remote.Player, _ remote.Terms) (remote.Rating, error) {
	return remote.Rating{Value: m[p.Name]}, nil
}
func (m mainRatings) Full(context.Context, remote.Player, remote.Player) (bool, error) {
	return false, nil
}
func (m mainRatings) Main(_ context.Context, p remote.Player) (remote.MainRating, error) {
	return remote.MainRating{Rating: remote.Rating{Value: m[p.Name], Provisional: p.Name == "Bea"}, Variant: "Crazyhouse", Speed: "blitz"}, nil
}
func (m mainRatings) Await(context.Context, string) error { return nil }

// TestHallGolden draws the screens of the lobby.
func TestHallGolden(t *testing.T) {
	c := newCrowd(t)
	requirePortraits(t, "players", func(t *testing.T, s *ui.Session) *driver {
		d := c.enter(t, s, c.anna)
		d.press("1", "down", "down")
		return d
	})
	rated := newCrowd(t)
	rated.UseRatings(mainRatings{"Anna": 1741, "Bea": 1502, "Cleo": 2210, "Emil_the_Great_1850": 987})
	for _, name := range slices.Sorted(maps.Keys(rated.visits)) {
		v := rated.visits[name]
		p := v.View().Here[0]
		for _, h := range v.View().Here {
			if strings.HasPrefix(h.Name, name) {
				p = h
			}
		}
		v.Leave()
		rated.visits[name] = rated.Enter(p.Player)
	}
	requirePortraits(t, "players-rated", func(t *testing.T, s *ui.Session) *driver {
		d := rated.enter(t, s, rated.anna)
		for known := 0; known < 3; { // they are looked up beside
			known = 0
			for _, p := range rated.visits["Bea"].View().Here {
				if p.Rating.Value != 0 && p.Rating.Value != 987 {
					known++
				}
			}
			runtime.Gosched()
		}
		if err := rated.Tick(t.Context()); err != nil {
			t.Fatal(err)
		}
		d.hears()
		d.press("1", "down", "down")
		return d
	})
	requirePortraits(t, "seeks", func(t *testing.T, s *ui.Session) *driver {
		d := c.enter(t, s, c.anna)
		d.press("2", "down")
		return d
	})
	requirePortraits(t, "games-guest", func(t *testing.T, s *ui.Session) *driver {
		guest := remote.Player{ID: "guestqqqqq22", Name: "guest-qqqqq", Guest: true}
		d := c.enter(t, s, guest)
		d.press("3", "/")
		d.typeText("good evening to")
		return d
	})
	requirePortraits(t, "challenge", func(t *testing.T, s *ui.Session) *driver {
		d := c.enter(t, s, c.anna)
		seek, err := c.visits["Bea"].Seek(t.Context(), remote.Terms{Parts: []string{"crazyhouse"}, Control: fiveThree, Rated: true}, remote.WantsWhite, c.anna.ID, 0)
		if err != nil {
			t.Fatal(err)
		}
		d.hears()
		if err := c.visits["Bea"].Withdraw(seek.ID); err != nil {
			t.Fatal(err)
		}
		return d
	})
	requirePortraits(t, "seek-form", func(t *testing.T, s *ui.Session) *driver {
		d := c.enter(t, s, c.anna)
		d.press("n", "down")
		return d
	})
	requirePortraits(t, "name", func(t *testing.T, s *ui.Session) *driver {
		s = at(s, c.Lobby, remote.Player{})
		club.Of(s).Fingerprint = strings.Repeat("cd", 32)
		d := drive(t, s, 80, 24)
		d.typeText("bea")
		d.press("enter")
		return d
	})
	word, err := c.Code(c.anna)
	if err == nil {
		_, err = c.AddKey(t.Context(), strings.Repeat("ab", 32), word)
	}
	if err != nil {
		t.Fatal(err)
	}
	requirePortraits(t, "account-forget", func(t *testing.T, s *ui.Session) *driver {
		d := drive(t, at(s, c.Lobby, c.anna), 80, 24)
		d.hears()
		d.press("4", "down", "d")
		return d
	})
	requirePortraits(t, "account", func(t *testing.T, s *ui.Session) *driver {
		d := drive(t, at(s, c.Lobby, c.anna), 80, 24)
		d.hears()
		d.press("4")
		return d
	})
	requirePortraits(t, "account-delete", func(t *testing.T, s *ui.Session) *driver {
		d := drive(t, at(s, c.Lobby, c.anna), 80, 24)
		d.hears()
		d.press("4", "x")
		d.typeText("Ann")
		return d
	})
	browsers := func(s *ui.Session, keys ...string) *driver {
		s = at(s, c.Lobby, c.anna)
		club.Of(s).Browsers = true
		d := drive(t, s, 80, 24)
		d.hears()
		d.press(append([]string{"4"}, keys...)...)
		return d
	}
	requirePortraits(t, "account-browsers", func(_ *testing.T, s *ui.Session) *driver { return browsers(s) })
	requirePortraits(t, "account-browser", func(_ *testing.T, s *ui.Session) *driver { return browsers(s, "b") })
	requirePortraits(t, "account-guest", func(t *testing.T, s *ui.Session) *driver {
		d := drive(t, at(s, c.Lobby, remote.Player{ID: "guestqqqqq22", Name: "guest-qqqqq", Guest: true}), 80, 24)
		d.hears()
		d.press("4")
		return d
	})
	requirePortraits(t, "menu-club", func(t *testing.T, s *ui.Session) *driver {
		s.Local = false
		d := drive(t, at(s, c.Lobby, c.anna), 80, 24)
		d.hears()
		return d
	})
}

// TestHallFitsEverySize draws the lobby at many sizes.
func TestHallFitsEverySize(t *testing.T) {
	c := newCrowd(t)
	d := c.enter(t, SessionFor(t, termenv.TrueColor), c.anna)
	for width := 40; width < 150; width += 7 {
		for height := 15; height < 50; height += 3 {
			d.app.SetSize(width, height)
			for _, panel := range []string{"1", "2", "3"} {
				d.press(panel)
				checkFrame(t, d.app.View(), width, height)
			}
			if t.Failed() {
				t.Fatalf("at %d×%d:\n%s", width, height, d.app.View())
			}
		}
	}
}
