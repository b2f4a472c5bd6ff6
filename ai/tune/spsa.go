package tune

import (
	"context"
	"math"
	"math/rand/v2"
)

// Knob is one number that SPSA turns.
type Knob struct {
	Value, Low, High float64
	Step             float64 // by which it is tried to either side, at the end of all rounds
}

// SPSA finds numbers that win games: in each round all are moved at random to one side or the
// other, the two sets play each other, and the numbers follow the winner a little (J. Spall,
// "Multivariate Stochastic Approximation Using a Simultaneous Perturbation Gradient
// Approximation", 1992). A round follows from the seed, its number and the values before it.
type SPSA struct {
	Rounds int
	Rate   float64 // the part of a step that a round won outright moves a number at the end
	Seed   uint64
}

// The usual exponents of Spall: how fast moves and trials shrink, and the part of the rounds
// that keeps the first moves from being too large.
const (
	spsaAlpha, spsaGamma = 0.602, 0.101
	spsaEarly            = 0.1
)

// Run plays rounds from the first-th on, and calls played after each with the values so far. play
// gives the score of the values a against b, from -1 to 1.
func (s SPSA) Run(ctx context.Context, knobs []Knob, first int, play func(ctx context.Context, round int, a, b []float64) (float64, error), played func(round int) error) error {
	a, b, flips := make([]float64, len(knobs)), make([]float64, len(knobs)), make([]float64, len(knobs))
	all := float64(s.Rounds)
	early := spsaEarly * all
	for round := first; round < s.Rounds; round++ {
		rng := rand.New(rand.NewPCG(s.Seed, uint64(round)))
		at := float64(round + 1)
		wide := math.Pow(all/at, spsaGamma)
		rate := s.Rate * math.Pow((early+all)/(early+at), spsaAlpha) / wide
		for i, k := range knobs {
			flips[i] = float64(2*rng.IntN(2) - 1)
			c := k.Step * wide
			a[i], b[i] = k.bound(k.Value+flips[i]*c), k.bound(k.Value-flips[i]*c)
		}
		score, err := play(ctx, round, a, b)
		if err != nil {
			return err
		}
		for i := range knobs {
			k := &knobs[i]
			k.Value = k.bound(k.Value + rate*k.Step*score*flips[i])
		}
		if err := played(round); err != nil {
			return err
		}
	}
	return nil
}

func (k Knob) bound(v float64) float64 { return max(k.Low, min(k.High, v)) }
