package ui

import (
	"fmt"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// QueueMsg has a screen tell anew how long its search still waits for its turn.
type QueueMsg struct{ From Screen }

// queuePace is how often that is told.
const queuePace = time.Second

// WatchQueue sends a QueueMsg after a while; nothing where nobody shares the machine. A
// screen asks again as long as it waits for a search.
func (s *Session) WatchQueue(from Screen) tea.Cmd {
	if s.Turns == nil {
		return nil
	}
	return After(queuePace, QueueMsg{from})
}

// ThinkingText says that an engine thinks, or where its search waits.
func (s *Session) ThinkingText(more string) string {
	if s.Turns != nil {
		if place, about := s.Turns.Queue(); place > 0 {
			return s.Text(fmt.Sprintf("number %d in the queue, about %d s", place, max(int(about.Round(time.Second)/time.Second), 1)))
		}
	}
	return s.Text("thinking" + more)
}
