package lobby

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"rookery/tui/lobby/journal"
	"rookery/tui/lobby/tournament"
	"rookery/tui/remote"
)

// Tournament is one of the club. Like a table it is a record of events in the journal, in a stream of its own; the
// games that it opens are tables like others. It is safe for use by many goroutines. Its lock is taken
// before that of a table.
type Tournament struct {
	id    string
	lobby *Lobby

	mu   sync.Mutex
	rec  tournamentRecord
	seq  uint64
	view atomic.Pointer[TournamentView]
}

// TournamentInfo is a tournament as lists show it.
type TournamentInfo struct {
	ID      string          `json:"id"`
	Plan    TournamentPlan  `json:"plan"`
	By      remote.Player   `json:"by"`
	State   TournamentState `json:"state"`
	Ends    time.Time       `json:"ends,omitzero"` // of an arena, and of what is over
	Players int             `json:"players"`
	Round   int             `json:"round,omitempty"`
	Rounds  int             `json:"rounds,omitempty"`
	Winner  string          `json:"winner,omitempty"`
	// Score of a match of two teams, in half points.
	Score [2]int `json:"score,omitzero"`
}

// TournamentRow is a place in the standings.
type TournamentRow struct {
	tournament.Standing
	Entrant
	Number int      // of the entrant
	Sheet  []string // by game or round: points, in an arena; else result and opponent's place: "+12w"
	Fire   bool     // the next game counts double
	Table  string   // where he plays now; empty for nowhere
}

// TournamentView is a tournament as everybody sees it. It is never changed.
type TournamentView struct {
	TournamentInfo
	Began    time.Time
	Rows     []TournamentRow // by rank
	Entrants []Entrant       // by number
	Games    []TournamentGame
	Boards   []MatchBoard // of a match of two teams
	Byes     []int        // by round: numbers of entrants, -1 for none
	Next     time.Time    // when the next round begins; zero for no such time
	place    map[string]int
}

// Row of a player.
func (v *TournamentView) Row(player string) (TournamentRow, bool) {
	if i, ok := v.place[player]; ok {
		return v.Rows[i], true
	}
	return TournamentRow{}, false
}

// Name of a player of a game, the host of a simul among them.
func (v *TournamentView) Name(number int) string {
	if number == hostNumber {
		return v.Plan.Host.Name
	}
	return v.Entrants[number].Name
}

// Playing are the games that are on, those of the best first.
func (v *TournamentView) Playing() (games []TournamentGame) {
	if v.State != Running {
		return nil
	}
	for _, g := range v.Games {
		if !g.Over {
			games = append(games, g)
		}
	}
	best := func(g TournamentGame) int {
		rank := MaxPlayers
		for _, i := range g.Players {
			if i != hostNumber {
				rank = min(rank, v.place[v.Entrants[i].ID])
			}
		}
		return rank
	}
	slices.SortStableFunc(games, func(a, b TournamentGame) int { return best(a) - best(b) })
	return games
}

// ID of the tournament.
func (t *Tournament) ID() string { return t.id }

// View is the tournament as it is now. It waits for nobody.
func (t *Tournament) View() *TournamentView { return t.view.Load() }

