package draw

import (
	"strconv"

	"rookery/chess"
	"rookery/tui/delta"
)

// RenderBoard draws what a view shows, one string for each terminal row, all
// of the width that BoardSize tells. It knows no rules and no 8×8: cells come
// from the layout, pieces from the view and the rest from the marks. It keeps
// nothing; callers keep the rows while nothing changes.
func RenderBoard(v chess.View, l *chess.Layout, th *Theme, gl *Glyphs, m Marks, size CellSize, flip bool) []string {
	width, height := BoardSize(l, size)
	p := boardPainter{canvas: newCanvas(th, width, height), mono: th.Mono, gl: gl, marks: &m, size: size}
	for i := range l.Cells {
		p.shades = max(p.shades, l.Cells[i].Shade)
	}
	if size.labels == Inside {
		p.names = innerLabels(l, flip)
	}
	for i := range l.Cells {
		sq := chess.Square(i)
		x, y := CellAt(l, size, flip, sq)
		var cell chess.Cell
		if i < len(v.Cells) {
			cell = v.Cells[i]
		}
		p.cell(x, y, sq, l.Cells[i].Shade, cell)
	}
	if size.labels == Beside {
		p.labels(l, flip)
	}
	p.arrows(l, flip)
	return p.canvas.rows()
}

// boardPainter holds what is common to the cells of one drawing.
type boardPainter struct {
	canvas *canvas
	mono   bool
	gl     *Glyphs
	marks  *Marks
	size   CellSize
	shades uint8                      // the lightest shade of the layout
	names  map[chess.Square][2]string // rank and file written into a cell
}

// cell draws one square with its corner at x, y.
func (p *boardPainter) cell(x, y int, sq chess.Square, shade uint8, cell chess.Cell) {
	size, m := p.size, p.marks
	under := p.ground(sq, shade)
	if cell.Hidden && under < selectedGround {
		under = hiddenGround
	}
	p.fill(x, y, shade, under, cell.Hidden)
	if p.gl.Blind && !cell.Hidden {
		cell = chess.Cell{}
	}
	if m.Goal.has(sq) && (size.H > 1 || cell.Piece == 0) {
		p.canvas.put(x+size.W-1, y, p.gl.goal, under, traceTone)
	}
	target := m.Targets.has(sq)
	cx, cy := p.middle(x, y)
	switch {
	case cell.Piece != 0:
		p.piece(x, y, under, cell)
	case target:
		p.spot(cx, cy, under)
	}
	if name, ok := p.names[sq]; ok {
		p.inner(x, y, shade, under, name)
	}
	mark, marked := m.of(sq)
	if !marked || mark == markTarget && cell.Piece == 0 { // the dot says it
		return
	}
	p.mark(x, y, mark, under, cell.Count > 0)
	if mark == markCursor && target && cell.Piece != 0 && cell.Count == 0 && size.H == 2 {
		p.canvas.put(cx, cy+1, p.gl.dot, under, targetTone)
	}
}

// middle is where the one sign of a piece stands in a cell.
func (p *boardPainter) middle(x, y int) (cx, cy int) {
	return x + (p.size.W-1)/2, y + (p.size.H-1)/2
}

// fill covers a cell with its ground: the fog has a texture of its own, and
// where there is no colour the darkest squares have one.
func (p *boardPainter) fill(x, y int, shade uint8, under ground, hidden bool) {
	sign := ' '
	switch {
	case hidden:
		sign = p.gl.fog
	case p.mono && shade == 0:
		sign = p.gl.Texture
	}
	for dy := range p.size.H {
		for dx := range p.size.W {
			p.canvas.put(x+dx, y+dy, sign, under, plainTone)
		}
	}
}

