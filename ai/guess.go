package ai

import (
	"context"
	"math"
	"slices"
	"time"

	"rookery/chess"
)

// In the fog the engine sees the View of its own side and the moves it may try,
// never the hidden men. It holds beliefs: boards that may be the true one. They
// follow the game, each by the engine's own move and the replies that would look
// as the board looks now; where none is left, boards are set up afresh from the
// men that are missing. A move is chosen by what it is worth on a few of them.

// samples is how many boards a move is valued on, and candidates how many moves
// are valued on all of them.
const (
	samples    = 12
	candidates = 6
	// believed is how many boards are held.
	believed = 96
)

// beliefs are the boards that may be true before the side's own last move, and
// that move.
type beliefs struct {
	boards []chess.Board
	played chess.Move
	side   chess.Color
	// stood counts how often the own men stood as they do after a move, by
	// ownKey: a side that does not see the other must not walk in circles.
	stood map[uint64]int
}

// circle is what it costs, in centipawns, to bring the own men where they stood.
const circle = 20

// guess chooses a move in the fog.
func (e *Engine) guess(ctx context.Context, b chess.Board, moves []chess.Move, lim bounds) Choice {
	start := time.Now()
	us := b.Turn()
	view := b.View(chess.EyesOf(us))
	e.follow(b.Rules(), view, us)
	best := Choice{Move: moves[e.rng.IntN(len(moves))]}
	boards := e.sample(b.Rules(), view, us)
	each := lim
	each.depth = min(lim.depth, 10)
	part := uint64(samples * 2)
	each.nodes = max(lim.nodes/part, 200)
	if lim.nodes == 0 {
		each.nodes = 0
	}
	each.hard = max(lim.hard, lim.soft) / time.Duration(part)
	each.soft = 0
	// A guessed board has no past, and its lines are none of the true board.
	kept, tell := e.history, e.OnInfo
	e.history, e.OnInfo = nil, nil
	defer func() { e.history, e.OnInfo = kept, tell }()
	likely := make(map[chess.Move]int)
	var order []chess.Move
	for _, guessed := range boards {
		if ctx.Err() != nil {
			break
		}
		c := e.imagined(ctx, guessed, moves, each)
		best.Nodes += c.Nodes
		best.Depth = max(best.Depth, c.Depth)
		if c.Move != 0 {
			if likely[c.Move] == 0 {
				order = append(order, c.Move)
			}
			likely[c.Move]++
		}
	}
	slices.SortStableFunc(order, func(x, y chess.Move) int { return likely[y] - likely[x] })
	order = order[:min(len(order), candidates)]
	if len(order) == 1 {
		best.Move = order[0]
	} else if len(order) > 1 {
		e.compare(ctx, &best, boards, order, each)
	}
	e.faith.played = best.Move
	e.faith.stood[ownKey(boards, best.Move)]++
	best.PV = []chess.Move{best.Move}
	if tell != nil {
		tell(Info{Depth: best.Depth, SelDepth: best.Depth, Line: 1, Score: best.Score, Nodes: best.Nodes,
			Elapsed: time.Since(start), PV: []chess.Move{best.Move}})
	}
	return best
}

// compare values each of a few moves on every board and takes the one that is
// best on average, less some caution where boards disagree.
func (e *Engine) compare(ctx context.Context, best *Choice, boards []chess.Board, moves []chess.Move, each bounds) {
	each.nodes /= uint64(len(moves))
	each.hard /= time.Duration(len(moves))
	if each.nodes > 0 {
		each.nodes = max(each.nodes, 100)
	}
	top := math.Inf(-1)
	for i, m := range moves {
		var sum, squares, n float64
		for _, b := range boards {
			if ctx.Err() != nil && i > 0 {
				return
			}
			if !slices.Contains(b.Moves(nil), m) {
				continue
			}
			v, nodes := e.worth(ctx, b, m, each)
			best.Nodes += nodes
			sum, squares, n = sum+v, squares+v*v, n+1
		}
		if n == 0 {
			continue
		}
		mean := sum / n
		spread := math.Sqrt(max(0, squares/n-mean*mean))
		again := e.faith.stood[ownKey(boards, m)]
		if v := mean - 0.2*spread - circle*float64(again); v > top {
			top = v
			best.Move, best.Score = m, Centipawns(mean)
		}
	}
}

// ownKey is a key of how the mover's men stand after m, on any of the boards
// where it can be played; they all agree on that.
func ownKey(boards []chess.Board, m chess.Move) uint64 {
	for _, b := range boards {
		at, ok := b.(chess.Positioned)
		if !ok || !slices.Contains(b.Moves(nil), m) {
			continue
		}
		us := b.Turn()
		var next chess.Position
		at.Position().Apply(m, &next)
		key := uint64(us)
		for r := chess.Pawn; r <= chess.King; r++ {
			key = (key ^ uint64(next.Men(us, r))) * 0x9e3779b97f4a7c15
			key ^= key >> 31
		}
		return key
	}
	return 0
}