// PlanTournament announces a tournament. Players may plan MaxPlanned at a time; an operator as many as he likes.
func (l *Lobby) PlanTournament(ctx context.Context, by remote.Player, plan TournamentPlan, operator bool) (*Tournament, error) {
	now := l.time()
	plan.Name = strings.TrimSpace(plan.Name)
	plan.Terms.Parts = slices.Clone(plan.Terms.Parts)
	if plan.Begins.Before(now) {
		plan.Begins = now
	}
	if err := plan.Check(now); err != nil {
		return nil, err
	}
	if plan.Format == TeamMatch {
		if err := l.checkTeams(ctx, by, &plan, operator); err != nil {
			return nil, err
		}
	}
	if !operator {
		if by.Guest {
			return nil, errors.New("a tournament needs an organiser with an account: connect with a key")
		}
		n := 0
		for _, info := range l.Tournaments() {
			if info.By.ID == by.ID && (info.State == Planned || info.State == Running) {
				n++
			}
		}
		if n >= MaxPlanned {
			return nil, fmt.Errorf("you have %d tournaments planned or on: wait until one is over", n)
		}
	}
	t := &Tournament{id: tournamentPrefix + l.id(10), lobby: l}
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.writeLocked(ctx, tournamentEvent{Kind: announced, Plan: &plan, Player: by}); err != nil {
		return nil, err
	}
	t.view.Store(t.viewLocked()) // before anybody can find it
	l.mu.Lock()
	l.tournaments[t.id] = t
	l.mu.Unlock()
	l.show()
	return t, nil
}

// Tournament finds a tournament by its ID, also one that is long over.
func (l *Lobby) Tournament(ctx context.Context, id string) (*Tournament, error) {
	l.mu.Lock()
	t := l.tournaments[id]
	l.mu.Unlock()
	if t != nil {
		return t, nil
	}
	if !IsTournament(id) {
		return nil, fmt.Errorf("no tournament %q: see the list", remote.CleanLine(id, 20))
	}
	t = &Tournament{id: id, lobby: l}
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.catchUpLocked(ctx); err != nil {
		return nil, err
	}
	if t.rec.state == "" {
		return nil, fmt.Errorf("no tournament %q: see the list", remote.CleanLine(id, 20))
	}
	t.view.Store(t.viewLocked())
	return t, nil
}

// all lists the tournaments that are planned, on, or over since a short while.
func (l *Lobby) allTournaments() []*Tournament {
	l.mu.Lock()
	defer l.mu.Unlock()
	all := make([]*Tournament, 0, len(l.tournaments))
	for _, t := range l.tournaments {
		all = append(all, t)
	}
	slices.SortFunc(all, func(a, b *Tournament) int { return strings.Compare(a.id, b.id) })
	return all
}

// Tournaments is the schedule: what is on, what is planned, and what is over since a short while.
func (l *Lobby) Tournaments() []TournamentInfo {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.scheduleLocked()
}

func (l *Lobby) scheduleLocked() []TournamentInfo {
	if len(l.tournaments) == 0 {
		return nil
	}
	infos := make([]TournamentInfo, 0, len(l.tournaments))
	for _, t := range l.tournaments {
		if v := t.view.Load(); v != nil {
			infos = append(infos, v.TournamentInfo)
		}
	}
	sortSchedule(infos)
	return infos
}

func sortSchedule(infos []TournamentInfo) {
	order := map[TournamentState]int{Running: 0, Planned: 1, Done: 2, Cancelled: 2}
	slices.SortFunc(infos, func(a, b TournamentInfo) int {
		when := a.Plan.Begins.Compare(b.Plan.Begins)
		if order[a.State] == 2 {
			when = -when
		}
		return cmp.Or(order[a.State]-order[b.State], when, strings.Compare(a.ID, b.ID))
	})
}

