package tune

import (
	"math"
	"runtime"
	"slices"
	"sync"

	"rookery/ai"
	"rookery/ai/network"
	"rookery/chess"
)

// Fit says how weights are fitted to samples.
type Fit struct {
	Epochs int
	// Trust is the part of a target that comes from the result, the rest
	// coming from the score of the search.
	Trust float64
	// Hold pulls each weight to where it began, so that those which few
	// samples speak of stay there: with 10, weights that 300 samples speak of
	// go half the way.
	Hold float64
	// Mirror gives squares of one rank that are as far from the edge one
	// weight, but for pawns, so that fewer samples do for each.
	Mirror bool
	// LabelScale and Scale are the centipawns of a score of 73 percent: of the search that scored
	// the samples, and of the weights. 0 finds one for both by the results.
	LabelScale, Scale float64
	// Surprise leaves out samples whose target is further, as a share of points, from what weights
	// fitted to all of them say, as only a search can tell: the fit goes on without those. 0 leaves out none.
	Surprise float64
	// KeepTempo leaves what the move is worth as it was. Where another engine searched, it takes up what
	// that gains by moving first, several times of what it is worth to our own search.
	KeepTempo bool
	// Network is what is added to the hand-crafted value in play, nil for nothing: weights then learn
	// what it leaves over.
	Network *network.Network
}

type report struct {
	Samples                   int
	Scale                     float64 // centipawns that make a score of 73 percent
	Before, After             float64 // mean square error of the expected score
	HeldBack                  int     // samples that were not fitted: those of the last tenth of the games
	UnseenBefore, UnseenAfter float64 // the error on those
}

// term is one count: weight by index, and how often it applies for White.
type term struct {
	weight uint16
	count  float32
}

// row is a sample as a linear function of the weights.
type row struct {
	base, middle, end float64
	target            float64
	terms             []term
}

// Weights returns start fitted to samples of one game.
func (f Fit) Weights(r chess.Rules, start *ai.Weights, samples []Sample) (*ai.Weights, report) {
	k, label := f.Scale, f.LabelScale
	if k == 0 || label == 0 {
		k = scaleOf(samples)
		label = k
	}
	twin := func(i int) int { return i }
	if f.Mirror {
		twin = func(i int) int { return min(i, start.MirrorIndex(i)) }
	}
	rows := f.rows(r, start, samples, label, twin)
	cut := len(rows) - len(rows)/10 // the last games are kept to test on
	seen, unseen := rows[:cut], rows[cut:]
	n := start.Len()
	step := make([]float64, 2*n)
	rep := report{Samples: len(samples), Scale: k, HeldBack: len(unseen)}
	rep.Before, rep.UnseenBefore = loss(seen, step, k), loss(unseen, step, k)
	f.minimize(seen, step, k)
	if f.Surprise > 0 {
		surprising := func(r row) bool { return math.Abs(expected(r.value(step), k)-r.target) > f.Surprise }
		seen, unseen = slices.DeleteFunc(seen, surprising), slices.DeleteFunc(unseen, surprising)
		rep.Before, rep.UnseenBefore = loss(seen, step, k), loss(unseen, step, k)
		f.minimize(seen, step, k)
	}
	rep.After, rep.UnseenAfter = loss(seen, step, k), loss(unseen, step, k)
	tuned := new(ai.Weights)
	*tuned = *start
	for i := range n {
		m, e := start.Get(i)
		j := twin(i)
		if f.KeepTempo && start.IsTempo(i) {
			continue
		}
		tuned.Set(i, m+int(math.Round(step[2*j])), e+int(math.Round(step[2*j+1])))
	}
	return tuned, rep
}

// expected is the score that x centipawns predict.
func expected(x, k float64) float64 { return 1 / (1 + math.Exp(-x/k)) }

// scaleOf finds the scale by which search scores predict results best.
func scaleOf(samples []Sample) float64 {
	best, bestLoss := 200.0, math.Inf(1)
	for k := 60.0; k <= 900; k *= 1.06 {
		sum := 0.0
		for _, s := range samples {
			if s.Result < 0 {
				continue
			}
			d := expected(s.Score, k) - s.Result
			sum += d * d
		}
		if sum < bestLoss {
			best, bestLoss = k, sum
		}
	}
	return best
}

