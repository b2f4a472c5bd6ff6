package tui

import (
	"fmt"
	"strings"

	"rookery/chess"
	"rookery/pgn/opening"
)

// shownView is what may be seen of the position on the screen.
func (g *gameScreen) shownView() chess.View {
	v := g.shownBoard().View(g.observer())
	if g.ctl.Covered {
		for i := range v.Cells {
			v.Cells[i] = chess.Cell{Hidden: true}
		}
		v.Checked = nil
	}
	return v
}

// tally counts men as nobody sees them: their number is known to both sides.
func (g *gameScreen) tally() chess.View { return g.shownBoard().View(chess.Everyone) }

// shownBoard is the position on the screen.
func (g *gameScreen) shownBoard() chess.Board {
	if g.live() {
		return g.ctl.Game.Board()
	}
	return g.ctl.Game.BoardAt(g.shown)
}

// heading is the left of the title row.
func (g *gameScreen) heading() string {
	s := g.s.Text(g.ctl.Config.Rules.Name)
	if g.ctl.Config.FEN == "" && g.ctl.Config.Rules.Start != nil && g.ctl.Config.Rules.Start.Count > 1 && g.ctl.Game.Setup() >= 0 {
		s += fmt.Sprintf(" no. %d", g.ctl.Game.Setup())
	}
	if !g.ctl.Config.Control.None() {
		s += "  " + g.ctl.Config.Control.String()
	}
	return withOpening(s, g.status(), g.opening(), g.width)
}

// status is the right of the title row.
func (g *gameScreen) status() string {
	if g.over() {
		return g.s.Text("Game over  " + g.ctl.Game.Outcome().Result.String())
	}
	if !g.live() {
		return g.s.Text(fmt.Sprintf("Position %d of %d", g.shown, g.ctl.Game.Ply()))
	}
	return g.s.Text(sideName(g.ctl.Game.Turn()) + " to move")
}

// player is what the row of one side says.
func (g *gameScreen) player(c chess.Color) playerBar {
	p := playerBar{side: c, name: g.s.Text(g.playerName(c)), turn: !g.over() && g.ctl.Game.Turn() == c, clocked: !g.ctl.Config.Control.None()}
	now := g.s.Now()
	p.left = g.ctl.Clock.Left(c, now)
	side, running := g.ctl.Clock.Running()
	p.running = running && side == c
	switch {
	case p.turn && g.ctl.Thinking():
		p.note = g.s.Text("thinking" + g.s.glyphs().ellipsis)
	case p.turn && len(g.drawn.view.Checked) > 0 && g.live():
		p.note = g.s.Text("in check")
	case len(g.pre) > 0 && g.human(c):
		p.note = g.s.Text(g.premoveNote())
	}
	if left := g.drawn.view.ChecksLeft; left[0]+left[1] > 0 {
		p.note = strings.TrimSpace(p.note + " " + g.s.Text(checksText(g.s.glyphs(), int(left[c]))))
	}
	return p
}

// sheet is the moves as the list shows them: those of a side that may not be
// seen are question marks until the end.
func (g *gameScreen) sheet() scoreSheet {
	first := g.ctl.Game.BoardAt(0)
	s := scoreSheet{texts: g.ctl.Game.SANs(), shown: g.shown, first: first.View(chess.Everyone).Fullmove, black: first.Turn() == chess.Black}
	mover, notation := first.Turn(), g.s.notation()
	for i, text := range s.texts {
		s.texts[i] = notation.Move(text)
		if !g.sees(mover) {
			s.texts[i] = "?" + text[len(strings.TrimRight(text, "+#")):]
		}
		mover = mover.Other()
	}
	if g.over() {
		s.end = g.ctl.Game.Outcome().Result.String()
	}
	return s
}

// noticeRow is the row that talks: a question, a choice, a message, or what
// can be done.
func (g *gameScreen) noticeRow(width int) string {
	th := g.s.Theme
	switch {
	case g.ctl.Covered:
		return " " + th.Accent.Render(cut(g.s.Text("Pass the keyboard to "+g.playerName(g.ctl.Game.Turn())+", then press Enter"), width-1))
	case g.trouble != nil && g.asking == nil:
		return " " + th.Error.Render(cut(clean(g.s.Text(g.trouble.text)), width-1))
	}
	if row, ok := g.talk(width); ok {
		return row
	}
	switch {
	case g.over():
		return " " + th.Accent.Render(cut(g.s.Text(outcomeText(g.ctl.Game.Outcome())), width-1))
	case g.room.panel.w == 0 && g.aside() != "":
		return " " + th.Faint.Render(cut(g.s.Text(g.aside()), width-1))
	}
	return g.openingRow(width)
}

// inputRow is the line on which moves are written.
func (g *gameScreen) inputRow(width int) string {
	if g.over() && g.line.empty() {
		return " " + g.s.Theme.Faint.Render(cut(g.s.Text("Enter plays again, v steps through the game, Esc goes to the menu"), width-1))
	}
	if g.trouble != nil && g.asking == nil {
		return cut(g.trouble.view(g.s), width)
	}
	return " " + g.line.view(g.s.Theme, width-1)
}

// opening names how the moves up to the position on the board began.
func (g *gameScreen) opening() opening.Opening { return g.openings.reached(g.ctl.Game, g.shown) }

// openingRow is the message row while nothing is to be said. It names the
// opening where no title row does.
func (g *gameScreen) openingRow(width int) string {
	name := clean(g.opening().String())
	if g.room.arrangement == framed || name == "" {
		return ""
	}
	return " " + g.s.Theme.Faint.Render(cut(name, width-1))
}
