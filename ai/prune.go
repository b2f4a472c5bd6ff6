package ai

import "rookery/chess"

// cutEarly ends nodes whose static value lies far enough above beta or below
// alpha; ok tells that it did.
func (s *search) cutEarly(alpha, beta, depth, ply, static int, improving, cut bool) (score int, ok bool) {
	better := 0
	if improving {
		better = 1
	}
	if depth <= 8 && static-80*(depth-better)*s.t.swing/100 >= beta {
		return (static + beta) / 2, true
	}
	if depth <= 3 && static+220*depth*s.t.swing/100 <= alpha {
		if score := s.quiesce(alpha, alpha+1, ply, 0); score <= alpha || s.stopped {
			return score, true
		}
	}
	f := &s.frames[ply]
	if s.t.passes && !f.passed && depth >= 3 && static >= beta && f.static >= beta-20*depth && s.g.mayPass() {
		less := 4 + depth/4 + min((static-beta)/200, 3)
		s.push(chess.Pass, ply)
		score := -s.node(-beta, -beta+1, depth-less, ply+1, !cut)
		s.pop()
		if s.stopped {
			return 0, true
		}
		if score >= beta {
			if depth < 14 {
				return min(score, decided-1), true
			}
			// deep down a pass is believed only when moving is good as well
			f.passed = true
			score = s.node(beta-1, beta, depth-less, ply, false)
			f.passed = false
			if score >= beta {
				return score, true
			}
		}
	}
	if s.t.swaps && depth >= 5 && f.excluded == 0 {
		return s.likely(beta, depth, ply, static, cut)
	}
	return 0, false
}

// surplus is by how much a capture must beat beta in a shallow search to be
// believed (ProbCut, M. Buro, 1995).
const surplus = 180

// likely asks whether a capture would beat beta by so much in a shallower
// search that it will do so in a full one.
func (s *search) likely(beta, depth, ply, static int, cut bool) (score int, ok bool) {
	f, high := &s.frames[ply], beta+surplus*s.t.swing/100
	s.start(ply, 0, false)
	for {
		m := s.pick(ply, false)
		if m == 0 || f.picker.picked < 0 {
			return 0, false
		}
		if f.picker.picked < high-static || !s.g.isNoisy(m) {
			continue
		}
		s.push(m, ply)
		score := -s.quiesce(-high, -high+1, ply+1, 0)
		if score >= high && !s.stopped {
			score = -s.node(-high, -high+1, depth-4, ply+1, !cut)
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

// singular asks whether the known move is the only good one: then it is worth
// a ply more. ok tells that the node is decided without a look at the rest.
func (s *search) singular(known entry, depth, ply, beta int, onLine, cut bool) (extra, score int, ok bool) {
	f := &s.frames[ply]
	below := known.score - 2*depth*s.t.swing/100
	f.excluded = known.move
	score = s.node(below-1, below, (depth-1)/2, ply, cut)
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
