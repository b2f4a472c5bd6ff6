package tui

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/muesli/termenv"

	"rookery/pgn/safefile"
	"rookery/tui/ui"
)

// fullDisk refuses to write below a directory, until restore.
func fullDisk(t *testing.T, dir string) (restore func()) {
	t.Helper()
	restore = safefile.Inject(func(path string) error {
		if strings.HasPrefix(path, dir) {
			return &fs.PathError{Op: "write", Path: filepath.Join(dir, ".rookery-12345678.tmp"), Err: syscall.ENOSPC}
		}
		return nil
	})
	t.Cleanup(restore)
	return restore
}

// TestFullDiskIsTold plays on a full disk: the game says so at once and goes on saying
// it, and is saved in another folder before it is left.
func TestFullDiskIsTold(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	d, g := sit(t, friends(t, "chess", ""), termenv.Ascii, 80, 24)
	dir := filepath.Dir(d.app.s.Store.Dirs.State)
	restore := fullDisk(t, dir)
	d.enter("e4")
	d.sees("The game is not saved: the disk is full")
	d.enter("e5")
	d.sees("The game is not saved: the disk is full")
	d.press("ctrl+c")
	d.sees("The game is not saved: the disk is full. Leave and lose the game? [y/N]")
	d.press("n", "esc")
	d.sees("The game is not saved: the disk is full. Save it elsewhere? [y/N]")
	d.press("n")
	d.sees("Leave and lose the game? [y/N]")
	d.press("n")
	if d.app.top() != ui.Screen(g) {
		t.Fatal("the game was left after two noes")
	}
	d.press("esc", "y")
	d.sees("Save as", "Press Enter to save the game here.")
	d.press("enter")
	d.sees("Saved in ~")
	if _, menu := d.app.top().(*menu); !menu {
		t.Errorf("%T is on top, want the menu", d.app.top())
	}
	saved, err := filepath.Glob(filepath.Join(home, "*.pgn"))
	if err != nil || len(saved) != 1 {
		t.Fatalf("saved files %v, %v", saved, err)
	}
	if text, err := os.ReadFile(saved[0]); err != nil || !strings.Contains(string(text), "1. e4 e5 *") {
		t.Errorf("the file is %q, %v", text, err)
	}
	restore()
}

// TestDiskWithRoomAgain saves as soon as there is room.
func TestDiskWithRoomAgain(t *testing.T) {
	d, _ := sit(t, friends(t, "chess", ""), termenv.Ascii, 80, 24)
	restore := fullDisk(t, filepath.Dir(d.app.s.Store.Dirs.State))
	d.enter("e4")
	d.sees("The game is not saved: the disk is full")
	restore()
	d.enter("e5")
	d.sees("The game is saved again")
	d.press("esc")
	d.sees("Leave the game? It is saved and can be resumed.")
}

// TestFolderThatIsNone tells why a game cannot be saved where a file stands in the way,
// without the names of temporary files.
func TestFolderThatIsNone(t *testing.T) {
	d, _ := sit(t, friends(t, "chess", ""), termenv.Ascii, 100, 24)
	state := d.app.s.Store.Dirs.State
	if err := os.WriteFile(state, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	d.enter("e4")
	d.sees("The game is not saved: part of the path is a file, not a folder")
	d.lacks(".tmp")
	d.lacks("mkdir")
}
