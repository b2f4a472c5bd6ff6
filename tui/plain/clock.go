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
	if t == nil || t.over() {
		return long
	}
	side, running := t.clock.Running()
	if !running {
		return long
	}
	left := t.clock.Left(side, p.o.Now())
	wait := left
	for _, w := range warnings {
		if left > w && t.human(side) {
			wait = min(wait, left-w)
		}
	}
	return max(wait, 0) + time.Millisecond
}

// ticked looks at the clock: a flag may have fallen, a move be overdue, or
// little time be left.
func (p *program) ticked() {
	t := p.table
	if t == nil || t.over() {
		return
	}
	now := p.o.Now()
	if side, down := t.clock.Flagged(now); down {
		p.finish(t.game.Flag(side))
		return
	}
	side, running := t.clock.Running()
	if !running || !t.human(side) {
		return
	}
	left := t.clock.Left(side, now)
	if t.cfg.Control.PerMove > 0 {
		if left == 0 {
			p.say("Time is up: a move is made for %s.", p.side(side))
			legal := t.game.Board().Moves(nil)
			p.make(legal[p.o.Seed()%uint64(len(legal))])
		}
		return
	}
	for _, w := range warnings {
		if left <= w && left > w-time.Second && t.warned != w && w < t.cfg.Control.Base {
			t.warned = w
			p.say("%s has %s left.", p.side(side), p.timeWords(w))
		}
	}
}
