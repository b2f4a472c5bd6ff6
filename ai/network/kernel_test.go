package network

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestAssemblyEqualsGo holds the loops in assembly to those in Go, at the bounds too. Where the
// machine has none it compares Go with itself.
func TestAssemblyEqualsGo(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	numbers := func(n int, most int) []int16 {
		s := make([]int16, n)
		for i := range s {
			s[i] = int16(rng.IntN(2*most+1) - most)
		}
		return s
	}
	for size := Step; size <= MaxSize; size += Step {
		const inputs = 100
		for range 50 {
			weights, sums := numbers(inputs*size, MaxWeight), numbers(size, 32767)
			list := func() []uint16 {
				l := make([]uint16, rng.IntN(12))
				for i := range l {
					l[i] = uint16(rng.IntN(inputs))
				}
				return l
			}
			add, remove := list(), list()
			want := slices.Clone(sums)
			updateGo(want, weights, add, remove)
			update(sums, weights, add, remove)
			if !slices.Equal(sums, want) {
				t.Fatalf("size %d, %d added, %d removed: the sums differ", size, len(add), len(remove))
			}
			output := numbers(size, MaxOutput)
			if got, want := weigh(sums, output), weighGo(sums, output); got != want {
				t.Fatalf("size %d: weighed %d, in Go %d", size, got, want)
			}
		}
		most, all := make([]int16, size), make([]int16, size)
		for i := range most {
			most[i], all[i] = MaxOutput, One
		}
		if got, want := weigh(all, most), int32(size*One*One*MaxOutput); got != want {
			t.Fatalf("size %d: the most weighs %d, not %d", size, got, want)
		}
	}
}
