package ui

import (
	"slices"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/lang"
)

// TestAnswers answers in three languages; y and n are understood in each.
func TestAnswers(t *testing.T) {
	for tag, want := range map[string]struct {
		shown, yes string
		other      string // yes elsewhere
	}{"en": {" [y/N]", "y", "i"}, "hu": {" [i/N]", "i", "d"}, "ro": {" [d/N]", "d", "i"}} {
		l, err := lang.Find(tag)
		if err != nil {
			t.Fatal(err)
		}
		s := &Locale{Lang: l}
		if got := s.YesNo(); got != want.shown {
			t.Errorf("%s: %q, want %q", tag, got, want.shown)
		}
		press := func(k string) tea.KeyMsg { return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(k)} }
		if !s.Yes(press(want.yes)) || !s.Yes(press("y")) || !s.Yes(press("Y")) || s.Yes(press(want.other)) || s.Yes(press("n")) {
			t.Errorf("%s: yes is read wrongly", tag)
		}
		for _, c := range []struct {
			msg       tea.KeyMsg
			yes, said bool
		}{
			{press(want.yes), true, true}, {press("y"), true, true}, {press("n"), false, true}, {press("N"), false, true},
			{tea.KeyMsg{Type: tea.KeyEsc}, false, true}, {tea.KeyMsg{Type: tea.KeyEnter}, false, true},
			{press("x"), false, false}, {press("e"), false, false}, {tea.KeyMsg{Type: tea.KeySpace, Runes: []rune{' '}}, false, false},
			{tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("y"), Paste: true}, false, false},
			{tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("n"), Paste: true}, false, false},
		} {
			if yes, said := s.Answer(c.msg); yes != c.yes || said != c.said {
				t.Errorf("%s: %q is answered by %v %v, want %v %v", tag, c.msg, yes, said, c.yes, c.said)
			}
		}
		for _, question := range []string{
			"Save changes?  [y] save  [n] discard  [Esc] cancel", "Guess whose moves?  [w] White  [b] Black  [Esc] cancel",
			"x.pgn already exists.  [a] append the game  [o] overwrite  [Esc] cancel",
		} {
			letters := Bracketed(s.Text(question))
			slices.Sort(letters)
			if len(slices.Compact(letters)) != 2 {
				t.Errorf("%s: %q offers %q", tag, s.Text(question), letters)
			}
		}
	}
}
