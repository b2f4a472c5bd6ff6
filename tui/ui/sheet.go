package ui

import (
	"fmt"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/draw"
)

// Sheet is text that scrolls where it is longer than the window. A screen that
// shows one embeds it, lays out rows and says how many of them are seen at once.
type Sheet struct {
	S             *Session
	keys          cardKeys
	Rows          []string // for the present width
	top, page     int      // the first row that is seen, and how many
	Width, Height int
}

func NewSheet(s *Session) Sheet { return Sheet{S: s, keys: Bound(s, NewCardKeys())} }

func (t *Sheet) Init() tea.Cmd { return nil }

// Show lets so many rows be seen at once.
func (t *Sheet) Show(rows int) {
	t.page = max(rows, 1)
	t.scroll(0)
}

func (t *Sheet) scroll(by int) { t.top = max(min(t.top+by, len(t.Rows)-t.page), 0) }

// ToTop shows the first row.
func (t *Sheet) ToTop() { t.scroll(-len(t.Rows)) }

// Read scrolls by the wheel and by keys, and tells whether the reader wants back.
func (t *Sheet) Read(msg tea.Msg) (back bool) {
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
		case key.Matches(msg, t.keys.Top):
			t.ToTop()
		case key.Matches(msg, t.keys.Bottom):
			t.scroll(len(t.Rows))
		case key.Matches(msg, t.keys.Back):
			return true
		}
	}
	return false
}

// seen are the rows in the window.
func (t *Sheet) seen() []string { return t.Rows[t.top:min(t.top+t.page, len(t.Rows))] }

// Under puts the window under a head and marks its last row when there is more
// below.
func (t *Sheet) Under(head []string) string {
	for _, row := range t.seen() {
		head = append(head, "  "+row)
	}
	if more := len(t.Rows) - t.top - t.page; more > 0 {
		for len(head) < t.Height {
			head = append(head, "")
		}
		head[t.Height-1] = "  " + t.S.Theme.Key.Render(t.S.Signs().More+t.S.Text(fmt.Sprintf(" %d more", more)))
	}
	return draw.Page(head, t.Width, t.Height)
}

func (t *Sheet) ShortHelp() []key.Binding {
	t.keys.Up.SetEnabled(len(t.Rows) > t.page)
	t.keys.Down.SetEnabled(len(t.Rows) > t.page)
	t.keys.PageDown.SetEnabled(len(t.Rows) > t.page)
	return []key.Binding{t.keys.Back, t.keys.Up, t.keys.Down, Brief(t.keys.PageDown, "page down")}
}

func (t *Sheet) FullHelp() [][]key.Binding {
	k := t.keys
	return [][]key.Binding{Bindings(&k.Up, &k.Down, &k.PageUp, &k.PageDown, &k.Top, &k.Bottom, &k.Back)}
}
