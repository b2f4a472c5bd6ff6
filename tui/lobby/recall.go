package lobby

import (
	"context"
	"fmt"
	"time"

	"rookery/tui/lobby/journal"
)

// recall finds the games that run by the last event of each, and where others may
// write, goes on listening.
func (l *Lobby) recall(ctx context.Context) error {
	stop, err := l.journal.Follow(ctx, l.heed)
	if err != nil {
		return err
	}
	if !l.shared() {
		stop()
		for _, t := range l.Tables() {
			t.rec.hold(t.rec.last) // until the mover is back
			t.noteLocked()
		}
		return nil
	}
	l.stop = append(l.stop, stop)
	l.node.settle(ctx)
	return nil
}

// heed takes an event of any game, one at a time.
func (l *Lobby) heed(entry journal.Event) {
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
	t = l.table(entry.Game)
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
		l.faults = append(l.faults, fmt.Errorf("game %s has no beginning", t.id))
	case t.rec.over():
		// It was not marked, by one who died: the next who looks need not read it.
		_ = t.writeLocked(context.Background(), event{Kind: closed, At: l.time()})
	default:
		t.openLocked()
		t.spareLocked([2]time.Time{}) // a server has lost their lines
		l.mu.Lock()
		l.tables[t.id] = t
		l.mu.Unlock()
		l.dirty.Store(true)
	}
}
