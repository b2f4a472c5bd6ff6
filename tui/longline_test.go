package tui

import (
	"strings"
	"testing"

	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"

	"rookery/tui/ui"
)

// TestLongLine draws the end of lines that are longer than their room: whole
// letters, as many as fit.
func TestLongLine(t *testing.T) {
	s := SessionFor(t, termenv.Ascii)
	for name, letter := range map[string]string{"letters": "x", "wide letters": "王", "letters with marks": "e\u0301\u0323\u0308"} {
		for _, n := range []int{3, 30, 16 << 10} {
			in := ui.NewLineInput(s, 0)
			in.SetValue(strings.Repeat(letter, n))
			in.CursorEnd()
			const room = 21
			each := lipgloss.Width(letter)
			want := strings.Repeat(letter, min(n, (room-1)/each)) + "_"
			if got := in.Draw(s.Theme, room); got != want {
				t.Errorf("%d %s: %q, want %q", n, name, got, want)
			}
		}
	}
}
