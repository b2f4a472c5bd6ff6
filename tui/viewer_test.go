package tui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/muesli/termenv"

	"rookery/tui/library"
	"rookery/tui/viewer"
)

// viewing opens files straight away.
func viewing(t *testing.T, width, height int, paths ...string) *driver {
	t.Helper()
	d := newDriver(t, SessionFor(t, termenv.Ascii))
	if err := d.app.OpenFiles(paths); err != nil {
		t.Fatal(err)
	}
	d.app.SetSize(width, height)
	d.run(d.app.Init())
	return d
}

// at wants the viewer's board to show a placement.
func (d *driver) at(placement string) {
	d.t.Helper()
	v, ok := d.app.top().(*viewer.Viewer)
	if !ok {
		d.t.Fatalf("%T is on top, want the viewer", d.app.top())
	}
	if got, _, _ := strings.Cut(v.Board.FEN(), " "); got != placement {
		d.t.Fatalf("the board is %s, want %s", got, placement)
	}
	fresh, err := v.Game.BoardAt(v.Cur)
	if err != nil || fresh.FEN() != v.Board.FEN() {
		d.t.Fatalf("the board is %s, but the move shown belongs to %s (%v)", v.Board.FEN(), fresh.FEN(), err)
	}
}

const (
	startBoard  = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
	afterE4     = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"
	afterE5     = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR"
	afterC5     = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR"
	afterE6     = "rnbqkbnr/pppp1ppp/4p3/8/4P3/8/PPPP1PPP/RNBQKBNR"
	afterC5Nf3  = "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R"
	afterC5Nc3  = "rnbqkbnr/pp1ppppp/8/2p5/4P3/2N5/PPPP1PPP/R1BQKBNR"
	afterC5Nc6  = "r1bqkbnr/pp1ppppp/2n5/2p5/4P3/2N5/PPPP1PPP/R1BQKBNR"
	afterC5Nc6G = "r1bqkbnr/pp1ppppp/2n5/2p5/4P3/2N3P1/PPPP1P1P/R1BQKBNR"
	endOfLines  = "r1bqkb1r/1ppp1ppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQK2R"
)

func TestOneGameOpensAtOnce(t *testing.T) {
	d := viewing(t, 80, 24, "testdata/lines.pgn")
	d.sees("Ann – Ben", "A word before the first move.", "Ann 2150")
	d.at(startBoard)
	d.press("esc")
	if _, ok := d.app.top().(*menu); !ok {
		t.Errorf("%T is on top after Esc, want the menu", d.app.top())
	}
}

// TestStepThroughVariations goes in and out of lines with every key for it.
func TestStepThroughVariations(t *testing.T) {
	d := viewing(t, 80, 24, "testdata/lines.pgn")
	for i, step := range []struct{ key, placement string }{
		{"left", startBoard}, {"right", afterE4}, {"right", afterE5},
		{"enter", afterC5}, // into the line that stands for 1... e5
		{"right", afterC5Nf3}, {"enter", afterC5Nc3}, {"right", afterC5Nc6}, {"end", afterC5Nc6G},
		{"backspace", afterC5Nf3}, {"u", afterE5}, // out of the inner line, out of the outer one
		{"j", afterC5}, {"h", afterE4}, {"l", afterE5}, {"k", afterE6}, {"j", afterE5}, {"k", afterE6}, // from brother to brother
		{"h", afterE4},
		{"enter", afterC5}, {"left", afterE4}, // Enter where lines part takes the first that is not the main line
		{"down", afterE4}, {"down", afterE4}, {"right", afterE6}, // chosen, then gone into
		{"home", startBoard}, {"shift+right", afterE4}, {"end", endOfLines}, {"right", endOfLines},
		{"shift+left", "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R"}, {"g", startBoard}, {"G", endOfLines},
	} {
		d.press(step.key)
		d.t.Logf("step %d: %s", i, step.key)
		d.at(step.placement)
	}
}

