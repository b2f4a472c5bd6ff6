package sqljournal

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"rookery/tui/lobby/journal"
	"rookery/tui/lobby/sqlfile"
)

// together is how many requests share a transaction at most.
const together = 256

const (
	insertEvent = `INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)`
	lastEvent   = `SELECT seq, no, link FROM events WHERE game = ? ORDER BY no DESC LIMIT 1`
	insertItem  = `INSERT INTO items VALUES (?, ?, ?, ?, ?, ?, ?)`
)

// request is something to be written. do may refuse it with an error of its own before
// it has written anything; then the others of its transaction are written all the same.
type request struct {
	ctx  context.Context
	do   func(context.Context, *batch) error
	done chan error // holds one
}

// batch is a transaction that several requests share.
type batch struct {
	store  *Store
	number uint64
	events []journal.Event
	items  []changed
	bytes  int64 // about what it adds to the log
	mended bool  // the file was made anew just now
	sql    error // of SQLite: the transaction is lost
}

// changed is a value that the batch has written.
type changed struct {
	bucket string
	value  journal.Value
}

// do hands a request to the writer and waits until it is on the disk. After the end of
// ctx it may or may not be.
func (s *Store) do(ctx context.Context, do func(context.Context, *batch) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	r := &request{ctx: ctx, do: do, done: make(chan error, 1)}
	select {
	case s.requests <- r:
	case <-s.ending:
		return errClosed
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case err := <-r.done:
		return err
	case <-s.ended:
		select {
		case err := <-r.done:
			return err
		default:
			return errClosed
		}
	case <-ctx.Done():
		return ctx.Err()
	}
}

// writer writes what is asked for until the store is closed: what has come while one
// transaction was being put on the disk makes the next one.
func (s *Store) writer() {
	defer close(s.ended)
	for {
		var all []*request
		select {
		case r := <-s.requests:
			all = append(all, r)
		case <-s.ending:
			return
		}
	gather:
		for len(all) < together {
			select {
			case r := <-s.requests:
				all = append(all, r)
			default:
				break gather
			}
		}
		s.commit(all)
	}
}

// commit writes requests in one transaction and answers them.
func (s *Store) commit(all []*request) {
	began := time.Now()
	s.busy.Store(&began)
	answers, b, err := s.transact(all, false)
	if sqlfile.Damaged(err) || errors.Is(err, errMend) {
		if mendErr := s.mend(); mendErr == nil {
			answers, b, err = s.transact(all, true)
		} else {
			err = errors.Join(err, mendErr)
		}
	}
	// A log that cannot grow says something else.
	noRoom := sqlfile.Full(err) || err != nil && errors.Is(s.room(false), journal.ErrFull)
	s.full.Store(noRoom)
	switch {
	case noRoom:
		err = journal.ErrFull
	case err != nil:
		err = journal.Away(err)
	default:
		s.number = b.number
		_ = s.mark.put(s.number, false) // the mark helps after damage; the event is durable without
		s.committed.Store(s.number)
		s.tell(b)
		if s.logged += b.bytes; s.logged >= mopLog {
			select {
			case s.mopping <- struct{}{}:
				s.logged = 0
			default:
			}
		}
	}
	s.busy.Store(nil)
	for i, r := range all {
		if err != nil && answers[i] == nil {
			answers[i] = err
		}
		r.done <- answers[i]
	}
}

// transact tries them; err is of SQLite, and then nothing was written.
func (s *Store) transact(all []*request, mended bool) (answers []error, b *batch, err error) {
	s.files.RLock()
	defer s.files.RUnlock()
	answers = make([]error, len(all))
	ctx := context.Background() // half a transaction helps nobody
	b = &batch{store: s, number: s.number, mended: mended}
	if s.conn == nil {
		return answers, b, errClosed
	}
	if _, err := s.stmts.begin.ExecContext(ctx); err != nil {
		return answers, b, err
	}
	wrote := false
	for i, r := range all {
		if err := r.ctx.Err(); err != nil {
			answers[i] = err
			continue
		}
		before := b.number
		answers[i] = r.do(ctx, b)
		wrote = wrote || b.number > before
		if b.sql != nil {
			_, _ = s.conn.ExecContext(ctx, "ROLLBACK") // SQLite may have done so itself
			for i := range answers {
				if errors.Is(answers[i], b.sql) {
					answers[i] = nil
				}
			}
			return answers, b, b.sql
		}
	}
	if !wrote {
		_, err = s.conn.ExecContext(ctx, "ROLLBACK")
		return answers, b, err
	}
	if _, err := s.stmts.commit.ExecContext(ctx); err != nil {
		_, _ = s.conn.ExecContext(ctx, "ROLLBACK")
		return answers, b, err
	}
	return answers, b, nil
}

// fault keeps an error of SQLite, which ends the batch.
func (b *batch) fault(err error) error {
	if err != nil && !errors.Is(err, sql.ErrNoRows) && b.sql == nil {
		b.sql = err
	}
	return err
}

