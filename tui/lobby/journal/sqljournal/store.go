// Package sqljournal keeps a journal in one SQLite file, for one process.
//
// One goroutine writes: events and values that come together share one transaction and
// one sync of the disk, and each is on the disk before its writer is answered. Others
// read through connections of their own. Who watches is told in the process.
//
// The file is club.db in the directory, with SQLite's write-ahead log beside it, and
// club.mark, which says which number was given last and whether the store was closed.
// Every row has a check sum and lies in the file twice (schema.sql). [Open] reads both
// files through before it uses them. Where something is wrong it makes a new file of all
// rows that read, in either copy or in the log, puts the old ones aside whole, and tells
// what is missing: see [Store.Damage].
//
// The package imports tui/lobby/journal and tui/lobby/sqlfile. Start reading with [Open], then writer.go; pages.go reads damaged files.
package sqljournal

import (
	"context"
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gofrs/flock"

	"rookery/tui/lobby/journal"
	"rookery/tui/lobby/sqlfile"
)

//go:embed schema.sql
var schema string

const (
	fileName = "club.db"
	// program is the application_id of the file: "RkJ1".
	program = 0x526b4a31
	shape   = 1
	// pageSize is that of the file; pages.go relies on it.
	pageSize = 4096
	// readers is how many reads are answered at a time.
	readers = 4
	// spare is how much of the disk stays free of new games.
	spare = 64 << 20
	// least is how much of the disk must be free for any event: the log and the
	// file must be able to grow by one transaction.
	least = 2 << 20
	// reserved is which part of a bounded store is kept for games that have begun.
	reserved = 5
	// stall is how long a transaction may take before the store is said to be away.
	stall = 5 * time.Second
	// Smallest is the least number of bytes that a store may be bounded to: one long
	// game, its players and what they keep.
	Smallest = 512 << 10
)

// Options say how a store is opened.
type Options struct {
	// MaxBytes bounds the file; 0 leaves it to the disk.
	MaxBytes int64
	// Move tells of an event whether it is a half-move, so that damage can be told by
	// ply; nil where nobody knows.
	Move func(data []byte) bool
	// Found is told what is found damaged or lost, and what was done about it, when the
	// store is opened and later; nil for nobody.
	Found func(fault error)
}

// Store is a [journal.Journal] in an SQLite file.
type Store struct {
	dir, path string
	bound     int64
	move      func(data []byte) bool
	told      func(fault error)
	lock      *flock.Flock
	mark      *mark
	free      func(dir string) (int64, error)

	files sync.RWMutex // held for reading by those who use a connection
	write *sql.DB
	conn  *sql.Conn // of the writer
	read  *sql.DB
	// What every move needs, prepared once: the parsing would cost more than the rest.
	stmts  struct{ begin, commit, last, event, item, behind *sql.Stmt }
	closed bool // under files

	requests  chan *request
	ending    chan struct{}
	ended     chan struct{} // the writer
	mopping   chan struct{} // asks for a checkpoint
	mopped    chan struct{} // who makes them has ended
	closing   sync.Once
	number    uint64 // last given; the writer's
	logged    int64  // about how many bytes came into the log since the last checkpoint was asked for; the writer's
	committed atomic.Uint64
	full      atomic.Bool // the last write found no room
	stall     time.Duration
	busy      atomic.Pointer[time.Time] // when the transaction began that is being written; nil for none

	mu     sync.Mutex
	feeds  map[*feed]bool
	topics map[int]func(topic string, data []byte)
	topic  int
	damage []error
}

var _ journal.Journal = (*Store)(nil)

