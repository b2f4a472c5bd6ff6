// Package report says how well a game was played, from what a search thinks of each of
// its positions: which moves were inaccuracies, mistakes and blunders, how accurate each
// side was, and how much it lost a move. The measures are those that lichess publishes,
// so that figures compare. It searches nothing and imports ai and chess alone; start
// reading at [Of].
package report

import (
	"math"

	"rookery/ai"
	"rookery/chess"
)

// ceiling bounds scores, in centipawns: beyond it a game is won, and how much more
// it is won by says nothing about a move. A forced win counts as this.
const ceiling = 1000

// Chance is the winning chance, 0 to 1, of a side that a search scores so. The
// steepness was fitted by lichess to games of its players.
func Chance(score ai.Centipawns) float64 {
	return 1 / (1 + math.Exp(-0.00368208*float64(bound(score))))
}

func bound(score ai.Centipawns) ai.Centipawns { return max(-ceiling, min(score, ceiling)) }

// Value is what a position is worth to White.
type Value struct {
	Score ai.Centipawns
	Mate  int  // moves until the game is decided, negative when White loses, 0 when open
	Known bool // false where nothing was searched, as where only one move is legal
}

// ValueOf is the value that a search found where turn moves.
func ValueOf(c ai.Choice, turn chess.Color) Value {
	v := Value{c.Score, c.Mate, c.Depth > 0}
	if turn == chess.Black {
		v = v.swapped()
	}
	return v
}

// Final is the value of a position in which the game has ended.
func Final(o chess.Outcome) Value {
	v := Value{Score: ai.OutcomeScore(o, chess.White, 0), Known: true}
	switch winner, won := o.Winner(); {
	case won && winner == chess.White:
		v.Mate = 1
	case won:
		v.Mate = -1
	}
	return v
}

func (v Value) swapped() Value { return Value{-v.Score, -v.Mate, v.Known} }

// For is the value to a side.
func (v Value) For(side chess.Color) Value {
	if side == chess.Black {
		return v.swapped()
	}
	return v
}

// Chance is the winning chance of White.
func (v Value) Chance() float64 { return Chance(v.centipawns()) }

// centipawns is the bounded score, that of a forced win at the bound.
func (v Value) centipawns() ai.Centipawns {
	switch {
	case v.Mate > 0:
		return ceiling
	case v.Mate < 0:
		return -ceiling
	}
	return bound(v.Score)
}

// Judgement is how bad a move was.
type Judgement uint8

const (
	Fine Judgement = iota // nothing to complain of
	Inaccuracy
	Mistake
	Blunder
)

// Sign is how annotators mark a move that is judged so.
func (j Judgement) Sign() string { return [...]string{"", "?!", "?", "??"}[j] }

// String is the judgement in a word, in English.
func (j Judgement) String() string { return [...]string{"Fine", "Inaccuracy", "Mistake", "Blunder"}[j] }

// Judge compares what a position was worth to the mover before the move and after it.
// Where no forced win is involved the fall of the winning chance decides; on the scale
// from -1 for lost to 1 for won, which is twice as wide as that of [Chance], a tenth is
// an inaccuracy. A forced win allowed or let slip is judged by what the position is
// worth apart from it: it makes little difference in one that was lost or stays won.
func Judge(before, after Value) Judgement {
	switch {
	case before.Mate == 0 && after.Mate < 0: // allowed
		return slip(-before.Score)
	case before.Mate > 0 && after.Mate < 0:
		return Blunder
	case before.Mate > 0 && after.Mate == 0: // let slip
		return slip(after.Score)
	case before.Mate != 0 || after.Mate != 0:
		return Fine
	}
	switch fall := 2 * (before.Chance() - after.Chance()); {
	case fall >= 0.3:
		return Blunder
	case fall >= 0.2:
		return Mistake
	case fall >= 0.1:
		return Inaccuracy
	}
	return Fine
}

// slip judges a forced win gained or lost by what is left of it: the score of the side
// that is better all the same.
func slip(left ai.Centipawns) Judgement {
	switch {
	case left >= ceiling:
		return Inaccuracy
	case left > 700:
		return Mistake
	}
	return Blunder
}

