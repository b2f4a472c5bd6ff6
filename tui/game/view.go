package game

import (
	"fmt"
	"strings"

	"rookery/chess"
	"rookery/pgn/opening"
	"rookery/tui/boardinput"
	"rookery/tui/draw"
	"rookery/tui/play"
	"rookery/tui/ui"
)

// ShownView is what may be seen of the position on the screen.
func (g *Screen) ShownView() chess.View {
	v := g.shownBoard().View(g.Observer())
	if g.Ctl.Covered {
		for i := range v.Cells {
			v.Cells[i] = chess.Cell{Hidden: true}
		}
		v.Checked = nil
	}
	return v
}

// Tally is the whole position, for counting captured pieces: their number is
// known to both sides even in fog.
func (g *Screen) Tally() chess.View { return g.shownBoard().View(chess.Everyone) }

// shownBoard is the position on the screen.
func (g *Screen) shownBoard() chess.Board {
	if g.Live() {
		return g.Ctl.Game.Board()
	}
	return g.Ctl.Game.BoardAt(g.Shown)
}

// Heading is the left of the title row.
func (g *Screen) Heading() string {
	s := g.S.Text(g.Ctl.Config.Rules.Name)
	if g.Ctl.Config.FEN == "" && g.Ctl.Config.Rules.Start != nil && g.Ctl.Config.Rules.Start.Count > 1 && g.Ctl.Game.Setup() >= 0 {
		s = g.S.Lang.Sprintf("%s no. %d", s, g.Ctl.Game.Setup())
	}
	if !g.Ctl.Config.Control.None() {
		s += "  " + g.Ctl.Config.Control.String()
	}
	return ui.WithOpening(s, g.Status(), g.Opening(), g.Width)
}

// Status is the right of the title row.
func (g *Screen) Status() string {
	if g.Over() {
		return g.S.Text("Game over  " + g.Ctl.Game.Outcome().Result.String())
	}
	if !g.Live() {
		return g.S.Text(fmt.Sprintf("Position %d of %d", g.Shown, g.Ctl.Game.Ply()))
	}
	return g.S.Text(play.SideName(g.Ctl.Game.Turn()) + " to move")
}

// Player is what the row of one side says.
func (g *Screen) Player(c chess.Color) draw.PlayerBar {
	p := draw.PlayerBar{Side: c, Name: g.S.Text(g.playerName(c)), Turn: !g.Over() && g.Ctl.Game.Turn() == c, Clocked: !g.Ctl.Config.Control.None()}
	now := g.S.Now()
	p.Left = g.Ctl.Clock.Left(c, now)
	side, running := g.Ctl.Clock.Running()
	p.Running = running && side == c
	switch {
	case p.Turn && g.Ctl.Thinking():
		p.Note = g.S.ThinkingText(g.S.Glyphs().Ellipsis)
	case p.Turn && len(g.Drawn.View.Checked) > 0 && g.Live():
		p.Note = g.S.Text("in check")
	case len(g.Premoves) > 0 && g.human(c):
		p.Note = g.S.Text(g.PremoveNote())
	}
	if left := g.Drawn.View.ChecksLeft; left[0]+left[1] > 0 {
		p.Note = strings.TrimSpace(p.Note + " " + g.S.Text(ui.ChecksText(int(left[c]))))
	}
	return p
}

// Sheet is the moves as the list shows them: those of a side that may not be
// seen are question marks until the end.
func (g *Screen) Sheet() draw.ScoreSheet {
	first := g.Ctl.Game.BoardAt(0)
	s := draw.ScoreSheet{Texts: g.Ctl.Game.SANs(), Shown: g.Shown, First: first.View(chess.Everyone).Fullmove, Black: first.Turn() == chess.Black}
	mover, notation := first.Turn(), g.S.Notation()
	for i, text := range s.Texts {
		s.Texts[i] = notation.Move(text)
		if !g.sees(mover) {
			s.Texts[i] = "?" + text[len(strings.TrimRight(text, "+#")):]
		}
		mover = mover.Other()
	}
	if g.Over() {
		s.End = g.Ctl.Game.Outcome().Result.String()
	}
	return s
}

