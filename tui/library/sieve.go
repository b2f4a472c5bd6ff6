package library

import (
	"context"
	"sync"

	pgnfiles "rookery/pgn/collection"
)

// Sieve is a search through a collection that can be looked at while it runs.
type Sieve struct {
	Text string
	Stop context.CancelFunc

	mu    sync.Mutex
	found []int32 // grows only
	seen  int     // games that were looked at
	over  bool
}

// Run searches; the answer is in the sieve.
func (s *Sieve) Run(ctx context.Context, games *Collection) {
	if q, err := pgnfiles.ParseQuery(s.Text); err == nil {
		// A search that was told to stop, or whose file went away, has found
		// what it has found.
		_ = games.search(ctx, q, func(i int) {
			s.mu.Lock()
			s.found = append(s.found, int32(i))
			s.mu.Unlock()
		}, func(n int) {
			s.mu.Lock()
			s.seen = n
			s.mu.Unlock()
		})
	}
	s.mu.Lock()
	s.over = true
	s.mu.Unlock()
}

// state gives what was found so far; the list must not be changed.
func (s *Sieve) state() (found []int32, seen int, over bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.found[:len(s.found):len(s.found)], s.seen, s.over
}
