package draw

import (
	"strings"

	"github.com/charmbracelet/lipgloss"
)

// ink is a style taken apart into what stands before and after a text, so
// that drawing costs a copy instead of a rendering.
type ink struct{ before, after string }

// inkOf takes a style apart that neither pads nor breaks a text.
func inkOf(s lipgloss.Style) (k ink) {
	k.before, k.after, _ = strings.Cut(s.Render("x"), "x")
	return k
}

// Style is how a text is drawn: a [lipgloss.Style] without room around it.
type Style struct {
	ink
	whole *lipgloss.Style
}

func newStyle(s lipgloss.Style) Style { return Style{inkOf(s), &s} }

// Render draws a text.
func (s Style) Render(text string) string {
	if strings.IndexByte(text, '\n') >= 0 || strings.IndexByte(text, '\t') >= 0 {
		return s.whole.Render(text)
	}
	return s.before + text + s.after
}

// Lipgloss is the style for what draws with the library itself.
func (s Style) Lipgloss() lipgloss.Style { return *s.whole }
