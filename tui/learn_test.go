package tui

import (
	"context"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"rookery/ai"
	"rookery/chess"
	"rookery/tui/engineplay"
	"rookery/tui/game"
	"rookery/tui/play"
	"rookery/tui/ui"
)

// learning opens a lesson from a position whose computer plays the first legal
// move.
func learning(t *testing.T, s *ui.Session, fen string) *driver {
	t.Helper()
	d := drive(t, s, 80, 24)
	d.press("8", "3")
	g, err := game.NewAttempt(s, game.Attempt{Lesson: &play.Lessons[6], FEN: fen})
	if err != nil {
		t.Fatal(err)
	}
	g.NewThinker = func(ai.Level, ai.Style, uint64) engineplay.Thinker { return firstMove{} }
	d.send(ui.PushMsg{Screen: g})
	return d
}

// firstMove always takes the first legal move.
type firstMove struct{}

func (firstMove) Choose(_ context.Context, b chess.Board, _ []uint64, _ play.Task) (ai.Choice, error) {
	return ai.Choice{Move: b.Moves(nil)[0]}, nil
}

// TestLessonIsWonAndRemembered wins a lesson and finds it in the list.
func TestLessonIsWonAndRemembered(t *testing.T) {
	s := SessionFor(t, termenv.Ascii)
	d := learning(t, s, "7k/8/6K1/8/8/8/8/R7 w - - 0 1")
	d.typeText("Ra8")
	d.press("enter")
	d.sees("Won in 1 move", "White wins: checkmate.", "Try again from the start", "1-0")
	d.lacks("Try again from move")
	d.press("end", "enter")
	d.sees("1/1")
	d.press("7", "esc") // the row of the lesson
	d.sees("Won 1 of 1, fastest in 1 move.")
	if _, ok := d.app.top().(*game.LessonList); !ok {
		t.Errorf("%T is on top, want the list of lessons", d.app.top())
	}
}

// TestAttemptLeftEarly leaves a lesson that is won before it was judged: the list tells it as soon as it is.
func TestAttemptLeftEarly(t *testing.T) {
	d := learning(t, SessionFor(t, termenv.Ascii), "7k/8/6K1/8/8/8/8/R7 w - - 0 1")
	d.typeText("Ra8")
	_, judged := d.app.Update(KeyOf("enter"))
	d.press("esc", "down", "down", "down", "down", "down", "down")
	d.sees("against the computer at full strength")
	d.lacks("Won 1 of 1")
	d.run(judged)
	d.sees("Won 1 of 1, fastest in 1 move.")
}

// TestLessonIsSpoiledAndTriedAgain gives a win away, is told where, and goes on
// from there.
func TestLessonIsSpoiledAndTriedAgain(t *testing.T) {
	s := SessionFor(t, termenv.Ascii)
	d := learning(t, s, "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1")
	d.typeText("Qg6")
	d.press("enter")
	d.sees("Drawn after 1 move", "The win was lost at move 1: Qg6", "Better was", "Try again from move 1")
	d.press("enter")
	g, ok := d.app.top().(*game.Screen)
	if !ok {
		t.Fatalf("%T is on top, want the game", d.app.top())
	}
	if g.Present().FEN() != "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1" || !g.Attempt.Again {
		t.Errorf("the game starts at %s", g.Present().FEN())
	}
	d.typeText("Qg7")
	d.press("enter")
	d.sees("Won in 1 move")
	if r := s.Store.LessonRecords()["KR-K"]; r != (play.LessonRecord{Tried: 1}) {
		t.Errorf("the record is %+v: a second try does not count", r)
	}
	d.press("2") // another of the kind, or step through
	if n := len(d.app.stack); n != 4 {
		t.Errorf("%d screens, want two menus, list and one more", n)
	}
}

// TestLessonGoesByTables hears how far a win is, what a slow move costs and what gave it away, and reads
// by how many moves the shortest way was missed.
func TestLessonGoesByTables(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector")
	}
	s := SessionFor(t, termenv.Ascii)
	s.Endings = engineplay.NewEndings("")
	defer s.Endings.Close()
	d := learning(t, s, "7k/8/6K1/8/8/8/8/R7 w - - 0 1")
	d.sees("This is won in 1 move.")
	d.typeText("Rb1")
	d.press("enter")
	d.sees("Rb1 still wins: in 2 moves, 1 more than the shortest way")
	d.typeText("Rb8")
	d.press("enter")
	d.sees("Won in 2 moves", "The shortest win takes 1 move: you", "needed 1 move more.")

	d = learning(t, s, "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1")
	d.sees("This is won in ")
	d.typeText("Kf5")
	d.press("enter")
	d.sees("Kf5 gave the win away: ")
	d = learning(t, s, "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1")
	d.typeText("Qg6")
	d.press("enter")
	d.sees("mate in 1 into a draw.", "Better was")
}

