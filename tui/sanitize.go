package tui

import (
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"

	"rookery/tui/play"
)

// clean makes text from outside safe for one row of the terminal; see
// [play.Clean].
func clean(s string) string { return play.Clean(s) }

// fit cuts or fills a row, styled or not, to exactly width cells.
func fit(s string, width int) string {
	if width <= 0 {
		return ""
	}
	w := lipgloss.Width(s)
	switch {
	case w > width:
		s = ansi.Truncate(s, width, "…")
		w = lipgloss.Width(s)
		fallthrough
	case w < width:
		return s + strings.Repeat(" ", width-w)
	}
	return s
}

// cut shortens a row to at most width cells.
func cut(s string, width int) string {
	if width <= 0 {
		return ""
	}
	return ansi.Truncate(s, width, "…")
}
