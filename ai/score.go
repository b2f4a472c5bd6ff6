package ai

import (
	"math"

	"rookery/chess"
)

// Centipawns measure how a position stands for the side to move: 100 is worth
// about a pawn of chess.
type Centipawns int

// MaxScore is beyond every score, those of decided games too.
const MaxScore Centipawns = infinity

// Decisive reports whether c is the score of a game that is won or lost by force.
func (c Centipawns) Decisive() bool { return abs(int(c)) >= decisive }

// Chance is the chance of winning, 0 to 1, of a side whose score by our search is c. It is twice as steep as lichess's,
// which is for values of Stockfish, in which a piece is worth about twice as much.
func (c Centipawns) Chance() float64 { return 1 / (1 + math.Exp(-2*0.00368208*float64(c))) }

// OutcomeScore is what a game that ends ply plies on is worth to side: a sooner win
// is worth more.
func OutcomeScore(o chess.Outcome, side chess.Color, ply int) Centipawns {
	return Centipawns(outcomeScore(o, side, ply))
}

// Scores inside the search are ints in centipawns; decisive ones lie near the ends of
// the range, so that sooner wins are worth more. All fit the sixteen bits of a slot.
const (
	maxPly   = 120 // the deepest line
	infinity = 32500
	winScore = 32000 // a win now; a win in n plies is winScore-n
	decisive = winScore - 2*maxPly
	// quarterPoint is the score of three quarters of a point against one, as some games
	// score stalemate.
	quarterPoint = 150
)

// toTable makes a score that counts plies from the root count them from the node at
// ply, as the table keeps it, because other paths also lead there; fromTable undoes it.
func toTable(score, ply int) int {
	switch {
	case score >= decisive:
		return score + ply
	case score <= -decisive:
		return score - ply
	}
	return score
}

func fromTable(score, ply int) int {
	switch {
	case score >= decisive:
		return score - ply
	case score <= -decisive:
		return score + ply
	}
	return score
}

// mateIn is the number of moves of the winner until the game is decided:
// positive for the side to move, negative against it, 0 when it is not decided.
func mateIn(score int) int {
	switch {
	case score >= decisive:
		return (winScore - score + 1) / 2
	case score <= -decisive:
		return -(winScore + score + 1) / 2
	}
	return 0
}

func outcomeScore(o chess.Outcome, turn chess.Color, ply int) int {
	if c, ok := o.Winner(); ok {
		if c == turn {
			return winScore - ply
		}
		return ply - winScore
	}
	switch o.Result {
	case chess.WhiteStalemates, chess.BlackStalemates:
		if (o.Result == chess.WhiteStalemates) == (turn == chess.White) {
			return quarterPoint
		}
		return -quarterPoint
	}
	return 0
}

// pair is a value in the middle game and one in the ending, added and multiplied in one
// step: the first in the upper sixteen bits, the second in the lower.
type pair int32

func makePair(middle, end int) pair { return pair(int32(middle)<<16 + int32(end)) }

func (p pair) middle() int { return int(int16(uint32(p+0x8000) >> 16)) }
func (p pair) end() int    { return int(int16(uint32(p))) }

// percent rounds both halves toward zero.
func (p pair) percent(n int) pair {
	if n == 100 {
		return p
	}
	return makePair(p.middle()*n/100, p.end()*n/100)
}
