package serve

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"rookery/ai"
	"rookery/tui/engineplay"
)

// errBusy tells a player that the computer has no time for him now.
var errBusy = errors.New("the computer is busy with other games: try again in a moment")

const (
	// memoryBytes is the table of each search that may run at a time; what its threads learn adds
	// some 3 MB.
	memoryBytes = 16 << 20
	// slice is how long advice is worked on while others wait.
	slice = 250 * time.Millisecond
	// wholeRound is in about how much time every computer that plays has made a move: the more
	// play, the less time each has, but shortestMove.
	wholeRound   = 6 * time.Second
	shortestMove = 60 * time.Millisecond
	// playsFor is for how long a player counts as one of those whose computers play.
	playsFor = 30 * time.Second
	// adviceShare is how many moves go before at most, while advice waits.
	adviceShare = 8
)

// pool shares the thinking of the machine out. A player thinks once at a time. Moves of games
// come before advice, and of those who wait the one who was served longest ago comes first,
// so that no number of guests keeps a game waiting for more than one round. Advice is cut
// short when somebody waits, and waits for its next turn.
type pool struct {
	size  int
	hold  time.Duration // how long one task may last
	queue int           // how many may wait, over all
	each  int           // how many one player may have waiting
	now   func() time.Time

	brief chan struct{} // holds one value for each brief thought

	mu       sync.Mutex
	memories []*ai.Memory         // of the turns that are free, made when they are first needed
	running  map[*turn]bool       // the others
	round    int64                // counts turns given
	served   map[string]int64     // the last turn of each player here
	moved    map[string]time.Time // when each player was last given a turn for a move
	moves    int                  // given in a row while advice waited
	usual    time.Duration        // a turn, as far as is known
	waiting  []*waiter            // in the order of their coming
}

// turn is leave to search that somebody has.
type turn struct {
	player  string
	advice  bool
	began   time.Time
	memory  *ai.Memory
	cancel  context.CancelFunc
	cutting *time.Timer // nil unless others wait for it
	until   time.Time   // when it ends at the latest
	cut     bool        // it was cut short
}

type waiter struct {
	player string
	advice bool
	used   time.Duration
	turn   *turn
	ctx    context.Context // of the turn
	parent context.Context
	ready  chan struct{} // closed when the turn is his
}

// newPool lets size players think at a time, each for hold.
func newPool(size int, hold time.Duration, now func() time.Time) *pool {
	p := &pool{
		size: size, hold: hold, queue: 256, each: 2, now: now, brief: make(chan struct{}, size),
		running: make(map[*turn]bool), served: make(map[string]int64), moved: make(map[string]time.Time), usual: slice,
	}
	for range size {
		p.memories = append(p.memories, nil)
	}
	return p
}

// playerTurns is the pool as one player sees it; it implements engineplay.Turns.
type playerTurns struct {
	pool   *pool
	player string
}

// Take implements engineplay.Turns.
func (s playerTurns) Take(ctx context.Context, purpose engineplay.Purpose, used time.Duration) (engineplay.Turn, error) {
	p := s.pool
	w := &waiter{player: s.player, advice: purpose == engineplay.ForAdvice, used: used, parent: ctx, ready: make(chan struct{})}
	p.mu.Lock()
	own := 0
	for _, o := range p.waiting {
		if o.player == s.player {
			own++
		}
	}
	if own >= p.each || len(p.waiting) >= p.queue {
		p.mu.Unlock()
		return engineplay.Turn{}, errBusy
	}
	p.waiting = append(p.waiting, w)
	p.giveLocked()
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
			p.back(w.turn)
		}
		return engineplay.Turn{}, ctx.Err()
	}
	return engineplay.Turn{Ctx: w.ctx, Memory: w.turn.memory, Done: sync.OnceValue(func() bool { return p.back(w.turn) })}, nil
}

