package tui

import (
	"fmt"
	"strings"

	"rookery/chess"
)

// boardCache is the board as it was last drawn; a zero one is stale.
type boardCache struct {
	rows []string
	view chess.View
}

// View implements screen.
func (g *gameScreen) View() string {
	if !g.fits {
		return page(nil, g.width, g.height)
	}
	g.draw()
	r := &g.room
	rows := make([]string, g.height)
	if r.arrangement == framed {
		rows[0] = titleBar(g.s.Theme, g.width, g.heading(), g.status())
	}
	panel := []string(nil)
	if r.panel.w > 0 {
		panel = g.panelRows()
	}
	meter := g.meter()
	for y := range rows {
		left := ""
		if i := y - r.board.y; i >= 0 && i < len(g.drawn.rows) {
			left = strings.Repeat(" ", r.board.x) + g.drawn.rows[i]
			if i < len(meter) {
				left = fit(left, r.board.x+r.board.w) + meter[i]
			}
		}
		if i := y - r.panel.y; r.panel.w > 0 && i >= 0 && i < r.panel.h {
			left = fit(left, r.panel.x) + fit(panel[i], r.panel.w)
		}
		if left != "" {
			rows[y] = left
		}
	}
	g.placeAround(rows)
	if r.arrangement != beside {
		rows[r.notice] = g.noticeRow(g.width)
		rows[r.input] = g.inputRow(g.width)
	}
	return page(rows, g.width, g.height)
}

// draw renews the board where something on it has changed.
func (g *gameScreen) draw() {
	if g.drawn.rows != nil {
		return
	}
	v := g.shownBoard().View(g.observer())
	if g.curtain {
		for i := range v.Cells {
			v.Cells[i] = chess.Cell{Hidden: true}
		}
		v.Checked = nil
	}
	g.drawn = boardCache{
		rows: renderBoard(v, g.layout, g.s.Theme, g.s.glyphs(), g.marks(v), g.room.size, g.flip),
		view: v,
	}
}

// shownBoard is the position on the screen.
func (g *gameScreen) shownBoard() chess.Board {
	if g.live() {
		return g.game.Board()
	}
	return g.game.BoardAt(g.shown)
}

// heading is the left of the title row.
func (g *gameScreen) heading() string {
	s := g.s.Text(g.cfg.Rules.Name)
	if g.cfg.FEN == "" && g.cfg.Rules.Setup != nil && g.cfg.Rules.Setup.Count > 1 && g.game.Setup() >= 0 {
		s += fmt.Sprintf(" no. %d", g.game.Setup())
	}
	if !g.cfg.Control.None() {
		s += "  " + g.cfg.Control.String()
	}
	return withOpening(s, g.status(), g.opening(), g.width)
}

// status is the right of the title row.
func (g *gameScreen) status() string {
	if g.over() {
		return g.s.Text("Game over  " + g.game.Outcome().Result.String())
	}
	if !g.live() {
		return g.s.Text(fmt.Sprintf("Position %d of %d", g.shown, g.game.Ply()))
	}
	return g.s.Text(sideName(g.game.Turn()) + " to move")
}

// bottom is the side that sits at the lower edge.
func (g *gameScreen) bottom() chess.Color {
	if g.flip {
		return chess.Black
	}
	return chess.White
}

// player is what the row of one side says.
func (g *gameScreen) player(c chess.Color) playerBar {
	p := playerBar{side: c, name: g.s.Text(g.playerName(c)), turn: !g.over() && g.game.Turn() == c, clocked: !g.cfg.Control.None()}
	now := g.s.Now()
	p.left = g.clock.Left(c, now)
	side, running := g.clock.Running()
	p.running = running && side == c
	switch {
	case p.turn && g.cancel != nil:
		p.note = g.s.Text("thinking" + g.s.glyphs().ellipsis)
	case p.turn && len(g.drawn.view.Checked) > 0 && g.live():
		p.note = g.s.Text("in check")
	case g.pre != nil && g.human(c):
		p.note = g.s.Text("premove " + g.pre.text)
	}
	if left := g.drawn.view.ChecksLeft; left[0]+left[1] > 0 {
		p.note = strings.TrimSpace(p.note + " " + g.s.Text(checksText(g.s.glyphs(), int(left[c]))))
	}
	return p
}

// menRow is what a side has in its pocket, or has captured.
func (g *gameScreen) menRow(c chess.Color, width int) string {
	th, gl := g.s.Theme, g.s.glyphs()
	if g.cfg.Rules.Pocket != chess.NoPocket {
		held := chess.NoRole
		if c == g.mover() {
			held = g.holding.role
		}
		return " " + renderPocket(th, gl, g.drawn.view.Hands[c], c, held)
	}
	now := g.shownBoard().View(chess.Everyone) // the count of men is known to both sides
	lead := balance(now)
	if c == chess.Black {
		lead = -lead
	}
	lost := captured(g.start, now)
	return renderCaptured(th, gl, lost[c.Other()], c, lead, width)
}

