package lobby

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"rookery/chess"
	"rookery/tui/lobby/journal"
	"rookery/tui/remote"
)

const (
	// storeStall is how long the journal may take for a move without its being noticed.
	storeStall = time.Second
	// slowWrite is how long the store of one machine may take for a move at the cost of the one
	// to move next.
	slowWrite = 20 * time.Millisecond
)

// writeLocked makes an event durable, then takes it into the record. In a journal that
// is shared its time decides, and the record follows it.
func (t *Table) writeLocked(ctx context.Context, e event) error {
	l := t.lobby
	e.Board = t.board
	trial, other, err := t.trialLocked(e)
	if err != nil {
		return err
	}
	e.Over = trial.over() && !(l.shared() && e.Kind == flagged)
	stored := e
	stored.Shown = t.rec.shown
	if l.shared() {
		stored.At = time.Time{}
	}
	data, err := json.Marshal(stored)
	if err != nil {
		return err
	}
	began, asked := l.now(), l.time()
	seq, err := t.appendLocked(ctx, data, asked)
	took := l.now().Sub(began)
	if err != nil {
		if !errors.As(err, new(*journal.StaleError)) {
			l.noteStall()
			l.noteFailure(err, asked)
		}
		// Somebody else wrote, or it may have been written all the same.
		caught := t.catchUpLocked(context.WithoutCancel(ctx))
		if t.rec.game != nil {
			t.showLocked()
		}
		if errors.Is(err, journal.ErrFull) || errors.Is(err, journal.ErrAway) {
			return err // which says it all
		}
		return errors.Join(err, caught)
	}
	if !l.shared() {
		if took > slowWrite {
			trial.show(e.At.Add(took))
		}
		t.takeBothLocked(trial, other, seq)
		return nil
	}
	if err := t.catchUpLocked(context.WithoutCancel(ctx)); err != nil {
		t.takeBothLocked(trial, other, seq)
		t.head().guessed = true
		return nil
	}
	l.sample(t.rec.last, e.Kind == flagged && !t.rec.over())
	if took > storeStall {
		l.noteStall()
	}
	// What follows may be missing: the event stands.
	switch _, running := t.rec.clock.Running(); {
	case t.rec.over() && !e.Over && e.Kind != closed:
		_ = t.writeLocked(ctx, event{Kind: closed, At: l.time()})
	case took > storeStall && running && e.Kind == moved: // the next to move did not see it so long
		_ = t.writeLocked(ctx, event{Kind: resumed, At: l.time(), Sent: t.rec.last})
	}
	return nil
}

// appendLocked has the journal write an event. When that takes long on one machine, an outage begins,
// and those at the table are told, too, whose lock is held; of a cluster the lease tells.
func (t *Table) appendLocked(ctx context.Context, data []byte, asked time.Time) (seq uint64, err error) {
	l := t.lobby
	if l.shared() {
		return l.journal.Append(ctx, t.head().id, t.seq, data)
	}
	var mu sync.Mutex
	answered := false
	late := time.AfterFunc(l.stall, func() {
		mu.Lock()
		defer mu.Unlock()
		if answered {
			return
		}
		l.beginOutage(journal.ErrAway, asked)
		if t.rec.game != nil {
			t.showLocked() // who holds the lock waits below
		}
	})
	defer func() {
		late.Stop()
		mu.Lock()
		defer mu.Unlock()
		answered = true
	}()
	return l.journal.Append(ctx, t.head().id, t.seq, data)
}

// takeLocked makes a record the table's.
func (t *Table) takeLocked(rec record, seq uint64) {
	t.rec, t.seq = rec, seq
	t.known.Store(seq)
	t.done.Store(rec.game != nil && rec.over())
}

// catchUpLocked takes in what the journal has and the record has not.
func (t *Table) catchUpLocked(ctx context.Context) error {
	t = t.head()
	after := t.seq
	if t.guessed {
		after = 0
	}
	events, err := t.lobby.journal.Read(ctx, t.id, after)
	if err != nil {
		return err
	}
	if t.guessed {
		fresh := &Table{id: t.id, lobby: t.lobby}
		for _, entry := range events {
			if err := fresh.applyLocked(entry); err != nil {
				return err
			}
		}
		if fresh.twin != nil {
			t.takeBothLocked(fresh.rec, fresh.twin.rec, fresh.seq)
		} else {
			t.takeLocked(fresh.rec, fresh.seq)
		}
		t.guessed = false
		return nil
	}
	for _, entry := range events {
		if err := t.applyLocked(entry); err != nil {
			return err
		}
	}
	return nil
}

