package boardinput

import (
	"fmt"
	"strings"

	"rookery/chess"
	"rookery/tui/draw"
	"rookery/tui/ui"
)

// footRows is how many rows a panel has under the lower player where message and
// input stand in it.
const footRows = 4

func (d *Desk) View() string { return strings.Join(d.Compose(), "\n") }

// Compose draws all rows, each as wide as the screen.
func (d *Desk) Compose() []string {
	rows := make([]string, d.Height)
	d.bars = [2]draw.PlayerBar{}
	if !d.fits {
		for y := range rows {
			rows[y] = draw.Blanks(d.Width)
		}
		return rows
	}
	d.Draw()
	r := &d.Room
	panel := []string(nil)
	if r.Panel.W > 0 {
		panel = d.panelRows()
	}
	meter := d.host.EvalBar()
	for y := range rows {
		part := ""
		if i := y - r.Panel.Y; i >= 0 && i < len(panel) {
			part = panel[i]
		}
		old := ""
		if y < len(d.composed) {
			old = d.composed[y]
		}
		rows[y] = d.across(old, y, meter, part)
	}
	d.composed = rows
	if r.Arrangement == Framed {
		rows[0] = draw.TitleBar(d.S.Theme, d.Width, d.host.Heading(), d.host.Status())
	}
	d.placeAround(rows)
	if r.Arrangement != beside {
		rows[r.Notice] = draw.Fit(d.host.NoticeRow(d.Width), d.Width)
		rows[r.input] = draw.Fit(d.InputRow(), d.Width)
	}
	return rows
}

// across is a row of the screen with what stands in it of the board, its meter and
// the panel, whose part is as wide as the panel or empty. old is the row that stood there:
// most are what they were, and are not made again.
func (d *Desk) across(old string, y int, meter []string, panel string) string {
	r, at := &d.Room, 0
	parts := make([]string, 0, 8) // never more
	put := func(x int, part string, width int) {
		parts = append(parts, draw.Blanks(x-at), part)
		at = x + width
	}
	if i := y - r.Board.Y; i >= 0 && i < len(d.Drawn.Rows) {
		put(r.Board.X, d.Drawn.Rows[i], r.Board.W)
		if i < len(meter) {
			put(at, meter[i], 1)
		}
	}
	if panel != "" {
		put(r.Panel.X, panel, r.Panel.W)
	}
	put(d.Width, "", 0)
	rest, same := old, true
	for _, part := range parts {
		if rest, same = strings.CutPrefix(rest, part); !same {
			return strings.Join(parts, "")
		}
	}
	if rest != "" {
		return strings.Join(parts, "")
	}
	return old
}

// Retime draws those of composed rows anew that a clock changes: the players and
// the message.
func (d *Desk) Retime(rows []string) {
	r := &d.Room
	if !d.fits {
		return
	}
	if r.Panel.W > 0 {
		low := r.Panel.Y + r.Panel.H - 1
		meter := d.host.EvalBar()
		if r.Arrangement == beside {
			low -= footRows
			for i, row := range d.noticeRows(r.Panel.W) {
				rows[r.Notice+i] = d.across(rows[r.Notice+i], r.Notice+i, meter, row)
			}
		}
		d.retimeBar(rows, r.Panel.Y, d.bottom().Other(), meter)
		d.retimeBar(rows, low, d.bottom(), meter)
	}
	d.placeBars(rows)
	if r.Arrangement != beside {
		rows[r.Notice] = draw.Fit(d.host.NoticeRow(d.Width), d.Width)
	}
}

// retimeBar draws the player in a row of the panel anew, if his clock runs.
func (d *Desk) retimeBar(rows []string, y int, c chess.Color, meter []string) {
	if bar := d.playerBar(c); bar != d.bars[c] {
		d.bars[c] = bar
		rows[y] = d.across(rows[y], y, meter, draw.RenderPlayer(d.S.Theme, d.S.Glyphs(), bar, d.Room.Panel.W))
	}
}

