package ai

import "rookery/chess"

// forcedCapturePlies is how far quiescence follows compulsory captures: each may be
// chosen among several, so that to their end would be too far.
const forcedCapturePlies = 8

// quiesce plays out what is noisy until the position is quiet enough to be
// valued, deep plies below the horizon. Where captures are compulsory it
// follows all of them for a while.
func (s *search) quiesce(alpha, beta, ply, deep int) int {
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
	key := s.keys[len(s.keys)-1]
	if deep == 0 && (s.repeated(key) || s.traits.fiftyMoves && s.board.halfmoves() >= 100) {
		return s.draw(ply)
	}
	if ply >= maxPly || s.traits.forcedCaptures && deep >= forcedCapturePlies {
		return s.board.eval()
	}
	known, hit := s.table.probe(key)
	known.score = fromTable(known.score, ply)
	if hit && beta-alpha == 1 && known.bounds(alpha, beta) {
		return known.score
	}
	check := f.check && deep < 6
	best, start := -infinity, alpha
	static := noStatic
	if !check {
		static = max(-decisive+1, min(decisive-1, s.board.eval()+s.correction(ply)))
		best = static
		if hit && known.bounds(static, static) && abs(known.score) < decisive {
			best = known.score
		}
	}
	must := check
	if s.traits.forcedCaptures {
		must = s.mustCapture(ply)
	}
	if !must {
		if best >= beta {
			return best
		}
		alpha = max(alpha, best)
	} else {
		best = -infinity
	}
	first := known.move
	if hit && !must && first != 0 && !s.board.isNoisy(first) {
		first = 0
	}
	best, bestMove := s.quiesceMoves(alpha, beta, ply, deep, best, static, first, must)
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
	if best >= beta {
		b = lower
	} else if best > start {
		b = exact
	}
	if !s.traits.forcedCaptures {
		s.table.store(key, entry{bestMove, toTable(best, ply), 0, b})
	}
	return best
}

// mustCapture tells whether the side to move must capture; it leaves the
// captures in the list of ply.
func (s *search) mustCapture(ply int) bool {
	s.moves[ply] = s.board.noisy(s.moves[ply][:0])
	return len(s.moves[ply]) > 0 && s.moves[ply][0].IsCapture()
}

// quiesceMoves tries the noisy moves of a node of quiescence, or all where the side to
// move must not stand still.
func (s *search) quiesceMoves(alpha, beta, ply, deep, best, static int, first chess.Move, must bool) (int, chess.Move) {
	f := &s.frames[ply]
	if s.traits.convert && deep > 2 {
		return best, 0
	}
	quiets := must && !s.traits.forcedCaptures
	s.startNoisyPicker(ply, first, quiets)
	var bestMove chess.Move
	for n := 0; ; n++ {
		m := s.nextMove(ply, quiets)
		if m == 0 {
			break
		}
		if !must {
			if f.picker.stage == badNoisy || f.picker.stage == noMoreMoves && f.picker.gain < 0 {
				break // it loses by itself
			}
			if f.picker.gain < 0 {
				continue
			}
			if s.traits.staticExchange && m != first && !m.IsPromotion() &&
				static+exchangeValue[s.board.capturedRole(m)&7]+180 <= alpha {
				best = max(best, static+exchangeValue[s.board.capturedRole(m)&7]+180)
				continue
			}
		} else if quiets && best > -decisive && n > 3 && !s.board.isNoisy(m) {
			break // a few evasions tell
		}
		s.push(m, ply)
		score := -s.quiesce(-beta, -alpha, ply+1, deep+1)
		s.pop()
		if s.stopped {
			return 0, 0
		}
		if score > best {
			best = score
			if score > alpha {
				alpha, bestMove = score, m
				if score >= beta {
					return best, bestMove
				}
			}
		}
	}
	if deep == 0 && !must && s.traits.drops {
		return s.quiesceDrops(alpha, beta, ply, best, bestMove)
	}
	return best, bestMove
}

// startNoisyPicker sets the picker up for quiescence.
func (s *search) startNoisyPicker(ply int, first chess.Move, quiets bool) {
	s.startPicker(ply, first, quiets)
	if p := &s.frames[ply].picker; p.stage == makeAll && !quiets {
		p.first, p.stage = 0, makeNoisy
	}
}

// quiesceDrops tries the drops that give check, once beyond the horizon.
func (s *search) quiesceDrops(alpha, beta, ply, best int, bestMove chess.Move) (int, chess.Move) {
	s.moves[ply] = s.board.checks(s.moves[ply][:0])
	for i := 0; i < len(s.moves[ply]); i++ {
		m := s.moves[ply][i]
		if s.board.gain(m) < 0 && m.Role() != chess.Pawn {
			continue
		}
		s.push(m, ply)
		score := -s.quiesce(-beta, -alpha, ply+1, 1)
		s.pop()
		if s.stopped {
			return 0, 0
		}
		if score > best {
			best = score
			if score > alpha {
				alpha, bestMove = score, m
				if score >= beta {
					break
				}
			}
		}
	}
	return best, bestMove
}
