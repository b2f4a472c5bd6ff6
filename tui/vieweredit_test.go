package tui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/tui/draw"
	"rookery/tui/ui"
	"rookery/tui/viewer"
)

// editingGame opens a copy of a file of testdata and gives its path.
func editingGame(t *testing.T, width, height int, name string) (*driver, string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return viewing(t, width, height, path), path
}

func (d *driver) viewer() *viewer.Viewer {
	d.t.Helper()
	v, ok := d.app.top().(*viewer.Viewer)
	if !ok {
		d.t.Fatalf("%T is on top, want the viewer", d.app.top())
	}
	return v
}

// written is the game as it would be saved, in one row.
func (d *driver) written() string {
	d.t.Helper()
	text, err := d.viewer().Game.Text()
	if err != nil {
		d.t.Fatal(err)
	}
	_, moves, _ := strings.Cut(text, "\n\n")
	return strings.Join(strings.Fields(moves), " ")
}

// writes wants the game to be written with a text in it, or without.
func (d *driver) writes(text string) {
	d.t.Helper()
	if got := d.written(); !strings.Contains(got, text) {
		d.t.Fatalf("the game is written\n%s\nwithout %s", got, text)
	}
}

func (d *driver) omits(text string) {
	d.t.Helper()
	if got := d.written(); strings.Contains(got, text) {
		d.t.Fatalf("the game is written\n%s\nwith %s", got, text)
	}
}

// TestMovesAreAdded writes moves, makes them by cursor and mouse, and takes
// each back.
func TestMovesAreAdded(t *testing.T) {
	d, _ := editingGame(t, 80, 24, "lines.pgn")
	before := d.written()
	d.press("i")
	d.sees("White to move: type a move, or")
	d.typeText("e4")
	d.press("enter") // is there already
	d.at(afterE4)
	if d.viewer().Changed() {
		t.Error("a move that is in the game changes it")
	}
	d.typeText("Nf3")
	d.press("enter")
	d.sees("Nf3")
	d.at(afterE4)
	d.press("esc")    // the refused text
	d.typeText("nf6") // a new line
	d.press("enter")
	d.typeText("e5")
	d.press("enter")
	d.press("esc")
	d.sees("* Ann")
	d.writes("(1... Nf6 2. e5)")
	d.press("ctrl+u", "ctrl+u")
	if got := d.written(); got != before {
		t.Errorf("undone, the game is written\n%s", got)
	}
	d.at(afterE4)
	d.lacks("* Ann")
	d.press("ctrl+u")
	d.sees("Nothing to undo")
	d.press("ctrl+y", "ctrl+y")
	d.writes("(1... Nf6 2. e5)")
	d.press("ctrl+u", "ctrl+u", "home", "i")
	// By the cursor: it starts in the middle of the board, on a5.
	v := d.viewer()
	d.press("up", "down", "down", "down", "right", "right", "right", "space", "up", "up", "enter", "esc")
	d.writes("(1. d4)")
	// By the mouse, and by dragging.
	d.press("home")
	d.click("c2", tea.MouseActionPress)
	d.click("c2", tea.MouseActionRelease)
	d.click("c4", tea.MouseActionPress)
	d.writes("(1. c4)")
	d.press("home")
	d.click("b2", tea.MouseActionPress)
	d.click("b4", tea.MouseActionRelease)
	d.writes("(1. b4)")
	d.press("home")
	d.click("a2", tea.MouseActionPress)
	d.send(tea.MouseMsg{X: 79, Y: 0, Action: tea.MouseActionRelease, Button: tea.MouseButtonLeft})
	if v.Selection.Held() {
		t.Error("a man that was let go outside the board is still held")
	}
}

// click sends the mouse to a square of the viewer.
func (d *driver) click(name string, action tea.MouseAction) {
	d.t.Helper()
	v := d.viewer()
	sq, _ := v.Board.Layout().Square(name)
	x, y := draw.CellAt(v.Board.Layout(), v.Room.Size, v.Flip, sq)
	d.send(tea.MouseMsg{X: v.Room.Board.X + x, Y: v.Room.Board.Y + y, Action: action, Button: tea.MouseButtonLeft})
}

