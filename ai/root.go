package ai

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"rookery/ai/network"
	"rookery/chess"
	"rookery/chess/sorted"
)

type rootMove struct {
	move  chess.Move
	score int // of the current depth, -infinity when it is only known to be worse
	nodes uint64
	line  []chess.Move
	rank  int // by the tablebase; 0 where it does not know
	wdl   int // likewise
}

// prepareSearches sets up one search a thread on a clone of b; moves are those to choose
// among. What the threads have learned is kept unless their number or the game changes.
func (e *Engine) prepareSearches(ctx context.Context, b chess.Board, moves []chess.Move, lim bounds, start time.Time) []*search {
	t := traitsOf(b.Rules())
	if lim.full {
		t.marginPercent, t.reductionPercent = 0, 0
	}
	if e.lent != nil {
		e.lent.prepare(e, t)
	}
	if e.table == nil {
		size := tableSize
		switch {
		case e.hash > 0:
			size = e.hash
		case e.level.strength().nodes > 0:
			size = smallTableSize
		}
		e.table = newTable(size)
	}
	e.table.nextAge()
	threads := max(1, e.threads)
	if len(e.searches) != threads || *e.searches[0].traits != t {
		e.searches = nil
		for range threads {
			e.searches = append(e.searches, newSearch(&t, e.style, e.networkFor(t.rules)))
		}
	}
	halt, mainDepth := new(atomic.Bool), new(atomic.Int32)
	for _, s := range e.searches {
		s.evaluator.onValue = e.OnValue
		s.setMargins(e.Margins)
		s.reset(ctx, b, e.history)
		if s.endings = nil; s.positions != nil && e.level.strength().temperature == 0 {
			s.endings = e.Endings
		}
		if s.tablebase = nil; s.positions != nil && e.Tablebase != nil && e.Tablebase.Pieces() > 0 && e.level.strength().temperature == 0 {
			s.tablebase, s.tablePieces = e.Tablebase, e.Tablebase.Pieces()
		}
		s.table, s.halt, s.mainDepth, s.contempt, s.maxNodes = e.table, halt, mainDepth, e.style.weights().contempt, lim.nodes
		s.deadline = time.Time{}
		if lim.hard > 0 {
			s.deadline = start.Add(lim.hard)
		}
		s.roots = s.roots[:0]
		for _, m := range moves {
			s.roots = append(s.roots, rootMove{move: m, score: -infinity})
		}
		s.ranked = false
		if s.tablebase != nil {
			s.rankRoots()
		}
	}
	return e.searches
}

// networkFor is the network that values games of r, nil for none.
func (e *Engine) networkFor(r chess.Rules) *network.Network {
	switch {
	case e.NoNetwork:
		return nil
	case e.Network != nil:
		return e.Network
	}
	return NetworkOf(r)
}

func newSearch(t *traits, style Style, n *network.Network) *search {
	s := &search{traits: t, hist: new(histories), evaluator: newEvaluator(*t, WeightsOf(t.rules), style.weights())}
	s.setMargins(nil)
	s.evaluator.useNetwork(n)
	for i := range s.moves {
		s.moves[i] = make([]chess.Move, 0, 96)
		s.scores[i] = make([]int32, 0, 96)
	}
	return s
}

// reset puts a search on a clone of b.
func (s *search) reset(ctx context.Context, b chess.Board, history []uint64) {
	s.ctx, s.nodes, s.selDepth, s.stopped = ctx, 0, 0, false
	if pb, ok := b.(chess.Positioned); ok {
		s.evaluator.side = b.Turn()
		if s.positions != nil {
			s.positions.n, s.positions.stack[0] = 0, *pb.Position()
		} else {
			s.positions = newPositionStack(s.traits, s.evaluator, pb.Position())
		}
		s.board = s.positions
	} else {
		s.board, s.positions = newGenericBoard(b.Clone()), nil
	}
	s.keys = append(append(s.keys[:0], history...), s.board.key())
	s.resetFrames()
}

