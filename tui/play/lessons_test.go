package play

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"rookery/ai"
	"rookery/ai/endings"
	"rookery/chess"
)

// TestLessonsAreTheTrainingPositions counts the moves of each position against
// the table of known answers.
func TestLessonsAreTheTrainingPositions(t *testing.T) {
	f, err := os.Open("testdata/lessons.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows := 0
	for in := bufio.NewScanner(f); in.Scan(); rows++ {
		var depth int
		var want uint64
		fields := strings.Split(in.Text(), "\t")
		if len(fields) != 4 {
			t.Fatalf("row %q", in.Text())
		}
		if _, err := fmt.Sscan(fields[2]+" "+fields[3], &depth, &want); err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(Lessons[:], func(l Lesson) bool { return l.ID == fields[0] })
		if i < 0 || Lessons[i].FEN != fields[1] {
			t.Errorf("no lesson %s from %s", fields[0], fields[1])
			continue
		}
		b, err := chess.NewBoard(Lessons[i].Rules(), Lessons[i].FEN)
		if err != nil {
			t.Fatal(err)
		}
		if got := chess.Perft(b, depth); got != want {
			t.Errorf("%s depth %d: %d nodes, want %d", fields[0], depth, got, want)
		}
	}
	if rows < 2*len(Lessons) {
		t.Errorf("the table has %d rows", rows)
	}
}

// TestDrawnPositions draws positions of every kind: the same pieces, playable, won.
func TestDrawnPositions(t *testing.T) {
	for i := range Lessons {
		l := &Lessons[i]
		usual, err := chess.NewBoard(l.Rules(), l.FEN)
		if err != nil {
			t.Fatal(err)
		}
		fen := l.Drawn(t.Context(), 42+uint64(i))
		if fen == l.FEN {
			t.Errorf("%s: no position was drawn", l.ID)
			continue
		}
		b, err := chess.NewBoard(l.Rules(), fen)
		if err != nil {
			t.Errorf("%s: %v", fen, err)
			continue
		}
		if b.Turn() != Learner || b.Outcome().Over() {
			t.Errorf("%s cannot be played", fen)
		}
		if got, want := menOf(b.View(chess.Everyone)), menOf(usual.View(chess.Everyone)); got != want {
			t.Errorf("%s has the pieces %v, want %v", fen, got, want)
		}
		choice, err := ai.New(Strongest(), ai.Balanced, 1).Choose(t.Context(), b, ai.Limit{Nodes: 2 * drawnNodes})
		if err != nil || valueOf(choice) < wonScore {
			t.Errorf("%s is worth %d, %v", fen, valueOf(choice), err)
		}
	}
}

// TestDrawnPositionsEndWithTheContext gives the usual position when time is up.
func TestDrawnPositionsEndWithTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got := Lessons[8].Drawn(ctx, 1); got != Lessons[8].FEN {
		t.Errorf("drawn %s, want the usual position", got)
	}
}

// TestBishopsStandOnBothColours draws many pairs of bishops.
func TestBishopsStandOnBothColours(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	l, n := &Lessons[7], 0
	for range 200 {
		fen, ok := l.scatter(rng)
		b, err := chess.NewBoard(l.Rules(), fen)
		if !ok || err != nil {
			continue
		}
		n++
		var shades [2]int
		for sq, c := range b.View(chess.Everyone).Cells {
			if c.Piece.Role() == chess.Bishop {
				shades[b.Layout().Cells[sq].Shade&1]++
			}
		}
		if shades != [2]int{1, 1} {
			t.Errorf("%s has bishops on %v", fen, shades)
		}
	}
	if n < 20 {
		t.Errorf("%d positions of 200", n)
	}
}

// attempted lets a game of a lesson run by moves in SAN.
func attempted(t *testing.T, fen string, sans ...string) *chess.Game {
	t.Helper()
	game, err := chess.NewGameFEN(Lessons[5].Rules(), fen)
	if err != nil {
		t.Fatal(err)
	}
	for _, san := range sans {
		if _, err := game.PlaySAN(san); err != nil {
			t.Fatal(err)
		}
	}
	return game
}

