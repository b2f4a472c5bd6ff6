package ai

import (
	"context"
	"math"
	"slices"
	"time"

	"rookery/chess"
)

// dabble plays like a person below mastery: it does not see some of the
// surprising moves, looks a little at the others, and chooses among the best
// few with a temperature. A win at once is always seen.
func (e *Engine) dabble(ctx context.Context, b chess.Board, moves []chess.Move, lim bounds, start time.Time) Choice {
	level := e.level.strength()
	seen := e.noticed(b, moves, level.overlook)
	search := *e
	search.Lines, search.OnInfo = max(e.Lines, level.choices), nil
	c := search.deepThink(ctx, b, seen, lim, start)
	e.table, e.searches = search.table, search.searches
	if len(c.Lines) > 0 {
		i := e.draw(c.Lines, level.spread)
		picked := c.Lines[i]
		c.Lines[0], c.Lines[i] = picked, c.Lines[0]
		c.Move, c.Score, c.Mate, c.PV = picked.Move, picked.Score, picked.Mate, picked.PV
	}
	if len(c.Lines) == 0 {
		c.Lines = []Line{{c.Move, c.Score, c.Mate, c.PV}}
	}
	c.Lines = c.Lines[:min(len(c.Lines), max(1, e.Lines))]
	if e.OnInfo != nil {
		for i, l := range c.Lines {
			e.OnInfo(Info{Depth: c.Depth, SelDepth: c.Depth, Line: i + 1, Score: l.Score, Mate: l.Mate,
				Nodes: c.Nodes, Elapsed: time.Since(start), PV: slices.Clone(l.PV)})
		}
	}
	return c
}

// draw picks one of the lines, best first: the further below the best, the less
// likely, with a temperature in centipawns.
func (e *Engine) draw(lines []Line, spread float64) int {
	top := lines[0]
	if top.Mate == 1 {
		return 0
	}
	sum := 0.0
	weights := make([]float64, len(lines))
	for i, l := range lines {
		weights[i] = math.Exp(float64(l.Score-top.Score) / spread)
		sum += weights[i]
	}
	at := e.rng.Float64() * sum
	for i, w := range weights {
		if at -= w; at < 0 {
			return i
		}
	}
	return 0
}

// noticed is the moves that are not overlooked; there is always one.
func (e *Engine) noticed(b chess.Board, moves []chess.Move, percent int) []chess.Move {
	var seen []chess.Move
	for _, m := range moves {
		if !e.overlooked(b, m, percent) || winsAtOnce(b, m) {
			seen = append(seen, m)
		}
	}
	if len(seen) == 0 {
		return moves
	}
	return seen
}

// winsAtOnce tells whether m ends the game in the mover's favour. In the fog
// nobody can tell.
func winsAtOnce(b chess.Board, m chess.Move) bool {
	if b.Rules().Fog {
		return false
	}
	us := b.Turn()
	b.Make(m)
	defer b.Undo()
	c, ok := b.Outcome().Winner()
	return ok && c == us
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
