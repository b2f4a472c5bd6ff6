package tui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/muesli/termenv"

	"rookery/ai"
	"rookery/ai/report"
	"rookery/chess"
	"rookery/tui/draw"
	"rookery/tui/game"
	"rookery/tui/study"
	"rookery/tui/ui"
)

// ended plays a game to its end and opens its graph.
func ended(t *testing.T, profile termenv.Profile, width, height int, moves ...string) (*driver, *study.Review) {
	t.Helper()
	d, g := sit(t, friends(t, "chess", ""), profile, width, height)
	d.enter(moves...)
	if !g.Over() {
		t.Fatalf("the game goes on after %s", sansOf(g))
	}
	d.press("g")
	r, ok := d.app.top().(*study.Review)
	if !ok {
		t.Fatalf("g opens %T", d.app.top())
	}
	return d, r
}

func TestReviewFindsTheTurn(t *testing.T) {
	d, r := ended(t, termenv.Ascii, 100, 30, "f3", "e5", "g4", "Qh4")
	last := len(r.Judged) - 1
	if last < 0 || r.Judged[last] != 2 || r.Report.Moves[2].Judgement != report.Blunder {
		t.Fatalf("judged moves %v: %+v, want a blunder before half-move 2", r.Judged, r.Report.Moves)
	}
	d.press("b")
	d.sees("2.g4??", "better", "Before 2.g4")
	if r.Why[2] == "" {
		t.Error("nothing is said for the better move")
	}
	if r.At != 2 {
		t.Errorf("position %d on the board, want 2", r.At)
	}
	d.press("enter")
	g, ok := d.app.top().(*game.Screen)
	if !ok {
		t.Fatalf("Enter opens %T", d.app.top())
	}
	if got := g.Present().FEN(); got != r.Game.BoardAt(2).FEN() {
		t.Errorf("the game goes on from %s", got)
	}
	d.enter("d4")
	if sansOf(g) != "d4" {
		t.Errorf("moves %q after playing on", sansOf(g))
	}
}

func TestReviewStepsAndAnalyses(t *testing.T) {
	d, r := ended(t, termenv.Ascii, 80, 24, "f3", "e5", "g4", "Qh4")
	d.press("home", "right")
	if r.At != 1 {
		t.Errorf("position %d, want 1", r.At)
	}
	d.press("b")
	if r.At != 2 {
		t.Errorf("b goes to position %d, want 2", r.At)
	}
	d.press("end", "enter")
	if d.app.top() != ui.Screen(r) {
		t.Error("a finished position was played on")
	}
}

func TestReviewGolden(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector")
	}
	requirePortraits(t, "graph", func(t *testing.T, s *ui.Session) *driver {
		d := newDriver(t, s)
		if err := d.app.OpenGame(friends(t, "chess", "")); err != nil {
			t.Fatal(err)
		}
		d.app.SetSize(80, 24)
		d.run(d.app.Init())
		d.enter("e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7")
		d.press("g")
		r := d.app.top().(*study.Review)
		// What a search finds in a time differs: this is made up.
		for i, score := range []ai.Centipawns{30, -40, 25, -30, 10, -10, 0} {
			c := ai.Choice{Score: score, Depth: 9, Move: r.Game.BoardAt(i).Moves(nil)[3]}
			if i == 6 {
				c.Mate = 1
			}
			r.Found.Put(i, c, chess.Color(i%2))
		}
		r.Why = map[int]string{5: "Stops the opponent from mating."}
		r.Judge()
		d.press("down")
		return d
	})
}

func TestGraphIsAsWideAsItsGame(t *testing.T) {
	s := SessionFor(t, termenv.Ascii)
	for _, n := range []int{1, 2, 7, 40, 41, 200, 999} {
		points := make([]draw.GraphPoint, n)
		for i := range points {
			points[i] = draw.GraphPoint{Share: float64(i%11) / 10, Known: true}
		}
		for _, width := range []int{10, 40, 52} {
			rows := draw.RenderGraph(s.Theme, s.Glyphs(), points, map[int]bool{n / 2: true}, n-1, width, 5)
			for _, row := range rows {
				checkFrameFits(t, row, width, 1)
			}
			if len(rows) != 6 || !strings.Contains(rows[5], "▴") {
				t.Errorf("%d points, width %d: rows %q", n, width, rows)
			}
			if got := draw.PlyAt(n, width, 0); got != 0 {
				t.Errorf("column 0 is half-move %d", got)
			}
			if got := draw.PlyAt(n, width, width-1); got < 0 || got >= n {
				t.Errorf("the last column is half-move %d of %d", got, n)
			}
		}
	}
}

func TestGraphOfFlaggedGame(t *testing.T) {
	d, _ := sit(t, friends(t, "chess", ""), termenv.Ascii, 80, 24)
	d.enter("e4", "e5")
	d.press("ctrl+r", "y")
	d.press("g")
	r := d.app.top().(*study.Review)
	if v := r.Found.Values[2]; !v.Known || v.Chance() < 0.2 {
		t.Errorf("a game resigned when it was even ends at %+v", v)
	}
}

// TestReportOfABareResult says of a game whose record names no reason only who won.
func TestReportOfABareResult(t *testing.T) {
	for result, said := range map[string]string{"1-0": "White won", "0-1": "Black won", "1/2-1/2": "Draw"} {
		path := filepath.Join(t.TempDir(), "bare.pgn")
		if err := os.WriteFile(path, []byte("[Result \""+result+"\"]\n\n1. e4 e5 2. Nf3 Nc6 "+result+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		d := viewing(t, 80, 24, path)
		d.press("R")
		d.sees(said)
		d.lacks("resigned")
		d.lacks("agreement")
	}
}
