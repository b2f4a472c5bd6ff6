package train

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"
	"time"

	"rookery/ai/network"
)

// Options say how a network is fitted.
type Options struct {
	Game          string // that the network is for
	Alone         bool   // the network is to be the whole evaluation
	Size, Buckets int
	Epochs        int
	Time          time.Duration // for all epochs, of which there are fewer where it is too short; 0: no limit
	Rate          float64       // of learning, at first
	Threads       int
	Seed          uint64
	Start         *network.Network // where the numbers begin; nil: at random
	Decay         float64          // how far weights go to 0 in a step, times the rate
	Log           func(format string, args ...any)
}

// How many positions a step looks at: a sixteenth of few, so that there are some steps, and less of many,
// where steps by more of them learn no more from each: three rounds of 3 million positions ended
// at a loss of 0.0126 instead of 0.0145. Of very many there are steps enough, and one costs as much as
// a thousand positions where the king has zones.
const (
	maxBatch  = 4096
	manyBatch = 1024
	manyOf    = 1 << 20
	mostOf    = 1 << 24
)

func batchOf(positions int) int {
	if positions >= manyOf && positions < mostOf {
		return manyBatch
	}
	return max(1, min(maxBatch, positions/16))
}

// params are the numbers of a network while it learns, as one list: weights, bias,
// output, offset.
type params struct {
	all                           []float32
	weights, bias, output, offset []float32
}

func newParams(inputs, size, buckets int) *params {
	p := &params{all: make([]float32, inputs*size+size+buckets*2*size+buckets)}
	rest := p.all
	take := func(n int) []float32 {
		part := rest[:n:n]
		rest = rest[n:]
		return part
	}
	p.weights, p.bias, p.output, p.offset = take(inputs*size), take(size), take(buckets*2*size), take(buckets)
	return p
}

// load takes the numbers of a network, whose output stands for other odds where its scale is
// another. Zones that it does not have begin as its last one.
func (p *params) load(n *network.Network, f network.Features, k Scales) {
	of := func(dst []float32, src []int16, one float64) {
		for i := range dst {
			dst[i] = float32(float64(src[i]) / one)
		}
	}
	for i := range f.Len() {
		at := n.Features.Like(f, i) * n.Size
		of(p.weights[i*n.Size:][:n.Size], n.Weights[at:], network.One)
	}
	of(p.bias, n.Bias, network.One)
	odds := float64(n.Scale) / k.Hand
	of(p.output, n.Output, network.OutputOne/odds)
	for i, v := range n.Offset {
		p.offset[i] = float32(float64(v) / (network.One * network.One * network.OutputOne) * odds)
	}
}

// Fit fits a network to what the hand-crafted value lacks, or to all where it is to stand alone. It returns the best by
// the loss on the positions held out, and that loss.
func Fit(ctx context.Context, s *Set, k Scales, o Options) (*network.Network, float64) {
	rng := rand.New(rand.NewPCG(o.Seed, 0x747261696e))
	held, samples := s.split(rng)
	w := newParams(s.Features.Len(), o.Size, o.Buckets)
	for i := range w.weights {
		w.weights[i] = float32(rng.NormFloat64() * 0.05)
	}
	for i := range w.bias {
		w.bias[i] = 0.1
	}
	for i := range w.output {
		w.output[i] = float32(rng.NormFloat64() * 0.01)
	}
	if o.Start != nil {
		w.load(o.Start, s.Features, k)
	}
	byHand := float32(1 / k.Hand)
	hand := byHand
	if o.Alone {
		hand = 0
	}
	batch := batchOf(len(samples))
	zero := newParams(s.Features.Len(), o.Size, o.Buckets)
	o.Log("%d positions, %d held out, hand-crafted value: %s", len(samples), len(held), report(losses(zero, held, byHand, o)))
	if o.Start != nil {
		o.Log("the network to begin with: %s", report(losses(w, held, hand, o)))
	}
	threads := make([]*worker, max(1, o.Threads))
	for i := range threads {
		threads[i] = newWorker(s.Features.Len(), o)
	}
	m, v := make([]float32, len(w.all)), make([]float32, len(w.all))
	steps := o.Epochs * (len(samples) / batch)
	var best *network.Network
	bestLoss := math.Inf(1)
	step, start := 0, time.Now()
	for epoch := 0; epoch < o.Epochs; epoch++ {
		if took := time.Since(start); epoch == 1 && o.Time > 0 && took > 0 {
			o.Epochs = max(1, min(o.Epochs, int(o.Time/took)))
			steps = o.Epochs * (len(samples) / batch)
			if o.Epochs == 1 {
				break
			}
		}
		rng.Shuffle(len(samples), func(i, j int) { samples[i], samples[j] = samples[j], samples[i] })
		sum := 0.0
		for at := 0; at+batch <= len(samples) && ctx.Err() == nil; at += batch {
			var wait sync.WaitGroup
			for i, t := range threads {
				part := samples[at+i*batch/len(threads) : at+(i+1)*batch/len(threads)]
				wait.Go(func() { t.run(w, part, hand) })
			}
			wait.Wait()
			for _, t := range threads {
				sum += t.loss
			}
			step++
			rate := o.Rate * (0.02 + 0.98*0.5*(1+math.Cos(math.Pi*float64(step)/float64(steps))))
			adam(w.all, m, v, threads, batch, step, rate, o.Decay)
			bound(w)
		}
		if ctx.Err() != nil {
			break
		}
		l := losses(w, held, hand, o)
		o.Log("epoch %d: loss %.5f, held out %s, %.0f positions a second", epoch+1, sum/float64(len(samples)/batch*batch), report(l),
			float64(step*batch)/time.Since(start).Seconds())
		if l[kinds] < bestLoss {
			bestLoss, best = l[kinds], quantise(w, s.Features, k, o)
		}
	}
	return best, bestLoss
}