// PastTournaments lists those that are over, the latest first, at most so many.
func (l *Lobby) PastTournaments(ctx context.Context, most int) ([]TournamentInfo, error) {
	keys, err := l.past.Keys(ctx)
	if err != nil {
		return nil, err
	}
	// Keys begin with the time, so that the latest can be taken without reading all.
	slices.Sort(keys)
	slices.Reverse(keys)
	var infos []TournamentInfo
	for _, key := range keys[:min(len(keys), most)] {
		v, err := l.past.Get(ctx, key)
		if errors.Is(err, journal.ErrNotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		var info TournamentInfo
		if json.Unmarshal(v.Data, &info) == nil {
			infos = append(infos, info)
		}
	}
	sortSchedule(infos)
	return infos, nil
}

// writeLocked makes an event durable and takes it into the record.
func (t *Tournament) writeLocked(ctx context.Context, e tournamentEvent) error {
	l := t.lobby
	e.At = l.time()
	if err := t.rec.check(e); err != nil {
		return err
	}
	e.Over = e.Kind == terminated || e.Kind == called
	stored := e
	if l.shared() {
		stored.At = time.Time{}
	}
	data, err := json.Marshal(stored)
	if err != nil {
		return err
	}
	asked := l.time()
	seq, err := l.journal.Append(ctx, t.id, t.seq, data)
	if err != nil {
		if !errors.As(err, new(*journal.StaleError)) {
			l.noteFailure(err, asked)
		}
		return errors.Join(err, t.catchUpLocked(context.WithoutCancel(ctx)))
	}
	if l.shared() {
		return t.catchUpLocked(context.WithoutCancel(ctx)) // the journal's time decides
	}
	t.seq = seq
	return t.rec.apply(e)
}

// catchUpLocked takes in what the journal has and the record has not.
func (t *Tournament) catchUpLocked(ctx context.Context) error {
	events, err := t.lobby.journal.Read(ctx, t.id, t.seq)
	if err != nil {
		return err
	}
	for _, entry := range events {
		e, err := parseTournament(entry)
		if err == nil {
			err = t.rec.apply(e)
		}
		if err != nil {
			return fmt.Errorf("event %d of tournament %s: %w", entry.Seq, t.id, err)
		}
		t.seq = entry.Seq
	}
	return nil
}

// heardTournament takes in an event that the journal brings, at the start or from another process.
func (l *Lobby) heardTournament(entry journal.Event) {
	l.mu.Lock()
	t := l.tournaments[entry.Game]
	l.mu.Unlock()
	if t == nil {
		if e, err := parseTournament(entry); err == nil && e.Over {
			return
		}
		t = &Tournament{id: entry.Game, lobby: l}
	}
	hear := func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		if entry.Seq <= t.seq {
			return
		}
		err := t.catchUpLocked(context.Background())
		if err == nil && t.rec.state == "" {
			err = fmt.Errorf("the beginning of tournament %s is missing", t.id)
		}
		l.mu.Lock()
		defer l.mu.Unlock()
		if err != nil {
			l.faults = append(l.faults, err)
			return
		}
		if known := l.tournaments[t.id]; known != nil && known != t {
			return // who plans it here has just entered it
		}
		l.tournaments[t.id] = t
		t.view.Store(t.viewLocked())
		l.dirty.Store(true)
	}
	if t.view.Load() == nil {
		hear()
		return
	}
	l.wait.Go(hear) // it may be writing
}

// stalest is how often an event is written again because another process was faster: before a tournament many join
// at once, at every front end.
const stalest = 50

// do has a player's event written. When another process has written in between it is tried again.
func (t *Tournament) do(ctx context.Context, what func() (tournamentEvent, error)) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	var err error
	for range stalest {
		var e tournamentEvent
		if e, err = what(); err != nil {
			return err
		}
		if err = t.writeLocked(ctx, e); !errors.As(err, new(*journal.StaleError)) {
			break
		}
	}
	if err == nil {
		t.showLocked(ctx)
	}
	return err
}

// Join enters a player, or takes him back after a pause.
func (t *Tournament) Join(ctx context.Context, p remote.Player) error {
	plan := t.View().Plan
	side, err := t.lobby.sideOf(ctx, p, plan)
	if err != nil {
		return err
	}
	rating := t.lobby.ratingOf(ctx, p, plan.Terms)
	return t.do(ctx, func() (tournamentEvent, error) {
		return tournamentEvent{Kind: entered, Player: p, Rating: rating, Side: side}, t.rec.mayEnter(p)
	})
}

// Pause has a player not paired until he joins again. Before the beginning he leaves.
func (t *Tournament) Pause(ctx context.Context, p remote.Player) error {
	return t.leave(ctx, p, pausing)
}

