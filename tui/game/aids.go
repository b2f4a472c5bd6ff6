package game

import (
	"fmt"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/ai"
	"rookery/chess"
	"rookery/tui/draw"
	"rookery/tui/engineplay"
	"rookery/tui/play"
	"rookery/tui/ui"
)

// aids is what stands beside a game to help: hints with their reasons, what
// a computer thinks, who stands better.
type aids struct {
	feed       *engineplay.Feed // of the computer's search under way or the last
	next       tea.Cmd          // waits for what the feed brings next
	listening  bool             // it does
	report     engineReport
	hints      []hintLine // of the present position
	whiteShare float64    // White's, by the last value that came
	shareKnown bool
	evaluating *play.Search // what the present position is worth
	Ponder     *play.Search // of a computer, on the player's time
}

// engineReport is what a computer thought last, in words.
type engineReport struct {
	who, speed, score, line string
}

// hintLine is one good move with its reason.
type hintLine struct {
	score, line, why string
}

const (
	maxHints = 3
	evalTime = 250 * time.Millisecond
)

// evalMsg brings who stands better.
type evalMsg struct {
	stamp play.Stamp
	share float64
}

// listen lets the panel hear the computer's search that begins.
func (g *Screen) listen(think *play.Search) tea.Cmd {
	f := engineplay.NewFeed(ui.PanelPace)
	think.Tell = f.Tell
	g.Aids.feed, g.Aids.next, g.Aids.listening = f, ui.NextLines(think.Ctx, f), g.S.Aids.EngineLines && !g.S.PlaysPerson()
	if !g.Aids.listening {
		return nil
	}
	return g.Aids.next
}

// engineTold takes in what a computer tells while it thinks.
func (g *Screen) engineTold(msg ui.LinesMsg) tea.Cmd {
	if msg.From != g.Aids.feed {
		return nil
	}
	g.Aids.listening = g.Ctl.Thinking() && g.S.Aids.EngineLines
	if !g.Aids.listening {
		return nil
	}
	g.report(msg.Lines)
	return g.Aids.next
}

// report puts a report into words. In the fog only how far the search has come is
// told: the rest would show what the player does not see.
func (g *Screen) report(lines []ai.Info) {
	if len(lines) == 0 {
		return
	}
	info, b := lines[0], g.Ctl.Game.Board()
	g.Aids.report = engineReport{who: g.playerName(b.Turn()), speed: draw.SpeedText(info, g.S.Text("depth"))}
	if !g.Fogged() {
		g.Aids.report.score = draw.ScoreText(info.Score, info.Mate, b.Turn())
		g.Aids.report.line = draw.LineText(b, info.PV, 8)
	}
}

// reportChoice keeps what a search that has ended found, before its move is made.
func (g *Screen) reportChoice(c ai.Choice) {
	if g.Aids.feed != nil {
		lines, fresh := g.Aids.feed.Latest()
		switch {
		case fresh:
			g.report(lines)
		case c.Depth == 0 && len(g.Legal) > 1:
			g.Aids.report = engineReport{who: g.playerName(g.Ctl.Game.Turn()), speed: "book move"}
		case c.Depth == 0:
			g.Aids.report = engineReport{who: g.playerName(g.Ctl.Game.Turn()), speed: "only move"}
		}
	}
	if c.Depth > 0 && !g.Fogged() {
		g.Aids.whiteShare, g.Aids.shareKnown = draw.WhiteShare(c.Score, c.Mate, g.Ctl.Game.Turn()), true
	}
}

// toggleThoughts shows or hides what computers think.
func (g *Screen) toggleThoughts() tea.Cmd {
	g.S.Aids.EngineLines = !g.S.Aids.EngineLines
	cmd := g.S.SaveAids()
	if !g.S.Aids.EngineLines {
		g.Say("Engine lines hidden")
		return cmd
	}
	g.Say("Engine lines shown")
	if g.Ctl.Thinking() && g.Aids.next != nil && !g.Aids.listening {
		g.Aids.listening = true
		return tea.Batch(cmd, g.Aids.next)
	}
	return cmd
}

// toggleMeter shows or hides who stands better.
func (g *Screen) toggleMeter() tea.Cmd {
	g.S.Aids.EvalBar = !g.S.Aids.EvalBar
	if g.S.Aids.EvalBar {
		g.Say("Evaluation bar shown")
		return tea.Batch(g.S.SaveAids(), g.evaluate())
	}
	g.Say("Evaluation bar hidden")
	return g.S.SaveAids()
}

