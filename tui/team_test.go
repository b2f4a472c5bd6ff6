package tui

import (
	"sync/atomic"
	"testing"
	"time"

	"rookery/chess"
	"rookery/tui/lobby"
	"rookery/tui/remote"
	"rookery/tui/ui"
)

// TestTeamsFromFoundingToMatch founds two teams by keyboard, has one ask to join and taken in, plans a match with the form, plays it,
// and reads its result.
func TestTeamsFromFoundingToMatch(t *testing.T) {
	var passed atomic.Int64 // the club's clock stands but when the test turns it
	began := time.Now()
	st := &stage{newLobby(t, func() time.Time { return began.Add(time.Duration(passed.Load())) }), t, make(chan func())}
	st.ticking()
	anna, bea, cleo := st.inHall("Anna"), st.inHall("Bea"), st.inHall("Cleo")
	for v, name := range map[*visitor]string{anna: "Night Owls", cleo: "Rooks"} {
		v.press("esc", "5", "3")
		v.opens("club.PeopleScreen")
		v.press("n")
		v.types(name)
		v.press("enter")
		v.opens("club.TeamScreen")
		v.sees(name, "1 member", "You lead this team. Who wants to join asks you.")
	}
	bea.press("esc", "5", "3")
	bea.sees("Night Owls", "Rooks")
	bea.press("enter")
	bea.opens("club.TeamScreen")
	bea.sees("Night Owls", "Press J to ask the leader")
	bea.press("J")
	bea.sees("You have asked to join")
	anna.sees("New message from Bea")
	anna.press("esc")
	anna.opens("club.PeopleScreen")
	anna.sees("1 asks to join")
	anna.press("enter")
	anna.sees("Bea", "asks to join")
	anna.press("y")
	anna.sees("2 members")
	anna.press("o")
	anna.sees("It is open to all.")
	anna.press("e")
	anna.types("late games")
	anna.press("enter")
	anna.sees("late games")

	cleo.press("esc")
	cleo.sees("Night Owls")
	cleo.press("down", "enter")
	cleo.sees("Night Owls", "Press c to challenge this team to a match.")
	cleo.press("c")
	cleo.opens("club.tournamentForm")
	cleo.sees("Match against Night Owls", "Rooks - Night Owls", "Boards")
	cleo.press("enter")
	cleo.opens("club.TournamentScreen")
	cleo.sees("Members of both teams: press J to play.")
	cleo.press("J")
	cleo.sees("You take part")
	anna.sees("New message from Cleo")
	anna.press("tab")
	anna.sees("Rooks - Night Owls")
	anna.press("enter")
	anna.opens("club.TournamentScreen")
	anna.press("J")
	anna.sees("You take part")
	cleo.sees("Anna")
	cleo.press("B")
	white, black := sitTogether(anna, cleo)
	foolsMate(white, black)
	winner, score := "Night Owls", "0 - 1"
	if black == cleo {
		winner, score = "Rooks", "1 - 0"
	}
	black.sees("Winner: "+winner, score)
	white.press("enter")
	white.sees("Winner: " + winner)
	bea.press("tab")
	bea.sees("Rooks - Night Owls", score)
	bea.press("W", "W")
	bea.press("tab")
	bea.sees("1 member")
}

// teamEvening is a lobby with teams and a match of theirs in every state.
func teamEvening(t *testing.T) (l *lobby.Lobby, leader, guest remote.Player) {
	t.Helper()
	now := testTime
	l = newLobby(t, func() time.Time { return now })
	var owls, rooks lobby.Team
	var players []remote.Player
	for i, name := range []string{"Anna", "Bea", "Cleo", "Dömötör", "Emil_the_Great_1850", "Fanni", "Gáspár"} {
		p := register(t, l, name)
		players = append(players, p)
		if i < 5 { // the others are out
			l.Enter(p)
		}
	}
	team := func(name, about string, open bool, members ...int) lobby.Team {
		made, err := l.FoundTeam(t.Context(), players[members[0]], name, about, open)
		for _, i := range members[1:] {
			if err == nil {
				made, err = l.JoinTeam(t.Context(), players[i], made.ID)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		return made
	}
	owls = team("Night Owls of the old library", "We play after ten, three games at most, and never before breakfast.", true, 0, 2, 4, 6)
	if _, err := l.DescribeTeam(t.Context(), players[0], owls.ID, owls.About, false); err != nil {
		t.Fatal(err)
	}
	rooks = team("Rooks", "", true, 1, 3, 5)
	team("Crazy house", "", true, 0)
	hanna := register(t, l, "Hanna")
	if _, err := l.JoinTeam(t.Context(), hanna, owls.ID); err != nil {
		t.Fatal(err)
	}
	tick := func(d time.Duration) {
		now = now.Add(d)
		if err := l.Tick(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	plan := func(name string, variant string, in time.Duration, who ...int) *lobby.Tournament {
		m, err := l.PlanTournament(t.Context(), players[0], lobby.TournamentPlan{
			Name: name, Format: lobby.TeamMatch, Boards: 3, Rounds: 2, Begins: now.Add(in), Teams: [2]lobby.TeamSide{{ID: owls.ID}, {ID: rooks.ID}},
			Terms: remote.Terms{Parts: []string{variant}, Control: chess.Control{Base: 10 * time.Minute}},
		}, false)
		for _, i := range who {
			if err == nil {
				err = m.Join(t.Context(), players[i])
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	on := plan("Owls - Rooks, autumn", "chess", 0, 0, 1, 2, 3, 4, 5, 6)
	tick(time.Second)
	tick(time.Second)
	for i, g := range on.View().Playing() {
		if i == 1 {
			continue
		}
		table, err := l.Table(g.Table)
		if err != nil {
			t.Fatal(err)
		}
		var r [2]*lobby.Reader
		for c, n := range g.Players {
			if r[c], err = table.Join(t.Context(), on.View().Entrants[n].Player); err != nil {
				t.Fatal(err)
			}
		}
		for k, m := range []string{"e4", "e5", "Nf3", "Nc6"} {
			if err := r[k%2].Move(t.Context(), m); err != nil {
				t.Fatal(err)
			}
		}
		if i == 0 {
			_ = r[0].Offer(t.Context(), remote.Draw)
			err = r[1].Accept(t.Context())
		} else {
			err = r[0].Resign(t.Context())
		}
		if err != nil {
			t.Fatal(err)
		}
		r[0].Leave()
		r[1].Leave()
	}
	tick(time.Second)
	plan("Crazy night", "crazyhouse", 3*time.Hour, 1, 2, 3)
	return l, players[0], hanna
}

func TestTeamsScreensGolden(t *testing.T) {
	for _, sc := range []struct {
		name   string
		leader bool
		keys   []string
	}{
		{"list", true, []string{"3"}},
		{"found", true, []string{"3", "n", "A", "b", "c"}},
		{"team-leader", true, []string{"3", "down", "enter"}},
		{"team-asked", false, []string{"3", "enter"}},
		{"matches", true, []string{"3", "down", "enter", "tab"}},
		{"match-on", true, []string{"3", "down", "enter", "tab", "enter"}},
		{"match-planned", false, []string{"3", "enter", "tab", "down", "enter"}},
		{"form", true, []string{"3", "down", "down", "enter", "c", "down"}},
	} {
		requirePortraits(t, sc.name, func(t *testing.T, s *ui.Session) *driver {
			l, leader, hanna := teamEvening(t)
			who := hanna
			if sc.leader {
				who = leader
			}
			d := drive(t, at(s, l, who), 80, 24)
			d.press("5")
			d.press(sc.keys...)
			return d
		})
	}
}
