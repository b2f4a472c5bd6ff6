package tui

import (
	"strings"
	"testing"
	"unicode"

	"github.com/charmbracelet/lipgloss"
)

func TestClean(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"plain text stays", "Nf3, 12.5%", "Nf3, 12.5%"},
		{"letters with accents stay", "Böhm, Łódź, 王", "Böhm, Łódź, 王"},
		{"an escape sequence loses its escape", "a\x1b[31mb\x1b]0;x\x07c", "a[31mb]0;xc"},
		{"an eight-bit control goes", "a\u009b31mb", "a31mb"},
		{"a carriage return becomes a blank", "a\rb\nc\td", "a b c d"},
		{"text cannot be turned round", "a\u202eb\u2066c\u200fd", "abcd"},
		{"zero-width characters go", "a\u200bb\u200dc\ufeffd\u2060e", "abcde"},
		{"variation selectors go", "♟\ufe0f♟\ufe0e", "♟♟"},
		{"tag characters go", "a\U000e0041b", "ab"},
		{"line separators become blanks", "a\u2028b\u2029c", "a b c"},
		{"broken text is marked", "a\xffb", "a\ufffdb"},
		{"delete goes", "a\x7fb", "ab"},
		{"a pile of marks is cut", "e" + strings.Repeat("\u0301", 40), "e" + strings.Repeat("\u0301", maxMarks)},
	} {
		if got := clean(c.in); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func FuzzClean(f *testing.F) {
	f.Add("a\x1b[31m")
	f.Add("\u202e")
	f.Fuzz(func(t *testing.T, in string) {
		out := clean(in)
		for _, r := range out {
			if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
				t.Fatalf("%q keeps %U", in, r)
			}
		}
		if again := clean(out); again != out {
			t.Fatalf("cleaned twice %q is %q", out, again)
		}
		if w := lipgloss.Width(fit(out, 20)); w != 20 {
			t.Fatalf("%q fitted to 20 columns takes %d", out, w)
		}
	})
}

func TestWrapKeepsWidthAndWords(t *testing.T) {
	text := "- A king may not castle through a square that is attacked, wherever it stands; Donaudampfschiffahrtsgesellschaft."
	for width := 1; width < 60; width++ {
		rows := wrap(text, width)
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
