package pgn

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// Save writes games to a file in place of what it held. The old file stays
// whole until the new one is on the disk: the games are written beside it,
// synced and renamed. A symbolic link is followed; an existing file keeps its
// permissions, a new one may be read and written by its owner only.
func Save(path string, games ...*Game) error {
	return replace(path, func(w io.Writer, _ io.Reader) error { return writeAll(w, games) })
}

// Append adds games behind those that a file holds, whose bytes it does not
// touch; without a file it is Save. It is as safe as Save.
func Append(path string, games ...*Game) error {
	if c := compression(path); c != "" {
		return fmt.Errorf("%s: games cannot be added to a %s file; unpack it first", path, c)
	}
	return replace(path, func(w io.Writer, old io.Reader) error {
		if err := copyOld(w, old); err != nil {
			return err
		}
		return writeAll(w, games)
	})
}

func writeAll(w io.Writer, games []*Game) error {
	out := NewWriter(w)
	for _, g := range games {
		if err := out.Write(g); err != nil {
			return err
		}
	}
	return nil
}

// copyOld copies a collection and ends it with an empty line. UTF-16 becomes
// UTF-8, since what follows is UTF-8.
func copyOld(w io.Writer, old io.Reader) error {
	if old == nil {
		return nil
	}
	var head [2]byte
	n, err := io.ReadFull(old, head[:])
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return err
	}
	old = io.MultiReader(bytes.NewReader(head[:n]), old)
	if order := byteOrder(head[:n]); order != nil {
		old = fromUTF16(old, order)
	}
	tail := &tailWriter{w: w}
	if _, err := io.Copy(tail, old); err != nil {
		return err
	}
	_, err = io.WriteString(w, tail.gap())
	return err
}

// tailWriter remembers the last bytes that went through it.
type tailWriter struct {
	w    io.Writer
	last []byte
}

func (t *tailWriter) Write(p []byte) (int, error) {
	t.last = append(t.last, p[max(len(p)-8, 0):]...)
	t.last = t.last[max(len(t.last)-8, 0):]
	return t.w.Write(p)
}

// gap is what must follow so that the next game stands apart.
func (t *tailWriter) gap() string {
	return gapBehind(string(t.last))
}

// gapBehind is what must follow a text so that an empty line ends it.
func gapBehind(text string) string {
	switch body := strings.TrimRight(text, " \t"); {
	case text == "", strings.HasSuffix(body, "\n\n"), strings.HasSuffix(body, "\n\r\n"), strings.HasSuffix(body, "\r\r"):
		return ""
	case strings.HasSuffix(body, "\n"), strings.HasSuffix(body, "\r"):
		return "\n"
	}
	return "\n\n"
}

// replace writes a file anew through write, which is given the old one to read
// from, nil when there is none.
func replace(path string, write func(w io.Writer, old io.Reader) error) (err error) {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	var old io.Reader
	mode := fs.FileMode(0o600)
	f, err := os.Open(path)
	switch {
	case err == nil:
		defer f.Close()
		info, err := f.Stat()
		if err != nil {
			return err
		}
		if !info.Mode().IsRegular() {
			return fmt.Errorf("%s is not an ordinary file", path)
		}
		old, mode = f, info.Mode().Perm()
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), ".rookery-*.tmp")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			tmp.Close()
			os.Remove(tmp.Name())
		}
	}()
	if err = write(tmp, old); err != nil {
		return err
	}
	if err = tmp.Chmod(mode); err != nil && runtime.GOOS != "windows" {
		return err
	}
	if err = tmp.Sync(); err != nil {
		return err
	}
	if err = tmp.Close(); err != nil {
		return err
	}
	if f != nil {
		f.Close() // Windows does not rename over an open file
	}
	if err = os.Rename(tmp.Name(), path); err != nil {
		return err
	}
	return syncDir(filepath.Dir(path))
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