// Draw renews the board where something on it has changed.
func (d *Desk) Draw() {
	if d.Drawn.Rows != nil {
		return
	}
	v := d.host.ShownView()
	if d.Live() {
		v = d.withPremoves(v)
	}
	d.Drawn = boardCache{
		Rows: draw.RenderBoard(v, d.Layout, d.S.Theme, d.S.Glyphs(), d.host.Marks(v), d.Room.Size, d.Flip),
		View: v,
	}
}

// bottom is the side that sits at the lower edge.
func (d *Desk) bottom() chess.Color {
	if d.Flip {
		return chess.Black
	}
	return chess.White
}

// materialRow is what a side has in its pocket, or has captured.
func (d *Desk) materialRow(c chess.Color, width int) string {
	th, gl := d.S.Theme, d.S.Glyphs()
	if d.Rules.Pocket != chess.NoPocket {
		held := chess.NoRole
		if c == d.mover() {
			held = d.Selection.Role
		}
		return " " + draw.RenderPocket(th, gl, d.Drawn.View.Pockets[c], c, held, d.S.Text("pocket empty"))
	}
	now := d.host.Tally()
	if discs, towers := draw.Discs(now); towers {
		text := d.S.Text(ui.Plural(discs[c], "1 disc", "%d discs"))
		if lead := discs[c] - discs[c.Other()]; lead > 0 {
			text += fmt.Sprintf("  +%d", lead)
		}
		return th.Faint.Render(draw.Cut("  "+text, width))
	}
	lead := draw.MaterialBalance(now)
	if c == chess.Black {
		lead = -lead
	}
	lost := draw.Captured(d.Start, now)
	return draw.RenderCaptured(th, gl, lost[c.Other()], c, lead, width)
}

// playerBar is what the row of a side says. Where no title tells whose turn it is,
// the row does.
func (d *Desk) playerBar(c chess.Color) draw.PlayerBar {
	p := d.host.Player(c)
	if d.Room.Arrangement != Framed && p.Turn && p.Note == "" && d.Live() {
		p.Note = d.S.Text("to move")
	}
	return p
}

// panelRows draws the panel beside the board, each row as wide as the panel.
func (d *Desk) panelRows() []string {
	r := &d.Room
	w, h := r.Panel.W, r.Panel.H
	th, gl := d.S.Theme, d.S.Glyphs()
	rule := th.Border.Render(strings.Repeat(string(gl.Rule), w))
	top, low := d.bottom().Other(), d.bottom()
	var foot []string
	if r.Arrangement == beside {
		said := d.noticeRows(w)
		foot = []string{rule, said[0], said[1], draw.Fit(d.host.InputRow(w), w)}
		h -= len(foot)
	}
	rows := make([]string, 0, r.Panel.H)
	rows = append(rows, draw.RenderPlayer(th, gl, d.playerBar(top), w), draw.Fit(d.materialRow(top, w), w), rule)
	aside := d.host.AsideRows(w, max(h-6-leastSheet, 0))
	rows = append(rows, draw.RenderScoreSheet(d.host.Sheet(), th, w, max(h-6-len(aside), 0))...)
	for _, row := range aside {
		rows = append(rows, draw.Fit(row, w))
	}
	rows = append(rows, rule, draw.Fit(d.materialRow(low, w), w), draw.RenderPlayer(th, gl, d.playerBar(low), w))
	return append(rows, foot...)
}

// placeAround puts players, clocks and moves over and under a board that has
// no panel.
func (d *Desk) placeAround(rows []string) {
	d.placeBars(rows)
	if r := &d.Room; r.Arrangement == stacked {
		rows[r.moves] = draw.Fit(" "+d.lastMoves(d.Width-2), d.Width)
	}
}

// placeBars puts the players there.
func (d *Desk) placeBars(rows []string) {
	r := &d.Room
	th, gl := d.S.Theme, d.S.Glyphs()
	top, low := d.bottom().Other(), d.bottom()
	switch r.Arrangement {
	case stacked:
		rows[r.above] = d.barRow(top)
		rows[r.below] = d.barRow(low)
	case tight:
		half := d.Width / 2
		rows[r.above] = draw.RenderPlayer(th, gl, d.playerBar(top), half-1) + " " + draw.RenderPlayer(th, gl, d.playerBar(low), d.Width-half)
	}
}

