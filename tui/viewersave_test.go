package tui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/muesli/termenv"

	"rookery/tui/library"
)

// TestOnlyTheChangedGameIsWritten saves the second of three games.
func TestOnlyTheChangedGameIsWritten(t *testing.T) {
	d, path := editingGame(t, 80, 24, "three.pgn")
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	d.press("home", "down", "enter", "w")
	d.sees("No changes since")
	v := d.viewer()
	at, raw := v.Game.Offset, v.Game.Raw()
	d.press("right", "1", "n")
	d.sees("Save changes?  [y] save  [n] discard  [Esc] cancel")
	d.press("esc")
	d.sees("* Ann – Ben")
	d.press("n", "y")
	d.sees("Cleo – Dan", "3 of 3")
	after, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	head, tail := string(before[:at]), string(before[int(at)+len(raw):])
	if !strings.HasPrefix(string(after), head) || !strings.HasSuffix(string(after), tail) {
		t.Errorf("other games are not as they were:\n%s", after)
	}
	if !strings.Contains(string(after[at:]), " $1 ") {
		t.Errorf("the sign is not in the file:\n%s", after)
	}
	d.press("end", "N")
	d.sees("Ann – Ben", "2 of 3")
	d.press("right")
	d.sees("!")
	// Dropped changes are gone, and leaving asks too.
	d.press("2", "esc", "n", "enter")
	d.sees("!")
	d.press("right", "2", "ctrl+c")
	d.sees("Quit without saving? Your edits are kept for the next time.")
	d.press("n")
	// The same game once more: its place in the file is known.
	d.press("w")
	d.sees("Saved in")
	d.press("3", "w")
	again, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(string(again), head) || !strings.HasSuffix(string(again), tail) {
		t.Errorf("saved again, other games are not as they were:\n%s", again)
	}
	// A game that somebody else has changed is left alone.
	const other = "[Event \"other\"]\n\n1. a3 *\n"
	if err := os.WriteFile(path, []byte(other), 0o600); err != nil {
		t.Fatal(err)
	}
	d.press("4")
	d.sees("The file has changed on disk.  [r] reload")
	d.press("esc", "w")
	d.sees("The game has changed in the file.  [a] append yours")
	d.press("a")
	d.sees("Saved in")
	if text, err := os.ReadFile(path); err != nil || !strings.HasPrefix(string(text), other) || !strings.Contains(string(text), "[White \"Ann\"]") {
		t.Errorf("the file is %q, %v", text, err)
	}
	d.press("esc")
	if _, ok := d.app.top().(*library.Picker); !ok {
		t.Errorf("%T is on top, want the table", d.app.top())
	}
}

// TestFileChangesUnderTheViewer puts games before the one that is edited: it is found where
// it stands now, and saved there.
func TestFileChangesUnderTheViewer(t *testing.T) {
	d, path := editingGame(t, 80, 24, "three.pgn")
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	d.press("home", "down", "enter", "right", "1")
	const head = "[Event \"new\"]\n\n1. a3 *\n\n"
	if err := os.WriteFile(path, []byte(head+string(before)), 0o600); err != nil {
		t.Fatal(err)
	}
	d.press("w")
	d.sees("Saved in", "Ann – Ben", "3 of 4")
	text, err := os.ReadFile(path)
	if err != nil || !strings.HasPrefix(string(text), head) || strings.Count(string(text), "[White \"Ann\"]") != 1 || !strings.Contains(string(text), " $1 ") {
		t.Errorf("the file is %q, %v", text, err)
	}
	if err := os.WriteFile(path, []byte("[White \"Eve\"]\n\n1. c4 *\n\n"+string(text)), 0o600); err != nil {
		t.Fatal(err)
	}
	d.press("left")
	d.sees("The file has changed on disk.  [r] reload  [Esc] not now")
	d.press("r")
	d.sees("This game is as it was", "4 of 5")
	d.press("esc")
	d.sees("5 games", "Eve")
}

