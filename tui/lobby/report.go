package lobby

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"rookery/tui/lobby/journal"
	"rookery/tui/remote"
)

// Report is what a player tells the operators of another, with what was said and played where they met.
type Report struct {
	ID      string           `json:"-"`
	At      time.Time        `json:"at"`
	By      remote.Player    `json:"by"`
	Of      remote.Player    `json:"of"`
	Why     string           `json:"why"`             // clean
	Table   string           `json:"table,omitempty"` // empty for the lobby
	Players [2]remote.Player `json:"players,omitzero"`
	Moves   []string         `json:"moves,omitempty"` // all of the game so far, also those that fog hid
	Chat    []remote.Line    `json:"chat,omitempty"`  // as it was said, the oldest first
}

const (
	// mostReports is how many reports of one player wait for the operators, and allReports how many of all.
	mostReports = 5
	allReports  = 1000
)

// OnReport has f told of each report that is kept here. Call it before anybody is here.
func (l *Lobby) OnReport(f func(Report)) { l.reported = f }

// Report tells the operators of somebody at the table, with the game and what was said there.
func (r *Reader) Report(ctx context.Context, of remote.Player, why string) error {
	t := r.table
	t.mu.Lock()
	rep := Report{By: r.player, Of: of, Why: why, Table: t.id, Players: t.rec.players, Moves: t.rec.game.SANs(), Chat: slices.Clone(t.chat)}
	known := slices.ContainsFunc(rep.Players[:], func(p remote.Player) bool { return p.ID == of.ID }) ||
		slices.ContainsFunc(rep.Chat, func(l remote.Line) bool { return l.From.ID == of.ID })
	t.mu.Unlock()
	if !known {
		return errors.New("no such player here")
	}
	return t.lobby.keepReport(ctx, rep)
}

// Report tells the operators of somebody in the lobby, with what was said there.
func (v *Visit) Report(ctx context.Context, of remote.Player, why string) error {
	l := v.lobby
	l.mu.Lock()
	rep := Report{By: v.player, Of: of, Why: why, Chat: slices.Clone(l.chat)}
	known := l.presentLocked(of.ID) || slices.ContainsFunc(rep.Chat, func(l remote.Line) bool { return l.From.ID == of.ID })
	l.mu.Unlock()
	if !known {
		return errors.New("no player with that name is here")
	}
	return l.keepReport(ctx, rep)
}

// keepReport puts a report where the operators find it.
func (l *Lobby) keepReport(ctx context.Context, r Report) error {
	if r.Of.ID == r.By.ID {
		return errors.New("you cannot report yourself")
	}
	if r.Why = remote.CleanLine(r.Why, remote.MaxChat); r.Why == "" {
		return errors.New("say why: report NAME REASON")
	}
	open, err := l.Reports(ctx)
	if err != nil {
		return err
	}
	mine := 0
	for _, o := range open {
		if o.By.ID == r.By.ID {
			mine++
		}
	}
	switch {
	case mine >= mostReports:
		return fmt.Errorf("%d of your reports wait for the operators: they will look at those first", mine)
	case len(open) >= allReports:
		return errors.New("too many reports wait for the operators: try again tomorrow")
	}
	r.At = l.now().UTC()
	data, err := json.Marshal(r)
	if err == nil && len(data) > journal.MaxEvent { // a very long game: it is in the archive
		r.Moves = nil
		data, err = json.Marshal(r)
	}
	if err != nil {
		return err
	}
	for {
		r.ID = l.id(6)
		if _, err = l.reports.Create(ctx, r.ID, data); !errors.Is(err, journal.ErrExists) {
			break
		}
	}
	if err != nil {
		return err
	}
	if l.reported != nil {
		l.reported(r)
	}
	return nil
}

// Reports are those that no operator has closed, the oldest first.
func (l *Lobby) Reports(ctx context.Context) ([]Report, error) {
	keys, err := l.reports.Keys(ctx)
	if err != nil {
		return nil, err
	}
	var all []Report
	for _, id := range keys {
		v, err := l.reports.Get(ctx, id)
		if errors.Is(err, journal.ErrNotFound) {
			continue // closed meanwhile
		}
		if err != nil {
			return nil, err
		}
		var r Report
		if err := json.Unmarshal(v.Data, &r); err != nil {
			return nil, fmt.Errorf("report %s: %w", id, err)
		}
		r.ID = id
		all = append(all, r)
	}
	slices.SortFunc(all, func(a, b Report) int {
		if c := a.At.Compare(b.At); c != 0 {
			return c
		}
		return strings.Compare(a.ID, b.ID)
	})
	return all, nil
}

// CloseReport forgets a report.
func (l *Lobby) CloseReport(ctx context.Context, id string) error {
	if journal.CheckName(id) != nil {
		return fmt.Errorf("there is no report %q: see reports", remote.CleanLine(id, MaxNameLength))
	}
	if _, err := l.reports.Get(ctx, id); errors.Is(err, journal.ErrNotFound) {
		return fmt.Errorf("there is no report %q: see reports", remote.CleanLine(id, MaxNameLength))
	} else if err != nil {
		return err
	}
	return l.reports.Delete(ctx, id)
}