// barRow is a side's row over or under the board, as wide as the screen.
func (d *Desk) barRow(c chess.Color) string {
	w := min(d.Width, max(d.Room.Board.W, 34))
	left := max((d.Width-w)/2, 0)
	bar := w * 3 / 5
	return draw.Blanks(left) + draw.RenderPlayer(d.S.Theme, d.S.Glyphs(), d.playerBar(c), bar) + draw.Fit(d.materialRow(c, w-bar), w-bar) + draw.Blanks(d.Width-left-w)
}

// lastMoves writes as many of the last moves as fit into a row.
func (d *Desk) lastMoves(width int) string {
	sheet := d.host.Sheet()
	pairs, _ := sheet.Pairs()
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
	return d.S.Theme.Faint.Render(line)
}

// pocketAt finds a piece of the mover's pocket at a place of the screen.
func (d *Desk) pocketAt(x, y int) (chess.Role, bool) {
	r := &d.Room
	if d.Rules.Pocket == chess.NoPocket || r.Panel.W == 0 || !d.Live() {
		return chess.NoRole, false
	}
	row := r.Panel.Y + 1
	if d.mover() == d.bottom() {
		row = r.Panel.Y + r.Panel.H - 2
		if r.Arrangement == beside {
			row -= footRows
		}
	}
	if y != row {
		return chess.NoRole, false
	}
	return draw.PocketAt(d.Pocket(), x-r.Panel.X-1)
}

// InputRow is the line on which moves are written, over the whole width. Where
// nothing else tells whose turn it is, it does while nothing is written.
func (d *Desk) InputRow() string {
	row := d.host.InputRow(d.Width)
	if d.Room.Arrangement != bare || !d.Line.Empty() {
		return row
	}
	status := draw.Cut(d.host.Status(), d.Width/2+3)
	return draw.Fit(row, d.Width-draw.WidthOf(status)) + d.S.Theme.Faint.Render(status)
}

// noticeRows are the two rows of messages in a panel, as wide as that: what is too
// long for one goes on in the other.
func (d *Desk) noticeRows(width int) [2]string {
	if d.Question == nil && d.Chooser == nil && (d.Offer == nil || d.Notice.Bad) && d.Notice.Text != "" {
		if rows := d.S.NoticeRows(d.Notice, width-1); len(rows) == 2 {
			style := d.S.Theme.Text
			if d.Notice.Bad {
				style = d.S.Theme.Error
			}
			return [2]string{draw.Fit(" "+style.Render(rows[0]), width), draw.Fit(" "+style.Render(rows[1]), width)}
		}
	}
	return [2]string{draw.Fit(d.host.NoticeRow(width), width), draw.Blanks(width)}
}

// NoticeAt is the row of messages while nothing stands there that must be read.
func (d *Desk) NoticeAt() int {
	if !d.fits || d.Room.Arrangement == beside || d.Question != nil || d.Chooser != nil || d.Offer != nil || d.Notice.Text != "" {
		return -1
	}
	return d.Room.Notice
}

// Talk is the row of messages while something waits for an answer or was said.
func (d *Desk) Talk(width int) (row string, ok bool) {
	th := d.S.Theme
	switch {
	case d.Question != nil:
		keys, style := d.S.YesNo(), th.Accent
		if d.Question.unheard {
			style = th.Choice
		}
		return " " + th.Accent.Render(draw.Cut(draw.Clean(d.S.Text(d.Question.text)), width-1-draw.WidthOf(keys))) + style.Render(keys), true
	case d.Chooser != nil:
		return d.Chooser.View(th), true
	case d.Notice.Bad:
		return " " + th.Error.Render(d.S.NoticeText(d.Notice, width-1)), true
	case d.Offer != nil:
		return " " + th.Accent.Render(draw.Cut(draw.Clean(d.S.Text(d.Offer.text))+offerLetters, width-1)), true
	case d.Notice.Text != "":
		return " " + th.Text.Render(d.S.NoticeText(d.Notice, width-1)), true
	}
	return "", false
}
