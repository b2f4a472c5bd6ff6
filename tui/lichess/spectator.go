package lichess

import (
	"context"
	"errors"
	"sync"
	"time"

	"rookery/chess"
	"rookery/tui/remote"
)

// Spectator is a line to a game of others: it shows, and refuses what players do.
type Spectator struct {
	c chan remote.Snapshot

	mu   sync.Mutex
	why  error
	done bool // c is closed
}

func newSpectator() Spectator { return Spectator{c: make(chan remote.Snapshot, 1)} }

// show gives a snapshot to who reads, in the place of one that was not read.
func (s *Spectator) show(snap remote.Snapshot) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.done {
		return
	}
	select {
	case <-s.c:
	default:
	}
	s.c <- snap
}

// close ends the line and says why.
func (s *Spectator) close(why error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.done {
		s.done, s.why = true, why
		close(s.c)
	}
}

// C implements the line of a table, as all methods that follow.
func (s *Spectator) C() <-chan remote.Snapshot { return s.c }

// Err tells why C was closed.
func (s *Spectator) Err() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.why
}

// ControlText says nothing: how long the game was at its beginning is not told.
func (s *Spectator) ControlText() string { return " " }

// errWatching refuses what players do.
var errWatching = errors.New("you are a spectator: only the players can do that")

func (s *Spectator) Move(context.Context, string) error        { return errWatching }
func (s *Spectator) Offer(context.Context, remote.Offer) error { return errWatching }
func (s *Spectator) Accept(context.Context) error              { return errWatching }
func (s *Spectator) Decline(context.Context) error             { return errWatching }
func (s *Spectator) Resign(context.Context) error              { return errWatching }
func (s *Spectator) Abort(context.Context) error               { return errWatching }
func (s *Spectator) ClaimDraw(context.Context) error           { return errWatching }
func (s *Spectator) ClaimWin(context.Context) error            { return errWatching }
func (s *Spectator) Say(string) error                          { return errWatching }
func (s *Spectator) SetLag(time.Duration)                      {}
func (s *Spectator) Past(int) (chess.View, bool)               { return chess.View{}, false }
