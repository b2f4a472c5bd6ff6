package tui

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/muesli/termenv"

	"rookery/tui/play"
	"rookery/tui/ui"
)

// touching are the packages and functions by which a program reaches files,
// programs and the network.
var touching = map[string]bool{"os": true, "os/exec": true, "net": true, "net/http": true, "syscall": true, "io/ioutil": true}

// touches lists, by file, what of them the screens use, and why somebody who
// comes from elsewhere cannot use it on what is not his.
var touches = map[string][]string{
	// The menu opens these screens for those who sit here, and for a list of
	// one's own saved games.
	"openfile.go": {"os.Stat"},
	// Files are explored by those who sit here.
	"panel.go":        {"os.Stat"},
	"pathcomplete.go": {"os.ReadDir", "os.Stat", "os.UserHomeDir"},
	// Names are made into names of one's own files; no other is looked at.
	"save.go": {"os.MkdirAll", "os.Stat"},
	// Files of this machine alone have a path that is looked at.
	"filestamp.go": {"os.Stat"},
	// Only those who sit here are asked for the file of a game.
	"saveas.go": {"os.MkdirAll", "os.Stat"},
	// A path is shortened for reading.
	"text.go": {"os.UserHomeDir"},
	// There are no sounds where nobody sits.
	"sounds.go": {"exec.CommandContext", "exec.LookPath", "os.Stat"},
	// There is no voice where nobody sits.
	"voice.go": {"exec.CommandContext", "exec.LookPath"},
}

// screenFiles are the source files of this package and of all that it is made of.
func screenFiles(t *testing.T) []string {
	files, err := filepath.Glob("*.go")
	for _, room := range rooms {
		more, e := filepath.Glob(filepath.Join(room, "*.go"))
		if err = cmp.Or(err, e); len(more) == 0 {
			t.Errorf("no source in %s", room)
		}
		files = append(files, more...)
	}
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// rooms are the directories of the screens and of what they share.
var rooms = []string{"training", "draw", "ui", "boardinput", "explorer", "library", "viewer", "study", "game", "table", "club", "online"}

// TestReachOfTheScreens reads the source for every way to the disk, to programs
// and to the network. A new one must be thought about here.
func TestReachOfTheScreens(t *testing.T) {
	files := screenFiles(t)
	constants := map[string]bool{"os.ModeSymlink": true}
	for _, path := range files {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		names := make(map[string]bool)
		for _, im := range f.Imports {
			if p, _ := strconv.Unquote(im.Path.Value); touching[p] {
				names[p[strings.LastIndex(p, "/")+1:]] = true
			}
		}
		known := make(map[string]bool)
		for _, k := range touches[filepath.Base(path)] {
			known[k] = true
		}
		ast.Inspect(f, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			x, ok := sel.X.(*ast.Ident)
			if name := x.String() + "." + sel.Sel.Name; ok && names[x.Name] && !known[name] && !constants[name] {
				t.Errorf("%s uses %s: who from elsewhere can have it done?", path, name)
			}
			return true
		})
	}
}

// TestThinkingTakesTurns reads the source for thinking that is not shared out.
func TestThinkingTakesTurns(t *testing.T) {
	files := screenFiles(t)
	seen := 0
	for _, path := range files {
		if strings.HasSuffix(path, "_test.go") || filepath.Base(path) == "engine.go" {
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(text), "\n") {
			switch {
			case strings.Contains(line, "engineplay.NewBuiltin("), strings.Contains(line, "engineplay.NewAdviser("):
				if seen++; !strings.Contains(line, "(s.Turns, ") {
					t.Errorf("%s:%d: an engine thinks without a turn", path, i+1)
				}
			case strings.Contains(line, "ai.New(") && !strings.Contains(line, "play.Judge(turn,"),
				strings.Contains(line, "explain.Move("), strings.Contains(line, ".Drawn("):
				t.Errorf("%s:%d: something is thought about without a turn", path, i+1)
			}
		}
	}
	if seen < 3 {
		t.Errorf("%d engines are made, want all", seen)
	}
}

// TestDiscreet tells one who comes from elsewhere the names of his files alone.
func TestDiscreet(t *testing.T) {
	d, _ := editingGame(t, 80, 24, "lines.pgn")
	s := d.viewer().S
	s.Local = false
	dir := s.Store.Dirs.Games
	d.press("W", "ctrl+u")
	d.typeText("/etc/passwd")
	d.press("enter")
	d.sees("Saved in passwd.pgn")
	d.lacks(dir)
	if _, err := os.Stat(filepath.Join(dir, "passwd.pgn")); err != nil {
		t.Error(err)
	}
	// A folder in the way is told by its name.
	if err := os.Mkdir(filepath.Join(dir, "x.pgn"), 0o700); err != nil {
		t.Fatal(err)
	}
	d.press("W", "ctrl+u")
	d.typeText("x")
	d.press("enter")
	d.sees("x.pgn: this is a folder")
	d.lacks(dir)
	if got := s.HidePaths("open " + filepath.Join(dir, "x.pgn") + ": denied"); got != "open x.pgn: denied" {
		t.Errorf("%q", got)
	}
}

// TestFewGamesAreKept fills what is kept of one player.
func TestFewGamesAreKept(t *testing.T) {
	s := SessionFor(t, termenv.Ascii)
	dirs := s.Store.Dirs
	dirs.Most = 2
	s.Store = NewStore(dirs)
	game := ui.SavedGame{Began: testTime, Saved: testTime, Config: ui.GameConfig{Variant: []string{"chess"}, Setup: -1,
		Players: [2]ui.PlayerConfig{{Name: "Ann"}, {Name: "Ben"}}}}
	for i, full := range []bool{false, false, true, true} {
		game.ID = play.NewID(testTime, uint64(i))
		if err := s.Store.SaveUnfinished(game); (err != nil) != full {
			t.Errorf("unfinished game %d: %v", i+1, err)
		}
		if _, err := s.Store.Keep(game); (err != nil) != full {
			t.Errorf("saved game %d: %v", i+1, err)
		}
	}
	game.ID = play.NewID(testTime, 0)
	if err := s.Store.SaveUnfinished(game); err != nil {
		t.Errorf("a game that is kept cannot go on: %v", err)
	}
}
