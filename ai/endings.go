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

// Tablebase knows who wins positions of few pieces under the fifty-move rule, but not in how many moves, as
// package ai/syzygy does. It is asked by several goroutines.
type Tablebase interface {
	// Pieces is how many pieces a position has at most.
	Pieces() int
	// ProbeWDL is 2 or -2 for a position that the side to move wins or loses when the count of the fifty-move
	// rule is 0, 1 or -1 where that rule makes a draw of it, else 0. It is known where tables have it.
	ProbeWDL(p *chess.Position) (wdl int, known bool)
	// Rank orders the moves of a position, whose count of the fifty-move rule matters: the higher the rank of a
	// move, the better; wdl is what the position is worth after it to the side that makes it.
	Rank(p *chess.Position) (rank func(m chess.Move) (rank, wdl int), known bool)
}

// tableWin is the score of a win of unknown length: more than any value of a position, and what other engines tell.
const tableWin = 20_000

// wdlScore is the score of a worth.
func (s *search) wdlScore(wdl, ply int) int {
	switch wdl {
	case 2:
		return tableWin - ply
	case -2:
		return ply - tableWin
	}
	return s.draw(ply)
}

// tableScore is what the tablebase knows of the position at ply, which a capture or a pawn move has led to.
func (s *search) tableScore(ply int) (score int, known bool) {
	p := s.positions.p()
	if p.Halfmoves() != 0 || p.Occupied().Count() > s.tablePieces {
		return 0, false
	}
	wdl, known := s.tablebase.ProbeWDL(p)
	return s.wdlScore(wdl, ply), known
}

// rankRoots puts the moves of the root in the order of the tablebase, where it knows them: then moves of
// one rank are compared with each other alone, so that a won ending is never shuffled.
func (s *search) rankRoots() {
	s.ranked = false
	p := s.positions.p()
	if s.tablebase == nil || p.Occupied().Count() > s.tablePieces {
		return
	}
	rank, known := s.tablebase.Rank(p)
	if !known {
		return
	}
	s.ranked = true
	for i := range s.roots {
		r := &s.roots[i]
		r.rank, r.wdl = rank(r.move)
	}
	sortRoots(s.roots)
}

// told is the score of a root move as it is told: what the tablebase knows says more than a search, but for a mate.
func (s *search) told(r *rootMove) int {
	if s.ranked && abs(r.score) < decisive {
		return s.wdlScore(r.wdl, 0)
	}
	return r.score
}
