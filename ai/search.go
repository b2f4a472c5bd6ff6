package ai

import (
	"context"
	"math"
	"sync/atomic"
	"time"

	"rookery/chess"
)

// search is one thread's run over a ground: its memory is made beforehand, a
// node allocates nothing.
type search struct {
	ctx       context.Context
	board     searchBoard
	traits    *traits
	table     *table
	hist      *histories
	evaluator *Evaluator
	deadline  time.Time // zero: none
	maxNodes  uint64    // 0: no limit
	nodes     uint64
	selDepth  int
	stopped   bool
	halt      *atomic.Bool  // set when one thread tells the others to stop
	mainDepth *atomic.Int32 // the depth that the first thread is at
	contempt  int           // of the side to move at the root
	// rootDepth is the depth asked for at the root; extensions end at twice it.
	rootDepth int
	roots     []rootMove

	keys   []uint64 // of the positions before and on the path
	moves  [maxPly + 40][]chess.Move
	scores [maxPly + 40][]int32
	frames [maxPly + 40]frame
	pv     [maxPly + 1][maxPly + 1]chess.Move
	pvLen  [maxPly + 1]int
}

// frame is what a search knows of one node on its path.
type frame struct {
	picker        movePicker
	last          pieceTo // of the move that led here
	static        int     // noStatic in check
	check         bool
	afterNull     bool // a pass led here
	excluded      chess.Move
	killers       [2]chess.Move
	triedQuiets   [48]chess.Move // tried so far
	triedNoisies  [24]chess.Move
	nTriedQuiets  int
	nTriedNoisies int
}

// noStatic stands for the static value of a position in check.
const noStatic = -infinity - 1

// maxRepeat is how many plies back a repetition is looked for at most.
const maxRepeat = 400

// reductions of late moves by depth and place in the order, in plies · 1024.
var reductions = func() (r [64][64]int) {
	for d := 1; d < 64; d++ {
		for n := 1; n < 64; n++ {
			r[d][n] = int(1024 * (0.75 + math.Log(float64(d))*math.Log(float64(n))/2.3))
		}
	}
	return r
}()

// mustStop tells whether the search must end; it looks at the clock now and then.
func (s *search) mustStop() bool {
	if s.stopped {
		return true
	}
	if s.maxNodes > 0 && s.nodes >= s.maxNodes {
		s.stopped = true
	} else if s.nodes&s.traits.clockMask == 0 {
		s.stopped = s.ctx.Err() != nil || s.halt.Load() || !s.deadline.IsZero() && !time.Now().Before(s.deadline)
	}
	return s.stopped
}

// draw is the score of an even end at ply, seen by the side to move.
func (s *search) draw(ply int) int {
	if ply&1 == 0 {
		return -s.contempt
	}
	return s.contempt
}

// repeated tells whether the present position stood before.
func (s *search) repeated(key uint64) bool {
	last := len(s.keys) - 1
	for i, first := last-2, max(0, last-s.board.reversiblePlies()); i >= first; i -= 2 {
		if s.keys[i] == key {
			return true
		}
	}
	return false
}

// push plays m at ply and notes it for the node below.
func (s *search) push(m chess.Move, ply int) {
	below := &s.frames[ply+1]
	below.last, below.afterNull = noPieceTo, m == chess.Pass
	if m != chess.Pass {
		below.last = pieceToOf(s.board, m)
	}
	s.board.make(m)
	key := s.board.key()
	s.table.prefetch(key)
	s.keys = append(s.keys, key)
	below.check = s.board.inCheck()
}

func (s *search) pop() {
	s.board.undo()
	s.keys = s.keys[:len(s.keys)-1]
}

