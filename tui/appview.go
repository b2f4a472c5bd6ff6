package tui

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/bubbles/key"

	"rookery/tui/draw"
	"rookery/tui/ui"
)

// tooSmall says what the top screen needs and what there is, or nothing.
func (a *App) tooSmall() string {
	w, h := leastWidth, leastHeight
	if s, ok := a.top().(ui.Sized); ok {
		w, h = s.MinSize()
	}
	h += footerHeight
	if a.width >= w && a.height >= h {
		return ""
	}
	times := "×"
	if a.s.AsciiOnly() {
		times = "x"
	}
	return a.s.Text(fmt.Sprintf("needs %d%s%d, has %d%s%d", w, times, h, a.width, times, a.height))
}

// View implements tea.Model.
func (a *App) View() string {
	if a.width <= 0 || a.height <= 0 {
		return ""
	}
	if text := a.tooSmall(); text != "" {
		return draw.Page(a.smallRows(text), a.width, a.height)
	}
	return a.top().View() + "\n" + a.lastRow()
}

// Rows are those of View, good until the next message; they are not put together
// where the screen has them apart.
func (a *App) Rows() []string {
	r, ok := a.top().(ui.Rowed)
	if !ok || a.width <= 0 || a.height <= 0 || a.tooSmall() != "" {
		return strings.Split(a.View(), "\n")
	}
	a.drawn = append(append(a.drawn[:0], r.Rows()...), a.lastRow())
	return a.drawn
}

// lastRow is the footer with what rides on it.
func (a *App) lastRow() string {
	if a.foot == "" {
		a.foot = a.footer()
	}
	return a.foot + a.ride
}

// smallRows say in a window that is too small what it needs, or what is asked.
func (a *App) smallRows(text string) []string {
	if a.question != nil {
		return []string{a.s.Text(a.question.text) + a.s.YesNo()}
	}
	rows := append([]string{a.s.Theme.Error.Render(a.s.Text("Window too small:"))}, draw.Wrap(text, a.width)...)
	rows = append(rows, a.s.Theme.Faint.Render(a.s.Text("q to quit")))
	if len(rows) > a.height {
		return []string{text}
	}
	return rows
}

// footer is the last row: a question, a toast, or the keys of the top screen.
func (a *App) footer() string {
	th := a.s.Theme
	switch {
	case a.question != nil:
		return draw.Fit(" "+th.Accent.Render(draw.Cut(a.s.Text(a.question.text), a.width-10))+th.Key.Render(a.s.YesNo()), a.width)
	case a.toast.Text != "":
		style := th.Good
		if a.toast.Bad {
			style = th.Error
		}
		return draw.Fit(" "+style.Render(draw.Cut(a.toast.Text, a.width-2)), a.width)
	}
	right := a.hint(a.keys.Help)
	if t, ok := a.top().(ui.TextInput); ok && t.Typing() {
		right = ""
	}
	if _, open := a.top().(*helpScreen); open {
		right = ""
	}
	room := a.width - draw.WidthOf(right) - 2
	return " " + draw.Fit(a.hints.row(a, a.top().ShortHelp(), room-1), room) + right + " "
}

// hintRow is a row of hints as it was drawn last: most messages leave the keys
// of a screen as they are, and drawing them costs more than looking.
type hintRow struct {
	theme *draw.Theme
	width int
	words []string // keys and what they do, in turn
	drawn string
}

// row draws hints into width cells, or gives those of the last time if they are
// the same.
func (h *hintRow) row(a *App, all []key.Binding, width int) string {
	same, n := h.theme == a.s.Theme && h.width == width, 0
	for _, b := range all {
		if !b.Enabled() {
			continue
		}
		for _, word := range [2]string{a.s.Text(b.Help().Key), a.s.Text(b.Help().Desc)} {
			if n == len(h.words) {
				h.words = append(h.words, "")
			}
			if h.words[n] != word {
				h.words[n], same = word, false
			}
			n++
		}
	}
	if n != len(h.words) {
		h.words, same = h.words[:n], false
	}
	if !same {
		h.theme, h.width, h.drawn = a.s.Theme, width, a.hintRow(all, width)
	}
	return h.drawn
}

// hint is a key and what it does.
func (a *App) hint(b key.Binding) string {
	return a.s.Theme.Key.Render(a.s.Text(b.Help().Key)) + " " + a.s.Theme.Faint.Render(a.s.Text(b.Help().Desc))
}

// hintRow is as many hints as fit into width cells, in order.
func (a *App) hintRow(all []key.Binding, width int) string {
	var row []string
	used := 0
	for _, b := range all {
		if !b.Enabled() {
			continue
		}
		text := a.hint(b)
		w := draw.WidthOf(text) + 2
		if used+w-2 > width {
			break
		}
		row = append(row, text)
		used += w
	}
	return strings.Join(row, "  ")
}