func TestLinesArePromotedAndDeleted(t *testing.T) {
	d, _ := editingGame(t, 80, 24, "lines.pgn")
	before := d.written()
	d.press("p")
	d.sees("No moves here yet.")
	d.press("right", "p")
	d.sees("Already the main line.")
	d.press("right", "enter", "right", "p") // 1... c5 2. Nf3
	d.sees("Now the main line.")
	d.writes("1. e4 { [%clk 0:05:00] } 1... c5 ( 1... e5"[:34])
	if got := d.viewer().Game.Root.Next().Next(); d.viewer().Tree.Move(got) != "c5" {
		t.Errorf("the main line goes on with %s", d.viewer().Tree.Move(got))
	}
	d.press("ctrl+u")
	if got := d.written(); got != before {
		t.Errorf("undone, the game is written\n%s", got)
	}
	d.press("home", "right", "enter", "right", "enter", "right", "d") // 2. Nc3 Nc6
	d.sees("Deleted from 2... Nc6 on")
	d.omits("g3")
	d.at(afterC5Nc3)
	d.press("D")
	d.omits("Nc3")
	d.at(afterC5)
	d.press("D")
	d.omits("c5")
	d.at(afterE4)
	d.press("D")
	d.sees("Press d to delete")
	d.press("ctrl+u", "ctrl+u", "ctrl+u")
	if got := d.written(); got != before {
		t.Errorf("undone, the game is written\n%s", got)
	}
	d.press("ctrl+y", "ctrl+y", "ctrl+y")
	d.omits("c5")
}

func TestCommentsAndSignsAreWritten(t *testing.T) {
	d, _ := editingGame(t, 80, 24, "lines.pgn")
	before := d.written()
	d.press("right", "right", "right", "c") // 2. Nf3
	d.sees("Comment ▸ Attacks the pawn.")
	d.typeText(" And\x1b[31m more\u202e?")
	d.press("enter")
	d.writes("{ [%clk 0:04:55] [%eval 0.31] Attacks the pawn. And[31m more? }")
	d.press("c", "esc")
	d.sees("Attacks the pawn.")
	d.press("c")
	d.typeText("x")
	d.press("esc")
	d.sees("Press Esc again to discard it")
	d.press("esc")
	d.omits("more?x")
	d.press("C")
	d.typeText("Before")
	d.press("enter")
	d.writes("{ Before } 2. Nf3")
	d.press("ctrl+u", "ctrl+u", "c", "ctrl+u", "enter")
	d.writes("[%eval 0.31] }")
	d.omits("Attacks")
	d.press("ctrl+u")
	if got := d.written(); got != before {
		t.Errorf("undone, the game is written\n%s", got)
	}
	for _, step := range []struct{ key, shown string }{
		{"2", "2. Nf3? ⩲"}, {"3", "2. Nf3!! ⩲"}, {"4", "2. Nf3?? ⩲"}, {"5", "2. Nf3!? ⩲"}, {"6", "2. Nf3?! ⩲"}, {"6", "2. Nf3 ⩲"}, {"1", "2. Nf3! ⩲"},
		{"7", "2. Nf3! ±"}, {"7", "2. Nf3! +−"}, {"7", "2. Nf3!  "}, {"7", "2. Nf3! ⩲"},
		{"8", "2. Nf3! ⩱"}, {"8", "2. Nf3! ∓"}, {"8", "2. Nf3! −+"}, {"9", "2. Nf3! ="}, {"9", "2. Nf3! ∞"}, {"9", "2. Nf3!  "},
	} {
		d.press(step.key)
		d.sees(step.shown)
	}
	d.press("s")
	d.sees("Annotations ▸ !")
	d.typeText(" x")
	d.press("enter")
	d.sees("x is not an annotation")
	d.press("backspace")
	d.typeText("+= $146")
	d.press("enter")
	d.writes("2. Nf3 $1 $14 $146")
	d.press("home", "c", "ctrl+u")
	d.typeText("First")
	d.press("enter", "s")
	d.sees("No moves here yet.")
	d.writes("{ First } 1. e4")
}

