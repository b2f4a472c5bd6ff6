package lobby

import (
	"context"
	"errors"
	"time"

	"rookery/tui/lobby/journal"
	"rookery/tui/remote"
)

// tick gives time back that is due, and lets flags fall and games that nobody
// begins end.
func (t *Table) tick(ctx context.Context) error {
	if !t.mu.TryLock() { // something is being written: next time
		return nil
	}
	defer t.mu.Unlock()
	if t.rec.over() {
		return nil
	}
	if since, why := t.lobby.Outage(); why != nil && !(t.lobby.outage.over() && t.excusedFrom(since)) {
		return nil // time is given back first
	}
	if !t.due.IsZero() {
		if err := t.settleLocked(ctx); err != nil {
			if errors.As(err, new(*journal.StaleError)) {
				return nil // what is due now is another time
			}
			return err
		}
		t.showLocked()
	}
	if err := t.answerLocked(ctx); err != nil { // of one that was left by a server that died
		return err
	}
	turn := t.rec.game.Turn()
	if t.rec.held {
		if t.readerLocked(remote.Seat(turn)) == nil {
			return nil
		}
		if err := t.resumeLocked(ctx, turn); err != nil { // he came while they were being held
			return err
		}
		t.showLocked()
	}
	if t.lobby.storeStalled() {
		return nil // a move may be on its way that was made in time
	}
	now := t.lobby.time()
	if t.readerLocked(remote.WhiteSeat) == nil && t.readerLocked(remote.BlackSeat) == nil {
		now = now.Add(-t.lobby.deference()) // those nearer to the players first
	}
	var e event
	if side, down := t.rec.clock.Flagged(now.Add(-t.lag[turn])); down {
		e = event{Kind: flagged, By: side, At: now}
	} else if t.rec.game.Ply() < 2 && !t.rec.terms.Correspondence() && now.Sub(t.rec.moved) >= t.rec.firstMove() {
		e = event{Kind: aborted, At: now}
		if t.rec.tournament != nil {
			e = event{Kind: deserted, By: turn, At: now} // the game is lost
		}
	} else {
		return nil
	}
	if err := t.writeLocked(ctx, e); err != nil {
		if errors.As(err, new(*journal.StaleError)) {
			return nil // somebody else was first
		}
		return err
	}
	t.showLocked()
	return nil
}

// tickTimeout is how long a tick waits for the journal.
const tickTimeout = 2 * time.Second

// Tick lets flags fall, clears tables away that are over and empty, and tells other
// processes that this one is alive. Call it a few times a second.
func (l *Lobby) Tick(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, tickTimeout)
	defer cancel()
	l.probe(ctx)
	var faults []error
	if l.node != nil {
		faults = append(faults, l.node.tick(ctx))
	}
	faults = append(faults, l.tickTournaments(ctx)) // before tables go whose results it takes
	tables := l.Tables()
	if l.outage.over() {
		faults = append(faults, l.excuse(ctx, tables))
	}
	for _, t := range tables {
		if err := t.tick(ctx); err != nil {
			faults = append(faults, err)
		}
		if t.empty() {
			l.mu.Lock()
			l.removeLocked(t)
			l.mu.Unlock()
			l.dirty.Store(true)
		}
	}
	l.endOutage()
	l.showSome()
	return errors.Join(faults...)
}

// empty tells whether the game is over and nobody looks at it here.
func (t *Table) empty() bool {
	if !t.done.Load() || !t.mu.TryLock() {
		return false
	}
	defer t.mu.Unlock()
	return t.rec.over() && len(t.readers) == 0
}
