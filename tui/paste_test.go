package tui

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"rookery/tui/library"
	"rookery/tui/viewer"
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
