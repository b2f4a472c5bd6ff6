package ai

import (
	"context"
	"math"
	"time"

	"rookery/chess"
)

// search is one run over a ground: its memory is made beforehand, a node
// allocates nothing.
type search struct {
	ctx      context.Context
	g        ground
	t        *traits
	table    *table
	deadline time.Time // zero: none
	maxNodes uint64    // 0: no limit
	nodes    uint64
	stopped  bool
	contempt int // of the side to move at the root
	// rootDepth is the depth asked for at the root; extensions end at twice it.
	rootDepth int

	keys    []uint64 // of the positions before and on the path
	lists   [maxPly + 32][]chess.Move
	scores  [maxPly + 32][]int
	line    [maxPly + 1][maxPly + 1]chess.Move
	lineLen [maxPly + 1]int
	killers [maxPly + 32][2]chess.Move
	history [2][8][128]int32
	counter [128][128]chess.Move
	path    [maxPly + 32]chess.Move
}

// reductions of late moves by depth and place in the order, in plies.
var reductions = func() (r [64][64]int) {
	for d := 1; d < 64; d++ {
		for n := 1; n < 64; n++ {
			r[d][n] = int(0.6 + math.Log(float64(d))*math.Log(float64(n))/2.1)
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
	} else if s.nodes&1023 == 0 {
		s.stopped = s.ctx.Err() != nil || !s.deadline.IsZero() && !time.Now().Before(s.deadline)
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
	for i := len(s.keys) - 2; i >= 0; i-- {
		if s.keys[i] == key {
			return true
		}
	}
	return false
}

func (s *search) push(m chess.Move, ply int) {
	s.path[ply] = m
	s.g.make(m)
	s.keys = append(s.keys, s.g.key())
}

func (s *search) pop() {
	s.g.undo()
	s.keys = s.keys[:len(s.keys)-1]
}

// node searches one position to a depth in plies within (alpha, beta) and
// returns its score for the side to move.
func (s *search) node(alpha, beta, depth, ply int, passed bool) int {
	s.lineLen[ply] = 0
	if s.stop() {
		return 0
	}
	s.nodes++
	key := s.keys[len(s.keys)-1]
	if ply > 0 {
		if o := s.g.ended(); o.Over() {
			return s.verdict(o, ply)
		}
		if s.repeated(key) || s.t.fifty && s.g.halfmoves() >= 100 {
			return s.draw(ply)
		}
		alpha, beta = max(alpha, ply-won), min(beta, won-ply)
		if alpha >= beta {
			return alpha
		}
	}
	check := s.g.inCheck()
	if check && ply < 2*s.rootDepth {
		depth++
	}
	if depth <= 0 || ply >= maxPly-2 {
		return s.quiesce(alpha, beta, ply, 0)
	}
	onLine := beta-alpha > 1
	known, hit := s.table.probe(key)
	if hit && !onLine && known.depth >= depth {
		score := seen(known.score, ply)
		if known.bound == exact || known.bound == lower && score >= beta || known.bound == upper && score <= alpha {
			return score
		}
	}
	static := 0
	if !check {
		static = s.g.eval()
	}
	if !onLine && !check && s.t.swing > 0 && abs(beta) < decided {
		if depth <= 6 && static-85*depth*s.t.swing/100 >= beta {
			return static
		}
		if s.t.passes && !passed && depth >= 3 && static >= beta && s.g.mayPass() {
			s.push(chess.Pass, ply)
			score := -s.node(-beta, -beta+1, depth-3-depth/4, ply+1, true)
			s.pop()
			if s.stopped {
				return 0
			}
			if score >= beta {
				return min(score, decided-1)
			}
		}
	}
	if !hit && depth >= 5 {
		depth-- // without a known move a shallower look finds one sooner
	}
	return s.loop(alpha, beta, depth, ply, check, static, known.move, key)
}

// verdict scores an end of the game found at ply.
func (s *search) verdict(o chess.Outcome, ply int) int {
	if o.Result == chess.Drawn {
		return s.draw(ply)
	}
	return verdict(o, s.g.turn(), ply)
}

// loop tries the moves of a node.
func (s *search) loop(alpha, beta, depth, ply int, check bool, static int, first chess.Move, key uint64) int {
	moves := s.g.moves(s.lists[ply][:0])
	s.lists[ply] = moves
	if len(moves) == 0 {
		return s.verdict(s.g.stuck(), ply)
	}
	if len(moves) == 1 && s.t.forced && ply < 2*s.rootDepth {
		depth++ // a forced reply costs nothing
	}
	s.score(ply, first)
	best, bestMove, start := -infinity, chess.Move(0), alpha
	onLine := beta-alpha > 1
	quiets := 0
	for i := range moves {
		m := s.pick(ply, i)
		noisy := s.g.isNoisy(m)
		if !noisy {
			quiets++
			if best > -decided && !onLine && !check && s.t.swing > 0 && depth <= 5 {
				late := quiets > 4+3*depth*depth
				hopeless := static+(120+90*depth)*s.t.swing/100 <= alpha
				if late && depth <= 3 || hopeless && i > 0 {
					continue
				}
			}
		} else if best > -decided && !onLine && !check && s.t.swing > 0 && depth <= 4 && i > 0 && gainOf(s.scores[ply][i]) < -70*depth {
			continue
		}
		man := s.g.man(m)
		s.push(m, ply)
		score := s.descend(alpha, beta, depth, ply, i, noisy, check)
		s.pop()
		if s.stopped {
			return 0
		}
		if score <= best {
			continue
		}
		best = score
		if score <= alpha {
			continue
		}
		alpha, bestMove = score, m
		s.extend(ply, m)
		if score >= beta {
			if !noisy {
				s.reward(ply, m, man, depth)
			}
			break
		}
	}
	b := exact
	switch {
	case best >= beta:
		b = lower
	case best <= start:
		b = upper
	}
	s.table.store(key, entry{bestMove, stored(best, ply), depth, b})
	return best
}

// descend searches the position after the i-th move: late quiet moves less
// deep and through a null window first.
func (s *search) descend(alpha, beta, depth, ply, i int, noisy, check bool) int {
	if i == 0 {
		return -s.node(-beta, -alpha, depth-1, ply+1, false)
	}
	less := 0
	if depth >= 3 && i >= 3 && !noisy && !check && !s.t.whole {
		less = reductions[min(depth, 63)][min(i, 63)]
		if beta-alpha > 1 || s.t.drops {
			less--
		}
		if s.g.inCheck() {
			less = 0
		}
		less = max(0, min(less, depth-2))
	} else if depth >= 3 && i >= 6 && s.t.whole && !s.t.forced {
		less = 1
	}
	score := -s.node(-alpha-1, -alpha, depth-1-less, ply+1, false)
	if score > alpha && less > 0 {
		score = -s.node(-alpha-1, -alpha, depth-1, ply+1, false)
	}
	if score > alpha && score < beta {
		score = -s.node(-beta, -alpha, depth-1, ply+1, false)
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

// forcedDepth is how far quiescence follows compulsory captures: each may be
// chosen among several, so that to their end would be too far.
const forcedDepth = 8

// quiesce plays out what is noisy until the position is quiet enough to be
// valued. Where captures are compulsory it follows all of them for a
// while.
func (s *search) quiesce(alpha, beta, ply, deep int) int {
	if s.stop() {
		return 0
	}
	if deep > 0 {
		s.nodes++
	}
	s.lineLen[min(ply, maxPly)] = 0
	if o := s.g.ended(); o.Over() {
		return s.verdict(o, ply)
	}
	if ply >= maxPly || s.t.forced && deep >= forcedDepth {
		return s.g.eval()
	}
	check := s.g.inCheck()
	var moves []chess.Move
	if check && deep < 4 {
		moves = s.g.moves(s.lists[ply][:0])
		s.lists[ply] = moves
		if len(moves) == 0 {
			return s.verdict(s.g.stuck(), ply)
		}
	} else {
		check = false
		moves = s.g.noisy(s.lists[ply][:0])
		s.lists[ply] = moves
		if s.t.convert && deep > 2 {
			moves = moves[:0]
		}
	}
	must := check || s.t.forced && len(moves) > 0 && moves[0].IsCapture()
	best := -infinity
	if !must {
		best = s.g.eval()
		if best >= beta {
			return best
		}
		alpha = max(alpha, best)
	}
	s.score(ply, 0)
	for i := range moves {
		m := s.pick(ply, i)
		if !must && s.scores[ply][i] < 0 {
			continue
		}
		s.push(m, ply)
		score := -s.quiesce(-beta, -alpha, ply+1, deep+1)
		s.pop()
		if s.stopped {
			return 0
		}
		if score > best {
			best = score
			if score >= beta {
				return score
			}
			alpha = max(alpha, score)
		}
	}
	return best
}
