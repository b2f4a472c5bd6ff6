package safefile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
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
