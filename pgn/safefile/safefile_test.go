package safefile

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

func text(s string) func(io.Writer) error {
	return func(w io.Writer) error { _, err := io.WriteString(w, s); return err }
}

// alone fails when anything but one file of the given text lies in its folder.
func alone(t *testing.T, path, want string) {
	t.Helper()
	got, err := os.ReadFile(path)
	if err != nil || string(got) != want {
		t.Errorf("the file holds %q, want %q (%v)", got, want, err)
	}
	if all, _ := os.ReadDir(filepath.Dir(path)); len(all) != 1 {
		t.Errorf("the folder holds %v, want one file", all)
	}
}

func TestWrite(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	if err := os.WriteFile(path, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("broken")
	if err := Write(path, func(w io.Writer) error { return errors.Join(text("ne")(w), broken) }); !errors.Is(err, broken) {
		t.Errorf("the error is %v, want that of write", err)
	}
	alone(t, path, "old")
	if err := Write(path, text("new")); err != nil {
		t.Fatal(err)
	}
	alone(t, path, "new")
	if info, _ := os.Stat(path); runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("a written file has mode %v, want its owner's alone", info.Mode())
	}
}

func TestReplace(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	double := func(w io.Writer, old io.Reader) error {
		if old == nil {
			return text("x")(w)
		}
		all, err := io.ReadAll(old)
		return errors.Join(err, text(string(all)+string(all))(w))
	}
	for _, want := range []string{"x", "xx", "xxxx"} {
		if err := Replace(path, double); err != nil {
			t.Fatal(err)
		}
		alone(t, path, want)
		if err := os.Chmod(path, 0o640); err != nil {
			t.Fatal(err)
		}
	}
	if err := Replace(path, double); err != nil {
		t.Fatal(err)
	}
	if info, _ := os.Stat(path); runtime.GOOS != "windows" && info.Mode().Perm() != 0o640 {
		t.Errorf("a replaced file has mode %v, want that of the old one", info.Mode())
	}
	if err := Replace(filepath.Dir(path), double); err == nil {
		t.Error("a folder is replaced")
	}
}

// TestReasons has the system refuse what it refuses everywhere; no message may
// tell of a temporary file or a system call.
func TestReasons(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	full := filepath.Join(dir, "full.pgn")
	defer Inject(func(path string) error {
		if path == full {
			return &os.PathError{Op: "write", Path: filepath.Join(dir, ".rookery-1234.tmp"), Err: syscall.ENOSPC}
		}
		return nil
	})()
	_, noFile := os.ReadFile(filepath.Join(dir, "none"))
	for _, c := range []struct {
		err  error
		want string
	}{
		{Write(filepath.Join(file, "a.pgn"), text("x")), "cannot save " + filepath.Join(file, "a.pgn") + ": part of the path is a file, not a folder"},
		{Write(filepath.Join(dir, "none", "a.pgn"), text("x")), "cannot save " + filepath.Join(dir, "none", "a.pgn") + ": no such file or folder"},
		{Replace(filepath.Join(dir, strings.Repeat("n", 300)), func(io.Writer, io.Reader) error { return nil }), "the name is too long"},
		{Replace(dir, func(io.Writer, io.Reader) error { return nil }), "this is a folder"},
		{Write(full, text("x")), "cannot save " + full + ": the disk is full"},
		{MkdirAll(filepath.Join(file, "b"), 0o700), "part of the path is a file, not a folder"},
		{noFile, filepath.Join(dir, "none") + ": no such file or folder"},
		{fmt.Errorf("no room to unpack into /tmp: %w", &os.PathError{Op: "write", Path: "/tmp/rookery-77", Err: syscall.EDQUOT}), "no room to unpack into /tmp: your disk quota is used up"},
		{errors.Join(errors.New("the game cannot be opened"), noFile), "the game cannot be opened\n" + filepath.Join(dir, "none") + ": no such file or folder"},
		{Write(file, func(io.Writer) error { return errors.New("no such game") }), "no such game"},
	} {
		if c.err == nil {
			t.Errorf("no error, want %q", c.want)
			continue
		}
		got := Explain(c.err).Error()
		if !strings.HasSuffix(got, c.want) || strings.Contains(got, ".tmp") || strings.Contains(got, "mkdir ") {
			t.Errorf("%q is told, want %q", got, c.want)
		}
	}
	if Reason(errors.New("x")) != "" {
		t.Error("a reason for an error that is not of the system")
	}
}

// TestLinksAndModes writes through symbolic links, also to what is not there yet, and
// gives new files the mode that others get.
func TestLinksAndModes(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no umask, and links need a right")
	}
	dir := t.TempDir()
	there, later, other := filepath.Join(dir, "there"), filepath.Join(dir, "later"), filepath.Join(dir, "other")
	if err := os.WriteFile(there, []byte("old"), 0o604); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(there, 0o604); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(other, nil, 0o666); err != nil { // as any program writes one
		t.Fatal(err)
	}
	for link, to := range map[string]string{"a": "there", "b": "later"} {
		link = filepath.Join(dir, link)
		if err := os.Symlink(to, link); err != nil {
			t.Fatal(err)
		}
		if err := Replace(link, func(w io.Writer, _ io.Reader) error { return text("new")(w) }); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
			t.Errorf("%s is no link any more", link)
		}
	}
	mode := func(path string) os.FileMode {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		return info.Mode().Perm()
	}
	if got, _ := os.ReadFile(later); string(got) != "new" || mode(later) != mode(other) || mode(there) != 0o604 {
		t.Errorf("%q with mode %v, want that of any new file, %v; the replaced one has %v, want 0604", got, mode(later), mode(other), mode(there))
	}
}
