package train

import (
	"bufio"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"rookery/ai"
	"rookery/ai/network"
	"rookery/chess"
)

// Kind says where a position comes from.
type Kind uint8

const (
	Played    Kind = iota // of a game
	Leaf                  // from inside a search
	Perturbed             // of a game, some moves at random later
	kinds
)

// String is the word of a kind in files.
func (k Kind) String() string { return [...]string{"game", "leaf", "perturbed"}[k] }

// Sample is one position as a network sees it, with numbers for the side to move.
type Sample struct {
	inputs [2][]uint16 // of the side to move, of the other
	pieces uint8
	Kind   Kind
	hand   float32 // the hand-crafted value, in centipawns
	label  float32 // the value by a search, in centipawns of who searched
	result float32 // of its game, negative where it is not known
	own    bool    // labelled by our own search
	target float32 // the share of points to learn
}

// Set is samples of one game.
type Set struct {
	Features network.Features
	Rules    chess.Rules
	Samples  []Sample
	arena    []uint16
}

// Read appends the positions of a file, packed or not, one on a line:
//
//	FEN;label;result;own;source[;loud]   by generators, result may be empty; loud ones are
//	                                     passed over
//	FEN;score;result;label               own score of a search, and another's label
//	FEN;score;result                     own score of a search
//	FEN;label                            some moves at random after a game's position
//
// All values are centipawns for White, results White's share.
func (s *Set) Read(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	var r io.Reader = f
	if strings.HasSuffix(name, ".gz") {
		if r, err = gzip.NewReader(f); err != nil {
			return err
		}
	}
	e := ai.NewEvaluator(s.Rules, ai.WeightsOf(s.Rules))
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		if err := s.add(lines.Text(), e); err != nil {
			return fmt.Errorf("%s:%d: %w", name, n, err)
		}
	}
	if err := lines.Err(); err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return err
	}
	return nil
}

func (s *Set) add(line string, e *ai.Evaluator) error {
	fields := strings.Split(line, ";")
	x := Sample{result: -1}
	label := 1
	switch len(fields) {
	case 2:
		x.Kind = Perturbed
	case 3:
		x.own = true
	case 4:
		label = 3
	case 5, 6:
		for k := range kinds {
			if k.String() == fields[4] {
				x.Kind = k
			}
		}
		if len(fields) == 6 {
			return nil // what a capture brings is for the search to find
		}
	default:
		return errors.New("a line has 2 to 6 fields")
	}
	b, err := chess.NewBoard(s.Rules, fields[0])
	if err != nil {
		return err
	}
	p := b.(chess.Positioned).Position()
	v, err := strconv.ParseFloat(fields[label], 64)
	if err != nil {
		return err
	}
	x.label = float32(v)
	if len(fields) > 2 && fields[2] != "" {
		v, err := strconv.ParseFloat(fields[2], 64)
		if err != nil {
			return err
		}
		x.result = float32(v)
	}
	us := p.Turn()
	if us == chess.Black {
		x.label = -x.label
		if x.result >= 0 {
			x.result = 1 - x.result
		}
	}
	x.hand = float32(e.Value(p))
	x.pieces = uint8(p.Occupied().Count())
	for i, view := range [2]chess.Color{us, us.Other()} {
		if cap(s.arena)-len(s.arena) < 256 {
			s.arena = make([]uint16, 0, 1<<20)
		}
		at := len(s.arena)
		s.arena = s.Features.Append(s.arena, p, view)
		x.inputs[i] = s.arena[at:len(s.arena):len(s.arena)]
	}
	s.Samples = append(s.Samples, x)
	return nil
}

// Calm leaves out what no look at a position tells, but a search: those whose target is
// further than most from what the hand-crafted value says.
func (s *Set) Calm(k Scales, most float64) {
	s.Samples = slices.DeleteFunc(s.Samples, func(x Sample) bool {
		return math.Abs(float64(x.target)-logistic(float64(x.hand)/k.Hand)) > most
	})
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// scaleOf is the k in 1/(1+e^(-v/k)) by which values fit what they stand for best.
func scaleOf(n int, at func(i int) (value, points float64, ok bool)) float64 {
	loss := func(k float64) float64 {
		sum, count := 0.0, 0.0
		step := max(1, n/100000)
		for i := 0; i < n; i += step {
			if v, p, ok := at(i); ok {
				d := logistic(v/k) - p
				sum += d * d
				count++
			}
		}
		return sum / max(1, count)
	}
	low, high := math.Log(30), math.Log(2000)
	for high-low > 0.01 {
		a, b := low+(high-low)/3, high-(high-low)/3
		if loss(math.Exp(a)) < loss(math.Exp(b)) {
			high = b
		} else {
			low = a
		}
	}
	return math.Exp(low)
}

// Scales are by how many centipawns e times the odds of winning are: of a label, of
// our own searches' scores, and of the hand-crafted value.
type Scales struct{ Label, Own, Hand float64 }

// spread is the median, without sign, of the labels through their scales and of the
// hand-crafted values: half of all positions lie below each.
func (s *Set) spread(k Scales) (label, hand float64) {
	var l, h []float64
	for _, x := range s.Samples {
		scale := k.Label
		if x.own {
			scale = k.Own
		}
		l, h = append(l, math.Abs(float64(x.label))/scale), append(h, math.Abs(float64(x.hand)))
	}
	slices.Sort(l)
	slices.Sort(h)
	return l[len(l)/2], h[len(h)/2]
}

// Scales finds the scales that are 0, and sets what each sample is to learn: the
// label through its scale, and a share of the result where it is known. The scales of
// searches are those by which their scores foretell results best; that of the
// hand-crafted value is the one that keeps values as large as they were, so that the
// margins of the search and the levels keep their meaning.
func (s *Set) Scales(k Scales, share float64) Scales {
	x := s.Samples
	byResult := func(own bool) float64 {
		return scaleOf(len(x), func(i int) (float64, float64, bool) {
			return float64(x[i].label), float64(x[i].result), x[i].own == own && x[i].result >= 0 && math.Abs(float64(x[i].label)) < 2000
		})
	}
	if k.Label == 0 {
		k.Label = byResult(false)
	}
	if k.Own == 0 {
		k.Own = byResult(true)
	}
	for i := range x {
		scale := k.Label
		if x[i].own {
			scale = k.Own
		}
		p := logistic(float64(x[i].label) / scale)
		if x[i].result >= 0 {
			p = share*float64(x[i].result) + (1-share)*p
		}
		x[i].target = float32(p)
	}
	if k.Hand == 0 {
		label, hand := s.spread(k)
		k.Hand = hand / label
	}
	return k
}