// applyLocked takes an event of the journal in.
func (t *Table) applyLocked(entry journal.Event) error {
	t = t.head()
	e, err := parse(entry)
	if err == nil && e.Kind == started && e.Twin != nil && t.twin == nil {
		t.pairUp()
	}
	if e.Board == 1 && t.twin != nil {
		t = t.twin
	}
	rec, other := t.rec, record{}
	switch {
	case err != nil:
	case t.twin != nil:
		other = t.twin.rec
		err = applyTwin(&rec, &other, e)
	default:
		err = rec.apply(e)
	}
	if err != nil {
		return fmt.Errorf("event %d of game %s: %w", entry.Seq, entry.Game, err)
	}
	t.takeBothLocked(rec, other, entry.Seq)
	if t.lateLocked(entry.Time) { // however it came to be known
		t.due = entry.Time
	}
	return nil
}

// resumeLocked lets clocks run that were held until the one who moves came back.
func (t *Table) resumeLocked(ctx context.Context, c chess.Color) error {
	if !t.rec.held || t.rec.over() || t.rec.game.Turn() != c {
		return nil
	}
	return t.writeLocked(ctx, event{Kind: resumed, At: t.lobby.time(), Sent: t.rec.last})
}

// pause holds the clocks of a game whose mover lost his line with a process that
// died. Of several who notice it one writes it.
func (t *Table) pause(ctx context.Context) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.haltLocked(ctx)
}

// haltLocked does so.
func (t *Table) haltLocked(ctx context.Context) error {
	if t.rec.over() || t.rec.held || t.rec.terms.Correspondence() || t.seatedLocked(remote.Seat(t.rec.game.Turn())) {
		return nil
	}
	err := t.writeLocked(ctx, event{Kind: paused, At: t.lobby.time(), Sent: t.rec.last})
	if errors.As(err, new(*journal.StaleError)) {
		return nil
	}
	t.showLocked()
	return err
}

// inbox holds what is to be done at a table as soon as its lock is free, so that
// nobody who tells many tables something waits for one.
type inbox struct {
	mu   sync.Mutex
	todo []func()
}

// soon does something with the lock held, in the order of the calls.
func (t *Table) soon(do func()) {
	t.waiting.mu.Lock()
	t.waiting.todo = append(t.waiting.todo, do)
	t.waiting.mu.Unlock()
	if t.mu.TryLock() {
		t.tidyLocked()
		t.mu.Unlock()
		return
	}
	t.lobby.wait.Go(func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.tidyLocked()
	})
}

// tidyLocked does what is waiting.
func (t *Table) tidyLocked() {
	t.waiting.mu.Lock()
	todo := t.waiting.todo
	t.waiting.todo = nil
	t.waiting.mu.Unlock()
	for _, do := range todo {
		do()
	}
}

// heard takes in an event that another process may have written.
func (t *Table) heard(entry journal.Event) {
	if entry.Seq <= t.known.Load() {
		return
	}
	t.soon(func() {
		if entry.Seq <= t.seq {
			return
		}
		if t.applyLocked(entry) != nil {
			t.guessed = true // and read again, now or with the next event
			if t.catchUpLocked(context.Background()) != nil {
				return
			}
		}
		t.showLocked()
	})
}

// lateLocked tells whether somebody here has just learnt, long after its time, that
// his clock runs.
func (t *Table) lateLocked(at time.Time) bool {
	_, running := t.rec.clock.Running()
	return running && !t.rec.over() && t.rec.moved.Equal(at) &&
		t.readerLocked(remote.Seat(t.rec.game.Turn())) != nil && t.lobby.time().Sub(at) > storeStall
}

// settleLocked gives the time back that passed before the one to move could know that
// he is, if he has not moved. What cannot be written stays due.
func (t *Table) settleLocked(ctx context.Context) error {
	at := t.due
	if at.IsZero() {
		return nil
	}
	if t.lateLocked(at) {
		if err := t.writeLocked(ctx, event{Kind: resumed, At: t.lobby.time(), Sent: at}); err != nil {
			return err
		}
	}
	if t.due.Equal(at) {
		t.due = time.Time{}
	}
	return nil
}
