package tui

import (
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/ai"
	"rookery/chess"
)

// askHint shows the man to move, asked again the whole move.
func (g *gameScreen) askHint() tea.Cmd {
	switch {
	case !g.humanTurn():
		g.complain("it is not your move")
	case !g.live():
		g.complain(g.notLive())
	case g.hint != 0:
		g.hinted = 2
		g.redraw()
		g.say(g.hintText())
	case !g.advising.Running():
		return g.advise()
	}
	return nil
}

// advise looks for a good move with the strongest computer there is.
func (g *gameScreen) advise() tea.Cmd {
	search := g.ctl.Consult(g.advisor())
	search.Limit, search.Lines = ai.Limit{MoveTime: hintTime}, hintLines
	b, fog := g.ctl.Game.Board().Clone(), g.fogged()
	g.advising = search
	g.say("Looking for a move" + g.s.glyphs().ellipsis)
	return func() tea.Msg {
		msg := hintMsg{Answer: search.Run()}
		if msg.Err == nil && search.Running() {
			msg.advice = adviseOn(g.s, b, msg.Choice, fog)
		}
		return msg
	}
}

// advised shows where the hint begins.
func (g *gameScreen) advised(msg hintMsg) {
	if msg.Stamp != g.ctl.Stamp() || !g.advising.Running() {
		return
	}
	g.advising.Cancel()
	if msg.Err != nil {
		g.complain("no hint: " + msg.Err.Error())
		return
	}
	g.hint, g.hinted, g.aid.advice = msg.Choice.Move, 1, msg.advice
	g.redraw()
	if m := g.hint; m.Kind() == chess.Dropping {
		g.say(fmt.Sprintf("Hint: drop a %s. Ask again for the square", m.Role()))
	} else {
		g.say(fmt.Sprintf("Hint: move the %s on %s. Ask again for the move", g.pieceName(m.From()), g.layout.SquareName(m.From())))
	}
}

// hintText is the move of the hint with its reason.
func (g *gameScreen) hintText() string {
	text := "Hint: " + chess.MoveText(g.ctl.Game.Board(), g.hint)
	if g.fogged() {
		text = strings.TrimRight(text, "+#")
	}
	if len(g.aid.advice) > 0 && g.aid.advice[0].why != "" {
		text += ". " + g.aid.advice[0].why
	}
	return text
}
