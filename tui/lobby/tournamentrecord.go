package lobby

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"rookery/chess"
	"rookery/tui/lobby/journal"
	"rookery/tui/lobby/tournament"
	"rookery/tui/remote"
)

// Format says how a tournament is played.
type Format string

// The formats.
const (
	Arena      Format = "arena"
	Swiss      Format = "swiss"
	RoundRobin Format = "roundrobin"
	Simul      Format = "simul"
	// TeamMatch is a match of two teams on many boards.
	TeamMatch Format = "teammatch"
)

// Formats lists those that everybody can plan. The leader of a team plans a TeamMatch.
var Formats = []Format{Arena, Swiss, RoundRobin, Simul}

// TournamentPlan is what an organiser says of a tournament.
type TournamentPlan struct {
	Name   string       `json:"name"`
	Format Format       `json:"format"`
	Terms  remote.Terms `json:"terms"`
	Begins time.Time    `json:"begins"`
	// Minutes is how long an arena lasts, and Rounds how many a Swiss tournament has; in a round robin all play
	// each other once, or with 2 twice; so they do in a match of two teams.
	Minutes int  `json:"minutes,omitempty"`
	Rounds  int  `json:"rounds,omitempty"`
	Berserk bool `json:"berserk,omitempty"` // of an arena: players may halve their time
	// Of a simul: who plays all others, his colour, and what his clocks have more.
	Host   remote.Player `json:"host,omitzero"`
	Colour remote.Colour `json:"colour,omitempty"`
	Extra  time.Duration `json:"extra,omitempty"`
	// Of a match: the teams, of which the first has planned it, and on how many boards they meet at most.
	Teams  [2]TeamSide `json:"teams,omitzero"`
	Boards int         `json:"boards,omitempty"`
}

// Limits of tournaments.
const (
	MaxTournamentName = 40
	MaxArenaMinutes   = 12 * 60
	MaxSwissRounds    = 20
	// MaxPlayers of a tournament, of a round robin and of a simul.
	MaxPlayers           = 1000
	MaxRoundRobinPlayers = 32
	MaxSimulPlayers      = 50
	// MaxPlanned is how many tournaments one player may have planned or on.
	MaxPlanned = 3
	// maxAhead is how long before its beginning a tournament may be planned.
	maxAhead = 30 * 24 * time.Hour
)

// Check tells what is wrong with a plan at a time.
func (p TournamentPlan) Check(now time.Time) error {
	if _, err := p.Terms.Rules(); err != nil {
		return err
	}
	switch {
	case remote.CleanLine(p.Name, MaxTournamentName) == "" || remote.CleanLine(p.Name, MaxTournamentName) != p.Name:
		return fmt.Errorf("the name of a tournament has 1 to %d letters", MaxTournamentName)
	case p.Terms.Partners():
		return errors.New("this game is for two teams of two: choose another for a tournament")
	case p.Terms.Control.None() || p.Terms.Correspondence():
		return errors.New("games of a tournament need a time control: enter one like 5+3")
	case p.Begins.Sub(now) > maxAhead:
		return errors.New("a tournament begins within 30 days")
	case p.Format == Arena && (p.Minutes < 5 || p.Minutes > MaxArenaMinutes):
		return fmt.Errorf("an arena lasts 5 to %d minutes", MaxArenaMinutes)
	case p.Format == Swiss && (p.Rounds < 1 || p.Rounds > MaxSwissRounds):
		return fmt.Errorf("a Swiss tournament has 1 to %d rounds", MaxSwissRounds)
	case p.Format == RoundRobin && (p.Rounds < 1 || p.Rounds > 2):
		return errors.New("in a round robin everybody plays everybody once or twice")
	case p.Format == Simul && p.Host.ID == "":
		return errors.New("a simul has a host who plays all others")
	case p.Format == TeamMatch && (p.Teams[0].ID == "" || p.Teams[1].ID == "" || p.Teams[0].ID == p.Teams[1].ID):
		return errors.New("a match has two teams")
	case p.Format == TeamMatch && (p.Boards < 1 || p.Boards > MaxMatchBoards):
		return fmt.Errorf("a match of two teams has 1 to %d boards", MaxMatchBoards)
	case p.Format == TeamMatch && (p.Rounds < 1 || p.Rounds > 2):
		return errors.New("in a match of two teams everybody plays one game or two")
	case p.Format != TeamMatch && !slices.Contains(Formats, p.Format):
		return fmt.Errorf("unknown format %q: use arena, swiss, roundrobin or simul", remote.CleanLine(string(p.Format), 20))
	}
	return nil
}

// most is how many players there may be.
func (p TournamentPlan) most() int {
	switch p.Format {
	case RoundRobin:
		return MaxRoundRobinPlayers
	case Simul:
		return MaxSimulPlayers
	case TeamMatch:
		return 2 * MaxTeamMembers
	}
	return MaxPlayers
}

