package ai

import (
	"context"
	"sync/atomic"
	"time"

	"rookery/chess"
)

// search is one thread's search of a board. All that nodes need is allocated
// beforehand. It belongs to its goroutine; table, halt and mainDepth are shared
// with the other threads.
type search struct {
	ctx        context.Context
	board      searchBoard
	positions  *positionStack // the board, where it has positions
	endings    Endings        // nil for none, and where the board has no positions
	tablebase  Tablebase      // likewise
	traits     *traits
	margins    *Margins
	reductions *reductionTable
	table      *table
	hist       *histories
	evaluator  *Evaluator
	deadline   time.Time // zero: none
	maxNodes   uint64    // 0: no limit
	nodes      uint64
	selDepth   int
	stopped    bool
	halt       *atomic.Bool  // set by the first thread to stop the others
	mainDepth  *atomic.Int32 // that the first thread is searching
	contempt   int           // of the side to move at the root
	rootDepth  int           // extensions end at twice it
	roots      []rootMove
	ranked     bool // the tablebase has given them their ranks
	// tablePieces is Pieces of the tablebase.
	tablePieces int

	keys   []uint64 // of the positions before and on the path
	moves  [maxPly + 40][]chess.Move
	scores [maxPly + 40][]int32
	frames [maxPly + 40]frame
	pv     [maxPly + 1][maxPly + 1]chess.Move
	pvLen  [maxPly + 1]int
}

// node is one call of the search: what is asked, and what is known before the
// moves are tried. Scores are for the side to move. One position may be searched
// by several nodes at the same ply, as when a null move is verified; what must
// outlast them is in the frame of that ply.
type node struct {
	alpha, beta int
	depth       int        // plies to search; in quiescence 0, then -1 for each ply
	ply         int        // from the root
	cut         bool       // a score of at least beta is expected
	verifying   bool       // of a null move, so that no second one is tried
	excluded    chess.Move // left out: is it the only good one?

	key        uint64
	tableMove  chess.Move
	tableNoisy bool // tableMove is noisy; then a quiet move is seldom better
	extension  int  // of tableMove, in plies
	estimate   int  // the static value, or what the table knows better
	improving  bool
	// opponentWorsening tells that the side to move stands better than the other one believed a ply ago.
	opponentWorsening bool
	wasPV             bool // it has more than a null window, or had in a search before
	// marginPercent is that of traits, 0 while a capture must be made.
	marginPercent int
}

// isPV reports whether n has more than a null window.
func (n *node) isPV() bool { return n.beta-n.alpha > 1 }

// frame is what a search keeps of one ply of its path.
type frame struct {
	picker        movePicker
	quiet         quietHistory
	last          pieceTo // of the move that led here
	static        int     // corrected static value; noStatic in check
	doubt         int     // by how much it was corrected
	check         bool
	afterNull     bool // a null move led here
	killers       [2]chess.Move
	triedQuiets   [48]chess.Move
	triedNoisies  [24]chess.Move
	nTriedQuiets  int
	nTriedNoisies int
}

const (
	// noStatic stands for the static value of a position in check.
	noStatic = -infinity - 1
	// maxRepeat is how many plies back a repetition is looked for where no move is
	// irreversible: what that costs must have an end.
	maxRepeat = 400
)

// How deep the methods go that Margins belong to.
const (
	reverseFutilityDepth = 8
	razorDepth           = 1 // deeper it hid a mate in two by a sacrifice, and brought nothing (+78 =45 -77)
	// A null move is tried from this depth on. Deep down it is verified: there a
	// wrong cut costs most, and zugzwang is likelier to be within sight.
	nullMoveDepth   = 3
	nullVerifyDepth = 14
	probCutDepth    = 5
	singularDepth   = 5
	// Without a move from the table a node is searched a ply less deep from here on:
	// it finds one for the next depth.
	internalReductionDepth = 4
	futilityDepth          = 7
	// reducedFrom is the first move of a node that is reduced.
	reducedFrom = 3
	// Moves beyond quietMoveLimit are left out up to this depth.
	moveCountDepth            = 8
	historyPruningDepth       = 4
	exchangePruningNoisyDepth = 6
)

// mustStop looks at the clock only every so many nodes.
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

