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
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"sync/atomic"
	"syscall"
)

// Write puts a file that only its owner may read and write in the place of what
// is there, which stays as it is when write gives an error.
func Write(path string, write func(io.Writer) error) error {
	return Saving(path, put(path, 0o600, nil, write))
}

// Replace is Write for files that people keep: write is given the old one to
// read from, nil when there is none, a symbolic link is followed, and an
// existing file keeps its permissions and, where possible, its owner. A new one
// may be read by all whom the umask lets. What is not an ordinary file is refused.
func Replace(path string, write func(w io.Writer, old io.Reader) error) error {
	return Saving(path, replace(path, write))
}

func replace(path string, write func(w io.Writer, old io.Reader) error) error {
	path, err := follow(path)
	if err != nil {
		return err
	}
	old, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return put(path, 0o666, nil, func(w io.Writer) error { return write(w, nil) })
	}
	if err != nil {
		return err
	}
	defer old.Close()
	info, err := old.Stat()
	if err != nil {
		return err
	}
	if info.IsDir() {
		return &fs.PathError{Op: "open", Path: path, Err: syscall.EISDIR}
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s is not a regular file", path)
	}
	return put(path, info.Mode().Perm(), old, func(w io.Writer) error { return write(w, old) })
}

// Create is Replace for a file that must not be there yet, else the error is
// fs.ErrExist. Of two that create one name at a time one has it.
func Create(path string, write func(io.Writer) error) error {
	taken, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
	if err == nil {
		err = taken.Close()
	}
	if err == nil {
		if err = put(path, 0o666, nil, write); err != nil {
			os.Remove(path)
		}
	}
	return Saving(path, err)
}

// follow goes where a symbolic link leads, also where nothing is there yet.
func follow(path string) (string, error) {
	for range 40 { // as many as Linux follows
		if target, err := filepath.EvalSymlinks(path); err == nil {
			return target, nil
		}
		to, err := os.Readlink(path)
		if err != nil {
			return path, nil
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(path), to)
		}
		path = to
	}
	return "", &fs.PathError{Op: "readlink", Path: path, Err: syscall.ELOOP}
}

// MkdirAll makes a folder that files are saved in.
func MkdirAll(dir string, mode fs.FileMode) error { return Saving(dir, os.MkdirAll(dir, mode)) }

// put closes old, unless it is nil, before the rename: Windows does not rename
// over an open file. With one the file gets its mode and owner, else the mode
// under the umask.
func put(path string, mode fs.FileMode, old *os.File, write func(io.Writer) error) (err error) {
	if hook := fault.Load(); hook != nil {
		if err := (*hook)(path); err != nil {
			return err
		}
	}
	f, err := createTemp(filepath.Dir(path), mode)
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
	if old != nil {
		info, err := old.Stat()
		if err != nil {
			return err
		}
		keepOwner(f, info)
		if err = f.Chmod(mode); err != nil && runtime.GOOS != "windows" {
			return err
		}
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
	return rename(f.Name(), path)
}

// Beside makes a file in the folder of another, with the mode that the umask leaves, for
// [Rename]. Whoever made it removes it when nothing comes of it.
func Beside(path string) (*os.File, error) {
	f, err := createTemp(filepath.Dir(path), 0o666)
	return f, Saving(path, err)
}

// Rename puts a finished file, which is on the disk and closed, in the place of another
// in the same folder.
func Rename(from, to string) error { return Saving(to, rename(from, to)) }

func rename(from, to string) error {
	if err := os.Rename(from, to); err != nil {
		return err
	}
	return syncDir(filepath.Dir(to))
}

// createTemp is os.CreateTemp for a file of a mode that the umask lessens.
func createTemp(dir string, mode fs.FileMode) (*os.File, error) {
	for range 1000 {
		name := filepath.Join(dir, fmt.Sprintf(".rookery-%08x.tmp", rand.Uint32()))
		f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
	return nil, errors.New("no free name for a temporary file")
}

// fault is asked before a file is written, so that tests can be refused what a disk
// refuses.
var fault atomic.Pointer[func(path string) error]

// Inject has writing fail as the function says, until the one that it returns is called.
// It is for tests.
func Inject(refuse func(path string) error) (restore func()) {
	fault.Store(&refuse)
	return func() { fault.Store(nil) }
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
