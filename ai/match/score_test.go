package match

import (
	"math"
	"testing"

	"rookery/chess"
)

// about reports whether two numbers agree to a relative hundred-thousandth.
func about(got, want float64) bool {
	return math.Abs(got-want) <= 1e-5*max(1, math.Abs(want))
}

func TestTally(t *testing.T) {
	var tally Tally
	for range 2 {
		tally.Add(chess.WhiteWins, chess.White)
		tally.Add(chess.BlackWins, chess.Black)
	}
	tally.Add(chess.Drawn, chess.Black)
	tally.Add(chess.WhiteStalemates, chess.White)
	tally.Add(chess.WhiteStalemates, chess.Black)
	tally.Add(chess.WhiteWins, chess.Black)
	want := Tally{Wins: 4, Draws: 3, Losses: 1, Quarters: 16 + 2 + 3 + 1}
	if tally != want {
		t.Errorf("%+v, want %+v", tally, want)
	}
	if got := tally.Score(); got != 22.0/32 {
		t.Errorf("score %v, want 22/32", got)
	}
	if got := tally.DrawRatio(); got != 3.0/8 {
		t.Errorf("draw ratio %v, want 3/8", got)
	}
}

// The figures were computed apart from this program. For the first row by hand:
// the mean is (80/4 + 150/2 + 110·3/4 + 20)/370 = 0.533784, the variance
// 0.0512235, the standard error 0.0117661, and 400·log10(0.533784/0.466216)
// is 23.51.
func TestRating(t *testing.T) {
	for _, c := range []struct {
		pairs                   [5]int
		diff, low, high, better float64
	}{
		{[5]int{10, 80, 150, 110, 20}, 23.511200, 7.451955, 39.671458, 0.997956},
		{[5]int{100, 900, 1600, 1000, 150}, 9.267146, 4.384731, 14.153224, 0.999901},
		{[5]int{5, 20, 30, 20, 5}, 0, -38.220323, 38.220323, 0.5},
	} {
		got := Score{Pairs: penta(c.pairs)}.Rating()
		if !about(got.Diff, c.diff) || !about(got.Low, c.low) || !about(got.High, c.high) || !about(got.Better, c.better) {
			t.Errorf("%v: %+v, want %v [%v, %v], %v", c.pairs, got, c.diff, c.low, c.high, c.better)
		}
	}
}

func TestRatingOfSingleGames(t *testing.T) {
	// The mean is 0.7, the variance 0.6 + 0.05 - 0.49 = 0.16, the standard
	// error 0.04: from 0.621601 to 0.778399.
	got := Score{Tally: Tally{Wins: 60, Draws: 20, Losses: 20, Quarters: 280}}.Rating()
	if !about(got.Diff, 147.190713) || !about(got.Low, Elo(0.7-1.959964*0.04)) || !about(got.High, Elo(0.7+1.959964*0.04)) {
		t.Errorf("%+v, want 147.19 between the scores 0.6216 and 0.7784", got)
	}
	if clean := (Score{Pairs: penta([5]int{0, 0, 0, 0, 10})}).Rating(); math.IsInf(clean.Diff, 0) || math.IsInf(clean.High, 0) || clean.Low < 200 {
		t.Errorf("a clean score gives %+v, want finite figures far above 0", clean)
	}
	if none := (Score{}).Rating(); none.Better != 0.5 || !math.IsInf(none.High, 1) {
		t.Errorf("no games give %+v, want to know nothing", none)
	}
}

func TestLLR(t *testing.T) {
	for _, c := range []struct {
		pairs     [5]int
		low, high float64
		want      float64
	}{
		{[5]int{10, 80, 150, 110, 20}, 0, 5, 1.541489},
		{[5]int{100, 900, 1600, 1000, 150}, 0, 5, 5.451012},
		{[5]int{0, 0, 3, 5, 12}, 0, 10, 0.567344},
		{[5]int{5, 20, 30, 20, 5}, -5, 0, 0.033125},
	} {
		test := SPRT{Low: c.low, High: c.high, Alpha: 0.05, Beta: 0.05}
		if got := test.LLR(penta(c.pairs)); !about(got, c.want) {
			t.Errorf("%v of [%v, %v]: LLR %v, want %v", c.pairs, c.low, c.high, got, c.want)
		}
	}
}

// Two outcomes have a likelihood that can be written down: of n pairs k both
// won and the rest both lost, it is k·log(p1/p0) + (n-k)·log((1-p1)/(1-p0)).
func TestLLROfTwoOutcomes(t *testing.T) {
	const won, lost = 6000, 5000
	test := SPRT{Low: -10, High: 30}
	p0, p1 := expected(-10), expected(30)
	want := won*math.Log(p1/p0) + lost*math.Log((1-p1)/(1-p0))
	if got := test.LLR(penta([5]int{lost, 0, 0, 0, won})); math.Abs(got-want) > 0.01 {
		t.Errorf("LLR %v, want %v", got, want)
	}
}

func TestSPRTEndsAtItsBounds(t *testing.T) {
	test := SPRT{Low: 0, High: 5, Alpha: 0.05, Beta: 0.05}
	lower, upper := test.Bounds()
	if !about(lower, -2.944439) || !about(upper, 2.944439) {
		t.Errorf("bounds %v and %v, want ∓2.944439", lower, upper)
	}
	for _, c := range []struct {
		pairs [5]int
		want  Verdict
	}{
		{[5]int{}, Open},
		{[5]int{10, 80, 150, 110, 20}, Open},
		{[5]int{100, 900, 1600, 1000, 150}, Accepted},
		{[5]int{150, 1000, 1600, 900, 100}, Rejected},
	} {
		if got := test.Judge(penta(c.pairs)); got != c.want {
			t.Errorf("%v: %v, want %v", c.pairs, got, c.want)
		}
	}
}

func TestQuarterPointsCount(t *testing.T) {
	var p Pairs
	p[3], p[4], p[7] = 1, 2, 1
	mean, variance := p.Mean()
	if mean != 18.0/32 || !about(variance, (9+16+16+49)/256.0-square(18.0/32)) {
		t.Errorf("mean %v, variance %v", mean, variance)
	}
	if got, want := p.String(), "[0, 0, 2, 0, 0] and 2 with a quarter point"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if llr := (SPRT{Low: 0, High: 5}).LLR(p); llr <= 0 || math.IsNaN(llr) {
		t.Errorf("LLR %v of a score above a half, want more than 0", llr)
	}
}

// penta spreads pentanomial counts over quarter points.
func penta(counts [5]int) (p Pairs) {
	for i, k := range counts {
		p[2*i] = k
	}
	return p
}