// evaluate finds out who stands better while a person is to move; while a computer
// thinks, its own opinion has to do.
func (g *Screen) evaluate() tea.Cmd {
	if !g.S.Aids.EvalBar || g.S.PlaysPerson() || !g.HumanTurn() || g.Fogged() || g.Aids.evaluating.Running() {
		return nil
	}
	search, turn := g.Ctl.Consult(g.strongest()), g.Ctl.Game.Turn()
	search.Limit = ai.Limit{MoveTime: evalTime}
	g.Aids.evaluating = search
	return func() tea.Msg {
		a := search.Run()
		if a.Err != nil || a.Choice.Depth == 0 {
			return nil
		}
		return evalMsg{a.Stamp, draw.WhiteShare(a.Choice.Score, a.Choice.Mate, turn)}
	}
}

// evaluated takes a value in.
func (g *Screen) evaluated(msg evalMsg) {
	if msg.stamp == g.Ctl.Stamp() {
		g.Aids.whiteShare, g.Aids.shareKnown = msg.share, true
	}
}

// EvalBar is the column beside the board, nil where none is shown.
func (g *Screen) EvalBar() []string {
	if !g.S.Aids.EvalBar || g.Ctl.Config.Rules.Fog && g.Ctl.Config.Humans() > 0 || g.Ctl.Covered || g.Room.Board.X+g.Room.Board.W >= g.Width {
		return nil
	}
	share, known := g.Aids.whiteShare, g.Aids.shareKnown
	if g.Over() {
		share, known = g.Ctl.Game.Outcome().WhiteScore(), true
	}
	return draw.RenderEvalBar(g.S.Theme, g.S.ASCIIOnly(), g.Room.Board.H-1, share, known, g.Flip)
}

// strongest is the strongest computer there is, for hints and values.
func (g *Screen) strongest() *engineplay.Engine {
	if g.adviser == nil {
		g.adviser = engineplay.New(g.NewThinker(play.Strongest(), ai.Balanced, g.S.Seed()), nil)
	}
	return g.adviser
}

// ponder lets a computer that has moved think on about the reply it expects,
// until the player moves.
func (g *Screen) ponder(side chess.Color, c ai.Choice) tea.Cmd {
	if !g.S.Aids.Ponder || c.Ponder == 0 || g.Ctl.Config.Players[side].Program != "" || !g.HumanTurn() || g.Ctl.Config.Rules.Fog || !draw.ContainsMove(g.Legal, c.Ponder) {
		return nil
	}
	search := g.Ctl.Consult(g.Ctl.Engine(side))
	search.Moves = append(search.Moves, c.Ponder)
	search.Limit = ai.Limit{Infinite: true}
	g.Aids.Ponder = search
	return func() tea.Msg {
		search.Run() // what it finds stays in its memory for the next search
		return nil
	}
}

// hintLines puts the lines of a search into words, each with its reason.
func hintLines(s *ui.Session, b chess.Board, c ai.Choice, fog bool) []hintLine {
	lines := c.Lines
	if len(lines) == 0 {
		lines = []ai.Line{{Move: c.Move, Score: c.Score, Mate: c.Mate, PV: c.PV}}
	}
	lines = lines[:min(len(lines), maxHints)]
	out := make([]hintLine, len(lines))
	for i, l := range lines {
		var rest []ai.Line
		if i == 0 {
			rest = lines[1:]
		}
		out[i].why = s.ExplainLine(b, l, rest...)
		if fog {
			out[i].line = strings.TrimRight(chess.MoveText(b, l.Move), "+#")
			continue
		}
		pv := l.PV
		if len(pv) == 0 {
			pv = []chess.Move{l.Move}
		}
		out[i].score, out[i].line = draw.ScoreText(l.Score, l.Mate, b.Turn()), draw.LineText(b, pv, 6)
	}
	return out
}