// Accuracy is that of one move in percent, by the winning chances of the mover before
// and after it.
func Accuracy(before, after float64) float64 {
	if after >= before {
		return 100
	}
	return max(0, min(103.1668*math.Exp(-0.04354*100*(before-after))-3.1669, 100))
}

// Move is how one move was played.
type Move struct {
	Mover     chess.Color
	Judgement Judgement
	Before    float64       // the mover's winning chance
	After     float64       // likewise
	Accuracy  float64       // in percent
	Loss      ai.Centipawns // never negative
}

// Side is how one side has played.
type Side struct {
	Moves    int
	Accuracy float64 // in percent, 0 without moves
	Loss     float64 // centipawns a move
	Counts   [Blunder + 1]int
}

// Game is the report on a game.
type Game struct {
	Values []Value // of each position; those that were not known are filled in
	Moves  []Move
	Sides  [2]Side
}

// Of reports on moves that began with first to move. values are those of all positions,
// one more than moves. best are the moves that the search would have played, 0 where it
// has none: a move that was best is never blamed for what was found later.
//
// A position that is not known is worth what the next one is, for it has but one move,
// or else what the last one was.
func Of(first chess.Color, moves []chess.Move, values []Value, best []chess.Move) Game {
	g := Game{Values: fill(values), Moves: make([]Move, len(moves))}
	side := first
	for i, m := range moves {
		before, after := g.Values[i].For(side), g.Values[i+1].For(side)
		was := i < len(best) && best[i] == m
		r := Move{Mover: side, Before: before.Chance(), After: after.Chance(), Accuracy: 100}
		if !was && before.Known && after.Known {
			r.Judgement = Judge(before, after)
			r.Accuracy = Accuracy(r.Before, r.After)
			r.Loss = max(0, before.centipawns()-after.centipawns())
		}
		g.Moves[i] = r
		side = side.Other()
	}
	g.addSides()
	return g
}

// fill gives unknown values those of their neighbours.
func fill(values []Value) []Value {
	out := make([]Value, len(values))
	copy(out, values)
	for i := len(out) - 2; i >= 0; i-- {
		if !out[i].Known && out[i+1].Known {
			out[i] = out[i+1]
		}
	}
	for i := 1; i < len(out); i++ {
		if !out[i].Known {
			out[i] = out[i-1]
		}
	}
	return out
}

// addSides counts the moves of each side. The accuracy of a side is the mean of two: that
// weighted by how much the game swung around each move, so that moves in dull stretches
// count less, and the harmonic one, which a few bad moves pull down.
func (g *Game) addSides() {
	weights := swings(g.Values)
	var sums [2]struct{ weighted, weights, inverse, loss float64 }
	for i, m := range g.Moves {
		s, sum := &g.Sides[m.Mover], &sums[m.Mover]
		s.Moves++
		s.Counts[m.Judgement]++
		sum.loss += float64(m.Loss)
		sum.weighted += m.Accuracy * weights[i]
		sum.weights += weights[i]
		sum.inverse += 1 / max(m.Accuracy, 1)
	}
	for c := range g.Sides {
		s, sum := &g.Sides[c], &sums[c]
		if s.Moves > 0 {
			n := float64(s.Moves)
			s.Loss = sum.loss / n
			s.Accuracy = (sum.weighted/sum.weights + n/sum.inverse) / 2
		}
	}
}

// swings is by how much winning chances, in percent, vary around each move: the standard
// deviation in a window of a tenth of the game. The first windows are alike.
func swings(values []Value) []float64 {
	n := len(values) - 1
	width := max(2, min(n/10, 8))
	chances := make([]float64, len(values))
	for i, v := range values {
		chances[i] = 100 * v.Chance()
	}
	out := make([]float64, max(n, 0))
	for i := range out {
		at := max(0, i-(width-2))
		out[i] = max(0.5, min(deviation(chances[at:min(at+width, len(chances))]), 12))
	}
	return out
}

func deviation(xs []float64) float64 {
	mean, squares := 0.0, 0.0
	for _, x := range xs {
		mean += x / float64(len(xs))
	}
	for _, x := range xs {
		squares += (x - mean) * (x - mean) / float64(len(xs))
	}
	return math.Sqrt(squares)
}
