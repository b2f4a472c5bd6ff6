package ai

import (
	"time"

	"rookery/chess"
)

// bounds are the limits of one search after the level has had its say.
type bounds struct {
	depth      int
	nodes      uint64
	soft, hard time.Duration // when to begin no new depth, when to stop; zero: none
}

// defaultLag is what is kept back of a clock for what is not thinking, unless
// SetLag says otherwise.
const defaultLag = 30 * time.Millisecond

// SetLag sets what is kept back of a clock for what is not thinking: the way of
// a move to whoever holds the clock. Where the machine lets searches end late,
// more is kept back than that.
func (e *Engine) SetLag(d time.Duration) { e.lag = max(0, d) }

// reserve is what is kept back of a clock now.
func (e *Engine) reserve() time.Duration { return e.lag + e.overrun*3/2 }

// noteOverrun learns from a search on a clock that was to end after hard and has taken
// spent: a machine with much to do lets a program wait for tenths of a second,
// and what happened once will happen again.
func (e *Engine) noteOverrun(spent, hard time.Duration) {
	switch over := spent - hard; {
	case hard <= 0:
	case over > e.overrun:
		e.overrun = over
	default:
		e.overrun -= e.overrun / 16
	}
}

// boundsFor is what a search for us may use under lim: what is given, what the level
// takes of it, and what the clock allows.
func (e *Engine) boundsFor(lim Limit, us chess.Color, t *traits) bounds {
	s := e.level.underRules(t)
	part := max(1, s.timePart)
	b := bounds{depth: maxPly / 2, nodes: lim.Nodes}
	if lim.Depth > 0 {
		b.depth = min(b.depth, lim.Depth)
	}
	if b.nodes > 0 {
		b.nodes = max(1, b.nodes/uint64(part))
	}
	if s.nodes > 0 && (b.nodes == 0 || s.nodes < b.nodes) {
		b.nodes = s.nodes
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

// clockShare is the part of a clock that one move may use: about a 25th of what is
// left beyond the reserve and most of the increment, stretched to four times
// that where the search is in doubt. Of a clock that is nearly down to the
// reserve less of the increment is used, so that it recovers.
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

// timeManager follows one search and says when enough is known.
type timeManager struct {
	start  time.Time
	soft   time.Duration
	best   chess.Move
	steady int // depths in a row with the same best move
	score  int // of the depth before
}

// enough tells whether to begin no new depth, after one with this best move
// and score, for which the best move took its part of all nodes, in percent.
func (p *timeManager) enough(best chess.Move, score, effort int) bool {
	if best == p.best {
		p.steady++
	} else {
		p.best, p.steady = best, 0
	}
	drop := max(-20, min(80, p.score-score))
	p.score = score
	if p.soft == 0 {
		return false
	}
	percent := 130 - 8*min(p.steady, 8)    // doubt about the move
	percent = percent * (100 + drop) / 100 // and about the position
	percent = percent * (150 - effort*3/4) / 100
	return time.Since(p.start) > p.soft*time.Duration(max(25, percent))/100
}
