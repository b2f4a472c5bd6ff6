package tui

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"rookery/tui/library"
	"rookery/tui/study"
	"rookery/tui/ui"
	"rookery/tui/viewer"
	"rookery/variants"
)

// TestPastedGames pastes games into a session of a server.
func TestPastedGames(t *testing.T) {
	s := SessionFor(t, termenv.Ascii)
	s.Local = false
	d := drive(t, s, 80, 24)
	p := library.NewPasteScreen(s)
	d.app.push(p)
	d.app.SetSize(80, 24)
	paste := func(text string) {
		d.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text), Paste: true})
	}
	for text, want := range map[string]string{
		"":                                   "no games found",
		"\x00\x1b[31m\u202e":                 "",
		strings.Repeat("1. e4 e5\n\n", 2000): "larger than 16 KiB: paste fewer",
	} {
		paste(text)
		if _, opened := d.app.top().(*viewer.Viewer); opened {
			t.Fatalf("%.20q opens the viewer", text)
		}
		d.sees(want)
		if strings.ContainsAny(d.app.View(), "\x00\u202e") {
			t.Errorf("%.20q reaches the terminal", text)
		}
	}
	paste("[Event \"Club\x1b]0;x\a\"]\r\n[White \"Anna\"]\r\n[Black \"Bea\"]\r\n\r\n1. e4 e5 2. Nf3 *\r\n\r\n[Event \"Two\"]\n\n1. d4 *\n")
	v, ok := d.app.top().(*viewer.Viewer)
	if !ok {
		t.Fatalf("a game opens %T\n%s", d.app.top(), d.app.View())
	}
	if v.Games.Len() != 2 {
		t.Errorf("%d games, want 2", v.Games.Len())
	}
	d.sees("Anna")
	if strings.Contains(d.app.View(), "\a") {
		t.Error("a bell reaches the terminal")
	}
	d.press("esc")
	if d.app.top() != p {
		t.Errorf("Esc leads to %T", d.app.top())
	}
}

// TestPasteAnywhere pastes positions and games where no text is written.
func TestPasteAnywhere(t *testing.T) {
	const fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"
	pgn := "[Event \"Long\"]\n\n1. e4 {" + strings.Repeat("word ", 100_000) + "} e5 2. Nf3 *\n"
	screens := map[string]func(t *testing.T) *driver{
		"menu": func(t *testing.T) *driver { return drive(t, SessionFor(t, termenv.Ascii), 80, 24) },
		"game": func(t *testing.T) *driver { d, _ := sit(t, friends(t, "chess", ""), termenv.Ascii, 80, 24); return d },
		"analysis": func(t *testing.T) *driver {
			d := drive(t, SessionFor(t, termenv.Ascii), 80, 24)
			sc, err := study.NewAnalysisAt(d.app.s, ui.Analyse{Rules: variants.All()[0].Rules})
			if err != nil {
				t.Fatal(err)
			}
			d.app.push(sc) // its engine is not let go
			return d
		},
		"library": func(t *testing.T) *driver {
			d := drive(t, SessionFor(t, termenv.Ascii), 80, 24)
			if err := d.app.OpenFiles([]string{"testdata/three.pgn"}); err != nil {
				t.Fatal(err)
			}
			d.app.SetSize(80, 24)
			d.run(d.app.top().Init())
			return d
		},
	}
	for name, open := range screens {
		for what, text := range map[string]string{"fen": fen + "\n", "pgn": pgn, "crlf": strings.ReplaceAll(pgn, "\n", "\r\n"), "moves": "1. e4 e5 2. Nf3 Nc6"} {
			t.Run(name+"/"+what, func(t *testing.T) {
				d := open(t)
				before := d.app.top()
				msg := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text), Paste: true}
				if what == "fen" {
					d.app.Update(msg)
				} else {
					d.send(msg)
				}
				switch sc := d.app.top().(type) {
				case *study.Analysis:
					if what != "fen" || sc.Board.FEN() != fen {
						t.Errorf("%s is analysed at %s", what, sc.Board.FEN())
					}
				case *viewer.Viewer:
					if what == "fen" || sc.Games.Len() != 1 {
						t.Errorf("%s is shown as %d games", what, sc.Games.Len())
					}
				default:
					t.Fatalf("%s leads to %T:\n%s", what, sc, d.app.View())
				}
				d.app.Update(KeyOf("esc"))
				if d.app.top() != before {
					t.Errorf("Esc leads to %T", d.app.top())
				}
			})
		}
	}
	d, g := sit(t, friends(t, "atomic", ""), termenv.Ascii, 80, 24)
	d.app.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(fen), Paste: true})
	if a, ok := d.app.top().(*study.Analysis); !ok || a.Game.Rules.Name != "Atomic" {
		t.Errorf("a position pasted into a game of atomic chess leads to %T", d.app.top())
	}
	d.app.Update(KeyOf("esc"))
	d.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("e4"), Paste: true})
	d.press("enter")
	if got := sansOf(g); got != "e4" {
		t.Errorf("a pasted move gives %q", got)
	}
	d.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("8/8/8/8/8/8/8/8 w - - 0 1"), Paste: true})
	d.sees("FEN")
}
