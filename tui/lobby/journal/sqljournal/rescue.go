package sqljournal

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"rookery/tui/lobby/journal"
	"rookery/tui/lobby/sqlfile"
)

// errMend ends a batch so that the file is mended before it is tried again.
var errMend = errors.New("a row of the store is damaged")

// report is what was found out about the files of a store.
type report struct {
	path string
	none bool // there is no store yet
	mark marked
	move func(data []byte) bool
	// thorough compares tables and indexes row by row, too, which takes longer than all
	// the rest; a start can do without, because each row is checked for itself.
	thorough bool
	faults   []error // what is wrong, then what is lost
}

// broken tells whether a new file must be made.
func (r *report) broken() bool { return len(r.faults) > 0 }

func (r *report) add(file, what string, args ...any) {
	r.faults = append(r.faults, &journal.DamageError{File: file, What: fmt.Sprintf(what, args...)})
}

// examine reads the files of a store that nobody has open, and changes none of them.
func examine(ctx context.Context, path string, move func([]byte) bool, thorough bool) (*report, error) {
	r := &report{path: path, move: move, thorough: thorough}
	var err error
	if r.mark, err = readMark(path); err != nil {
		return nil, err
	}
	_, fileErr := os.Stat(path)
	logged := size(path+"-wal") > 0
	switch {
	case fileErr == nil:
	case !errors.Is(fileErr, fs.ErrNotExist):
		return nil, fileErr
	case r.mark.missing && !logged:
		r.none = true
		return r, nil
	default:
		r.add(path, "the file is missing")
		return r, nil
	}
	if size(path) == 0 && r.mark.missing && !logged {
		r.none = true // made and not yet filled
		return r, nil
	}
	if r.mark.missing {
		r.add(markPath(path), "the file is missing; whether the end of the store is whole cannot be told")
	}
	if r.mark.broken {
		r.add(markPath(path), "the file is damaged; whether the end of the store is whole cannot be told")
	}
	if fault, err := logFault(path); err != nil {
		return nil, err
	} else if fault != "" {
		r.add(path+"-wal", "%s", fault)
		return r, nil // SQLite would cut it there
	}
	if size(path) == 0 {
		r.add(path, "the file is empty")
		return r, nil
	}
	p, err := openPages(path)
	if err != nil {
		return nil, err
	}
	broken := 0
	err = p.rows(func(*row, *item) error { return ctx.Err() }, func(string, any) { broken++ })
	if err = errors.Join(err, p.close()); err != nil {
		return nil, err
	}
	if broken > 0 {
		r.add(path, "%d rows do not agree with their check sums", broken)
	}
	return r, r.ask(ctx)
}

// ask has SQLite look at the file, whose log stays as it is.
func (r *report) ask(ctx context.Context) error {
	db, err := sqlfile.Open(r.path, "mode=ro&_pragma=query_only(1)", 1)
	if err != nil {
		return err
	}
	defer func() {
		db.Close()
		_ = os.Remove(r.path + "-shm") // made anew by whoever opens it
	}()
	err = r.inspect(ctx, db)
	if c := sqlfile.Code(err); c != 0 && c != 13 && c != 10 { // no room and faults of the disk are none of the file's
		r.add(r.path, "%v", err)
		return nil
	}
	return err
}

