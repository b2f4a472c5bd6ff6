package tui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"rookery/chess"
	"rookery/pgn/puzzle"
	"rookery/tui/play"
	"rookery/tui/training"
	"rookery/tui/ui"
)

// solving is the screen of a puzzle on top.
func (d *driver) solving() *training.PuzzleScreen {
	d.t.Helper()
	p, ok := d.app.top().(*training.PuzzleScreen)
	if !ok {
		d.t.Fatalf("%T is on top, want a puzzle", d.app.top())
	}
	return p
}

// answer is the next move of the solution in SAN.
func answer(t *testing.T, g *play.PuzzleGame) string {
	t.Helper()
	_, line, err := g.Puzzle.Line()
	if err != nil {
		t.Fatal(err)
	}
	return chess.MoveText(g.Game.Board(), line[g.Game.Ply()])
}

// solve types the solution of the puzzle on top.
func (d *driver) solve() {
	d.t.Helper()
	p := d.solving()
	g := p.Run.Game
	for !g.Over {
		d.typeText(answer(d.t, g))
		d.press("enter")
	}
}

// TestPuzzleIsSolved goes from the menu to a puzzle, solves it, sees the rating grow, and goes
// on to the next and to the analysis.
func TestPuzzleIsSolved(t *testing.T) {
	s := SessionFor(t, termenv.Ascii)
	d := drive(t, s, 80, 24)
	d.press("8")
	d.sees("Puzzles", "Practice")
	d.press("1")
	d.sees("Solve puzzles", "your rating: 1500?", "4499 puzzles")
	d.press("enter")
	first := d.solving().Run.Game
	d.sees("Find the best move for", "You (1500?)", "Ctrl+R solution")
	d.press("esc", "enter") // and back to another one
	d.solve()
	d.sees("Solved!", "Enter: next puzzle, a: analyse", "lichess.org/training/", "Solved 1 of 1", "(+")
	if r := s.Store.PuzzleRecord(); r.Rating("").Solved != 1 || r.Rating("").Points() <= 1500 {
		t.Errorf("the record is %+v", r)
	}
	d.app.Update(KeyOf("a")) // the search that it asks for would go on for long
	d.sees("Analysis")
	d.press("esc")
	solved := d.solving().Run.Game
	d.press("enter")
	if now := d.solving().Run.Game; now == solved || now == first || now.Over {
		t.Error("Enter brings no other puzzle")
	}
}

// TestPuzzleGoesWrong makes a mistake, takes hints, looks at the solution, and finds the puzzle
// among the mistakes, where it is solved.
func TestPuzzleGoesWrong(t *testing.T) {
	s := SessionFor(t, termenv.Ascii)
	d := drive(t, s, 80, 24)
	d.press("8", "1", "enter")
	p := d.solving()
	g := p.Run.Game
	right := answer(t, g)
	for _, m := range p.Present().Moves(nil) {
		after := p.Present().Clone()
		after.Make(m)
		if text := chess.MoveText(p.Present(), m); text != right && !after.Outcome().Over() {
			d.typeText(text)
			break
		}
	}
	d.press("enter")
	d.sees("is not it: try again")
	if r := s.Store.PuzzleRecord(); r.Rating("").Failed != 1 || len(r.Mistakes) != 1 {
		t.Errorf("the record is %+v", r)
	}
	d.press("ctrl+o")
	d.sees("The marked piece moves")
	d.press("ctrl+o")
	d.sees("The move is " + right)
	d.typeText("solution")
	d.press("enter")
	d.sees("That is the solution", "Rating", "(-")
	d.press("esc")
	d.sees("1 waits")
	d.press("5")
	if again := d.solving().Run.Game; again.Puzzle.ID != g.Puzzle.ID {
		t.Errorf("puzzle %s, want %s again", again.Puzzle.ID, g.Puzzle.ID)
	}
	d.solve()
	d.sees("Solved!")
	if r := s.Store.PuzzleRecord(); len(r.Mistakes) != 0 || r.Rating("").Failed != 1 {
		t.Errorf("the record is %+v: it is solved, and was not rated once more", r)
	}
	d.press("enter")
	d.sees("all of these puzzles are done")
}

