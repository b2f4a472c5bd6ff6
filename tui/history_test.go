package tui

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/muesli/termenv"

	"rookery/ai"
	"rookery/chess"
	"rookery/pgn/puzzle"
	"rookery/tui/game"
	"rookery/tui/play"
	"rookery/tui/ui"
)

// historyText is all that the history of a store holds.
func historyText(t *testing.T, store *ui.Store) string {
	t.Helper()
	files, err := store.History()
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	return all.String()
}

// menuOpens goes to an entry of the menu by its name and opens it.
func (d *driver) menuOpens(name string) {
	d.t.Helper()
	for i, it := range d.app.top().(*menu).list.Items {
		if it.Label == name {
			d.app.top().(*menu).list.Choose(i)
		}
	}
	d.press("enter")
}

// record puts a game with a computer of some level into the history that it has lost
// or won.
func record(t *testing.T, s *ui.Session, id, variant string, me chess.Color, level ai.Level, won bool) {
	t.Helper()
	rules, err := play.RulesOf([]string{variant})
	if err != nil {
		t.Fatal(err)
	}
	cfg := ui.GameConfig{Rules: rules, Variant: []string{variant}, Setup: -1}
	cfg.Players[me] = ui.PlayerConfig{Name: "You"}
	cfg.Players[me.Other()] = ui.PlayerConfig{Kind: ui.Computer, Name: play.ComputerName(level, ai.Balanced), Level: level, Style: ai.Balanced}
	g := played(t, cfg, 6)
	g.ID = id
	g.Outcome = chess.Outcome{Result: chess.Wins(me.Other()), Reason: chess.ByResignation}
	if won {
		g.Outcome.Result = chess.Wins(me)
	}
	if err := s.Store.Record(g); err != nil {
		t.Fatal(err)
	}
}

func TestFinishedGamesKeepThemselves(t *testing.T) {
	d, g := sit(t, friends(t, "chess", ""), termenv.Ascii, 80, 24)
	store := d.app.s.Store
	d.enter("f3", "e7e5", "g4", "qh4")
	text := historyText(t, store)
	for _, want := range []string{`[Result "0-1"]`, `[ECO "A00"]`, `[Opening "`, `[Date "2026.11.21"]`, "2. g4 Qh4# 0-1"} {
		if !strings.Contains(text, want) {
			t.Errorf("the history lacks %s:\n%s", want, text)
		}
	}
	// Played on after the end, the game stands there once.
	d.press("f2")
	if g.Over() {
		t.Fatal("the game has not been taken back")
	}
	d.enter("d6", "a3", "qh4")
	text = historyText(t, store)
	if n := strings.Count(text, "[Event "); n != 1 || !strings.Contains(text, "3. a3 Qh4") {
		t.Errorf("taken back and ended again, the history holds %d games:\n%s", n, text)
	}
	d.press("esc")
	d.menuOpens("Games")
	d.sees("Games", "1 game", "2026.11.21", "0-1", "A00")
	d.press("enter")
	d.sees("start, ")
}

func TestHistoryListsCountsAndDeletes(t *testing.T) {
	s := SessionFor(t, termenv.Ascii)
	club := ai.Levels()[3]
	record(t, s, "20261120-120000-0001", "chess", chess.White, club, true)
	record(t, s, "20261120-120000-0002", "atomic", chess.Black, club, false)
	record(t, s, "20261120-120000-0003", "chess", chess.Black, ai.Levels()[0], true)
	d := drive(t, s, 80, 24)
	d.menuOpens("Games")
	d.sees("3 games", "You", ai.Levels()[0].Name(), "Atomic")
	if view := d.app.View(); strings.Index(view, ai.Levels()[0].Name()+",") > strings.Index(view, "Atomic") {
		t.Errorf("the latest game does not come first:\n%s", view)
	}
	d.press("s")
	d.sees("Statistics", "Your rating against the computer: ", "Your games", "With White", "Against the computer, by level", "67%")
	d.press("end")
	d.sees("By variant", "Atomic")
	d.press("esc", "/")
	d.typeText("variant:atomic")
	d.press("enter", "enter")
	d.sees("You") // the game in the viewer
	d.press("esc")
	d.sees("1 of 3 games")
	d.press("esc")
	d.sees("3 games")
	d.press("home", "space", "down", "space")
	d.sees("2 marked, 3 games")
	d.press("d")
	d.sees("Delete 2 games? This cannot be undone. [y/N]")
	d.press("y")
	d.sees("1 game")
	d.lacks("Atomic")
	if text := historyText(t, s.Store); strings.Count(text, "[Event ") != 1 || !strings.Contains(text, "-0001") {
		t.Errorf("after deleting two the history is\n%s", text)
	}
	d.press("a", "d", "y")
	d.sees("No games yet")
}