// Withdraw takes a player out: games that he has not begun are lost.
func (t *Tournament) Withdraw(ctx context.Context, p remote.Player) error {
	return t.leave(ctx, p, withdrawn)
}

func (t *Tournament) leave(ctx context.Context, p remote.Player, kind string) error {
	return t.do(ctx, func() (tournamentEvent, error) {
		i, ok := t.rec.number[p.ID]
		if !ok {
			return tournamentEvent{}, errors.New("you do not take part in this tournament")
		}
		return tournamentEvent{Kind: kind, Who: []int{i}}, nil
	})
}

// Cancel breaks a tournament off: its organiser may before it begins, an operator always. Games that are on are played to
// their end.
func (t *Tournament) Cancel(ctx context.Context, by remote.Player, operator bool) error {
	return t.do(ctx, func() (tournamentEvent, error) {
		switch {
		case operator:
		case by.ID != t.rec.by.ID && by.ID != t.rec.plan.Teams[1].Leader:
			return tournamentEvent{}, errors.New("only the organiser can cancel the tournament")
		case t.rec.state != Planned:
			return tournamentEvent{}, errors.New("the tournament has begun: ask an operator to cancel it")
		}
		return tournamentEvent{Kind: called}, nil
	})
}

// Start begins a tournament at once: its organiser may, and an operator.
func (t *Tournament) Start(ctx context.Context, by remote.Player, operator bool) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case !operator && by.ID != t.rec.by.ID && by.ID != t.rec.plan.Host.ID:
		return errors.New("only the organiser can start the tournament")
	case t.rec.state != Planned:
		return errors.New("the tournament has begun")
	case !t.rec.enough():
		return errors.New("there are too few players yet")
	}
	if err := t.openLocked(ctx); err != nil {
		return err
	}
	t.showLocked(ctx)
	return nil
}

// showLocked lets everybody see the tournament as it is now.
func (t *Tournament) showLocked(ctx context.Context) {
	v := t.viewLocked()
	before := t.view.Swap(v)
	if over := v.State == Done || v.State == Cancelled; over && (before == nil || before.State != v.State) {
		t.keepLocked(ctx, v)
	}
	t.lobby.show()
}

// keepLocked enters a tournament that is over in the list of past ones. What is not written is lost from that
// list alone.
func (t *Tournament) keepLocked(ctx context.Context, v *TournamentView) {
	data, err := json.Marshal(v.TournamentInfo)
	if err == nil {
		_, _ = t.lobby.past.Put(ctx, v.Plan.Begins.UTC().Format("20060102150405")+"-"+t.id, data)
	}
}

