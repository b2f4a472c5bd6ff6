package draw

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/charmbracelet/lipgloss"

	"rookery/tui/delta"
)

// TestWidthIsTheLibrarys holds that rows have the width that the library counts: every
// sign alone, and signs, colours and what joins with them mixed at random.
func TestWidthIsTheLibrarys(t *testing.T) {
	check := func(s string) {
		t.Helper()
		if got, want := WidthOf(s), lipgloss.Width(s); got != want {
			t.Fatalf("%q has width %d, want %d", s, got, want)
		}
	}
	parts := []string{
		"", "\x1b[0m", "\x1b[1;38;2;10;20;30m", "\x1b[K", "\x1b]8;;x\a", "\x1b", "\x1b[", "\x1b[1", "\n", "\t", "\r", "\x7f", "\u0301", "\ufe0f", "\u200d",
		"♟", "王", "🏳", "\xff", "\xe2\x96", "é", "한", "ก", "؀",
	}
	for r := rune(0); r < 0x3000; r++ {
		if s := string(r); delta.OneCell(r) || r < 0x80 {
			check(s)
			check("a" + s + "b")
			if r >= ' ' {
				parts = append(parts, s)
			}
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 200_000 {
		var b strings.Builder
		for range r.IntN(8) {
			b.WriteString(parts[r.IntN(len(parts))])
			if r.IntN(12) == 0 {
				b.WriteString(parts[r.IntN(24)])
			}
		}
		check(b.String())
	}
}

func TestRowsAreFitted(t *testing.T) {
	for _, c := range []struct {
		text      string
		width     int
		fit, most string
	}{
		{"abc", 5, "abc  ", "abc"},
		{"abc", 3, "abc", "abc"},
		{"abcdef", 4, "abc…", "abc…"},
		{"\x1b[1m●b\x1b[0m", 3, "\x1b[1m●b\x1b[0m ", "\x1b[1m●b\x1b[0m"},
		{"王王", 3, "王…", "王…"},
		{"a王王", 3, "a… ", "a…"},
		{"abc", 0, "", ""},
		{"", 70, strings.Repeat(" ", 70), ""},
	} {
		if got := Fit(c.text, c.width); got != c.fit {
			t.Errorf("%q fitted to %d is %q, want %q", c.text, c.width, got, c.fit)
		}
		if got := Cut(c.text, c.width); got != c.most {
			t.Errorf("%q cut to %d is %q, want %q", c.text, c.width, got, c.most)
		}
	}
}
