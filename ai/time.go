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

// lag is what is kept back of a clock for what is not thinking.
const lag = 30 * time.Millisecond

func (e *Engine) bounded(lim Limit, us chess.Color) bounds {
	s := e.level.strength()
	part := max(1, s.part)
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
		b.soft, b.hard = share(left, lim.Increment[us], lim.MovesToGo)
	case lim.Depth == 0 && lim.Nodes == 0:
		b.soft, b.hard = ownTime*2/3, ownTime*3/2
	}
	b.soft, b.hard = b.soft/time.Duration(part), b.hard/time.Duration(part)
	return b
}

// share is the part of a clock that one move may use: about a 25th of what is
// left and most of the increment, stretched to four times that where the
// search is in doubt.
func share(left, increment time.Duration, togo int) (soft, hard time.Duration) {
	if togo <= 0 || togo > 25 {
		togo = 25
	}
	spare := max(left-lag, left/3)
	soft = spare/time.Duration(togo) + increment*3/4
	hard = min(soft*4, spare*2/5)
	if togo == 1 {
		hard = spare * 4 / 5
	}
	return min(soft, hard), hard
}

// pace follows one search and says when enough is known.
type pace struct {
	start  time.Time
	soft   time.Duration
	best   chess.Move
	steady int // depths in a row with the same best move
	score  int // of the depth before
}

// enough tells whether to begin no new depth, after one with this best move
// and score, for which the best move took its part of all nodes, in percent.
func (p *pace) enough(best chess.Move, score, effort int) bool {
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