// TournamentState is how far a tournament is.
type TournamentState string

// The states.
const (
	Planned   TournamentState = "planned"
	Running   TournamentState = "running"
	Done      TournamentState = "finished"
	Cancelled TournamentState = "cancelled"
)

// Kinds of events in the journal of a tournament. They are no kinds of events of games.
const (
	announced  = "tournament planned"
	entered    = "tournament entered" // or back after a pause
	pausing    = "tournament paused"
	withdrawn  = "tournament withdrawn"
	opened     = "tournament opened" // it begins
	paired     = "tournament paired"
	scored     = "tournament scored"
	terminated = "tournament finished"
	called     = "tournament cancelled"
)

// tournamentEvent is what the journal of a tournament holds. Of one kind only some fields are used. Players are
// numbers in the order in which they entered.
type tournamentEvent struct {
	Kind   string          `json:"kind"`
	At     time.Time       `json:"at,omitzero"` // zero where the journal's time decides
	Plan   *TournamentPlan `json:"plan,omitempty"`
	Player remote.Player   `json:"player,omitzero"`
	Rating remote.Rating   `json:"rating,omitzero"`
	Side   int             `json:"side,omitempty"` // of a match: for which team he enters, from 1
	Who    []int           `json:"who,omitempty"`  // who pauses, or withdraws
	// Of the beginning: the initial ranking list, and whether its first has White.
	Order      []int       `json:"order,omitempty"`
	WhiteFirst bool        `json:"whiteFirst,omitempty"`
	Pairs      []tablePair `json:"pairs,omitempty"`
	Bye        *int        `json:"bye,omitempty"`
	Scores     []tableOver `json:"scores,omitempty"`
	Over       bool        `json:"over,omitempty"` // as that of a game
}

// tablePair is a pairing: the table of a game and who plays there.
type tablePair struct {
	White int    `json:"w"`
	Black int    `json:"b"`
	Table string `json:"t,omitempty"` // empty where one of them has withdrawn and the game is not played
}

// tableOver is how a game ended.
type tableOver struct {
	Game    int     `json:"g"` // its number among the games of the tournament
	Points  [2]int  `json:"p"` // in half points, by Color
	Played  bool    `json:"m,omitempty"`
	Plies   int     `json:"n,omitempty"`
	Berserk [2]bool `json:"x,omitzero"`
	Absent  [2]bool `json:"a,omitzero"` // who did not begin
}

// Entrant is a player of a tournament.
type Entrant struct {
	remote.Player
	Rating    remote.Rating
	Side      int  // of a match: his team, from 1
	Paused    bool // is not paired until he is back
	Withdrawn bool
	missed    int       // how often in a row nobody was left for him in an arena
	free      time.Time // since when he has no game
}

// TournamentGame is a game of a tournament.
type TournamentGame struct {
	Table   string
	Players [2]int // numbers of entrants, by Color
	Round   int    // from 1; 0 in an arena
	Board   int    // from 1, in its round; in an arena from the beginning
	Over    bool
	Points  [2]int // in half points, by Color
	Played  bool
	Plies   int
	Berserk [2]bool
}

// tournamentRecord is a tournament as its events tell it.
type tournamentRecord struct {
	plan       TournamentPlan
	by         remote.Player
	state      TournamentState
	began      time.Time
	ended      time.Time
	entrants   []Entrant
	number     map[string]int // by the player's ID
	order      []int
	whiteFirst bool
	games      []TournamentGame
	open       map[int]bool // games that are not over
	byes       []int        // by round; -1 for none
	absent     [][]bool     // by round and number
	round      int
	changed    time.Time // of the last pairing or result
	paired     time.Time // of the last pairing
}

// IsTournament tells whether the name of a stream in the journal is a tournament's. A game's never has a hyphen.
func IsTournament(name string) bool { return len(name) > 2 && name[:2] == tournamentPrefix }

const tournamentPrefix = "t-"

func parseTournament(entry journal.Event) (e tournamentEvent, err error) {
	err = json.Unmarshal(entry.Data, &e)
	if e.At.IsZero() {
		e.At = entry.Time
	}
	return e, err
}

