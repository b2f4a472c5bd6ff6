package ai

import (
	"context"
	"testing"
	"time"

	"rookery/ai/internal/testgames"
	"rookery/chess"
)

func TestLevelsRise(t *testing.T) {
	names := make(map[string]bool)
	last := 0
	for _, l := range Levels() {
		if l.Name() == "" || names[l.Name()] || l.Describe() == "" {
			t.Errorf("level %d is called %q: %q", l, l.Name(), l.Describe())
		}
		names[l.Name()] = true
		if l.Elo() <= last {
			t.Errorf("%s has %d, the level below %d", l.Name(), l.Elo(), last)
		}
		last = l.Elo()
	}
	if len(names) != 10 {
		t.Errorf("%d levels, want ten", len(names))
	}
}

var ordinary = traitsOf(chess.Rules{})

// Under any rules each level looks at more than the one below, or as it likes.
func TestLevelsStandApart(t *testing.T) {
	for name, r := range map[string]chess.Rules{
		"ordinary": {}, "to lose": {Goal: chess.LoseAll, Forced: true}, "conversions": {Capture: chess.Convert},
		"drops": {Pocket: chess.Anywhere}, "fog": {Fog: true}, "drops in fog": {Fog: true, Pocket: chess.Seen},
		"race": {Goal: chess.Race}, "no king": {Start: &chess.StartPositions{Count: 1, FEN: func(int) string { return "4k3/pppppppp/8/8/8/8/PPPPPPPP/8 w - - 0 1" }}},
	} {
		of, last, lines := traitsOf(r), uint64(0), 8
		for _, l := range Levels() {
			s := l.underRules(&of)
			if s.candidates > lines || s.candidates == 0 && l < Club {
				t.Errorf("%s: %s chooses among %d moves, the level below among %d", name, l.Name(), s.candidates, lines)
			}
			lines = s.candidates
			if s.nodes > 0 && s.nodes <= last {
				t.Errorf("%s: %s looks at %d positions, the level below at %d", name, l.Name(), s.nodes, last)
			}
			last = s.nodes
			if s.overlookPercent > 20 {
				t.Errorf("%s: %s overlooks %d of a hundred moves", name, l.Name(), s.overlookPercent)
			}
		}
	}
}

// The upper levels take their part of what is given.
func TestLevelsShareTime(t *testing.T) {
	lim := Limit{MoveTime: 800 * time.Millisecond, Nodes: 8000}
	all := New(Grandmaster, Balanced, 1).boundsFor(lim, chess.White, &ordinary)
	fifth := New(Master, Balanced, 1).boundsFor(lim, chess.White, &ordinary)
	if fifth.hard != all.hard/5 || fifth.nodes != all.nodes/5 {
		t.Errorf("Master uses %v and %d, Grandmaster %v and %d", fifth.hard, fifth.nodes, all.hard, all.nodes)
	}
}

// No move may use what the clock has not.
func TestTimeIsNotOverrun(t *testing.T) {
	for _, left := range []time.Duration{time.Millisecond, 50 * time.Millisecond, time.Second, time.Minute, time.Hour} {
		for _, inc := range []time.Duration{0, time.Second, time.Minute} {
			for _, togo := range []int{0, 1, 2, 40} {
				for _, reserve := range []time.Duration{0, defaultLag, 2 * time.Second} {
					soft, hard := clockShare(left, inc, togo, reserve)
					if soft <= 0 || hard <= 0 || soft > hard || hard > left*9/10 {
						t.Errorf("%v left, %v more a move, %d to go, %v kept back: %v to %v", left, inc, togo, reserve, soft, hard)
					}
				}
			}
		}
	}
}

// Where searches end late the clock is not played down to nothing, and when it
// is low it recovers.
func TestOverrunsShortenLaterSearches(t *testing.T) {
	lim := Limit{Time: [2]time.Duration{time.Second, time.Second}, Increment: [2]time.Duration{10 * time.Millisecond, 10 * time.Millisecond}}
	e := New(Grandmaster, Balanced, 1)
	quick := e.boundsFor(lim, chess.White, &ordinary)
	e.noteOverrun(350*time.Millisecond, 150*time.Millisecond)
	late := e.boundsFor(lim, chess.White, &ordinary)
	if late.hard >= quick.hard*4/5 || late.soft >= quick.soft {
		t.Errorf("it was 200 ms late, and thinks for %v to %v, before that %v to %v", late.soft, late.hard, quick.soft, quick.hard)
	}
	least := lim.Time[chess.White]
	for range 200 {
		lim.Time[chess.White] += lim.Increment[chess.White] - e.boundsFor(lim, chess.White, &ordinary).soft
		least = min(least, lim.Time[chess.White])
	}
	if least < 250*time.Millisecond {
		t.Errorf("it was 200 ms late, and plays its clock down to %v", least)
	}
	for range 100 {
		e.noteOverrun(time.Millisecond, 2*time.Millisecond)
	}
	if now := e.boundsFor(Limit{Time: [2]time.Duration{time.Second}}, chess.White, &ordinary); now.hard < quick.hard*3/4 {
		t.Errorf("after 100 searches in time it thinks for %v at most, at first for %v", now.hard, quick.hard)
	}
	e.SetLag(500 * time.Millisecond)
	if slow := e.boundsFor(lim, chess.White, &ordinary); slow.hard >= late.hard {
		t.Errorf("with half a second kept back it thinks for %v at most", slow.hard)
	}
}

