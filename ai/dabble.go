package ai

import (
	"context"
	"math"
	"slices"
	"time"

	"rookery/chess"
)

// dabble plays like a person below mastery: it values every move with a small
// search, overlooks some of the surprising ones, and chooses among the best
// few with a temperature. Wins at once are always seen.
func (e *Engine) dabble(ctx context.Context, b chess.Board, moves []chess.Move, lim bounds, start time.Time) Choice {
	s := e.begin(ctx, b, moves, lim, start)[0]
	level := e.level.strength()
	moves = slices.Clone(moves)
	scores := make([]int, len(moves))
	best := Choice{Move: moves[0], PV: moves[:1]}
	for depth := 1; depth <= lim.depth && !s.stopped; depth++ {
		next := slices.Clone(scores)
		s.rootDepth = depth
		for i, m := range moves {
			s.push(m, 0)
			next[i] = -s.node(-infinity, infinity, depth-1, 1, false)
			s.pop()
			if s.stopped {
				break
			}
		}
		if s.stopped && depth > 1 {
			break
		}
		scores = next
		best.Depth = depth
	}
	i := e.choose(b, moves, scores, level)
	best.Move, best.Score, best.Mate, best.Nodes = moves[i], Centipawns(scores[i]), mateIn(scores[i]), s.nodes
	best.PV = []chess.Move{best.Move}
	if e.OnInfo != nil {
		e.OnInfo(Info{Depth: best.Depth, SelDepth: s.selDepth, Line: 1, Score: best.Score, Mate: best.Mate,
			Nodes: best.Nodes, Elapsed: time.Since(start), PV: slices.Clone(best.PV)})
	}
	return best
}

// choose draws one of the valued moves.
func (e *Engine) choose(b chess.Board, moves []chess.Move, scores []int, level strength) int {
	top := slices.Max(scores)
	if top >= won-1 {
		return slices.Index(scores, top)
	}
	var weights []float64
	sum := 0.0
	for i, m := range moves {
		w := math.Exp(float64(scores[i]-top) / level.spread)
		if e.overlooked(b, m, level.overlook) {
			w *= 1e-3
		}
		weights = append(weights, w)
		sum += w
	}
	at := e.rng.Float64() * sum
	for i, w := range weights {
		if at -= w; at < 0 {
			return i
		}
	}
	return slices.Index(scores, top)
}

// overlooked tells whether a person of this level would miss m: long moves and
// moves backward are missed most, quiet ones more than captures. The answer is
// fixed for a position and a seed.
func (e *Engine) overlooked(b chess.Board, m chess.Move, percent int) bool {
	cells := b.Layout().Cells
	from, to := cells[m.From()], cells[m.To()]
	length := max(abs(from.X-to.X), abs(from.Y-to.Y)) / 2
	back := to.Y > from.Y
	if b.Turn() == chess.Black {
		back = to.Y < from.Y
	}
	chance := percent * (1 + length) / 4
	if back {
		chance += percent / 2
	}
	if m.IsCapture() {
		if length <= 1 && e.level > Beginner {
			return false // what stands next to a man is seen
		}
		chance /= 2
	}
	h := (b.Key() ^ e.seed ^ uint64(m)*0x9e3779b97f4a7c15) * 0xbf58476d1ce4e5b9
	return int(h>>40%100) < chance
}