// inspect looks at a store through SQLite.
func (r *report) inspect(ctx context.Context, db *sql.DB) error {
	var id, version int
	if err := db.QueryRowContext(ctx, `SELECT application_id, user_version FROM pragma_application_id, pragma_user_version`).Scan(&id, &version); err != nil {
		return err
	}
	if id == program && version > shape {
		return errors.New("the store is of a newer version of the program")
	}
	var sound string
	look := "PRAGMA quick_check(1)"
	if r.thorough {
		look = "PRAGMA integrity_check(1)"
	}
	if err := db.QueryRowContext(ctx, look).Scan(&sound); err != nil {
		return err
	}
	if sound != "ok" {
		r.add(r.path, "%s", sound)
	}
	if id == 0 && version == 0 { // made and not yet filled, or its first page is lost
		var tables int
		if err := db.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_schema`).Scan(&tables); err != nil {
			return err
		}
		if tables == 0 && r.mark.number == 0 {
			return nil
		}
	}
	if id != program || version != shape {
		r.add(r.path, "the first page is damaged")
		return nil
	}
	var last uint64
	if err := db.QueryRowContext(ctx, `SELECT max(coalesce((SELECT max(seq) FROM events), 0),
		coalesce((SELECT max(rev) FROM items), 0), coalesce((SELECT max(seq) FROM strays), 0))`).Scan(&last); err != nil {
		return err
	}
	if r.mark.number > last && !r.mark.closed {
		r.add(r.path, "the end is missing: the last number is %d, and %d was given", last, r.mark.number)
	}
	return r.gaps(ctx, db)
}

// gaps finds games whose events do not follow one another.
func (r *report) gaps(ctx context.Context, db querier) error {
	rows, err := db.QueryContext(ctx, `SELECT game, no FROM (SELECT game, no, link, before,
			lag(no, 1, 0) OVER w AS last, lag(link, 1, zeroblob(16)) OVER w AS prior FROM events
			WINDOW w AS (PARTITION BY game ORDER BY no))
		WHERE no <> last + 1 OR before <> prior ORDER BY game, no`)
	if err != nil {
		return err
	}
	var found []*journal.DamageError
	for rows.Next() {
		var game string
		var no int
		if err := rows.Scan(&game, &no); err != nil {
			return errors.Join(err, rows.Close())
		}
		if n := len(found); n > 0 && found[n-1].Game == game {
			continue
		}
		found = append(found, &journal.DamageError{File: r.path, Game: game, Event: no, What: "does not follow the event before"})
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return err
	}
	for _, d := range found {
		if d.Ply, err = plies(ctx, db, d.Game, d.Event, r.move); err != nil {
			return err
		}
		r.faults = append(r.faults, d)
	}
	return nil
}

// plies counts the half-moves of a game in front of an event.
func plies(ctx context.Context, db querier, game string, no int, move func([]byte) bool) (n int, err error) {
	if move == nil {
		return 0, nil
	}
	rows, err := db.QueryContext(ctx, `SELECT data FROM events WHERE game = ? AND no < ? ORDER BY no`, game, no)
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	for rows.Next() {
		var data []byte
		if err := rows.Scan(&data); err != nil {
			return 0, err
		}
		if move(data) {
			n++
		}
	}
	return n, rows.Err()
}

type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// rescue makes a new file of what reads in the old ones, which it puts aside whole, and
// adds what is lost to the report.
func (s *Store) rescue(ctx context.Context, r *report) error {
	fresh := s.path + ".new"
	if err := removeStore(fresh); err != nil {
		return err
	}
	lost, err := salvage(ctx, r, fresh)
	if err != nil {
		return fmt.Errorf("repair %s: %w", s.path, err)
	}
	aside, err := asideDir(s.dir)
	if err != nil {
		return err
	}
	for _, old := range []string{s.path, s.path + "-wal", s.path + "-shm", markPath(s.path)} {
		if err := os.Rename(old, filepath.Join(aside, filepath.Base(old))); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	if err := os.Rename(fresh, s.path); err != nil {
		return err
	}
	if err := syncDir(s.dir); err != nil {
		return err
	}
	r.faults = append(r.faults, lost...)
	r.add(aside, "the damaged files are kept here")
	return nil
}

// asideDir makes a directory for damaged files.
func asideDir(dir string) (string, error) {
	name := filepath.Join(dir, "damaged-"+time.Now().UTC().Format("20060102-150405"))
	for n := 1; ; n++ {
		try := name
		if n > 1 {
			try = fmt.Sprintf("%s-%d", name, n)
		}
		err := os.Mkdir(try, 0o700)
		if !errors.Is(err, fs.ErrExist) {
			return try, err
		}
	}
}

// syncDir puts the names in a directory on the disk.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	_ = d.Sync() // not every system can
	return d.Close()
}

// removeStore removes the files of a store that is being made.
func removeStore(path string) error {
	for _, end := range []string{"", "-wal", "-shm", "-journal"} {
		if err := os.Remove(path + end); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// building are the settings under which a new file is made that is put on the disk
// whole before it counts.
const building = "_pragma=page_size(4096)&_pragma=journal_mode(OFF)&_pragma=synchronous(OFF)"

// builder fills a new file.
type builder struct {
	db *sql.DB
	tx *sql.Tx
}

func newBuilder(ctx context.Context, path string) (*builder, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := f.Close(); err != nil {
		return nil, err
	}
	b := &builder{}
	if b.db, err = sqlfile.Open(path, building, 1); err != nil {
		return nil, err
	}
	c, err := b.db.Conn(ctx)
	if err == nil {
		err = errors.Join(prepare(ctx, c), c.Close())
	}
	if err == nil {
		b.tx, err = b.db.BeginTx(ctx, nil)
	}
	if err != nil {
		return nil, errors.Join(err, b.db.Close())
	}
	return b, nil
}

// event puts an event in unless it is there.
func (b *builder) event(e *row) error {
	_, err := b.tx.Exec(`INSERT OR IGNORE INTO events VALUES (?, ?, ?, ?, ?, ?, ?)`,
		int64(e.Seq), e.Game, e.no, e.Time.UnixNano(), e.Data, e.before[:], e.link[:])
	return err
}

// item puts a value in unless a newer one is there.
func (b *builder) item(v *item) error {
	var rev int64
	err := b.tx.QueryRow(`SELECT rev FROM items WHERE bucket = ? AND name = ?`, v.bucket, v.Key).Scan(&rev)
	if err == nil {
		if uint64(rev) >= v.Rev {
			return nil
		}
		_, err = b.tx.Exec(`DELETE FROM items WHERE rev = ?`, rev)
	}
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	_, err = b.tx.Exec(insertItem, int64(v.Rev), v.bucket, v.Key, v.Time.UnixNano(), v.Deleted, v.Data, v.link[:])
	return err
}

// close ends the file and puts it on the disk.
func (b *builder) close(path string, err error) error {
	if err != nil {
		return errors.Join(err, b.tx.Rollback(), b.db.Close(), removeStore(path))
	}
	if err := errors.Join(b.tx.Commit(), b.db.Close()); err != nil {
		return errors.Join(err, removeStore(path))
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// suspect names a damaged row, as far as its names can be read: game and number of an
// event, bucket and key of a value.
type suspect struct {
	first  string
	second any
}

// mostSuspects is how many damaged rows are named.
const mostSuspects = 1000

// missing names a row of which no sound copy was found.
func (b *builder) missing(who suspect, path string) (error, error) {
	if journal.CheckName(who.first) != nil {
		return nil, nil
	}
	n := 0
	switch second := who.second.(type) {
	case int64:
		err := b.tx.QueryRow(`SELECT count(*) FROM events WHERE game = ? AND no = ?`, who.first, second).Scan(&n)
		if err != nil || n > 0 || second < 1 || second > 1<<20 {
			return nil, err
		}
		return &journal.DamageError{File: path, Game: who.first, Event: int(second), What: "lost"}, nil
	case string:
		err := b.tx.QueryRow(`SELECT count(*) FROM items WHERE bucket = ? AND name = ?`, who.first, second).Scan(&n)
		if err != nil || n > 0 || journal.CheckName(second) != nil {
			return nil, err
		}
		return &journal.DamageError{File: path, What: fmt.Sprintf("the value %s/%s is lost", who.first, second)}, nil
	}
	return nil, nil
}

// salvage makes a new file of all rows that read, and tells what is lost. Of a game with a
// gap the events in front of it stay, those behind it become strays.
func salvage(ctx context.Context, old *report, fresh string) (lost []error, err error) {
	path := old.path
	p, err := openPages(path)
	if err != nil {
		return nil, err
	}
	defer p.close()
	b, err := newBuilder(ctx, fresh)
	if err != nil {
		return nil, err
	}
	events, items := 0, 0
	var suspects []suspect
	err = p.rows(func(e *row, v *item) error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if e != nil {
			return b.event(e)
		}
		return b.item(v)
	}, func(first string, second any) {
		if len(suspects) < mostSuspects {
			suspects = append(suspects, suspect{first, second})
		}
	})
	for _, who := range suspects {
		if err == nil {
			var named error
			if named, err = b.missing(who, path); named != nil {
				lost = append(lost, named)
			}
		}
	}
	r := &report{path: path, move: old.move}
	if err == nil {
		err = r.gaps(ctx, b.tx)
	}
	for i := 0; err == nil && i < len(r.faults); i++ {
		gap := r.faults[i].(*journal.DamageError)
		var first, last int
		err = b.tx.QueryRow(`SELECT (SELECT coalesce(max(no), 0) FROM events WHERE game = ?1 AND no < ?2), max(no) FROM events WHERE game = ?1`,
			gap.Game, gap.Event).Scan(&first, &last)
		if err == nil {
			_, err = b.tx.Exec(`INSERT INTO strays SELECT seq, game, no, at, data FROM events WHERE game = ?1 AND no >= ?2`, gap.Game, gap.Event)
		}
		if err == nil {
			_, err = b.tx.Exec(`DELETE FROM events WHERE game = ?1 AND no >= ?2`, gap.Game, gap.Event)
		}
		what := fmt.Sprintf("lost; the game is kept up to event %d, and events %d to %d behind the gap are put aside", first, gap.Event, last)
		lost = append(lost, &journal.DamageError{File: path, Game: gap.Game, Event: first + 1, Ply: gap.Ply, What: what})
	}
	var highest uint64
	if err == nil {
		err = b.tx.QueryRow(`SELECT (SELECT count(*) FROM events), (SELECT count(*) FROM items WHERE NOT gone),
			max(coalesce((SELECT max(seq) FROM events), 0), coalesce((SELECT max(rev) FROM items), 0), coalesce((SELECT max(seq) FROM strays), 0))`).Scan(&events, &items, &highest)
	}
	if err := b.close(fresh, err); err != nil {
		return nil, err
	}
	if m := old.mark; m.number > highest {
		lost = append(lost, &journal.DamageError{File: path, What: fmt.Sprintf("everything that was written with the numbers %d to %d is lost", highest+1, m.number)})
	}
	return append(lost, &journal.DamageError{File: path, What: fmt.Sprintf("%d events and %d values were saved", events, items)}), nil
}

// askToMend has the writer mend the file.
func (s *Store) askToMend(ctx context.Context) error {
	return s.do(ctx, func(_ context.Context, b *batch) error {
		if !b.mended {
			b.sql = errMend
		}
		return b.sql
	})
}

// mend makes the file anew while the store is open. The writer calls it.
func (s *Store) mend() error {
	s.files.Lock()
	defer s.files.Unlock()
	if s.closed {
		return errClosed
	}
	ctx := context.Background()
	r := &report{path: s.path, mark: marked{number: s.number}, move: s.move}
	r.add(s.path, "damage was found while the store was in use")
	// The log is brought into the file by the last connection that closes, if it can.
	_ = s.shut()
	err := s.rescue(ctx, r)
	if err == nil {
		_ = s.mark.file.Close() // nothing is written to it any more
		if s.mark, err = openMark(s.path); err == nil {
			err = s.mark.put(s.number, false)
		}
	}
	s.found(r.faults)
	return errors.Join(err, s.open(ctx))
}
