// Package glicko rates players by Mark Glickman's Glicko-2.
//
// Source: M. E. Glickman, Example of the Glicko-2 system, Boston University,
// 2022, glicko.net/glicko/glicko2.pdf. Step numbers in the code are its own.
//
// The paper rates many games at once at the end of a period. Here each game is
// rated as soon as it is over, as lichess does: a deviation grows with the part
// of a [Period] that has passed since the player's last game, and the game is a
// period by itself.
//
// The package imports the standard library alone. Start reading at [Rating].
package glicko

import (
	"math"
	"time"
)

// The constants of the system.
const (
	// Tau bounds how fast a volatility changes. The paper calls 0.3 to 1.2
	// reasonable and counts its example with this value.
	Tau = 0.5
	// MaxDeviation is that of somebody of whom nothing is known.
	MaxDeviation = 350
	// MinDeviation lets the ratings of those who play all day still move. The
	// value is lichess's.
	MinDeviation = 45
	// Provisional is the deviation above which a rating says little. The
	// value is lichess's.
	Provisional = 110
	// Period is what the paper calls a rating period. With its length a player
	// of volatility 0.06 who stays away goes from a deviation of 60 to
	// Provisional in a year, as on lichess: (110²-60²)/(0.06·173.7178)² = 78.2
	// periods a year.
	Period = 365 * 24 * time.Hour * 10 / 782
)

const (
	scale   = 173.7178 // of the paper between ratings and its own numbers
	average = 1500     // rating of a player who is new
	epsilon = 1e-6     // how close a volatility must be found
)

// Rating is how strong a player is believed to be. The zero Rating means
// nothing; a player who is new has [New].
type Rating struct {
	Rating     float64
	Deviation  float64 // with 95 in 100 the player is within twice of it
	Volatility float64 // how much the strength is expected to change
}

// New is the rating of somebody who has not played.
func New() Rating { return Rating{Rating: average, Deviation: MaxDeviation, Volatility: 0.06} }

// Provisional tells whether the rating is not certain enough to be compared.
func (r Rating) Provisional() bool { return r.Deviation > Provisional }

// Game is one result: the opponent as he was before it, and what was scored,
// from 0 for a loss to 1 for a win.
type Game struct {
	Opponent Rating
	Score    float64
}

// Aged is the rating of a player who has not played for some time: it is less
// certain (step 6, for a part of a period).
func (r Rating) Aged(away time.Duration) Rating {
	drift := scale * r.Volatility
	r.Deviation = bounded(math.Sqrt(r.Deviation*r.Deviation + periods(away)*drift*drift))
	return r
}

// After is the rating after some games, the last of them away after those
// before. Without games it is Aged.
func (r Rating) After(away time.Duration, games ...Game) Rating {
	if len(games) == 0 {
		return r.Aged(away)
	}
	// Step 2: into the numbers of the paper.
	mu, phi := (r.Rating-average)/scale, r.Deviation/scale
	// Steps 3 and 4: the variance v, and the improvement delta.
	var information, surplus float64
	for _, game := range games {
		g := weight(game.Opponent.Deviation / scale)
		e := expected(mu, (game.Opponent.Rating-average)/scale, g)
		information += g * g * e * (1 - e)
		surplus += g * (game.Score - e)
	}
	v := 1 / information
	sigma := volatility(r.Volatility, phi, v, v*surplus)
	// Steps 6 and 7: the new deviation and rating.
	before := phi*phi + periods(away)*sigma*sigma
	phi = 1 / math.Sqrt(1/before+information)
	mu += phi * phi * surplus
	// Step 8: back.
	return Rating{Rating: average + scale*mu, Deviation: bounded(scale * phi), Volatility: sigma}
}

// periods is how many periods some time is.
func periods(d time.Duration) float64 { return max(d.Seconds(), 0) / Period.Seconds() }

func bounded(deviation float64) float64 { return min(max(deviation, MinDeviation), MaxDeviation) }

// weight is the paper's g: what a game counts for against an opponent of a
// deviation phi.
func weight(phi float64) float64 { return 1 / math.Sqrt(1+3*phi*phi/(math.Pi*math.Pi)) }

// expected is the paper's E.
func expected(mu, opponent, g float64) float64 { return 1 / (1 + math.Exp(-g*(mu-opponent))) }

// volatility is step 5: the root of f by the Illinois algorithm.
func volatility(sigma, phi, v, delta float64) float64 {
	a := math.Log(sigma * sigma)
	f := func(x float64) float64 {
		e := math.Exp(x)
		d := phi*phi + v + e
		return e*(delta*delta-d)/(2*d*d) - (x-a)/(Tau*Tau)
	}
	left, right := a, 0.0
	if delta*delta > phi*phi+v {
		right = math.Log(delta*delta - phi*phi - v)
	} else {
		right = a - Tau
		for f(right) < 0 {
			right -= Tau
		}
	}
	atLeft, atRight := f(left), f(right)
	for math.Abs(right-left) > epsilon {
		next := left + (left-right)*atLeft/(atRight-atLeft)
		atNext := f(next)
		if atNext*atRight <= 0 {
			left, atLeft = right, atRight
		} else {
			atLeft /= 2
		}
		right, atRight = next, atNext
	}
	return math.Exp(left / 2)
}