func TestAbandonedGamesAreKept(t *testing.T) {
	s := SessionFor(t, termenv.Ascii)
	for i := range 5 {
		g := played(t, friends(t, "chess", ""), 4)
		g.ID = "20261121-120000-000" + string(rune('0'+i))
		if err := s.Store.SaveUnfinished(g); err != nil {
			t.Fatal(err)
		}
	}
	d := drive(t, s, 80, 24)
	d.menuOpens("Continue")
	d.sees("5 unfinished")
	d.press("space", "down", "space")
	d.sees("2 marked")
	d.press("d")
	d.sees("Abandon 2 games? They stay under Games. [y/N]")
	d.press("y")
	d.sees("3 unfinished")
	d.press("a", "d", "y")
	d.sees("No unfinished games left.")
	text := historyText(t, s.Store)
	if n := strings.Count(text, `[Termination "abandoned"]`); n != 5 || strings.Contains(text, "VariantParts") {
		t.Errorf("%d abandoned games in the history, want 5 without the tags of unfinished ones:\n%.600s", n, text)
	}
}

// TestSaveAsChoosesAnotherPlace saves a game in a file of its own.
func TestSaveAsChoosesAnotherPlace(t *testing.T) {
	d, g := sit(t, friends(t, "chess", ""), termenv.Ascii, 80, 24)
	d.enter("e4", "e5")
	d.press("ctrl+w")
	d.sees("Save as", "Press Enter to save the game here.")
	d.press("enter")
	d.sees("Saved in ")
	if d.app.top() != ui.Screen(g) {
		t.Fatal("the game is not on top again")
	}
	files, err := filepath.Glob(filepath.Join(d.app.s.Store.GamesDir(), "*.pgn"))
	if err != nil || len(files) != 1 {
		t.Fatalf("saved files %v, %v", files, err)
	}
	d.press("ctrl+w", "enter")
	d.sees("already exists.  [a] append the game  [o] overwrite  [Esc] cancel")
	d.press("a")
	text, err := os.ReadFile(files[0])
	if err != nil || strings.Count(string(text), "[Event ") != 2 {
		t.Errorf("added, the file is %q, %v", text, err)
	}
	if _, ok := d.app.top().(*game.Screen); !ok {
		t.Error("the game is not on top again")
	}
}

// TestStatisticsOfTraining draws both ratings, games and puzzles, from the menu of Learn.
func TestStatisticsOfTraining(t *testing.T) {
	open := func(t *testing.T, s *ui.Session) *driver {
		club := ai.Levels()[3]
		for i, won := range []bool{true, false, true, true, false, true} {
			record(t, s, fmt.Sprintf("2026112%d-120000-0001", i), "chess", chess.White, club, won)
		}
		set := puzzle.Embedded()
		if _, err := s.Store.ChangePuzzles(func(r *play.PuzzleRecord) {
			for i := range 40 {
				r.Rate(&set[i], i%3 != 0, testTime.Add(time.Duration(i)*time.Hour))
			}
		}); err != nil {
			t.Fatal(err)
		}
		d := drive(t, s, 80, 24)
		d.press("8", "5")
		return d
	}
	d := open(t, SessionFor(t, termenv.Ascii))
	d.sees("Statistics", "6 games", "Your rating against the computer: ", "Your rating at puzzles: ", "67%")
	d.press("esc")
	d.sees("Learn")
	requirePortraits(t, "statistics", open)
	// One puzzle of a variant, and no game.
	first := func(t *testing.T, s *ui.Session) *driver {
		if _, err := s.Store.ChangePuzzles(func(r *play.PuzzleRecord) {
			r.Rate(&puzzle.Puzzle{ID: "a", Variant: "atomic", Rating: 1500}, true, testTime)
		}); err != nil {
			t.Fatal(err)
		}
		d := drive(t, s, 80, 24)
		d.press("8", "5")
		return d
	}
	d = first(t, SessionFor(t, termenv.Ascii))
	d.sees("Puzzles", "Atomic", "1674?", "Solved 1 of 1", "No games yet.")
	requirePortraits(t, "first-puzzle", first)
}

// TestGamesOfAPlayerElsewhere plays, abandons and counts over a network, where there are no
// folders: the games stand under Games, a lesson by its name and apart from the results.
func TestGamesOfAPlayerElsewhere(t *testing.T) {
	s := SessionFor(t, termenv.Ascii)
	s.Local = false
	s.Store.KeepHistoryIn(play.Dir(t.TempDir()))
	record(t, s, "20261120-120000-0001", "chess", chess.White, ai.Levels()[3], true)
	lesson := play.Lessons[5]
	g := played(t, lesson.Game("4k3/8/8/8/8/8/8/3QK3 w - - 0 1", false), 2)
	g.ID = "20261120-120000-0002"
	if err := s.Store.SaveUnfinished(g); err != nil {
		t.Fatal(err)
	}
	d := drive(t, s, 100, 24)
	d.menuOpens("Continue")
	d.enter("resign")
	d.press("y")
	d.sees("Queen mate", "Try again from the start")
	d.press("end", "enter")
	d.menuOpens("Games")
	d.sees("2 games", "Queen mate")
	d.press("s")
	d.sees("Training positions", "Queen mate", "Against the computer, by level")
	if view := d.app.View(); !strings.Contains(view, "All                                           1       1") {
		t.Errorf("the lesson counts among the games:\n%s", view)
	}
	d.press("esc", "enter")
	d.sees("half-moves")
	d.press("esc", "d", "y")
	d.sees("1 game")
	d.lacks("Queen mate")
	d.press("o")
	d.sees("No saved games yet")
}