// Open opens the store of a directory, which it makes for its owner alone. It returns
// ErrLocked while another process has it. A damaged store is repaired first, and one of
// the kind that earlier versions kept is moved over; [Store.Damage] tells what was found.
func Open(ctx context.Context, dir string, o Options) (*Store, error) {
	if o.MaxBytes > 0 && o.MaxBytes < Smallest {
		return nil, fmt.Errorf("%d bytes are too few for a game: give the store at least %d", o.MaxBytes, Smallest)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	lock, err := lockDir(dir)
	if err != nil {
		return nil, err
	}
	s := &Store{
		dir: dir, path: filepath.Join(dir, fileName), bound: o.MaxBytes, move: o.Move, told: o.Found, lock: lock, free: free, stall: stall,
		requests: make(chan *request, together), ending: make(chan struct{}), ended: make(chan struct{}),
		mopping: make(chan struct{}, 1), mopped: make(chan struct{}),
		feeds: make(map[*feed]bool), topics: make(map[int]func(string, []byte)),
	}
	if err := s.begin(ctx); err != nil {
		if sqlfile.Full(err) {
			err = errors.Join(errNoRoom(dir), err)
		}
		return nil, errors.Join(err, lock.Close())
	}
	go s.writer()
	go s.mop()
	return s, nil
}

// lockDir keeps other processes out of a directory.
func lockDir(dir string) (*flock.Flock, error) {
	lock := flock.New(filepath.Join(dir, "lock"))
	locked, err := lock.TryLock()
	if err != nil {
		return nil, fmt.Errorf("lock %s: %w", dir, err)
	}
	if !locked {
		return nil, journal.ErrLocked
	}
	return lock, nil
}

// errNoRoom says that a disk cannot take a store.
func errNoRoom(dir string) error {
	return fmt.Errorf("the disk of %s is full: make room and start again", dir)
}

// begin makes the files sound and opens them.
func (s *Store) begin(ctx context.Context) error {
	if err := s.moveOld(ctx); err != nil {
		return err
	}
	report, err := examine(ctx, s.path, s.move, false)
	if err != nil {
		return err
	}
	if report.none {
		if left, err := s.free(s.dir); err == nil && left < spare {
			return fmt.Errorf("the disk of %s has %d bytes left, too few for a game: a store needs %d to begin", s.dir, left, spare)
		}
	}
	if report.broken() {
		if err := s.rescue(ctx, report); err != nil {
			return err
		}
	}
	s.found(report.faults)
	if s.mark, err = openMark(s.path); err != nil {
		return err
	}
	if err := s.open(ctx); err != nil {
		return errors.Join(err, s.mark.file.Close())
	}
	if err := s.conn.QueryRowContext(ctx, `SELECT max(coalesce((SELECT max(seq) FROM events), 0),
		coalesce((SELECT max(rev) FROM items), 0), coalesce((SELECT max(seq) FROM strays), 0))`).Scan(&s.number); err != nil {
		return errors.Join(err, s.shut())
	}
	if has := size(s.path); s.bound > 0 && has >= s.bound {
		return errors.Join(fmt.Errorf("the store has %d bytes and may have %d: it is too small for a game", has, s.bound), s.shut(), s.mark.file.Close())
	}
	s.number = max(s.number, report.mark.number)
	s.committed.Store(s.number)
	return s.mark.put(s.number, false)
}

// open opens the connections on a sound file.
func (s *Store) open(ctx context.Context) (err error) {
	if s.write, err = sqlfile.Open(s.path, writing, 1); err != nil {
		return err
	}
	if s.read, err = sqlfile.Open(s.path, "_pragma=query_only(1)&_pragma=cache_size(-256)", readers); err != nil {
		return errors.Join(err, s.shut())
	}
	if s.conn, err = s.write.Conn(ctx); err == nil {
		err = prepare(ctx, s.conn)
	}
	for stmt, text := range map[**sql.Stmt]string{
		&s.stmts.begin: "BEGIN IMMEDIATE", &s.stmts.commit: "COMMIT", &s.stmts.last: lastEvent, &s.stmts.event: insertEvent, &s.stmts.item: insertItem,
	} {
		if err == nil {
			*stmt, err = s.conn.PrepareContext(ctx, text)
		}
	}
	if err == nil {
		s.stmts.behind, err = s.read.PrepareContext(ctx, eventsBehind)
	}
	if err != nil {
		return errors.Join(err, s.shut())
	}
	return nil
}

// writing are the settings of the connection that writes. It leaves checkpoints to
// another, so that nobody's move waits for one.
const writing = "_pragma=page_size(4096)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=wal_autocheckpoint(0)&_pragma=cache_size(-768)"

// prepare brings the tables into the present shape.
func prepare(ctx context.Context, c *sql.Conn) error {
	var id, version, tables int
	if err := c.QueryRowContext(ctx, `SELECT application_id, user_version, (SELECT count(*) FROM sqlite_schema)
		FROM pragma_application_id, pragma_user_version`).Scan(&id, &version, &tables); err != nil {
		return err
	}
	switch {
	case tables > 0 && version > shape:
		return errors.New("the store is of a newer version of the program")
	case tables > 0:
		return nil
	}
	_, err := c.ExecContext(ctx, fmt.Sprintf(`BEGIN; %s; PRAGMA application_id = %d; PRAGMA user_version = %d; COMMIT`, schema, program, shape))
	return err
}

// shut closes the connections; the last one leaves a file without a log.
func (s *Store) shut() error {
	var errs []error
	for _, st := range []**sql.Stmt{&s.stmts.begin, &s.stmts.commit, &s.stmts.last, &s.stmts.event, &s.stmts.item, &s.stmts.behind} {
		if *st != nil {
			errs = append(errs, (*st).Close())
		}
		*st = nil
	}
	if s.conn != nil {
		errs = append(errs, s.conn.Close())
		s.conn = nil
	}
	for _, db := range []*sql.DB{s.read, s.write} {
		if db != nil {
			errs = append(errs, db.Close())
		}
	}
	s.read, s.write = nil, nil
	return errors.Join(errs...)
}

// Shared implements [journal.Journal].
func (s *Store) Shared() bool { return false }

// found notes faults.
func (s *Store) found(faults []error) {
	s.mu.Lock()
	s.damage = append(s.damage, faults...)
	s.mu.Unlock()
	if s.told != nil {
		for _, f := range faults {
			s.told(f)
		}
	}
}

// Damage lists what was found damaged since the store was opened, and what of it is lost.
func (s *Store) Damage() []error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]error(nil), s.damage...)
}