// viewLocked makes the view.
func (t *Tournament) viewLocked() *TournamentView {
	r := &t.rec
	v := &TournamentView{
		TournamentInfo: TournamentInfo{
			ID: t.id, Plan: r.plan, By: t.lobby.erased.shown(r.by), State: r.state, Ends: r.ends(), Players: len(r.entrants),
			Round: r.round, Rounds: r.rounds(),
		},
		Began: r.began, Entrants: slices.Clone(r.entrants), Games: slices.Clone(r.games), Byes: slices.Clone(r.byes),
		place: make(map[string]int, len(r.entrants)),
	}
	if v.By.ID == "" && v.Plan.Name == r.by.Name {
		v.Plan.Name = DeletedName
	}
	v.Plan.Host = t.lobby.erased.shown(r.plan.Host)
	for i, p := range v.Entrants {
		if t.lobby.erased.has(p.ID) {
			v.Entrants[i].Name = DeletedName
		}
	}
	if !r.ended.IsZero() {
		v.Ends = r.ended
	}
	if r.state == Running && r.plan.Format != Arena && r.round > 0 && r.round < r.rounds() && len(r.open) == 0 {
		v.Next = r.changed.Add(roundBreak)
	}
	standings := r.standings()
	place := make([]int, len(r.entrants))
	for at, s := range standings {
		place[s.Player] = at
		v.place[r.entrants[s.Player].ID] = at
	}
	rows := make([]TournamentRow, len(standings))
	for at, s := range standings {
		rows[at] = TournamentRow{Standing: s, Entrant: v.Entrants[s.Player], Number: s.Player}
	}
	if r.plan.Format == Arena {
		for i, results := range r.arenaResults() {
			plain := make([]tournament.ArenaGame, len(results))
			for k, g := range results {
				plain[k] = g.ArenaGame
			}
			points, fire := tournament.ArenaScore(plain)
			row := &rows[place[i]]
			row.Fire = fire
			for _, p := range points {
				row.Sheet = append(row.Sheet, fmt.Sprint(p))
			}
		}
	} else {
		for at := range rows {
			rows[at].Sheet = make([]string, r.round)
			for round, i := range r.byes {
				if i == rows[at].Number {
					rows[at].Sheet[round] = "bye"
				}
			}
		}
	}
	for n, g := range r.games {
		for c, i := range g.Players {
			if i == hostNumber {
				continue
			}
			row := &rows[place[i]]
			if r.open[n] && r.state == Running {
				row.Table = g.Table
			}
			if r.plan.Format == Arena {
				continue
			}
			other := "H"
			if o := g.Players[1-c]; o != hostNumber {
				other = fmt.Sprint(place[o] + 1)
			}
			row.Sheet[g.Round-1] = resultSign(g, c) + other + [2]string{"w", "b"}[c]
		}
	}
	v.Rows = rows
	if r.plan.Format == TeamMatch {
		v.Boards, v.Score = r.matchBoards(), r.matchScore()
	}
	if r.state == Done && len(rows) > 0 {
		v.Winner = rows[0].Name
		switch r.plan.Format {
		case Simul:
			v.Winner = v.Plan.Host.Name
		case TeamMatch:
			v.Winner = ""
			if by := v.Score[0] - v.Score[1]; by != 0 {
				v.Winner = r.plan.Teams[(1-cmp.Compare(by, 0))/2].Name
			}
		}
	}
	return v
}

// resultSign is what a side made of its game: 1, ½, 0, + or - without play, * while it is on.
func resultSign(g TournamentGame, side int) string {
	switch {
	case !g.Over:
		return "*"
	case !g.Played && g.Points[side] > 0:
		return "+"
	case !g.Played:
		return "-"
	case g.Points[side] == 2:
		return "1"
	case g.Points[side] == 1:
		return "½"
	}
	return "0"
}

// Text is the standings in lines of text.
func (v *TournamentView) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s, %s, %s, %s\n", v.Plan.Name, v.Plan.Format, strings.Join(v.Plan.Terms.Parts, "+"), v.Plan.Terms.Control, v.State)
	if v.Plan.Format == TeamMatch {
		fmt.Fprintf(&b, "%s %g - %g %s\n", v.Plan.Teams[0].Name, float64(v.Score[0])/2, float64(v.Score[1])/2, v.Plan.Teams[1].Name)
		for _, board := range v.Boards {
			if board.Number > 0 {
				fmt.Fprintf(&b, "%4d %-20s %g-%g %s\n", board.Number, v.Name(board.Players[0]), float64(board.Points[0])/2, float64(board.Points[1])/2, v.Name(board.Players[1]))
			}
		}
		return b.String()
	}
	for _, r := range v.Rows {
		points := fmt.Sprint(r.Points)
		if v.Plan.Format != Arena {
			points = fmt.Sprintf("%g", float64(r.Points)/2)
		}
		fmt.Fprintf(&b, "%4d %-20s %6s %6s  %s\n", r.Rank, r.Name, r.Rating, points, strings.Join(r.Sheet, " "))
	}
	return b.String()
}
