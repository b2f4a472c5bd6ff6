package lobby

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"rookery/tui/lobby/journal"
	"rookery/tui/remote"
)

// findRunning finds the games that run by the last event of each, and where others may
// write, goes on listening.
func (l *Lobby) findRunning(ctx context.Context) error {
	stop, err := l.journal.Follow(ctx, l.takeEvent)
	if err != nil {
		return err
	}
	if !l.shared() {
		stop()
		for _, t := range l.Tables() {
			if !t.rec.terms.Correspondence() {
				t.rec.hold(t.rec.last) // until the mover is back
			}
			t.noteLocked()
		}
		return nil
	}
	l.stop = append(l.stop, stop)
	l.node.settle(ctx)
	return nil
}

// takeEvent takes an event of any game, one at a time.
func (l *Lobby) takeEvent(entry journal.Event) {
	if IsTournament(entry.Game) {
		l.heardTournament(entry)
		return
	}
	l.mu.Lock()
	t := l.tables[entry.Game]
	if t == nil {
		t = l.coming[entry.Game]
	}
	l.mu.Unlock()
	if t != nil {
		l.sample(entry.Time, false)
		t.heard(entry)
		return
	}
	e, err := parse(entry)
	if err == nil && e.Over {
		return // the archive's
	}
	t = l.newTable(entry.Game)
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case err == nil && e.Kind == started:
		err = t.applyLocked(entry)
	case err == nil:
		err = t.catchUpLocked(context.Background())
	}
	switch {
	case err != nil:
		l.mu.Lock()
		defer l.mu.Unlock()
		l.faults = append(l.faults, err)
	case t.rec.game == nil:
		l.mu.Lock()
		defer l.mu.Unlock()
		l.faults = append(l.faults, fmt.Errorf("the beginning of game %s is missing", t.id))
	case t.rec.over():
		// It was not marked, by one who died: the next who looks need not read it.
		_ = t.writeLocked(context.Background(), event{Kind: closed, At: l.time()})
	default:
		for _, b := range t.boards() {
			b.openLocked()
			b.extendPatienceLocked([2]time.Time{}) // a server has lost their lines
			l.mu.Lock()
			l.placeLocked(b)
			l.mu.Unlock()
		}
		l.dirty.Store(true)
	}
}

// Counted tells of an event in the journal what counts: whether it is a move,
// and whether a game is over with it.
func Counted(data []byte) (isMove, over bool) {
	var e struct {
		Kind string `json:"kind"`
		Over bool   `json:"over"`
	}
	if json.Unmarshal(data, &e) != nil {
		return false, false
	}
	after := strings.HasPrefix(e.Kind, "tournament ") || e.Kind == offered || e.Kind == declined || e.Kind == rematched // what comes after the end
	return e.Kind == moved, e.Over && !after
}

// Running counts the games that are on, as far as this front end knows. It waits for no table.
func (l *Lobby) Running() (n int) {
	for _, t := range l.Tables() {
		if !t.done.Load() {
			n++
		}
	}
	return n
}

// MaxGames is how many games with others one player may have on before he can
// seek or take one more. With seeks that were open before it may become
// MaxSeeks more.
const MaxGames = 8

// mayPlay tells why a player cannot begin a further game.
func (l *Lobby) mayPlay(p remote.Player, terms remote.Terms) error {
	n, most := 0, MaxGames
	if terms.Correspondence() {
		most = MaxCorrespondence
		if p.Guest {
			return errGuestDays
		}
	}
	l.mu.Lock()
	for _, t := range l.seated[p.ID] {
		if g := t.info.Load(); !t.done.Load() && g != nil && g.Terms.Correspondence() == terms.Correspondence() {
			n++
		}
	}
	l.mu.Unlock()
	if n >= most {
		return fmt.Errorf("you have %d games in progress: finish one first", n)
	}
	return nil
}
