package tui

import (
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/ai"
	"rookery/chess"
	"rookery/tui/engineplay"
	"rookery/tui/play"
)

// gameAid is what stands beside a game to help: hints with their reasons, what
// a computer thinks, who stands better.
type gameAid struct {
	feed    *engineplay.Feed // of the computer's search under way or the last
	more    tea.Cmd          // waits for what the feed brings next
	waiting bool             // it does
	thought thought
	advice  []adviceLine // of the present position
	share   float64      // White's, by the last value that came
	known   bool
	valuing *play.Search // what the present position is worth
	ponder  *play.Search // of a computer, on the player's time
}

// thought is what a computer thought last, in words.
type thought struct {
	who, speed, score, line string
}

// adviceLine is one good move with its reason.
type adviceLine struct {
	score, line, why string
}

const (
	hintLines = 3
	valueTime = 250 * time.Millisecond
)

// valueMsg brings who stands better.
type valueMsg struct {
	stamp play.Stamp
	share float64
}

// listen lets the panel hear the computer's search that begins.
func (g *gameScreen) listen(think *play.Search) tea.Cmd {
	f := engineplay.NewFeed(panelPace)
	think.Tell = f.Tell
	g.aid.feed, g.aid.more, g.aid.waiting = f, heed(think.Ctx, f), g.s.Aids.Thoughts
	if !g.aid.waiting {
		return nil
	}
	return g.aid.more
}

// heard takes in what a computer tells while it thinks.
func (g *gameScreen) heard(msg toldMsg) tea.Cmd {
	if msg.by != g.aid.feed {
		return nil
	}
	g.aid.waiting = g.ctl.Thinking() && g.s.Aids.Thoughts
	if !g.aid.waiting {
		return nil
	}
	g.think(msg.lines)
	return g.aid.more
}

// think puts a report into words. In the fog only how far the search has come is
// told: the rest would show what the player does not see.
func (g *gameScreen) think(lines []ai.Info) {
	if len(lines) == 0 {
		return
	}
	info, b := lines[0], g.ctl.Game.Board()
	g.aid.thought = thought{who: g.playerName(b.Turn()), speed: speedText(info)}
	if !g.fogged() {
		g.aid.thought.score = scoreText(info.Score, info.Mate, b.Turn())
		g.aid.thought.line = lineText(b, info.PV, 8)
	}
}

// thoughtOf keeps what a search that has ended found, before its move is made.
func (g *gameScreen) thoughtOf(c ai.Choice) {
	if g.aid.feed != nil {
		lines, fresh := g.aid.feed.Latest()
		switch {
		case fresh:
			g.think(lines)
		case c.Depth == 0 && len(g.legal) > 1:
			g.aid.thought = thought{who: g.playerName(g.ctl.Game.Turn()), speed: "from the book"}
		case c.Depth == 0:
			g.aid.thought = thought{who: g.playerName(g.ctl.Game.Turn()), speed: "the only move"}
		}
	}
	if c.Depth > 0 && !g.fogged() {
		g.aid.share, g.aid.known = whiteShare(c.Score, c.Mate, g.ctl.Game.Turn()), true
	}
}

// toggleThoughts shows or hides what computers think.
func (g *gameScreen) toggleThoughts() tea.Cmd {
	g.s.Aids.Thoughts = !g.s.Aids.Thoughts
	cmd := g.s.keepAids()
	if !g.s.Aids.Thoughts {
		g.say("What the computer thinks is hidden")
		return cmd
	}
	g.say("What the computer thinks is shown")
	if g.ctl.Thinking() && g.aid.more != nil && !g.aid.waiting {
		g.aid.waiting = true
		return tea.Batch(cmd, g.aid.more)
	}
	return cmd
}

// toggleMeter shows or hides who stands better.
func (g *gameScreen) toggleMeter() tea.Cmd {
	g.s.Aids.Meter = !g.s.Aids.Meter
	if g.s.Aids.Meter {
		g.say("The column beside the board shows who stands better")
		return tea.Batch(g.s.keepAids(), g.value())
	}
	g.say("The meter is hidden")
	return g.s.keepAids()
}

// value finds out who stands better while a person is to move; while a computer
// thinks, its own opinion has to do.
func (g *gameScreen) value() tea.Cmd {
	if !g.s.Aids.Meter || !g.humanTurn() || g.fogged() || g.aid.valuing.Running() {
		return nil
	}
	search, turn := g.ctl.Consult(g.advisor()), g.ctl.Game.Turn()
	search.Limit = ai.Limit{MoveTime: valueTime}
	g.aid.valuing = search
	return func() tea.Msg {
		a := search.Run()
		if a.Err != nil || a.Choice.Depth == 0 {
			return nil
		}
		return valueMsg{a.Stamp, whiteShare(a.Choice.Score, a.Choice.Mate, turn)}
	}
}

