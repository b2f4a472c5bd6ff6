package lobby

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"rookery/chess"
	"rookery/tui/lobby/journal"
	"rookery/tui/lobby/tournament"
	"rookery/tui/remote"
)

const (
	// roundBreak is how long after the last game of a round the next one begins.
	roundBreak = 15 * time.Second
	// arenaWave is the least time between two pairings of an arena, in which those gather who have finished.
	arenaWave = 2 * time.Second
	// arenaRest is how long a player has after a game before the next one opens.
	arenaRest = 4 * time.Second
	// arenaAlone is how long two who have just played each other wait for somebody else.
	arenaAlone = 10 * time.Second
	// simulFirstMove is how long the first moves of a simul may take: the host goes from board to board.
	simulFirstMove = 10 * time.Minute
	// startsAtOnce is how many games are opened at the same time, so that the journal puts them on the disk together.
	startsAtOnce = 32
	// tournamentTimeout is how long one step of a tournament may take.
	tournamentTimeout = 20 * time.Second
	// countdown is how often those who look at the lobby are told how much time is left.
	countdown = 5 * time.Second
	// remembered is how long a tournament that is over stays in the schedule.
	remembered = time.Hour
)

// tickTournaments takes tournaments on: results in, pairings out.
func (l *Lobby) tickTournaments(ctx context.Context) error {
	all := l.allTournaments()
	if len(all) == 0 {
		return nil
	}
	if _, why := l.Outage(); why != nil {
		return nil
	}
	if now := l.now(); now.Sub(l.counted) >= countdown {
		l.counted = now
		l.moved.Store(true)
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), tournamentTimeout)
	defer cancel()
	var faults []error
	for _, t := range all {
		began := l.now()
		stepped, err := t.tick(ctx)
		if stepped && l.stepped != nil {
			l.stepped(l.now().Sub(began))
		}
		if err != nil && !errors.As(err, new(*journal.StaleError)) {
			faults = append(faults, fmt.Errorf("tournament %s: %w", t.id, err))
		}
		if v := t.View(); (v.State == Done || v.State == Cancelled) && l.time().Sub(v.Ends) > remembered {
			l.mu.Lock()
			delete(l.tournaments, t.id)
			l.mu.Unlock()
			l.dirty.Store(true)
		}
	}
	return errors.Join(faults...)
}

// tick does what is due and tells whether anything was.
func (t *Tournament) tick(ctx context.Context) (stepped bool, err error) {
	if !t.mu.TryLock() {
		return false, nil // somebody enters: next time
	}
	defer t.mu.Unlock()
	before := t.seq
	switch t.rec.state {
	case Planned:
		if t.lobby.time().Before(t.rec.plan.Begins) {
			return false, nil
		}
		if t.rec.plan.Format == Simul && !t.lobby.visiting(t.rec.plan.Host.ID) && t.lobby.time().Before(t.rec.plan.Begins.Add(hostWait)) {
			return false, nil
		}
		if t.rec.enough() {
			err = t.openLocked(ctx)
		} else {
			err = t.writeLocked(ctx, tournamentEvent{Kind: called})
		}
	case Running:
		err = t.playLocked(ctx)
	default:
		return false, nil
	}
	if t.seq != before {
		t.showLocked(ctx)
	}
	return t.seq != before, err
}

// hostWait is how long a simul waits for its host.
const hostWait = 10 * time.Minute

// enough tells whether there are players for a beginning.
func (r *tournamentRecord) enough() bool {
	if r.plan.Format == TeamMatch {
		_, boards := r.lineUps()
		return boards > 0
	}
	n := 0
	for _, p := range r.entrants {
		if !p.Withdrawn && !(p.Paused && r.plan.Format != Arena) {
			n++
		}
	}
	return n >= 2 || n == 1 && r.plan.Format == Simul
}

// openLocked begins: the initial ranking list is by rating, of equal ones who entered first.
func (t *Tournament) openLocked(ctx context.Context) error {
	order := make([]int, len(t.rec.entrants))
	for i := range order {
		order[i] = i
	}
	if t.rec.plan.Format == RoundRobin {
		// Lots are drawn, as for FIDE's tables; who has gone by now is no part of them.
		t.lobby.mu.Lock()
		t.lobby.random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		t.lobby.mu.Unlock()
	} else {
		slices.SortStableFunc(order, func(a, b int) int { return t.rec.entrants[b].Rating.Value - t.rec.entrants[a].Rating.Value })
	}
	return t.writeLocked(ctx, tournamentEvent{Kind: opened, Order: order, WhiteFirst: t.lobby.draw(2) == 0})
}

// playLocked takes a tournament on that has begun.
func (t *Tournament) playLocked(ctx context.Context) error {
	if err := t.scoreLocked(ctx); err != nil {
		return err
	}
	now := t.lobby.time()
	r := &t.rec
	switch r.plan.Format {
	case Arena:
		if !now.Before(r.ends()) {
			return t.writeLocked(ctx, tournamentEvent{Kind: terminated})
		}
		return t.pairArenaLocked(ctx, now)
	case Simul:
		if r.round == 0 {
			return t.pairSimulLocked(ctx)
		}
	}
	switch {
	case len(r.open) > 0:
	case r.round >= r.rounds():
		return t.writeLocked(ctx, tournamentEvent{Kind: terminated})
	case r.round == 0 || !now.Before(r.changed.Add(roundBreak)):
		return t.pairRoundLocked(ctx)
	}
	return nil
}