// check tells why an event does not fit. apply never fails after it.
func (r *tournamentRecord) check(e tournamentEvent) error {
	if (r.state == "") != (e.Kind == announced) {
		return fmt.Errorf("the event %q is out of place", e.Kind)
	}
	if r.state == Done || r.state == Cancelled {
		return errors.New("the tournament is over")
	}
	has := func(i int) bool { return i >= 0 && i < len(r.entrants) }
	switch e.Kind {
	case announced:
		if e.Plan == nil {
			return errors.New("a tournament without a plan")
		}
		_, err := e.Plan.Terms.Rules()
		return err
	case entered:
		if r.plan.Format == TeamMatch && e.Side != 1 && e.Side != 2 {
			return errors.New("somebody enters for neither team")
		}
		return r.mayEnter(e.Player)
	case pausing, withdrawn:
		for _, i := range e.Who {
			if !has(i) || r.entrants[i].Withdrawn {
				return errors.New("you do not take part in this tournament")
			}
		}
	case opened:
		if r.state != Planned || len(e.Order) != len(r.entrants) {
			return errors.New("the tournament has begun")
		}
	case paired:
		if r.state != Running {
			return errors.New("the tournament is not on")
		}
		for _, p := range e.Pairs {
			if !has(p.White) && p.White != hostNumber || !has(p.Black) && p.Black != hostNumber {
				return errors.New("somebody is paired who does not take part")
			}
		}
	case scored:
		for _, s := range e.Scores {
			if !r.open[s.Game] {
				return errors.New("this game has its result")
			}
		}
	case terminated, called:
	default:
		return fmt.Errorf("unknown event %q", e.Kind)
	}
	return nil
}

// hostNumber stands for the host of a simul among the players of a game.
const hostNumber = -1

// mayEnter tells why somebody cannot enter.
func (r *tournamentRecord) mayEnter(p remote.Player) error {
	i, known := r.number[p.ID]
	switch {
	case known && !r.entrants[i].Paused && !r.entrants[i].Withdrawn:
		return errors.New("you take part already")
	case p.ID == r.plan.Host.ID:
		return errors.New("you are the host of this simul")
	case p.Guest && r.plan.Terms.Rated:
		return errors.New("this tournament is rated: connect with a key to join")
	case known:
		if r.entrants[i].Withdrawn && (r.plan.Format == RoundRobin && r.state == Running) {
			return errors.New("you have withdrawn from this tournament")
		}
		return nil
	case r.state == Running && (r.plan.Format == RoundRobin || r.plan.Format == Simul || r.plan.Format == TeamMatch && !known):
		return errors.New("this tournament has begun: watch it")
	case r.state == Running && r.plan.Format == Swiss && 2*r.round >= r.plan.Rounds:
		return errors.New("half of the rounds are over: watch the tournament")
	case len(r.entrants) >= r.plan.most():
		return fmt.Errorf("this tournament is full: it has %d players", len(r.entrants))
	}
	return nil
}

// apply takes the next event in; the record is then as before where it does not fit.
func (r *tournamentRecord) apply(e tournamentEvent) error {
	if err := r.check(e); err != nil {
		return err
	}
	switch e.Kind {
	case announced:
		r.plan, r.by, r.state = *e.Plan, e.Player, Planned
		r.number, r.open = make(map[string]int), make(map[int]bool)
	case entered:
		i, known := r.number[e.Player.ID]
		if !known {
			i = len(r.entrants)
			r.number[e.Player.ID] = i
			r.entrants = append(r.entrants, Entrant{})
			if r.state == Running {
				r.order = append(r.order, i)
			}
		}
		r.entrants[i] = Entrant{Player: e.Player, Rating: e.Rating, Side: e.Side, free: e.At}
	case pausing:
		for _, i := range e.Who {
			r.entrants[i].Paused = true
		}
	case withdrawn:
		for _, i := range e.Who {
			r.entrants[i].Withdrawn = true
		}
	case opened:
		r.state, r.began, r.order, r.whiteFirst, r.changed = Running, e.At, e.Order, e.WhiteFirst, e.At
	case paired:
		r.pair(e)
	case scored:
		r.score(e)
	case terminated, called:
		r.ended = e.At
		if r.state = Done; e.Kind == called {
			r.state = Cancelled
		}
		clear(r.open)
	}
	return nil
}

// pair takes a pairing in: of a round, or of an arena those who waited.
func (r *tournamentRecord) pair(e tournamentEvent) {
	r.changed, r.paired = e.At, e.At
	board := 0
	if r.plan.Format == Arena {
		board = len(r.games)
	} else {
		r.round++
		absent := make([]bool, len(r.entrants))
		for i, p := range r.entrants {
			absent[i] = p.Paused || p.Withdrawn
		}
		r.absent = append(r.absent, absent)
		bye := -1
		if e.Bye != nil {
			bye = *e.Bye
		}
		r.byes = append(r.byes, bye)
	}
	waiting := make(map[int]bool)
	for _, p := range e.Pairs {
		board++
		g := TournamentGame{Table: p.Table, Players: [2]int{p.White, p.Black}, Round: r.round, Board: board}
		if p.Table == "" { // one of them has gone for good
			g.Over = true
			for c, i := range g.Players {
				if i != hostNumber && !r.entrants[i].Withdrawn {
					g.Points[c] = 2
				}
			}
		} else {
			r.open[len(r.games)] = true
		}
		r.games = append(r.games, g)
		for _, i := range g.Players {
			if i != hostNumber {
				r.entrants[i].missed, r.entrants[i].free = 0, time.Time{}
				waiting[i] = true
			}
		}
	}
	for i := range r.entrants {
		if p := &r.entrants[i]; !waiting[i] && !p.free.IsZero() && !p.Paused && !p.Withdrawn {
			p.missed++
		}
	}
}

