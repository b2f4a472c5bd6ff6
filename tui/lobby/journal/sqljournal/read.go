package sqljournal

import (
	"context"
	"database/sql"
	"errors"
	"sync"
	"time"

	"rookery/tui/lobby/journal"
	"rookery/tui/lobby/sqlfile"
)

// step is how many events are read at a time, so that a slow reader holds no
// transaction open and no more in memory.
const step = 256

// row is an event as it lies in the file.
type row struct {
	journal.Event
	no     int
	before journal.Link
	link   journal.Link
}

const eventsBehind = `SELECT ` + eventColumns + ` FROM events NOT INDEXED WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ?`

const eventColumns = `seq, game, no, at, data, before, link`

// scan reads the columns of an event; sound tells whether they agree with the check sum.
func scan(rows *sql.Rows) (r row, sound bool, err error) {
	var at int64
	var before, link []byte
	err = rows.Scan(&r.Seq, &r.Game, &r.no, &at, &r.Data, &before, &link)
	r.Time = time.Unix(0, at)
	sound = len(before) == len(r.before) && len(link) == len(r.link)
	copy(r.before[:], before)
	copy(r.link[:], link)
	return r, sound && r.sound(), err
}

// sound tells whether an event agrees with its check sum.
func (r *row) sound() bool { return journal.LinkOf(r.before, r.Event) == r.link }

// follows tells whether an event stands behind another in its game; nil for the first.
func (r *row) follows(last *row) bool {
	if last == nil {
		return r.no == 1 && r.before == journal.Link{}
	}
	return r.no == last.no+1 && r.before == last.link
}

// rows reads the events of a query.
func (s *Store) rows(ctx context.Context, query string, args ...any) (all []row, unsound bool, err error) {
	err = s.using(func(db *sql.DB) error {
		ask := db.QueryContext
		if query == eventsBehind {
			ask = func(ctx context.Context, _ string, args ...any) (*sql.Rows, error) {
				return s.stmts.behind.QueryContext(ctx, args...)
			}
		}
		found, err := ask(ctx, query, args...)
		if err != nil {
			return err
		}
		defer found.Close()
		for found.Next() {
			r, sound, err := scan(found)
			if err != nil {
				return err
			}
			if !sound {
				unsound = true
				continue
			}
			all = append(all, r)
		}
		return found.Err()
	})
	return all, unsound || sqlfile.Damaged(err), err
}

// Read implements [journal.Journal]. A game whose events do not follow one another is read
// again after the file was mended.
func (s *Store) Read(ctx context.Context, game string, after uint64) ([]journal.Event, error) {
	if err := journal.CheckName(game); err != nil {
		return nil, err
	}
	events, gap, err := s.game(ctx, game)
	if gap || sqlfile.Damaged(err) {
		if mendErr := s.askToMend(ctx); mendErr != nil {
			return nil, mendErr
		}
		events, gap, err = s.game(ctx, game)
	}
	if err != nil {
		return nil, err
	}
	if gap {
		err = &journal.DamageError{File: s.path, Game: game, Event: len(events) + 1, What: "does not follow the event before"}
	}
	for len(events) > 0 && events[0].Seq <= after {
		events = events[1:]
	}
	return events, err
}

// game reads the events of a game as far as they follow one another; gap tells that there
// are others.
func (s *Store) game(ctx context.Context, game string) (events []journal.Event, gap bool, err error) {
	all, unsound, err := s.rows(ctx, `SELECT `+eventColumns+` FROM events WHERE game = ? ORDER BY no`, game)
	if err != nil {
		return nil, unsound, err
	}
	var last *row
	for i := range all {
		if !all[i].follows(last) {
			return events, true, nil
		}
		last = &all[i]
		events = append(events, all[i].Event)
	}
	return events, unsound, nil
}

// Games implements [journal.Journal].
func (s *Store) Games(ctx context.Context) (games []string, err error) {
	err = s.using(func(db *sql.DB) error {
		rows, err := db.QueryContext(ctx, `SELECT DISTINCT game FROM events`)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var game string
			if err := rows.Scan(&game); err != nil {
				return err
			}
			games = append(games, game)
		}
		return rows.Err()
	})
	return games, err
}

// behind reads the next events behind a number, at most up to another.
func (s *Store) behind(ctx context.Context, after, to uint64) ([]row, error) {
	return s.inOrder(ctx, eventsBehind, after, to)
}

// inOrder reads events behind a number by a query, and once more after the file was mended
// where some do not read.
func (s *Store) inOrder(ctx context.Context, query string, after, to uint64) ([]row, error) {
	for mended := false; ; mended = true {
		all, unsound, err := s.rows(ctx, query, int64(after), int64(to), step)
		last := after
		for _, r := range all {
			unsound = unsound || r.Seq <= last // a damaged page may say anything
			last = r.Seq
		}
		if !unsound {
			return all, err
		}
		if mended {
			return nil, errors.Join(&journal.DamageError{File: s.path, What: "events do not read"}, err)
		}
		if err := s.askToMend(ctx); err != nil {
			return nil, err
		}
	}
}

