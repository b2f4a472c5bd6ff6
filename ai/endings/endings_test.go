package endings

import (
	"context"
	"testing"
	"time"

	"rookery/chess"
)

func TestTry(t *testing.T) {
	for _, name := range []string{"KQvK", "KRvK", "KPvK", "KBNvK", "KQvKR", "KRvKN", "KRvKB", "KQvKB", "KQvKN", "KBBvK", "KPvKP"} {
		s, err := NewSet(chess.Rules{}, "")
		if err != nil {
			t.Fatal(err)
		}
		m, _ := ParseMaterial(name)
		began := time.Now()
		if err := s.Make(context.Background(), func(p Progress) {
			if p.Done == 1 {
				t.Log(p, time.Since(began))
			}
		}, m); err != nil {
			t.Fatal(err)
		}
		sum, _ := s.Summary(m)
		t.Log(name, sum.Counts, sum.Plies)
		for c := range 2 {
			if sum.Longest[c] != nil {
				t.Log(sum.Longest[c].FEN(), len(s.Line(sum.Longest[c])))
			}
		}
	}
}
