package ai

import "rookery/chess"

// forcedDepth is how far quiescence follows compulsory captures: each may be
// chosen among several, so that to their end would be too far.
const forcedDepth = 8

// quiesce plays out what is noisy until the position is quiet enough to be
// valued, deep plies below the horizon. Where captures are compulsory it
// follows all of them for a while.
func (s *search) quiesce(alpha, beta, ply, deep int) int {
	if ply <= maxPly {
		s.lineLen[ply] = 0
	}
	if s.stop() {
		return 0
	}
	s.nodes++
	s.selDepth = max(s.selDepth, ply)
	if o := s.g.ended(); o.Over() {
		return s.verdict(o, ply)
	}
	f := &s.frames[ply]
	key := s.keys[len(s.keys)-1]
	if deep == 0 && (s.repeated(key) || s.t.fifty && s.g.idle() >= 100) {
		return s.draw(ply)
	}
	if ply >= maxPly || s.t.forced && deep >= forcedDepth {
		return s.g.eval()
	}
	known, hit := s.table.probe(key)
	known.score = seen(known.score, ply)
	if hit && beta-alpha == 1 && known.bounds(alpha, beta) {
		return known.score
	}
	check := f.check && deep < 6
	best, start := -infinity, alpha
	static := noStatic
	if !check {
		static = max(-decided+1, min(decided-1, s.g.eval()+s.correction(ply)))
		best = static
		if hit && known.bounds(static, static) && abs(known.score) < decided {
			best = known.score
		}
	}
	must := check
	if s.t.forced {
		must = s.compelled(ply)
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
	if hit && !must && first != 0 && !s.g.isNoisy(first) {
		first = 0
	}
	best, bestMove := s.calm(alpha, beta, ply, deep, best, static, first, must)
	if s.stopped {
		return 0
	}
	if best == -infinity {
		if check {
			return s.verdict(s.g.stuck(), ply)
		}
		return s.g.eval()
	}
	b := upper
	if best >= beta {
		b = lower
	} else if best > start {
		b = exact
	}
	if !s.t.forced {
		s.table.store(key, entry{bestMove, stored(best, ply), 0, b})
	}
	return best
}

// compelled tells whether the side to move must capture; it leaves the
// captures in the list of ply.
func (s *search) compelled(ply int) bool {
	s.lists[ply] = s.g.noisy(s.lists[ply][:0])
	return len(s.lists[ply]) > 0 && s.lists[ply][0].IsCapture()
}

// calm tries the noisy moves of a node of quiescence, or all where the side to
// move must not stand still.
func (s *search) calm(alpha, beta, ply, deep, best, static int, first chess.Move, must bool) (int, chess.Move) {
	f := &s.frames[ply]
	if s.t.convert && deep > 2 {
		return best, 0
	}
	quiets := must && !s.t.forced
	s.startNoisy(ply, first, quiets)
	var bestMove chess.Move
	for n := 0; ; n++ {
		m := s.pick(ply, quiets)
		if m == 0 {
			break
		}
		if !must {
			if f.picker.stage == badNoisy || f.picker.stage == noMore && f.picker.picked < 0 {
				break // it loses by itself
			}
			if f.picker.picked < 0 {
				continue
			}
			if s.t.swaps && m != first && !m.IsPromotion() &&
				static+exchangeValue[s.g.prize(m)&7]+180 <= alpha {
				best = max(best, static+exchangeValue[s.g.prize(m)&7]+180)
				continue
			}
		} else if quiets && best > -decided && n > 3 && !s.g.isNoisy(m) {
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
	if deep == 0 && !must && s.t.drops {
		return s.dropIn(alpha, beta, ply, best, bestMove)
	}
	return best, bestMove
}

// startNoisy sets the picker up for quiescence.
func (s *search) startNoisy(ply int, first chess.Move, quiets bool) {
	s.start(ply, first, quiets)
	if p := &s.frames[ply].picker; p.stage == makeAll && !quiets {
		p.first, p.stage = 0, makeNoisy
	}
}

// dropIn tries the drops that give check, once beyond the horizon.
func (s *search) dropIn(alpha, beta, ply, best int, bestMove chess.Move) (int, chess.Move) {
	s.lists[ply] = s.g.checks(s.lists[ply][:0])
	for i := 0; i < len(s.lists[ply]); i++ {
		m := s.lists[ply][i]
		if s.g.gain(m) < 0 && m.Role() != chess.Pawn {
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
