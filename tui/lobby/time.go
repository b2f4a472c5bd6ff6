package lobby

import (
	"sync"
	"time"
)

const (
	// afterStall is how long no flag is called after the journal was away: moves
	// that were made in time are tried again until it is back.
	afterStall = 3 * time.Second
	// deferring is how long a process without a player of a game waits for one
	// that has before it calls a flag.
	deferring = 2 * time.Second
	// window is how long the offset of the journal's clock is held.
	window = time.Minute
)

// times knows the time of a journal that is shared. A front end's clock may be
// wrong: only what the journal says of an event counts, and in between it is
// guessed from the events that came.
type times struct {
	mu      sync.Mutex
	began   time.Time     // of this window
	old     time.Duration // the greatest offset of the window before, and
	offset  time.Duration // of this one: that which was the least late
	some    bool
	stalled time.Time // when the journal was away the last time
}

// shared tells whether other processes use the journal, too.
func (l *Lobby) shared() bool { return l.node != nil }

// time is the journal's time where it is shared, else that of the process.
func (l *Lobby) time() time.Time {
	now := l.now()
	if !l.shared() {
		return now
	}
	l.times.mu.Lock()
	defer l.times.mu.Unlock()
	// From the beginning on by the clock that no one sets.
	return l.began.Add(now.Sub(l.began)).Add(max(l.times.old, l.times.offset))
}

// sample takes note of an event that has just come and was accepted at a time.
// With exactly, what was guessed before was wrong.
func (l *Lobby) sample(at time.Time, exactly bool) {
	now := l.now()
	offset := at.Sub(l.began.Add(now.Sub(l.began)))
	s := &l.times
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case exactly || !s.some:
		s.old, s.offset, s.began, s.some = offset, offset, now, true
	case now.Sub(s.began) > window:
		s.old, s.offset, s.began = s.offset, offset, now
	default:
		s.offset = max(s.offset, offset)
	}
}

// guess takes the journal's time from what came from elsewhere, as long as nothing
// better is known.
func (l *Lobby) guess(at time.Time) {
	l.times.mu.Lock()
	some := l.times.some
	l.times.mu.Unlock()
	if !some {
		l.sample(at, false)
	}
}

// noteStall notes that the journal was away.
func (l *Lobby) noteStall() {
	l.times.mu.Lock()
	defer l.times.mu.Unlock()
	l.times.stalled = l.now()
}

// storeStalled tells whether the journal was away a moment ago, or its time is not known
// yet.
func (l *Lobby) storeStalled() bool {
	if !l.shared() {
		return false
	}
	l.times.mu.Lock()
	defer l.times.mu.Unlock()
	return !l.times.some || !l.times.stalled.IsZero() && l.now().Sub(l.times.stalled) < afterStall
}

// deference is how long a process without a player of a game waits with its flag.
func (l *Lobby) deference() time.Duration {
	if l.shared() {
		return deferring
	}
	return 0
}
