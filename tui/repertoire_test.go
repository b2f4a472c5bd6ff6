package tui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"rookery/ai"
	"rookery/chess"
	"rookery/tui/engineplay"
	"rookery/tui/game"
	"rookery/tui/play"
	"rookery/tui/training"
	"rookery/tui/ui"
)

// withRepertoire is a session whose player has a file of lines.
func withRepertoire(t *testing.T, text string) (s *ui.Session, path string) {
	t.Helper()
	s = SessionFor(t, termenv.Ascii)
	path = filepath.Join(t.TempDir(), "lines.pgn")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Store.ChangeRepertoire(func(r *play.RepertoireRecord) error {
		r.Add(play.RepertoireFile{Path: path})
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return s, path
}

// TestRepertoireIsTrained answers the positions of a file, one of them wrong, which comes
// again, and finds nothing due afterwards.
func TestRepertoireIsTrained(t *testing.T) {
	s, _ := withRepertoire(t, "1. e4 e5 2. Nf3 {the main move} *\n")
	d := drive(t, s, 80, 24)
	d.send(ui.PushMsg{Screen: training.NewRepertoireMenu(s)})
	d.sees("lines.pgn", "White, 2 due", "2 positions, 2 of them new and due.")
	d.press("enter")
	d.sees("What do you play here?", "2 left")
	d.enter("d4")
	d.sees("d4 is not in your repertoire here", "2 left")
	d.enter("e4")
	d.sees("1. e4", "e5", "Right at once: 0 of 1", "2 left")
	d.press("ctrl+o")
	d.sees("Your repertoire has Nf3")
	d.enter("Nf3")
	d.enter("e4") // both come again, and count no more
	d.sees("Right at once: 0 of 2", "1 left")
	d.enter("Nf3")
	d.sees("All asked: 0 right, 2 wrong", "next within a day", "Enter: back")
	d.press("enter")
	d.sees("White, next within a day")
	d.press("enter")
	d.sees("all known for now: next within a day")
	d.press("right")
	d.sees("Black, 1 due")
	d.press("x")
	d.lacks("lines.pgn")
}

// TestGameTellsWhereItLeftTheRepertoire loses quickly to a computer and is told what the
// repertoire has.
func TestGameTellsWhereItLeftTheRepertoire(t *testing.T) {
	for _, c := range []struct {
		lines, reply string
		want         []string
	}{
		{"1. e4 e5 *\n\n1. d4 d5 *\n", "a6", []string{"Your repertoire (lines.pgn) has", "1. e4, 1. d4", "instead of 1. f3"}},
		{"1. f3 e5 2. e4 *\n", "a6", []string{"Your opponent left your", "1... a6"}},
	} {
		s, _ := withRepertoire(t, c.lines)
		cfg := friends(t, "chess", "")
		cfg.Players[chess.Black] = ui.PlayerConfig{Kind: ui.Computer, Name: "A computer", Level: play.Strongest()}
		d := newDriver(t, s)
		if err := d.app.OpenGame(cfg); err != nil {
			t.Fatal(err)
		}
		g := d.app.top().(*game.Screen)
		g.NewThinker = func(ai.Level, ai.Style, uint64) engineplay.Thinker { return firstMove{} }
		d.app.SetSize(120, 40)
		d.run(d.app.Init())
		d.enter("f3")
		if got := sansOf(g); got != "f3 "+c.reply {
			t.Fatal(got)
		}
		d.press("ctrl+r", "y")
		d.sees(c.want...)
	}
}

// TestLineOfTheViewerIsTrained trains the line to where the viewer stands and what follows.
func TestLineOfTheViewerIsTrained(t *testing.T) {
	s := SessionFor(t, termenv.Ascii)
	d := drive(t, s, 80, 24)
	d.send(ui.OpenMsg{From: d.app.top(), To: ui.ViewGame{Text: "1. e4 (1. d4 d5 2. c4) 1... e5 2. f4 *\n"}})
	d.press("right", "T")
	d.sees("Train whose moves?")
	d.press("w")
	d.sees("2 left", "What do you play here?")
	d.enter("e4")
	d.enter("Nf3") // which is no answer to 1... e5
	d.sees("Nf3 is not in your repertoire here")
	if sc, ok := d.app.top().(*training.RepertoireScreen); !ok || sc.Present().Turn() != chess.White {
		t.Errorf("%T", d.app.top())
	}
}

// TestRepertoireGolden looks at the list, at a question and at an answer that was shown.
func TestRepertoireGolden(t *testing.T) {
	const lines = "1. e4 c5 (1... e5 2. Nf3 Nc6 3. Bb5) 2. Nf3 {before d4} d6 3. d4 *\n"
	for _, c := range []struct {
		name string
		keys []string
	}{
		{"list", nil}, {"question", []string{"enter"}}, {"answer", []string{"enter", "ctrl+o"}},
	} {
		requirePortraits(t, c.name, func(t *testing.T, s *ui.Session) *driver {
			path := filepath.Join(t.TempDir(), "white.pgn")
			if err := os.WriteFile(path, []byte(lines), 0o600); err != nil {
				t.Fatal(err)
			}
			if _, err := s.Store.ChangeRepertoire(func(r *play.RepertoireRecord) error {
				r.Add(play.RepertoireFile{Path: path})
				return nil
			}); err != nil {
				t.Fatal(err)
			}
			d := drive(t, s, 80, 24)
			d.send(ui.PushMsg{Screen: training.NewRepertoireMenu(s)})
			d.press(c.keys...)
			return d
		})
	}
	requirePortraits(t, "pasted", func(t *testing.T, s *ui.Session) *driver {
		s.Local = false
		if _, err := s.Store.AddRepertoireText("[Event \"Italian\"]\n\n" + lines); err != nil {
			t.Fatal(err)
		}
		d := drive(t, s, 80, 24)
		d.send(ui.PushMsg{Screen: training.NewRepertoireMenu(s)})
		d.press("down")
		return d
	})
}

// TestLinesArePasted takes lines in by a paste where there are no files, and drops them again.
func TestLinesArePasted(t *testing.T) {
	s := SessionFor(t, termenv.Ascii)
	s.Local = false
	d := drive(t, s, 80, 24)
	d.send(ui.PushMsg{Screen: training.NewRepertoireMenu(s)})
	d.sees("Paste your lines", "at most 16 KiB")
	d.press("enter")
	d.sees("paste your lines here as PGN")
	paste := func(text string) { d.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text), Paste: true}) }
	paste("no moves at all")
	d.sees("no moves for this side")
	paste("[Event \"" + strings.Repeat("x", 16<<10))
	d.sees("larger than 16 KiB")
	paste("[Event \"Ital\x1bian\"]\r\n\r\n1. e4 e5 2. Nf3 Nc6 3. Bc4 *\r\n")
	d.sees("Italian", "White, 3 due")
	d.press("enter")
	d.sees("What do you play here?", "3 left", "Italian")
	d.enter("e4")
	d.press("esc")
	d.sees("White, 2 due")
	d.press("x")
	d.lacks("Italian")
	d.sees("Paste your lines")
}
