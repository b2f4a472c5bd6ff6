package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"

	"rookery/tui/lobby/journal"
	"rookery/tui/lobby/sqlfile"
)

// Check looks for damage in the archive of a file, which may be missing, and changes nothing; a server may
// have it open. One that is behind the journal is sound: the next start takes in what is missing.
func Check(ctx context.Context, path string) (faults []error, err error) {
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	db, err := sqlfile.Open(path, "mode=ro&_pragma=query_only(1)", 1)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	what, err := inspect(ctx, db)
	if damaged(err) {
		what, err = err.Error(), nil
	}
	if what != "" {
		faults = append(faults, &journal.DamageError{File: path, What: what + "; the next start makes it anew, of what the journal has"})
	}
	return faults, err
}

// inspect tells what is wrong with an archive; empty for nothing.
func inspect(ctx context.Context, db *sql.DB) (what string, err error) {
	var sound string
	if err := db.QueryRowContext(ctx, `PRAGMA integrity_check(1)`).Scan(&sound); err != nil {
		return "", err
	}
	if sound != "ok" {
		return sound, nil
	}
	var id, version, tables int
	if err := db.QueryRowContext(ctx, `SELECT application_id, user_version, (SELECT count(*) FROM sqlite_schema)
		FROM pragma_application_id, pragma_user_version`).Scan(&id, &version, &tables); err != nil {
		return "", err
	}
	switch {
	case tables == 0:
		return "the file is empty", nil
	case id != ours:
		return "the file is of another program", nil
	case version == len(shapes): // earlier ones have no check sums
		if what, err := unsealed(ctx, db); err != nil || what != "" {
			return what, err
		}
	}
	if has, err := keepsEvents(ctx, db); err != nil || !has {
		return "", err
	}
	rows, err := db.QueryContext(ctx, `SELECT coalesce(events, x'') FROM sheets`)
	if err != nil {
		return "", err
	}
	defer rows.Close()
	broken := 0
	for rows.Next() {
		var packed []byte
		if err := rows.Scan(&packed); err != nil {
			return "", err
		}
		if _, _, err := unpack(packed); len(packed) > 0 && err != nil {
			broken++
		}
	}
	if broken > 0 {
		what = fmt.Sprintf("the events of %d games do not read", broken)
	}
	return what, rows.Err()
}

// keepsEvents tells whether an archive has the events of its games: one that was never filled, or that an early version
// made, has none.
func keepsEvents(ctx context.Context, db *sql.DB) (has bool, err error) {
	err = db.QueryRowContext(ctx, `SELECT count(*) > 0 FROM pragma_table_info('sheets') WHERE name = 'events'`).Scan(&has)
	return has, err
}
