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
	"sort"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

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
	inputs []uint16 // of the side to move, then of the other
	ours   uint8    // how many of them are of the side to move
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
	NoHand   bool // hand-crafted values are not needed; they take half of the reading
	arena    []uint16
}

// ReadFiles appends the positions of files, in their order, some files at once.
func (s *Set) ReadFiles(names []string, threads int) error {
	parts, errs := make([]Set, len(names)), make([]error, len(names))
	var next atomic.Int64
	var wait sync.WaitGroup
	for range threads {
		wait.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(names); i = int(next.Add(1)) - 1 {
				parts[i] = Set{Features: s.Features, Rules: s.Rules, NoHand: s.NoHand}
				errs[i] = parts[i].Read(names[i])
			}
		})
	}
	wait.Wait()
	total := len(s.Samples)
	for i := range parts {
		total += len(parts[i].Samples)
	}
	s.Samples = slices.Grow(s.Samples, total-len(s.Samples))
	for i := range parts {
		s.Samples = append(s.Samples, parts[i].Samples...)
		parts[i] = Set{}
	}
	return errors.Join(errs...)
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
	e := ai.NewEvaluator(s.Rules, ai.WeightsOf(s.Rules))
	return readLines(name, func(line string) error { return s.add(line, e) })
}

// Positions are the FENs of files of positions.
func Positions(names []string) (fens []string, err error) {
	for _, name := range names {
		err := readLines(name, func(line string) error {
			fen, _, _ := strings.Cut(line, ";")
			fens = append(fens, strings.Clone(fen))
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return fens, nil
}

// readLines reads a file, packed or not. One that breaks off counts as far as it goes.
func readLines(name string, do func(line string) error) error {
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
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		if err := do(lines.Text()); err != nil {
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
	if !s.NoHand {
		x.hand = float32(e.Value(p))
	}
	x.pieces = uint8(p.Occupied().Count())
	if cap(s.arena)-len(s.arena) < 512 {
		s.arena = make([]uint16, 0, 1<<20)
	}
	at := len(s.arena)
	s.arena = s.Features.Append(s.arena, p, us)
	x.ours = uint8(len(s.arena) - at)
	s.arena = s.Features.Append(s.arena, p, us.Other())
	x.inputs = s.arena[at:len(s.arena):len(s.arena)]
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

// of are the inputs of the side to move, or of the other.
func (x *Sample) of(side int) []uint16 {
	if side == 0 {
		return x.inputs[:x.ours]
	}
	return x.inputs[x.ours:]
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// Scales are by how many centipawns e times the odds of winning are: of a label, of
// our own searches' scores, and of the hand-crafted value.
type Scales struct{ Label, Own, Hand float64 }

// medians are those of the labels and of the hand-crafted values, without signs and at least 1, of the
// positions that our own search labelled, or of the others. ok is false where there is none.
func (s *Set) medians(own bool) (label, hand float64, ok bool) {
	var l, h []float64
	for _, x := range s.Samples {
		if x.own == own {
			l, h = append(l, math.Abs(float64(x.label))), append(h, math.Abs(float64(x.hand)))
		}
	}
	if len(l) == 0 {
		return 0, 0, false
	}
	sort.Float64s(l)
	sort.Float64s(h)
	return max(1, l[len(l)/2]), max(1, h[len(h)/2]), true
}

// medianOdds is the logarithm of the odds that the median of the labels stands for, about that of
// Stockfish's in chess. By the scale that foretells the results of games of few nodes best it would be
// half as much or less: then what is learned is mostly by how much won positions are won.
const medianOdds = 2

// Scales finds the scales that are 0, and sets what each sample is to learn: the
// label through its scale, and a share of the result where it is known. Those of labels and that of the
// hand-crafted value fit each other, so that values stay as large as they
// were, and the margins of the search and the levels keep their meaning.
func (s *Set) Scales(k Scales, share float64) Scales {
	x := s.Samples
	for i, scale := range [2]*float64{&k.Label, &k.Own} {
		label, hand, ok := s.medians(i == 1)
		switch {
		case !ok || *scale > 0:
		case k.Hand > 0:
			*scale = k.Hand * label / hand
		default:
			*scale = label / medianOdds
		}
		if ok && k.Hand == 0 {
			k.Hand = *scale * hand / label
		}
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
	return k
}
