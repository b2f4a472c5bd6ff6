package tui

import (
	"sync"
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
