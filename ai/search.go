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
	ctx      context.Context
	g        ground
	t        *traits
	table    *table
	mem      *memory
	e        *Evaluator
	deadline time.Time // zero: none
	maxNodes uint64    // 0: no limit
	nodes    uint64
	selDepth int
	stopped  bool
	halt     *atomic.Bool  // set when one thread tells the others to stop
	front    *atomic.Int32 // the depth that the first thread is at
	contempt int           // of the side to move at the root
	// rootDepth is the depth asked for at the root; extensions end at twice it.
	rootDepth int
	roots     []rootMove

	keys    []uint64 // of the positions before and on the path
	lists   [maxPly + 40][]chess.Move
	scores  [maxPly + 40][]int32
	frames  [maxPly + 40]frame
	line    [maxPly + 1][maxPly + 1]chess.Move
	lineLen [maxPly + 1]int
}

// frame is what a search knows of one node on its path.
type frame struct {
	picker   picker
	before   track // of the move that led here
	static   int   // noStatic in check
	check    bool
	passed   bool // a pass led here
	excluded chess.Move
	killers  [2]chess.Move
	quiets   [48]chess.Move // tried so far
	noisies  [24]chess.Move
	nQuiets  int
	nNoisies int
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

// stop tells whether the search must end; it looks at the clock now and then.
func (s *search) stop() bool {
	if s.stopped {
		return true
	}
	if s.maxNodes > 0 && s.nodes >= s.maxNodes {
		s.stopped = true
	} else if s.nodes&s.t.watch == 0 {
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
	for i, first := last-2, max(0, last-s.g.reversible()); i >= first; i -= 2 {
		if s.keys[i] == key {
			return true
		}
	}
	return false
}

// push plays m at ply and notes it for the node below.
func (s *search) push(m chess.Move, ply int) {
	below := &s.frames[ply+1]
	below.before, below.passed = noTrack, m == chess.Pass
	if m != chess.Pass {
		below.before = trackOf(s.g, m)
	}
	s.g.make(m)
	key := s.g.key()
	s.table.touch(key)
	s.keys = append(s.keys, key)
	below.check = s.g.inCheck()
}

func (s *search) pop() {
	s.g.undo()
	s.keys = s.keys[:len(s.keys)-1]
}

// node searches one position to a depth in plies within (alpha, beta) and
// returns its score for the side to move. cut says that a value of at least
// beta is expected.
func (s *search) node(alpha, beta, depth, ply int, cut bool) int {
	if depth <= 0 || ply >= maxPly-2 {
		return s.quiesce(alpha, beta, ply, 0)
	}
	s.lineLen[ply] = 0
	if s.stop() {
		return 0
	}
	s.nodes++
	s.selDepth = max(s.selDepth, ply)
	f := &s.frames[ply]
	key := s.keys[len(s.keys)-1]
	if f.excluded == 0 {
		if o := s.g.ended(); o.Over() {
			return s.verdict(o, ply)
		}
		if s.repeated(key) || s.t.fifty && s.g.idle() >= 100 {
			return s.draw(ply)
		}
		alpha, beta = max(alpha, ply-won), min(beta, won-ply)
		if alpha >= beta {
			return alpha
		}
	}
	onLine := beta-alpha > 1
	var known entry
	var hit bool
	if f.excluded == 0 {
		known, hit = s.table.probe(key)
		known.score = seen(known.score, ply)
		if hit && !onLine && known.depth >= depth && known.bounds(alpha, beta) {
			return known.score
		}
	}
	static := noStatic
	if f.excluded != 0 {
		static = f.static
	} else if !f.check {
		static = max(-decided+1, min(decided-1, s.g.eval()+s.correction(ply)))
		f.static = static
		if hit && (known.bound == exact || known.bound == lower && known.score > static || known.bound == upper && known.score < static) && abs(known.score) < decided {
			static = known.score // what was searched knows better
		}
	} else {
		f.static = noStatic
	}
	improving := ply >= 2 && f.static != noStatic && (s.frames[ply-2].static == noStatic || f.static > s.frames[ply-2].static)
	s.frames[ply+2].killers = [2]chess.Move{}
	if !onLine && !f.check && f.excluded == 0 && s.t.swing > 0 && abs(beta) < decided {
		if score, ok := s.cutEarly(alpha, beta, depth, ply, static, improving, cut); ok {
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
		abs(known.score) < decided && ply < 2*s.rootDepth && s.t.swing > 0 {
		score, ok := 0, false
		if extra, score, ok = s.singular(known, depth, ply, beta, onLine, cut); ok || s.stopped {
			return score
		}
	}
	return s.loop(alpha, beta, depth, ply, known.move, extra, improving, cut, key)
}

// bounds tells whether what is known decides a search in (alpha, beta).
func (e entry) bounds(alpha, beta int) bool {
	return e.bound == exact || e.bound == lower && e.score >= beta || e.bound == upper && e.score <= alpha
}

// verdict scores an end of the game found at ply.
func (s *search) verdict(o chess.Outcome, ply int) int {
	if o.Result == chess.Drawn {
		return s.draw(ply)
	}
	return outcomeScore(o, s.g.turn(), ply)
}

// loop tries the moves of a node.
func (s *search) loop(alpha, beta, depth, ply int, first chess.Move, extra int, improving, cut bool, key uint64) int {
	f := &s.frames[ply]
	excluded := f.excluded
	best, bestMove, start := -infinity, chess.Move(0), alpha
	onLine := beta-alpha > 1
	prunes := !onLine && !f.check && s.t.swing > 0
	quietsToo := true
	f.nQuiets, f.nNoisies = 0, 0
	turn := s.g.turn()
	s.start(ply, first, true)
	late := lateness(depth, improving)
	n := 0
	for {
		m := s.pick(ply, quietsToo)
		if m == 0 {
			break
		}
		if m == excluded {
			continue
		}
		n++
		if n == 1 && s.t.forced && f.picker.end == 1 && ply < 2*s.rootDepth {
			depth++ // a forced reply costs nothing
		}
		noisy := s.g.isNoisy(m)
		h := 0
		if !noisy {
			h = s.quietValue(ply, turn, trackOf(s.g, m))
		}
		if prunes && best > -decided && m != first {
			switch gain := f.picker.picked; {
			case !noisy:
				if depth <= 8 && f.nQuiets >= late {
					quietsToo = false
					continue
				}
				if depth <= 7 && f.static+(110+95*depth)*s.t.swing/100+h/128 <= alpha && !s.g.givesCheck(m) {
					continue
				}
				if depth <= 4 && h < -3500*depth || depth <= 7 && s.t.swaps && s.g.gain(m) < -30*depth*depth {
					continue
				}
			case depth <= 6 && gain < -90*depth*s.t.swing/100:
				continue
			}
		}
		more := 0
		if m == first {
			more = extra
		}
		s.push(m, ply)
		score := s.descend(alpha, beta, depth-1+more, ply, n, noisy, improving, cut, h)
		s.pop()
		if s.stopped {
			return 0
		}
		if score > best {
			best = score
			if score > alpha {
				alpha, bestMove = score, m
				if onLine {
					s.extend(ply, m)
				}
				if score >= beta {
					s.reward(ply, m, noisy, depth)
					break
				}
			}
		}
		f.note(m, noisy)
	}
	if n == 0 {
		if excluded != 0 {
			return start
		}
		return s.verdict(s.g.stuck(), ply)
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
	if f.static != noStatic && abs(best) < decided && (bestMove == 0 || !s.g.isNoisy(bestMove)) &&
		(b == exact || b == lower && best > f.static || b == upper && best < f.static) {
		s.correct(ply, f.static, best, depth)
	}
	s.table.store(key, entry{bestMove, stored(best, ply), depth, b})
	return best
}

// note remembers a move that was tried in vain.
func (f *frame) note(m chess.Move, noisy bool) {
	if noisy {
		if f.nNoisies < len(f.noisies) {
			f.noisies[f.nNoisies] = m
			f.nNoisies++
		}
	} else if f.nQuiets < len(f.quiets) {
		f.quiets[f.nQuiets] = m
		f.nQuiets++
	}
}

// lateness is how many quiet moves are tried at a depth.
func lateness(depth int, improving bool) int {
	n := 3 + depth*depth
	if !improving {
		n /= 2
	}
	return max(2, min(n, len(frame{}.quiets)-1))
}

// descend searches the position after the n-th move to depth: late quiet moves
// less deep, and all but the first through a null window.
func (s *search) descend(alpha, beta, depth, ply, n int, noisy, improving, cut bool, h int) int {
	onLine := beta-alpha > 1
	f, below := &s.frames[ply], &s.frames[ply+1]
	if below.check && ply < 2*s.rootDepth && f.picker.picked >= 0 {
		depth++ // a check is answered before the end
	}
	if n == 1 {
		if onLine {
			return -s.node(-beta, -alpha, depth, ply+1, false)
		}
		return -s.node(-beta, -alpha, depth, ply+1, !cut)
	}
	less := 0
	if depth >= 2 && n >= 3 && (!s.t.forced || !noisy) {
		less = reductions[min(depth, 63)][min(n, 63)]
		if noisy && !s.t.convert {
			less = less/2 - 512
			if f.picker.picked < 0 {
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
		less = less * s.t.lateness / 100 / 1024
		less = max(0, min(less, depth-1))
	} else if depth >= 2 && n >= 6 && !s.t.forced {
		less = 1
	}
	score := -s.node(-alpha-1, -alpha, depth-less, ply+1, true)
	if score > alpha && less > 0 {
		score = -s.node(-alpha-1, -alpha, depth, ply+1, !cut)
	}
	if score > alpha && score < beta {
		score = -s.node(-beta, -alpha, depth, ply+1, false)
	}
	return score
}

// extend puts m before the line found below ply.
func (s *search) extend(ply int, m chess.Move) {
	s.line[ply][0] = m
	n := 0
	if ply < maxPly {
		n = min(s.lineLen[ply+1], maxPly-1)
		copy(s.line[ply][1:], s.line[ply+1][:n])
	}
	s.lineLen[ply] = n + 1
}