// panelRows draws the panel beside the board.
func (g *gameScreen) panelRows() []string {
	r := &g.room
	w, h := r.panel.w, r.panel.h
	th, gl := g.s.Theme, g.s.glyphs()
	rule := th.Border.Render(strings.Repeat(string(gl.rule), w))
	top, low := g.bottom().Other(), g.bottom()
	var foot []string
	if r.arrangement == beside {
		foot = []string{rule, g.noticeRow(w), "", g.inputRow(w)}
		h -= len(foot)
	}
	rows := []string{renderPlayer(th, gl, g.player(top), w), g.menRow(top, w), rule}
	aside := g.asideRows(w, max(h-6-leastSheet, 0))
	rows = append(rows, renderScoreSheet(g.sheet(), th, w, max(h-6-len(aside), 0))...)
	rows = append(rows, aside...)
	rows = append(rows, rule, g.menRow(low, w), renderPlayer(th, gl, g.player(low), w))
	return append(rows, foot...)
}

// sheet is the moves as the list shows them: those of a side that may not be
// seen are question marks until the end.
func (g *gameScreen) sheet() scoreSheet {
	first := g.game.BoardAt(0)
	s := scoreSheet{texts: g.game.SANs(), shown: g.shown, first: first.View(chess.Everyone).Fullmove, black: first.Turn() == chess.Black}
	mover, notation := first.Turn(), g.s.notation()
	for i, text := range s.texts {
		s.texts[i] = notation.Move(text)
		if !g.sees(mover) {
			s.texts[i] = "?" + text[len(strings.TrimRight(text, "+#")):]
		}
		mover = mover.Other()
	}
	if g.over() {
		s.end = g.game.Outcome().Result.String()
	}
	return s
}

// placeAround puts players, clocks and moves over and under a board that has
// no panel.
func (g *gameScreen) placeAround(rows []string) {
	r := &g.room
	th, gl := g.s.Theme, g.s.glyphs()
	top, low := g.bottom().Other(), g.bottom()
	switch r.arrangement {
	case stacked:
		rows[r.above] = g.barRow(top)
		rows[r.below] = g.barRow(low)
		rows[r.moves] = " " + g.lastMoves(g.width-2)
	case tight:
		half := g.width / 2
		rows[r.above] = fit(renderPlayer(th, gl, g.player(top), half-1), half) + renderPlayer(th, gl, g.player(low), g.width-half)
	}
}

// barRow is a side's row over or under the board.
func (g *gameScreen) barRow(c chess.Color) string {
	w := min(g.width, max(g.room.board.w, 34))
	left := max((g.width-w)/2, 0)
	bar := renderPlayer(g.s.Theme, g.s.glyphs(), g.player(c), w*3/5)
	return strings.Repeat(" ", left) + fit(bar, w*3/5) + fit(g.menRow(c, w-w*3/5), w-w*3/5)
}

// lastMoves writes as many of the last moves as fit into a row.
func (g *gameScreen) lastMoves(width int) string {
	sheet := g.sheet()
	pairs, _ := sheet.pairs()
	line := ""
	for i := len(pairs) - 1; i >= 0; i-- {
		next := strings.TrimSpace(strings.Join(pairs[i][:], " "))
		if line != "" {
			next += "  " + line
		}
		if len([]rune(next)) > width {
			break
		}
		line = next
	}
	return g.s.Theme.Faint.Render(line)
}

// noticeRow is the row that talks: a question, a choice, a message, or what
// can be done.
func (g *gameScreen) noticeRow(width int) string {
	th := g.s.Theme
	switch {
	case g.curtain:
		return " " + th.Accent.Render(cut(g.s.Text("Pass the keyboard to "+g.playerName(g.game.Turn())+", then press Enter"), width-1))
	case g.asking != nil:
		return " " + th.Accent.Render(cut(g.s.Text(g.asking.text)+" [y/N]", width-1))
	case g.trouble != nil:
		return " " + th.Error.Render(cut(clean(g.s.Text(g.trouble.text)), width-1))
	case g.chooser != nil:
		return g.chooser.view(th)
	case g.notice.bad:
		return " " + th.Error.Render(cut(clean(g.s.Text(g.notice.text)), width-1))
	case g.notice.text != "":
		return " " + th.Text.Render(cut(clean(g.s.Text(g.notice.text)), width-1))
	case g.over():
		return " " + th.Accent.Render(cut(g.s.Text(outcomeText(g.game.Outcome())), width-1))
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

// pocketAt finds a man of the mover's pocket at a place of the screen.
func (g *gameScreen) pocketAt(x, y int) (chess.Role, bool) {
	r := &g.room
	if g.cfg.Rules.Pocket == chess.NoPocket || r.panel.w == 0 || !g.live() {
		return chess.NoRole, false
	}
	row := r.panel.y + 1
	if g.mover() == g.bottom() {
		row = r.panel.y + r.panel.h - 2
		if r.arrangement == beside {
			row -= 4
		}
	}
	if y != row {
		return chess.NoRole, false
	}
	return pocketAt(g.hand(), x-r.panel.x-1)
}