// Ready implements [journal.Journal].
func (s *Store) Ready(ctx context.Context) error {
	if err := s.room(false); err != nil {
		return err
	}
	if began := s.busy.Load(); began != nil && time.Since(*began) > s.stall {
		return journal.Away(fmt.Errorf("the disk has not answered for %v", time.Since(*began).Round(time.Second)))
	}
	if !s.full.Load() {
		return nil
	}
	// The last write found no room: only another can tell whether there is some.
	return s.do(ctx, func(ctx context.Context, tx *batch) error { return tx.probe(ctx) })
}

// Waiting tells how many requests wait to be written.
func (s *Store) Waiting() int { return len(s.requests) }

// Tell implements [journal.Journal].
func (s *Store) Tell(topic string, data []byte) error {
	if err := errors.Join(journal.CheckName(topic), journal.CheckSize(data)); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, deliver := range s.topics {
		deliver(topic, append([]byte(nil), data...))
	}
	return nil
}

// Hear implements [journal.Journal].
func (s *Store) Hear(deliver func(topic string, data []byte)) (func(), error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.topic++
	n := s.topic
	s.topics[n] = deliver
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.topics, n)
	}, nil
}

// Close implements [journal.Journal].
func (s *Store) Close() error {
	var err error
	s.closing.Do(func() {
		close(s.ending)
		<-s.ended
		<-s.mopped
		s.mu.Lock()
		for f := range s.feeds {
			f.wake()
		}
		s.mu.Unlock()
		s.files.Lock()
		defer s.files.Unlock()
		s.closed = true
		err = s.shut()
		if err == nil {
			err = s.mark.put(s.number, true)
		}
		err = errors.Join(err, s.mark.file.Close(), s.lock.Close())
	})
	return err
}

// using lets do use a connection; the files are not changed below it meanwhile.
func (s *Store) using(do func(db *sql.DB) error) error {
	s.files.RLock()
	defer s.files.RUnlock()
	if s.closed || s.read == nil {
		return errClosed
	}
	return do(s.read)
}

var errClosed = fmt.Errorf("%w: the store is closed", journal.ErrAway)
