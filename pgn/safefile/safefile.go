// Package safefile puts files in place whole or not at all: a file is written
// beside its place, synced and renamed, and the folder is synced. It imports the
// standard library alone; collections, saved games and the club's export are
// written by it.
package safefile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// Write puts a file that only its owner may read and write in the place of what
// is there, which stays as it is when write gives an error.
func Write(path string, write func(io.Writer) error) error {
	return put(path, 0o600, nil, write)
}

// Replace is Write for files that people keep: write is given the old one to
// read from, nil when there is none, a symbolic link is followed, and an
// existing file keeps its permissions. What is not an ordinary file is refused.
func Replace(path string, write func(w io.Writer, old io.Reader) error) error {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	old, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Write(path, func(w io.Writer) error { return write(w, nil) })
	}
	if err != nil {
		return err
	}
	defer old.Close()
	info, err := old.Stat()
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s is not a regular file", path)
	}
	return put(path, info.Mode().Perm(), old, func(w io.Writer) error { return write(w, old) })
}

// put closes old, unless it is nil, before the rename: Windows does not rename
// over an open file.
func put(path string, mode fs.FileMode, old *os.File, write func(io.Writer) error) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), ".rookery-*.tmp")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	if err = write(f); err != nil {
		return err
	}
	if err = f.Chmod(mode); err != nil && runtime.GOOS != "windows" {
		return err
	}
	if err = f.Sync(); err != nil {
		return err
	}
	if err = f.Close(); err != nil {
		return err
	}
	if old != nil {
		old.Close()
	}
	return Rename(f.Name(), path)
}

// Rename puts a finished file, which is on the disk and closed, in the place of another
// in the same folder.
func Rename(from, to string) error {
	if err := os.Rename(from, to); err != nil {
		return err
	}
	return syncDir(filepath.Dir(to))
}

// syncDir makes a rename in a folder lasting. Systems that cannot sync a
// folder have no better way.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return nil
	}
	defer d.Close()
	if err := d.Sync(); err != nil && runtime.GOOS == "linux" && !errors.Is(err, errors.ErrUnsupported) && !errors.Is(err, fs.ErrInvalid) {
		return err
	}
	return nil
}
