package ai

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"rookery/ai/internal/testgames"
	"rookery/chess"
)

func TestWeightsAreReadAsWritten(t *testing.T) {
	for name, rules := range testgames.Games {
		w := WeightsOf(rules)
		var text bytes.Buffer
		if err := w.Write(&text); err != nil {
			t.Fatal(err)
		}
		back, err := ReadWeights(&text)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if *back != *w {
			t.Errorf("%s: weights change by writing and reading", name)
		}
	}
	for _, text := range []string{"glory\n1/2", "value 1", "value 1/x", "1/2", "passed " + strings.Repeat("1/1 ", 9)} {
		if _, err := ReadWeights(strings.NewReader(text)); err == nil {
			t.Errorf("%q was read as weights", text)
		}
	}
}

// A combination has the weights of its parts.
func TestWeightsAreTheSumOfTheirLayers(t *testing.T) {
	plain := WeightsOf(chess.Rules{})
	drops := WeightsOf(chess.Rules{Pocket: chess.Anywhere})
	blast := WeightsOf(chess.Rules{Capture: chess.Explode})
	sum := drops.Minus(plain)
	sum.Add(blast)
	if *sum != *WeightsOf(testgames.Games["explosive drops"]) {
		t.Error("explosive drops are not explosions and drops")
	}
}

// mirrored is a position with colours and board turned round.
func mirrored(t *testing.T, r chess.Rules, fen string) chess.Board {
	t.Helper()
	f := strings.Fields(fen)
	place, hand, _ := strings.Cut(f[0], "[")
	ranks := strings.Split(place, "/")
	for i, j := 0, len(ranks)-1; i < j; i, j = i+1, j-1 {
		ranks[i], ranks[j] = ranks[j], ranks[i]
	}
	swap := func(s string) string {
		return strings.Map(func(c rune) rune {
			switch {
			case c >= 'a' && c <= 'z':
				return c - 32
			case c >= 'A' && c <= 'Z':
				return c + 32
			}
			return c
		}, s)
	}
	f[0] = swap(strings.Join(ranks, "/"))
	if hand != "" {
		f[0] += "[" + swap(hand)
	}
	f[1] = map[string]string{"w": "b", "b": "w"}[f[1]]
	f[2], f[3] = swap(f[2]), "-"
	b, err := chess.NewBoard(r, strings.Join(f, " "))
	if err != nil {
		t.Fatalf("%s turned round: %v", fen, err)
	}
	return b
}

// Both sides are valued alike, and what is remembered is what would be found.
func TestValuesAreSymmetric(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 9))
	for _, name := range testgames.Names() {
		rules := testgames.Games[name]
		if rules.Goal == chess.Race || rules.Goal == chess.ThreeChecks {
			continue // both kings run upwards; counters are not mirrored here
		}
		e := NewEvaluator(rules, WeightsOf(rules))
		b := testgames.Board(t, rules, "")
		for range 60 {
			moves := b.Moves(nil)
			if len(moves) == 0 {
				break
			}
			b.Make(moves[rng.IntN(len(moves))])
			if b.Outcome().Over() {
				break
			}
			p := b.(chess.Positioned).Position()
			v := e.Value(p)
			if fresh := NewEvaluator(rules, WeightsOf(rules)).Value(p); fresh != v {
				t.Fatalf("%s %s: %d, afresh %d", name, b.FEN(), v, fresh)
			}
			if again := e.eval(p, p.Key()); again != v {
				t.Fatalf("%s %s: %d, remembered %d", name, b.FEN(), v, again)
			}
			if other := e.Value(mirrored(t, rules, b.FEN()).(chess.Positioned).Position()); abs(other-v) > 1 {
				t.Fatalf("%s %s: %d, mirrored %d", name, b.FEN(), v, other)
			}
		}
	}
}

// A weight counts as often as the tuner believes.
func TestValueIsLinear(t *testing.T) {
	r := chess.Rules{}
	w := WeightsOf(r)
	p := testgames.Board(t, r, "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8").(chess.Positioned).Position()
	base := NewEvaluator(r, w).Value(p)
	middle, end := NewEvaluator(r, w).PhaseShares(p)
	for i := range w.Len() {
		m, e := w.Get(i)
		one, two := *w, *w
		one.Set(i, m+48, e+48)
		two.Set(i, m+96, e+96)
		a, b := NewEvaluator(r, &one).Value(p)-base, NewEvaluator(r, &two).Value(p)-base
		if abs(2*a-b) > 2 {
			t.Errorf("weight %d: a change of 48 gives %d, of 96 %d", i, a, b)
		}
		if !w.Affects(i)(p) && a != 0 {
			t.Errorf("weight %d was said not to bear on the position, but gives %d", i, a)
		}
	}
	if middle+end < 0.99 || middle+end > 1.01 {
		t.Errorf("shares %f and %f", middle, end)
	}
}

// TestZero holds that tuning from nothing begins at nothing, and at nothing else.
func TestZero(t *testing.T) {
	usual := WeightsOf(chess.Rules{})
	w := *usual
	if !w.Zero("place") || !w.Zero("hanging") {
		t.Fatal("no such weights")
	}
	if w.Zero("plac") || w.Zero("place.") {
		t.Error("half a name was taken")
	}
	changed := usual.Minus(&w)
	var text strings.Builder
	if err := changed.Write(&text); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(text.String()) {
		if !strings.Contains(line, "/") && !strings.HasPrefix(line, "place.") && line != "hanging\n" {
			t.Errorf("%q changed, too", line)
		}
	}
	again := w
	again.Zero("place")
	if strings.Count(text.String(), "place.") != 6 || *again.Minus(&w) != (Weights{}) {
		t.Errorf("places that are left, or not all:\n%s", text.String())
	}
}