// TestPuzzleStreak solves two and fails the third.
func TestPuzzleStreak(t *testing.T) {
	s := SessionFor(t, termenv.Ascii)
	d := drive(t, s, 80, 24)
	d.press("8", "1", "6")
	d.solve()
	d.solve()
	d.sees("Solved: 2", "Streak")
	d.press("ctrl+o")
	d.sees("No hints in a run")
	d.press("ctrl+r")
	d.sees("The run is over: 2 puzzles solved", "Enter: new run")
	if r := s.Store.PuzzleRecord(); r.BestOf(play.PuzzleStreak) != 2 {
		t.Errorf("the best streak is %d", r.BestOf(play.PuzzleStreak))
	}
	d.press("enter")
	d.sees("Solved: 0", "Your best: 2")
	d.press("esc")
	d.sees("best: 2")
}

// TestTimedPuzzles lets the clock run out.
func TestTimedPuzzles(t *testing.T) {
	s := SessionFor(t, termenv.Ascii)
	now := testTime
	s.Now = func() time.Time { return now }
	d := drive(t, s, 80, 24)
	d.press("8", "1")
	d.app.Update(KeyOf("7")) // its clock ticks for ever where time stands still
	p := d.solving()
	d.sees("3:00", "Timed run")
	p.Run.Game.Reply()
	p.Run.Game.Solve()
	d.app.Update(training.PuzzleTick(p.Run))
	now = now.Add(play.RunTime)
	_, cmd := d.app.Update(training.PuzzleTick(p.Run))
	d.run(cmd)
	d.sees("The run is over: 0 puzzles solved", "0.0")
}

// TestPuzzleThemes chooses a theme from the list and by the arrows.
func TestPuzzleThemes(t *testing.T) {
	s := SessionFor(t, termenv.Ascii)
	d := drive(t, s, 80, 24)
	d.press("8", "1", "3")
	d.sees("Any theme", "Fork", "860 puzzles")
	d.press("/")
	d.typeText("zugz")
	d.press("enter", "enter")
	d.sees("Zugzwang")
	d.press("up", "up", "enter")
	if p := d.solving().Run.Game.Puzzle; !p.HasTheme("zugzwang") {
		t.Errorf("a puzzle about %s", p.Themes)
	}
	d.press("esc")
	d.press("down", "down", "left")
	d.lacks("Zugzwang")
}

// TestPuzzleFile opens lichess's file as it is, and says what is wrong with another.
func TestPuzzleFile(t *testing.T) {
	s := SessionFor(t, termenv.Ascii)
	set := puzzle.Embedded()
	text := "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags\n" +
		strings.Join([]string{"zzzzz", set[10].FEN, set[10].Moves, "1500", "80", "90", "100", "short", "https://lichess.org/x", ""}, ",") + "\n"
	dir := t.TempDir()
	good, bad := filepath.Join(dir, "lichess_db_puzzle.csv"), filepath.Join(dir, "bad.csv")
	for name, text := range map[string]string{good: text, bad: "a,b\n"} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	d := drive(t, s, 80, 24)
	d.press("8", "1", "8")
	d.sees("Open a file of puzzles")
	d.typeText(good)
	d.press("enter")
	d.sees("lichess_db_puzzle.csv")
	d.press("1")
	if p := d.solving().Run.Game.Puzzle; p.ID != "zzzzz" {
		t.Errorf("puzzle %s", p.ID)
	}
	d.press("esc", "8")
	d.typeText(bad)
	d.press("enter", "1")
	d.sees("no table of puzzles")
}