// A doubtful search goes on when a settled one would end.
func TestUncertainSearchTakesMoreTime(t *testing.T) {
	start := time.Now().Add(-time.Second)
	settled := timeManager{start: start, soft: 1200 * time.Millisecond, best: 7, stable: 8, score: 30}
	doubtful := timeManager{start: start, soft: 1200 * time.Millisecond, best: 9, stable: 8, score: 90}
	if !settled.enough(7, 32, 90) {
		t.Error("a settled search goes on")
	}
	if doubtful.enough(7, 10, 30) {
		t.Error("a doubtful search ends")
	}
}

func TestStylesDiffer(t *testing.T) {
	const fen = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8"
	p := testgames.Board(t, chess.Rules{}, fen).(chess.Positioned).Position()
	values := make(map[int]Style)
	for _, s := range Styles() {
		v := newEvaluator(traitsOf(chess.Rules{}), WeightsOf(chess.Rules{}), s.weights()).Value(p)
		if other, ok := values[v]; ok {
			t.Errorf("%s and %s value the position alike: %d", s.Name(), other.Name(), v)
		}
		values[v] = s
	}
	if len(Styles()) != 6 {
		t.Errorf("%d styles, want six", len(Styles()))
	}
}

// Several lines are the best moves in their order, and the first is the choice.
func TestLinesAreOrdered(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector")
	}
	for name, rules := range testgames.Games {
		b := testgames.Board(t, rules, "")
		if len(b.Moves(nil)) < 4 || rules.Fog {
			continue
		}
		e := New(Grandmaster, Balanced, 1)
		e.Lines = 4
		c, err := e.Choose(context.Background(), b, Limit{Nodes: 20_000})
		if err != nil {
			t.Fatal(err)
		}
		if len(c.Lines) != 4 || c.Lines[0].Move != c.Move {
			t.Fatalf("%s: %d lines, the first %v, the choice %v", name, len(c.Lines), c.Lines[0].Move, c.Move)
		}
		seen := make(map[chess.Move]bool)
		for i, l := range c.Lines {
			if seen[l.Move] || len(l.PV) == 0 || l.PV[0] != l.Move || i > 0 && l.Score > c.Lines[i-1].Score {
				t.Errorf("%s: line %d is %v %d after %v", name, i+1, l.PV, l.Score, c.Lines[max(0, i-1)])
			}
			seen[l.Move] = true
			on := b.Clone()
			for _, m := range l.PV {
				if !contains(on.Moves(nil), m) {
					t.Fatalf("%s: %v is not legal in line %v", name, m, l.PV)
				}
				on.Make(m)
			}
		}
	}
}

func contains(moves []chess.Move, m chess.Move) bool {
	for _, x := range moves {
		if x == m {
			return true
		}
	}
	return false
}

// A weak level asked for several lines tells of all, its move's first.
func TestWeakLevelsReportAllLines(t *testing.T) {
	e := New(Beginner, Balanced, 1)
	e.Lines = 3
	var told []chess.Move
	e.OnInfo = func(i Info) {
		if i.Line != len(told)+1 {
			t.Errorf("line %d is told after %d others", i.Line, len(told))
		}
		told = append(told, i.PV[0])
	}
	c, err := e.Choose(context.Background(), testgames.Board(t, chess.Rules{}, ""), Limit{})
	if err != nil || len(told) != 3 || told[0] != c.Move {
		t.Errorf("%v is played, %v told, %v; want three lines, the move's first", c.Move, told, err)
	}
}

// Threads find what one finds.
// The limit is a depth: threads share a limit of nodes, so that those who help may
// use it up while the main one waits for a processor.
func TestThreadsFindMate(t *testing.T) {
	e := New(Grandmaster, Balanced, 1)
	e.SetThreads(3)
	b := testgames.Board(t, chess.Rules{}, "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1")
	c, err := e.Choose(context.Background(), b, Limit{Depth: 40})
	if err != nil || c.Mate != 2 {
		t.Errorf("%v, mate in %d, %v; want 2", c.Move, c.Mate, err)
	}
}
