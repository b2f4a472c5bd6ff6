package report

import (
	"math"
	"testing"

	"rookery/ai"
	"rookery/chess"
)

func near(got, want, by float64) bool { return math.Abs(got-want) <= by }

// The curve and the accuracy of a move as lichess publishes them.
func TestPublishedCurves(t *testing.T) {
	for score, want := range map[ai.Centipawns]float64{0: 0.5, 100: 0.591, -100: 0.409, 300: 0.751, 1000: 0.975, 30_000: 0.975, -30_000: 0.025} {
		if got := Chance(score); !near(got, want, 0.0006) {
			t.Errorf("%d centipawns: %.4f, want %.3f", score, got, want)
		}
	}
	for _, c := range []struct{ before, after, want float64 }{
		{0.5, 0.5, 100}, {0.5, 0.7, 100}, {0.6, 0.5, 63.6}, {0.5, 0.45, 79.8}, {0.9, 0.2, 1.7}, {1, 0, 0},
	} {
		if got := Accuracy(c.before, c.after); !near(got, c.want, 0.1) {
			t.Errorf("from %.2f to %.2f: %.2f, want %.1f", c.before, c.after, got, c.want)
		}
	}
}

func TestJudge(t *testing.T) {
	cp := func(n ai.Centipawns) Value { return Value{Score: n, Known: true} }
	mate := func(n int) Value { return Value{Mate: n, Known: true} }
	for _, c := range []struct {
		name          string
		before, after Value
		want          Judgement
	}{
		{"nothing", cp(20), cp(10), Fine},
		{"better than thought", cp(20), cp(300), Fine},
		{"a little", cp(0), cp(-50), Fine},
		{"half a pawn and more", cp(0), cp(-56), Inaccuracy},
		{"a pawn and more", cp(0), cp(-112), Mistake},
		{"nearly two pawns", cp(0), cp(-170), Blunder},
		{"two pawns of nine", cp(1100), cp(900), Fine},
		{"won to drawn", cp(600), cp(0), Blunder},
		{"into a mate", cp(0), mate(-3), Blunder},
		{"into a mate, much worse before", cp(-800), mate(-3), Mistake},
		{"into a mate, lost before", cp(-1200), mate(-3), Inaccuracy},
		{"a mate let slip", mate(2), cp(100), Blunder},
		{"a mate let slip, much better still", mate(2), cp(800), Mistake},
		{"a mate let slip, won still", mate(2), cp(1500), Inaccuracy},
		{"a mate let slip and allowed", mate(2), mate(-2), Blunder},
		{"a slower mate", mate(2), mate(5), Fine},
		{"mated sooner", mate(-5), mate(-1), Fine},
		{"a mate found", cp(100), mate(3), Fine},
		{"out of a mate", mate(-3), cp(-400), Fine},
	} {
		if got := Judge(c.before, c.after); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// moves are n moves that differ.
func moves(n int) (all []chess.Move) {
	b, err := chess.NewBoard(chess.Rules{}, "")
	if err != nil {
		panic(err)
	}
	legal := b.Moves(nil)
	for i := range n {
		all = append(all, legal[i%len(legal)])
	}
	return all
}

// A side that loses 40 centipawns with each move never blunders, and yet is lost.
func TestSlowCollapseIsFound(t *testing.T) {
	const plies = 40
	values := make([]Value, plies+1)
	for i := range values {
		values[i] = Value{Score: ai.Centipawns(-40 * ((i + 1) / 2)), Known: true} // White's moves lose
	}
	g := Of(chess.White, moves(plies), values, nil)
	w, b := g.Sides[chess.White], g.Sides[chess.Black]
	if !near(w.Loss, 40, 0.01) || b.Loss != 0 {
		t.Errorf("losses %.1f and %.1f, want 40 and 0", w.Loss, b.Loss)
	}
	if b.Accuracy != 100 || w.Accuracy < 80 || w.Accuracy > 95 || w.Moves != 20 || b.Moves != 20 {
		t.Errorf("White %+v, Black %+v", w, b)
	}
	if w.Counts[Mistake]+w.Counts[Blunder] > 0 {
		t.Errorf("White %+v: no single move was a mistake", w)
	}
	// 60 a move are inaccuracies while the game is open.
	for i := range values {
		values[i].Score = ai.Centipawns(-60 * ((i + 1) / 2))
	}
	if w := Of(chess.White, moves(plies), values, nil).Sides[chess.White]; w.Counts[Inaccuracy] < 2 {
		t.Errorf("60 centipawns a move: %+v", w)
	}
}

// By hand: the chances are 50, 50, 25.6 and 25.6 percent; Black makes the third move.
func TestAccuracyOfAGame(t *testing.T) {
	values := []Value{{0, 0, true}, {0, 0, true}, {-290, 0, true}, {-290, 0, true}}
	g := Of(chess.Black, moves(3), values, nil)
	if got := g.Moves[1]; got.Mover != chess.White || got.Judgement != Blunder || got.Loss != 290 || !near(got.Accuracy, 32.5, 0.1) {
		t.Errorf("White's move %+v", got)
	}
	if w := g.Sides[chess.White]; !near(w.Accuracy, 32.5, 0.1) || w.Moves != 1 {
		t.Errorf("White %+v", w)
	}
	if b := g.Sides[chess.Black]; b.Accuracy != 100 || b.Moves != 2 || b.Loss != 0 {
		t.Errorf("Black %+v", b)
	}
}

// A dull stretch hardly counts beside a wild one, and one bad move is not drowned.
func TestAccuracyWeighsWildPositions(t *testing.T) {
	values := make([]Value, 81)
	for i := range values {
		values[i].Known = true
		if i > 60 {
			values[i].Score = -600
		}
	}
	g := Of(chess.White, moves(80), values, nil)
	w := g.Sides[chess.White]
	if plain := (39*100 + g.Moves[60].Accuracy) / 40; w.Accuracy >= plain-10 || w.Counts[Blunder] != 1 {
		t.Errorf("White %+v; the plain mean is %.1f", w, plain)
	}
}

func TestBestMovesAndGaps(t *testing.T) {
	all := moves(3)
	values := []Value{{300, 0, true}, {-300, 0, true}, {}, {-300, 0, true}}
	g := Of(chess.White, all, values, []chess.Move{all[0], 0, 0})
	if m := g.Moves[0]; m.Judgement != Fine || m.Loss != 0 {
		t.Errorf("the best move is judged %+v", m)
	}
	if g.Values[2] != values[3] || g.Moves[1].Loss != 0 || g.Moves[2].Loss != 0 {
		t.Errorf("a position with one move: %+v, %+v", g.Values, g.Moves)
	}
	g = Of(chess.White, all, []Value{{0, 0, true}, {}, {}, {}}, nil)
	if g.Values[3] != g.Values[0] {
		t.Errorf("unknown at the end: %+v", g.Values)
	}
	for _, n := range []int{0, 1, 2, 9, 200} { // any length, nothing known
		g := Of(chess.White, moves(n), make([]Value, n+1), nil)
		if len(g.Moves) != n || n > 0 && !near(g.Sides[chess.White].Accuracy, 100, 1e-6) {
			t.Errorf("%d moves: %+v", n, g.Sides)
		}
	}
}

func TestFinalPositions(t *testing.T) {
	for _, c := range []struct {
		fen  string
		want Value
	}{
		{"R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1", Value{ai.OutcomeScore(chess.Outcome{Result: chess.WhiteWins}, chess.White, 0), 1, true}},
		{"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Value{0, 0, true}},
	} {
		b, err := chess.NewBoard(chess.Rules{}, c.fen)
		if err != nil {
			t.Fatal(err)
		}
		if got := Final(b.Outcome()); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.fen, got, c.want)
		}
	}
	if v := ValueOf(ai.Choice{Score: 80, Mate: 0, Depth: 3}, chess.Black); v != (Value{-80, 0, true}) {
		t.Errorf("Black's 80 is %+v", v)
	}
}
