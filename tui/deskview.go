package tui

import (
	"strings"

	"github.com/charmbracelet/lipgloss"

	"rookery/chess"
)

// boardCache is the board as it was last drawn; a zero one is stale.
type boardCache struct {
	rows []string
	view chess.View
}

// footRows is how many rows a panel has under the lower player where message and
// input stand in it.
const footRows = 4

// View implements screen.
func (d *desk) View() string { return strings.Join(d.compose(), "\n") }

// compose draws all rows, each as wide as the screen.
func (d *desk) compose() []string {
	rows := make([]string, d.height)
	d.bars = [2]playerBar{}
	if d.fits {
		d.draw()
		r := &d.room
		if r.arrangement == framed {
			rows[0] = titleBar(d.s.Theme, d.width, d.host.heading(), d.host.status())
		}
		panel := []string(nil)
		if r.panel.w > 0 {
			panel = d.panelRows()
		}
		meter := d.host.meter()
		for y := range rows {
			right := ""
			if i := y - r.panel.y; r.panel.w > 0 && i >= 0 && i < r.panel.h {
				right = panel[i]
			}
			if row := d.across(y, meter, right); row != "" {
				rows[y] = row
			}
		}
		d.placeAround(rows)
		if r.arrangement != beside {
			rows[r.notice] = d.host.noticeRow(d.width)
			rows[r.input] = d.inputRow()
		}
	}
	for y := range rows {
		rows[y] = fit(rows[y], d.width)
	}
	return rows
}

// across is a row of the board with its meter and what stands in the panel
// beside it; empty where there is none of them.
func (d *desk) across(y int, meter []string, panel string) string {
	r, left := &d.room, ""
	if i := y - r.board.y; i >= 0 && i < len(d.drawn.rows) {
		left = strings.Repeat(" ", r.board.x) + d.drawn.rows[i]
		if i < len(meter) {
			left = fit(left, r.board.x+r.board.w) + meter[i]
		}
	}
	if i := y - r.panel.y; r.panel.w > 0 && i >= 0 && i < r.panel.h {
		left = fit(left, r.panel.x) + fit(panel, r.panel.w)
	}
	return left
}

// retime draws those of composed rows anew that a clock changes: the players and
// the message.
func (d *desk) retime(rows []string) {
	r := &d.room
	if !d.fits {
		return
	}
	top, low := d.bottom().Other(), d.bottom()
	th, gl := d.s.Theme, d.s.glyphs()
	if r.panel.w > 0 {
		last := r.panel.y + r.panel.h - 1
		if r.arrangement == beside {
			last -= footRows
			for i, row := range d.noticeRows(r.panel.w) {
				rows[r.notice+i] = fit(d.across(r.notice+i, d.host.meter(), row), d.width)
			}
		}
		meter := d.host.meter()
		for _, at := range [...]struct {
			side chess.Color
			row  int
		}{{top, r.panel.y}, {low, last}} {
			if bar := d.playerBar(at.side); bar != d.bars[at.side] { // one clock stands still
				d.bars[at.side] = bar
				rows[at.row] = fit(d.across(at.row, meter, renderPlayer(th, gl, bar, r.panel.w)), d.width)
			}
		}
	}
	d.placeBars(rows)
	for _, y := range []int{r.above, r.below} {
		if y >= 0 {
			rows[y] = fit(rows[y], d.width)
		}
	}
	if r.arrangement != beside {
		rows[r.notice] = fit(d.host.noticeRow(d.width), d.width)
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
			held = d.holding.role
		}
		return " " + renderPocket(th, gl, d.drawn.view.Hands[c], c, held)
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

// panelRows draws the panel beside the board.
func (d *desk) panelRows() []string {
	r := &d.room
	w, h := r.panel.w, r.panel.h
	th, gl := d.s.Theme, d.s.glyphs()
	rule := th.Border.Render(strings.Repeat(string(gl.rule), w))
	top, low := d.bottom().Other(), d.bottom()
	var foot []string
	if r.arrangement == beside {
		foot = append(append([]string{rule}, d.noticeRows(w)...), d.host.inputRow(w))
		h -= len(foot)
	}
	rows := []string{renderPlayer(th, gl, d.playerBar(top), w), d.menRow(top, w), rule}
	aside := d.host.asideRows(w, max(h-6-leastSheet, 0))
	rows = append(rows, renderScoreSheet(d.host.sheet(), th, w, max(h-6-len(aside), 0))...)
	rows = append(rows, aside...)
	rows = append(rows, rule, d.menRow(low, w), renderPlayer(th, gl, d.playerBar(low), w))
	return append(rows, foot...)
}

// placeAround puts players, clocks and moves over and under a board that has
// no panel.
func (d *desk) placeAround(rows []string) {
	d.placeBars(rows)
	if r := &d.room; r.arrangement == stacked {
		rows[r.moves] = " " + d.lastMoves(d.width-2)
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
		rows[r.above] = fit(renderPlayer(th, gl, d.playerBar(top), half-1), half) + renderPlayer(th, gl, d.playerBar(low), d.width-half)
	}
}

// barRow is a side's row over or under the board.
func (d *desk) barRow(c chess.Color) string {
	w := min(d.width, max(d.room.board.w, 34))
	left := max((d.width-w)/2, 0)
	bar := renderPlayer(d.s.Theme, d.s.glyphs(), d.playerBar(c), w*3/5)
	return strings.Repeat(" ", left) + fit(bar, w*3/5) + fit(d.menRow(c, w-w*3/5), w-w*3/5)
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

// pocketAt finds a man of the mover's pocket at a place of the screen.
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
	return pocketAt(d.hand(), x-r.panel.x-1)
}

// inputRow is the line on which moves are written, over the whole width. Where
// nothing else tells whose turn it is, it does while nothing is written.
func (d *desk) inputRow() string {
	row := d.host.inputRow(d.width)
	if d.room.arrangement != bare || !d.line.empty() {
		return row
	}
	status := cut(d.host.status(), d.width/2+3)
	return fit(row, d.width-lipgloss.Width(status)) + d.s.Theme.Faint.Render(status)
}

// noticeRows are the two rows of messages in a panel: what is too long for one
// goes on in the other.
func (d *desk) noticeRows(width int) []string {
	if d.asking == nil && d.chooser == nil && d.notice.text != "" {
		if text := clean(d.s.Text(d.notice.text)); lipgloss.Width(text) > width-1 {
			style := d.s.Theme.Text
			if d.notice.bad {
				style = d.s.Theme.Error
			}
			rows := wrap(text, width-1)
			if len(rows) > 2 {
				rows[1] = strings.Join(rows[1:], " ")
			}
			return []string{" " + style.Render(rows[0]), " " + style.Render(cut(rows[1], width-1))}
		}
	}
	return []string{d.host.noticeRow(width), ""}
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