// weightStep is by how much a weight is changed to see how often it applies: much, so
// that rounding to centipawns does not count.
const weightStep = 64

// rows finds what the value of every sample is made of: each weight is changed
// in turn, and values change by how often it applies.
func (f Fit) rows(r chess.Rules, start *ai.Weights, samples []Sample, k float64, twin func(int) int) []row {
	rows := make([]row, len(samples))
	forWhite := func(p *chess.Position, v int) float64 {
		if p.Turn() == chess.Black {
			v = -v
		}
		return float64(v)
	}
	parallel(len(samples), func(from, to int) {
		hand := make([]float64, to-from)
		e := ai.NewEvaluator(r, start)
		for i := from; i < to; i++ {
			s := &samples[i]
			hand[i-from] = forWhite(&s.Position, e.Value(&s.Position))
			rows[i].base = hand[i-from]
			rows[i].middle, rows[i].end = e.PhaseShares(&s.Position)
			rows[i].target = expected(s.Score, k)
			if s.Result >= 0 {
				rows[i].target = f.Trust*s.Result + (1-f.Trust)*rows[i].target
			}
		}
		if f.Network != nil {
			state := f.Network.NewState()
			for i := from; i < to; i++ {
				p := &samples[i].Position
				rows[i].base += forWhite(p, state.Value(p))
			}
		}
		for w := range start.Len() {
			bears, shared := start.Affects(w), uint16(twin(w))
			changed := *start
			m, end := start.Get(w)
			changed.Set(w, m+weightStep, end+weightStep)
			e := ai.NewEvaluator(r, &changed)
			for i := from; i < to; i++ {
				p := &samples[i].Position
				if !bears(p) {
					continue
				}
				if d := forWhite(p, e.Value(p)) - hand[i-from]; math.Abs(d) > 2 {
					rows[i].terms = append(rows[i].terms, term{shared, float32(d / weightStep / (rows[i].middle + rows[i].end))})
				}
			}
		}
	})
	return rows
}

func parallel(n int, work func(from, to int)) {
	var all sync.WaitGroup
	parts := runtime.GOMAXPROCS(0)
	for i := range parts {
		all.Go(func() { work(n*i/parts, n*(i+1)/parts) })
	}
	all.Wait()
}

// value of a row when the weights have moved by step.
func (r *row) value(step []float64) float64 {
	m, e := 0.0, 0.0
	for _, t := range r.terms {
		m += float64(t.count) * step[2*t.weight]
		e += float64(t.count) * step[2*t.weight+1]
	}
	return r.base + r.middle*m + r.end*e
}

func loss(rows []row, step []float64, k float64) float64 {
	sum := 0.0
	for i := range rows {
		d := expected(rows[i].value(step), k) - rows[i].target
		sum += d * d
	}
	return sum / float64(max(1, len(rows)))
}

// minimize follows the gradient (D. Kingma and J. Ba, "Adam", 2014).
func (f Fit) minimize(rows []row, step []float64, k float64) {
	const fast, slow, tiny = 0.9, 0.999, 1e-12
	mean, square := make([]float64, len(step)), make([]float64, len(step))
	var mu sync.Mutex
	for epoch := 1; epoch <= f.Epochs; epoch++ {
		grad := make([]float64, len(step))
		parallel(len(rows), func(from, to int) {
			own := make([]float64, len(step))
			for i := from; i < to; i++ {
				r := &rows[i]
				x := expected(r.value(step), k)
				d := (x - r.target) * x * (1 - x)
				for _, t := range r.terms {
					own[2*t.weight] += d * float64(t.count) * r.middle
					own[2*t.weight+1] += d * float64(t.count) * r.end
				}
			}
			mu.Lock()
			for i, g := range own {
				grad[i] += g
			}
			mu.Unlock()
		})
		rate := 2.0
		if epoch > f.Epochs*2/3 {
			rate = 0.4
		}
		for i := range step {
			g := (grad[i] + f.Hold*step[i]/k) / float64(len(rows))
			mean[i] = fast*mean[i] + (1-fast)*g
			square[i] = slow*square[i] + (1-slow)*g*g
			m := mean[i] / (1 - math.Pow(fast, float64(epoch)))
			v := square[i] / (1 - math.Pow(slow, float64(epoch)))
			step[i] -= rate * m / (math.Sqrt(v) + tiny)
		}
	}
}
