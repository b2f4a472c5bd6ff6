package serve

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"
)

// errBusy tells a player that the computer has no time for him now.
var errBusy = errors.New("the computer is busy with other games: try again in a moment")

// pool shares the thinking of the machine out. A player thinks once at a time,
// and of those who wait the one who was served longest ago comes first, so that
// no number of guests keeps a game waiting for more than one round.
type pool struct {
	hold  time.Duration // how long one turn may last
	queue int           // how many may wait, over all
	each  int           // how many one player may have waiting

	brief chan struct{} // holds one value for each brief thought

	mu      sync.Mutex
	free    int
	round   int64            // counts turns given
	served  map[string]int64 // the last turn of each player here
	thinks  map[string]bool
	waiting []*waiter // in the order of their coming
}

type waiter struct {
	player string
	ready  chan struct{} // closed when the turn is his
}

// newPool lets size players think at a time, each for hold.
func newPool(size int, hold time.Duration) *pool {
	return &pool{
		free: size, hold: hold, queue: 256, each: 2, brief: make(chan struct{}, size),
		served: make(map[string]int64), thinks: make(map[string]bool),
	}
}

// playerTurns is the pool as one player sees it; it implements engineplay.Turns.
type playerTurns struct {
	pool   *pool
	player string
}

// Take implements engineplay.Turns.
func (s playerTurns) Take(ctx context.Context) (context.Context, func(), error) {
	p, w := s.pool, &waiter{s.player, make(chan struct{})}
	p.mu.Lock()
	own := 0
	for _, o := range p.waiting {
		if o.player == s.player {
			own++
		}
	}
	if own >= p.each || len(p.waiting) >= p.queue {
		p.mu.Unlock()
		return nil, nil, errBusy
	}
	p.waiting = append(p.waiting, w)
	p.give()
	p.mu.Unlock()
	select {
	case <-w.ready:
	case <-ctx.Done():
		p.mu.Lock()
		i := slices.Index(p.waiting, w)
		if i >= 0 {
			p.waiting = slices.Delete(p.waiting, i, i+1)
		}
		p.mu.Unlock()
		if i < 0 { // the turn came at the same moment
			p.back(s.player)
		}
		return nil, nil, ctx.Err()
	}
	turn, cancel := context.WithTimeout(ctx, p.hold)
	var once sync.Once
	return turn, func() { once.Do(func() { cancel(); p.back(s.player) }) }, nil
}

// Brief implements engineplay.Turns. As many may have a brief thought at a time as may
// search.
func (s playerTurns) Brief(ctx context.Context) (done func(), err error) {
	select {
	case s.pool.brief <- struct{}{}:
		return func() { <-s.pool.brief }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// length tells how many wait for a turn.
func (p *pool) length() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.waiting)
}

// back takes a turn back.
func (p *pool) back(player string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.free++
	delete(p.thinks, player)
	p.give()
}

// give hands out what is free, for who holds mu.
func (p *pool) give() {
	for p.free > 0 {
		next := -1
		for i, w := range p.waiting {
			if !p.thinks[w.player] && (next < 0 || p.served[w.player] < p.served[p.waiting[next].player]) {
				next = i
			}
		}
		if next < 0 {
			return
		}
		w := p.waiting[next]
		p.waiting = slices.Delete(p.waiting, next, next+1)
		p.free--
		p.round++
		p.served[w.player], p.thinks[w.player] = p.round, true
		close(w.ready)
	}
}

// forget drops what is known of a player who has left.
func (p *pool) forget(player string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.served, player)
}
