package tui

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"
)

// openArchived opens a game of the club's archive in the viewer, on top of a
// screen or of whichever is there for nil.
func openArchived(s *Session, from screen, id string) tea.Cmd {
	archive := s.Club.Archive
	return s.opening(func() tea.Msg {
		text, err := archive.Sheet(context.Background(), id)
		if err != nil {
			return toastMsg{text: err.Error(), bad: true}
		}
		games, err := collectionOf(text)
		if err != nil {
			return toastMsg{text: err.Error(), bad: true}
		}
		return openMsg{from: from, to: ShowGames{Games: games, Owns: true}}
	})
}
