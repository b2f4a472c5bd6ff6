package match

import (
	"fmt"
	"math"

	"rookery/chess"
)

// Tally counts games as one player sees them.
type Tally struct {
	Wins, Draws, Losses int
	Quarters            int // points gained, in quarters of a point
}

// Quarters is what a finished game brings to side, in quarters of a point.
func quarters(r chess.Result, side chess.Color) int {
	white := 2
	switch r {
	case chess.WhiteWins:
		white = 4
	case chess.BlackWins:
		white = 0
	case chess.WhiteStalemates:
		white = 3
	case chess.BlackStalemates:
		white = 1
	}
	if side == chess.Black {
		return 4 - white
	}
	return white
}

// Add counts a finished game that the player had with the given colour. A
// stalemate that is worth three quarters is counted among the draws, with its
// points.
func (t *Tally) Add(r chess.Result, side chess.Color) {
	q := quarters(r, side)
	switch q {
	case 4:
		t.Wins++
	case 0:
		t.Losses++
	default:
		t.Draws++
	}
	t.Quarters += q
}

// Games is how many were counted.
func (t Tally) Games() int { return t.Wins + t.Draws + t.Losses }

// Score is the share of points, 0 to 1; a half where no game was played.
func (t Tally) Score() float64 {
	if t.Games() == 0 {
		return 0.5
	}
	return float64(t.Quarters) / 4 / float64(t.Games())
}

// DrawRatio is the share of games that were drawn.
func (t Tally) DrawRatio() float64 {
	if t.Games() == 0 {
		return 0
	}
	return float64(t.Draws) / float64(t.Games())
}

// String is the tally as a table shows it.
func (t Tally) String() string {
	return fmt.Sprintf("+%d =%d -%d, %.1f %%", t.Wins, t.Draws, t.Losses, 100*t.Score())
}

// Pairs counts pairs of games from one opening with both colours, by the points
// that the player took from the two, in quarters of a point: Pairs[8] is both
// won. Where nothing is worth a quarter only the even ones are used, and they
// are the pentanomial counts.
type Pairs [9]int

// Count is how many pairs were counted.
func (p Pairs) Count() int {
	n := 0
	for _, k := range p {
		n += k
	}
	return n
}

// Mean is the share of points of a pair, 0 to 1, and the variance of one pair's.
func (p Pairs) Mean() (mean, variance float64) {
	n := float64(p.Count())
	if n == 0 {
		return 0.5, 0
	}
	for i, k := range p {
		mean += pairShare(i) * float64(k) / n
	}
	for i, k := range p {
		variance += square(pairShare(i)-mean) * float64(k) / n
	}
	return mean, variance
}

// pairShare is the part of a pair's points that index i of Pairs stands for.
func pairShare(i int) float64 { return float64(i) / 8 }

// String is the pentanomial counts from both lost to both won; points between
// follow where there are any.
func (p Pairs) String() string {
	s := fmt.Sprintf("[%d, %d, %d, %d, %d]", p[0], p[2], p[4], p[6], p[8])
	if odd := p[1] + p[3] + p[5] + p[7]; odd > 0 {
		s += fmt.Sprintf(" and %d with a quarter point", odd)
	}
	return s
}

// Score is what a match has come to, as the first player sees it.
type Score struct {
	Tally
	Pairs Pairs
	Ends  map[chess.Reason]int // how the games ended
}

// Rating is a difference in rating that a score speaks for.
type rating struct {
	Diff   float64 // Elo, positive when the first player is stronger
	Low    float64 // the 95 % interval
	High   float64
	Better float64 // likelihood of superiority: the chance that Diff is above 0
}

// Margin is half the width of the interval.
func (r rating) Margin() float64 { return (r.High - r.Low) / 2 }

// Rating judges by the pairs where the score has any, since the two games of an
// opening depend on each other, else by single games. It takes the normal
// approximation on the scale of points and turns the ends into Elo. A clean
// score, whose difference has no bound, counts half a point short of it.
func (s Score) Rating() rating {
	n, mean, variance := float64(s.Games()), s.Score(), 0.0
	if n > 0 {
		variance = (float64(s.Wins)+float64(s.Draws)/4)/n - square(mean)
	}
	if k := s.Pairs.Count(); k > 0 {
		n = float64(k)
		mean, variance = s.Pairs.Mean()
	}
	if n == 0 {
		return rating{Low: math.Inf(-1), High: math.Inf(1), Better: 0.5}
	}
	edge := 0.25 / n
	mean = min(max(mean, edge), 1-edge)
	// A sample that does not vary has not shown that nothing does: it gets the
	// variance that one pair, off by half a point, would bring among all.
	variance = max(variance, square(0.25)/n)
	sigma := math.Sqrt(variance / n)
	return rating{
		Diff:   Elo(mean),
		Low:    Elo(max(mean-1.959964*sigma, edge/10)),
		High:   Elo(min(mean+1.959964*sigma, 1-edge/10)),
		Better: 0.5 * (1 + math.Erf((mean-0.5)/(sigma*math.Sqrt2))),
	}
}

// String is the difference with half the width of its interval.
func (r rating) String() string { return fmt.Sprintf("%+.1f ± %.1f", r.Diff, r.Margin()) }

// Elo is the logistic rating difference of a share of points between 0 and 1.
func Elo(p float64) float64 { return 400 * math.Log10(p/(1-p)) }

// Expected is the share of points that a rating difference lets expect.
func expected(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

func square(x float64) float64 { return x * x }