// piece draws what stands on a square: drawn over the cell where there is room
// and a drawing, else as one sign.
func (p *boardPainter) piece(x, y int, under ground, cell chess.Cell) {
	t := whiteTone
	if cell.Piece.Color() == chess.Black {
		t = blackTone
	}
	cx, cy := p.middle(x, y)
	if number := pictureOf(cell.Piece, p.gl.role(cell), p.size); p.gl.Pictures && p.gl.drawn(p.size) && number > 0 {
		for dy := range p.size.H {
			for dx := range p.size.W {
				p.canvas.put(x+dx, y+dy, delta.PictureSign(number, dx, dy), under, plainTone)
			}
		}
		p.corner(x, y, under, t, cell)
		return
	}
	art := p.gl.drawing(p.size, cell)
	if art == nil {
		p.canvas.put(cx, cy, p.gl.piece(cell), under, t)
		p.canvas.put(cx+1, cy, ' ', under, plainTone)
		if cell.Count > 0 {
			p.count(cx, cy, int(cell.Count), under, t)
		}
		return
	}
	within, at := whiteDetailGround, whiteArtTone
	if t == blackTone {
		within, at = blackDetailGround, t
	}
	for dy, row := range art {
		for dx, s := range row {
			switch {
			case s.detail:
				p.canvas.put(x+dx, y+dy, s.sign, within, at)
			case s.sign != ' ':
				p.canvas.put(x+dx, y+dy, s.sign, under, at)
			}
		}
	}
	p.corner(x, y, under, t, cell)
}

// corner writes the height of a tower into the lower right corner of a cell.
func (p *boardPainter) corner(x, y int, under ground, t tone, cell chess.Cell) {
	if cell.Count > 0 {
		n := strconv.Itoa(int(cell.Count))
		p.canvas.text(x+p.size.W-len(n), y+p.size.H-1, n, under, t)
	}
}

// count writes the height of a tower below its sign, or beside it where a
// cell is one row high.
func (p *boardPainter) count(cx, cy, n int, under ground, t tone) {
	if p.size.H == 1 {
		p.canvas.text(cx+1, cy, strconv.Itoa(min(n, 9)), under, t)
		return
	}
	p.canvas.text(cx, cy+1, strconv.Itoa(n), under, t)
}

// spot marks an empty square that can be moved to.
func (p *boardPainter) spot(cx, cy int, under ground) {
	c := p.canvas
	switch {
	case !p.gl.drawn(p.size) || p.size.H < 2:
		c.put(cx, cy, p.gl.dot, under, targetTone)
		c.put(cx+1, cy, ' ', under, plainTone)
	case p.size.W%2 != 0:
		c.text(cx-1, cy, "▗▄▖", under, targetTone)
		c.text(cx-1, cy+1, "▝▀▘", under, targetTone)
	case p.size.H%2 == 0: // round the corner where four signs meet
		c.text(cx, cy, "▗▖", under, targetTone)
		c.text(cx, cy+1, "▝▘", under, targetTone)
	default:
		c.text(cx, cy, "▐▌", under, targetTone)
	}
}

// mark draws the signs of a mark: into the corners of a cell that pieces are drawn
// over, else left and right of the piece; where a cell has two columns only the right
// one fits. In cells smaller than 6×3 a piece may keep the lower corners, and both against
// the mark of the last move, which its ground tells too. A tower keeps its height in
// the last corner.
func (p *boardPainter) mark(x, y int, mark markKind, under ground, tower bool) {
	c, w, h := p.canvas, p.size.W, p.size.H
	t := targetTone
	switch mark {
	case markCursor:
		t = cursorTone
	case markCheck, markBlast, markTurned, markForced:
		t = alarmTone
	case markLast:
		t = traceTone
	}
	if w >= bigCell || p.gl.drawn(p.size) {
		at := [4][2]int{{x, y}, {x + w - 1, y}, {x, y + h - 1}, {x + w - 1, y + h - 1}}
		for i, sign := range p.gl.corners[mark] {
			if sign == 0 || i == 3 && tower {
				continue
			}
			if keeps := w < bigCell && i >= 2 && !p.gl.Pictures || (w < bigCell || p.gl.Pictures) && mark == markLast; keeps && !c.blank(at[i][0], at[i][1]) {
				continue
			}
			c.put(at[i][0], at[i][1], sign, under, t)
		}
		return
	}
	signs := p.gl.pairs[mark]
	if w > 2 {
		c.put(x, y, signs[0], under, t)
	}
	c.put(x+w-1, y, signs[1], under, t)
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
	case sq == m.Selected:
		return selectedGround
	case m.Blast.has(sq):
		return blastGround
	case m.Turned.has(sq):
		return turnedGround
	case m.Premove.has(sq):
		return premoveGround
	case m.Hint.has(sq):
		return hintGround
	case m.Checked.has(sq):
		return checkGround
	case m.last.has(sq):
		return plain + lastDarkGround - darkGround
	case m.Goal.has(sq) && plain == darkGround:
		return goalDarkGround
	case m.Goal.has(sq):
		return goalLightGround
	}
	return plain
}
