package game

import (
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

// gameAid is what stands beside a game to help: hints with their reasons, what
// a computer thinks, who stands better.
type gameAid struct {
	feed    *engineplay.Feed // of the computer's search under way or the last
	more    tea.Cmd          // waits for what the feed brings next
	waiting bool             // it does
	Thought thought
	Advice  []adviceLine // of the present position
	Share   float64      // White's, by the last value that came
	Known   bool
	valuing *play.Search // what the present position is worth
	Ponder  *play.Search // of a computer, on the player's time
}

// thought is what a computer thought last, in words.
type thought struct {
	who, speed, Score, Line string
}

// adviceLine is one good move with its reason.
type adviceLine struct {
	score, line, why string
}

const (
	HintLines = 3
	valueTime = 250 * time.Millisecond
)

// valueMsg brings who stands better.
type valueMsg struct {
	stamp play.Stamp
	share float64
}

// listen lets the panel hear the computer's search that begins.
func (g *Screen) listen(think *play.Search) tea.Cmd {
	f := engineplay.NewFeed(ui.PanelPace)
	think.Tell = f.Tell
	g.Aid.feed, g.Aid.more, g.Aid.waiting = f, ui.Listen(think.Ctx, f), g.S.Aids.Thoughts
	if !g.Aid.waiting {
		return nil
	}
	return g.Aid.more
}

// heard takes in what a computer tells while it thinks.
func (g *Screen) heard(msg ui.ToldMsg) tea.Cmd {
	if msg.By != g.Aid.feed {
		return nil
	}
	g.Aid.waiting = g.Ctl.Thinking() && g.S.Aids.Thoughts
	if !g.Aid.waiting {
		return nil
	}
	g.think(msg.Lines)
	return g.Aid.more
}

// think puts a report into words. In the fog only how far the search has come is
// told: the rest would show what the player does not see.
func (g *Screen) think(lines []ai.Info) {
	if len(lines) == 0 {
		return
	}
	info, b := lines[0], g.Ctl.Game.Board()
	g.Aid.Thought = thought{who: g.playerName(b.Turn()), speed: draw.SpeedText(info)}
	if !g.Fogged() {
		g.Aid.Thought.Score = draw.ScoreText(info.Score, info.Mate, b.Turn())
		g.Aid.Thought.Line = draw.LineText(b, info.PV, 8)
	}
}

// thoughtOf keeps what a search that has ended found, before its move is made.
func (g *Screen) thoughtOf(c ai.Choice) {
	if g.Aid.feed != nil {
		lines, fresh := g.Aid.feed.Latest()
		switch {
		case fresh:
			g.think(lines)
		case c.Depth == 0 && len(g.Legal) > 1:
			g.Aid.Thought = thought{who: g.playerName(g.Ctl.Game.Turn()), speed: "book move"}
		case c.Depth == 0:
			g.Aid.Thought = thought{who: g.playerName(g.Ctl.Game.Turn()), speed: "only move"}
		}
	}
	if c.Depth > 0 && !g.Fogged() {
		g.Aid.Share, g.Aid.Known = draw.WhiteShare(c.Score, c.Mate, g.Ctl.Game.Turn()), true
	}
}

// toggleThoughts shows or hides what computers think.
func (g *Screen) toggleThoughts() tea.Cmd {
	g.S.Aids.Thoughts = !g.S.Aids.Thoughts
	cmd := g.S.KeepAids()
	if !g.S.Aids.Thoughts {
		g.Say("Engine lines hidden")
		return cmd
	}
	g.Say("Engine lines shown")
	if g.Ctl.Thinking() && g.Aid.more != nil && !g.Aid.waiting {
		g.Aid.waiting = true
		return tea.Batch(cmd, g.Aid.more)
	}
	return cmd
}

// toggleMeter shows or hides who stands better.
func (g *Screen) toggleMeter() tea.Cmd {
	g.S.Aids.Meter = !g.S.Aids.Meter
	if g.S.Aids.Meter {
		g.Say("Evaluation bar shown")
		return tea.Batch(g.S.KeepAids(), g.value())
	}
	g.Say("Evaluation bar hidden")
	return g.S.KeepAids()
}

// value finds out who stands better while a person is to move; while a computer
// thinks, its own opinion has to do.
func (g *Screen) value() tea.Cmd {
	if !g.S.Aids.Meter || !g.HumanTurn() || g.Fogged() || g.Aid.valuing.Running() {
		return nil
	}
	search, turn := g.Ctl.Consult(g.advisor()), g.Ctl.Game.Turn()
	search.Limit = ai.Limit{MoveTime: valueTime}
	g.Aid.valuing = search
	return func() tea.Msg {
		a := search.Run()
		if a.Err != nil || a.Choice.Depth == 0 {
			return nil
		}
		return valueMsg{a.Stamp, draw.WhiteShare(a.Choice.Score, a.Choice.Mate, turn)}
	}
}

// valued takes a value in.
func (g *Screen) valued(msg valueMsg) {
	if msg.stamp == g.Ctl.Stamp() {
		g.Aid.Share, g.Aid.Known = msg.share, true
	}
}

// Meter is the column beside the board, nil where none is shown.
func (g *Screen) Meter() []string {
	if !g.S.Aids.Meter || g.Fogged() || g.Ctl.Covered || g.Room.Board.X+g.Room.Board.W >= g.Width {
		return nil
	}
	share, known := g.Aid.Share, g.Aid.Known
	if g.Over() {
		share, known = g.Ctl.Game.Outcome().WhiteScore(), true
	}
	return draw.RenderMeter(g.S.Theme, g.S.AsciiOnly(), g.Room.Board.H-1, share, known, g.Flip)
}

// advisor is the strongest computer there is, for hints and values.
func (g *Screen) advisor() *engineplay.Engine {
	if g.adviser == nil {
		g.adviser = engineplay.New(g.NewThinker(ui.Strongest(), ai.Balanced, g.S.Seed()), nil)
	}
	return g.adviser
}

// reflect lets a computer that has moved think on about the reply it expects,
// until the player moves.
func (g *Screen) reflect(side chess.Color, c ai.Choice) tea.Cmd {
	if !g.S.Aids.Ponder || c.Ponder == 0 || g.Ctl.Config.Players[side].Program != "" || !g.HumanTurn() || g.Ctl.Config.Rules.Fog || !draw.ContainsMove(g.Legal, c.Ponder) {
		return nil
	}
	search := g.Ctl.Consult(g.Ctl.Engine(side))
	search.Moves = append(search.Moves, c.Ponder)
	search.Limit = ai.Limit{Infinite: true}
	g.Aid.Ponder = search
	return func() tea.Msg {
		search.Run() // what it finds stays in its memory for the next search
		return nil
	}
}

// adviseOn puts the lines of a search into words, each with its reason.
func adviseOn(s *ui.Session, b chess.Board, c ai.Choice, fog bool) []adviceLine {
	lines := c.Lines
	if len(lines) == 0 {
		lines = []ai.Line{{Move: c.Move, Score: c.Score, Mate: c.Mate, PV: c.PV}}
	}
	lines = lines[:min(len(lines), HintLines)]
	out := make([]adviceLine, len(lines))
	for i, l := range lines {
		var rest []ai.Line
		if i == 0 {
			rest = lines[1:]
		}
		out[i].why = s.Why(b, l, rest...)
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
	switch t := &g.Aid.Thought; {
	case g.Hinted > 1 && g.Live() && len(g.Aid.Advice) > 0:
		for _, a := range g.Aid.Advice {
			rows = append(rows, draw.RenderLine(th, a.score, g.S.Notation().Moves(a.line), width, 1)...)
			for _, row := range draw.Wrap(draw.Clean(a.why), width-1) {
				rows = append(rows, " "+th.Comment.Render(row))
			}
		}
	case g.S.Aids.Thoughts && t.who != "" && !g.Ctl.Covered:
		rows = append(rows, th.Faint.Render(draw.Cut(g.S.Text(t.speed), width)))
		rows = append(rows, draw.RenderLine(th, t.Score, g.S.Notation().Moves(t.Line), width, 2)...)
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
	t := &g.Aid.Thought
	if !g.S.Aids.Thoughts || t.who == "" || g.Ctl.Covered {
		return ""
	}
	return strings.TrimSpace(t.speed + "  " + t.Score + " " + t.Line)
}