// valued takes a value in.
func (g *gameScreen) valued(msg valueMsg) {
	if msg.stamp == g.ctl.Stamp() {
		g.aid.share, g.aid.known = msg.share, true
	}
}

// meter is the column beside the board, nil where none is shown.
func (g *gameScreen) meter() []string {
	if !g.s.Aids.Meter || g.fogged() || g.ctl.Covered || g.room.board.x+g.room.board.w >= g.width {
		return nil
	}
	share, known := g.aid.share, g.aid.known
	if g.over() {
		share, known = g.ctl.Game.Outcome().WhiteScore(), true
	}
	return renderMeter(g.s.Theme, g.s.asciiOnly(), g.room.board.h-1, share, known, g.flip)
}

// advisor is the strongest computer there is, for hints and values.
func (g *gameScreen) advisor() *engineplay.Engine {
	if g.adviser == nil {
		g.adviser = engineplay.New(g.newThinker(strongest(), ai.Balanced, g.s.Seed()), nil)
	}
	return g.adviser
}

// reflect lets a computer that has moved think on about the reply it expects,
// until the player moves.
func (g *gameScreen) reflect(side chess.Color, c ai.Choice) tea.Cmd {
	if !g.s.Aids.Ponder || c.Ponder == 0 || g.ctl.Config.Players[side].Program != "" || !g.humanTurn() || g.ctl.Config.Rules.Fog || !containsMove(g.legal, c.Ponder) {
		return nil
	}
	search := g.ctl.Consult(g.ctl.Engine(side))
	search.Moves = append(search.Moves, c.Ponder)
	search.Limit = ai.Limit{Infinite: true}
	g.aid.ponder = search
	return func() tea.Msg {
		search.Run() // what it finds stays in its memory for the next search
		return nil
	}
}

// adviseOn puts the lines of a search into words, each with its reason.
func adviseOn(s *Session, b chess.Board, c ai.Choice, fog bool) []adviceLine {
	lines := c.Lines
	if len(lines) == 0 {
		lines = []ai.Line{{Move: c.Move, Score: c.Score, Mate: c.Mate, PV: c.PV}}
	}
	lines = lines[:min(len(lines), hintLines)]
	out := make([]adviceLine, len(lines))
	for i, l := range lines {
		var rest []ai.Line
		if i == 0 {
			rest = lines[1:]
		}
		out[i].why = s.why(b, l, rest...)
		if fog {
			out[i].line = strings.TrimRight(chess.MoveText(b, l.Move), "+#")
			continue
		}
		pv := l.PV
		if len(pv) == 0 {
			pv = []chess.Move{l.Move}
		}
		out[i].score, out[i].line = scoreText(l.Score, l.Mate, b.Turn()), lineText(b, pv, 6)
	}
	return out
}

// asideRows are the rows of the panel for hints and thoughts, at most so many,
// with a rule over them; none when there is nothing to say.
func (g *gameScreen) asideRows(width, most int) []string {
	th := g.s.Theme
	var rows []string
	switch t := &g.aid.thought; {
	case g.hinted > 1 && g.live() && len(g.aid.advice) > 0:
		for _, a := range g.aid.advice {
			rows = append(rows, renderLine(th, a.score, g.s.notation().Moves(a.line), width, 1)...)
			for _, row := range wrap(clean(a.why), width-1) {
				rows = append(rows, " "+th.Comment.Render(row))
			}
		}
	case g.s.Aids.Thoughts && t.who != "" && !g.ctl.Covered:
		rows = append(rows, th.Faint.Render(cut(g.s.Text(t.speed), width)))
		rows = append(rows, renderLine(th, t.score, g.s.notation().Moves(t.line), width, 2)...)
	}
	if len(rows) == 0 || most < 2 {
		return nil
	}
	rule := th.Border.Render(strings.Repeat(string(g.s.glyphs().rule), width))
	rows = append([]string{rule}, rows...)
	return rows[:min(len(rows), most)]
}

// aside is the same in one row, where there is no panel.
func (g *gameScreen) aside() string {
	t := &g.aid.thought
	if !g.s.Aids.Thoughts || t.who == "" || g.ctl.Covered {
		return ""
	}
	return strings.TrimSpace(t.speed + "  " + t.score + " " + t.line)
}
