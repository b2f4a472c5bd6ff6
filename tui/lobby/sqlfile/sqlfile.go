// Package sqlfile opens SQLite files as the stores of the club need them, and reads what
// SQLite says of them. It imports nothing of ours. Start reading with [Open].
package sqlfile

import (
	"database/sql"
	"errors"
	"net/url"
	"path/filepath"
	"strings"

	"modernc.org/sqlite"
)

// Open opens a pool of at most n connections with some settings.
func Open(path, settings string, n int) (*sql.DB, error) {
	full, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	full = filepath.ToSlash(full)
	if !strings.HasPrefix(full, "/") { // a drive's letter
		full = "/" + full
	}
	name := url.URL{Scheme: "file", Path: full, RawQuery: settings + "&_pragma=busy_timeout(5000)"}
	db, err := sql.Open("sqlite", name.String())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(n)
	db.SetMaxIdleConns(n)
	return db, nil
}

// Full tells whether an error says that there is no room.
func Full(err error) bool { return Code(err) == 13 } // SQLITE_FULL

// Damaged tells whether an error says that a file is damaged, or is no database.
func Damaged(err error) bool { c := Code(err); return c == 11 || c == 26 } // SQLITE_CORRUPT, SQLITE_NOTADB

// Code is the primary result of SQLite behind an error; 0 for none.
func Code(err error) int {
	var e *sqlite.Error
	if errors.As(err, &e) {
		return e.Code() & 0xff
	}
	return 0
}
