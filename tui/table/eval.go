package table

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/ai"
	"rookery/tui/draw"
	"rookery/tui/engineplay"
	"rookery/tui/play"
	"rookery/tui/ui"
)

// judgeTime is how long the engine looks at a position for the evaluation bar.
const judgeTime = 250 * time.Millisecond

// evaluation is the evaluation bar of a game that may be judged.
type evaluation struct {
	engine *engineplay.Engine
	asked  string // the position that share is of, or will be
	cancel context.CancelFunc
	share  float64
	known  bool
}

// evalMsg brings a value.
type evalMsg struct {
	to    *Screen
	asked string
	share float64
}

// mayJudge tells whether an engine may look at the game: one on the web that is over, or that a broadcast shows.
func (t *Screen) mayJudge() bool {
	_, broadcast := t.House.(ui.BroadcastHouse)
	return t.onWeb() && t.Joined && t.Game != nil && (broadcast || t.Over()) && !t.S.PlaysPerson()
}

// onWeb tells whether the game is one of lichess or FICS.
func (t *Screen) onWeb() bool { return t.web() != "" }

// web is the server that this program is a client of; empty in a club.
func (t *Screen) web() string {
	if h, ok := t.House.(ui.WebHouse); ok {
		return h.Web()
	}
	return ""
}

// toggleEval shows or hides the bar.
func (t *Screen) toggleEval() tea.Cmd {
	if !t.mayJudge() {
		t.Complain("not available until the game is over")
		return nil
	}
	if t.S.Aids.EvalBar = !t.S.Aids.EvalBar; t.S.Aids.EvalBar {
		t.Say("Evaluation bar shown")
	} else {
		t.Say("Evaluation bar hidden")
	}
	return t.S.SaveAids()
}

// judge has the engine look at the position on the screen, unless it has.
func (t *Screen) judge() tea.Cmd {
	if !t.S.Aids.EvalBar || !t.mayJudge() {
		t.stopJudging()
		return nil
	}
	b := t.Game.BoardAt(t.Shown)
	asked := b.FEN()
	if t.eval.asked == asked {
		return nil
	}
	t.stopJudging()
	t.eval.asked, t.eval.known = asked, false
	if o := b.Outcome(); o.Over() {
		t.eval.share, t.eval.known = o.WhiteScore(), true
		return nil
	}
	if s := t.S; t.eval.engine == nil {
		t.eval.engine = engineplay.New(engineplay.NewAdviser(s.Turns, s.Seed()).With(s.Endings), nil)
	}
	ctx, cancel := context.WithCancel(context.Background())
	t.eval.cancel = cancel
	engine, turn := t.eval.engine, b.Turn()
	task := play.Task{Start: b.Clone(), Limit: ai.Limit{MoveTime: judgeTime}}
	return func() tea.Msg {
		c, err := engine.Think(ctx, task)
		if err != nil || c.Depth == 0 {
			return nil
		}
		return evalMsg{t, asked, draw.WhiteShare(c.Score, c.Mate, turn)}
	}
}

// judged takes a value in.
func (t *Screen) judged(msg evalMsg) {
	if msg.to == t && msg.asked == t.eval.asked {
		t.eval.share, t.eval.known = msg.share, true
	}
}

// stopJudging calls the engine off.
func (t *Screen) stopJudging() {
	if t.eval.cancel != nil {
		t.eval.cancel()
		t.eval.cancel = nil
	}
	t.eval.asked = ""
}

// EvalBar is shown in games that may be judged.
func (t *Screen) EvalBar() []string {
	if !t.S.Aids.EvalBar || !t.mayJudge() || t.Room.Board.X+t.Room.Board.W >= t.Width {
		return nil
	}
	return draw.RenderEvalBar(t.S.Theme, t.S.ASCIIOnly(), t.Room.Board.H-1, t.eval.share, t.eval.known, t.Flip)
}