// resetFrames forgets the path of the last search and evaluates the root of the next.
func (s *search) resetFrames() {
	s.frames[0] = frame{last: noPieceTo, check: s.board.inCheck(), static: noStatic}
	if !s.frames[0].check {
		s.frames[0].static = s.board.eval()
	}
	for i := range s.frames {
		s.frames[i].killers = [2]chess.Move{}
	}
}

func (e *Engine) chooseByLevel(ctx context.Context, b chess.Board, moves []chess.Move, lim bounds, start time.Time) Choice {
	if e.level.strength().temperature > 0 {
		return e.weaken(ctx, b, moves, lim, start)
	}
	return e.searchBest(ctx, b, moves, lim, start)
}

// searchBest deepens with all threads until the limits or the time manager end it. A
// decisive score ends it, too, once the depth is well beyond the mate.
func (e *Engine) searchBest(ctx context.Context, b chess.Board, moves []chess.Move, lim bounds, start time.Time) Choice {
	searches := e.prepareSearches(ctx, b, moves, lim, start)
	var others sync.WaitGroup
	for i, s := range searches[1:] {
		others.Go(func() { s.help(1+i%2, lim.depth) })
	}
	main := searches[0]
	lines := min(max(1, e.Lines), len(moves))
	watch := timeManager{start: start, soft: lim.soft}
	best := Choice{Move: moves[0], PV: moves[:1]}
	main.deepen(lines, 1, lim.depth, func(depth int, whole bool) bool {
		e.recordDepth(&best, searches, depth, lines, whole, start)
		if !whole {
			return false
		}
		first := main.roots[0]
		if first.score >= decisive || first.score <= -decisive {
			if lim.hard+lim.soft > 0 && depth > 2*abs(best.Mate)+4 {
				return true
			}
		}
		return watch.enough(first.move, first.score, int(100*first.nodes/max(1, main.nodes)))
	})
	main.halt.Store(true)
	others.Wait()
	best.Nodes = totalNodes(searches)
	if len(best.PV) > 1 {
		best.Ponder = best.PV[1]
	}
	return best
}

// totalNodes takes the first thread for each: the counts of the others may not be read
// while they run.
func totalNodes(searches []*search) (n uint64) { return searches[0].nodes * uint64(len(searches)) }

// recordDepth writes what a depth brought into c and reports it. Of one that was not
// searched to its end only a better first move counts.
func (e *Engine) recordDepth(c *Choice, searches []*search, depth, lines int, whole bool, start time.Time) {
	s := searches[0]
	first := &s.roots[0]
	if len(first.line) == 0 {
		return
	}
	if !whole && lines > 1 && len(c.Lines) > 0 {
		return // lines of different depths do not compare
	}
	if whole || c.Move != first.move || len(first.line) > len(c.PV) { // what only failed high has a line of one move
		c.Move, c.PV = first.move, slices.Clone(first.line)
	}
	if !whole {
		if len(c.Lines) > 0 {
			c.Lines[0] = Line{c.Move, c.Score, c.Mate, slices.Clone(c.PV)}
		}
		return
	}
	c.Score, c.Mate, c.Depth, c.Nodes = Centipawns(s.told(first)), mateIn(first.score), depth, totalNodes(searches)
	c.Lines = c.Lines[:0]
	for i := range s.roots[:lines] {
		r := &s.roots[i]
		if len(r.line) == 0 {
			break
		}
		line := s.toTheEnd(slices.Clone(r.line), r.score)
		if i == 0 {
			c.PV = slices.Clone(line)
		}
		c.Lines = append(c.Lines, Line{r.move, Centipawns(s.told(r)), mateIn(r.score), line})
		if e.OnInfo != nil {
			e.OnInfo(Info{
				Depth: depth, SelDepth: s.selDepth, Line: i + 1, Score: Centipawns(s.told(r)), Mate: mateIn(r.score),
				Nodes: c.Nodes, Elapsed: time.Since(start), HashFull: e.table.hashFull(), PV: slices.Clone(line),
			})
		}
	}
}

