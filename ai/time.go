package ai

import (
	"time"

	"rookery/chess"
)

// bounds are the limits of one search, those of the level included.
type bounds struct {
	depth      int
	nodes      uint64
	soft, hard time.Duration // when to begin no new depth, when to stop; zero: none
	full       bool          // no move is left out or searched less
}

// defaultLag is for the way of a move to a clock on the same machine.
const defaultLag = 30 * time.Millisecond

// SetLag sets what is kept back of a clock for the way of a move to the one who keeps the clock.
// Where searches end late, more is kept back than that.
func (e *Engine) SetLag(d time.Duration) { e.lag = max(0, d) }

// reserve is what is kept back of a clock: one and a half times the overrun besides the
// lag. At 1+0.01 on a loaded machine it lost 8 games on time where the engine without
// it lost 21.
func (e *Engine) reserve() time.Duration { return e.lag + e.overrun*3/2 }

// noteOverrun learns from a search that was to end after hard and has taken spent: a
// busy machine lets a program wait for tenths of a second, and will again.
func (e *Engine) noteOverrun(spent, hard time.Duration) {
	switch over := spent - hard; {
	case hard <= 0:
	case over > e.overrun:
		e.overrun = over
	default:
		e.overrun -= e.overrun / 16
	}
}

// boundsFor is what a search may use of lim by the level and the clock of us.
func (e *Engine) boundsFor(lim Limit, us chess.Color, t *traits) bounds {
	s := e.level.underRules(t)
	part := max(1, s.timePart)
	b := bounds{depth: maxPly / 2, nodes: lim.Nodes, full: lim.Full}
	if lim.Depth > 0 {
		b.depth = min(b.depth, lim.Depth)
	}
	if b.nodes > 0 {
		b.nodes = max(1, b.nodes/uint64(part))
	}
	if own := uint64(float64(s.nodes) * e.form); own > 0 && (b.nodes == 0 || own < b.nodes) {
		b.nodes = own
	}
	if lim.Infinite {
		return b
	}
	switch left := lim.Time[us]; {
	case lim.MoveTime > 0:
		b.hard = lim.MoveTime
	case left > 0:
		b.soft, b.hard = clockShare(left, lim.Increment[us], lim.MovesToGo, e.reserve())
	case lim.Depth == 0 && lim.Nodes == 0:
		b.soft, b.hard = defaultMoveTime*2/3, defaultMoveTime*3/2
	}
	b.soft, b.hard = b.soft/time.Duration(part), b.hard/time.Duration(part)
	return b
}

// clockShare is the part of a clock that one move may use: about a 25th of what is left
// beyond the reserve and most of the increment, up to four times that where the search
// is in doubt. A clock that is nearly down to the reserve is used less, so that it
// recovers.
func clockShare(left, increment time.Duration, togo int, reserve time.Duration) (soft, hard time.Duration) {
	if togo <= 0 || togo > 25 {
		togo = 25
	}
	spare := max(left-reserve, left/3)
	soft = spare/time.Duration(togo) + increment*3/4
	if low := 2 * reserve; left < low {
		soft = time.Duration(float64(soft) * float64(left) / float64(low))
	}
	hard = min(soft*4, spare*2/5)
	if togo == 1 {
		hard = spare * 4 / 5
	}
	return min(soft, hard), hard
}

// timeManager decides when a search may end before its limit.
type timeManager struct {
	start  time.Time
	soft   time.Duration
	best   chess.Move
	stable int // depths in a row with the same best move
	score  int // of the depth before
}

// enough reports whether to begin no new depth after one with this best move and score.
// effort is the share of all nodes that the best move took, in percent: the more, the
// clearer it is ahead.
func (p *timeManager) enough(best chess.Move, score, effort int) bool {
	if best == p.best {
		p.stable++
	} else {
		p.best, p.stable = best, 0
	}
	drop := max(-20, min(80, p.score-score))
	p.score = score
	if p.soft == 0 {
		return false
	}
	// Each of three signs may stretch the time by up to a third, four fifths and a half, and cut
	// it by a third, a fifth and a quarter; together from two fifths to three and a half times.
	percent := 130 - 8*min(p.stable, 8)          // a best move that has just changed
	percent = percent * (100 + drop) / 100       // a score that falls
	percent = percent * (150 - effort*3/4) / 100 // other moves that take nodes to refute
	return time.Since(p.start) > p.soft*time.Duration(percent)/100
}
