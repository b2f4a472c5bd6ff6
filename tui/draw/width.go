package draw

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"

	"rookery/tui/delta"
)

// WidthOf counts the cells of a row, styled or not. Rows of colours and signs that
// always take one cell, as nearly all are, are counted here; the library, which
// looks at how signs join, counts the others.
func WidthOf(s string) int {
	n := 0
	for i := 0; i < len(s); {
		switch c := s[i]; {
		case c >= ' ' && c < 0x7f:
			n++
			i++
		case c >= utf8.RuneSelf:
			r, size := utf8.DecodeRuneInString(s[i:])
			if !delta.OneCell(r) {
				return lipgloss.Width(s)
			}
			n++
			i += size
		default:
			end := colourEnd(s[i:])
			if end == 0 {
				return lipgloss.Width(s)
			}
			i += end
		}
	}
	return n
}

// colourEnd is where a sequence that selects colours ends with which s begins; 0
// when s begins with something else.
func colourEnd(s string) int {
	if len(s) < 3 || s[:2] != "\x1b[" {
		return 0
	}
	end := 2
	for end < len(s) && (s[end] >= '0' && s[end] <= '9' || s[end] == ';') {
		end++
	}
	if end == len(s) || s[end] != 'm' {
		return 0
	}
	return end + 1
}

// Fit cuts or fills a row, styled or not, to exactly width cells.
func Fit(s string, width int) string {
	if width <= 0 {
		return ""
	}
	w := WidthOf(s)
	if w > width {
		s = ansi.Truncate(s, width, "…")
		w = lipgloss.Width(s)
	}
	return s + Blanks(width-w)
}

// Cut shortens a row to at most width cells.
func Cut(s string, width int) string {
	switch {
	case width <= 0:
		return ""
	case WidthOf(s) <= width:
		return s
	}
	return ansi.Truncate(s, width, "…")
}

// Blanks is so many blanks, none for less than one.
func Blanks(n int) string {
	const some = "                                                                "
	if n <= len(some) {
		return some[:max(n, 0)]
	}
	return strings.Repeat(" ", n)
}
