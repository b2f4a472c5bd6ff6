package tui

import (
	"sync"
	"sync/atomic"

	tea "github.com/charmbracelet/bubbletea"
)

// keeper puts the states of one game on disk in their order, though the
// commands that carry them may overtake each other.
type keeper struct {
	store *Store
	mu    sync.Mutex
	done  int // the serial of the latest state that is on disk
}

// keep writes a state unless a later one was written, and forgets a game that
// is over.
func (k *keeper) keep(serial int, g SavedGame) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if serial < k.done {
		return nil
	}
	k.done = serial
	if g.Outcome.Over() {
		return k.store.Finish(g.ID)
	}
	return k.store.SaveUnfinished(g)
}

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
