package network_test

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"math/rand/v2"
	"reflect"
	"testing"

	"rookery/ai/network"
	"rookery/chess"
	"rookery/variants"
)

// random makes a network of random numbers.
func random(f network.Features, size, buckets int, rng *rand.Rand) *network.Network {
	n := network.New(f, size, buckets, 200)
	fill := func(w []int16, most int) {
		for i := range w {
			w[i] = int16(rng.IntN(2*most+1) - most)
		}
	}
	fill(n.Weights, network.MaxWeight)
	fill(n.Bias, network.MaxBias)
	fill(n.Output, network.MaxOutput)
	for i := range n.Offset {
		n.Offset[i] = int32(rng.IntN(1 << 20))
	}
	return n
}

// positions plays random moves from the array of rules and back again, and calls
// visit on all it meets.
func positions(t *testing.T, r chess.Rules, rng *rand.Rand, plies int, visit func(p *chess.Position)) {
	b, err := chess.NewBoard(r, "")
	if err != nil {
		t.Fatal(err)
	}
	depth := 0
	for range plies {
		visit(b.(chess.Positioned).Position())
		moves := b.Moves(nil)
		if depth > 0 && (len(moves) == 0 || rng.IntN(4) == 0) {
			for range 1 + rng.IntN(depth) {
				b.Undo()
				depth--
			}
		} else if len(moves) > 0 {
			b.Make(moves[rng.IntN(len(moves))])
			depth++
		}
	}
}

// FuzzSums holds the sums that follow the moves of a game to fresh ones, for random
// combinations of rules.
func FuzzSums(f *testing.F) {
	for seed := range uint64(60) {
		f.Add(seed)
	}
	all := variants.All()
	f.Fuzz(func(t *testing.T, seed uint64) {
		rng := rand.New(rand.NewPCG(seed, 3))
		r := all[rng.IntN(len(all))].Rules
		if other, err := chess.Combine(r, all[rng.IntN(len(all))].Rules); err == nil {
			r = other
		}
		if r.Board != nil {
			t.Skip("not on the 8×8 board")
		}
		features := network.FeaturesOf(r)
		if features.Mirror {
			features.Zones = rng.IntN(network.MaxZones + 1)
		}
		n := random(features, network.Step*(1+rng.IntN(3)), 1+rng.IntN(8), rng)
		s := n.NewState()
		positions(t, r, rng, 80, func(p *chess.Position) {
			if got, want := s.Value(p), n.NewState().Value(p); got != want {
				t.Fatalf("%s: %d by moving the sums, %d afresh", r.Name, got, want)
			}
		})
	})
}

// TestMirroredPositionsHaveOneValue holds that a position and the same with its files
// turned round, and its colours exchanged, are one to a network.
func TestMirroredPositionsHaveOneValue(t *testing.T) {
	pairs := []struct {
		rules     chess.Rules
		fen, same string
	}{
		{variants.Chess, "3r2k1/pp3p2/8/2q5/8/5N2/PP3PPP/1K2R3 w - - 0 1", "1k2r3/pp3ppp/5n2/8/2Q5/8/PP3P2/3R2K1 b - - 0 1"},
		{variants.Chess, "3r2k1/pp3p2/8/2q5/8/5N2/PP3PPP/1K2R3 w - - 0 1", "1k2r3/2p3pp/8/5q2/8/2N5/PPP3PP/3R2K1 w - - 0 1"},
		{variants.Crazyhouse, "3r2k1/pp3p2/8/8/8/8/PP3PPP/1K2R3[NNPq] w - - 0 1", "1k2r3/pp3ppp/8/8/8/8/PP3P2/3R2K1[nnpQ] b - - 0 1"},
		{variants.ThreeCheck, "3r2k1/pp3p2/8/8/8/8/PP3PPP/1K2R3 w - - 1+3 0 1", "1k2r3/pp3ppp/8/8/8/8/PP3P2/3R2K1 b - - 3+1 0 1"},
		{variants.RacingKings, "8/8/8/8/k7/8/1R4K1/8 w - - 0 1", "8/8/8/8/7k/8/1K4R1/8 w - - 0 1"},
	}
	for i, x := range pairs {
		features := network.FeaturesOf(x.rules)
		features.Zones = i
		n := random(features, 64, 4, rand.New(rand.NewPCG(1, 1)))
		value := func(fen string) int {
			b, err := chess.NewBoard(x.rules, fen)
			if err != nil {
				t.Fatal(err)
			}
			return n.NewState().Value(b.(chess.Positioned).Position())
		}
		if a, b := value(x.fen), value(x.same); a != b {
			t.Errorf("%s: %s is worth %d, %s %d", x.rules.Name, x.fen, a, x.same, b)
		}
	}
}

// TestFeaturesFollowAxes holds that what a network sees depends on axes alone.
func TestFeaturesFollowAxes(t *testing.T) {
	same := [][2]chess.Rules{{variants.Chess, variants.Chess960}, {variants.Chess, variants.Atomic}, {variants.Crazyhouse, variants.DarkCrazyhouse2}}
	for _, p := range same {
		if network.FeaturesOf(p[0]) != network.FeaturesOf(p[1]) {
			t.Errorf("%s and %s have different features", p[0].Name, p[1].Name)
		}
	}
	lengths := map[string]int{}
	for _, v := range []variants.Variant{must(t, "chess"), must(t, "crazyhouse"), must(t, "3check"), must(t, "racingkings")} {
		lengths[v.ID] = network.FeaturesOf(v.Rules).Len()
	}
	want := map[string]int{"chess": 768, "crazyhouse": 768 + 56, "3check": 768 + 4, "racingkings": 769}
	for id, n := range want {
		if lengths[id] != n {
			t.Errorf("%s has %d inputs, not %d", id, lengths[id], n)
		}
	}
}