// score takes results in. Who did not begin his game is not paired until he says that he is back.
func (r *tournamentRecord) score(e tournamentEvent) {
	r.changed = e.At
	for _, s := range e.Scores {
		g := &r.games[s.Game]
		g.Over, g.Points, g.Played, g.Plies, g.Berserk = true, s.Points, s.Played, s.Plies, s.Berserk
		delete(r.open, s.Game)
		for c, i := range g.Players {
			if i == hostNumber {
				continue
			}
			r.entrants[i].free = e.At
			if s.Absent[c] {
				r.entrants[i].Paused = true
			}
		}
	}
}

// entries are the players as the pairing sees them, in the order of the initial ranking list.
func (r *tournamentRecord) entries() []tournament.Entry {
	place := make([]int, len(r.entrants))
	entries := make([]tournament.Entry, len(r.order))
	for at, i := range r.order {
		place[i] = at
		entries[at].Games = make([]tournament.Game, r.round)
		for round := range entries[at].Games {
			entries[at].Games[round].Opponent = -1
		}
		entries[at].Absent = r.entrants[i].Paused || r.entrants[i].Withdrawn
	}
	for round, i := range r.byes {
		if i >= 0 {
			entries[place[i]].Games[round] = tournament.Game{Opponent: -1, Points: 2, Bye: true}
		}
	}
	for _, g := range r.games {
		if g.Players[0] == hostNumber || g.Players[1] == hostNumber {
			continue
		}
		for c, i := range g.Players {
			entries[place[i]].Games[g.Round-1] = tournament.Game{
				Opponent: place[g.Players[1-c]], White: chess.Color(c) == chess.White, Played: g.Over && g.Played || !g.Over, Points: g.Points[c],
			}
		}
	}
	return entries
}

// arenaResults are the finished games of each entrant, in their order.
func (r *tournamentRecord) arenaResults() [][]tournament.ArenaResult {
	results := make([][]tournament.ArenaResult, len(r.entrants))
	for _, g := range r.games {
		if !g.Over {
			continue
		}
		for c, i := range g.Players {
			results[i] = append(results[i], tournament.ArenaResult{
				ArenaGame: tournament.ArenaGame{Points: g.Points[c], Berserk: g.Berserk[c], Plies: g.Plies},
				Opponent:  r.entrants[g.Players[1-c]].Rating.Value,
			})
		}
	}
	return results
}

// standings order the entrants by their numbers.
func (r *tournamentRecord) standings() []tournament.Standing {
	switch r.plan.Format {
	case Arena:
		return tournament.ArenaStandings(r.arenaResults())
	case TeamMatch:
		return r.matchStandings()
	case Simul:
		all := make([]tournament.Standing, len(r.entrants))
		for i := range all {
			all[i].Player = i
		}
		for _, g := range r.games {
			for c, i := range g.Players {
				if i != hostNumber && g.Over {
					all[i].Points += g.Points[c]
				}
			}
		}
		slices.SortStableFunc(all, func(a, b tournament.Standing) int { return b.Points - a.Points })
		for i := range all {
			if all[i].Rank = i + 1; i > 0 && all[i].Points == all[i-1].Points {
				all[i].Rank = all[i-1].Rank
			}
		}
		return all
	}
	if r.state == Planned {
		all := make([]tournament.Standing, len(r.entrants))
		for i := range all {
			all[i] = tournament.Standing{Player: i, Rank: 1}
		}
		return all
	}
	rank := tournament.SwissStandings
	if r.plan.Format == RoundRobin {
		rank = tournament.RoundRobinStandings
	}
	all := rank(r.entries())
	for i := range all {
		all[i].Player = r.order[all[i].Player]
	}
	return all
}

// rounds is how many there are; 0 for an arena.
func (r *tournamentRecord) rounds() int {
	switch r.plan.Format {
	case Swiss, TeamMatch:
		return r.plan.Rounds
	case Simul:
		return 1
	case RoundRobin:
		n := len(r.order)
		if r.state == Planned {
			n = len(r.entrants)
		}
		return max(n+n%2-1, 0) * r.plan.Rounds
	}
	return 0
}

// ends is when an arena is over; zero for what ends with its games.
func (r *tournamentRecord) ends() time.Time {
	if r.plan.Format != Arena {
		return time.Time{}
	}
	began := r.began
	if began.IsZero() {
		began = r.plan.Begins
	}
	return began.Add(time.Duration(r.plan.Minutes) * time.Minute)
}
