package tui

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"rookery/ai"
	"rookery/chess"
	"rookery/tui/draw"
	"rookery/tui/engineplay"
	"rookery/tui/game"
	"rookery/tui/play"
	"rookery/tui/study"
	"rookery/tui/ui"
	"rookery/variants"
)

// fakeMind tells what a real search of a fixed number of positions found, and
// then ends; patient ones wait until they are called off.
type fakeMind struct {
	mu      sync.Mutex
	patient bool
	ponder  chess.Move
	fail    error
	asked   []string      // the positions it was asked about
	ended   chan struct{} // gets a value when a patient search has ended
}

func (f *fakeMind) positions() []string          { f.mu.Lock(); defer f.mu.Unlock(); return f.asked }
func (f *fakeMind) note(fen string)              { f.mu.Lock(); f.asked = append(f.asked, fen); f.mu.Unlock() }
func (f *fakeMind) score(rank int) ai.Centipawns { return ai.Centipawns(40 - 30*rank) }

// Choose tells the first legal moves as lines, each with the first reply.
func (f *fakeMind) Choose(ctx context.Context, b chess.Board, _ []uint64, t play.Task) (ai.Choice, error) {
	f.note(b.FEN())
	if f.fail != nil {
		return ai.Choice{}, f.fail
	}
	moves := b.Moves(nil)
	if len(moves) == 0 {
		return ai.Choice{}, ai.ErrNoMove
	}
	c := ai.Choice{Move: moves[0], Score: f.score(0), Depth: 12, Ponder: f.ponder}
	for i, m := range moves[:min(max(t.Lines, 1), len(moves))] {
		next := b.Clone()
		next.Make(m)
		line := ai.Line{Move: m, Score: f.score(i), PV: append([]chess.Move{m}, next.Moves(nil)[:min(1, len(next.Moves(nil)))]...)}
		c.Lines = append(c.Lines, line)
		if t.Tell != nil {
			t.Tell(ai.Info{Depth: 12, SelDepth: 18, Line: i + 1, Score: line.Score, Nodes: 1_234_567, Elapsed: time.Second, PV: line.PV})
		}
	}
	c.PV = c.Lines[0].PV
	if f.patient {
		<-ctx.Done()
		f.ended <- struct{}{}
	}
	return c, nil
}

// study opens an analysis with a fake engine.
func studyGame(t *testing.T, s *ui.Session, rules chess.Rules, fen string, f *fakeMind, width, height int) (*driver, *study.Analysis) {
	t.Helper()
	a, err := study.NewAnalysisAt(s, ui.Analyse{Rules: rules, Start: fen})
	if err != nil {
		t.Fatal(err)
	}
	a.Engine, a.ThreatEngine = engineplay.New(f, nil), engineplay.New(f, nil)
	d := newDriver(t, s)
	d.app.SetSize(width, height)
	d.send(ui.PushMsg{Screen: a})
	return d, a
}

func TestAnalysisShowsLinesAndWhy(t *testing.T) {
	d, a := studyGame(t, SessionFor(t, termenv.Ascii), chess.Rules{}, "4k3/8/8/3r4/8/8/8/3QK3 w - - 0 1", &fakeMind{}, 80, 24)
	d.sees("depth 12/18", "1.2M", "+0.40", "+0.10", "-0.20", "1.", "White to move")
	if len(a.Told) != 3 {
		t.Errorf("%d lines, want 3", len(a.Told))
	}
	if a.Why == "" {
		t.Error("nothing is said for the best move")
	}
	d.press("+", "+", "+")
	if a.Lines != study.MostLines || len(a.Told) != study.MostLines {
		t.Errorf("%d lines asked for, %d told; want %d", a.Lines, len(a.Told), study.MostLines)
	}
	d.press("-", "-", "-", "-", "-", "-")
	if a.Lines != 1 || len(a.Told) != 1 {
		t.Errorf("%d lines asked for, %d told; want 1", a.Lines, len(a.Told))
	}
	d.press("z")
	d.lacks("+0.40")
	d.sees("hidden")
	d.press("z", "a")
	d.sees("off")
	d.lacks("+0.40")
}

