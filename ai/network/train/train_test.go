package train

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"rookery/ai/network"
	"rookery/chess"
)

// games writes a file of positions of random games, valued by a rule that the
// hand-crafted evaluation does not know: a knight on the rim is worth two queens.
func games(t *testing.T, positions int) (name string, rim func(p *chess.Position) float64) {
	t.Helper()
	const edge chess.Bitboard = 0xff818181818181ff
	rim = func(p *chess.Position) float64 {
		return 1800 * float64((p.Pieces(chess.White, chess.Knight)&edge).Count()-(p.Pieces(chess.Black, chess.Knight)&edge).Count())
	}
	var lines bytes.Buffer
	rng := rand.New(rand.NewPCG(1, 1))
	for n := 0; n < positions; {
		b, err := chess.NewBoard(chess.Rules{}, "")
		if err != nil {
			t.Fatal(err)
		}
		for range 40 {
			moves := b.Moves(nil)
			if len(moves) == 0 {
				break
			}
			b.Make(moves[rng.IntN(len(moves))])
			p := b.(chess.Positioned).Position()
			fmt.Fprintf(&lines, "%s;%.0f;;0;%s\n", b.FEN(), rim(p), Kind(n%int(kinds)))
			n++
		}
	}
	name = filepath.Join(t.TempDir(), "positions.txt")
	if err := os.WriteFile(name, lines.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return name, rim
}

func TestFitLearnsWhatTheHandCraftedValueLacks(t *testing.T) {
	name, rim := games(t, 20000)
	s := &Set{Features: network.FeaturesOf(chess.Rules{})}
	if err := s.Read(name); err != nil {
		t.Fatal(err)
	}
	k := s.Scales(Scales{Label: 1000, Hand: 300}, 0)
	log := func(string, ...any) {}
	fit := func(threads int) *network.Network {
		x := *s
		x.Samples = slices.Clone(s.Samples)
		n, _ := Fit(t.Context(), &x, k, Options{Size: 32, Buckets: 2, Epochs: 4, Rate: 0.005, Threads: threads, Seed: 1, Log: log})
		return n
	}
	n := fit(1)
	var a, b bytes.Buffer
	if err := n.Write(&a); err != nil {
		t.Fatal(err)
	}
	if err := fit(1).Write(&b); err != nil || !bytes.Equal(a.Bytes(), b.Bytes()) {
		t.Errorf("with the same seed another network (%v)", err)
	}
	if _, err := network.Read(bytes.NewReader(a.Bytes())); err != nil {
		t.Error(err)
	}
	// The values must part the positions of another game by the rule.
	state, right, all := n.NewState(), 0, 0
	board, err := chess.NewBoard(chess.Rules{}, "")
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(9, 9))
	for range 60 {
		moves := board.Moves(nil)
		if len(moves) == 0 {
			break
		}
		board.Make(moves[rng.IntN(len(moves))])
		p := board.(chess.Positioned).Position()
		want, got := rim(p), float64(state.Value(p))
		if p.Turn() == chess.Black {
			got = -got
		}
		if want != 0 {
			all++
			if math.Signbit(want) == math.Signbit(got) {
				right++
			}
		}
	}
	if all < 10 || right*10 < all*9 {
		t.Errorf("the network knows %d of %d positions", right, all)
	}
}

// TestFitAlone holds that a network to stand alone learns what the hand-crafted value knows.
func TestFitAlone(t *testing.T) {
	name, _ := games(t, 4000)
	s := &Set{Features: network.FeaturesOf(chess.Rules{})}
	if err := s.ReadFiles([]string{name, name}, 2); err != nil || len(s.Samples) < 8000 {
		t.Fatalf("%d positions, %v", len(s.Samples), err)
	}
	k := s.Scales(Scales{Label: 300, Hand: 300}, 0)
	nothing := 0.0             // the loss of who knows nothing
	for i := range s.Samples { // as if the labels were what the hand-crafted value says
		p := logistic(float64(s.Samples[i].hand) / k.Hand)
		s.Samples[i].target = float32(p)
		nothing += (p - 0.5) * (p - 0.5) / float64(len(s.Samples))
	}
	o := Options{Size: 32, Buckets: 1, Epochs: 3, Rate: 0.005, Threads: 1, Seed: 1, Alone: true, Log: func(string, ...any) {}}
	n, loss := Fit(t.Context(), s, k, o)
	if !n.Alone || loss > nothing/2 {
		t.Errorf("alone %v, loss %.4f of %.4f", n.Alone, loss, nothing)
	}
	o.Alone = false
	if n, loss = Fit(t.Context(), s, k, o); n.Alone || loss > 0.0001 {
		t.Errorf("beside the hand-crafted value: alone %v, loss %.4f where there is nothing to learn", n.Alone, loss)
	}
}

