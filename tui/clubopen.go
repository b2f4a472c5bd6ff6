package tui

import tea "github.com/charmbracelet/bubbletea"

// openTable puts a table on top of a screen, of whichever is there for nil.
func openTable(s *Session, from screen, id, said string) tea.Cmd {
	return s.opening(func() tea.Msg {
		t, err := s.Club.Lobby.Table(id)
		if err != nil {
			return toastMsg{text: err.Error(), bad: true}
		}
		return pushSayingMsg{pushMsg{from, newTableScreen(s, t)}, said}
	})
}