func TestAnalysisGoesForwardAndBack(t *testing.T) {
	f := &fakeMind{}
	d, a := studyGame(t, SessionFor(t, termenv.Ascii), chess.Rules{}, "", f, 80, 24)
	d.press("enter")
	d.typeText("e4")
	d.press("enter")
	d.typeText("e5")
	d.press("enter", "esc")
	if a.Cur.Ply() != 2 || a.Typing() {
		t.Fatalf("ply %d, want 2, with the line closed", a.Cur.Ply())
	}
	d.press("left")
	d.press("enter")
	d.typeText("c5")
	d.press("enter", "esc")
	d.sees("(1...", "c5")
	d.press("left", "down", "right")
	if got := chess.MoveText(mustBoard(t, a, a.Cur.Parent.Moves()), a.Cur.Move); got != "c5" {
		t.Errorf("the second line goes on with %s, want c5", got)
	}
	d.press("p", "home", "right", "right")
	if a.Cur.Move != a.Game.Root.Children[0].Children[0].Move || a.Cur.Ply() != 2 {
		t.Error("the promoted line is not the main line")
	}
	d.press("d")
	if a.Cur.Ply() != 1 || len(a.Cur.Children) != 1 {
		t.Errorf("after deleting: ply %d, %d moves go on; want 1, 1", a.Cur.Ply(), len(a.Cur.Children))
	}
	before := a.Cur.Ply()
	d.press("space")
	if a.Cur.Ply() != before+1 {
		t.Error("Space does not play the best move")
	}
	if seen := f.positions(); seen[len(seen)-1] != a.Board.FEN() {
		t.Errorf("the engine looks at %s, the board is %s", seen[len(seen)-1], a.Board.FEN())
	}
	d.press("enter")
	d.typeText("Qxz9")
	d.press("enter")
	if !a.Notice.Bad {
		t.Error("nonsense is not refused")
	}
}

func mustBoard(t *testing.T, a *study.Analysis, moves []chess.Move) chess.Board {
	t.Helper()
	b, err := a.Game.Board()
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range moves {
		b.Make(m)
	}
	return b
}

// A search goes on until another position is looked at or the screen is left,
// and is over at once then.
func TestAnalysisEndsItsSearches(t *testing.T) {
	f := &fakeMind{patient: true, ended: make(chan struct{}, 10)}
	s := SessionFor(t, termenv.Ascii)
	a, err := study.NewAnalysisAt(s, ui.Analyse{})
	if err != nil {
		t.Fatal(err)
	}
	a.Engine = engineplay.New(f, nil)
	a.SetSize(80, 23)
	wait := func(what string) {
		t.Helper()
		select {
		case <-f.ended:
		case <-time.After(5 * time.Second):
			t.Fatalf("%s did not end the search", what)
		}
	}
	begin := func() {
		n := len(f.positions())
		if a.Init() == nil {
			t.Fatal("nothing is searched")
		}
		task, _ := a.Task()
		task.Limit = ai.Limit{Infinite: true}
		ctx, cancel := context.WithCancel(context.Background())
		a.Cancel = cancel
		go a.Engine.Think(ctx, task)
		for len(f.positions()) == n {
			time.Sleep(time.Millisecond)
		}
	}
	begin()
	a.Update(KeyOf("a"))
	wait("switching the engine off")
	a.On = true
	begin()
	a.Play(a.Moves()[0])
	wait("a move")
	begin()
	a.Close()
	wait("leaving")
}

func TestAnalysisTellsThreatsAndFaults(t *testing.T) {
	s := SessionFor(t, termenv.Ascii)
	d, _ := studyGame(t, s, chess.Rules{}, "4k3/8/8/8/8/8/3r4/R3K3 b - - 0 1", &fakeMind{}, 100, 30)
	d.press("x")
	d.sees("Threat: ")
	d.press("x")
	d.lacks("Threat: ")
	d, _ = studyGame(t, s, chess.Rules{}, "", &fakeMind{fail: errors.New("the engine has ended")}, 80, 24)
	d.sees("the engine has ended")
	v, _ := variants.ByName("suicide")
	d, _ = studyGame(t, s, v.Rules, "", &fakeMind{}, 80, 24)
	d.press("x")
	d.sees("passing is not possible")
}

// A game in the fog is studied with open eyes.
func TestAnalysisSeesThroughFog(t *testing.T) {
	v, _ := variants.ByName("dark2")
	f := &fakeMind{}
	_, a := studyGame(t, SessionFor(t, termenv.Ascii), v.Rules, "", f, 80, 24)
	task, err := a.Task()
	if err != nil {
		t.Fatal(err)
	}
	if task.Start.Rules().Fog || !a.Game.Rules.Fog {
		t.Errorf("the engine plays in the fog %v, the game %v; want false, true", task.Start.Rules().Fog, a.Game.Rules.Fog)
	}
	m := a.Board.Moves(nil)[0]
	a.Play(m)
	if task, _ = a.Task(); len(task.Moves) != 1 || task.Moves[0] != m {
		t.Errorf("moves of the task %v", task.Moves)
	}
}