// split parts the samples: one of fifty, at most 20,000, is held out.
func (s *Set) split(rng *rand.Rand) (held, rest []Sample) {
	x := s.Samples
	rng.Shuffle(len(x), func(i, j int) { x[i], x[j] = x[j], x[i] })
	n := min(len(x)/30, 20000)
	return x[:n], x[n:]
}

// bound keeps the numbers where whole numbers can follow them.
func bound(w *params) {
	limit := func(x []float32, most float32) {
		for i, v := range x {
			if v > most {
				x[i] = most
			} else if v < -most {
				x[i] = -most
			}
		}
	}
	limit(w.weights, float32(network.MaxWeight)/network.One)
	limit(w.bias, float32(network.MaxBias)/network.One)
	limit(w.output, float32(network.MaxOutput)/network.OutputOne)
}

// adam makes one step (D. Kingma and J. Ba, "Adam", 2015; decoupled decay as in
// I. Loshchilov and F. Hutter, 2019).
func adam(w, m, v []float32, threads []*worker, batch, step int, rate, decay float64) {
	const b1, b2 = 0.9, 0.999
	c1, c2 := float32(1/(1-math.Pow(b1, float64(step)))), float32(1/(1-math.Pow(b2, float64(step))))
	r, d := float32(rate), float32(rate*decay)
	var wait sync.WaitGroup
	for n := range threads {
		wait.Go(func() {
			for i := n * len(w) / len(threads); i < (n+1)*len(w)/len(threads); i++ {
				g := float32(0)
				for _, t := range threads {
					g += t.grad.all[i]
				}
				g /= float32(batch)
				m[i] = b1*m[i] + (1-b1)*g
				v[i] = b2*v[i] + (1-b2)*g*g
				if m[i] != 0 {
					w[i] -= r*m[i]*c1/(float32(math.Sqrt(float64(v[i]*c2)))+1e-8) + d*w[i]
				}
			}
		})
	}
	wait.Wait()
}

// worker is the memory of one thread.
type worker struct {
	size, buckets int
	sums          [2][]float32
	grad          *params
	down          []float32
	loss          float64
}

func newWorker(inputs int, o Options) *worker {
	return &worker{size: o.Size, buckets: o.Buckets, sums: [2][]float32{make([]float32, o.Size), make([]float32, o.Size)},
		grad: newParams(inputs, o.Size, o.Buckets), down: make([]float32, o.Size)}
}

// run sums the gradients of some samples.
func (t *worker) run(w *params, samples []Sample, hand float32) {
	clear(t.grad.all)
	t.loss = 0
	for i := range samples {
		s := &samples[i]
		p := float32(logistic(float64(t.forward(w, s, hand))))
		d := p - s.target
		t.loss += float64(d * d)
		t.backward(w, s, 2*d*p*(1-p))
	}
}

// forward is the output for one sample, the hand-crafted value included.
func (t *worker) forward(w *params, s *Sample, hand float32) float32 {
	n, b := t.size, network.Bucket(int(s.pieces), t.buckets)
	total := w.offset[b] + s.hand*hand
	out := w.output[b*2*n:][:2*n]
	for side := range 2 {
		sums := t.sums[side]
		copy(sums, w.bias)
		addRows(sums, w.weights, s.of(side))
		total += weighSquares(sums, out[side*n:][:n])
	}
	return total
}

// backward adds the gradient of one sample whose output has the gradient d.
func (t *worker) backward(w *params, s *Sample, d float32) {
	n := t.size
	g := t.grad
	b := network.Bucket(int(s.pieces), t.buckets)
	g.offset[b] += d
	at := b * 2 * n
	for side := range 2 {
		backSquares(t.sums[side], w.output[at+side*n:][:n], g.output[at+side*n:][:n], g.bias, t.down, d)
		addToRows(g.weights, t.down, s.of(side))
	}
}

// losses are the mean squares of what is missed, by kind of position, and of all.
func losses(w *params, held []Sample, hand float32, o Options) (l [kinds + 1]float64) {
	t := newWorker(0, o)
	var n [kinds + 1]float64
	for i := range held {
		d := logistic(float64(t.forward(w, &held[i], hand))) - float64(held[i].target)
		for _, k := range [2]Kind{held[i].Kind, kinds} {
			l[k] += d * d
			n[k]++
		}
	}
	for i := range l {
		l[i] /= max(1, n[i])
	}
	return l
}

func report(l [kinds + 1]float64) string {
	return fmt.Sprintf("%.5f (game %.5f, leaf %.5f, perturbed %.5f)", l[kinds], l[Played], l[Leaf], l[Perturbed])
}

// quantise rounds to whole numbers.
func quantise(w *params, f network.Features, k Scales, o Options) *network.Network {
	n := network.New(f, o.Size, o.Buckets, int(math.Round(k.Hand)))
	n.Game, n.Alone = o.Game, o.Alone
	round := func(dst []int16, src []float32, one float64) {
		for i, v := range src {
			dst[i] = int16(math.Round(float64(v) * one))
		}
	}
	step := network.StepOf(n.Alone)
	round(n.Weights, w.weights, network.One/float64(step))
	for i := range n.Weights {
		n.Weights[i] *= step
	}
	round(n.Bias, w.bias, network.One)
	round(n.Output, w.output, network.OutputOne)
	for i, v := range w.offset {
		n.Offset[i] = int32(math.Round(float64(v) * network.One * network.One * network.OutputOne))
	}
	return n
}