// TestPuzzleGolden draws the menu, a puzzle to solve and one that is solved.
func TestPuzzleGolden(t *testing.T) {
	for name, then := range map[string]func(d *driver){
		"menu":   func(*driver) {},
		"puzzle": func(d *driver) { d.press("enter") },
		"solved": func(d *driver) { d.press("enter"); d.solve() },
	} {
		requirePortraits(t, name, func(t *testing.T, s *ui.Session) *driver {
			d := drive(t, s, 80, 24)
			d.press("8", "1")
			then(d)
			return d
		})
	}
}

// TestPuzzleFitsEverySize draws the screens at many sizes.
func TestPuzzleFitsEverySize(t *testing.T) {
	s := SessionFor(t, termenv.TrueColor)
	d := drive(t, s, 80, 24)
	d.press("8", "1", "enter", "ctrl+r")
	for width := 34; width < 140; width += 15 {
		for height := 11; height < 50; height += 7 {
			d.app.Update(tea.WindowSizeMsg{Width: width, Height: height})
			checkFrameFits(t, d.app.View(), width, height)
		}
	}
}

// TestLessonForBeginners goes through a lesson, wrong once and by every way of help, and finds it
// done in the list.
func TestLessonForBeginners(t *testing.T) {
	s := SessionFor(t, termenv.Ascii)
	d := drive(t, s, 80, 24)
	d.press("8", "2")
	d.sees("The rook", "Castling", "Atomic: the idea")
	d.press("4")
	d.sees("Jump over your pawns", "Exercise 1 of 2", "Knights jump")
	d.typeText("Ne4")
	d.press("enter")
	d.sees("Ne4 is not it")
	d.typeText("Nxd5")
	d.press("enter")
	d.sees("Right!", "Enter: next exercise")
	d.press("enter")
	d.sees("Give check with the knight", "Exercise 2 of 2")
	d.press("ctrl+r")
	d.sees("The lesson is done", "Enter: back to the lessons")
	d.press("enter")
	d.sees("done")
	if r := s.Store.LessonRecords()["first-knight"]; r.Won != 1 {
		t.Errorf("the record is %+v", r)
	}
}

// TestLessonLeftEarly leaves the last exercise of a lesson before it was kept: the list shows it as done as soon
// as it is.
func TestLessonLeftEarly(t *testing.T) {
	d := drive(t, SessionFor(t, termenv.Ascii), 80, 24)
	d.press("8", "2", "4", "ctrl+r", "enter")
	d.sees("Exercise 2 of 2")
	_, kept := d.app.Update(KeyOf("ctrl+r"))
	d.press("esc")
	d.sees("The rook")
	d.lacks("done")
	d.run(kept)
	d.sees("done")
}

// TestLessonGolden draws the lessons for beginners and one of them.
func TestLessonGolden(t *testing.T) {
	requirePortraits(t, "lessons", func(t *testing.T, s *ui.Session) *driver {
		d := drive(t, s, 80, 24)
		d.press("8", "2")
		return d
	})
	requirePortraits(t, "lesson", func(t *testing.T, s *ui.Session) *driver {
		d := drive(t, s, 80, 24)
		d.press("8", "2", "down", "down", "down", "down", "down", "down", "down", "down", "down", "down", "down", "down", "enter")
		return d
	})
}

// TestPuzzlesOfOwnGames solves what was made from the history.
func TestPuzzlesOfOwnGames(t *testing.T) {
	s := SessionFor(t, termenv.Ascii)
	p := puzzle.Embedded()[20]
	p.ID, p.Game = "mine1234", "You – Club 2026.11.22"
	if err := os.WriteFile(s.Store.PuzzleFile(), []byte(puzzle.Header()+p.Row()), 0o644); err != nil {
		t.Fatal(err)
	}
	d := drive(t, s, 80, 24)
	d.press("8", "1", "9")
	d.sees("puzzles.tsv", "Puzzles of the program")
	d.press("1")
	d.solve()
	d.sees("Solved!", "You – Club 2026.11.22")
}
