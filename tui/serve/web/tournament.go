package web

import (
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	"rookery/tui/draw"
	"rookery/tui/lobby"
)

// tournamentID is what the name of a tournament looks like; nothing else is looked up.
var tournamentID = regexp.MustCompile(`^t-[a-z0-9]{1,40}$`)

// tournamentPage is a tournament: who stands where, and what is played.
type tournamentPage struct {
	page
	ID                                  string
	Name, Format, State, Variant, Clock string
	Date, Begins                        string // of the beginning, for machines and for people (UTC)
	Live                                bool   // it is planned or on: the page follows it
	Rated                               bool
	Round, Rounds, All                  int
	Rows                                []standingRow
	Games                               []gameRow
}

type standingRow struct {
	Rank          int
	Name, Rating  string
	Link          string
	Points, Sheet string
	Withdrawn     bool
	Table         string // where he plays now
}

// tournamentRow is a tournament in a list.
type tournamentRow struct {
	ID, Name, Format, State, Variant, Clock, Begins string
	Players                                         int
}

// mostStandings is how many rows of a tournament a page shows.
const mostStandings = 200

// formatText says how a tournament is played.
func (p page) formatText(f lobby.Format) string {
	switch f {
	case lobby.Arena:
		return p.T("Arena")
	case lobby.Swiss:
		return p.T("Swiss system")
	case lobby.RoundRobin:
		return p.T("Round robin")
	case lobby.Simul:
		return p.T("Simultaneous exhibition")
	case lobby.TeamMatch:
		return p.T("Team match")
	}
	return string(f)
}

// stateText says how far a tournament is.
func (p page) stateText(s lobby.TournamentState) string {
	switch s {
	case lobby.Planned:
		return p.T("not yet begun")
	case lobby.Running:
		return p.T("in progress")
	case lobby.Done:
		return p.T("finished")
	}
	return p.T("cancelled")
}

// whenText is a time for people of every zone.
func whenText(t time.Time) string { return t.UTC().Format("2006-01-02 15:04") + " UTC" }

// pointsText writes half points as players do; an arena has whole ones.
func pointsText(f lobby.Format, half int) string {
	if f == lobby.Arena {
		return strconv.Itoa(half)
	}
	text := strconv.Itoa(half / 2)
	if half%2 == 1 {
		if half == 1 {
			return "½"
		}
		return text + "½"
	}
	return text
}

// tournamentRows are those that are on, planned, or just over.
func (s *Server) tournamentRows(p page) (rows []tournamentRow) {
	all := s.cfg.Lobby.Tournaments()
	for _, t := range all[:min(len(all), mostRows)] {
		rows = append(rows, tournamentRow{ID: t.ID, Name: draw.Clean(t.Plan.Name), Format: p.formatText(t.Plan.Format), State: p.stateText(t.State),
			Variant: p.variantName(t.Plan.Terms), Clock: p.clockText(t.Plan.Terms.Control), Begins: whenText(t.Plan.Begins), Players: t.Players})
	}
	return rows
}

// tournament shows a tournament, also one that is long over.
func (s *Server) tournament(w http.ResponseWriter, r *http.Request) {
	t := s.findTournament(r)
	if t == nil {
		s.fail(w, r, http.StatusNotFound, "there is no such tournament")
		return
	}
	s.show(w, r, http.StatusOK, "tournament.html", s.tournamentPage(r, t.View()))
}

// findTournament is the tournament of an address, nil for none.
func (s *Server) findTournament(r *http.Request) *lobby.Tournament {
	id := r.PathValue("id")
	if !tournamentID.MatchString(id) {
		return nil
	}
	ctx, cancel := within(r)
	defer cancel()
	t, err := s.cfg.Lobby.Tournament(ctx, id)
	if err != nil {
		return nil
	}
	return t
}

func (s *Server) tournamentPage(r *http.Request, v *lobby.TournamentView) tournamentPage {
	p := tournamentPage{page: s.page(r, draw.Clean(v.Plan.Name)), ID: v.ID, Name: draw.Clean(v.Plan.Name), All: v.Players, Round: v.Round, Rounds: v.Rounds,
		Live: v.State == lobby.Planned || v.State == lobby.Running, Rated: v.Plan.Terms.Rated}
	p.Format, p.State = p.formatText(v.Plan.Format), p.stateText(v.State)
	p.Variant, p.Clock = p.variantName(v.Plan.Terms), p.clockText(v.Plan.Terms.Control)
	p.Date, p.Begins = v.Plan.Begins.UTC().Format(time.RFC3339), whenText(v.Plan.Begins)
	for _, row := range v.Rows[:min(len(v.Rows), mostStandings)] {
		one := standingRow{Rank: row.Rank, Name: nameOf(row.Entrant.Player), Rating: row.Rating.String(), Points: pointsText(v.Plan.Format, row.Points),
			Sheet: draw.Clean(strings.Join(row.Sheet, " ")), Withdrawn: row.Withdrawn, Table: row.Table}
		if !row.Entrant.Player.Guest {
			one.Link = one.Name
		}
		p.Rows = append(p.Rows, one)
	}
	games := v.Playing()
	for _, g := range games[:min(len(games), mostRows)] {
		p.Games = append(p.Games, gameRow{ID: g.Table, White: draw.Clean(v.Name(g.Players[0])), Black: draw.Clean(v.Name(g.Players[1])),
			Variant: p.Variant, Clock: p.Clock, Moves: (g.Plies + 1) / 2})
	}
	return p
}

// standingsNews is what the page of a tournament is told.
type standingsNews struct {
	Standings string `json:"standings"` // the part of the page that changes
	Over      bool   `json:"over,omitempty"`
}

// standingsGap is the least time between two looks at a tournament for a page: with many games a result is
// not far from the next.
const standingsGap = 2 * time.Second

// tournamentLive is a stream of events of a tournament that is planned or on, and ends with it.
func (s *Server) tournamentLive(w http.ResponseWriter, r *http.Request) {
	t := s.findTournament(r)
	if t == nil || !s.tournamentPage(r, t.View()).Live {
		w.WriteHeader(http.StatusNoContent) // a browser asks no more
		return
	}
	out, leave, ok := s.openStream(w, r)
	if !ok {
		return
	}
	defer leave()
	look, tick := time.NewTicker(standingsGap), time.NewTicker(beat)
	defer look.Stop()
	defer tick.Stop()
	var shown *lobby.TournamentView
	var told string
	for {
		if v := t.View(); v != shown { // a view never changes
			shown = v
			p := s.tournamentPage(r, v)
			var b strings.Builder
			if err := templates.ExecuteTemplate(&b, "standings", p); err != nil {
				panic(err)
			}
			if b.String() != told {
				told = b.String()
				if !out.send(standingsNews{told, !p.Live}) || !p.Live {
					return
				}
			}
		}
		select {
		case <-r.Context().Done():
			return
		case <-s.life.Done():
			return
		case <-tick.C:
			if !out.beat() {
				return
			}
		case <-look.C:
		}
	}
}

// List is the table of the games that are on.
func (p tournamentPage) List() gameList { return gameList{p.page, p.Games, false} }