// draw is the score of a draw at ply: contempt is that of the side at the root.
func (s *search) draw(ply int) int {
	if ply&1 == 0 {
		return -s.contempt
	}
	return s.contempt
}

// repeated reports whether the current position stood before; once is enough.
func (s *search) repeated(key uint64) bool {
	last := len(s.keys) - 1
	for i, first := last-2, max(0, last-s.board.reversiblePlies()); i >= first; i -= 2 {
		if s.keys[i] == key {
			return true
		}
	}
	return false
}

// push plays m at ply and prepares the frame below.
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

// searchBelow searches the position after a move of n to depth. The window and the
// score are those of the side that moved. Inlined into a loop its node would be
// allocated on the heap.
//
//go:noinline
func (s *search) searchBelow(n *node, alpha, beta, depth int, cut bool) int {
	return -s.searchNode(&node{alpha: -beta, beta: -alpha, depth: depth, ply: n.ply + 1, cut: cut})
}

// searchNode searches a position and returns its score for the side to move, exact
// within the window and a bound outside (fail-soft).
func (s *search) searchNode(n *node) int {
	if n.depth <= 0 || n.ply >= maxPly-2 {
		n.depth = 0
		return s.quiesce(n)
	}
	s.pvLen[n.ply] = 0
	if s.mustStop() {
		return 0
	}
	s.nodes++
	s.selDepth = max(s.selDepth, n.ply)
	f := &s.frames[n.ply]
	n.key = s.keys[len(s.keys)-1]
	if n.excluded == 0 {
		if o := s.board.earlyOutcome(); o.Over() {
			return s.endScore(o, n.ply)
		}
		if s.repeated(n.key) || s.traits.fiftyMoves && s.board.halfmoves() >= 100 {
			return s.draw(n.ply)
		}
		if s.endings != nil {
			if score, known := s.endingScore(n.ply); known {
				return score
			}
		}
		if s.tablebase != nil && n.ply > 0 {
			if score, known := s.tableScore(n.ply); known {
				return score
			}
		}
		// no line from here is better than a win, or worse than a loss, at this ply
		n.alpha, n.beta = max(n.alpha, n.ply-winScore), min(n.beta, winScore-n.ply)
		if n.alpha >= n.beta {
			return n.alpha
		}
	}
	pv := n.isPV()
	var known entry
	var hit bool
	if n.excluded == 0 {
		known, hit = s.table.probe(n.key)
		known.score = fromTable(known.score, n.ply)
		if hit && !pv && known.depth >= n.depth && known.decides(n.alpha, n.beta) {
			return known.score
		}
		n.tableMove = known.move
	}
	n.wasPV = pv || known.pv
	s.estimate(n, known, hit)
	n.improving = s.improving(n.ply)
	n.opponentWorsening = n.ply > 0 && f.static != noStatic && s.frames[n.ply-1].static != noStatic && f.static > -s.frames[n.ply-1].static
	n.tableNoisy = n.tableMove != 0 && s.board.isNoisy(n.tableMove)
	s.frames[n.ply+2].killers = [2]chess.Move{}
	if n.marginPercent = s.traits.marginPercent; s.board.mustCapture() {
		n.marginPercent = 0
	}
	if !pv && !f.check && n.excluded == 0 && n.marginPercent > 0 && abs(n.beta) < decisive {
		if score, ok := s.pruneNode(n); ok {
			return score
		}
		if s.stopped {
			return 0
		}
	}
	if n.tableMove == 0 && n.depth >= internalReductionDepth && n.excluded == 0 && (pv || n.cut) {
		n.depth--
	}
	if n.depth >= singularDepth && n.tableMove != 0 && known.depth >= n.depth-4 && known.bound&lower != 0 &&
		abs(known.score) < decisive && n.ply < 2*s.rootDepth && s.traits.marginPercent > 0 {
		if score, ok := s.singularExtension(n, known.score); ok {
			return score
		}
	}
	return s.searchMoves(n)
}

// improving reports whether the side to move at ply stands better than before its last move, or the one before
// that where it was in check then.
func (s *search) improving(ply int) bool {
	static := s.frames[ply].static
	for before := ply - 2; static != noStatic && before >= max(0, ply-4); before -= 2 {
		if s.frames[before].static != noStatic {
			return static > s.frames[before].static
		}
	}
	return static != noStatic && ply >= 2
}