// All implements [journal.Journal].
func (s *Store) All(ctx context.Context, deliver func(journal.Event) error) error {
	to := s.committed.Load()
	for after := uint64(0); ; {
		all, err := s.behind(ctx, after, to)
		if err != nil || len(all) == 0 {
			return err
		}
		for _, r := range all {
			if err := deliver(r.Event); err != nil {
				return err
			}
			after = r.Seq
		}
	}
}

// feed hands what is written to somebody who watches, one at a time.
type feed struct {
	notice chan struct{} // holds one when there is something new

	mu     sync.Mutex
	bucket string // of which values are watched; empty for events
	order  []string
	items  map[string]journal.Value // those that wait, by key: of several the last
	// Of one that watches events: those with numbers above from, which need not be read.
	from  uint64
	fresh []journal.Event
}

// mostFresh is how many events wait in memory for somebody who watches.
const mostFresh = 1024

// add has events delivered soon; last is the greatest number so far.
func (f *feed) add(events []journal.Event, last uint64) {
	f.mu.Lock()
	if len(f.fresh)+len(events) > mostFresh {
		f.from, f.fresh = last, nil // they are read
	} else {
		f.fresh = append(f.fresh, events...)
	}
	f.mu.Unlock()
	f.wake()
}

// since gives the events behind a number that need not be read, and up to which number others
// must be read first.
func (f *feed) since(after uint64) (to uint64, fresh []journal.Event) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if after < f.from {
		return f.from, nil
	}
	fresh, f.fresh = f.fresh, nil
	for len(fresh) > 0 && fresh[0].Seq <= after {
		fresh = fresh[1:]
	}
	return after, fresh
}

func (f *feed) wake() {
	select {
	case f.notice <- struct{}{}:
	default:
	}
}

// tell wakes those who watch what a batch has written.
func (s *Store) tell(b *batch) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for f := range s.feeds {
		if f.bucket == "" {
			if len(b.events) > 0 {
				f.add(b.events, b.number)
			}
			continue
		}
		for _, c := range b.items {
			if c.bucket == f.bucket {
				f.put(c.value)
			}
		}
	}
}

// put has a value delivered soon.
func (f *feed) put(v journal.Value) {
	f.mu.Lock()
	if old, waits := f.items[v.Key]; !waits {
		f.order = append(f.order, v.Key)
		f.items[v.Key] = v
	} else if v.Rev > old.Rev {
		f.items[v.Key] = v
	}
	f.mu.Unlock()
	f.wake()
}

// take gives the next value that waits.
func (f *feed) take() (journal.Value, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.order) == 0 {
		return journal.Value{}, false
	}
	key := f.order[0]
	f.order = f.order[1:]
	v := f.items[key]
	delete(f.items, key)
	return v, true
}

// watch runs a feed: more is called whenever something may be new, until stop is called.
func (s *Store) watch(f *feed, more func(ctx context.Context)) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	s.mu.Lock()
	s.feeds[f] = true
	f.from = s.committed.Load() // what comes later is told
	s.mu.Unlock()
	go func() {
		defer close(done)
		for {
			more(ctx)
			select {
			case <-ctx.Done():
				return
			case <-s.ended:
				return
			case <-f.notice:
			}
		}
	}()
	return func() {
		s.mu.Lock()
		delete(s.feeds, f)
		s.mu.Unlock()
		cancel()
		<-done
	}
}

// pause is how long a feed waits after the file could not be read.
const pause = 100 * time.Millisecond

// Watch implements [journal.Journal].
func (s *Store) Watch(_ context.Context, after uint64, deliver func(journal.Event)) (func(), error) {
	f := &feed{notice: make(chan struct{}, 1)}
	return s.watch(f, func(ctx context.Context) {
		for ctx.Err() == nil {
			to, fresh := f.since(after)
			var all []row
			var err error
			if after < to {
				all, err = s.behind(ctx, after, to)
			}
			if err != nil {
				select {
				case <-ctx.Done():
				case <-s.ended:
				case <-time.After(pause):
					f.wake()
				}
				return
			}
			for _, r := range all {
				fresh = append(fresh, r.Event)
			}
			if len(fresh) == 0 {
				if after >= to {
					return
				}
				after = to // what is behind it has no number up to there
			}
			for _, e := range fresh {
				if ctx.Err() != nil {
					return
				}
				deliver(e)
				after = e.Seq
			}
		}
	}), nil
}

// Follow implements [journal.Journal].
func (s *Store) Follow(ctx context.Context, deliver func(journal.Event)) (func(), error) {
	to := s.committed.Load()
	var last []int64 // of each game
	err := s.using(func(db *sql.DB) error {
		rows, err := db.QueryContext(ctx, `SELECT max(seq) FROM events WHERE seq <= ? GROUP BY game ORDER BY 1`, int64(to))
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var seq int64
			if err := rows.Scan(&seq); err != nil {
				return err
			}
			last = append(last, seq)
		}
		return rows.Err()
	})
	if err != nil {
		return nil, err
	}
	for _, seq := range last {
		events, err := s.inOrder(ctx, eventsBehind, uint64(seq)-1, uint64(seq))
		if err != nil {
			return nil, err
		}
		for _, r := range events {
			deliver(r.Event)
		}
	}
	return s.Watch(ctx, to, deliver)
}
