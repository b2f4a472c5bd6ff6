package game

import (
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/ai"
	"rookery/chess"
)

// askHint shows the man to move, asked again the whole move.
func (g *Screen) askHint() tea.Cmd {
	switch {
	case !g.HumanTurn():
		g.Complain("not your move")
	case !g.Live():
		g.Complain(g.NotLive())
	case g.Hint != 0:
		g.Hinted = 2
		g.Redraw()
		g.Say(g.hintText())
	case !g.advising.Running():
		return g.advise()
	}
	return nil
}

// advise looks for a good move with the strongest computer there is.
func (g *Screen) advise() tea.Cmd {
	search := g.Ctl.Consult(g.advisor())
	search.Limit, search.Lines = ai.Limit{MoveTime: hintTime}, HintLines
	b, fog := g.Ctl.Game.Board().Clone(), g.Fogged()
	g.advising = search
	g.Say("Finding a hint" + g.S.Glyphs().Ellipsis)
	return func() tea.Msg {
		msg := hintMsg{Answer: search.Run()}
		if msg.Err == nil && search.Running() {
			msg.advice = adviseOn(g.S, b, msg.Choice, fog)
		}
		return msg
	}
}

// advised shows where the hint begins.
func (g *Screen) advised(msg hintMsg) {
	if msg.Stamp != g.Ctl.Stamp() || !g.advising.Running() {
		return
	}
	g.advising.Cancel()
	if msg.Err != nil {
		g.Complain("no hint: " + msg.Err.Error())
		return
	}
	g.Hint, g.Hinted, g.Aid.Advice = msg.Choice.Move, 1, msg.advice
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
	if len(g.Aid.Advice) > 0 && g.Aid.Advice[0].why != "" {
		text += ". " + g.Aid.Advice[0].why
	}
	return text
}
