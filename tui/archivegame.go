package tui

import (
	"context"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/pgn"
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
		return pushMsg{from, newViewer(s, games, 0, true)}
	})
}

// collectionOf holds the games of a text, which lie in no file.
func collectionOf(text string) (*collection, error) { return collectionIn(context.Background(), text) }

// collectionIn is collectionOf as long as ctx lasts.
func collectionIn(ctx context.Context, text string) (*collection, error) {
	f, err := pgn.OpenStream(ctx, strings.NewReader(text))
	if err != nil {
		return nil, err
	}
	if err := f.Build(ctx, nil); err != nil {
		f.Close()
		return nil, err
	}
	c := newCollection([]string{""})
	c.files, c.before, c.whole = []*pgn.File{f}, []int{0}, true
	return c, nil
}