// scoreLocked takes the results of games in that are over, and sees to it that all others have their table: after a
// crash between the pairing and the game there is none yet.
func (t *Tournament) scoreLocked(ctx context.Context) error {
	var scores []tableOver
	var missing []int
	open := make([]int, 0, len(t.rec.open))
	for n := range t.rec.open {
		open = append(open, n)
	}
	slices.Sort(open)
	l := t.lobby
	for _, n := range open {
		l.mu.Lock()
		table := l.tables[t.rec.games[n].Table]
		l.mu.Unlock()
		switch {
		case table == nil:
			missing = append(missing, n)
		case table.done.Load() && table.mu.TryLock():
			scores = append(scores, scoreOf(n, &table.rec))
			table.mu.Unlock()
		}
	}
	for _, n := range missing {
		events, err := l.journal.Read(ctx, t.rec.games[n].Table, 0)
		if err != nil {
			return err
		}
		var rec record
		for _, entry := range events {
			e, err := parse(entry)
			if err == nil {
				err = rec.apply(e)
			}
			if err != nil {
				return fmt.Errorf("event %d of game %s: %w", entry.Seq, entry.Game, err)
			}
		}
		switch {
		case rec.game == nil:
			if err := t.startLocked(ctx, []int{n}); err != nil {
				return err
			}
		case rec.over():
			scores = append(scores, scoreOf(n, &rec))
		}
	}
	if len(scores) == 0 {
		return nil
	}
	return t.writeLocked(ctx, tournamentEvent{Kind: scored, Scores: scores})
}

// scoreOf is the result of a game that is over. A quarter point counts as a draw.
func scoreOf(n int, r *record) tableOver {
	s := tableOver{Game: n, Plies: r.game.Ply(), Berserk: r.berserk}
	o := r.game.Outcome()
	winner, won := o.Winner()
	switch {
	case r.aborted:
		return s
	case won:
		s.Points[winner] = 2
	default:
		s.Points = [2]int{1, 1}
	}
	s.Played = s.Plies >= 2 || o.Reason != chess.ByAbandonment
	if won && !s.Played {
		s.Absent[winner.Other()] = true
	}
	return s
}

// pairLocked writes a pairing and opens its games.
func (t *Tournament) pairLocked(ctx context.Context, pairs []tablePair, bye *int) error {
	for i, p := range pairs {
		if p.Table == "" && !t.gone(p.White) && !t.gone(p.Black) {
			pairs[i].Table = t.lobby.id(12)
		}
	}
	from := len(t.rec.games)
	if err := t.writeLocked(ctx, tournamentEvent{Kind: paired, Pairs: pairs, Bye: bye}); err != nil {
		return err
	}
	var fresh []int
	for n := from; n < len(t.rec.games); n++ {
		if t.rec.open[n] {
			fresh = append(fresh, n)
		}
	}
	return t.startLocked(ctx, fresh)
}

func (t *Tournament) gone(i int) bool { return i != hostNumber && t.rec.entrants[i].Withdrawn }

// startLocked opens games, many at once.
func (t *Tournament) startLocked(ctx context.Context, games []int) error {
	var mu sync.Mutex
	var faults []error
	var wait sync.WaitGroup
	turns := make(chan struct{}, startsAtOnce)
	for _, n := range games {
		g := t.rec.games[n]
		about := &remote.TournamentTable{ID: t.id, Name: t.rec.plan.Name, Round: fmt.Sprintf("%d.%d", g.Round, g.Board), Berserk: t.rec.plan.Berserk && t.rec.plan.Format == Arena}
		if t.rec.plan.Format == Arena {
			about.Round = fmt.Sprint(g.Board)
		}
		var players [2]remote.Player
		for c, i := range g.Players {
			if i != hostNumber && t.rec.entrants[i].Side > 0 {
				about.Teams[c] = t.rec.plan.Teams[t.rec.entrants[i].Side-1].Name
			}
			if i == hostNumber {
				players[c], about.Host = t.rec.plan.Host, t.rec.plan.Host.ID
				about.Extra[c] = t.rec.plan.Extra
				continue
			}
			players[c] = t.rec.entrants[i].Player
		}
		turns <- struct{}{}
		wait.Go(func() {
			defer func() { <-turns }()
			_, err := t.lobby.open(ctx, g.Table, t.rec.plan.Terms, players, nil, about)
			if err != nil && !errors.As(err, new(*journal.StaleError)) { // then another process has opened it
				mu.Lock()
				faults = append(faults, err)
				mu.Unlock()
			}
		})
	}
	wait.Wait()
	t.lobby.show()
	return errors.Join(faults...)
}

