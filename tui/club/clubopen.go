package club

import (
	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/ui"
)

// OpenTable puts a table on top of a screen, of whichever is there for nil.
func OpenTable(s *ui.Session, from ui.Screen, id, said string) tea.Cmd {
	return s.Opening(func() tea.Msg {
		t, err := s.Club.Lobby.Table(id)
		if err != nil {
			return ui.ToastMsg{Text: err.Error(), Bad: true}
		}
		return ui.PushSayingMsg{PushMsg: ui.PushMsg{From: from, Screen: NewTableScreen(s, t)}, Said: said}
	})
}
