package play

import (
	"encoding/json"
	"testing"
	"time"

	"rookery/chess"
	"rookery/pgn/puzzle"
)

// twoMoves is mate in two after 1...Kg8: 2.Re8+ Rxe8 3.Rxe8#.
var twoMoves = puzzle.Puzzle{ID: "twomv", FEN: "3r3k/5ppp/8/8/8/8/4R3/4R1K1 b - - 0 1", Moves: "h8g8 e2e8 d8e8 e1e8", Rating: 1000, Deviation: 80, Themes: "mate mateIn2 backRankMate short"}

func begin(t *testing.T, p puzzle.Puzzle) *PuzzleGame {
	t.Helper()
	g, err := NewPuzzleGame(p)
	if err != nil {
		t.Fatal(err)
	}
	if g.ToFind() || g.Reply() == 0 || !g.ToFind() {
		t.Fatal("the opponent moves first")
	}
	return g
}

func moveOf(t *testing.T, g *PuzzleGame, text string) chess.Move {
	t.Helper()
	m, err := chess.ParseMove(g.Game.Board(), text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestPuzzleGame(t *testing.T) {
	g := begin(t, twoMoves)
	if g.Try(moveOf(t, g, "Kf1")) || !g.Failed {
		t.Error("a wrong move was taken")
	}
	if !g.Try(moveOf(t, g, "Re8+")) || g.Over || g.Reply() == 0 || !g.Try(moveOf(t, g, "Rxe8#")) || !g.Over || g.Solved() {
		t.Errorf("%+v: solved after a mistake, not without", g)
	}
	g = begin(t, twoMoves)
	if m, ok := g.Next(); !ok || chess.MoveText(g.Game.Board(), m) != "R2e8+" && chess.MoveText(g.Game.Board(), m) != "Re8+" {
		t.Errorf("the hint is %v", m)
	}
	g.Solve()
	if !g.Over || g.Solved() || !g.Shown || g.Game.Ply() != 4 {
		t.Errorf("%+v after the solution", g)
	}
}

// TestAnyMateIsRight solves a mate in one by another move than that of the table.
func TestAnyMateIsRight(t *testing.T) {
	p := puzzle.Puzzle{ID: "mates", FEN: "7k/5ppp/8/8/8/8/8/1RR3K1 b - - 0 1", Moves: "h8g8 b1b8", Themes: "mate mateIn1"}
	g := begin(t, p)
	if !g.Try(moveOf(t, g, "Rc8#")) || !g.Solved() {
		t.Errorf("%+v: another mate is right, too", g)
	}
}

// TestPuzzleRating rates tries, keeps what went wrong until it is solved, and keeps that in a
// file that a club can store.
func TestPuzzleRating(t *testing.T) {
	st := NewStore(t.TempDir(), "")
	now := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	var r PuzzleRecord
	var err error
	for i := range 1000 {
		p := twoMoves
		p.ID = string(rune('a'+i%26)) + string(rune('a'+i/26%26)) + string(rune('a'+i/676)) + "xy"
		r, err = st.ChangePuzzles(func(r *PuzzleRecord) { r.Rate(&p, i%3 == 0, now.Add(time.Duration(i)*time.Minute)) })
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 && r.Rating("").Points() <= 1500 {
			t.Errorf("rating %d after the first was solved", r.Rating("").Points())
		}
	}
	if n := r.Rating("").Points(); n > 1000 || n < 700 {
		t.Errorf("rating %d after a third of puzzles rated 1000 was solved", n)
	}
	if len(r.Tries) != mostTries || len(r.Mistakes) != mostMistakes {
		t.Errorf("%d tries and %d mistakes are kept", len(r.Tries), len(r.Mistakes))
	}
	text, err := json.Marshal(&r)
	if err != nil || len(text) > 60<<10 {
		t.Errorf("the record takes %d bytes, %v", len(text), err)
	}
	again := st.PuzzleRecord()
	if again.Rating("").Points() != r.Rating("").Points() || again.Tries[5] != r.Tries[5] {
		t.Error("the record is read as another")
	}
	p := again.Again("*")[0]
	again.Repeat(&p, true)
	if len(again.Mistakes) != mostMistakes-1 {
		t.Error("a mistake that was solved still waits")
	}
}

// TestJoinPuzzles adds the record of a key to that of its account.
func TestJoinPuzzles(t *testing.T) {
	mine, other := NewStore(t.TempDir(), ""), NewStore(t.TempDir(), "")
	now := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	for i, st := range []*Store{mine, other, other} {
		p := twoMoves
		p.ID += string(rune('a' + i))
		if _, err := st.ChangePuzzles(func(r *PuzzleRecord) { r.Rate(&p, i == 0, now); r.BeatIn(PuzzleStreak, 3*i+1) }); err != nil {
			t.Fatal(err)
		}
	}
	theirs := other.PuzzleRecord()
	if done, err := mine.JoinPuzzles(other); !done || err != nil {
		t.Fatal(done, err)
	}
	r := mine.PuzzleRecord()
	if got := r.Rating(""); got.Solved != 1 || got.Failed != 2 || got.Points() != theirs.Rating("").Points() {
		t.Errorf("joined rating %+v, want the surer one and all puzzles", got)
	}
	if len(r.Tries) != 3 || len(r.Mistakes) != 2 || r.BestOf(PuzzleStreak) != 7 {
		t.Errorf("joined record %+v", r)
	}
	if done, err := mine.JoinPuzzles(other); done || err != nil {
		t.Errorf("what was joined is still there: %v, %v", done, err)
	}
}

// TestPuzzleRuns chooses puzzles near the rating, rising ones in a streak, and ends runs.
func TestPuzzleRuns(t *testing.T) {
	now := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	var rec PuzzleRecord
	run, err := NewPuzzleRun(RatedPuzzles, puzzle.Embedded(), puzzle.Filter{Theme: "fork"}, rec, 1, now)
	if err != nil {
		t.Fatal(err)
	}
	seen := make(map[string]bool)
	for range 50 {
		if err := run.Next(); err != nil {
			t.Fatal(err)
		}
		p := &run.Game.Puzzle
		if seen[p.ID] || !p.HasTheme("fork") || p.Rating < 1250 || p.Rating > 1750 {
			t.Errorf("puzzle %s, %d, %s", p.ID, p.Rating, p.Themes)
		}
		seen[p.ID] = true
	}
	if _, err := NewPuzzleRun(PuzzlesAgain, nil, puzzle.Filter{}, rec, 1, now); err == nil {
		t.Error("mistakes again without a mistake")
	}
	run, err = NewPuzzleRun(PuzzleStreak, puzzle.Embedded(), puzzle.Filter{}, rec, 1, now)
	if err != nil {
		t.Fatal(err)
	}
	last := 0
	for i := range 20 {
		if err := run.Next(); err != nil {
			t.Fatal(err)
		}
		if i%6 == 5 && run.Game.Puzzle.Rating <= last {
			t.Errorf("puzzle %d of a streak has rating %d after %d", i, run.Game.Puzzle.Rating, last)
		}
		if i%6 == 5 {
			last = run.Game.Puzzle.Rating
		}
		for !run.Game.Over {
			if run.Game.Reply() == 0 {
				run.Game.Try(run.Game.line[run.Game.at])
			}
		}
		if run.Count(now) == nil || run.Count(now) != nil || run.Over(now) {
			t.Fatal("a puzzle counts once, and goes on where it is solved")
		}
	}
	run, err = NewPuzzleRun(TimedPuzzles, puzzle.Embedded(), puzzle.Filter{}, rec, 1, now)
	if err != nil || run.Next() != nil {
		t.Fatal(err)
	}
	if run.Over(now) || !run.Over(now.Add(RunTime)) {
		t.Error("a timed run lasts three minutes")
	}
	run.Game.Reply()
	run.Game.Failed = true
	if run.Count(now); !run.Over(now.Add(RunTime - LostTime)) {
		t.Error("a mistake costs no time")
	}
}