// searchNode searches one position to a depth in plies within (alpha, beta) and
// returns its score for the side to move. cut says that a value of at least
// beta is expected.
func (s *search) searchNode(alpha, beta, depth, ply int, cut bool) int {
	if depth <= 0 || ply >= maxPly-2 {
		return s.quiesce(alpha, beta, ply, 0)
	}
	s.pvLen[ply] = 0
	if s.mustStop() {
		return 0
	}
	s.nodes++
	s.selDepth = max(s.selDepth, ply)
	f := &s.frames[ply]
	key := s.keys[len(s.keys)-1]
	if f.excluded == 0 {
		if o := s.board.earlyOutcome(); o.Over() {
			return s.endScore(o, ply)
		}
		if s.repeated(key) || s.traits.fiftyMoves && s.board.halfmoves() >= 100 {
			return s.draw(ply)
		}
		alpha, beta = max(alpha, ply-winScore), min(beta, winScore-ply)
		if alpha >= beta {
			return alpha
		}
	}
	onLine := beta-alpha > 1
	var known entry
	var hit bool
	if f.excluded == 0 {
		known, hit = s.table.probe(key)
		known.score = fromTable(known.score, ply)
		if hit && !onLine && known.depth >= depth && known.bounds(alpha, beta) {
			return known.score
		}
	}
	static := noStatic
	if f.excluded != 0 {
		static = f.static
	} else if !f.check {
		static = max(-decisive+1, min(decisive-1, s.board.eval()+s.correction(ply)))
		f.static = static
		if hit && (known.bound == exact || known.bound == lower && known.score > static || known.bound == upper && known.score < static) && abs(known.score) < decisive {
			static = known.score // what was searched knows better
		}
	} else {
		f.static = noStatic
	}
	improving := ply >= 2 && f.static != noStatic && (s.frames[ply-2].static == noStatic || f.static > s.frames[ply-2].static)
	s.frames[ply+2].killers = [2]chess.Move{}
	if !onLine && !f.check && f.excluded == 0 && s.traits.marginPercent > 0 && abs(beta) < decisive {
		if score, ok := s.pruneNode(alpha, beta, depth, ply, static, improving, cut); ok {
			return score
		}
		if s.stopped {
			return 0
		}
	}
	if known.move == 0 && depth >= 4 && f.excluded == 0 && (onLine || cut) {
		depth-- // without a known move a shallower look finds one sooner
	}
	extra := 0
	if depth >= 7 && f.excluded == 0 && known.move != 0 && known.depth >= depth-3 && known.bound&lower != 0 &&
		abs(known.score) < decisive && ply < 2*s.rootDepth && s.traits.marginPercent > 0 {
		score, ok := 0, false
		if extra, score, ok = s.singularExtension(known, depth, ply, beta, onLine, cut); ok || s.stopped {
			return score
		}
	}
	return s.searchMoves(alpha, beta, depth, ply, known.move, extra, improving, cut, key)
}

// bounds tells whether what is known decides a search in (alpha, beta).
func (e entry) bounds(alpha, beta int) bool {
	return e.bound == exact || e.bound == lower && e.score >= beta || e.bound == upper && e.score <= alpha
}

// endScore scores an end of the game found at ply.
func (s *search) endScore(o chess.Outcome, ply int) int {
	if o.Result == chess.Drawn {
		return s.draw(ply)
	}
	return outcomeScore(o, s.board.turn(), ply)
}

