package chess

import "time"

// Clock is a chess clock: two times, of which one may run. It is a value:
// callers pass the time, and it starts nothing. Times beyond a
// player's last instant are kept as nothing left.
type Clock struct {
	control Control
	left    [2]time.Duration // when the running side's turn began, delay aside
	made    [2]int           // moves made, for controls with a number of moves
	turn    Color
	running bool
	since   time.Time
}

// NewClock is a clock at rest with both times full, White to move.
func NewClock(c Control) Clock {
	full := c.Base
	if each := c.each(); each > 0 {
		full = each
	}
	return Clock{control: c, left: [2]time.Duration{full, full}}
}

// Control is what the clock was made with.
func (c Clock) Control() Control { return c.control }

// Turn sets whose time runs next, or from now, without ending a move: for a
// game that Black begins, and after a move is taken back.
func (c Clock) Turn(side Color, now time.Time) Clock {
	c = c.settle(now)
	c.turn = side
	return c
}

// Start lets the time of the side to move run from now on.
func (c Clock) Start(now time.Time) Clock {
	c = c.settle(now)
	c.running, c.since = !c.control.None(), now
	return c
}

// Stop halts the clock. What the running side has used is taken off.
func (c Clock) Stop(now time.Time) Clock {
	c = c.settle(now)
	c.running = false
	return c
}

// Press ends the move of the running side: its increment, and the next
// period's time when it has made its moves, are added, and the other side's
// time runs. A side whose flag has fallen gets nothing more and the clock
// stops; a clock that does not run is left as it is.
func (c Clock) Press(now time.Time) Clock {
	if !c.running {
		return c
	}
	if _, down := c.Flagged(now); down {
		return c.Stop(now)
	}
	c = c.settle(now)
	side := c.turn
	switch each := c.control.each(); {
	case each > 0:
		c.left = [2]time.Duration{each, each}
	default:
		c.left[side] += c.control.Increment
		c.made[side]++
		if n := c.control.MovesPer; n > 0 && c.made[side]%n == 0 {
			c.left[side] += c.control.Base
		}
	}
	c.turn = side.Other()
	return c
}

// settle takes off what the running side has used and counts from now on.
func (c Clock) settle(now time.Time) Clock {
	if c.running {
		c.left[c.turn] = c.Left(c.turn, now)
		c.since = now
	}
	return c
}

// Left is the time side may still think at now, never negative. The running
// side's falls with now once its delay has passed. It is 0 without a clock.
func (c Clock) Left(side Color, now time.Time) time.Duration {
	left := c.left[side]
	if c.running && side == c.turn {
		left -= max(0, now.Sub(c.since)-c.control.Delay)
	}
	return max(0, left)
}

// Flagged tells whose time has run out at now. Nobody's does without a clock,
// nor where each move has its own time that is not days: there the caller plays for a side that
// has nothing Left.
func (c Clock) Flagged(now time.Time) (side Color, down bool) {
	if c.control.None() || c.control.PerMove > 0 {
		return White, false
	}
	for side := range Color(2) {
		if c.Left(side, now) == 0 {
			return side, true
		}
	}
	return White, false
}

// Running is the side whose time runs.
func (c Clock) Running() (side Color, running bool) { return c.turn, c.running }

// With sets the time of one side: what is left of it at the time of the last
// Start, Press or Stop.
func (c Clock) With(side Color, left time.Duration) Clock {
	c.left[side] = max(0, left)
	return c
}

// Shift is the same clock for one whose time is d ahead.
func (c Clock) Shift(d time.Duration) Clock {
	c.since = c.since.Add(d)
	return c
}