func TestCommentsClocksAndSigns(t *testing.T) {
	d := viewing(t, 80, 24, "testdata/lines.pgn")
	d.press("right", "right", "right")
	d.sees("2. Nf3! ⩲  eval 0.31", "Attacks the pawn.", "0:04:55", "0:04:58")
	d.lacks("%clk")
	d.sees("(1... c5 2. Nf3", "(2. Nc3 Nc6 3. g3)", "2... d6 is usual)", "The French.")
	d.press("v")
	d.sees("+ 2 lines")
	d.lacks("Nc3")
	d.press("left", "left", "enter") // a folded line opens where one goes in
	d.sees("(1...[c5]2. Nf3", "+ 1 line")
	d.press("v") // comments too
	d.sees("+ 1 line")
	d.lacks("Attacks the pawn.  ")
	d.press("v")
	d.sees("(2. Nc3 Nc6 3. g3)")
}

func TestTableOfGames(t *testing.T) {
	d := viewing(t, 80, 24, "testdata/three.pgn")
	d.sees("3 games", "Date", "White", "Black", "Result", "ECO", "Variant", "1851.06.21", "C33", "Crazyhouse", "Atomic")
	d.press("/")
	d.typeText("atomic cleo")
	d.sees("1 of 3 games", "Cleo")
	d.lacks("Anderssen")
	d.press("enter", "enter")
	d.sees("Cleo – Dan")
	d.press("end")
	d.sees("3. Nxd7#  1-0")
	d.press("esc")
	d.sees("1 of 3 games")
	d.press("esc")
	d.sees("3 games", "Anderssen")
	d.press("/", "esc", "home", "down", "enter")
	d.sees("Ann – Ben", "2 of 3")
	d.press("end")
	d.sees("3. P@e4")
}

func TestNextGameFromTheViewer(t *testing.T) {
	d := viewing(t, 80, 24, "testdata/three.pgn", "testdata/lines.pgn")
	d.sees("2 files", "4 games")
	d.press("enter", "N")
	d.sees("Already at the first game.")
	d.press("n", "n", "n")
	d.sees("4 of 4", "A word before the first move.")
	d.press("n")
	d.sees("Already at the last game.")
	d.press("f")
	if rows := strings.Split(d.app.View(), "\n"); !strings.Contains(rows[1], "Ann") {
		t.Errorf("flipped, White stands at the top; the row is %q", rows[1])
	}
}

func TestFilesThatAreNoGames(t *testing.T) {
	dir := t.TempDir()
	empty := filepath.Join(dir, "empty.pgn")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	d := viewing(t, 80, 24, empty)
	if _, ok := d.app.top().(*menu); !ok {
		t.Errorf("%T is on top, want the menu", d.app.top())
	}
	d.sees("no games in \"empty.pgn\"")
	app := New(SessionFor(t, termenv.Ascii))
	if err := app.OpenFiles([]string{filepath.Join(dir, "none.pgn")}); err == nil {
		t.Error("a file that is not there was opened")
	}
	if err := app.OpenFiles([]string{dir}); err == nil {
		t.Error("a folder was opened as a file")
	}
}

// TestHostileNames shows a game whose tags and comments hold control characters.
func TestHostileNames(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bad.pgn")
	text := "[Event \"a\x1b]0;pwned\x07\"]\n[White \"W\u202e\x1b[2J\"]\n[Black \"B\u200b\u009b\"]\n[Result \"*\"]\n\n1. e4 {c\x1b[31m\u2066} *\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	d := viewing(t, 80, 24, path)
	for _, key := range []string{"right", "?"} {
		d.press(key)
		if view := d.app.View(); strings.ContainsAny(view, "\x1b\x07\u202e\u200b\u2066\u009b") {
			t.Errorf("after %q the screen holds control characters: %q", key, view)
		}
	}
}

