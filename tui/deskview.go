package tui

import (
	"strings"

	"rookery/chess"
)

// footRows is how many rows a panel has under the lower player where message and
// input stand in it.
const footRows = 4

// View implements screen.
func (d *desk) View() string { return strings.Join(d.compose(), "\n") }

// compose draws all rows, each as wide as the screen.
func (d *desk) compose() []string {
	rows := make([]string, d.height)
	d.bars = [2]playerBar{}
	if !d.fits {
		for y := range rows {
			rows[y] = blanks(d.width)
		}
		return rows
	}
	d.draw()
	r := &d.room
	panel := []string(nil)
	if r.panel.w > 0 {
		panel = d.panelRows()
	}
	meter := d.host.meter()
	for y := range rows {
		part := ""
		if i := y - r.panel.y; i >= 0 && i < len(panel) {
			part = panel[i]
		}
		rows[y] = d.across(y, meter, part)
	}
	if r.arrangement == framed {
		rows[0] = titleBar(d.s.Theme, d.width, d.host.heading(), d.host.status())
	}
	d.placeAround(rows)
	if r.arrangement != beside {
		rows[r.notice] = fit(d.host.noticeRow(d.width), d.width)
		rows[r.input] = fit(d.inputRow(), d.width)
	}
	return rows
}

// across is a row of the screen with what stands in it of the board, its meter and
// the panel, whose part is as wide as the panel or empty.
func (d *desk) across(y int, meter []string, panel string) string {
	r, at := &d.room, 0
	var b strings.Builder
	put := func(x int, part string, width int) {
		b.WriteString(blanks(x - at))
		b.WriteString(part)
		at = x + width
	}
	if i := y - r.board.y; i >= 0 && i < len(d.drawn.rows) {
		b.Grow(len(d.drawn.rows[i]) + len(panel) + d.width - r.board.w)
		put(r.board.x, d.drawn.rows[i], r.board.w)
		if i < len(meter) {
			put(at, meter[i], 1)
		}
	}
	if panel != "" {
		put(r.panel.x, panel, r.panel.w)
	}
	put(d.width, "", 0)
	return b.String()
}

// retime draws those of composed rows anew that a clock changes: the players and
// the message.
func (d *desk) retime(rows []string) {
	r := &d.room
	if !d.fits {
		return
	}
	if r.panel.w > 0 {
		low := r.panel.y + r.panel.h - 1
		meter := d.host.meter()
		if r.arrangement == beside {
			low -= footRows
			for i, row := range d.noticeRows(r.panel.w) {
				rows[r.notice+i] = d.across(r.notice+i, meter, row)
			}
		}
		d.retimeBar(rows, r.panel.y, d.bottom().Other(), meter)
		d.retimeBar(rows, low, d.bottom(), meter)
	}
	d.placeBars(rows)
	if r.arrangement != beside {
		rows[r.notice] = fit(d.host.noticeRow(d.width), d.width)
	}
}

// retimeBar draws the player in a row of the panel anew, if his clock runs.
func (d *desk) retimeBar(rows []string, y int, c chess.Color, meter []string) {
	if bar := d.playerBar(c); bar != d.bars[c] {
		d.bars[c] = bar
		rows[y] = d.across(y, meter, renderPlayer(d.s.Theme, d.s.glyphs(), bar, d.room.panel.w))
	}
}

// draw renews the board where something on it has changed.
func (d *desk) draw() {
	if d.drawn.rows != nil {
		return
	}
	v := d.host.shownView()
	if d.live() {
		v = d.standing(v)
	}
	d.drawn = boardCache{
		rows: renderBoard(v, d.layout, d.s.Theme, d.s.glyphs(), d.host.marks(v), d.room.size, d.flip),
		view: v,
	}
}

// bottom is the side that sits at the lower edge.
func (d *desk) bottom() chess.Color {
	if d.flip {
		return chess.Black
	}
	return chess.White
}

// menRow is what a side has in its pocket, or has captured.
func (d *desk) menRow(c chess.Color, width int) string {
	th, gl := d.s.Theme, d.s.glyphs()
	if d.rules.Pocket != chess.NoPocket {
		held := chess.NoRole
		if c == d.mover() {
			held = d.selection.role
		}
		return " " + renderPocket(th, gl, d.drawn.view.Pockets[c], c, held)
	}
	now := d.host.tally()
	lead := balance(now)
	if c == chess.Black {
		lead = -lead
	}
	lost := captured(d.start, now)
	return renderCaptured(th, gl, lost[c.Other()], c, lead, width)
}

// playerBar is what the row of a side says. Where no title tells whose turn it is,
// the row does.
func (d *desk) playerBar(c chess.Color) playerBar {
	p := d.host.player(c)
	if d.room.arrangement != framed && p.turn && p.note == "" && d.live() {
		p.note = d.s.Text("to move")
	}
	return p
}