// estimate sets the static value of the frame and what n goes by instead.
func (s *search) estimate(n *node, known entry, hit bool) {
	f := &s.frames[n.ply]
	switch {
	case n.excluded != 0:
		n.estimate = f.static
		return
	case f.check:
		f.static, n.estimate, f.doubt = noStatic, noStatic, 0
		return
	}
	correction := s.correction(n.ply)
	f.doubt = abs(correction)
	static := max(-decisive+1, min(decisive-1, s.board.eval()+correction))
	f.static, n.estimate = static, static
	if hit && abs(known.score) < decisive && (known.bound == exact ||
		known.bound == lower && known.score > static || known.bound == upper && known.score < static) {
		n.estimate = known.score
	}
}

// decides reports whether e is all that a search in (alpha, beta) could find.
func (e entry) decides(alpha, beta int) bool {
	return e.bound == exact || e.bound == lower && e.score >= beta || e.bound == upper && e.score <= alpha
}

func (s *search) endScore(o chess.Outcome, ply int) int {
	if o.Result == chess.Drawn {
		return s.draw(ply)
	}
	return outcomeScore(o, s.board.turn(), ply)
}

// pruneNode ends nodes that are decided without trying all moves; ok tells that n
// is one.
func (s *search) pruneNode(n *node) (score int, ok bool) {
	thirds := 3 * n.depth // of the margin of a ply
	if n.improving {
		thirds -= 3
	}
	if n.opponentWorsening {
		thirds--
	}
	// No look alone refutes a move of the root: a mate in two by a sacrifice was hidden for a million positions.
	if n.ply > 1 && n.depth <= reverseFutilityDepth && !n.wasPV && n.estimate-s.margins[reverseFutilityMargin]*thirds/3*n.marginPercent/100 >= n.beta {
		return (n.estimate + n.beta) / 2, true
	}
	if n.depth <= razorDepth && n.estimate+s.margins[razorMargin]*n.depth*n.marginPercent/100 <= n.alpha {
		if score := s.quiesce(&node{alpha: n.alpha, beta: n.alpha + 1, ply: n.ply}); score <= n.alpha || s.stopped {
			return score, true
		}
	}
	if score, ok := s.nullMove(n); ok {
		return score, true
	}
	if s.traits.staticExchange && n.depth >= probCutDepth {
		return s.probCut(n)
	}
	return 0, false
}

// nullMove asks whether n is good even if the side to move passes.
func (s *search) nullMove(n *node) (score int, ok bool) {
	f := &s.frames[n.ply]
	if !s.traits.nullMoves || f.afterNull || n.verifying || n.depth < nullMoveDepth ||
		n.estimate < n.beta || f.static < n.beta-20*n.depth || !s.board.nullMoveSafe() {
		return 0, false
	}
	// Deeper nodes and values far above beta leave more room for error, so less is searched:
	// but no more than three plies, as a value is only a guess.
	depth := n.depth - (4 + n.depth/5 + min((n.estimate-n.beta)/s.margins[nullMoveMargin], 3))
	s.push(chess.Pass, n.ply)
	score = s.searchBelow(n, n.beta-1, n.beta, depth, !n.cut)
	s.pop()
	switch {
	case s.stopped:
		return 0, true
	case score < n.beta:
		return 0, false
	case n.depth < nullVerifyDepth && score >= decisive:
		return n.beta, true // a win after a pass is not proven
	case n.depth < nullVerifyDepth:
		return score, true
	}
	score = s.searchNode(&node{alpha: n.beta - 1, beta: n.beta, depth: depth, ply: n.ply, verifying: true})
	return score, score >= n.beta
}