// AsideRows are the rows of the panel for hints and thoughts, at most so many,
// with a rule over them; none when there is nothing to say.
func (g *Screen) AsideRows(width, most int) []string {
	th := g.S.Theme
	var rows []string
	switch t := &g.Aids.report; {
	case g.departure != "" && g.Over():
		for _, row := range draw.Wrap(draw.Clean(g.S.Text(g.departure)), width-1) {
			rows = append(rows, " "+th.Comment.Render(row))
		}
	case g.hinted > 1 && g.Live() && len(g.Aids.hints) > 0:
		for _, a := range g.Aids.hints {
			rows = append(rows, draw.RenderLine(th, a.score, g.S.Notation().Moves(a.line), width, 1)...)
			for _, row := range draw.Wrap(draw.Clean(a.why), width-1) {
				rows = append(rows, " "+th.Comment.Render(row))
			}
		}
	case g.S.Aids.EngineLines && t.who != "" && !g.Ctl.Covered:
		rows = append(rows, th.Faint.Render(draw.Cut(g.S.Text(t.speed), width)))
		rows = append(rows, draw.RenderLine(th, t.score, g.S.Notation().Moves(t.line), width, 2)...)
	}
	if len(rows) == 0 || most < 2 {
		return nil
	}
	rule := th.Border.Render(strings.Repeat(string(g.S.Glyphs().Rule), width))
	rows = append([]string{rule}, rows...)
	return rows[:min(len(rows), most)]
}

// aside is the same in one row, where there is no panel.
func (g *Screen) aside() string {
	t := &g.Aids.report
	if !g.S.Aids.EngineLines || t.who == "" || g.Ctl.Covered {
		return ""
	}
	return strings.TrimSpace(t.speed + "  " + t.score + " " + t.line)
}

// askHint shows the piece to move; asked again, the whole move.
func (g *Screen) askHint() tea.Cmd {
	switch {
	case !g.HumanTurn():
		g.Complain("not your move")
	case !g.Live():
		g.Complain(g.NotLive())
	case g.Hint != 0:
		g.hinted = 2
		g.Redraw()
		g.Say(g.hintText())
	case !g.hinting.Running():
		return g.findHint()
	}
	return nil
}

// helpChanged takes away what helps, or begins it again.
func (g *Screen) helpChanged() tea.Cmd {
	if g.S.PlaysPerson() {
		g.hinting.Cancel()
		g.Aids.evaluating.Cancel()
		g.Hint, g.hinted, g.Aids.shareKnown, g.Aids.listening = 0, 0, false, false
		g.Redraw()
		return nil
	}
	return g.evaluate()
}

// findHint looks for a good move with the strongest computer there is.
func (g *Screen) findHint() tea.Cmd {
	if g.S.PlaysPerson() {
		g.Complain(ui.NoHelp)
		return nil
	}
	search := g.Ctl.Consult(g.strongest())
	search.Limit, search.Lines = ai.Limit{MoveTime: hintTime}, maxHints
	b, fog := g.Ctl.Game.Board().Clone(), g.Fogged()
	g.hinting = search
	g.Say("Finding a hint" + g.S.Glyphs().Ellipsis)
	return func() tea.Msg {
		msg := hintMsg{Answer: search.Run()}
		if msg.Err == nil && search.Running() {
			msg.hints = hintLines(g.S, b, msg.Choice, fog)
		}
		return msg
	}
}

// showHint shows where the hint begins.
func (g *Screen) showHint(msg hintMsg) {
	if msg.Stamp != g.Ctl.Stamp() || !g.hinting.Running() {
		return
	}
	g.hinting.Cancel()
	if msg.Err != nil {
		g.Complain("no hint: " + ui.ErrorText(msg.Err))
		return
	}
	g.Hint, g.hinted, g.Aids.hints = msg.Choice.Move, 1, msg.hints
	g.Redraw()
	if m := g.Hint; m.Kind() == chess.Dropping {
		g.Say(fmt.Sprintf("Hint: drop a %s. Press again for the square", m.Role()))
	} else {
		g.Say(fmt.Sprintf("Hint: move %s. Press again for the move", g.PieceOn(m.From())))
	}
}

// hintText is the move of the hint with its reason.
func (g *Screen) hintText() string {
	text := "Hint: " + chess.MoveText(g.Ctl.Game.Board(), g.Hint)
	if g.Fogged() {
		text = strings.TrimRight(text, "+#")
	}
	if len(g.Aids.hints) > 0 && g.Aids.hints[0].why != "" {
		text += ". " + g.Aids.hints[0].why
	}
	return text
}