func must(t *testing.T, name string) variants.Variant {
	v, ok := variants.ByName(name)
	if !ok {
		t.Fatalf("no variant %s", name)
	}
	return v
}

// TestFile holds that networks survive their files, and that Read refuses others.
func TestFile(t *testing.T) {
	for _, zones := range []int{0, 2, network.MaxZones} {
		f := network.FeaturesOf(variants.Crazyhouse)
		f.Zones = zones
		n := random(f, 32, 8, rand.New(rand.NewPCG(4, 4)))
		n.Game, n.Alone = "drops", true
		if zones == 2 {
			for i := range n.Weights {
				n.Weights[i] -= n.Weights[i] % network.CoarseStep
			}
		}
		var file bytes.Buffer
		if err := n.Write(&file); err != nil {
			t.Fatal(err)
		}
		data := file.Bytes()
		again, err := network.Read(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(again, n) {
			t.Errorf("with %d zones the network read is not the one written", zones)
		}
		for i := 0; i < len(data); i += 303 {
			if _, err := network.Read(bytes.NewReader(data[:i])); err == nil {
				t.Fatalf("%d bytes of %d were read", i, len(data))
			}
			broken := bytes.Clone(data)
			broken[i] ^= 4
			if _, err := network.Read(bytes.NewReader(broken)); !errors.Is(err, network.ErrDamaged) && !errors.Is(err, network.ErrFormat) {
				t.Fatalf("byte %d was changed: %v", i, err)
			}
		}
	}
}

// TestVarintFile reads a network of the version before, whose numbers are varints.
func TestVarintFile(t *testing.T) {
	n := random(network.FeaturesOf(variants.Chess), 32, 8, rand.New(rand.NewPCG(4, 4)))
	n.Game = "explode"
	var coded, old bytes.Buffer
	if err := n.Write(&coded); err != nil {
		t.Fatal(err)
	}
	const head = 8 + 6*2 // magic and header
	old.WriteString("rooknet4")
	old.Write(coded.Bytes()[8 : head+len(n.Game)])
	numbers := binary.AppendVarint(nil, 1) // divides the weights
	for _, part := range [][]int16{n.Weights, n.Bias, n.Output} {
		for _, v := range part {
			numbers = binary.AppendVarint(numbers, int64(v))
		}
	}
	for _, v := range n.Offset {
		numbers = binary.AppendVarint(numbers, int64(v))
	}
	z, err := flate.NewWriter(&old, flate.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	z.Write(numbers)
	z.Close()
	binary.Write(&old, binary.LittleEndian, crc32.ChecksumIEEE(old.Bytes()))
	again, err := network.Read(&old)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(again, n) {
		t.Error("the network of varints is another one")
	}
}

// TestNoAllocation holds that valuing a position takes no memory.
func TestNoAllocation(t *testing.T) {
	n := random(network.FeaturesOf(variants.Chess), 64, 8, rand.New(rand.NewPCG(5, 5)))
	s := n.NewState()
	var two [2]chess.Position
	for i, fen := range []string{"r1bqkbnr/pp1ppppp/2n5/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3", "8/5k2/8/8/3K4/8/8/8 b - - 0 1"} {
		b, err := chess.NewBoard(variants.Chess, fen)
		if err != nil {
			t.Fatal(err)
		}
		two[i] = *b.(chess.Positioned).Position()
	}
	i := 0
	if n := testing.AllocsPerRun(100, func() { i++; s.Value(&two[i&1]) }); n != 0 {
		t.Errorf("%v allocations a position", n)
	}
}

// BenchmarkRead reads a network of the largest size.
func BenchmarkRead(b *testing.B) {
	f := network.FeaturesOf(variants.Chess)
	f.Zones = network.MaxZones
	n := random(f, network.MaxSize, 8, rand.New(rand.NewPCG(8, 8)))
	var file bytes.Buffer
	if err := n.Write(&file); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := network.Read(bytes.NewReader(file.Bytes())); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkValue values positions along a game, each one move from the last.
func BenchmarkValue(b *testing.B) {
	for _, size := range []int{32, 64, 128} {
		n := random(network.FeaturesOf(variants.Chess), size, 8, rand.New(rand.NewPCG(6, 6)))
		s := n.NewState()
		board, err := chess.NewBoard(variants.Chess, "")
		if err != nil {
			b.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(7, 7))
		var game []chess.Position
		for range 60 {
			game = append(game, *board.(chess.Positioned).Position())
			moves := board.Moves(nil)
			if len(moves) == 0 {
				break
			}
			board.Make(moves[rng.IntN(len(moves))])
		}
		b.Run(string('0'+rune(size/100))+string('0'+rune(size/10%10))+string('0'+rune(size%10)), func(b *testing.B) {
			for i := range b.N {
				s.Value(&game[i%len(game)])
			}
		})
	}
}