// panelRows draws the panel beside the board, each row as wide as the panel.
func (d *desk) panelRows() []string {
	r := &d.room
	w, h := r.panel.w, r.panel.h
	th, gl := d.s.Theme, d.s.glyphs()
	rule := th.Border.Render(strings.Repeat(string(gl.rule), w))
	top, low := d.bottom().Other(), d.bottom()
	var foot []string
	if r.arrangement == beside {
		said := d.noticeRows(w)
		foot = []string{rule, said[0], said[1], fit(d.host.inputRow(w), w)}
		h -= len(foot)
	}
	rows := make([]string, 0, r.panel.h)
	rows = append(rows, renderPlayer(th, gl, d.playerBar(top), w), fit(d.menRow(top, w), w), rule)
	aside := d.host.asideRows(w, max(h-6-leastSheet, 0))
	rows = append(rows, renderScoreSheet(d.host.sheet(), th, w, max(h-6-len(aside), 0))...)
	for _, row := range aside {
		rows = append(rows, fit(row, w))
	}
	rows = append(rows, rule, fit(d.menRow(low, w), w), renderPlayer(th, gl, d.playerBar(low), w))
	return append(rows, foot...)
}

// placeAround puts players, clocks and moves over and under a board that has
// no panel.
func (d *desk) placeAround(rows []string) {
	d.placeBars(rows)
	if r := &d.room; r.arrangement == stacked {
		rows[r.moves] = fit(" "+d.lastMoves(d.width-2), d.width)
	}
}

// placeBars puts the players there.
func (d *desk) placeBars(rows []string) {
	r := &d.room
	th, gl := d.s.Theme, d.s.glyphs()
	top, low := d.bottom().Other(), d.bottom()
	switch r.arrangement {
	case stacked:
		rows[r.above] = d.barRow(top)
		rows[r.below] = d.barRow(low)
	case tight:
		half := d.width / 2
		rows[r.above] = renderPlayer(th, gl, d.playerBar(top), half-1) + " " + renderPlayer(th, gl, d.playerBar(low), d.width-half)
	}
}

// barRow is a side's row over or under the board, as wide as the screen.
func (d *desk) barRow(c chess.Color) string {
	w := min(d.width, max(d.room.board.w, 34))
	left := max((d.width-w)/2, 0)
	bar := w * 3 / 5
	return blanks(left) + renderPlayer(d.s.Theme, d.s.glyphs(), d.playerBar(c), bar) + fit(d.menRow(c, w-bar), w-bar) + blanks(d.width-left-w)
}

// lastMoves writes as many of the last moves as fit into a row.
func (d *desk) lastMoves(width int) string {
	sheet := d.host.sheet()
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
	return d.s.Theme.Faint.Render(line)
}

// pocketAt finds a piece of the mover's pocket at a place of the screen.
func (d *desk) pocketAt(x, y int) (chess.Role, bool) {
	r := &d.room
	if d.rules.Pocket == chess.NoPocket || r.panel.w == 0 || !d.live() {
		return chess.NoRole, false
	}
	row := r.panel.y + 1
	if d.mover() == d.bottom() {
		row = r.panel.y + r.panel.h - 2
		if r.arrangement == beside {
			row -= footRows
		}
	}
	if y != row {
		return chess.NoRole, false
	}
	return pocketAt(d.pocket(), x-r.panel.x-1)
}

// inputRow is the line on which moves are written, over the whole width. Where
// nothing else tells whose turn it is, it does while nothing is written.
func (d *desk) inputRow() string {
	row := d.host.inputRow(d.width)
	if d.room.arrangement != bare || !d.line.empty() {
		return row
	}
	status := cut(d.host.status(), d.width/2+3)
	return fit(row, d.width-widthOf(status)) + d.s.Theme.Faint.Render(status)
}

// noticeRows are the two rows of messages in a panel, as wide as that: what is too
// long for one goes on in the other.
func (d *desk) noticeRows(width int) [2]string {
	if d.asking == nil && d.chooser == nil && d.notice.text != "" {
		if text := clean(d.s.Text(d.notice.text)); widthOf(text) > width-1 {
			style := d.s.Theme.Text
			if d.notice.bad {
				style = d.s.Theme.Error
			}
			rows := wrap(text, width-1)
			if len(rows) > 2 {
				rows[1] = strings.Join(rows[1:], " ")
			}
			return [2]string{fit(" "+style.Render(rows[0]), width), fit(" "+style.Render(cut(rows[1], width-1)), width)}
		}
	}
	return [2]string{fit(d.host.noticeRow(width), width), blanks(width)}
}

// talk is the row of messages while something waits for an answer or was said.
func (d *desk) talk(width int) (row string, ok bool) {
	th := d.s.Theme
	switch {
	case d.asking != nil:
		return " " + th.Accent.Render(cut(d.s.Text(d.asking.text)+" [y/N]", width-1)), true
	case d.chooser != nil:
		return d.chooser.view(th), true
	case d.notice.bad:
		return " " + th.Error.Render(cut(clean(d.s.Text(d.notice.text)), width-1)), true
	case d.notice.text != "":
		return " " + th.Text.Render(cut(clean(d.s.Text(d.notice.text)), width-1)), true
	}
	return "", false
}
