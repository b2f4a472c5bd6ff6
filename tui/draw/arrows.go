package draw

import (
	"math"

	"rookery/chess"
)

// ArrowKind is what an arrow says.
type ArrowKind uint8

const (
	noArrow     ArrowKind = iota
	BestArrow             // the best move
	OtherArrow            // another good one
	ThreatArrow           // what the opponent would do
)

// Arrow goes from the middle of one square to the middle of another; a drop
// has the same square twice and is a ring of its ground alone.
type Arrow struct {
	From, To chess.Square
	Kind     ArrowKind
}

// MaxArrows is how many can stand on a board at once.
const MaxArrows = 6

// ArrowOf is the arrow of a move.
func ArrowOf(m chess.Move, kind ArrowKind) Arrow {
	if m.Kind() == chess.Dropping {
		return Arrow{m.To(), m.To(), kind}
	}
	return Arrow{m.From(), m.Landing(), kind}
}

// braille holds the dots of one sign, two columns of four.
const braille = 0x2800

// brailleDots are the bits by column and row.
var brailleDots = [2][4]rune{{0x01, 0x02, 0x04, 0x40}, {0x08, 0x10, 0x20, 0x80}}

// arrows draws over a finished board: lines of dots on what is empty, so that
// no piece is hidden, and a head before the target.
func (p *boardPainter) arrows(l *chess.Layout, flip bool) {
	for i := len(p.marks.Arrows) - 1; i >= 0; i-- { // the first on top
		if a := p.marks.Arrows[i]; a.Kind != noArrow && a.From != a.To && int(max(a.From, a.To)) < len(l.Cells) {
			p.arrow(l, flip, a)
		}
	}
}

// arrowTones are what arrows are written in.
var arrowTones = [...]tone{BestArrow: targetTone, OtherArrow: labelTone, ThreatArrow: alarmTone}

func (p *boardPainter) arrow(l *chess.Layout, flip bool, a Arrow) {
	middle := func(sq chess.Square) (x, y float64) {
		cx, cy := CellAt(l, p.size, flip, sq)
		return float64(cx) + float64(p.size.W-1)/2 + 0.25, float64(cy) + float64(p.size.H)/2
	}
	x0, y0 := middle(a.From)
	x1, y1 := middle(a.To)
	// In dots, two to a column and four to a row, a line is as steep as it looks.
	dx, dy := (x1-x0)*2, (y1-y0)*4
	length := math.Hypot(dx, dy)
	if length == 0 {
		return
	}
	t := arrowTones[a.Kind]
	dots := make(map[[2]int]rune)
	steps := int(length * 2)
	last := [2]int{-1, -1}
	target := [2]int{int(x1), int(y1)}
	for i := 1; i <= steps; i++ {
		f := float64(i) / float64(steps)
		at := p.dotAt(dots, x0+(x1-x0)*f, y0+(y1-y0)*f)
		if at != target && p.blank(at) {
			last = at
		}
	}
	for at, bits := range dots {
		if p.blank(at) {
			sign := braille + bits
			if p.gl.ascii() {
				sign = '*'
			}
			p.over(at, sign, t)
		}
	}
	if last[0] >= 0 {
		p.over(last, p.head(dx, dy), t)
	}
}

// dotAt sets the dot at a place given in columns and rows and tells its cell.
func (p *boardPainter) dotAt(dots map[[2]int]rune, x, y float64) [2]int {
	at := [2]int{int(math.Floor(x)), int(math.Floor(y))}
	col := min(int((x-math.Floor(x))*2), 1)
	row := min(int((y-math.Floor(y))*4), 3)
	dots[at] |= brailleDots[col][row]
	return at
}

// blank tells whether nothing but ground is drawn at a place.
func (p *boardPainter) blank(at [2]int) bool {
	c := p.canvas
	i := at[1]*c.width + at[0]
	if at[0] < 0 || at[1] < 0 || at[0] >= c.width || i >= len(c.signs) || c.ground[i] == noGround {
		return false
	}
	sign := c.signs[i]
	return sign == ' ' || sign == p.gl.Texture || sign == p.gl.dot || sign >= braille && sign < braille+256 || p.gl.ascii() && sign == '*'
}

// Over writes a sign on the ground that is there.
func (p *boardPainter) over(at [2]int, sign rune, t tone) {
	p.canvas.put(at[0], at[1], sign, p.canvas.ground[at[1]*p.canvas.width+at[0]], t)
}

// ascii tells whether the signs keep within ASCII.
func (g *Glyphs) ascii() bool { return g.arrow < 0x80 }

// head is the sign of an arrow's point by its direction, y downward.
func (p *boardPainter) head(dx, dy float64) rune {
	heads := [...]rune{'→', '↘', '↓', '↙', '←', '↖', '↑', '↗'}
	if p.gl.ascii() {
		heads = [...]rune{'>', '\\', 'v', '/', '<', '\\', '^', '/'}
	}
	turn := int(math.Round(math.Atan2(dy, dx)/(math.Pi/4))+8) % 8
	return heads[turn]
}
