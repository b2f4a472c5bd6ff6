package plain

import (
	"time"
)

// warnings are the times left at which a clock speaks up.
var warnings = [...]time.Duration{5 * time.Minute, time.Minute, 30 * time.Second, 10 * time.Second}

// quiet is how long nothing need be said of the clock.
func (p *program) quiet() time.Duration {
	const long = time.Hour
	t := p.table
	if t == nil || t.Over() {
		return long
	}
	side, running := t.Clock.Running()
	if !running {
		return long
	}
	left := t.Clock.Left(side, p.o.Now())
	wait := left
	for _, w := range warnings {
		if left > w && t.Human(side) {
			wait = min(wait, left-w)
		}
	}
	return max(wait, 0) + time.Millisecond
}

// ticked looks at the clock: a flag may have fallen, a move be overdue, or
// little time be left.
func (p *program) ticked() {
	t := p.table
	if t == nil || t.Over() {
		return
	}
	now := p.o.Now()
	if t.Flag(now) {
		p.finish(nil)
		return
	}
	side, running := t.Clock.Running()
	if m := t.Overdue(now, p.o.Seed); m != 0 {
		p.say("Time is up. A move is made for %s.", p.side(side))
		p.make(m)
		return
	}
	if !running || !t.Human(side) || t.Config.Control.PerMove > 0 {
		return
	}
	left := t.Clock.Left(side, now)
	for _, w := range warnings {
		if left <= w && left > w-time.Second && t.warned != w && w < t.Config.Control.Base {
			t.warned = w
			p.say("%s has %s left.", p.side(side), p.timeWords(w))
		}
	}
}