// TestRoundedNetworkSaysTheSame holds the network in whole numbers to the one in
// fractions that it was rounded from.
func TestRoundedNetworkSaysTheSame(t *testing.T) {
	name, _ := games(t, 300)
	s := &Set{Features: network.FeaturesOf(chess.Rules{})}
	if err := s.Read(name); err != nil {
		t.Fatal(err)
	}
	o := Options{Size: 64, Buckets: 4, Alone: true}
	k := s.Scales(Scales{Label: 300, Hand: 300}, 0)
	w := newParams(s.Features.Len(), o.Size, o.Buckets)
	rng := rand.New(rand.NewPCG(2, 2))
	for i := range w.all {
		w.all[i] = float32(rng.NormFloat64() * 0.1)
	}
	n := quantise(w, s.Features, k, o)
	worker := newWorker(0, o)
	file, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	state := n.NewState()
	for i, line := range bytes.Split(bytes.TrimSpace(file), []byte("\n")) {
		fen, _, _ := bytes.Cut(line, []byte(";"))
		b, err := chess.NewBoard(chess.Rules{}, string(fen))
		if err != nil {
			t.Fatal(err)
		}
		want := float64(worker.forward(w, &s.Samples[i], 0)) * k.Hand
		if got := state.Value(b.(chess.Positioned).Position()); math.Abs(float64(got)-want) > 25 {
			t.Fatalf("%s: %d in whole numbers, %.1f in fractions", fen, got, want)
		}
	}
}

// TestScales holds that the median of the labels stands for the odds that it should, and that the other
// values have scales that fit: own labels here are twice the other engine's, hand-crafted values half.
func TestScales(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	s := &Set{}
	for i := range 50000 {
		v := rng.NormFloat64() * 300 // of which half are beyond 202
		x := Sample{label: float32(v), hand: float32(v / 2), own: i&1 == 0}
		if x.own {
			x.label *= 2
		}
		s.Samples = append(s.Samples, x)
	}
	near := func(k, want Scales) bool {
		return math.Abs(k.Label/want.Label-1) < 0.03 && math.Abs(k.Own/want.Own-1) < 0.03 && math.Abs(k.Hand/want.Hand-1) < 0.03
	}
	if k := s.Scales(Scales{}, 0); !near(k, Scales{101, 202, 50.5}) {
		t.Errorf("scales %+v", k)
	}
	if k := s.Scales(Scales{Hand: 300}, 0); !near(k, Scales{600, 1200, 300}) {
		t.Errorf("with that of a network to begin with: %+v", k)
	}
}

// TestAssemblyEqualsGo holds the loops in assembly to those in Go.
func TestAssemblyEqualsGo(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	numbers := func(n int) []float32 {
		x := make([]float32, n)
		for i := range x {
			x[i] = rng.Float32()*2 - 1
		}
		return x
	}
	for size := network.Step; size <= network.MaxSize; size += network.Step {
		const inputs = 40
		list := make([]uint16, 30)
		for i := range list {
			list[i] = uint16(rng.IntN(inputs))
		}
		rows, sums := numbers(inputs*size), numbers(size)
		want := slices.Clone(sums)
		addRowsGo(want, rows, list)
		addRows(sums, rows, list)
		if !slices.Equal(sums, want) {
			t.Fatalf("size %d: sums differ", size)
		}
		want = slices.Clone(rows)
		addToRowsGo(want, sums, list)
		addToRows(rows, sums, list)
		if !slices.Equal(rows, want) {
			t.Fatalf("size %d: rows differ", size)
		}
		for i := range sums {
			sums[i] *= 3 // some beyond 0…1
		}
		out := numbers(size)
		if got, want := weighSquares(sums, out), weighSquaresGo(sums, out); got != want {
			t.Fatalf("size %d: output %v, not %v", size, got, want)
		}
		var got, wants [3][]float32
		for i := range got {
			got[i] = numbers(size)
			wants[i] = slices.Clone(got[i])
		}
		backSquaresGo(sums, out, wants[0], wants[1], wants[2], 0.3)
		backSquares(sums, out, got[0], got[1], got[2], 0.3)
		for i := range got {
			if !slices.Equal(got[i], wants[i]) {
				t.Fatalf("size %d: gradients %d differ", size, i)
			}
		}
	}
}
