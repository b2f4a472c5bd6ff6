package serve

import (
	"context"
	"net/netip"
	"runtime"
	"runtime/debug"
	"slices"
	"time"

	"rookery/tui/lang"
)

// client is one session.
type client struct {
	id        int    // counts sessions
	player    string // names the key, or the connection of one without a key
	named     bool   // came with a key
	key       string // its fingerprint as people compare it; empty without one
	from      netip.Prefix
	began     time.Time
	guestName string         // the name of one without a key, under the server's mu
	account   string         // of the key, by its ID, under the server's mu
	playerID  string         // in the lobby, a guest's too, under the server's mu; empty for nobody
	said      chan string    // by the operator, to be shown
	lang      *lang.Language // of its last words; only the goroutine of the session looks at it
	ctx       context.Context
	cancel    context.CancelCauseFunc
}

// maxPendingMessages is how many words of the operator may wait for a session.
const maxPendingMessages = 4

// admit counts a session in, which ends with ctx.
func (s *Server) admit(ctx context.Context, who Visitor) (*client, error) {
	g := &client{
		player: who.Name, named: who.Named, key: who.Key, from: who.From, began: s.cfg.Now(),
		said: make(chan string, maxPendingMessages),
	}
	if b, banned := s.bans.of(append(netKeys(g.from), g.player)...); banned {
		return nil, b
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.ending:
		return nil, errEnding
	case s.keys[g.player] >= s.cfg.Limits.PerKey:
		return nil, errCrowd(s.cfg.Limits.PerKey)
	}
	g.ctx, g.cancel = context.WithCancelCause(ctx)
	s.count++
	g.id = s.count
	s.keys[g.player]++
	s.clients[g] = struct{}{}
	s.most = max(s.most, len(s.clients))
	s.all.Add(1)
	s.cfg.Meters.begun.Inc()
	return g, nil
}

// leave counts a session out.
func (s *Server) leave(g *client) {
	g.cancel(nil)
	s.mu.Lock()
	delete(s.clients, g)
	s.relieveLocked()
	if s.keys[g.player]--; s.keys[g.player] == 0 {
		delete(s.keys, g.player)
		s.pool.forget(g.player)
	}
	s.mu.Unlock()
	s.all.Done()
}

// crowded is from how many sessions on the memory that they leave behind is worth
// giving back at once, reliefDelay how long after the last of them, and lateRelief
// how long after that once more: the store keeps what was written last for ten
// seconds.
const (
	crowded     = 50
	reliefDelay = 3 * time.Second
	lateRelief  = 12 * time.Second
)

// relieveLocked has memory given back when half of a crowd has left and nobody else
// leaves for a while.
func (s *Server) relieveLocked() {
	if s.most >= crowded && len(s.clients) <= s.most/2 {
		s.reliefs = 2
		s.relief.Reset(reliefDelay)
	}
}

// relieved gives memory back to the system.
func (s *Server) relieved() {
	s.mu.Lock()
	s.most = len(s.clients)
	if s.reliefs--; s.reliefs > 0 && !s.ending {
		s.relief.Reset(lateRelief)
	}
	s.mu.Unlock()
	runtime.GC() // what they left makes no gaps for copies any more
	if s.cfg.Lobby != nil {
		s.cfg.Lobby.Relieve()
	}
	if s.cfg.Archive != nil {
		s.cfg.Archive.Relieve()
	}
	debug.FreeOSMemory()
	if s.cfg.Relieve != nil {
		s.cfg.Relieve()
	}
}

// present lists the sessions, by their numbers.
func (s *Server) present() []*client {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := make([]*client, 0, len(s.clients))
	for g := range s.clients {
		all = append(all, g)
	}
	slices.SortFunc(all, func(a, b *client) int { return a.id - b.id })
	return all
}
