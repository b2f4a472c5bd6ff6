// Package match lets players meet: games from a start to their end, and the
// score of many with its error.
package match

import (
	"context"
	"fmt"
	"math"

	"rookery/chess"
)

// Player chooses a move for the side to move. keys are those of the positions
// that led to b, for repetitions; b must be left as it is.
type Player func(ctx context.Context, b chess.Board, keys []uint64) (chess.Move, error)

// Play lets white and black play from the present position of g until the
// game is over, by its own rules or, where those would let it go on for ever,
// as a draw by agreement after limit plies (0: no limit). An illegal move or an
// error of a player ends it with that error.
func Play(ctx context.Context, g *chess.Game, white, black Player, limit int) error {
	players := [2]Player{white, black}
	b := g.Board().Clone()
	var keys []uint64
	for !g.Outcome().Over() {
		if limit > 0 && g.Ply() >= limit {
			return g.AgreeDraw()
		}
		m, err := players[g.Turn()](ctx, b, keys)
		if err != nil {
			return fmt.Errorf("%s at ply %d, %s: %w", g.Turn(), g.Ply()+1, b.FEN(), err)
		}
		keys = append(keys, b.Key())
		if err := g.Play(m); err != nil {
			return fmt.Errorf("%s at ply %d, %s: %w", g.Turn(), g.Ply()+1, b.FEN(), err)
		}
		b.Make(m)
		if r := g.Claimable(); r != chess.NoReason {
			return g.Claim()
		}
	}
	return nil
}

// Tally counts games as one player sees them.
type Tally struct{ Wins, Draws, Losses int }

// Add counts a finished game that the player had with the given colour.
func (t *Tally) Add(r chess.Result, side chess.Color) {
	switch r {
	case chess.Wins(side):
		t.Wins++
	case chess.Wins(side.Other()):
		t.Losses++
	default:
		t.Draws++
	}
}

// Games is how many were counted.
func (t Tally) Games() int { return t.Wins + t.Draws + t.Losses }

// Score is the share of points, 0 to 1; a half where no game was played.
func (t Tally) Score() float64 {
	if t.Games() == 0 {
		return 0.5
	}
	return (float64(t.Wins) + float64(t.Draws)/2) / float64(t.Games())
}

// Elo is the difference in rating that the score speaks for, with the half
// width of its 95 % interval by the normal approximation. A clean score has no
// finite difference; it is counted as half a point less.
func (t Tally) Elo() (diff, margin float64) {
	n := float64(t.Games())
	if n == 0 {
		return 0, math.Inf(1)
	}
	p := min(max(t.Score(), 0.5/n), 1-0.5/n)
	variance := (float64(t.Wins)*sq(1-p) + float64(t.Draws)*sq(0.5-p) + float64(t.Losses)*sq(p)) / n
	spread := 1.96 * math.Sqrt(max(variance, 0.25/n)/n)
	diff = elo(p)
	return diff, (elo(min(p+spread, 1-0.1/n)) - elo(max(p-spread, 0.1/n))) / 2
}

func sq(x float64) float64 { return x * x }

// elo is the logistic rating difference of a score.
func elo(p float64) float64 { return 400 * math.Log10(p/(1-p)) }

// String is the tally as a table shows it.
func (t Tally) String() string {
	diff, margin := t.Elo()
	return fmt.Sprintf("+%d =%d -%d, %.1f %%, Elo %+.0f ± %.0f", t.Wins, t.Draws, t.Losses, 100*t.Score(), diff, margin)
}
