package tui

import (
	"sync/atomic"
	"testing"
	"time"

	"github.com/charmbracelet/x/exp/golden"
	"github.com/muesli/termenv"

	"rookery/chess"
	"rookery/tui/club"
	"rookery/tui/lobby"
	"rookery/tui/remote"
	"rookery/tui/table"
	"rookery/tui/ui"
)

// ticking takes the lobby on as a server does, until the test ends.
func (st *stage) ticking() {
	stop := make(chan struct{})
	done := make(chan struct{})
	go func() {
		defer close(done)
		ticker := time.NewTicker(20 * time.Millisecond)
		defer ticker.Stop()
		for {
			select {
			case <-stop:
				return
			case <-ticker.C:
				_ = st.Tick(st.t.Context())
			}
		}
	}()
	st.t.Cleanup(func() { close(stop); <-done })
}

// TestTournamentFromFormToWinner plans an arena with the form, joins from another program, begins at once and plays: games open
// by themselves and lead back to the standings.
func TestTournamentFromFormToWinner(t *testing.T) {
	var passed atomic.Int64 // the club's clock stands but when the test turns it
	began := time.Now()
	st := &stage{newLobby(t, func() time.Time { return began.Add(time.Duration(passed.Load())) }), t, make(chan func())}
	st.ticking()
	anna, bea := st.inHall("Anna"), st.inHall("Bea")
	anna.press("t")
	anna.opens("club.ScheduleScreen")
	anna.sees("No tournaments yet")
	anna.press("n")
	anna.opens("club.tournamentForm")
	anna.types("Night arena")
	anna.press("down", "down", "down") // to the time control
	anna.types("1+0")
	anna.sees("Night arena", "Arena", "1+0")
	anna.press("enter")
	anna.opens("club.TournamentScreen")
	anna.sees("Night arena", "Press J to join.")
	anna.press("J")
	anna.sees("You take part. Stay connected")

	bea.sees("Tournaments", "Night arena") // in the lobby
	bea.press("4", "enter")
	bea.opens("club.TournamentScreen")
	bea.press("J")
	bea.sees("You take part. Stay connected")
	anna.sees("Bea")
	anna.press("B")
	white, black := sitTogether(anna, bea)
	white.sees("berserk")
	white.types("berserk")
	white.press("enter")
	white.until("half the time", func() bool { return white.table().Snap.Berserk[chess.White] })
	foolsMate(white, black)
	black.sees("Points")
	black.until("the points", func() bool {
		id := black.app.top().(*club.TournamentScreen).TournamentID()
		tour, err := st.Tournament(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		row, _ := tour.View().Row(club.Of(black.app.s).Me.ID)
		return row.Points == 2 && row.Rank == 1
	})
	// They are alone: they meet again, in a game that lies over none that is over.
	passed.Add(int64(10 * time.Second))
	next := club.Of(white.app.s)
	white.until("the next game", func() bool {
		sc, ok := white.app.top().(*table.Screen)
		return ok && sc.Joined && !sc.Over() && next.Lobby.TournamentOf(sc.TableID()) != ""
	})
	tables := 0
	for _, sc := range white.app.stack {
		if _, ok := sc.(*table.Screen); ok {
			tables++
		}
	}
	if tables != 1 {
		t.Errorf("%d tables lie on each other", tables)
	}
}

// tournamentEvening is a lobby with tournaments of each kind, some of which have begun.
func tournamentEvening(t *testing.T) (l *lobby.Lobby, zoe remote.Player) {
	t.Helper()
	now := testTime
	l = newLobby(t, func() time.Time { return now })
	var players []remote.Player
	for _, name := range []string{"Anna", "Bea", "Cleo", "Dömötör", "Emil_the_Great_1850", "Fanni", "Gáspár"} {
		players = append(players, register(t, l, name))
		l.Enter(players[len(players)-1])
	}
	tick := func(d time.Duration) {
		now = now.Add(d)
		if err := l.Tick(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	control := chess.Control{Base: 3 * time.Minute, Increment: 2 * time.Second}
	plan := func(name string, p lobby.TournamentPlan, n int) *lobby.Tournament {
		p.Name, p.Terms.Control, p.Begins = name, control, now.Add(p.Extra)
		p.Extra = 0
		if p.Terms.Parts == nil {
			p.Terms.Parts = []string{"chess"}
		}
		tour, err := l.PlanTournament(t.Context(), players[0], p, true)
		if err != nil {
			t.Fatal(err)
		}
		for _, q := range players[:n] {
			if err := tour.Join(t.Context(), q); err != nil {
				t.Fatal(err)
			}
		}
		return tour
	}
	// play ends all games of a tournament: the player who entered earlier wins, every third game is drawn.
	play := func(tour *lobby.Tournament) {
		for i, g := range tour.View().Playing() {
			table, err := l.Table(g.Table)
			if err != nil {
				t.Fatal(err)
			}
			var r [2]*lobby.Reader
			for c, n := range g.Players {
				if r[c], err = table.Join(t.Context(), players[n]); err != nil {
					t.Fatal(err)
				}
			}
			for k, m := range []string{"e4", "e5", "Nf3", "Nc6"} {
				if err := r[k%2].Move(t.Context(), m); err != nil {
					t.Fatal(err)
				}
			}
			switch {
			case i%3 == 2:
				_ = r[0].Offer(t.Context(), remote.Draw)
				err = r[1].Accept(t.Context())
			case g.Players[0] < g.Players[1]:
				err = r[1].Resign(t.Context())
			default:
				err = r[0].Resign(t.Context())
			}
			if err != nil {
				t.Fatal(err)
			}
			r[0].Leave()
			r[1].Leave()
		}
	}
	swiss := plan("Autumn Swiss", lobby.TournamentPlan{Format: lobby.Swiss, Rounds: 4}, 7)
	tick(time.Second)
	for range 2 {
		tick(time.Second)
		play(swiss)
		tick(time.Second)
		tick(16 * time.Second)
	}
	arena := plan("Crazy hour", lobby.TournamentPlan{Format: lobby.Arena, Minutes: 60, Berserk: true, Terms: remote.Terms{Parts: []string{"crazyhouse"}}}, 7)
	play(swiss)
	tick(time.Second)
	for range 3 {
		tick(3 * time.Second)
		play(arena)
		tick(time.Second)
	}
	tick(3 * time.Second)
	plan("Round robin of friends", lobby.TournamentPlan{Format: lobby.RoundRobin, Rounds: 2, Extra: 3 * time.Hour}, 3)
	return l, register(t, l, "Zoe") // has no game, which would open by itself
}

func TestTournamentGolden(t *testing.T) {
	visit := func(t *testing.T, s *ui.Session) *driver {
		l, zoe := tournamentEvening(t)
		d := newDriver(t, at(s, l, zoe))
		d.app.SetSize(80, 24)
		d.run(d.app.Init())
		d.press("1")
		return d
	}
	for _, sc := range []struct {
		name string
		keys []string
	}{
		{"lobby", nil},
		{"schedule", []string{"t"}},
		{"arena", []string{"t", "down", "enter"}},
		{"swiss", []string{"t", "enter"}},
		{"form", []string{"t", "n", "down"}},
	} {
		requirePortraits(t, sc.name, func(t *testing.T, s *ui.Session) *driver {
			d := visit(t, s)
			d.hears()
			d.press(sc.keys...)
			return d
		})
	}
	t.Run("ascii", func(t *testing.T) {
		s := SessionFor(t, termenv.Ascii)
		s.ASCII = true
		d := visit(t, s)
		d.press("t", "enter")
		golden.RequireEqual(t, []byte(d.app.View()))
	})
}
