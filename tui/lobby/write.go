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
)

// hitch is how long the journal may take for a move without its being noticed.
const hitch = time.Second

// write makes an event durable, then takes it into the record. In a journal that
// is shared its time decides, and the record follows it. The lock is held.
func (t *Table) write(ctx context.Context, e event) error {
	l := t.lobby
	trial := t.rec
	if t.rec.game != nil {
		trial.game = t.rec.game.Clone()
	}
	if err := trial.apply(e); err != nil {
		return err
	}
	e.Over = trial.over() && !(l.shared() && e.Kind == flagged)
	stored := e
	if l.shared() {
		stored.At = time.Time{}
	}
	data, err := json.Marshal(stored)
	if err != nil {
		return err
	}
	began := l.now()
	seq, err := l.journal.Append(ctx, t.id, t.seq, data)
	took := l.now().Sub(began)
	if err != nil {
		if !errors.As(err, new(*journal.StaleError)) {
			l.stumbled()
		}
		// Somebody else wrote, or it may have been written all the same.
		caught := t.catchUp(context.WithoutCancel(ctx))
		if t.rec.game != nil {
			t.show()
		}
		return errors.Join(err, caught)
	}
	if !l.shared() {
		t.take(trial, seq)
		return nil
	}
	if err := t.catchUp(context.WithoutCancel(ctx)); err != nil {
		t.take(trial, seq)
		t.guessed = true
		return nil
	}
	l.sample(t.rec.last, e.Kind == flagged && !t.rec.over())
	if took > hitch {
		l.stumbled()
	}
	// What follows may be missing: the event stands.
	switch _, running := t.rec.clock.Running(); {
	case t.rec.over() && !e.Over && e.Kind != closed:
		_ = t.write(ctx, event{Kind: closed, At: l.time()})
	case took > hitch && running && e.Kind == moved: // the next to move did not see it so long
		_ = t.write(ctx, event{Kind: resumed, At: l.time(), Sent: t.rec.last})
	}
	return nil
}

// take makes a record the table's. The lock is held.
func (t *Table) take(rec record, seq uint64) {
	t.rec, t.seq = rec, seq
	t.known.Store(seq)
	t.done.Store(rec.game != nil && rec.over())
}

// catchUp takes in what the journal has and the record has not. The lock is held.
func (t *Table) catchUp(ctx context.Context) error {
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
			if err := fresh.apply(entry); err != nil {
				return err
			}
		}
		t.take(fresh.rec, fresh.seq)
		t.guessed = false
		return nil
	}
	for _, entry := range events {
		if err := t.apply(entry); err != nil {
			return err
		}
	}
	return nil
}

// apply takes an event of the journal in. The lock is held.
func (t *Table) apply(entry journal.Event) error {
	e, err := parse(entry)
	rec := t.rec
	if err == nil {
		err = rec.apply(e)
	}
	if err != nil {
		return fmt.Errorf("event %d of game %s: %w", entry.Seq, t.id, err)
	}
	t.take(rec, entry.Seq)
	if t.late(entry.Time) { // however it came to be known
		t.due = entry.Time
	}
	return nil
}

// resume lets clocks run that were held until the one who moves came back.
func (t *Table) resume(ctx context.Context, c chess.Color) error {
	if !t.rec.held || t.rec.over() || t.rec.game.Turn() != c {
		return nil
	}
	return t.write(ctx, event{Kind: resumed, At: t.lobby.time(), Sent: t.rec.last})
}

// pause holds the clocks of a game whose mover lost his line with a process that
// died. Of several who notice it one writes it.
func (t *Table) pause(ctx context.Context) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.halt(ctx)
}

// halt does so with the lock held.
func (t *Table) halt(ctx context.Context) error {
	if t.rec.over() || t.rec.held || t.seated(Seat(t.rec.game.Turn())) {
		return nil
	}
	err := t.write(ctx, event{Kind: paused, At: t.lobby.time(), Sent: t.rec.last})
	if errors.As(err, new(*journal.StaleError)) {
		return nil
	}
	t.show()
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
		t.tidy()
		t.mu.Unlock()
		return
	}
	t.lobby.wait.Go(func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.tidy()
	})
}

// tidy does what is waiting. The lock is held.
func (t *Table) tidy() {
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
		if t.apply(entry) != nil {
			t.guessed = true // and read again, now or with the next event
			if t.catchUp(context.Background()) != nil {
				return
			}
		}
		t.show()
	})
}

// late tells whether somebody here has just learnt, long after its time, that his
// clock runs. The lock is held.
func (t *Table) late(at time.Time) bool {
	_, running := t.rec.clock.Running()
	return running && !t.rec.over() && t.rec.moved.Equal(at) &&
		t.reader(Seat(t.rec.game.Turn())) != nil && t.lobby.time().Sub(at) > hitch
}

// settle gives the time back that passed before the one to move could know that he
// is, if he has not moved. What cannot be written stays due. The lock is held.
func (t *Table) settle(ctx context.Context) error {
	at := t.due
	if at.IsZero() {
		return nil
	}
	if t.late(at) {
		if err := t.write(ctx, event{Kind: resumed, At: t.lobby.time(), Sent: at}); err != nil {
			return err
		}
	}
	if t.due.Equal(at) {
		t.due = time.Time{}
	}
	return nil
}
