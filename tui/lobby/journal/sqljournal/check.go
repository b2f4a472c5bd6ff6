package sqljournal

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"rookery/tui/lobby/journal"
	"rookery/tui/lobby/sqlfile"
)

// ErrNone says that a directory holds no store.
var ErrNone = errors.New("there is no store yet")

// Check looks for damage in the store of a directory and changes nothing. A server may
// have it open; then only what SQLite shows of it is read.
func Check(ctx context.Context, dir string, move func(data []byte) bool) (faults []error, err error) {
	path := filepath.Join(dir, fileName)
	if _, err := os.Stat(dir); err != nil {
		return nil, errors.Join(ErrNone, err)
	}
	lock, err := lockDir(dir)
	if errors.Is(err, journal.ErrLocked) {
		return checkOpen(ctx, path, move)
	}
	if err != nil {
		return nil, err
	}
	defer lock.Close()
	_, err = os.Stat(path)
	if old := filepath.Join(dir, oldName, "$G", "streams"); errors.Is(err, fs.ErrNotExist) {
		if _, err := os.Stat(old); err == nil {
			return checkOld(ctx, old)
		}
	}
	r, err := examine(ctx, path, move, true)
	if err == nil && r.none {
		err = ErrNone
	}
	if err != nil {
		return nil, err
	}
	return r.faults, nil
}

// checkOpen looks at a store that another process has open.
func checkOpen(ctx context.Context, path string, move func([]byte) bool) ([]error, error) {
	db, err := sqlfile.Open(path, "mode=ro&_pragma=query_only(1)", 1)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	r := &report{path: path, move: move, thorough: true}
	for _, copy := range []string{"events NOT INDEXED", "events INDEXED BY events_by_game"} {
		if err := r.sums(ctx, db, `SELECT `+eventColumns+` FROM `+copy, func(rows *sql.Rows) (bool, error) {
			_, sound, err := scan(rows)
			return sound, err
		}); err != nil {
			return nil, err
		}
	}
	for _, copy := range []string{"items NOT INDEXED", "items INDEXED BY items_by_name"} {
		if err := r.sums(ctx, db, `SELECT `+itemColumns+` FROM `+copy, func(rows *sql.Rows) (bool, error) {
			_, sound, err := scanItem(rows)
			return sound, err
		}); err != nil {
			return nil, err
		}
	}
	err = r.inspect(ctx, db)
	if sqlfile.Damaged(err) {
		r.add(path, "%v", err)
		err = nil
	}
	return r.faults, err
}

// sums counts rows that do not agree with their check sums.
func (r *report) sums(ctx context.Context, db *sql.DB, query string, sound func(*sql.Rows) (bool, error)) error {
	rows, err := db.QueryContext(ctx, query)
	broken := 0
	if err == nil {
		defer rows.Close()
		for rows.Next() {
			ok, err := sound(rows)
			if err != nil {
				return err
			}
			if !ok {
				broken++
			}
		}
		err = rows.Err()
	}
	if broken > 0 {
		r.add(r.path, "%d rows do not agree with their check sums", broken)
	}
	if sqlfile.Damaged(err) {
		r.add(r.path, "%v", err)
		return nil
	}
	return err
}

// checkOld looks at a store that waits to be moved over.
func checkOld(ctx context.Context, streams string) (faults []error, err error) {
	folders, err := os.ReadDir(streams)
	for _, f := range folders {
		dir := filepath.Join(streams, f.Name())
		err = errors.Join(err, oldRecords(dir, f.Name(), func(oldRecord) error { return ctx.Err() }, func(what string) {
			faults = append(faults, &journal.DamageError{File: dir, What: what})
		}))
	}
	return faults, err
}

// Backup copies the store of a directory into a new file with its mark, as it is at one
// moment; a server may have it open. The copy is checked.
func Backup(ctx context.Context, dir, to string) error {
	path := filepath.Join(dir, fileName)
	if _, err := os.Stat(path); err != nil {
		return errors.Join(ErrNone, err)
	}
	db, err := sqlfile.Open(path, "mode=ro", 1)
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, `VACUUM INTO ?`, filepath.Join(to, fileName))
	if err = errors.Join(err, db.Close()); err != nil {
		return fmt.Errorf("copy %s: %w; rookeryd check tells more", path, err)
	}
	copied := filepath.Join(to, fileName)
	if err := os.WriteFile(markPath(copied), []byte(marked{closed: true}.text()), 0o600); err != nil {
		return err
	}
	r, err := examine(ctx, copied, nil, true)
	if err != nil {
		return err
	}
	return errors.Join(r.faults...)
}

// Reserve keeps servers out of a directory, which it makes, until free is called.
func Reserve(dir string) (free func() error, err error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	lock, err := lockDir(dir)
	if err != nil {
		return nil, err
	}
	return lock.Close, nil
}

// Files are the names of those that make up a store, below its directory.
func Files() []string { return []string{fileName, "club.mark"} }
