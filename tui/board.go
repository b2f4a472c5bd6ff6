package tui

import (
	"strconv"

	"rookery/chess"
)

// renderBoard draws what a view shows, one string for each terminal row, all
// of the width that boardSize tells. It knows no rules and no 8×8: cells come
// from the layout, men from the view and the rest from the marks. It keeps
// nothing; callers keep the rows while nothing changes.
func renderBoard(v chess.View, l *chess.Layout, th *Theme, gl *glyphs, m marks, size cellSize, flip bool) []string {
	width, height := boardSize(l, size)
	p := boardPainter{canvas: newCanvas(th, width, height), mono: th.Mono, gl: gl, marks: &m, size: size}
	for i := range l.Cells {
		p.shades = max(p.shades, l.Cells[i].Shade)
	}
	for i := range l.Cells {
		sq := chess.Square(i)
		x, y := cellAt(l, size, flip, sq)
		var cell chess.Cell
		if i < len(v.Cells) {
			cell = v.Cells[i]
		}
		p.cell(x, y, sq, l.Cells[i].Shade, cell)
	}
	p.labels(l, flip)
	return p.canvas.rows()
}

// boardPainter holds what is common to the cells of one drawing.
type boardPainter struct {
	canvas *canvas
	mono   bool
	gl     *glyphs
	marks  *marks
	size   cellSize
	shades uint8 // the lightest shade of the layout
}

// cell draws one square with its corner at x, y.
func (p *boardPainter) cell(x, y int, sq chess.Square, shade uint8, cell chess.Cell) {
	size, m, c := p.size, p.marks, p.canvas
	under := p.ground(sq, shade)
	fill := ' '
	switch {
	case cell.Hidden:
		fill = p.gl.fog
		if under < selectedGround {
			under = hiddenGround
		}
	case p.mono && shade == 0:
		fill = p.gl.texture
	}
	for dy := range size.h {
		for dx := range size.w {
			c.put(x+dx, y+dy, fill, under, plainTone)
		}
	}
	cx, cy := x+(size.w-1)/2, y+(size.h-1)/2
	target := m.targets.has(sq)
	switch {
	case cell.Piece != 0:
		man := whiteTone
		if cell.Piece.Color() == chess.Black {
			man = blackTone
		}
		c.put(cx, cy, p.gl.man(cell), under, man)
		c.put(cx+1, cy, ' ', under, plainTone)
		if cell.Count > 0 {
			p.count(cx, cy, int(cell.Count), under, man)
		}
	case target:
		c.put(cx, cy, p.gl.dot, under, targetTone)
		c.put(cx+1, cy, ' ', under, plainTone)
	}
	mark, marked := m.of(sq)
	switch {
	case !marked, mark == markLast && !p.mono:
	case mark == markTarget && cell.Piece == 0: // the dot says it
	default:
		p.pair(x, cx, cy, mark, under)
	}
	if mark == markCursor && target && cell.Piece != 0 && cell.Count == 0 && size.h > 1 {
		c.put(cx, cy+1, p.gl.dot, under, targetTone)
	}
}

// pair draws the two signs of a mark round the middle of a cell; where a cell
// has two columns only the right one fits.
func (p *boardPainter) pair(x, cx, cy int, mark markKind, under ground) {
	signs, t := p.gl.pairs[mark], targetTone
	switch mark {
	case markCursor:
		t = cursorTone
	case markLast, markCheck, markBlast:
		t = alarmTone
	}
	switch p.size.w {
	case 2:
		p.canvas.put(x+1, cy, signs[1], under, t)
	case 4:
		p.canvas.put(x, cy, signs[0], under, t)
		p.canvas.put(x+3, cy, signs[1], under, t)
	default:
		p.canvas.put(cx-2, cy, signs[0], under, t)
		p.canvas.put(cx+2, cy, signs[1], under, t)
	}
}

// count writes the height of a tower below its sign, or beside it where a
// cell is one row high.
func (p *boardPainter) count(cx, cy, n int, under ground, t tone) {
	if p.size.h == 1 {
		p.canvas.text(cx+1, cy, strconv.Itoa(min(n, 9)), under, t)
		return
	}
	p.canvas.text(cx, cy+1, strconv.Itoa(n), under, t)
}

// ground is what lies under a square, the most urgent first.
func (p *boardPainter) ground(sq chess.Square, shade uint8) ground {
	m := p.marks
	plain := lightGround
	switch {
	case shade == 0:
		plain = darkGround
	case shade < p.shades:
		plain = midGround
	}
	switch {
	case sq == m.selected:
		return selectedGround
	case m.blast.has(sq):
		return blastGround
	case m.hint.has(sq):
		return hintGround
	case m.checked.has(sq):
		return checkGround
	case m.last.has(sq):
		return plain + lastDarkGround - darkGround
	}
	return plain
}

// labels writes the names of ranks and files along the left and lower edge.
func (p *boardPainter) labels(l *chess.Layout, flip bool) {
	_, height := boardSize(l, p.size)
	margin := labelWidth(l)
	for _, r := range l.Ranks {
		at := r.At
		if flip {
			at = l.Height - 2 - at
		}
		p.canvas.text(margin-1-len(r.Text), at*p.size.h/2+(p.size.h-1)/2, r.Text, noGround, labelTone)
	}
	for _, f := range l.Files {
		at := f.At
		if flip {
			at = l.Width - 2 - at
		}
		p.canvas.text(margin+at*p.size.w/2+(p.size.w-1)/2, height-1, f.Text, noGround, labelTone)
	}
}