// Queue implements engineplay.Turns.
func (s playerTurns) Queue() (place int, about time.Duration) {
	p := s.pool
	p.mu.Lock()
	defer p.mu.Unlock()
	order := slices.Clone(p.waiting)
	slices.SortStableFunc(order, p.compareLocked)
	i := slices.IndexFunc(order, func(w *waiter) bool { return w.player == s.player })
	if i < 0 {
		return 0, 0
	}
	return i + 1, time.Duration(i+1) * p.usual / time.Duration(p.size)
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

// back takes a turn back and tells whether it was cut short.
func (p *pool) back(t *turn) (cut bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	t.cancel()
	if t.cutting != nil {
		t.cutting.Stop()
	}
	delete(p.running, t)
	p.memories = append(p.memories, t.memory)
	p.usual += (p.now().Sub(t.began) - p.usual) / 8
	p.giveLocked()
	return t.cut
}

// compareLocked says who comes first.
func (p *pool) compareLocked(a, b *waiter) int {
	if a.advice != b.advice {
		if a.advice {
			return 1
		}
		return -1
	}
	return cmp.Compare(p.served[a.player], p.served[b.player])
}

// nextLocked is who is to be served, -1 for nobody.
func (p *pool) nextLocked() int {
	thinks := make(map[string]bool, len(p.running))
	for t := range p.running {
		thinks[t.player] = true
	}
	next, advice := -1, -1
	for i, w := range p.waiting {
		switch {
		case thinks[w.player]:
		case w.advice:
			if advice < 0 || p.compareLocked(w, p.waiting[advice]) < 0 {
				advice = i
			}
		case next < 0 || p.compareLocked(w, p.waiting[next]) < 0:
			next = i
		}
	}
	switch {
	case next < 0:
		p.moves = 0
		return advice
	case advice < 0:
		p.moves = 0
	case p.moves >= adviceShare:
		p.moves = 0
		return advice
	default:
		p.moves++
	}
	return next
}

// giveLocked hands out what is free, and has advice make room for those who wait then.
func (p *pool) giveLocked() {
	for len(p.memories) > 0 {
		next := p.nextLocked()
		if next < 0 {
			return
		}
		w := p.waiting[next]
		p.waiting = slices.Delete(p.waiting, next, next+1)
		p.beginLocked(w)
	}
	if len(p.waiting) == 0 {
		return
	}
	now := p.now()
	for t := range p.running {
		switch {
		case t.advice && t.cutting == nil:
			t.cutting = time.AfterFunc(max(slice-now.Sub(t.began), 0), func() { p.cutShort(t) })
		case t.advice:
		default: // more may play now than when it began
			if end := t.began.Add(p.moveTimeLocked(now)); end.Before(t.until) {
				if t.until = end; t.cutting != nil {
					t.cutting.Stop()
				}
				t.cutting = time.AfterFunc(max(end.Sub(now), 0), t.cancel)
			}
		}
	}
}

// beginLocked gives a turn to one who waits.
func (p *pool) beginLocked(w *waiter) {
	last := len(p.memories) - 1
	t := &turn{player: w.player, advice: w.advice, began: p.now(), memory: p.memories[last]}
	p.memories = p.memories[:last]
	if t.memory == nil {
		t.memory = ai.NewMemory(memoryBytes)
	}
	p.round++
	p.served[w.player] = p.round
	hold := p.hold - w.used
	if !w.advice {
		p.moved[w.player] = t.began
		hold = p.moveTimeLocked(t.began)
	}
	t.until = t.began.Add(max(hold, shortestMove))
	w.ctx, t.cancel = context.WithTimeout(w.parent, max(hold, shortestMove))
	w.turn = t
	p.running[t] = true
	close(w.ready)
}

// moveTimeLocked is how long a computer may think about a move, by how many play: those who had a turn
// lately, and those who wait for their first.
func (p *pool) moveTimeLocked(now time.Time) time.Duration {
	for player, at := range p.moved {
		if now.Sub(at) > playsFor {
			delete(p.moved, player)
		}
	}
	play := len(p.moved)
	for _, w := range p.waiting {
		if _, known := p.moved[w.player]; !w.advice && !known {
			play++
		}
	}
	return min(p.hold, max(shortestMove, wholeRound*time.Duration(p.size)/time.Duration(max(play, 1))))
}

// cutShort ends a turn for advice if others still wait.
func (p *pool) cutShort(t *turn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	t.cutting = nil
	if p.running[t] && len(p.waiting) > 0 {
		t.cut = true
		t.cancel()
	}
}

// forget drops what is known of a player who has left.
func (p *pool) forget(player string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.served, player)
}
