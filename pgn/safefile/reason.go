package safefile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
)

// Error is a refusal of the system in words for people: no number, no name of a
// temporary file, no name of a system call.
type Error struct {
	Path   string // of the file that people know
	Saving bool   // it was to be written
	Why    string
	Err    error // what the system said
	before string
}

func (e *Error) Error() string {
	switch {
	case e.before != "":
		return e.before + e.Why
	case e.Path == "":
		return e.Why
	case e.Saving:
		return "cannot save " + e.Path + ": " + e.Why
	}
	return e.Path + ": " + e.Why
}

func (e *Error) Unwrap() error { return e.Err }

// Named is the error with another name for the file, such as a shorter one.
func (e *Error) Named(path string) *Error {
	renamed := *e
	renamed.Path = path
	return &renamed
}

// Saving says of an error that a file could not be written. Errors of whoever
// gives the text stay as they are.
func Saving(path string, err error) error {
	if _, ours := errors.AsType[*Error](err); ours || err == nil || Reason(err) == "" {
		return err
	}
	return &Error{Path: path, Saving: true, Why: Reason(err), Err: err}
}

// Explain puts what the system refused into words, with what was said before it.
// Any other error is given back as it is.
func Explain(err error) error {
	if err == nil {
		return nil
	}
	if several, ok := err.(interface{ Unwrap() []error }); ok && len(several.Unwrap()) > 1 {
		all := several.Unwrap()
		text, joined := make([]error, len(all)), errors.Join(all...)
		for i := range all {
			text[i] = Explain(all[i])
		}
		if err.Error() == joined.Error() {
			return errors.Join(text...)
		}
	}
	if _, done := errors.AsType[*Error](err); done {
		return err
	}
	path, inner := systemError(err)
	if inner == nil {
		return err
	}
	e := &Error{Path: path, Why: Reason(err), Err: err}
	before, whole := strings.CutSuffix(err.Error(), inner.Error())
	if !whole {
		return err
	}
	e.before = before
	if before != "" && path != "" && !strings.Contains(before, path) && !strings.HasPrefix(filepath.Base(path), "rookery-") {
		e.before += path + ": "
	}
	return e
}

// systemError is the innermost error with a path or a call in its text.
func systemError(err error) (path string, inner error) {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Path, e
	}
	if e, ok := errors.AsType[*os.LinkError](err); ok {
		return e.New, e
	}
	if e, ok := errors.AsType[*os.SyscallError](err); ok {
		return "", e
	}
	return "", nil
}

// reasons are what the errors of the system mean to people.
var reasons = []struct {
	err error
	why string
}{
	{syscall.ENOSPC, "the disk is full"},
	{syscall.EDQUOT, "your disk quota is used up"},
	{syscall.EROFS, "the disk is read-only"},
	{syscall.ENOTDIR, "part of the path is a file, not a folder"},
	{syscall.EISDIR, "this is a folder"},
	{syscall.EMFILE, "too many files are open"},
	{syscall.ENFILE, "too many files are open"},
	{syscall.ENAMETOOLONG, "the name is too long"},
	{syscall.ELOOP, "too many symbolic links"},
	{syscall.EFBIG, "the file is too large for this disk"},
	{syscall.EIO, "the disk reports an error"},
	{syscall.EEXIST, "it is there already"},
	{syscall.ENOENT, "no such file or folder"},
	{syscall.EACCES, "permission denied"},
	{fs.ErrNotExist, "no such file or folder"},
	{fs.ErrPermission, "permission denied"},
}

// windows are those that Windows has besides.
var windows = map[syscall.Errno]string{
	32: "another program is using the file", 33: "another program is using the file", 39: "the disk is full", 112: "the disk is full",
}

// Reason says why the system refused something, and is empty for any other error.
func Reason(err error) string {
	var number syscall.Errno
	if errors.As(err, &number) {
		if why := windows[number]; why != "" && runtime.GOOS == "windows" {
			return why
		}
	}
	for _, r := range reasons {
		if errors.Is(err, r.err) {
			return r.why
		}
	}
	if _, e := systemError(err); e != nil {
		return errors.Unwrap(e).Error()
	}
	return ""
}
