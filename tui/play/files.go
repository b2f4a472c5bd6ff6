package play

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"rookery/pgn/safefile"
)

// Files keeps small files by name. A name has small letters, digits, points and
// hyphens; among saved games any that the player reads. It may be used by
// several goroutines.
type Files interface {
	// Read gives the text of a file, fs.ErrNotExist when there is none.
	Read(name string) ([]byte, error)
	// Change puts what alter makes of the text of a file in its place, nil for
	// none. What alter returns is durable when Change returns without error; an
	// error of alter leaves the file as it was. Where another writes at the same
	// time alter may be called again.
	Change(name string, alter func(text []byte) ([]byte, error)) error
	// Remove forgets a file. It is no error if there is none.
	Remove(name string) error
	// List gives the names of all files, in no order.
	List() ([]string, error)
}

// Dir is Files in a directory, which is made at the first write. Two who change
// one file at a time must know of each other.
type Dir string

// Read implements [Files].
func (d Dir) Read(name string) ([]byte, error) { return os.ReadFile(filepath.Join(string(d), name)) }

// Change implements [Files].
func (d Dir) Change(name string, alter func([]byte) ([]byte, error)) error {
	text, err := d.Read(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if text, err = alter(text); err != nil {
		return err
	}
	if err := safefile.MkdirAll(string(d), 0o700); err != nil {
		return err
	}
	return safefile.Write(filepath.Join(string(d), name), func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}

// Remove implements [Files].
func (d Dir) Remove(name string) error {
	if err := os.Remove(filepath.Join(string(d), name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// List implements [Files].
func (d Dir) List() ([]string, error) {
	entries, err := os.ReadDir(string(d))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Name()
	}
	return names, err
}