// TestAnyEndingIsPractised types an ending, is refused what has no tables, and plays a position of it in a variant.
func TestAnyEndingIsPractised(t *testing.T) {
	s := SessionFor(t, termenv.Ascii)
	s.Endings = engineplay.NewEndings("")
	defer s.Endings.Close()
	d := drive(t, s, 80, 24)
	d.press("8", "3", "e")
	d.sees("Any ending", "KQvKR", "Chess", "medium")
	for _, key := range "KQvKQR" {
		d.press(string(key))
	}
	d.sees("KQvKQR has 5 pieces; tables have at most 4")
	d.press("enter")
	if _, ok := d.app.top().(*game.EndingForm); !ok {
		t.Fatalf("%T is on top, want the form", d.app.top())
	}
	d = drive(t, s, 80, 24)
	d.press("8", "3", "e")
	for _, key := range "kqvk" {
		d.press(string(key))
	}
	d.press("down", "down", "left", "enter") // easy
	g, ok := d.app.top().(*game.Screen)
	if !ok {
		t.Fatalf("%T is on top, want a game", d.app.top())
	}
	d.sees("This is won in ")
	v, known := s.Endings.Judge(g.Present())
	if !known || v.Result != 1 || v.Plies > 6 || g.Present().Turn() != chess.White || g.Attempt.Lesson.ID != "chess KQvK" {
		t.Errorf("the position %s is %+v of %q", g.Present().FEN(), v.Verdict, g.Attempt.Lesson.ID)
	}
}

// TestAnyEndingGolden draws the form.
func TestAnyEndingGolden(t *testing.T) {
	requirePortraits(t, "form", func(t *testing.T, s *ui.Session) *driver {
		s.Endings = engineplay.NewEndings("")
		d := drive(t, s, 80, 24)
		d.press("8", "3", "e")
		return d
	})
}

// TestLearnGolden draws the list and both verdicts at the sizes that must look
// right.
func TestLearnGolden(t *testing.T) {
	spoiled := lessonGame(t, "4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "Kf2", "Ke7", "Qd6+", "Kxd6")
	won := lessonGame(t, "7k/8/6K1/8/8/8/8/R7 w - - 0 1", "Ra8")
	queen := spoiled.BoardAt(2)
	better, err := chess.ParseMove(queen, "Qd5")
	if err != nil {
		t.Fatal(err)
	}
	verdicts := map[string]play.Verdict{
		"spoiled": {Outcome: spoiled.Outcome(), Moves: 2, Turn: 2, Spoiled: true, Played: spoiled.Moves()[2], Better: better,
			Board: queen, Number: 2, Before: 1000, Missed: 8},
		"won": {Outcome: won.Outcome(), Won: true, Moves: 1, Best: 1, Turn: -1, Board: won.Board()},
	}
	requirePortraits(t, "list", func(t *testing.T, s *ui.Session) *driver {
		if err := s.Store.CountLesson("KR-K", true, 14); err != nil {
			t.Fatal(err)
		}
		d := drive(t, s, 80, 24)
		d.press("8", "3", "down", "down", "down", "down", "down", "down")
		return d
	})
	for kind, v := range verdicts {
		requirePortraits(t, kind, func(t *testing.T, s *ui.Session) *driver {
			d := drive(t, s, 80, 24)
			d.send(ui.PushMsg{Screen: game.NewVerdictScreen(s, game.Attempt{Lesson: &play.Lessons[5], FEN: play.Lessons[5].FEN}, v, ui.SavedGame{})})
			return d
		})
	}
}

// TestLearnFitsEverySize draws the list and a verdict at many sizes.
func TestLearnFitsEverySize(t *testing.T) {
	s := SessionFor(t, termenv.TrueColor)
	v := play.Judge(t.Context(), ai.New(play.Strongest(), ai.Balanced, 1), nil, lessonGame(t, "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", "Qg6"))
	for _, sc := range []ui.Screen{game.NewLessonList(s), game.NewVerdictScreen(s, game.Attempt{Lesson: &play.Lessons[8], FEN: play.Lessons[8].FEN}, v, ui.SavedGame{})} {
		d := drive(t, s, 80, 24)
		d.send(ui.PushMsg{Screen: sc})
		for width := 30; width < 140; width += 7 {
			for height := 8; height < 50; height += 3 {
				d.send(tea.WindowSizeMsg{Width: width, Height: height})
				checkFrameFits(t, d.app.View(), width, height)
			}
		}
	}
}

// lessonGame is a game of a lesson by moves in SAN.
func lessonGame(t *testing.T, fen string, sans ...string) *chess.Game {
	t.Helper()
	game, err := chess.NewGameFEN(play.Lessons[5].Rules(), fen)
	if err != nil {
		t.Fatal(err)
	}
	for _, san := range sans {
		if _, err := game.PlaySAN(san); err != nil {
			t.Fatal(err)
		}
	}
	return game
}
