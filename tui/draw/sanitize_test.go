package draw

import (
	"strings"
	"testing"

	"github.com/charmbracelet/lipgloss"
)

func FuzzFit(f *testing.F) {
	f.Add("a\x1b[31m")
	f.Add("\u202e")
	f.Fuzz(func(t *testing.T, in string) {
		out := Clean(in)
		if w := lipgloss.Width(Fit(out, 20)); w != 20 {
			t.Fatalf("%q fitted to 20 columns takes %d", out, w)
		}
	})
}

func TestWrapKeepsWidthAndWords(t *testing.T) {
	text := "- A king may not castle through a square that is attacked, wherever it stands; Donaudampfschiffahrtsgesellschaft."
	for width := 1; width < 60; width++ {
		rows := Wrap(text, width)
		for _, row := range rows {
			if lipgloss.Width(row) > width {
				t.Fatalf("width %d: row %q is wider", width, row)
			}
		}
		squeezed := strings.ReplaceAll(strings.Join(rows, ""), " ", "")
		if want := strings.ReplaceAll(text, " ", ""); squeezed != want {
			t.Fatalf("width %d: letters are %q, want %q", width, squeezed, want)
		}
	}
}
