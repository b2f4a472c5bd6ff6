package club

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/library"
	"rookery/tui/ui"
)

// openArchived opens a game of the club's archive in the viewer, on top of a
// screen or of whichever is there for nil.
func openArchived(s *ui.Session, from ui.Screen, id string) tea.Cmd {
	archive := s.Club.Archive
	return s.Opening(func() tea.Msg {
		text, err := archive.Sheet(context.Background(), id)
		if err != nil {
			return ui.ToastMsg{Text: err.Error(), Bad: true}
		}
		games, err := library.CollectionOf(text)
		if err != nil {
			return ui.ToastMsg{Text: err.Error(), Bad: true}
		}
		return ui.OpenMsg{From: from, To: library.ShowGames{Games: games, Owns: true}}
	})
}