// worth is what m gains on one board, in centipawns within bounds that no
// single board outweighs the others.
func (e *Engine) worth(ctx context.Context, b chess.Board, m chess.Move, each bounds) (float64, uint64) {
	const most = 1800
	on := b.Clone()
	us := on.Turn()
	on.Make(m)
	if o := on.Outcome(); o.Over() {
		if c, ok := o.Winner(); ok && c == us {
			return most, 1
		} else if ok {
			return -most, 1
		}
		return 0, 1
	}
	replies := on.Moves(nil)
	if len(replies) == 0 {
		return 0, 1
	}
	c := e.think(ctx, on, replies, each, time.Now())
	return -float64(max(-most, min(most, c.Score))), c.Nodes
}

// imagined searches one guessed board and returns its best move among those
// that may truly be tried, the zero Choice when none fits.
func (e *Engine) imagined(ctx context.Context, b chess.Board, may []chess.Move, lim bounds) Choice {
	var both []chess.Move
	for _, m := range b.Moves(nil) {
		if slices.Contains(may, m) {
			both = append(both, m)
		}
	}
	if len(both) == 0 {
		return Choice{}
	}
	return e.think(ctx, b, both, lim, time.Now())
}

// sample is the boards to value moves on: beliefs drawn at random, filled up
// with boards set up afresh.
func (e *Engine) sample(r chess.Rules, v chess.View, us chess.Color) []chess.Board {
	var boards []chess.Board
	for _, i := range e.rng.Perm(len(e.faith.boards)) {
		if len(boards) < samples {
			boards = append(boards, e.faith.boards[i])
		}
	}
	for try := 0; len(boards) < samples && try < 3*samples; try++ {
		if b, ok := imagine(r, v, us, e.rng); ok {
			boards = append(boards, b)
			if len(e.faith.boards) < believed {
				e.faith.boards = append(e.faith.boards, b)
			}
		}
	}
	return boards
}

// follow brings the beliefs to the present: each is played on by the own last
// move and by replies, and those that look as the board looks now are kept.
func (e *Engine) follow(r chess.Rules, v chess.View, us chess.Color) {
	was := e.faith
	e.faith = beliefs{side: us, stood: was.stood}
	if was.side != us || was.stood == nil {
		e.faith.stood = make(map[uint64]int)
	}
	var pool []chess.Board
	switch {
	case len(was.boards) > 0 && was.side == us && was.played != 0:
		for _, b := range was.boards {
			if slices.Contains(b.Moves(nil), was.played) {
				on := b.Clone()
				on.Make(was.played)
				pool = append(pool, on)
			}
		}
	case v.Fullmove == 1 && (r.Setup == nil || r.Setup.Count <= 1):
		first, err := chess.NewBoard(r, "")
		if err != nil {
			return
		}
		if first.Turn() == us {
			if alike(first.View(chess.EyesOf(us)), v) {
				e.faith.boards = []chess.Board{first}
			}
			return
		}
		pool = []chess.Board{first}
	}
	e.faith.boards = e.believe(pool, v, us)
}

// believe plays each board on by every reply that leads to view, and keeps some
// of the results, those rather that follow from good replies.
func (e *Engine) believe(pool []chess.Board, v chess.View, us chess.Color) []chess.Board {
	type guess struct {
		board  chess.Board
		weight float64
	}
	var found []guess
	known := make(map[uint64]bool)
	for _, b := range pool {
		p, ok := b.(chess.Positioned)
		if !ok || b.Outcome().Over() {
			continue
		}
		t := traitsOf(b.Rules())
		for _, m := range b.Moves(nil) {
			gain := float64(max(-600, min(600, t.exchange(p.Position(), m))))
			b.Make(m)
			if !known[b.Key()] && !b.Outcome().Over() && alike(b.View(chess.EyesOf(us)), v) {
				known[b.Key()] = true
				// the replies likely to be played are those that win something
				// (the smallest key wins a weighted draw: P. Efraimidis and P. Spirakis, 2006)
				w := -math.Log(1-e.rng.Float64()) / math.Exp(gain/150)
				found = append(found, guess{b.Clone(), w})
			}
			b.Undo()
		}
	}
	slices.SortFunc(found, func(a, b guess) int {
		switch {
		case a.weight < b.weight:
			return -1
		case a.weight > b.weight:
			return 1
		}
		return 0
	})
	var kept []chess.Board
	for _, g := range found[:min(len(found), believed)] {
		kept = append(kept, g.board)
	}
	return kept
}

// alike tells whether two views show the same.
func alike(a, b chess.View) bool {
	return slices.Equal(a.Cells, b.Cells) && a.Men == b.Men && a.Hands == b.Hands && slices.Equal(a.Checked, b.Checked)
}
