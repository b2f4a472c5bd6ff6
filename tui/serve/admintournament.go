package serve

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"rookery/chess"
	"rookery/tui/club"
	"rookery/tui/lobby"
	"rookery/tui/remote"
)

// tournamentVerbs are the commands of an operator about tournaments.
var tournamentVerbs = []string{"tournaments", "tournament", "plan", "begin", "cancel"}

// tournamentUsage is a part of adminUsage.
const tournamentUsage = `tournaments                     those that are on, to come, and over
tournament ID [pgn]             its standings, or its finished games
plan FORMAT LENGTH CLOCK VARIANT TIME [rated] [berserk] NAME
                                plan one: arena MINUTES, swiss ROUNDS, roundrobin 1 or 2 times, simul HOST; in TIME: 10m, 2h, 7d
begin ID                        begin it now
cancel ID                       call it off
`

// adminTournament carries out one of them.
func (s *Server) adminTournament(ctx context.Context, verb, rest string) (string, error) {
	l := s.cfg.Lobby
	if l == nil {
		return "", errNoLobby
	}
	by := remote.Player{ID: "operator", Name: "operator"} // the comment of a key may be an address of the operator's
	id, more, _ := strings.Cut(rest, " ")
	switch verb {
	case "tournaments":
		all := l.Tournaments()
		past, err := l.PastTournaments(ctx, 50)
		if err != nil {
			return "", err
		}
		for _, t := range past {
			if !slices.ContainsFunc(all, func(o lobby.TournamentInfo) bool { return o.ID == t.ID }) {
				all = append(all, t)
			}
		}
		var b strings.Builder
		for _, t := range all {
			fmt.Fprintf(&b, "%s  %-9s %-10s %s  %3d players  %s  %s\n", t.ID, t.State, t.Plan.Format, t.Plan.Begins.UTC().Format("2006-01-02 15:04"), t.Players, t.Plan.Name, t.Winner)
		}
		return b.String(), nil
	case "plan":
		plan, err := parsePlan(rest, s.cfg.Now())
		if err == nil && plan.Format == lobby.Simul {
			if plan.Host, err = l.Named(ctx, plan.Host.Name); err != nil {
				err = fmt.Errorf("the host of a simul needs an account: %w", err)
			}
		}
		if err != nil {
			return "", err
		}
		t, err := l.PlanTournament(ctx, by, plan, true)
		if err != nil {
			return "", err
		}
		return fmt.Sprintf("%s is planned for %s\n", t.ID(), plan.Begins.UTC().Format("2006-01-02 15:04:05 UTC")), nil
	}
	t, err := l.Tournament(ctx, id)
	if err != nil {
		return "", err
	}
	switch verb {
	case "begin":
		return "The tournament begins.\n", t.Start(ctx, by, true)
	case "cancel":
		return "The tournament is cancelled.\n", t.Cancel(ctx, by, true)
	}
	if more == "pgn" && s.cfg.Archive != nil {
		return club.TournamentPGN(ctx, s.cfg.Archive, t.View(), 0)
	}
	return t.View().Text(), nil
}

// parsePlan reads "arena 60 3+2 chess 10m rated Friday Arena".
func parsePlan(text string, now time.Time) (p lobby.TournamentPlan, err error) {
	words := strings.Fields(text)
	if len(words) < 6 {
		return p, errors.New("write: plan FORMAT LENGTH CLOCK VARIANT TIME [rated] [berserk] NAME, such as plan arena 60 3+2 chess 10m rated Friday Arena")
	}
	p.Format = lobby.Format(words[0])
	length, err := strconv.Atoi(words[1])
	if p.Format == lobby.Simul {
		p.Host, p.Colour, length, err = remote.Player{Name: words[1]}, remote.WantsWhite, 0, nil
	}
	if err != nil {
		return p, fmt.Errorf("%q is no number of minutes, rounds or times", remote.CleanLine(words[1], 20))
	}
	if p.Rounds = length; p.Format == lobby.Arena {
		p.Minutes, p.Rounds = length, 0
	}
	if p.Terms.Control, err = chess.ParseControl(words[2]); err != nil {
		return p, err
	}
	p.Terms.Parts = strings.Split(words[3], "+")
	wait, err := parseSpan(words[4])
	if err != nil {
		return p, err
	}
	p.Begins = now.Add(wait)
	rest := words[5:]
	for len(rest) > 1 && (rest[0] == "rated" || rest[0] == "berserk") {
		p.Terms.Rated, p.Berserk = p.Terms.Rated || rest[0] == "rated", p.Berserk || rest[0] == "berserk"
		rest = rest[1:]
	}
	p.Name = remote.CleanLine(strings.Join(rest, " "), lobby.MaxTournamentName)
	return p, nil
}

// parseSpan reads a time from now on: 10m, 2h, 7d.
func parseSpan(text string) (time.Duration, error) {
	if days, ok := strings.CutSuffix(text, "d"); ok {
		if n, err := strconv.Atoi(days); err == nil && n >= 0 {
			return time.Duration(n) * 24 * time.Hour, nil
		}
	}
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 {
		return 0, fmt.Errorf("%q is not a time: write 10m, 2h or 7d", remote.CleanLine(text, 20))
	}
	return d, nil
}
