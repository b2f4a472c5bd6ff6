package tui

import (
	"sync"
	"sync/atomic"

	tea "github.com/charmbracelet/bubbletea"
)

// inOrder has of several things that are put on disk by commands, which may
// overtake each other, the last one be there in the end.
type inOrder struct {
	asked atomic.Int64
	mu    sync.Mutex
	done  int64 // the number of the latest that is on disk
}

// next is a command that saves, unless a later one of them has done so before.
func (o *inOrder) next(save func() error) tea.Cmd {
	n := o.asked.Add(1)
	return func() tea.Msg {
		o.mu.Lock()
		defer o.mu.Unlock()
		if n < o.done {
			return nil
		}
		o.done = n
		if err := save(); err != nil {
			return toastMsg{text: err.Error(), bad: true}
		}
		return nil
	}
}