// last is the end of a game: zero for none.
func (b *batch) last(ctx context.Context, game string) (seq uint64, no int, link journal.Link, err error) {
	var sum []byte
	err = b.store.stmts.last.QueryRowContext(ctx, game).Scan(&seq, &no, &sum)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, 0, link, nil
	}
	copy(link[:], sum)
	return seq, no, link, b.fault(err)
}

// append writes an event behind the last one of its game.
func (b *batch) append(ctx context.Context, e journal.Event, no int, before journal.Link) (uint64, error) {
	e.Seq, e.Time, e.Data = b.number+1, time.Unix(0, e.Time.UnixNano()), append([]byte{}, e.Data...)
	link := journal.LinkOf(before, e)
	_, err := b.store.stmts.event.ExecContext(ctx, int64(e.Seq), e.Game, no, e.Time.UnixNano(), e.Data, before[:], link[:])
	if err != nil {
		return 0, b.fault(err)
	}
	b.number, b.events = e.Seq, append(b.events, e)
	b.bytes += logBytes(e.Data)
	return e.Seq, nil
}

// probe writes something that changes nothing.
func (b *batch) probe(ctx context.Context) error {
	_, err := b.store.conn.ExecContext(ctx, fmt.Sprintf(`PRAGMA user_version = %d`, shape))
	if err == nil {
		b.number++ // so that it is committed
	}
	return b.fault(err)
}

// Append implements [journal.Journal].
func (s *Store) Append(ctx context.Context, game string, expected uint64, data []byte) (seq uint64, err error) {
	if err := errors.Join(journal.CheckName(game), journal.CheckSize(data)); err != nil {
		return 0, err
	}
	if err := s.room(expected == 0); err != nil {
		return 0, err
	}
	err = s.do(ctx, func(ctx context.Context, b *batch) error {
		last, no, link, err := b.last(ctx, game)
		if err != nil {
			return err
		}
		if last != expected {
			return &journal.StaleError{Name: game, Expected: expected}
		}
		seq, err = b.append(ctx, journal.Event{Game: game, Time: time.Now(), Data: data}, no+1, link)
		return err
	})
	if err != nil {
		return 0, err
	}
	return seq, nil
}

// Restore implements [journal.Journal].
func (s *Store) Restore(ctx context.Context, events []journal.Event) error {
	return s.do(ctx, func(ctx context.Context, b *batch) error {
		for _, e := range events {
			_, no, link, err := b.last(ctx, e.Game)
			if err == nil {
				_, err = b.append(ctx, e, no+1, link)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// room refuses a new game when what is left is for those that run, and everything when
// nothing is left.
func (s *Store) room(fresh bool) error {
	left, err := s.free(s.dir)
	if err != nil {
		left = spare // not known here: what is written tells
	}
	size := int64(0)
	if s.bound > 0 {
		size = s.size()
	}
	switch {
	case left < least || size > s.bound:
		return journal.ErrFull
	case fresh && (left < spare || s.bound > 0 && size > s.bound-s.bound/reserved):
		return journal.ErrNearlyFull
	}
	return nil
}

// size is how large the file is, with what is still in the log.
func (s *Store) size() (bytes int64) {
	_ = s.using(func(db *sql.DB) error {
		return db.QueryRow(`SELECT page_count * page_size FROM pragma_page_count, pragma_page_size`).Scan(&bytes)
	})
	return bytes
}

const (
	// mopGap is the shortest time between two checkpoints.
	mopGap = time.Second
	// mopLog is after how many bytes the log is brought into the file.
	mopLog = 4 << 20
)

// logBytes is about how much a row adds to the log: its own page and one of its index, and
// what is too long for a page twice.
func logBytes(data []byte) int64 { return 2 * int64(pageSize+len(data)) }

// mop brings the log into the file now and then, beside those who write.
func (s *Store) mop() {
	defer close(s.mopped)
	for {
		select {
		case <-s.ending:
			return
		case <-s.mopping:
		}
		// A checkpoint that finds no room is made again; the log holds it all.
		_ = s.using(func(*sql.DB) error {
			db, err := sqlfile.Open(s.path, "_pragma=synchronous(FULL)&_pragma=cache_size(-256)", 1)
			if err != nil {
				return err
			}
			_, err = db.Exec(`PRAGMA wal_checkpoint(PASSIVE)`)
			return errors.Join(err, db.Close())
		})
		select {
		case <-s.ending:
			return
		case <-time.After(mopGap):
		}
	}
}

// Clear takes everything out of the store.
func (s *Store) Clear(ctx context.Context) error {
	return s.do(ctx, func(ctx context.Context, b *batch) error {
		_, err := b.store.conn.ExecContext(ctx, `DELETE FROM events; DELETE FROM items; DELETE FROM strays`)
		b.number++ // so that it is committed
		return b.fault(err)
	})
}
