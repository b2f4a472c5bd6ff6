package tune

import (
	"context"
	"testing"

	"rookery/ai"
	"rookery/chess"
)

var small = Play{Games: 6, Nodes: 120, Random: 6, Plies: 60, Seed: 3}

// The same seed gives the same samples, however many work on them.
func TestSamplesFollowTheSeed(t *testing.T) {
	one, two := small, small
	one.Workers, two.Workers = 1, 3
	a, err := one.Samples(context.Background(), chess.Rules{})
	if err != nil {
		t.Fatal(err)
	}
	b, err := two.Samples(context.Background(), chess.Rules{})
	if err != nil {
		t.Fatal(err)
	}
	if len(a) == 0 || len(a) != len(b) {
		t.Fatalf("%d and %d samples", len(a), len(b))
	}
	for i := range a {
		if a[i].Position.Key() != b[i].Position.Key() || a[i].Score != b[i].Score || a[i].Result != b[i].Result {
			t.Fatalf("sample %d differs", i)
		}
	}
}

// Where queens are said to lose games, they come to be worth less; weights that
// nothing speaks of stay.
func TestFitFollowsTheSamples(t *testing.T) {
	var samples []Sample
	for i := range 400 {
		fen, result := "3qk3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1", 1.0
		if i%2 == 1 {
			fen, result = "4k3/pppppppp/8/8/8/8/PPPPPPPP/3QK3 w - - 0 1", 0
		}
		b, err := chess.NewBoard(chess.Rules{}, fen)
		if err != nil {
			t.Fatal(err)
		}
		samples = append(samples, Sample{Position: *b.(chess.Positioned).Position(), Result: result})
	}
	start := ai.WeightsOf(chess.Rules{})
	tuned, rep := Fit{Epochs: 60, Trust: 1}.Weights(chess.Rules{}, start, samples)
	if rep.After >= rep.Before {
		t.Errorf("error %f, then %f", rep.Before, rep.After)
	}
	moved := false
	for i := range start.Len() {
		m, e := start.Get(i)
		m2, e2 := tuned.Get(i)
		bears := false
		for _, s := range samples[:2] {
			bears = bears || start.Bears(i)(&s.Position)
		}
		if (m != m2 || e != e2) && !bears {
			t.Errorf("weight %d moved and nothing speaks of it", i)
		}
		moved = moved || m != m2 || e != e2
	}
	value := func(w *ai.Weights) int { return ai.NewEvaluator(chess.Rules{}, w).Value(&samples[1].Position) }
	if !moved || value(tuned) >= value(start) {
		t.Errorf("a queen that loses is worth %d, before %d", value(tuned), value(start))
	}
}