func TestSaveAs(t *testing.T) {
	d, path := editingGame(t, 80, 24, "lines.pgn")
	dir := filepath.Dir(path)
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	to := func(name string) {
		d.press("W", "ctrl+u")
		d.typeText(filepath.Join(dir, name))
		d.press("enter")
	}
	read := func(name string) string {
		t.Helper()
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	d.press("W")
	d.sees("Save as ▸", "Ann-Ben.pgn")
	d.press("esc")
	to("new")
	d.sees("Saved in")
	whole := string(before) + "\n" // an empty line ends each game
	if read("new.pgn") != whole {
		t.Error("a game that was not changed is not written byte for byte")
	}
	d.press("right", "3")
	to("new.pgn")
	d.sees("new.pgn already exists.  [a] append the game  [o] overwrite  [Esc] cancel")
	d.press("esc")
	if read("new.pgn") != whole {
		t.Error("a file was touched without an answer")
	}
	to("new.pgn")
	d.press("a")
	if got := read("new.pgn"); !strings.HasPrefix(got, whole) || !strings.Contains(got, "1. e4 $3") {
		t.Errorf("added, the file is\n%s", got)
	}
	to("new.pgn")
	d.press("o")
	if got := read("new.pgn"); strings.Count(got, "[White ") != 1 || !strings.Contains(got, "1. e4 $3") {
		t.Errorf("overwritten, the file is\n%s", got)
	}
	if string(before) != read("lines.pgn") {
		t.Error("the file of the game was changed")
	}
	to("")
	d.sees("This is a folder")
	d.press("ctrl+u")
	d.typeText("x.pgn.gz")
	d.press("enter")
	d.sees("Compressed files cannot be")
	d.press("esc", "esc")
	d.press("esc") // nothing to ask: another file holds the game
	if _, ok := d.app.top().(*menu); !ok {
		t.Errorf("%T is on top, want the menu", d.app.top())
	}
}

func TestSaveAsOverANetwork(t *testing.T) {
	d, path := editingGame(t, 80, 24, "lines.pgn")
	v := d.viewer()
	v.S.Local = false
	d.press("W", "ctrl+u")
	d.typeText("../../../" + filepath.Base(path))
	d.press("enter")
	want := filepath.Join(v.S.Store.Dirs.Games, "lines.pgn")
	if _, err := os.Stat(want); err != nil {
		t.Errorf("the game is not among the player's own: %v", err)
	}
}

// TestSavingKeepsTheFile edits a game of a Latin-1 file with CR LF, and is asked before
// the file becomes UTF-8.
func TestSavingKeepsTheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "latin.pgn")
	const other, game = "[White \"Zo\xeb\"]\r\n\r\n1.e4   *\r\n\r\n", "[Black   \"M\xfcller\"]\r\n[White \"A\"]\r\n\r\n1. e4 e5 *\r\n\r\n"
	if err := os.WriteFile(path, []byte(other+game), 0o644); err != nil {
		t.Fatal(err)
	}
	d := drive(t, SessionFor(t, termenv.Ascii), 80, 24)
	sc, err := library.OpenGames(d.app.s, []string{path})
	if err != nil {
		t.Fatal(err)
	}
	d.puts(sc)
	d.press("down", "enter", "right", "c")
	d.typeText("fein {gespielt} é")
	d.press("enter", "w")
	d.sees("Saved in ")
	want := other + "[Black   \"M\xfcller\"]\r\n[White \"A\"]\r\n\r\n1. e4 { fein &#123;gespielt&#125; \xe9 } 1... e5 *\r\n\r\n"
	if got, err := os.ReadFile(path); err != nil || string(got) != want {
		t.Fatalf("the file is %q, %v, want %q", got, err, want)
	}
	d.press("c", "ctrl+u")
	d.typeText("Erdős")
	d.press("enter", "w")
	d.sees("Latin-1 has no ő.  [u] convert the file to UTF-8  [s] other file  [Esc] cancel")
	d.press("esc")
	if got, _ := os.ReadFile(path); string(got) != want {
		t.Errorf("Esc has changed the file to %q", got)
	}
	d.press("w", "u")
	d.sees("Saved in ")
	want = "[White \"Zoë\"]\r\n\r\n1.e4   *\r\n\r\n[Black   \"Müller\"]\r\n[White \"A\"]\r\n\r\n1. e4 { Erdős } 1... e5 *\r\n\r\n"
	if got, _ := os.ReadFile(path); string(got) != want {
		t.Errorf("in UTF-8 the file is %q, want %q", got, want)
	}
	d.press("1", "w") // and goes on being one
	d.sees("Saved in ")
}