func TestAnalysisPlaysOn(t *testing.T) {
	d, _ := studyGame(t, SessionFor(t, termenv.Ascii), chess.Rules{}, "4k3/8/8/3r4/8/8/8/3QK3 w - - 0 1", &fakeMind{}, 80, 24)
	d.press("P")
	form, ok := d.app.top().(*game.Form)
	if !ok || form.FEN != "4k3/8/8/3r4/8/8/8/3QK3 w - - 0 1" {
		t.Fatalf("P opens %T", d.app.top())
	}
}

func TestAnalysisByMouse(t *testing.T) {
	d, a := studyGame(t, SessionFor(t, termenv.Ascii), chess.Rules{}, "", &fakeMind{}, 80, 24)
	for _, name := range []string{"e2", "e4"} {
		sq, _ := chess.ParseSquare(name)
		x, y := draw.CellAt(a.Board.Layout(), a.Room.Size, a.Flip, sq)
		d.send(tea.MouseMsg{X: a.Room.Board.X + x + 1, Y: a.Room.Board.Y + y, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft})
	}
	if a.Cur.Ply() != 1 {
		t.Error("two clicks do not move a man")
	}
}

func TestAnalysisGolden(t *testing.T) {
	hex, _ := variants.ByName("hexagonal")
	zh, _ := variants.ByName("crazyhouse")
	for _, c := range []struct {
		name  string
		rules chess.Rules
		fen   string
		keys  []string
	}{
		{"lines", chess.Rules{}, "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4", nil},
		{"threat", chess.Rules{}, "4k3/8/8/3r4/8/8/8/3QK3 w - - 0 1", []string{"x"}},
		{"pocket", zh.Rules, "4k3/8/8/8/8/8/8/4K3[NP] w - - 0 1", []string{"space", "left", "enter"}},
		{"hexagons", hex.Rules, "", nil},
		{"end", chess.Rules{}, "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", []string{"f"}},
	} {
		requirePortraits(t, c.name, func(t *testing.T, s *ui.Session) *driver {
			d, _ := studyGame(t, s, c.rules, c.fen, &fakeMind{}, 80, 24)
			d.press(c.keys...)
			return d
		})
	}
}

func TestAnalysisFitsEverySize(t *testing.T) {
	d, _ := studyGame(t, SessionFor(t, termenv.TrueColor), chess.Rules{}, "", &fakeMind{}, 80, 24)
	for width := 34; width < 140; width += 7 {
		for height := 8; height < 50; height += 3 {
			d.app.SetSize(width, height)
			checkFrameFits(t, d.app.View(), width, height)
			if t.Failed() {
				t.Fatalf("at %d×%d:\n%s", width, height, d.app.View())
			}
		}
	}
}

func TestMeter(t *testing.T) {
	th := SessionFor(t, termenv.Ascii).Theme
	for _, c := range []struct {
		share float64
		ascii bool
		flip  bool
		want  string
	}{
		{1, true, false, "####"}, {0, true, false, "...."}, {0.5, true, false, "..##"}, {0.5, true, true, "##.."},
		{0.5, false, false, "░░██"}, {0.625, false, false, "░▄██"}, {0.625, false, true, "██▀░"},
	} {
		if got := strings.Join(draw.RenderEvalBar(th, c.ascii, 4, c.share, true, c.flip), ""); got != c.want {
			t.Errorf("share %v, ascii %v, turned %v: %s, want %s", c.share, c.ascii, c.flip, got, c.want)
		}
	}
}

func TestScoresAreWhites(t *testing.T) {
	for _, c := range []struct {
		score ai.Centipawns
		mate  int
		turn  chess.Color
		want  string
	}{
		{125, 0, chess.White, "+1.25"}, {125, 0, chess.Black, "-1.25"}, {0, 0, chess.Black, "0.00"},
		{31000, 3, chess.White, "#3"}, {31000, 3, chess.Black, "-#3"}, {-31000, -2, chess.Black, "#2"},
	} {
		if got := draw.ScoreText(c.score, c.mate, c.turn); got != c.want {
			t.Errorf("%d, mate %d, %v: %s, want %s", c.score, c.mate, c.turn, got, c.want)
		}
	}
	if w, b := draw.WhiteShare(400, 0, chess.White), draw.WhiteShare(400, 0, chess.Black); w < 0.81 || w > 0.82 || w+b != 1 {
		t.Errorf("four pawns up: White's share %.3f, seen from Black %.3f", w, b)
	}
}