func TestVerdicts(t *testing.T) {
	for _, c := range []struct {
		name string
		game *chess.Game
		end  func(*chess.Game) error
		want []string
	}{
		{"mate in one", attempted(t, "7k/8/6K1/8/8/8/8/R7 w - - 0 1", "Ra8"), nil,
			[]string{"Won in 1 move", "White wins: checkmate.", "The computer sees no faster mate."}},
		{"a longer way", attempted(t, "7k/8/6K1/8/8/8/8/R7 w - - 0 1", "Rb1", "Kg8", "Rb8"), nil,
			[]string{"Won in 2 moves", "At the start, the computer sees mate in 1."}},
		{"stalemate", attempted(t, "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", "Qg6"), nil,
			[]string{"Drawn after 1 move", "Draw: stalemate.", "The win was lost at move 1: Qg6 turned mate in", "an equal position", "Better was "}},
		{"a queen left hanging later", attempted(t, "4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "Kf2", "Ke7", "Qd6+", "Kxd6"), nil,
			[]string{"Drawn after 2 moves", "lost at move 2: Qd6+"}},
		{"given up", attempted(t, "4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "Kf2", "Ke7"), func(g *chess.Game) error { return g.Resign(Learner) },
			[]string{"Lost after 1 move"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.end != nil {
				if err := c.end(c.game); err != nil {
					t.Fatal(err)
				}
			}
			v := Judge(t.Context(), ai.New(Strongest(), ai.Balanced, 1), nil, c.game)
			text := strings.Join(v.Sentences(), "\n")
			for _, want := range c.want {
				if !strings.Contains(text, want) {
					t.Errorf("%q is not said:\n%s", want, text)
				}
			}
		})
	}
}

// TestExactVerdicts judges by tables: how much longer than the shortest way a win was, and which
// move alone would have kept it.
func TestExactVerdicts(t *testing.T) {
	tables, err := endings.NewSet(chess.Rules{}, "")
	if err == nil {
		err = tables.Make(t.Context(), nil, tables.All(3)...)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		game *chess.Game
		want string
	}{
		{"the shortest way", attempted(t, "7k/8/6K1/8/8/8/8/R7 w - - 0 1", "Ra8"), "No win is shorter."},
		{"one move more", attempted(t, "7k/8/6K1/8/8/8/8/R7 w - - 0 1", "Rb1", "Kg8", "Rb8"), "The shortest win takes 1 move: you needed 1 move more."},
		{"two moves more", attempted(t, "7k/8/6K1/8/8/8/8/R7 w - - 0 1", "Rb1", "Kg8", "Rc1", "Kh8", "Rc8"), "The shortest win takes 1 move: you needed 2 moves more."},
		{"the only move", attempted(t, "8/8/1k6/8/1K6/8/1P6/8 w - - 0 1", "Ka4", "Ka6", "b3", "Kb6", "b4", "Kc6", "Ka5", "Kb7", "b5", "Ka7", "b6+", "Kb7", "Kb5", "Kb8", "Ka6", "Ka8", "b7+", "Kb8", "Kb6"), "turned mate in "},
	} {
		v := Judge(t.Context(), ai.New(Strongest(), ai.Balanced, 1), tables, c.game)
		text := strings.Join(v.Sentences(), "\n")
		if !v.Exact || !strings.Contains(text, c.want) {
			t.Errorf("%s: exact %t, want %q in\n%s", c.name, v.Exact, c.want, text)
		}
	}
	// King and pawn: each move is judged as it is made.
	b, err := chess.NewBoard(chess.Rules{}, "8/8/8/3k4/8/3K4/3P4/8 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	list, ok := tables.Moves(b.(chess.Positioned).Position())
	if !ok {
		t.Fatal("the moves are not known")
	}
	said := make(map[string]bool)
	for _, m := range list {
		said[MoveVerdict(b, list, m.Move)] = true
	}
	if best := chess.MoveText(b, list[0].Move); list[0].Result == endings.Won && endings.Only(list) != 0 && !said["Kc2 gave the win away: only "+best+" wins"] {
		t.Errorf("said %v", said)
	}
}

// TestLessonRecordIsNotOverwritten keeps a file that cannot be read.
func TestLessonRecordIsNotOverwritten(t *testing.T) {
	st := NewStore(t.TempDir(), "")
	if err := st.CountLesson("KR-K", true, 12); err != nil {
		t.Fatal(err)
	}
	if err := st.CountLesson("KR-K", true, 9); err != nil {
		t.Fatal(err)
	}
	if r := st.LessonRecords()["KR-K"]; r != (LessonRecord{2, 2, 9}) {
		t.Errorf("the record is %+v", r)
	}
	path := st.state + "/" + lessonFile
	if err := os.WriteFile(path, []byte("[not json"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := st.CountLesson("KR-K", true, 3); err == nil {
		t.Error("a broken file was overwritten")
	}
	if text, _ := os.ReadFile(path); string(text) != "[not json" {
		t.Errorf("the file is %q", text)
	}
}

// menOf counts the pieces of a view by colour and role.
func menOf(v chess.View) (n [2][7]int) {
	for _, c := range v.Cells {
		if c.Piece != 0 {
			n[c.Piece.Color()][c.Piece.Role()]++
		}
	}
	return n
}

// TestResults counts games and leaves opponents out that are too many.
func TestResults(t *testing.T) {
	st := NewStore(t.TempDir(), "")
	if n := len(st.Results()); n != 0 {
		t.Errorf("%d opponents before the first game", n)
	}
	club, odd := Opponent{"chess", "Club"}, Opponent{"a+b/c", "Master"}
	for _, more := range []map[Opponent]Results{{club: {Won: 1}}, {club: {Lost: 2}, odd: {Drawn: 1}}} {
		if err := st.AddResults(more); err != nil {
			t.Fatal(err)
		}
	}
	if got := st.Results(); len(got) != 2 || got[club] != (Results{1, 0, 2}) || got[odd] != (Results{Drawn: 1}) || got[club].All() != 3 {
		t.Errorf("results %v", got)
	}
	many := make(map[Opponent]Results)
	for i := range 2 * mostResults {
		many[Opponent{fmt.Sprint("v", i), "Club"}] = Results{Won: 1}
	}
	if err := st.AddResults(many); err != nil {
		t.Fatal(err)
	}
	if err := st.AddResults(map[Opponent]Results{club: {Won: 1}, {"late", "Club"}: {Won: 1}}); err != nil {
		t.Fatal(err)
	}
	if got := st.Results(); len(got) != mostResults || got[club].Won != 2 {
		t.Errorf("%d opponents, %v of one", len(got), got[club])
	}
	if err := st.ForgetResults(); err != nil {
		t.Fatal(err)
	}
	if n := len(st.Results()); n != 0 {
		t.Errorf("%d opponents after all were forgotten", n)
	}
}
