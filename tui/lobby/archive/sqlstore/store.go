package sqlstore

import (
	"context"
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"rookery/tui/lobby/sqlfile"
)

// shape is a step from one user_version of an archive to the next. A script that was
// released is never changed.
type shape struct {
	script string
	fill   func(context.Context, *sql.Tx) error // does what SQL cannot; nil for nothing
}

var shapes = []shape{{script: schema}, {speeds, fillSpeeds}, {script: withEvents}, {script: withErased}, {withSums, fillSums}}

var (
	//go:embed schema.sql
	schema string
	//go:embed speeds.sql
	speeds string
	//go:embed events.sql
	withEvents string
	//go:embed erased.sql
	withErased string
)

const (
	// ours is the application_id of the file: "Rook".
	ours = 0x526f6f6b
	// readers is how many questions are answered at a time.
	readers = 4
)

// errDamaged is wrapped by errors that say that a file cannot be relied upon.
var errDamaged = errors.New("the archive is damaged")

// store is the open file: one connection that writes, several that read.
type store struct{ write, read *sql.DB }

// openStore opens a file, makes it where there is none, and brings its tables
// into the present shape. It reads the whole file once to see that it is sound.
func openStore(ctx context.Context, path string) (*store, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	// For its owner alone, before SQLite makes it for everybody.
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := f.Close(); err != nil {
		return nil, err
	}
	st := &store{}
	if st.write, err = sqlfile.Open(path, "_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=foreign_keys(1)&_txlock=immediate", 1); err != nil {
		return nil, err
	}
	if st.read, err = sqlfile.Open(path, "_pragma=query_only(1)", readers); err != nil {
		return nil, errors.Join(err, st.write.Close())
	}
	if err := st.prepare(ctx); err != nil {
		return nil, errors.Join(err, st.close())
	}
	return st, nil
}

// readStore opens a file that another process may be writing.
func readStore(ctx context.Context, path string) (*store, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, fmt.Errorf("there is no archive yet: %w", err)
	}
	db, err := sqlfile.Open(path, "mode=ro&_pragma=query_only(1)", readers)
	if err != nil {
		return nil, err
	}
	var id, version int
	err = db.QueryRowContext(ctx, `SELECT application_id, user_version FROM pragma_application_id, pragma_user_version`).Scan(&id, &version)
	if sqlfile.Damaged(err) {
		err = fmt.Errorf("%s is damaged, and made anew by the next start of the server: %w", path, err)
	}
	if err == nil && (id != ours || version != len(shapes)) {
		err = fmt.Errorf("%s is of another version of the program: start the server once", path)
	}
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return &store{read: db}, nil
}

// Copy copies the archive of a file into a new one, as it is at one moment; a server may
// have it open.
func Copy(ctx context.Context, path, to string) error {
	if _, err := os.Stat(path); err != nil {
		return err
	}
	db, err := sqlfile.Open(path, "mode=ro", 1)
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, `VACUUM INTO ?`, to)
	return errors.Join(err, db.Close())
}

// prepare looks whether the file is sound and brings it into the present shape.
func (st *store) prepare(ctx context.Context) error {
	var sound string
	if err := st.write.QueryRowContext(ctx, `PRAGMA quick_check(1)`).Scan(&sound); err != nil {
		return err
	}
	if sound != "ok" {
		return fmt.Errorf("%w: %s", errDamaged, sound)
	}
	var id, version, tables int
	if err := st.write.QueryRowContext(ctx, `SELECT application_id, user_version, (SELECT count(*) FROM sqlite_schema)
		FROM pragma_application_id, pragma_user_version`).Scan(&id, &version, &tables); err != nil {
		return err
	}
	switch {
	case tables > 0 && id != ours:
		return fmt.Errorf("%w: the file is of another program", errDamaged)
	case version > len(shapes):
		return fmt.Errorf("%w: the file is of a newer version", errDamaged)
	case version == len(shapes):
		if what, err := unsealed(ctx, st.write); err != nil {
			return err
		} else if what != "" {
			return fmt.Errorf("%w: %s", errDamaged, what)
		}
	}
	for ; version < len(shapes); version++ {
		tx, err := st.write.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, shapes[version].script+fmt.Sprintf(`; PRAGMA application_id = %d; PRAGMA user_version = %d`, ours, version+1))
		if fill := shapes[version].fill; err == nil && fill != nil {
			err = fill(ctx, tx)
		}
		if err = finish(tx, err); err != nil {
			return err
		}
	}
	return nil
}

// finish commits a transaction, or takes it back after an error.
func finish(tx *sql.Tx, err error) error {
	if err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

// empty takes all rows out.
func (st *store) empty(ctx context.Context) error {
	tx, err := st.write.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `DELETE FROM standings; DELETE FROM ratings; DELETE FROM players;
		DELETE FROM sheets; DELETE FROM games; UPDATE place SET seq = 0, game = ''`)
	return finish(tx, err)
}

// place is the number of the event behind which the archive goes on, and the
// game that ended with it.
func (st *store) place(ctx context.Context) (seq uint64, game string, err error) {
	err = st.write.QueryRowContext(ctx, `SELECT seq, game FROM place`).Scan(&seq, &game)
	return seq, game, err
}

func (st *store) close() error {
	err := st.read.Close()
	if st.write != nil { // the last one, so that it leaves one whole file
		err = errors.Join(err, st.write.Close())
	}
	return err
}

// damaged tells whether an error says that the file cannot be relied upon.
func damaged(err error) bool { return errors.Is(err, errDamaged) || sqlfile.Damaged(err) }

// moveAside puts a damaged file out of the way, and tells where it is now. None that was
// put there before is lost.
func moveAside(path string) (to string, err error) {
	to = path + ".damaged"
	for n := 2; ; n++ {
		if _, err := os.Stat(to); errors.Is(err, os.ErrNotExist) {
			break
		}
		to = fmt.Sprintf("%s.damaged-%d", path, n)
	}
	for _, part := range []string{"", "-wal", "-shm"} {
		if err := os.Rename(path+part, to+part); err != nil && !errors.Is(err, os.ErrNotExist) {
			return "", err
		}
	}
	return to, nil
}
