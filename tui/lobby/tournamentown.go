package lobby

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"rookery/tui/lobby/journal"
	"rookery/tui/remote"
)

// What tournaments have of one player, for himself and when he deletes his account.

// everyTournament calls f for each that the store has, also those that are long over, until f fails.
func (l *Lobby) everyTournament(ctx context.Context, f func(*TournamentView) error) error {
	ids, err := l.journal.Games(ctx)
	if err != nil {
		return err
	}
	slices.Sort(ids)
	for _, id := range ids {
		if !IsTournament(id) {
			continue
		}
		t, err := l.Tournament(ctx, id)
		if err == nil {
			err = f(t.View())
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// ownTournaments lists those that a player has planned or taken part in.
func (l *Lobby) ownTournaments(ctx context.Context, p remote.Player) (all []OwnTournament, err error) {
	err = l.everyTournament(ctx, func(v *TournamentView) error {
		row, in := v.Row(p.ID)
		if !in && v.By.ID != p.ID && v.Plan.Host.ID != p.ID {
			return nil
		}
		o := OwnTournament{TournamentInfo: v.TournamentInfo, Entered: in, Rating: row.Rating, Paused: row.Paused, Withdrawn: row.Withdrawn, Rank: row.Rank, Points: row.Points}
		for _, g := range v.Games {
			mine := func(i int) bool { return i == hostNumber && v.Plan.Host.ID == p.ID || in && i == row.Number }
			if g.Table != "" && (mine(g.Players[0]) || mine(g.Players[1])) {
				o.Games = append(o.Games, g.Table)
			}
		}
		all = append(all, o)
		return nil
	})
	return all, err
}

// leaveTournaments takes a player out of tournaments that are on or planned, calls off those that he was to hold, and takes
// his name out of the list of those that are over. Their events stay as those of games do; nobody is shown his name
// in them.
func (l *Lobby) leaveTournaments(ctx context.Context, p remote.Player) error {
	for _, t := range l.allTournaments() {
		v := t.View()
		row, in := v.Row(p.ID)
		on := v.State == Planned || v.State == Running
		var err error
		switch {
		case t.plannedBy(p):
			err = t.Cancel(ctx, p, true)
		case on && in && !row.Withdrawn:
			err = t.Withdraw(ctx, p)
		}
		if err != nil {
			return err
		}
	}
	keys, err := l.past.Keys(ctx)
	if err != nil {
		return err
	}
	for _, key := range keys {
		err := changeValue(ctx, l.past, key, func(old []byte) ([]byte, error) {
			var info TournamentInfo
			if err := json.Unmarshal(old, &info); err != nil {
				return nil, errSame // nobody is shown it either
			}
			if !info.forget(p) {
				return nil, errSame
			}
			return json.Marshal(info)
		})
		if err != nil && !errors.Is(err, errSame) && !errors.Is(err, journal.ErrNotFound) {
			return err
		}
	}
	return nil
}

// plannedBy tells whether a tournament is still to come that a player organises or is to hold. Views no longer say so once
// he is known to be erased.
func (t *Tournament) plannedBy(p remote.Player) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.rec.state == Planned && (t.rec.by.ID == p.ID || t.rec.plan.Host.ID == p.ID)
}

// forget takes a player out of what a list has and tells whether he was there. Names are given once.
func (t *TournamentInfo) forget(p remote.Player) (was bool) {
	for _, q := range []*remote.Player{&t.By, &t.Plan.Host} {
		if q.ID == p.ID {
			*q, was = remote.Player{Name: DeletedName}, true
		}
	}
	for i := range t.Plan.Teams {
		if s := &t.Plan.Teams[i]; s.Leader == p.ID {
			s.Leader, was = "", true
		}
	}
	if was && t.Plan.Name == p.Name {
		t.Plan.Name = DeletedName
	}
	if t.Winner != "" && t.Winner == p.Name {
		t.Winner, was = DeletedName, true
	}
	return was
}