func TestTagsAreChanged(t *testing.T) {
	d, path := editingGame(t, 80, 24, "lines.pgn")
	d.press("r")
	d.sees("Tags", "Event", "Lines", "WhiteElo", "2150")
	d.press("end", "home", "down", "down", "down", "down", "enter", "ctrl+u")
	d.typeText("Anna\x07")
	d.press("enter", "down", "down", "enter", "ctrl+u")
	d.typeText("2-0")
	d.press("enter")
	d.sees("the result must be 1-0, 0-1, 1/2-1/2 or *")
	d.press("ctrl+u")
	d.typeText("0-1")
	d.press("enter", "a")
	d.typeText("FEN x")
	d.press("enter")
	d.sees("the moves stand on FEN")
	d.press("ctrl+u")
	d.typeText("Annotator Carl \"C\" Cohn")
	d.press("enter")
	d.sees("Annotator", "Carl \"C\" Cohn")
	d.press("a")
	d.typeText("Empty")
	d.press("enter", "enter", "esc", "d") // one without a value is chosen, opened and deleted
	d.lacks("Empty")
	d.press("up", "d") // ECO
	d.lacks("C60")
	d.press("esc")
	d.sees("Anna – Ben", "0-1")
	d.press("w")
	d.sees("Saved in")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"[White \"Anna\"]", "[Result \"0-1\"]", "[Annotator \"Carl \\\"C\\\" Cohn\"]", "4... Nf6\n0-1"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the file lacks %s:\n%s", want, text)
		}
	}
	d.press("ctrl+u")
	d.sees("The tags are as before")
	d.press("r", "ctrl+u", "ctrl+u", "ctrl+u", "ctrl+u")
	d.sees("1-0", "Anna")
	d.press("ctrl+u")
	d.lacks("Anna")
	d.press("ctrl+y", "esc")
	d.sees("* Anna – Ben")
}

// TestAutoplay steps by messages in the place of time.
func TestAutoplay(t *testing.T) {
	d := viewing(t, 80, 24, "testdata/lines.pgn")
	v := d.viewer()
	var waited []time.Duration
	var last tea.Msg
	v.Auto.After = func(after time.Duration, msg tea.Msg) tea.Cmd {
		waited, last = append(waited, after), msg
		return nil
	}
	d.press("space")
	d.at(startBoard)
	d.sees("▸2s")
	d.send(last)
	d.at(afterE4)
	old := last
	d.press("+")
	d.sees("▸1s")
	d.send(old) // no longer waited for
	d.at(afterE4)
	d.send(last)
	d.at(afterE5)
	d.press("space")
	d.sees("Stopped.")
	d.send(last)
	d.at(afterE5)
	d.press("-", "-", "space")
	d.sees("▸3s")
	d.press("left") // a step by hand stops it
	d.send(last)
	d.at(afterE4)
	d.press("space")
	for range 12 {
		d.send(last)
	}
	d.at(endOfLines)
	if v.Auto.On {
		t.Error("it goes on at the end")
	}
	d.press("space")
	d.sees("End of the line.")
	for i, want := range []time.Duration{2 * time.Second, 2 * time.Second, time.Second, time.Second} {
		if waited[i] != want {
			t.Errorf("step %d waits %v, want %v", i, waited[i], want)
		}
	}
}

func TestGuessTheMoves(t *testing.T) {
	d := viewing(t, 80, 24, "testdata/lines.pgn")
	d.press("t")
	d.sees("Guess whose moves?")
	d.press("w")
	d.sees("Moves by White", "1. ?")
	for _, hidden := range []string{"e4", "Nf3", "Bb5", "A word before"} {
		d.lacks(hidden)
	}
	d.enter("d4")
	d.sees("d4 is not the move played", "not d4")
	d.enter("e4")
	d.at(afterE5) // the answer is played
	d.sees("Correct: 1. e4", "after d4", "2. ?")
	d.enter("Nf3")
	d.sees("first try")
	d.press("ctrl+o")
	d.sees("Move from f1")
	d.press("ctrl+o")
	d.sees("The move was 3. Bb5", "shown", "4. ?")
	d.lacks("Ba4")
	d.enter("Bxc6")
	d.sees("Bxc6 is a variation in the file")
	d.enter("Ba4")
	d.sees("Result: 1 of 4 on first try, 25 %")
	d.at(endOfLines)
	d.press("esc")
	d.sees("4. Bxc6 dxc6", "1 of 4 on first try, 25 %")
	if d.viewer().Changed() {
		t.Error("guessing changes the game")
	}
	d.press("home", "t", "b")
	d.sees("Moves by Black", "1... ?")
	d.at(afterE4)
	if !d.viewer().Flip {
		t.Error("Black's moves are guessed from White's side")
	}
	d.press("esc")
	d.sees("No moves guessed.")
}

