package tui

import (
	"testing"
	"time"

	"rookery/tui/fics"
	"rookery/tui/fics/ficstest"
	"rookery/tui/play"
	"rookery/tui/ui"
)

// atFICS puts a session at a server for tests, logged in as Anna unless name is empty.
func atFICS(t *testing.T, s *ui.Session, name string) *ficstest.Server {
	t.Helper()
	at := ficstest.New(t)
	s.FICS = &ui.FICS{Server: at.Addr, Live: new(play.LiveGames)}
	if name == "" {
		return at
	}
	at.Register(name, "secret")
	var err error
	if s.FICS.Account, err = s.FICS.LogIn(t.Context(), name, "secret"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.FICS.Account.Close)
	return at
}

// tellsFICS waits until the account knows something, and has the App hear of it.
func (d *driver) tellsFICS(holds func(a *fics.Account) bool) {
	d.t.Helper()
	a := d.app.s.FICS.Account
	late := time.After(30 * time.Second)
	for !holds(a) {
		select {
		case <-a.C():
		case <-late:
			d.t.Fatal("waited in vain for FICS")
		}
	}
	d.send(ui.FICSMsg{Account: a})
	d.app.toast = ui.ToastMsg{}
}

// TestFICSGolden draws the pages of FICS; "go test ./tui -update" writes the files anew.
func TestFICSGolden(t *testing.T) {
	for _, sc := range []struct {
		name, user string
		show       func(d *driver, at *ficstest.Server)
	}{
		{"stranger", "", func(*driver, *ficstest.Server) {}},
		{"login", "", func(d *driver, _ *ficstest.Server) {
			d.press("down", "enter")
			d.typeText("Anna")
			d.press("enter")
			d.typeText("secret")
		}},
		{"home", "Anna", func(d *driver, at *ficstest.Server) {
			at.Seek("Ben", "5 0 rated suicide")
			at.Seek("Cleo", "15 10 unrated wild 5")
			at.Match("Olga", "Anna", "3 0 unrated atomic")
			d.tellsFICS(func(a *fics.Account) bool {
				in, _ := a.Challenges()
				others, _ := a.Seeks()
				return len(in) == 1 && len(others) == 2
			})
			d.press("home")
		}},
		{"seek", "Anna", func(d *driver, _ *ficstest.Server) {
			d.press("enter", "right")
			d.press("right", "right", "right", "right", "right", "right", "right", "right", "right")
		}},
		{"message", "Anna", func(d *driver, _ *ficstest.Server) { d.press("down", "down", "down", "enter") }},
		{"games", "Anna", func(d *driver, at *ficstest.Server) {
			at.Begin("Ann", "Ben", "5 0 rated")
			at.Begin("Cal", "Dan", "15 0 rated")
			d.press("down", "down", "enter")
		}},
	} {
		requirePortraits(t, sc.name, func(t *testing.T, s *ui.Session) *driver {
			at := atFICS(t, s, sc.user)
			d := newDriver(t, s)
			d.app.OpenFICS()
			d.app.SetSize(80, 24)
			d.run(d.app.Init())
			sc.show(d, at)
			return d
		})
	}
}
