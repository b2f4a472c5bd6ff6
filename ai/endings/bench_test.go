package endings

import (
	"context"
	"testing"

	"rookery/chess"
)

// BenchmarkMake makes one table, those that it leads to being there.
func BenchmarkMake(b *testing.B) {
	for _, name := range []string{"KPvK", "KBNvK", "KQvKR", "KQvKP", "KPvKP"} {
		b.Run(name, func(b *testing.B) {
			s, err := NewSet(chess.Rules{}, "")
			if err != nil {
				b.Fatal(err)
			}
			m, _ := ParseMaterial(name)
			for _, to := range s.exitsOf(m) {
				if err := s.Make(context.Background(), nil, to); err != nil {
					b.Fatal(err)
				}
			}
			for b.Loop() {
				if err := s.solve(context.Background(), m, func(float64) {}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
