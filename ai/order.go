package ai

import "rookery/chess"

// picker hands out the moves of one node, best first, making them only when
// they are asked for: the move the table remembers, captures that win or hold,
// quiet moves with the killers in front, captures that lose.
type picker struct {
	stage  stage
	first  chess.Move
	counts bool // quiet moves are wanted
	next   int  // place in the list of the move to look at
	end    int  // of the present stage
	bad    int  // losing captures, put by at the front of the list
	// picked is the gain of the last capture handed out, in centipawns.
	picked int
}

type stage uint8

const (
	remembered stage = iota
	makeNoisy
	goodNoisy
	makeQuiet
	quietly
	badNoisy
	makeAll
	together
	noMore
)

// Places in the order of moves where all are made together.
const (
	noisyPlace  = 1 << 24 // captures that win or hold
	killerPlace = 1 << 22
	counterMove = 1 << 21
	worstPlace  = -(1 << 24) // captures that lose
)

// start sets the picker of a node up.
func (s *search) start(ply int, first chess.Move, quiets bool) {
	p := &s.frames[ply].picker
	*p = picker{first: first, counts: quiets}
	s.lists[ply] = s.lists[ply][:0]
	switch {
	case !s.g.staged():
		p.stage = makeAll
	case first == 0 || !s.g.legal(first):
		p.first, p.stage = 0, makeNoisy
	}
}

// pick hands out the next move at ply, 0 when there is none left. quietsToo
// false leaves out the quiet moves from now on.
func (s *search) pick(ply int, quietsToo bool) chess.Move {
	p := &s.frames[ply].picker
	for {
		switch p.stage {
		case remembered:
			p.stage = makeNoisy
			if p.first != 0 {
				p.picked = 0
				return p.first
			}
		case makeNoisy:
			s.lists[ply] = s.g.noisy(s.lists[ply][:0])
			s.rateNoisy(ply, 0)
			p.next, p.end, p.stage = 0, len(s.lists[ply]), goodNoisy
		case goodNoisy:
			for p.next < p.end {
				m := s.best(ply, p.next, p.end)
				p.next++
				if m == p.first {
					continue
				}
				if p.picked = s.g.gain(m); p.picked < 0 {
					s.lists[ply][p.bad] = m
					s.scores[ply][p.bad] = int32(p.picked)
					p.bad++
					continue
				}
				return m
			}
			p.stage = makeQuiet
		case makeQuiet:
			p.stage = badNoisy
			p.next = 0
			if p.counts && quietsToo {
				s.lists[ply] = s.g.quiet(s.lists[ply])
				s.rateQuiet(ply, p.end)
				p.next, p.end, p.stage = p.end, len(s.lists[ply]), quietly
			}
		case quietly:
			for quietsToo && p.next < p.end {
				m := s.best(ply, p.next, p.end)
				p.next++
				if m != p.first {
					return m
				}
			}
			p.stage, p.next = badNoisy, 0
		case badNoisy:
			if p.next < p.bad {
				m := s.lists[ply][p.next]
				p.picked = int(s.scores[ply][p.next])
				p.next++
				return m
			}
			p.stage = noMore
		case makeAll:
			s.lists[ply] = s.g.moves(s.lists[ply][:0])
			s.rateAll(ply, p.first)
			p.next, p.end, p.stage = 0, len(s.lists[ply]), together
		case together:
			if p.next < p.end {
				m := s.best(ply, p.next, p.end)
				p.picked = gainOf(s.scores[ply][p.next])
				p.next++
				return m
			}
			p.stage = noMore
		case noMore:
			return 0
		}
	}
}

// best brings the best rated move of [from, end) to the front.
func (s *search) best(ply, from, end int) chess.Move {
	moves, scores := s.lists[ply][:end], s.scores[ply][:end]
	best := from
	for i := from + 1; i < len(scores); i++ {
		if scores[i] > scores[best] {
			best = i
		}
	}
	moves[from], moves[best] = moves[best], moves[from]
	scores[from], scores[best] = scores[best], scores[from]
	return moves[from]
}

// room makes the ratings at ply as many as the moves.
func (s *search) room(ply int) []int32 {
	n := len(s.lists[ply])
	if cap(s.scores[ply]) < n {
		s.scores[ply] = append(make([]int32, 0, 2*n+64), s.scores[ply]...)
	}
	s.scores[ply] = s.scores[ply][:n]
	return s.scores[ply]
}

// rateNoisy rates captures by what they take first and by experience second.
func (s *search) rateNoisy(ply, from int) {
	scores, turn := s.room(ply), s.g.turn()
	for i, m := range s.lists[ply][from:] {
		prize := s.g.prize(m)
		if !m.IsCapture() {
			prize = 0
		}
		v := 16*exchangeValue[prize&7] + int(s.mem.noisy[turn][trackOf(s.g, m)][prize&7])/4
		if m.IsPromotion() {
			v += 16 * exchangeValue[m.Role()]
		}
		if s.t.explode {
			v = 16*s.g.gain(m) + int(s.mem.noisy[turn][trackOf(s.g, m)][prize&7])/4
		}
		scores[from+i] = int32(v)
	}
}

// rateQuiet rates quiet moves: killers, the counter to the last move, history.
func (s *search) rateQuiet(ply, from int) {
	scores, turn := s.room(ply), s.g.turn()
	f := &s.frames[ply]
	counter := s.mem.counter[f.before]
	for i, m := range s.lists[ply][from:] {
		v := s.quietValue(ply, turn, trackOf(s.g, m))
		switch m {
		case f.killers[0]:
			v += killerPlace + 1
		case f.killers[1]:
			v += killerPlace
		case counter:
			v += counterMove
		}
		scores[from+i] = int32(v)
	}
}

// rateAll rates all moves together.
func (s *search) rateAll(ply int, first chess.Move) {
	s.rateQuiet(ply, 0)
	scores, turn := s.scores[ply], s.g.turn()
	for i, m := range s.lists[ply] {
		switch {
		case m == first:
			scores[i] = 1 << 28
		case s.t.cramped:
			if n := s.g.replies(m); n >= 0 {
				scores[i] = scores[i]/8 - int32(min(n, 40))*400
			}
		case s.g.isNoisy(m):
			if gain := s.g.gain(m); gain >= 0 {
				scores[i] = int32(noisyPlace + gain)
				if s.t.convert {
					scores[i] += int32(s.mem.noisy[turn][trackOf(s.g, m)][0]) / 16
				}
			} else {
				scores[i] = int32(worstPlace + gain)
			}
		}
	}
}

// gainOf is the gain of a noisy move by its place in the order, or none for a
// move that stands there for another reason.
func gainOf(place int32) int {
	switch {
	case place < worstPlace/2:
		return int(place - worstPlace)
	case place >= noisyPlace && place < 1<<28:
		return int(place - noisyPlace)
	}
	return 0
}