// probCut asks whether a capture would beat beta by so much in a shallower search
// that it will do so in a full one.
func (s *search) probCut(n *node) (score int, ok bool) {
	f, high := &s.frames[n.ply], n.beta+s.margins[probCutMargin]
	s.startPicker(n.ply, 0, false)
	for {
		m := s.nextMove(n.ply, false)
		if m == 0 || f.picker.gain < 0 {
			return 0, false
		}
		if f.picker.gain < high-n.estimate || !s.board.isNoisy(m) {
			continue
		}
		s.push(m, n.ply)
		// quiescence first: it refutes most captures at the cost of a few nodes
		score := -s.quiesce(&node{alpha: -high, beta: -high + 1, ply: n.ply + 1})
		if score >= high && !s.stopped {
			score = s.searchBelow(n, high-1, high, n.depth-4, !n.cut)
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

// singularExtension asks whether the table's move, worth score there, is the only
// good one, and extends it then. ok tells that n is decided without a look at the
// rest.
func (s *search) singularExtension(n *node, score int) (int, bool) {
	below := score - s.margins[singularMargin]*n.depth*s.traits.singularPercent/10000
	others := s.searchNode(&node{alpha: below - 1, beta: below, depth: (n.depth - 1) / 2, ply: n.ply, cut: n.cut, excluded: n.tableMove})
	switch {
	case s.stopped:
		return 0, true
	case others < below:
		n.extension = 1
		if !n.isPV() && others < below-s.margins[doubleExtensionMargin] && n.ply < s.rootDepth {
			n.extension = 2
		}
	case below >= n.beta:
		return below, true // several moves are good enough
	case score >= n.beta:
		n.extension = -2
	case n.cut:
		n.extension = -1
	}
	return 0, false
}

// searchMoves tries the moves of a node and stores what it finds. n.alpha rises
// with the best score.
func (s *search) searchMoves(n *node) int {
	f := &s.frames[n.ply]
	best, bestMove, start, pv := -infinity, chess.Move(0), n.alpha, n.isPV()
	prunes := !pv && !f.check && n.marginPercent > 0
	quietsToo := true
	f.nTriedQuiets, f.nTriedNoisies = 0, 0
	turn := s.board.turn()
	s.startPicker(n.ply, n.tableMove, true)
	limit := quietMoveLimit(n.depth, n.improving)
	tried := 0
	for {
		m := s.nextMove(n.ply, quietsToo)
		if m == 0 {
			break
		}
		if m == n.excluded {
			continue
		}
		tried++
		if tried == 1 && s.traits.forcedCaptures && f.picker.end == 1 && n.ply < 2*s.rootDepth {
			n.depth++ // the only reply, which costs nothing
		}
		noisy := s.board.isNoisy(m)
		history := 0
		if noisy {
			if tried >= reducedFrom && n.depth > 2 && !s.traits.forcedCaptures { // else nobody asks
				history = 2 * int(s.hist.noisy[turn][pieceToOf(s.board, m)][s.board.capturedRole(m)&7]) // of one kind alone, where quiet moves have five
			}
		} else {
			history = f.quiet.value(m, pieceToOf(s.board, m))
		}
		if prunes && best > -decisive && m != n.tableMove && !f.picker.forces && !(s.traits.checksCount && !noisy && s.board.givesCheck(m)) {
			if !noisy && n.depth <= moveCountDepth && f.nTriedQuiets >= limit {
				quietsToo = false
				continue
			}
			if s.skips(n, m, noisy, history) {
				continue
			}
		}
		depth := n.depth - 1
		if m == n.tableMove {
			depth += n.extension
		}
		s.push(m, n.ply)
		score := s.searchMove(n, depth, tried, noisy, history)
		s.pop()
		if s.stopped {
			return 0
		}
		if score > best {
			best = score
			if score > n.alpha {
				n.alpha, bestMove = score, m
				if pv {
					s.updatePV(n.ply, m)
				}
				if score >= n.beta {
					s.updateHistories(n.ply, m, noisy, n.depth)
					break
				}
			}
		}
		f.noteTried(m, noisy)
	}
	switch {
	case tried == 0 && n.excluded != 0:
		return start
	case tried == 0:
		return s.endScore(s.board.noMoveOutcome(), n.ply)
	case n.excluded != 0:
		return best
	}
	b := exact
	switch {
	case best >= n.beta:
		b = lower
	case best <= start:
		b = upper
	}
	if f.static != noStatic && abs(best) < decisive && (bestMove == 0 || !s.board.isNoisy(bestMove)) &&
		(b == exact || b == lower && best > f.static || b == upper && best < f.static) {
		s.updateCorrections(n.ply, f.static, best, n.depth)
	}
	s.table.store(n.key, entry{bestMove, toTable(best, n.ply), n.depth, b, n.wasPV})
	return best
}

// skips reports whether m is left out as hopeless. Futility spares moves that give check:
// pruned, they hid a mate in two by a sacrifice; sparing them costs nothing (+45 =29 -46).
func (s *search) skips(n *node, m chess.Move, noisy bool, history int) bool {
	f, depth := &s.frames[n.ply], n.depth
	if noisy && s.traits.convert { // as quiet ones: nearly all moves convert
		return depth <= futilityDepth && f.static+s.board.gain(m)+(s.margins[futilityMargin]+s.margins[futilityPly]*depth)*n.marginPercent/100 <= n.alpha ||
			depth <= moveCountDepth && f.nTriedQuiets+f.nTriedNoisies >= quietMoveLimit(depth, n.improving) ||
			depth <= historyPruningDepth && int(s.hist.noisy[s.board.turn()][pieceToOf(s.board, m)][0]) < s.margins[historyPruningConvert]*depth
	}
	if noisy {
		return depth <= exchangePruningNoisyDepth && f.picker.gain < s.margins[exchangePruningNoisy]*depth*n.marginPercent/100
	}
	if depth <= futilityDepth && f.static+(s.margins[futilityMargin]+s.margins[futilityPly]*depth)*n.marginPercent/100+history/128 <= n.alpha && !s.board.givesCheck(m) {
		return true
	}
	return depth <= historyPruningDepth && history < s.margins[historyPruning]*depth ||
		depth <= futilityDepth && s.traits.staticExchange && s.board.gain(m) < s.margins[exchangePruningQuiet]*depth*depth
}

// noteTried remembers a move that did not cut, for the histories.
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

// quietMoveLimit is how many quiet moves are tried at a depth, half as many where
// the side to move does not stand better than before its last move. It grows with the
// square of the depth, as what a late move may still uncover does.
func quietMoveLimit(depth int, improving bool) int {
	n := 3 + depth*depth
	if !improving {
		n /= 2
	}
	return max(2, min(n, len(frame{}.triedQuiets)-1))
}

// searchMove searches the position after the tried-th move of n to depth: the first
// in the whole window, the others in a null window and, if they are late, less deep
// first. history is that of the move.
func (s *search) searchMove(n *node, depth, tried int, noisy bool, history int) int {
	pv := n.isPV()
	f, below := &s.frames[n.ply], &s.frames[n.ply+1]
	if below.check && pv && n.ply < 2*s.rootDepth && f.picker.gain >= 0 {
		depth++
	}
	if tried == 1 {
		return s.searchBelow(n, n.alpha, n.beta, depth, !pv && !n.cut)
	}
	less := 0 // in 1024ths of a ply; what changes it is worth half a ply or a whole one
	if depth >= 2 && tried >= reducedFrom && (!s.traits.forcedCaptures || !noisy) {
		less = s.reductions[min(depth, 63)][min(tried, 63)]
		less -= 10 * history / s.margins[historyReduction] // a full history of one kind is a ply and a half
		if noisy && !s.traits.convert {
			less = less/2 - 512 // a capture that holds is seldom as bad as a late quiet move
			if f.picker.gain < 0 {
				less += 1024
			}
		}
		if pv {
			less -= s.margins[pvReduction]
		}
		if n.cut {
			less += s.margins[cutReduction] // half a ply more than usual came with ProbCut
		}
		if !n.improving {
			less += s.margins[worseReduction]
		}
		if n.tableNoisy && !noisy {
			less += s.margins[noisyTableReduction]
		}
		if n.wasPV && !pv {
			less -= s.margins[pvReduction]
		}
		less -= s.margins[doubtReduction] * f.doubt
		if below.check || f.check {
			less -= s.margins[checkReduction]
		}
		less = less * s.traits.reductionPercent / 100 / 1024
		less = max(0, min(less, depth-1))
	}
	score := s.searchBelow(n, n.alpha, n.alpha+1, depth-less, true)
	if score > n.alpha && less > 0 {
		score = s.searchBelow(n, n.alpha, n.alpha+1, depth, !n.cut)
	}
	if score > n.alpha && score < n.beta {
		score = s.searchBelow(n, n.alpha, n.beta, depth, false)
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
