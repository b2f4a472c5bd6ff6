package tune

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"
)

// far is how badly two numbers stand, of which the best are 30 and 300.
func far(x []float64) float64 { return math.Abs(x[0]-30)/20 + math.Abs(x[1]-300)/200 }

// TestSPSAFindsTheBest lets values play that win the more often the nearer they are to the
// best, with much luck: one game in three tells nothing.
func TestSPSAFindsTheBest(t *testing.T) {
	knobs := []Knob{{Value: 60, Low: 0, High: 100, Step: 5}, {Value: 0, Low: -500, High: 500, Step: 50}}
	before := far([]float64{knobs[0].Value, knobs[1].Value})
	luck := rand.New(rand.NewPCG(1, 1))
	play := func(_ context.Context, _ int, a, b []float64) (float64, error) {
		return max(-1, min(1, far(b)-far(a)+luck.NormFloat64())), nil
	}
	s := SPSA{Rounds: 3000, Rate: 0.05, Seed: 1}
	if err := s.Run(t.Context(), knobs, 0, play, func(int) error { return nil }); err != nil {
		t.Fatal(err)
	}
	if after := far([]float64{knobs[0].Value, knobs[1].Value}); after > before/4 {
		t.Errorf("%.1f and %.1f: %.2f from the best, before %.2f", knobs[0].Value, knobs[1].Value, after, before)
	}
}

// TestSPSAGoesOn holds that a run that was stopped ends where one that was not does.
func TestSPSAGoesOn(t *testing.T) {
	play := func(_ context.Context, round int, a, b []float64) (float64, error) {
		return max(-1, min(1, far(b)-far(a)+math.Sin(float64(round)))), nil
	}
	begin := func() []Knob {
		return []Knob{{Value: 60, Low: 0, High: 100, Step: 5}, {Value: 0, Low: -500, High: 500, Step: 50}}
	}
	s := SPSA{Rounds: 40, Rate: 0.05, Seed: 3}
	whole, parts, stop := begin(), begin(), errors.New("stop")
	if err := s.Run(t.Context(), whole, 0, play, func(int) error { return nil }); err != nil {
		t.Fatal(err)
	}
	err := s.Run(t.Context(), parts, 0, play, func(round int) error {
		if round == 17 {
			return stop
		}
		return nil
	})
	if !errors.Is(err, stop) {
		t.Fatal(err)
	}
	if err := s.Run(t.Context(), parts, 18, play, func(int) error { return nil }); err != nil {
		t.Fatal(err)
	}
	if whole[0] != parts[0] || whole[1] != parts[1] {
		t.Errorf("in one go %v, in two %v", whole, parts)
	}
}
