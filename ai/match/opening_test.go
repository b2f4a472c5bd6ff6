package match

import (
	"context"
	"slices"
	"testing"

	"rookery/chess"
)

func TestRandomOpenings(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector")
	}
	starts := &chess.StartPositions{Name: "two starting positions", Count: 2, FEN: func(n int) string {
		return [...]string{
			"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
			"rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w KQkq - 0 1",
		}[n]
	}}
	for name, r := range map[string]chess.Rules{
		"ordinary": {}, "two starts": {Start: starts}, "compulsory": {Forced: true, Royalty: chess.Commoner, Goal: chess.LoseAll},
		"fog": {Fog: true}, "drops where one sees": {Fog: true, Pocket: chess.Seen}, "drops": {Pocket: chess.Anywhere},
	} {
		book := Random(r, 3, 0, 0)
		var seen []string
		var drawn [2]int
		for i := range 6 {
			o, err := book(context.Background(), i)
			if err != nil {
				t.Fatalf("%s %d: %v", name, i, err)
			}
			again, _ := book(context.Background(), i)
			if !slices.Equal(o.Moves, again.Moves) || o.Start != again.Start {
				t.Errorf("%s %d: %v, then %v", name, i, o, again)
			}
			g, err := o.Game(r)
			if err != nil {
				t.Fatalf("%s %d: %v", name, i, err)
			}
			if n := g.Ply(); n < minPlies || n > maxPlies {
				t.Errorf("%s %d: %d plies", name, i, n)
			}
			if g.Outcome().Over() {
				t.Errorf("%s %d: the game is over", name, i)
			}
			seen = append(seen, g.Board().FEN())
			if r.Start != nil {
				drawn[o.Start]++
			}
		}
		slices.Sort(seen)
		if n := len(slices.Compact(seen)); n < 5 {
			t.Errorf("%s: %d different openings of 6", name, n)
		}
		if r.Start != nil && (drawn[0] == 0 || drawn[1] == 0) {
			t.Errorf("%s: starting positions drawn %v times", name, drawn)
		}
	}
}

func TestUnbalancedOpeningsAreLeftOut(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector")
	}
	for i := range 6 {
		o, err := Random(chess.Rules{}, 5, 60, 0)(context.Background(), i)
		if err != nil {
			t.Fatal(err)
		}
		g, err := o.Game(chess.Rules{})
		if err != nil {
			t.Fatal(err)
		}
		if off, err := imbalance(context.Background(), g, quickNodes); err != nil || off > 60 {
			t.Errorf("opening %d is %d off balance, error %v; want at most 60", i, off, err)
		}
	}
}

func TestListedOpenings(t *testing.T) {
	all := []Opening{{Start: 0}, {Start: 1}, {Start: 2}, {Start: 3}}
	book := FromList(all, 1)
	var first, second []int
	for i := range 8 {
		o, err := book(context.Background(), i)
		if err != nil {
			t.Fatal(err)
		}
		if i < 4 {
			first = append(first, o.Start)
		} else {
			second = append(second, o.Start)
		}
	}
	if !slices.Equal(first, second) {
		t.Errorf("the second round is %v, the first was %v", second, first)
	}
	slices.Sort(first)
	if !slices.Equal(first, []int{0, 1, 2, 3}) {
		t.Errorf("the first round has %v, want each once", first)
	}
}
