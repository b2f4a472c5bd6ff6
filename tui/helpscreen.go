package tui

import (
	"github.com/charmbracelet/bubbles/help"
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"
)

// helpScreen lists the keys of the screen below it, from the same table that
// the keys are matched with.
type helpScreen struct {
	sheet
	of     string
	groups [][]key.Binding
	words  []string // typed words, where the screen takes any
}

// worded screens tell of words that can be typed, each as "word – what it does".
type worded interface{ typedWords() []string }

func newHelpScreen(s *Session, of help.KeyMap, global globalKeys) *helpScreen {
	h := &helpScreen{sheet: newSheet(s), of: s.Text("Keys")}
	if t, ok := of.(titled); ok {
		h.of = s.Text("Keys: " + t.title())
	}
	if w, ok := of.(worded); ok {
		h.words = w.typedWords()
	}
	for _, group := range of.FullHelp() {
		var on []key.Binding
		for _, b := range group {
			if b.Enabled() {
				on = append(on, b)
			}
		}
		if len(on) > 0 {
			h.groups = append(h.groups, on)
		}
	}
	everywhere := []key.Binding{
		global.Help, global.Theme, global.Men, global.Labels, global.Blindfold, global.Redraw, global.Quit}
	if s.Suspends {
		everywhere = append(everywhere, global.Suspend)
	}
	h.groups = append(h.groups, everywhere)
	return h
}

func (h *helpScreen) title() string { return h.s.Text("Help") }

// SetSize lays the groups out in one, two or three columns.
func (h *helpScreen) SetSize(width, height int) {
	h.width, h.height = width, height
	h.layOut()
}

func (h *helpScreen) layOut() {
	th := h.s.Theme
	const columnWidth = 38
	columns := max(min((h.width-2)/columnWidth, 3), 1)
	var cells []string
	keyWidth := 0
	for _, g := range h.groups {
		for _, b := range g {
			keyWidth = max(keyWidth, lipgloss.Width(h.s.Text(b.Help().Key)))
		}
	}
	for i, g := range h.groups {
		if i > 0 {
			cells = append(cells, "")
		}
		for _, b := range g {
			cells = append(cells, th.Key.Render(fit(h.s.Text(b.Help().Key), keyWidth))+"  "+th.Text.Render(h.s.Text(b.Help().Desc)))
		}
	}
	h.rows = nil
	each := (len(cells) + columns - 1) / columns
	for r := range each {
		row := ""
		for c := range columns {
			if i := c*each + r; i < len(cells) {
				row += fit(cells[i], columnWidth-2) + "  "
			}
		}
		h.rows = append(h.rows, row)
	}
	if len(h.words) > 0 {
		h.rows = append(h.rows, "", th.Title.Render(h.s.Text("Words to type")))
		for _, w := range h.words {
			for _, row := range wrap(clean(h.s.Text(w)), min(h.width-4, textWidth)) {
				h.rows = append(h.rows, th.Text.Render(row))
			}
		}
	}
	h.show(h.height - 3)
}

func (h *helpScreen) Update(msg tea.Msg) (screen, tea.Cmd) {
	if _, ok := msg.(themeMsg); ok {
		h.layOut()
	}
	if h.read(msg) {
		return h, h.s.pop(h)
	}
	return h, nil
}

func (h *helpScreen) View() string {
	return h.under([]string{titleBar(h.s.Theme, h.width, clean(h.of), ""), ""})
}