// searchMoves tries the moves of a node.
func (s *search) searchMoves(alpha, beta, depth, ply int, first chess.Move, extra int, improving, cut bool, key uint64) int {
	f := &s.frames[ply]
	excluded := f.excluded
	best, bestMove, start := -infinity, chess.Move(0), alpha
	onLine := beta-alpha > 1
	prunes := !onLine && !f.check && s.traits.marginPercent > 0
	quietsToo := true
	f.nTriedQuiets, f.nTriedNoisies = 0, 0
	turn := s.board.turn()
	s.startPicker(ply, first, true)
	late := quietMoveLimit(depth, improving)
	n := 0
	for {
		m := s.nextMove(ply, quietsToo)
		if m == 0 {
			break
		}
		if m == excluded {
			continue
		}
		n++
		if n == 1 && s.traits.forcedCaptures && f.picker.end == 1 && ply < 2*s.rootDepth {
			depth++ // a forced reply costs nothing
		}
		noisy := s.board.isNoisy(m)
		h := 0
		if !noisy {
			h = s.quietValue(ply, turn, pieceToOf(s.board, m))
		}
		if prunes && best > -decisive && m != first {
			switch gain := f.picker.gain; {
			case !noisy:
				if depth <= 8 && f.nTriedQuiets >= late {
					quietsToo = false
					continue
				}
				if depth <= 7 && f.static+(110+95*depth)*s.traits.marginPercent/100+h/128 <= alpha && !s.board.givesCheck(m) {
					continue
				}
				if depth <= 4 && h < -3500*depth || depth <= 7 && s.traits.staticExchange && s.board.gain(m) < -30*depth*depth {
					continue
				}
			case depth <= 6 && gain < -90*depth*s.traits.marginPercent/100:
				continue
			}
		}
		more := 0
		if m == first {
			more = extra
		}
		s.push(m, ply)
		score := s.searchMove(alpha, beta, depth-1+more, ply, n, noisy, improving, cut, h)
		s.pop()
		if s.stopped {
			return 0
		}
		if score > best {
			best = score
			if score > alpha {
				alpha, bestMove = score, m
				if onLine {
					s.updatePV(ply, m)
				}
				if score >= beta {
					s.updateHistories(ply, m, noisy, depth)
					break
				}
			}
		}
		f.noteTried(m, noisy)
	}
	if n == 0 {
		if excluded != 0 {
			return start
		}
		return s.endScore(s.board.noMoveOutcome(), ply)
	}
	if excluded != 0 {
		return best
	}
	b := exact
	switch {
	case best >= beta:
		b = lower
	case best <= start:
		b = upper
	}
	if f.static != noStatic && abs(best) < decisive && (bestMove == 0 || !s.board.isNoisy(bestMove)) &&
		(b == exact || b == lower && best > f.static || b == upper && best < f.static) {
		s.updateCorrections(ply, f.static, best, depth)
	}
	s.table.store(key, entry{bestMove, toTable(best, ply), depth, b})
	return best
}

// noteTried remembers a move that was tried in vain.
func (f *frame) noteTried(m chess.Move, noisy bool) {
	if noisy {
		if f.nTriedNoisies < len(f.triedNoisies) {
			f.triedNoisies[f.nTriedNoisies] = m
			f.nTriedNoisies++
		}
	} else if f.nTriedQuiets < len(f.triedQuiets) {
		f.triedQuiets[f.nTriedQuiets] = m
		f.nTriedQuiets++
	}
}

// quietMoveLimit is how many quiet moves are tried at a depth.
func quietMoveLimit(depth int, improving bool) int {
	n := 3 + depth*depth
	if !improving {
		n /= 2
	}
	return max(2, min(n, len(frame{}.triedQuiets)-1))
}

// searchMove searches the position after the n-th move to depth: late quiet moves
// less deep, and all but the first through a null window.
func (s *search) searchMove(alpha, beta, depth, ply, n int, noisy, improving, cut bool, h int) int {
	onLine := beta-alpha > 1
	f, below := &s.frames[ply], &s.frames[ply+1]
	if below.check && ply < 2*s.rootDepth && f.picker.gain >= 0 {
		depth++ // a check is answered before the end
	}
	if n == 1 {
		if onLine {
			return -s.searchNode(-beta, -alpha, depth, ply+1, false)
		}
		return -s.searchNode(-beta, -alpha, depth, ply+1, !cut)
	}
	less := 0
	if depth >= 2 && n >= 3 && (!s.traits.forcedCaptures || !noisy) {
		less = reductions[min(depth, 63)][min(n, 63)]
		if noisy && !s.traits.convert {
			less = less/2 - 512
			if f.picker.gain < 0 {
				less += 1024
			}
		} else {
			less -= h / 10
		}
		if onLine {
			less -= 1024
		}
		if cut {
			less += 1536
		}
		if !improving {
			less += 512
		}
		if below.check || f.check {
			less -= 1024
		}
		less = less * s.traits.reductionPercent / 100 / 1024
		less = max(0, min(less, depth-1))
	} else if depth >= 2 && n >= 6 && !s.traits.forcedCaptures {
		less = 1
	}
	score := -s.searchNode(-alpha-1, -alpha, depth-less, ply+1, true)
	if score > alpha && less > 0 {
		score = -s.searchNode(-alpha-1, -alpha, depth, ply+1, !cut)
	}
	if score > alpha && score < beta {
		score = -s.searchNode(-beta, -alpha, depth, ply+1, false)
	}
	return score
}