// deepen searches the root to depths first to last with so many best lines. After each
// depth, and when it is stopped in the middle of one, it calls done, which ends it by
// returning true.
func (s *search) deepen(lines, first, last int, done func(depth int, whole bool) bool) {
	for depth := first; depth <= last; depth++ {
		s.rootDepth = depth
		s.mainDepth.Store(int32(depth))
		for k := range lines {
			s.aspirationSearch(depth, k)
			if s.stopped {
				break
			}
			sortRoots(s.roots[:k+1])
		}
		if done != nil && done(depth, !s.stopped) || s.stopped {
			return
		}
	}
}

// help is a further thread: it searches lead plies deeper than the first one is at, to
// fill the table with what that will look for. On eight positions two threads took 0.77
// to 0.98 of the time that they took at the same depth.
func (s *search) help(lead, last int) {
	for depth := 1; !s.stopped; {
		depth = min(max(depth+1, int(s.mainDepth.Load())+lead), max(last, 1))
		s.rootDepth = depth
		s.aspirationSearch(depth, 0)
		if depth == last {
			return
		}
	}
}

// aspirationSearch searches the root moves from the k-th on in a window around the last
// score, and widens it until the score lies within. After a fail high the depth falls
// by up to three plies: the move is likely to be good, and its score is not known yet.
func (s *search) aspirationSearch(depth, k int) {
	last := s.roots[k].score
	alpha, beta, width := -infinity, infinity, s.margins[aspirationMargin]*max(s.traits.marginPercent, 60)/100
	if depth >= 5 && last > -decisive && last < decisive {
		alpha, beta = last-width, last+width
	}
	for reduced := 0; ; {
		score := s.searchRoot(alpha, beta, max(1, depth-reduced), k)
		if s.stopped {
			return
		}
		width += width
		switch {
		case score <= alpha && alpha > -infinity:
			beta = (alpha + beta) / 2
			alpha = max(score-width, -infinity)
			reduced = 0
		case score >= beta && beta < infinity:
			beta = min(score+width, infinity)
			reduced = min(reduced+1, 3)
		default:
			return
		}
		if width > 900 {
			alpha, beta = -infinity, infinity
		}
	}
}

// searchRoot searches the root moves from the k-th on and sorts them. It keeps the score
// of the best alone: those of the others are bounds.
func (s *search) searchRoot(alpha, beta, depth, k int) int {
	s.pvLen[0] = 0
	s.nodes++
	n := node{alpha: alpha, beta: beta, depth: depth, improving: true}
	best := -infinity
	f := &s.frames[0]
	f.nTriedQuiets, f.nTriedNoisies, f.picker, f.quiet = 0, 0, movePicker{}, s.quietHistory(0)
	for i := range s.roots[k:] {
		s.roots[k+i].score = -infinity
	}
	end := k + 1
	for end < len(s.roots) && s.roots[end].rank == s.roots[k].rank {
		end++
	}
	for i := k; i < end; i++ {
		r := &s.roots[i]
		noisy, before := s.board.isNoisy(r.move), s.nodes
		history := 0
		if noisy {
			f.picker.gain = s.board.gain(r.move)
		} else {
			f.picker.gain = 0
			history = f.quiet.value(r.move, pieceToOf(s.board, r.move))
		}
		s.push(r.move, 0)
		score := s.searchMove(&n, depth-1, i-k+1, noisy, history)
		s.pop()
		r.nodes += s.nodes - before
		if s.stopped {
			break
		}
		if i == k || score > n.alpha {
			r.score = score
			s.updatePV(0, r.move)
			r.line = append(r.line[:0], s.pv[0][:s.pvLen[0]]...)
		}
		if best = max(best, score); score > n.alpha {
			n.alpha = score
			if score >= beta {
				break
			}
		}
	}
	if s.stopped && best == -infinity {
		return best
	}
	sortRoots(s.roots[k:end])
	s.table.store(s.keys[len(s.keys)-1], entry{move: s.roots[k].move, score: toTable(best, 0), depth: depth, bound: exact, pv: true})
	return best
}

// sortRoots puts the best first, by rank, then by score. It is stable, so that the first thread finds the same
// moves everywhere.
func sortRoots(roots []rootMove) {
	sorted.By(roots, func(a, b rootMove) int { return cmp.Or(cmp.Compare(b.rank, a.rank), cmp.Compare(b.score, a.score)) })
}
