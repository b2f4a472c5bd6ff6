package ai

import "rookery/chess"

// Places in the order of moves.
const (
	firstPlace  = 1 << 28 // the move the table remembers
	noisyPlace  = 1 << 24 // captures that win or hold
	killerPlace = 1 << 22
	counterMove = 1 << 21
	worstPlace  = -(1 << 24) // captures that lose
	historyMax  = 1 << 14
)

// score gives each move at ply its place: the table's move, captures that win,
// killers, the counter to the last move, quiet moves by history, captures that
// lose.
func (s *search) score(ply int, first chess.Move) {
	moves := s.lists[ply]
	if cap(s.scores[ply]) < len(moves) {
		s.scores[ply] = make([]int, len(moves), 2*len(moves)+64)
	}
	s.scores[ply] = s.scores[ply][:len(moves)]
	turn := s.g.turn()
	var last chess.Move
	if ply > 0 {
		last = s.path[ply-1]
	}
	for i, m := range moves {
		switch {
		case m == first:
			s.scores[ply][i] = firstPlace
		case s.g.isNoisy(m):
			if gain := s.g.gain(m); gain >= 0 {
				s.scores[ply][i] = noisyPlace + gain
			} else {
				s.scores[ply][i] = worstPlace + gain
			}
		case m == s.killers[ply][0]:
			s.scores[ply][i] = killerPlace + 1
		case m == s.killers[ply][1]:
			s.scores[ply][i] = killerPlace
		case last != 0 && m == s.counter[last.From()][last.To()]:
			s.scores[ply][i] = counterMove
		default:
			s.scores[ply][i] = int(s.history[turn][s.g.man(m)][m.To()])
		}
	}
}

// gainOf is the gain of a noisy move by its place in the order, or none for a
// move that stands there for another reason.
func gainOf(place int) int {
	switch {
	case place < worstPlace/2:
		return place - worstPlace
	case place >= noisyPlace && place < firstPlace:
		return place - noisyPlace
	}
	return 0
}

// pick brings the best of the moves from i on to place i.
func (s *search) pick(ply, i int) chess.Move {
	moves, scores := s.lists[ply], s.scores[ply]
	best := i
	for j := i + 1; j < len(moves); j++ {
		if scores[j] > scores[best] {
			best = j
		}
	}
	moves[i], moves[best] = moves[best], moves[i]
	scores[i], scores[best] = scores[best], scores[i]
	return moves[i]
}

// reward remembers a quiet move that refuted the last one. History sinks
// towards its limit, so that it never runs over.
func (s *search) reward(ply int, m chess.Move, man, depth int) {
	if s.killers[ply][0] != m {
		s.killers[ply][1], s.killers[ply][0] = s.killers[ply][0], m
	}
	if ply > 0 {
		last := s.path[ply-1]
		s.counter[last.From()][last.To()] = m
	}
	h := &s.history[s.g.turn()][man][m.To()]
	bonus := int32(min(depth*depth, 400)) * 8
	*h += bonus - *h*bonus/historyMax
}
