package plainclub

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"rookery/tui/lobby"
	"rookery/tui/remote"
)

// The formats of tournaments.
var formatWords = map[lobby.Format]string{lobby.Arena: "Arena", lobby.Swiss: "Swiss", lobby.RoundRobin: "Round robin", lobby.Simul: "Simul", lobby.TeamMatch: "Team match"}

func (a *atClub) tellTournaments(string) {
	p := a.p
	a.tournaments = a.Lobby.Tournaments()
	for i, t := range a.tournaments {
		text := p.Text(string(t.State))
		if t.State == lobby.Planned {
			text = p.Lang().Sprintf("begins in %s", p.TimeWords(max(t.Plan.Begins.Sub(p.Now()), time.Second).Round(time.Second)))
		}
		p.Line(fmt.Sprintf("%d: %s, %s, %s, %s, %s.", i+1, t.Plan.Name, p.Text(formatWords[t.Plan.Format]), a.terms(t.Plan.Terms), text, p.Count(t.Players, "%d player", "%d players")))
	}
	if len(a.tournaments) == 0 {
		p.Say("No tournaments.")
		return
	}
	p.Say("Type tournament and a number for the standings, join and a number to take part.")
}

// tournament does something with the one of a number, or with the only one.
func (a *atClub) tournament(do func(*lobby.Tournament)) func(string) {
	return func(arg string) {
		if len(a.tournaments) == 0 {
			a.tournaments = a.Lobby.Tournaments()
		}
		i, ok := row(arg, len(a.tournaments))
		if arg == "" && len(a.tournaments) == 1 {
			i, ok = 0, true
		}
		if !ok {
			a.p.Say("Type tournaments for the numbered list.")
			return
		}
		id := a.tournaments[i].ID
		a.p.Later(func(ctx context.Context) func() {
			t, err := a.Lobby.Tournament(ctx, id)
			return func() {
				if err != nil {
					a.p.Fail(err)
					return
				}
				do(t)
			}
		})
	}
}

// take has something done for the player.
func (a *atClub) take(said string, do func(*lobby.Tournament, context.Context, remote.Player) error) func(*lobby.Tournament) {
	return func(t *lobby.Tournament) {
		a.p.TellServer(said, func(ctx context.Context) error { return do(t, ctx, a.Me) })
	}
}

// points writes points of a tournament.
func points(f lobby.Format, n int) string {
	if f == lobby.Arena {
		return strconv.Itoa(n)
	}
	return strconv.FormatFloat(float64(n)/2, 'g', -1, 64)
}

// mostRows is how many places of a tournament are told at once.
const mostRows = 20

func (a *atClub) tellTournament(t *lobby.Tournament) {
	p, v := a.p, t.View()
	p.Line(fmt.Sprintf("%s, %s, %s, %s.", v.Plan.Name, p.Text(formatWords[v.Plan.Format]), a.terms(v.Plan.Terms), p.Text(string(v.State))))
	if v.State == lobby.Running && v.Rounds > 0 {
		p.Say("Round %d of %d.", max(v.Round, 1), v.Rounds)
	}
	if v.Plan.Format == lobby.TeamMatch {
		p.Line(fmt.Sprintf("%s %s, %s %s.", v.Plan.Teams[0].Name, points(v.Plan.Format, v.Score[0]), v.Plan.Teams[1].Name, points(v.Plan.Format, v.Score[1])))
		for _, b := range v.Boards {
			if b.Number > 0 {
				p.Say("Board %d: %s %s, %s %s.", b.Number, v.Name(b.Players[0]), points(v.Plan.Format, b.Points[0]), v.Name(b.Players[1]), points(v.Plan.Format, b.Points[1]))
			}
		}
		return
	}
	for i, r := range v.Rows {
		if i == mostRows {
			p.Say("And %d more.", len(v.Rows)-i)
			break
		}
		a.tellPlace(v, r)
	}
	if r, in := v.Row(a.Me.ID); in && slices.IndexFunc(v.Rows, func(o lobby.TournamentRow) bool { return o.ID == a.Me.ID }) >= mostRows {
		a.tellPlace(v, r)
	}
}

func (a *atClub) tellPlace(v *lobby.TournamentView, r lobby.TournamentRow) {
	text := fmt.Sprintf("%d. %s, %s", r.Rank, r.Name, a.p.Lang().Sprintf("%s points", points(v.Plan.Format, r.Points)))
	switch {
	case r.Withdrawn:
		text += ", " + a.p.Text("withdrawn")
	case r.Paused:
		text += ", " + a.p.Text("paused")
	case r.Table != "":
		text += ", " + a.p.Text("playing")
	}
	a.p.Line(text + ".")
}

func (a *atClub) tellTeams(string) {
	a.p.Later(func(ctx context.Context) func() {
		all, err := a.Lobby.Teams(ctx)
		return func() {
			if err != nil {
				a.p.Fail(err)
				return
			}
			a.teams = all
			for i, t := range all {
				text := fmt.Sprintf("%d: %s, %s", i+1, t.Name, a.p.Count(len(t.Members), "%d member", "%d members"))
				if t.Leader == a.Me.ID {
					text += ", " + a.p.Text("leader")
				} else if t.Has(a.Me.ID) {
					text += ", " + a.p.Text("member")
				}
				a.p.Line(text + ".")
			}
			if len(all) == 0 {
				a.p.Say("No teams yet.")
				return
			}
			a.p.Say("Type team and a number.")
		}
	})
}

func (a *atClub) team(arg string) {
	p := a.p
	number, rest, _ := strings.Cut(arg, " ")
	i, ok := row(number, len(a.teams))
	if !ok {
		p.Say("Type teams for the numbered list.")
		return
	}
	id := a.teams[i].ID
	verb, name, _ := strings.Cut(strings.TrimSpace(rest), " ")
	p.Later(func(ctx context.Context) func() {
		var t lobby.Team
		var err error
		said := ""
		switch p.English(verb) {
		case "":
			t, err = a.Lobby.Team(ctx, id)
		case "join":
			if t, err = a.Lobby.JoinTeam(ctx, a.Me, id); err == nil {
				if said = "You are in the team."; t.Asks(a.Me.ID) {
					said = "You have asked to join: the leader decides."
					_ = a.Lobby.Send(ctx, a.Me, remote.Player{ID: t.Leader}, p.Lang().Sprintf("I ask to join your team: %s", t.Name))
				}
			}
		case "leave":
			t, err = a.Lobby.LeaveTeam(ctx, a.Me, id)
			said = "You have left the team."
		case "accept", "refuse":
			var who remote.Player
			if who, err = a.Lobby.Named(ctx, name); err == nil {
				t, err = a.Lobby.AnswerAsking(ctx, a.Me, id, who, p.English(verb) == "accept")
			}
		default:
			err = errors.New("type team, a number, and join, leave, accept NAME or refuse NAME")
		}
		return func() {
			if err != nil {
				p.Fail(err)
				return
			}
			if said != "" {
				p.Say(said)
				return
			}
			p.Line(t.Name + ".")
			if t.About != "" {
				p.Line(t.About)
			}
			var names []string
			for _, m := range t.Members {
				name := m.Name
				if m.ID == t.Leader {
					name += " (" + p.Text("leader") + ")"
				}
				names = append(names, name)
			}
			p.Line(strings.Join(names, ", ") + ".")
			if t.Leader == a.Me.ID {
				for _, q := range t.Asking {
					p.Say("%s asks to join. Type team %s accept %s, or team %s refuse %s.", q.Name, number, q.Name, number, q.Name)
				}
			}
		}
	})
}
