package tui

import (
	"fmt"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// sheet is text that scrolls where it is longer than the window. A screen that
// shows one embeds it, lays out rows and says how many of them are seen at once.
type sheet struct {
	s             *Session
	keys          cardKeys
	rows          []string // for the present width
	top, page     int      // the first row that is seen, and how many
	width, height int
}

func newSheet(s *Session) sheet { return sheet{s: s, keys: bound(s, newCardKeys())} }

// Init implements screen.
func (t *sheet) Init() tea.Cmd { return nil }

// show lets so many rows be seen at once.
func (t *sheet) show(rows int) {
	t.page = max(rows, 1)
	t.scroll(0)
}

func (t *sheet) scroll(by int) { t.top = max(min(t.top+by, len(t.rows)-t.page), 0) }

// read scrolls by the wheel and by keys, and tells whether the reader wants back.
func (t *sheet) read(msg tea.Msg) (back bool) {
	switch msg := msg.(type) {
	case tea.MouseMsg:
		switch msg.Button {
		case tea.MouseButtonWheelUp:
			t.scroll(-3)
		case tea.MouseButtonWheelDown:
			t.scroll(3)
		}
	case tea.KeyMsg:
		switch {
		case key.Matches(msg, t.keys.Up):
			t.scroll(-1)
		case key.Matches(msg, t.keys.Down):
			t.scroll(1)
		case key.Matches(msg, t.keys.PageUp):
			t.scroll(-t.page)
		case key.Matches(msg, t.keys.PageDown):
			t.scroll(t.page)
		case key.Matches(msg, t.keys.Back):
			return true
		}
	}
	return false
}

// seen are the rows in the window.
func (t *sheet) seen() []string { return t.rows[t.top:min(t.top+t.page, len(t.rows))] }

// under puts the window under a head and marks its last row when there is more
// below.
func (t *sheet) under(head []string) string {
	for _, row := range t.seen() {
		head = append(head, "  "+row)
	}
	if more := len(t.rows) - t.top - t.page; more > 0 {
		for len(head) < t.height {
			head = append(head, "")
		}
		head[t.height-1] = "  " + t.s.Theme.Key.Render(t.s.signs().More+t.s.Text(fmt.Sprintf(" %d more", more)))
	}
	return page(head, t.width, t.height)
}

// ShortHelp implements help.KeyMap.
func (t *sheet) ShortHelp() []key.Binding {
	t.keys.Up.SetEnabled(len(t.rows) > t.page)
	t.keys.Down.SetEnabled(len(t.rows) > t.page)
	return []key.Binding{t.keys.Back, t.keys.Up, t.keys.Down}
}

// FullHelp implements help.KeyMap.
func (t *sheet) FullHelp() [][]key.Binding {
	k := t.keys
	return [][]key.Binding{{k.Up, k.Down, k.PageUp, k.PageDown, k.Back}}
}