// TestDropsInTheViewer adds a drop from the pocket.
func TestDropsInTheViewer(t *testing.T) {
	d, _ := editingGame(t, 80, 24, "three.pgn")
	d.press("home", "down", "enter", "end", "i")
	v := d.viewer()
	d.press("tab")
	if !v.Selection.InPocket || v.Selection.Role != chess.Pawn {
		t.Fatalf("%v is chosen from the pocket", v.Selection.Role)
	}
	d.press("enter", "enter") // to the board, and onto the square of the cursor
	d.writes("3. P@e4 P@a5 *")
	d.typeText("@a4")
	d.press("enter")
	d.sees("no pawn in your pocket")
	d.press("esc", "tab")
	d.sees("Nothing to drop")
	d.press("esc")
	if v.Mode != viewer.Stepping {
		t.Errorf("the mode is %d after leaving", v.Mode)
	}
}

func TestFoldOneMove(t *testing.T) {
	d := viewing(t, 80, 24, "testdata/lines.pgn")
	d.press("right", "V")
	d.sees("+ 2 lines", "4. Bxc6")
	d.press("V")
	d.sees("1... c5")
	d.press("right", "enter", "right", "V") // folds the line it stands in
	d.sees("+ 2 lines")
	d.at(afterE5)
	d.press("m")
	d.sees("No further mistake marked.")
	d.press("right", "4", "home", "b")
	d.sees("2. Nf3??")
}

// TestViewerGolden draws what is written, asked and guessed.
func TestViewerGolden(t *testing.T) {
	for _, sc := range []struct {
		name string
		do   func(d *driver)
	}{
		{"moves", func(d *driver) {
			d.press("right", "right", "i", "up", "up")
			d.enter("Bc4", "Nc6", "Qg4")
			d.enter("Qh6")
		}},
		{"comment", func(d *driver) { d.press("right", "right", "right", "c"); d.typeText(" Well!") }},
		{"question", func(d *driver) { d.press("right", "7", "esc") }},
		{"guess", func(d *driver) {
			d.press("t", "w")
			d.enter("d4", "e4", "Nf3")
			d.press("ctrl+o")
		}},
		{"tags", func(d *driver) { d.press("r", "down", "down", "down", "down", "enter") }},
	} {
		requirePortraits(t, sc.name, func(t *testing.T, s *ui.Session) *driver {
			d := newDriver(t, s)
			if err := d.app.OpenFiles([]string{"testdata/lines.pgn"}); err != nil {
				t.Fatal(err)
			}
			d.app.SetSize(80, 24)
			d.run(d.app.Init())
			sc.do(d)
			return d
		})
	}
}

// TestReportIsWritten asks for the report on a game of a file, writes it into the game
// and takes it back with one key.
func TestReportIsWritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "mate.pgn")
	if err := os.WriteFile(path, []byte("[White \"Fool\"]\n[Black \"Mate\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 {why?} Qh4# 0-1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	d := viewing(t, 100, 30, path)
	before := d.written()
	d.press("R")
	d.sees("Fool", "accuracy", "g4??")
	d.press("w")
	d.sees("Report written")
	d.writes("2. g4 $4 { [%eval #-1] why? Blunder. ")
	d.writes("e5 { [%eval -")
	d.writes(" was best. } (2. ")
	d.press("m")
	if n := d.viewer().Cur; n.Parent == nil || len(d.viewer().Tree.Move(n)) == 0 {
		t.Error("m finds no mistake in the written report")
	}
	d.press("ctrl+u")
	d.sees("Undone")
	if got := d.written(); got != before || d.viewer().Changed() {
		t.Errorf("after undo the game is\n%s\nwant\n%s", got, before)
	}
	d.press("ctrl+y")
	d.writes("$4")
}
