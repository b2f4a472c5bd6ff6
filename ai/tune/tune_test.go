package tune

import (
	"bytes"
	"context"
	"fmt"
	"strings"
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
func TestFitChangesOnlyWhatSamplesShow(t *testing.T) {
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
			bears = bears || start.Affects(i)(&s.Position)
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

// Weights learn what the network leaves over: nothing where the scores are what both say together.
func TestFitLearnsWhatTheNetworkLeaves(t *testing.T) {
	r := chess.Rules{Pocket: chess.Anywhere}
	samples, err := small.Samples(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	start, net := ai.WeightsOf(r), ai.NetworkOf(r)
	hand, beside := ai.NewEvaluator(r, start), net.NewState()
	for i := range samples {
		s := &samples[i]
		s.Score = float64(hand.Value(&s.Position) + beside.Value(&s.Position))
		if s.Position.Turn() == chess.Black {
			s.Score = -s.Score
		}
	}
	fit := Fit{Epochs: 20, LabelScale: 300, Scale: 300}
	if _, rep := fit.Weights(r, start, samples); rep.Before < 1e-4 {
		t.Errorf("without the network the scores are missed by %g: they tell nothing", rep.Before)
	}
	fit.Network = net
	tuned, rep := fit.Weights(r, start, samples)
	if rep.Before > 1e-9 {
		t.Errorf("with the network the scores are missed by %g", rep.Before)
	}
	for i := range start.Len() {
		m, e := start.Get(i)
		if m2, e2 := tuned.Get(i); m2 != m || e2 != e {
			t.Errorf("weight %d went from %d/%d to %d/%d", i, m, e, m2, e2)
		}
	}
}

func TestSamplesAreReadAsWritten(t *testing.T) {
	r := chess.Rules{Pocket: chess.Anywhere}
	var samples []Sample
	for i, fen := range []string{"4k3/8/8/8/8/8/8/4K3[Qp] w - - 0 1", "r3k3/8/8/8/8/8/8/4K2R[] b Kq - 3 9"} {
		b, err := chess.NewBoard(r, fen)
		if err != nil {
			t.Fatal(err)
		}
		samples = append(samples, Sample{*b.(chess.Positioned).Position(), -12.5 * float64(i+1), 0.5})
	}
	var text bytes.Buffer
	if err := Write(&text, samples); err != nil {
		t.Fatal(err)
	}
	back, err := Read(&text, r)
	if err != nil || len(back) != len(samples) {
		t.Fatalf("%d samples, %v", len(back), err)
	}
	for i := range back {
		if back[i].Position.FEN() != samples[i].Position.FEN() || back[i].Score != samples[i].Score || back[i].Result != samples[i].Result {
			t.Errorf("%v, want %v", back[i], samples[i])
		}
	}
	for _, text := range []string{"4k3/8/8/8/8/8/8/4K3 w - - 0 1;1", "nothing;1;1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1;much;1"} {
		if _, err := Read(strings.NewReader(text), chess.Rules{}); err == nil || !strings.Contains(err.Error(), "line 1") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// Tied weights move together, and nothing else does.
func TestMirrorTiesFiles(t *testing.T) {
	var samples []Sample
	for i := range 300 {
		fen, result := "4k3/pppppppp/8/8/8/2N5/PPPPPPPP/4K3 w - - 0 1", 1.0
		if i%2 == 1 {
			fen, result = "4k3/pppppppp/2n5/8/8/8/PPPPPPPP/4K3 w - - 0 1", 0
		}
		b, err := chess.NewBoard(chess.Rules{}, fen)
		if err != nil {
			t.Fatal(err)
		}
		samples = append(samples, Sample{Position: *b.(chess.Positioned).Position(), Result: result})
	}
	start := ai.WeightsOf(chess.Rules{})
	tuned, _ := Fit{Epochs: 40, Trust: 1, Mirror: true}.Weights(chess.Rules{}, start, samples)
	moved := 0
	for i := range start.Len() {
		m, e := start.Get(i)
		m2, e2 := tuned.Get(i)
		j := start.MirrorIndex(i)
		mt, et := start.Get(j)
		mt2, et2 := tuned.Get(j)
		if m2-m != mt2-mt || e2-e != et2-et {
			t.Errorf("weights %d and %d are tied and moved by %d/%d and %d/%d", i, j, m2-m, e2-e, mt2-mt, et2-et)
		}
		if i != j && m2 != m {
			moved++
		}
	}
	if moved == 0 {
		t.Error("no weight of a square moved")
	}
}

// Positions of package train are samples, too, but for loud ones; what the move is worth stays as it
// was if it is told to, and a sample that only a search can tell is left out.
func TestFitToLabels(t *testing.T) {
	var text strings.Builder
	for i := range 400 {
		label := [2]int{500, -500}[i%2]
		fmt.Fprintf(&text, "%s;%d;;;leaf\n", [2]string{"3qk3/8/8/8/8/8/8/3QK2R w - - 0 1", "3qk2r/8/8/8/8/8/8/3QK3 w - - 0 1"}[i%2], label)
	}
	text.WriteString("4k3/8/8/8/8/8/8/Q3K3 b - - 0 1;-2500;;;leaf\n4k3/8/8/8/8/8/8/Q3K3 w - - 0 1;900;;;leaf;loud\n")
	samples, err := Read(strings.NewReader(text.String()), chess.Rules{})
	if err != nil || len(samples) != 401 || samples[0].Result >= 0 {
		t.Fatalf("%d samples, %v", len(samples), err)
	}
	start := ai.Plain("base")
	f := Fit{Epochs: 60, Hold: 1, LabelScale: 200, Scale: 200, Surprise: 0.3, KeepTempo: true}
	tuned, rep := f.Weights(chess.Rules{}, start, samples)
	if rep.After > rep.Before {
		t.Errorf("error %v, before %v", rep.After, rep.Before)
	}
	for i := range start.Len() {
		if m, e := tuned.Get(i); start.IsTempo(i) {
			if a, b := start.Get(i); m != a || e != b {
				t.Errorf("the move is worth %d/%d, was %d/%d", m, e, a, b)
			}
		}
	}
}
