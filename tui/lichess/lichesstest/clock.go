package lichesstest

import (
	"slices"
	"sync"
	"time"
)

// Clock is a clock that goes when a test says so.
type Clock struct {
	mu      sync.Mutex
	changed *sync.Cond
	now     time.Time
	waits   []*wait
}

type wait struct {
	at time.Time
	c  chan time.Time
}

// NewClock is a clock that stands.
func NewClock(now time.Time) *Clock {
	c := &Clock{now: now}
	c.changed = sync.NewCond(&c.mu)
	return c
}

// Now is what the clock shows.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// After sends when the clock has gone so far.
func (c *Clock) After(d time.Duration) (<-chan time.Time, func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	w := &wait{at: c.now.Add(d), c: make(chan time.Time, 1)}
	if d <= 0 {
		w.c <- c.now
		return w.c, func() {}
	}
	c.waits = append(c.waits, w)
	c.changed.Broadcast()
	return w.c, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.waits = slices.DeleteFunc(c.waits, func(o *wait) bool { return o == w })
	}
}

// Advance has time pass.
func (c *Clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
	c.waits = slices.DeleteFunc(c.waits, func(w *wait) bool {
		if w.at.After(c.now) {
			return false
		}
		w.c <- c.now
		return true
	})
}

// AwaitWait waits until somebody waits for just so long.
func (c *Clock) AwaitWait(d time.Duration) { c.AwaitWaits(d, 1) }

// AwaitWaits waits until so many wait for just so long.
func (c *Clock) AwaitWaits(d time.Duration, n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	waiting := func() (found int) {
		for _, w := range c.waits {
			if w.at.Equal(c.now.Add(d)) {
				found++
			}
		}
		return found
	}
	for waiting() < n {
		c.changed.Wait()
	}
}
