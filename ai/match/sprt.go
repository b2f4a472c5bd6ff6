package match

import (
	"fmt"
	"math"
)

// SPRT is a sequential probability ratio test of two differences in rating:
// whether the first player is stronger by High rather than by Low, in logistic
// Elo. It is judged on pairs of games, so that what an opening gives to one
// colour does not count as chance (M. Van den Bergh, "The Generalized
// Sequential Probability Ratio Test for Sprt", as fishtest has it).
type SPRT struct {
	Low, High   float64 // Elo
	Alpha, Beta float64 // the chances of a wrong yes and of a wrong no
}

// Verdict is what a test says.
type Verdict uint8

const (
	Open     Verdict = iota
	Accepted         // the difference is High rather than Low
	Rejected
)

// String is a word for a report.
func (v Verdict) String() string { return [...]string{"open", "H1 accepted", "H0 accepted"}[v] }

// Bounds are the values of the log-likelihood ratio at which the test ends.
func (t SPRT) Bounds() (lower, upper float64) {
	return math.Log(t.Beta / (1 - t.Alpha)), math.Log((1 - t.Beta) / t.Alpha)
}

// Judge says whether the pairs decide the test.
func (t SPRT) Judge(p Pairs) Verdict {
	lower, upper := t.Bounds()
	switch llr := t.LLR(p); {
	case llr >= upper:
		return Accepted
	case llr <= lower:
		return Rejected
	}
	return Open
}

// LLR is the log-likelihood ratio of the pairs: of the distributions nearest to
// the observed one, that with the mean of High against that with the mean of Low.
func (t SPRT) LLR(p Pairs) float64 {
	n := float64(p.Count())
	if n == 0 {
		return 0
	}
	// Outcomes that were not seen are not impossible: a thousandth of a pair.
	// Quarter points enter only where they occur.
	var seen [9]float64
	total := 0.0
	for i, k := range p {
		seen[i] = float64(k)
		if k == 0 && i%2 == 0 {
			seen[i] = 1e-3
		}
		total += seen[i]
	}
	for i := range seen {
		seen[i] /= total
	}
	h0, h1 := closestDistribution(seen, expected(t.Low)), closestDistribution(seen, expected(t.High))
	sum := 0.0
	for i, q := range seen {
		if q > 0 {
			sum += q * math.Log(h1[i]/h0[i])
		}
	}
	return total * sum
}

// closestDistribution is the distribution of mean m that makes seen most likely: seen[i] /
// (1 + x (share(i) - m)), with x such that it sums to one.
func closestDistribution(seen [9]float64, m float64) [9]float64 {
	// The sum falls as x grows; x lies where every term stays positive.
	low, high := -1/(1-m), 1/m
	excess := func(x float64) float64 {
		sum := 0.0
		for i, q := range seen {
			if q > 0 {
				sum += q * (pairShare(i) - m) / (1 + x*(pairShare(i)-m))
			}
		}
		return sum
	}
	for range 200 {
		if mid := (low + high) / 2; excess(mid) > 0 {
			low = mid
		} else {
			high = mid
		}
	}
	x := (low + high) / 2
	var out [9]float64
	for i, q := range seen {
		out[i] = q / (1 + x*(pairShare(i)-m))
	}
	return out
}

// String is the test as it is given on a command line.
func (t SPRT) String() string {
	return fmt.Sprintf("[%g, %g] α %g β %g", t.Low, t.High, t.Alpha, t.Beta)
}