// pairRoundLocked pairs the next round.
func (t *Tournament) pairRoundLocked(ctx context.Context) error {
	r := &t.rec
	var pairs []tablePair
	bye := -1
	if r.plan.Format == RoundRobin {
		rounds := tournament.RoundRobin(len(r.order), r.plan.Rounds == 2)
		free := make(map[int]bool)
		for i := range r.order {
			free[i] = true
		}
		for _, p := range rounds[r.round] {
			pairs = append(pairs, tablePair{White: r.order[p.White], Black: r.order[p.Black]})
		}
	} else {
		if r.plan.Format == TeamMatch {
			return t.pairLocked(ctx, r.matchPairs(), &bye)
		}
		made, free, err := tournament.Swiss(r.entries(), r.plan.Rounds, r.whiteFirst)
		if errors.Is(err, tournament.ErrNoPairing) || err == nil && len(made) == 0 {
			return t.writeLocked(ctx, tournamentEvent{Kind: terminated}) // everybody has played everybody, or has gone
		}
		if err != nil {
			return err
		}
		for _, p := range made {
			pairs = append(pairs, tablePair{White: r.order[p.White], Black: r.order[p.Black]})
		}
		if free >= 0 {
			bye = r.order[free]
		}
	}
	return t.pairLocked(ctx, pairs, &bye)
}

// pairSimulLocked lets the host play all who are there.
func (t *Tournament) pairSimulLocked(ctx context.Context) error {
	var pairs []tablePair
	bye := -1
	for i, p := range t.rec.entrants {
		if p.Withdrawn || p.Paused {
			continue
		}
		pair := tablePair{White: hostNumber, Black: i}
		if t.rec.plan.Colour == remote.WantsBlack || t.rec.plan.Colour == remote.AnyColour && len(pairs)%2 == 1 {
			pair = tablePair{White: i, Black: hostNumber}
		}
		pairs = append(pairs, pair)
	}
	return t.pairLocked(ctx, pairs, &bye)
}

// pairArenaLocked pairs those who wait: who takes part, is here, and has no game.
func (t *Tournament) pairArenaLocked(ctx context.Context, now time.Time) error {
	r := &t.rec
	if now.Sub(r.paired) < arenaWave {
		return nil
	}
	busy := make(map[int]bool)
	for n := range r.open {
		busy[r.games[n].Players[0]], busy[r.games[n].Players[1]] = true, true
	}
	free := t.lobby.freePlayers()
	type history struct {
		last   int
		whites int
		white  bool
	}
	histories := make([]history, len(r.entrants))
	for i := range histories {
		histories[i].last = -1
	}
	for _, g := range r.games {
		for c, i := range g.Players {
			h := &histories[i]
			h.last, h.white = g.Players[1-c], c == int(chess.White)
			h.whites += 1 - 2*c
		}
	}
	standings := r.standings()
	if len(r.games) == 0 { // by rating
		slices.SortStableFunc(standings, func(a, b tournament.Standing) int {
			return cmp.Compare(r.entrants[b.Player].Rating.Value, r.entrants[a.Player].Rating.Value)
		})
	}
	var waiting []tournament.Waiting
	longest := time.Duration(0)
	active := 0
	for at, s := range standings {
		p := &r.entrants[s.Player]
		if p.Paused || p.Withdrawn {
			continue
		}
		if busy[s.Player] {
			active++
			continue
		}
		if !free[p.ID] {
			continue
		}
		active++
		h := histories[s.Player]
		if h.last >= 0 && now.Sub(p.free) < arenaRest {
			continue // he looks at how his game ended
		}
		longest = max(longest, now.Sub(p.free))
		waiting = append(waiting, tournament.Waiting{Player: s.Player, Rank: at + 1, Last: h.last, Whites: h.whites, LastWhite: h.white, Missed: p.missed})
	}
	if len(waiting) < 2 {
		return nil
	}
	made := tournament.PairArena(waiting, active <= 3 && longest >= arenaAlone || active == 2)
	if len(made) == 0 {
		return nil
	}
	pairs := make([]tablePair, len(made))
	for i, p := range made {
		pairs[i] = tablePair{White: p.White, Black: p.Black}
	}
	return t.pairLocked(ctx, pairs, nil)
}

// freePlayers are those who are here and have no game on, by ID.
func (l *Lobby) freePlayers() map[string]bool {
	free := make(map[string]bool)
	l.mu.Lock()
	defer l.mu.Unlock()
	for v := range l.here {
		free[v.player.ID] = true
	}
	for r := range l.lines {
		free[r.player.ID] = true
	}
	if l.node != nil {
		for _, p := range l.node.peers {
			for _, f := range p.lines {
				free[f.Player.ID] = true
			}
		}
	}
	for id := range free {
		if slices.ContainsFunc(l.seated[id], func(t *Table) bool {
			g := t.info.Load()
			return !t.done.Load() && g != nil && !g.Terms.Correspondence()
		}) {
			delete(free, id)
		}
	}
	return free
}

// OnTournamentStep has f told how long each step of a tournament took. Call it before anybody is here.
func (l *Lobby) OnTournamentStep(f func(time.Duration)) { l.stepped = f }
