package lobby

import (
	"context"
	"errors"
	"sync"
	"time"

	"rookery/chess"
	"rookery/tui/lobby/journal"
)

const (
	// probeGap is how often the journal is asked whether it accepts events.
	probeGap = time.Second
	// probeTimeout is how long it may take to say so.
	probeTimeout = 500 * time.Millisecond
	// silence is how long a cluster may leave the lease of this process unanswered.
	silence = 2 * time.Second
	// diskStall is how long the store of one machine may leave an event unanswered.
	diskStall = 5 * time.Second
)

// outage is a time in which the journal accepts nothing: its disk is full, or a cluster
// has lost its majority. It is charged to nobody. Clocks stand as they stood when it
// began, no flag is called, and when it has ended each game that runs gets an event
// that gives the time back.
type outage struct {
	mu    sync.Mutex
	why   error     // ErrFull or ErrAway; nil while events are accepted
	since time.Time // as Lobby.time counts
	here  time.Time // the same as Lobby.now counts
	asked time.Time
	ready bool // the journal accepts events again, and games are given their time back
}

// Outage tells since when the journal accepts nothing, and why; nil where it does.
func (l *Lobby) Outage() (since time.Time, why error) {
	l.outage.mu.Lock()
	defer l.outage.mu.Unlock()
	return l.outage.since, l.outage.why
}

// noteFailure begins an outage where an error of the journal says that it accepts nothing.
// began is when it was asked.
func (l *Lobby) noteFailure(err error, began time.Time) {
	switch {
	case errors.Is(err, journal.ErrFull):
		l.beginOutage(journal.ErrFull, began)
	case errors.Is(err, journal.ErrAway), errors.Is(err, context.DeadlineExceeded) && l.time().Sub(began) > storeStall:
		l.beginOutage(journal.ErrAway, began)
	}
}

// beginOutage notes that nothing is accepted since a time.
func (l *Lobby) beginOutage(why error, since time.Time) {
	o := &l.outage
	o.mu.Lock()
	o.ready = false
	first := o.why == nil
	if first {
		o.since, o.here = since, l.now().Add(-l.time().Sub(since))
	}
	o.why = why
	o.mu.Unlock()
	if first {
		l.showTables()
	}
}

// showTables has everybody at a table told how it stands.
func (l *Lobby) showTables() {
	for _, t := range l.Tables() {
		t.soon(t.showLocked)
	}
}

// probe asks the journal now and then whether it accepts events.
func (l *Lobby) probe(ctx context.Context) {
	o, now := &l.outage, l.now()
	o.mu.Lock()
	due := now.Sub(o.asked) >= probeGap
	if due {
		o.asked = now
	}
	out := o.why != nil
	o.mu.Unlock()
	if !due {
		return
	}
	began := l.time()
	if l.node != nil {
		waits := l.node.writer.waits(now)
		if waits > silence {
			l.beginOutage(journal.ErrAway, began.Add(-waits))
		}
		if waits > 0 || !out {
			return // the next lease tells
		}
	}
	ctx, cancel := context.WithTimeout(ctx, probeTimeout)
	defer cancel()
	if err := l.journal.Ready(ctx); err != nil {
		l.noteFailure(err, began)
		return
	}
	o.mu.Lock()
	o.ready = o.why != nil
	o.mu.Unlock()
}

// over tells whether the journal accepts events again.
func (o *outage) over() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.ready
}

// endOutage ends one when all games have been given their time back.
func (l *Lobby) endOutage() {
	o := &l.outage
	o.mu.Lock()
	ready, since := o.ready, o.since
	o.mu.Unlock()
	if !ready {
		return
	}
	for _, t := range l.Tables() {
		if !t.done.Load() && !t.excusedFrom(since) {
			return // next time
		}
	}
	o.mu.Lock()
	ended := o.ready
	if ended {
		o.why, o.ready = nil, false
	}
	o.mu.Unlock()
	if ended {
		l.showTables()
	}
}

// excuseLocked gives a game the time of an outage back. It does nothing as long as the
// journal accepts nothing, and once is enough.
func (t *Table) excuseLocked(ctx context.Context) error {
	l := t.lobby
	o := &l.outage
	o.mu.Lock()
	why, since, here := o.why, o.since, o.here
	o.mu.Unlock()
	if why == nil || t.rec.over() || t.excusedFrom(since) {
		return nil
	}
	_, running := t.rec.clock.Running()
	if (running || t.rec.game.Ply() < 2) && !t.rec.held && t.rec.moved.Before(since) { // else somebody has done so
		if err := t.writeLocked(ctx, event{Kind: resumed, At: l.time(), Sent: since}); err != nil {
			if errors.As(err, new(*journal.StaleError)) {
				return nil // somebody else may have done so: look again
			}
			return err
		}
	}
	now := l.now()
	for i, at := range t.away {
		if !at.IsZero() {
			if at.Before(here) {
				at = here
			}
			t.away[i] = t.away[i].Add(now.Sub(at))
		}
	}
	t.excused.Store(&since)
	return nil
}

// together is how many games are given their time back at a time: their events share syncs of the disk.
const together = 64

// excuse gives all games the time of an outage back that the journal has recovered from.
func (l *Lobby) excuse(ctx context.Context, tables []*Table) error {
	since, _ := l.Outage()
	var mu sync.Mutex
	var faults []error
	var wait sync.WaitGroup
	turns := make(chan struct{}, together)
	give := func(t *Table) {
		defer t.mu.Unlock()
		err := t.excuseLocked(ctx)
		if err == nil {
			t.showLocked()
			return
		}
		mu.Lock()
		defer mu.Unlock()
		faults = append(faults, err)
	}
	for _, t := range tables {
		if t.done.Load() || t.excusedFrom(since) || !t.mu.TryLock() { // something is being written: next time
			continue
		}
		if t.twin != nil { // whose lock is the same
			give(t)
			continue
		}
		turns <- struct{}{}
		wait.Go(func() {
			defer func() { <-turns }()
			give(t)
		})
	}
	wait.Wait()
	return errors.Join(faults...)
}

// outageText says why clocks stand.
func outageText(why error) string {
	if errors.Is(why, journal.ErrFull) {
		return "The server's disk is full: the clocks stand until it can save again"
	}
	return "The server cannot save right now: the clocks stand until it can"
}

// standing is the clock as it is shown: during an outage it stands.
func (t *Table) standing() (c chess.Clock, why error) {
	since, why := t.lobby.Outage()
	if why == nil || t.rec.over() || t.excusedFrom(since) {
		return t.rec.clock, nil
	}
	if since.Before(t.rec.moved) {
		since = t.rec.moved
	}
	return t.rec.clock.Stop(since), why
}

// excusedFrom tells whether the game has been given the time of an outage back.
func (t *Table) excusedFrom(since time.Time) bool {
	at := t.excused.Load()
	return at != nil && at.Equal(since)
}