// updatePV puts m before the line found below ply.
func (s *search) updatePV(ply int, m chess.Move) {
	s.pv[ply][0] = m
	n := 0
	if ply < maxPly {
		n = min(s.pvLen[ply+1], maxPly-1)
		copy(s.pv[ply][1:], s.pv[ply+1][:n])
	}
	s.pvLen[ply] = n + 1
}

// pruneNode ends nodes whose static value lies far enough above beta or below
// alpha; ok tells that it did.
func (s *search) pruneNode(alpha, beta, depth, ply, static int, improving, cut bool) (score int, ok bool) {
	better := 0
	if improving {
		better = 1
	}
	if depth <= 8 && static-80*(depth-better)*s.traits.marginPercent/100 >= beta {
		return (static + beta) / 2, true
	}
	if depth <= 3 && static+220*depth*s.traits.marginPercent/100 <= alpha {
		if score := s.quiesce(alpha, alpha+1, ply, 0); score <= alpha || s.stopped {
			return score, true
		}
	}
	f := &s.frames[ply]
	if s.traits.nullMoves && !f.afterNull && depth >= 3 && static >= beta && f.static >= beta-20*depth && s.board.nullMoveSafe() {
		less := 4 + depth/4 + min((static-beta)/200, 3)
		s.push(chess.Pass, ply)
		score := -s.searchNode(-beta, -beta+1, depth-less, ply+1, !cut)
		s.pop()
		if s.stopped {
			return 0, true
		}
		if score >= beta {
			if depth < 14 {
				return min(score, decisive-1), true
			}
			// deep down a pass is believed only when moving is good as well
			f.afterNull = true
			score = s.searchNode(beta-1, beta, depth-less, ply, false)
			f.afterNull = false
			if score >= beta {
				return score, true
			}
		}
	}
	if s.traits.staticExchange && depth >= 5 && f.excluded == 0 {
		return s.probCut(beta, depth, ply, static, cut)
	}
	return 0, false
}

// probCutMargin is by how much a capture must beat beta in a shallow search to be
// believed (ProbCut, M. Buro, 1995).
const probCutMargin = 180

// probCut asks whether a capture would beat beta by so much in a shallower
// search that it will do so in a full one.
func (s *search) probCut(beta, depth, ply, static int, cut bool) (score int, ok bool) {
	f, high := &s.frames[ply], beta+probCutMargin*s.traits.marginPercent/100
	s.startPicker(ply, 0, false)
	for {
		m := s.nextMove(ply, false)
		if m == 0 || f.picker.gain < 0 {
			return 0, false
		}
		if f.picker.gain < high-static || !s.board.isNoisy(m) {
			continue
		}
		s.push(m, ply)
		score := -s.quiesce(-high, -high+1, ply+1, 0)
		if score >= high && !s.stopped {
			score = -s.searchNode(-high, -high+1, depth-4, ply+1, !cut)
		}
		s.pop()
		if s.stopped {
			return 0, true
		}
		if score >= high {
			return score, true
		}
	}
}

// singularExtension asks whether the known move is the only good one: then it is worth
// a ply more. ok tells that the node is decided without a look at the rest.
func (s *search) singularExtension(known entry, depth, ply, beta int, onLine, cut bool) (extra, score int, ok bool) {
	f := &s.frames[ply]
	below := known.score - 2*depth*s.traits.marginPercent/100
	f.excluded = known.move
	score = s.searchNode(below-1, below, (depth-1)/2, ply, cut)
	f.excluded = 0
	switch {
	case s.stopped:
		return 0, 0, true
	case score < below:
		if !onLine && score < below-24 && ply < s.rootDepth {
			return 2, 0, false
		}
		return 1, 0, false
	case below >= beta:
		return 0, below, true // several moves are good enough
	case known.score >= beta:
		return -1, 0, false
	}
	return 0, 0, false
}
