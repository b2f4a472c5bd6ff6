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
	s             *Session
	keys          cardKeys
	of            string
	groups        [][]key.Binding
	words         []string // typed words, where the screen takes any
	rows          []string
	top           int
	width, height int
}

// worded screens tell of words that can be typed, each as "word – what it does".
type worded interface{ typedWords() []string }

func newHelpScreen(s *Session, of help.KeyMap, global globalKeys) *helpScreen {
	h := &helpScreen{s: s, keys: bound(s, newCardKeys()), of: s.Text("Keys")}
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

func (h *helpScreen) Init() tea.Cmd { return nil }
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
	h.scroll(0)
}

func (h *helpScreen) page() int { return max(h.height-3, 1) }

func (h *helpScreen) scroll(by int) { h.top = max(min(h.top+by, len(h.rows)-h.page()), 0) }

func (h *helpScreen) Update(msg tea.Msg) (screen, tea.Cmd) {
	switch msg := msg.(type) {
	case themeMsg:
		h.layOut()
	case tea.MouseMsg:
		switch msg.Button {
		case tea.MouseButtonWheelUp:
			h.scroll(-3)
		case tea.MouseButtonWheelDown:
			h.scroll(3)
		}
	case tea.KeyMsg:
		switch {
		case key.Matches(msg, h.keys.Up):
			h.scroll(-1)
		case key.Matches(msg, h.keys.Down):
			h.scroll(1)
		case key.Matches(msg, h.keys.PageUp):
			h.scroll(-h.page())
		case key.Matches(msg, h.keys.PageDown):
			h.scroll(h.page())
		case key.Matches(msg, h.keys.Back):
			return h, pop(h)
		}
	}
	return h, nil
}

func (h *helpScreen) View() string {
	rows := []string{titleBar(h.s.Theme, h.width, clean(h.of), ""), ""}
	for _, row := range h.rows[h.top:min(h.top+h.page(), len(h.rows))] {
		rows = append(rows, "  "+row)
	}
	return page(moreBelow(h.s, rows, h.height, h.top, h.page(), len(h.rows)), h.width, h.height)
}

// ShortHelp implements help.KeyMap.
func (h *helpScreen) ShortHelp() []key.Binding {
	h.keys.Up.SetEnabled(len(h.rows) > h.page())
	h.keys.Down.SetEnabled(len(h.rows) > h.page())
	return []key.Binding{h.keys.Back, h.keys.Up, h.keys.Down}
}

// FullHelp implements help.KeyMap.
func (h *helpScreen) FullHelp() [][]key.Binding {
	k := h.keys
	return [][]key.Binding{{k.Up, k.Down, k.PageUp, k.PageDown, k.Back}}
}
