package tui

import (
	"context"
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
	valuing context.CancelFunc // the value of the present position is being found
	ponder  context.CancelFunc // a computer thinks on the player's time
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
	game   string
	serial int
	share  float64
}

// listen lets the panel hear the computer's search that begins.
func (g *gameScreen) listen(ctx context.Context, t *play.Task) tea.Cmd {
	f := engineplay.NewFeed(panelPace)
	t.Tell = f.Tell
	g.aid.feed, g.aid.more, g.aid.waiting = f, heed(ctx, f), g.s.Aids.Thoughts
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
	g.aid.waiting = g.cancel != nil && g.s.Aids.Thoughts
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
	info, b := lines[0], g.game.Board()
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
			g.aid.thought = thought{who: g.playerName(g.game.Turn()), speed: "from the book"}
		case c.Depth == 0:
			g.aid.thought = thought{who: g.playerName(g.game.Turn()), speed: "the only move"}
		}
	}
	if c.Depth > 0 && !g.fogged() {
		g.aid.share, g.aid.known = whiteShare(c.Score, c.Mate, g.game.Turn()), true
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
	if g.cancel != nil && g.aid.more != nil && !g.aid.waiting {
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
	if !g.s.Aids.Meter || !g.humanTurn() || g.fogged() || g.aid.valuing != nil {
		return nil
	}
	adviser, t := g.advisor(), g.task()
	t.Limit = ai.Limit{MoveTime: valueTime}
	ctx, cancel := context.WithCancel(context.Background())
	g.aid.valuing = cancel
	id, serial, turn := g.id, g.serial, g.game.Turn()
	return func() tea.Msg {
		c, err := adviser.Think(ctx, t)
		if err != nil || c.Depth == 0 {
			return nil
		}
		return valueMsg{id, serial, whiteShare(c.Score, c.Mate, turn)}
	}
}

// valued takes a value in.
func (g *gameScreen) valued(msg valueMsg) {
	if msg.game == g.id && msg.serial == g.serial {
		g.aid.share, g.aid.known = msg.share, true
	}
}

// meter is the column beside the board, nil where none is shown.
func (g *gameScreen) meter() []string {
	if !g.s.Aids.Meter || g.fogged() || g.curtain || g.room.board.x+g.room.board.w >= g.width {
		return nil
	}
	share, known := g.aid.share, g.aid.known
	if g.over() {
		share, known = g.game.Outcome().WhiteScore(), true
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
	if !g.s.Aids.Ponder || c.Ponder == 0 || g.cfg.Players[side].Program != "" || !g.humanTurn() || g.cfg.Rules.Fog || !containsMove(g.legal, c.Ponder) {
		return nil
	}
	computer, t := g.computers[side], g.task()
	t.Moves = append(t.Moves, c.Ponder)
	t.Limit = ai.Limit{Infinite: true}
	ctx, cancel := context.WithCancel(context.Background())
	g.aid.ponder = cancel
	return func() tea.Msg {
		// What it finds stays in its memory for the next search.
		_, _ = computer.Think(ctx, t)
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
	case g.s.Aids.Thoughts && t.who != "" && !g.curtain:
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
	if !g.s.Aids.Thoughts || t.who == "" || g.curtain {
		return ""
	}
	return strings.TrimSpace(t.speed + "  " + t.score + " " + t.line)
}
