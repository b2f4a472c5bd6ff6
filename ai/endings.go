package ai

import "rookery/chess"

// Endings knows what positions of few pieces are worth, as package ai/endings does.
type Endings interface {
	// ProbeEnding is 1, 0 or -1 for a position that the side to move wins, holds or loses, with the
	// plies to the end of the game, when known is true. It is asked by several goroutines.
	ProbeEnding(p *chess.Position) (result, plies int, known bool)
}

// endingPieces is how many pieces a position has at most about which endings are asked.
const endingPieces = 4

// endingScore is what the endings know of the position at ply. Where they know a win it is
// nearer with every move, so that none is shuffled away.
func (s *search) endingScore(ply int) (score int, known bool) {
	p := s.positions.p()
	if p.Occupied().Count() > endingPieces {
		return 0, false
	}
	result, plies, known := s.endings.ProbeEnding(p)
	switch {
	case !known:
		return 0, false
	case result == 0:
		return s.draw(ply), true
	}
	// What is farther than scores can tell is as far as they can.
	return result * (winScore - min(ply+plies, 2*maxPly-1)), true
}

// toTheEnd lengthens a line that ends where endings decide by best play, so that a mate that is told
// is shown. The line is the caller's.
func (s *search) toTheEnd(line []chess.Move, score int) []chess.Move {
	if s.endings == nil || abs(score) < decisive {
		return line
	}
	p := s.positions.stack[0]
	for _, m := range line {
		var next chess.Position
		p.Apply(m, &next)
		p = next
	}
	for len(line) < maxPly && p.Occupied().Count() <= endingPieces {
		var best chess.Move
		var bestNext chess.Position
		most := -infinity
		for _, m := range p.AppendMoves(nil) {
			var next chess.Position
			p.Apply(m, &next)
			result, plies, known := s.endings.ProbeEnding(&next)
			if !known {
				return line
			}
			if value := -result * (winScore - plies); value > most {
				most, best, bestNext = value, m, next
			}
		}
		if best == 0 {
			break
		}
		line, p = append(line, best), bestNext
	}
	return line
}