func TestUnknownVariantIsShownAsText(t *testing.T) {
	path := filepath.Join(t.TempDir(), "odd.pgn")
	if err := os.WriteFile(path, []byte("[Event \"x\"]\n[Variant \"Seirawan\"]\n\n1. e4 e5 *\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	d := viewing(t, 80, 24, path)
	d.sees("This game cannot be shown", "1. e4 e5")
	d.press("right", "end", "f", "v", "y") // nothing to step through, and nothing falls over
	d.press("esc")
	if _, ok := d.app.top().(*menu); !ok {
		t.Errorf("%T is on top after Esc, want the menu", d.app.top())
	}
}

func TestOpenFileCompletes(t *testing.T) {
	s := SessionFor(t, termenv.Ascii)
	dir := t.TempDir()
	for _, name := range []string{"games/one.pgn", "games/only.pgn", "games/.hidden.pgn", "games/readme.txt"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("[Event \"x\"]\n[White \"Somebody\"]\n\n1. e4 *\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	d := drive(t, s, 120, 24)
	d.press("3")
	d.typeText(dir + "/ga")
	d.press("tab")
	d.sees("one.pgn", "only.pgn")
	d.lacks(".hidden")
	d.lacks("readme")
	d.typeText("o")
	d.press("tab") // both begin with "on"
	d.typeText("e")
	d.press("tab", "enter")
	d.sees("Somebody")
	d.press("esc", "esc", "3") // now it is among the recent files
	d.sees("one.pgn")
	d.press("down", "enter")
	d.sees("Somebody – ?")
}

func TestOpenFileTellsFaults(t *testing.T) {
	d := drive(t, SessionFor(t, termenv.Ascii), 120, 24)
	d.press("3")
	d.typeText("/no/such/folder/x")
	d.sees("No such folder.")
	d.press("enter")
	d.sees("No such folder")
	d.press("esc")
	d.sees("New game")
}

func TestPlayFromHere(t *testing.T) {
	s := SessionFor(t, termenv.Ascii)
	d := newDriver(t, s)
	if err := d.app.OpenFiles([]string{"testdata/three.pgn"}); err != nil {
		t.Fatal(err)
	}
	d.app.SetSize(80, 24)
	d.run(d.app.Init())
	d.press("down", "down", "enter", "right", "P")
	f := d.form()
	if !strings.HasPrefix(f.FEN, "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b") || f.Rules.Name != "Atomic" {
		t.Errorf("the form starts %s from %s", f.Rules.Name, f.FEN)
	}
	d.sees("custom position, Atomic")
	d.lacks("Array")
}

// TestKeysStruckWhileReading come to the game that is being read.
func TestKeysStruckWhileReading(t *testing.T) {
	d := newDriver(t, SessionFor(t, termenv.Ascii))
	if err := d.app.OpenFiles([]string{"testdata/lines.pgn"}); err != nil {
		t.Fatal(err)
	}
	d.app.SetSize(80, 24)
	d.run(d.app.Init())
	v := d.app.top().(*viewer.Viewer)
	loading := v.Load(0)
	d.sees("Reading game")
	d.press("right", "right", "enter")
	d.run(loading)
	d.at(afterC5)
}

// TestKeysStruckWhileIndexing come to the table, or to the only game.
func TestKeysStruckWhileIndexing(t *testing.T) {
	for file, see := range map[string]string{"testdata/lines.pgn": "4... Nf6", "testdata/three.pgn": "3. Nxd7#"} {
		d := newDriver(t, SessionFor(t, termenv.Ascii))
		if err := d.app.OpenFiles([]string{file}); err != nil {
			t.Fatal(err)
		}
		d.app.SetSize(80, 24)
		d.press("end") // of the table, or of the game
		d.run(d.app.Init())
		if _, ok := d.app.top().(*library.Picker); ok {
			d.press("enter", "end")
		}
		d.sees(see)
	}
}