// NoticeRow is the row that talks: a question, a choice, a message, or what
// can be done.
func (g *Screen) NoticeRow(width int) string {
	th := g.S.Theme
	if g.looking != nil && g.Question == nil && g.Notice.Text == "" {
		return g.lookingNotice(width)
	}
	switch {
	case g.Ctl.Covered:
		return " " + th.Accent.Render(draw.Cut(g.S.Text("Pass the keyboard to "+g.playerName(g.Ctl.Game.Turn())+", then press Enter"), width-1))
	case g.Fault != nil && g.Question == nil:
		return " " + th.Error.Render(draw.Cut(draw.Clean(g.S.Text(g.Fault.Text)), width-1))
	}
	if row, ok := g.Talk(width); ok {
		return row
	}
	if g.unsaved != nil {
		return " " + g.S.Theme.Error.Render(draw.Cut(draw.Clean(g.S.Text(notSaved(g.unsaved))), width-1))
	}
	switch {
	case g.Over() && g.Room.Panel.W == 0 && g.departure != "":
		return " " + th.Accent.Render(draw.Cut(draw.Clean(g.S.Text(g.departure)), width-1))
	case g.Over():
		return " " + th.Accent.Render(draw.Cut(g.S.Text(play.OutcomeText(g.Ctl.Game.Outcome())), width-1))
	case g.Room.Panel.W == 0 && g.aside() != "":
		return " " + th.Faint.Render(draw.Cut(g.S.Text(g.aside()), width-1))
	}
	return g.openingRow(width)
}

// InputRow is the line on which moves are written.
func (g *Screen) InputRow(width int) string {
	if g.looking != nil {
		return g.lookingInput(width)
	}
	if g.Over() && g.Line.Empty() {
		text := "Enter: play again, v: review game, Esc: menu"
		if g.S.Alone {
			text = "Enter: play again, v: review game, Esc: leave"
		}
		return " " + g.S.Theme.Faint.Render(draw.Cut(g.S.Text(text), width-1))
	}
	if g.Fault != nil && g.Question == nil {
		return draw.Cut(g.Fault.view(g.S), width)
	}
	if g.watching() && g.Line.Empty() {
		return " " + g.S.Theme.Faint.Render(draw.Cut(g.S.Text("Watching. PgUp/PgDn: step, Esc: leave"), width-1))
	}
	return " " + g.Line.View(g.S.Theme, width-1)
}

// Opening names how the moves up to the position on the board began.
func (g *Screen) Opening() opening.Opening { return g.Openings.Reached(g.Ctl.Game, g.Shown) }

// openingRow is the message row while nothing is to be said. It names the
// opening where no title row does.
func (g *Screen) openingRow(width int) string {
	name := draw.Clean(g.Opening().String())
	if g.Room.Arrangement == boardinput.Framed || name == "" {
		return ""
	}
	return " " + g.S.Theme.Faint.Render(draw.Cut(name, width-1))
}

// Marks are what is drawn on the squares besides the pieces.
func (g *Screen) Marks(v chess.View) draw.Marks {
	if g.Ctl.Covered {
		return draw.NewMarks()
	}
	last := chess.Move(0)
	if g.Shown > 0 && g.sees(g.Ctl.Game.BoardAt(g.Shown-1).Turn()) {
		last = g.Ctl.Game.Moves()[g.Shown-1]
	}
	m := g.Place(v, last)
	if !g.Live() {
		return m
	}
	if g.hinted > 0 && g.Hint.Kind() != chess.Dropping {
		m.Hint.Add(g.Hint.From())
	}
	if g.hinted > 1 {
		m.Hint.Add(g.Hint.Landing())
	}
	return m
}
