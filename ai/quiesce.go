package ai

import "rookery/chess"

const (
	// forcedCapturePlies is how far quiescence follows compulsory captures. To their
	// end is too far, because each may be chosen among several. In 900 games of 4,000
	// positions four plies won 24 ± 22 Elo against eight and 108 ± 30 against sixteen; none lost
	// 91 ± 26 against four.
	forcedCapturePlies = 4
	// checkPlies is how far checks are answered by all moves; deeper ones are valued
	// as if there were none.
	checkPlies = 6
	// convertPlies is how far moves that convert are followed where they count as
	// captures: nearly every move is one.
	convertPlies = 2
	// capturesTried is how many captures are tried of a side that may stand still.
	capturesTried = 3
)

// quiesce plays out what is noisy until the position is quiet enough to be valued.
// Where captures are compulsory it follows all of them for a while.
func (s *search) quiesce(n *node) int {
	ply, deep := n.ply, -n.depth
	if ply <= maxPly {
		s.pvLen[ply] = 0
	}
	if s.mustStop() {
		return 0
	}
	s.nodes++
	s.selDepth = max(s.selDepth, ply)
	if o := s.board.earlyOutcome(); o.Over() {
		return s.endScore(o, ply)
	}
	f := &s.frames[ply]
	n.key = s.keys[len(s.keys)-1]
	if deep == 0 && (s.repeated(n.key) || s.traits.fiftyMoves && s.board.halfmoves() >= 100) {
		return s.draw(ply)
	}
	if s.endings != nil {
		if score, known := s.endingScore(ply); known {
			return score
		}
	}
	if ply >= maxPly || s.traits.forcedCaptures && deep >= forcedCapturePlies {
		return s.board.eval()
	}
	known, hit := s.table.probe(n.key)
	known.score = fromTable(known.score, ply)
	if hit && !n.isPV() && known.decides(n.alpha, n.beta) {
		return known.score
	}
	check := f.check && deep < checkPlies
	best, start := -infinity, n.alpha
	n.estimate = noStatic
	if !check {
		n.estimate = max(-decisive+1, min(decisive-1, s.board.eval()+s.correction(ply)))
		best = n.estimate
		if hit && known.decides(best, best) && abs(known.score) < decisive {
			best = known.score
		}
	}
	must := check || s.board.mustCapture() // the side to move may not stand still
	if must {
		best = -infinity
	} else if best >= n.beta {
		return best
	} else {
		n.alpha = max(n.alpha, best)
	}
	n.tableMove = known.move
	if hit && !must && n.tableMove != 0 && !s.board.isNoisy(n.tableMove) {
		n.tableMove = 0
	}
	best, bestMove := s.quiesceMoves(n, best, must, check)
	if s.stopped {
		return 0
	}
	if best == -infinity {
		if check {
			return s.endScore(s.board.noMoveOutcome(), ply)
		}
		return s.board.eval()
	}
	b := upper
	if best >= n.beta {
		b = lower
	} else if best > start {
		b = exact
	}
	s.table.store(n.key, entry{move: bestMove, score: toTable(best, ply), bound: b, pv: known.pv})
	return best
}

// quiesceBelow is to quiesce what searchBelow is to searchNode.
//
//go:noinline
func (s *search) quiesceBelow(n *node) int {
	return -s.quiesce(&node{alpha: -n.beta, beta: -n.alpha, depth: n.depth - 1, ply: n.ply + 1})
}

// quiesceMoves tries the noisy moves of n, and quiet ones in check; must tells that the
// side to move may not stand still.
func (s *search) quiesceMoves(n *node, best int, must, check bool) (int, chess.Move) {
	f := &s.frames[n.ply]
	if s.traits.convert && -n.depth > convertPlies {
		return best, 0
	}
	s.startNoisyPicker(n.ply, n.tableMove, check)
	var bestMove chess.Move
	for tried := 0; ; tried++ {
		m := s.nextMove(n.ply, check)
		if m == 0 {
			break
		}
		if !must {
			if f.picker.stage == badNoisy || f.picker.stage == noMoreMoves && f.picker.gain < 0 {
				break // all that is left loses by exchanges
			}
			if f.picker.gain < 0 {
				continue
			}
			if tried >= capturesTried && !m.IsPromotion() {
				break
			}
			if most := s.mostOf(n, m); most <= n.alpha {
				best = max(best, most)
				continue
			}
		} else if check && best > -decisive && tried > 3 && !s.board.isNoisy(m) {
			break // a few evasions tell
		}
		s.push(m, n.ply)
		score := s.quiesceBelow(n)
		s.pop()
		if s.stopped {
			return 0, 0
		}
		if score > best {
			best = score
			if score > n.alpha {
				n.alpha, bestMove = score, m
				if score >= n.beta {
					return best, bestMove
				}
			}
		}
	}
	if n.depth == 0 && !must && s.traits.drops {
		return s.quiesceDrops(n, best, bestMove)
	}
	return best, bestMove
}

// mostOf is what a noisy move may be worth in quiescence, infinity where nobody can tell.
func (s *search) mostOf(n *node, m chess.Move) int {
	switch {
	case m == n.tableMove || m.IsPromotion():
	case s.traits.convert:
		return n.estimate + s.board.gain(m) + s.margins[deltaMargin]
	case s.traits.staticExchange:
		return n.estimate + exchangeValue[s.board.capturedRole(m)&7] + s.margins[deltaMargin]*max(s.traits.marginPercent, 100)/100
	}
	return infinity
}

// startNoisyPicker sets the picker up for quiescence.
func (s *search) startNoisyPicker(ply int, first chess.Move, quiets bool) {
	s.startPicker(ply, first, quiets)
	if p := &s.frames[ply].picker; p.stage == makeAll && !quiets {
		p.first, p.stage = 0, makeNoisy
	}
}

// quiesceDrops tries the drops that give check, once beyond the horizon.
func (s *search) quiesceDrops(n *node, best int, bestMove chess.Move) (int, chess.Move) {
	ply := n.ply
	s.moves[ply] = s.board.checks(s.moves[ply][:0])
	for i := 0; i < len(s.moves[ply]); i++ {
		m := s.moves[ply][i]
		if s.board.gain(m) < 0 && m.Role() != chess.Pawn {
			continue
		}
		s.push(m, ply)
		score := s.quiesceBelow(n)
		s.pop()
		if s.stopped {
			return 0, 0
		}
		if score > best {
			best = score
			if score > n.alpha {
				n.alpha, bestMove = score, m
				if score >= n.beta {
					break
				}
			}
		}
	}
	return best, bestMove
}
