package draw

import (
	"fmt"
	"html"
	"image/color"
	"math"
	"slices"
	"strconv"
	"strings"

	"rookery/chess"
)

// Diagram is a position as a picture in SVG, for pages and files. Like RenderBoard it
// knows no rules and no 8×8.
type Diagram struct {
	View   chess.View
	Layout *chess.Layout
	Flip   bool
	// Marked are squares of another ground: those of the last move.
	Marked []chess.Square
	// Title names the picture for those who do not see it, and Description says what it
	// shows; both may be empty.
	Title, Description string
}

// Sizes in the units of a picture: a cell of a square board is as wide as the field on which
// pieces are drawn.
const (
	svgCell    = fieldSide
	svgHalf    = svgCell / 2
	svgPocket  = 64.0 // of a piece in a pocket
	svgOutline = 4.0
	hexPiece   = 0.86 // of a piece in a hexagonal cell
)

// svgSquares are the grounds of cells: from dark to light, and the same of marked ones.
var svgSquares = [2][3]string{{"#7d8f69", "#a5b291", "#dfe3cf"}, {"#a99a3f", "#c4b75c", "#e0d67f"}}

const (
	svgFog     = "#3a3e46"
	svgFogSign = "#6b717c"
	svgCheck   = "#c0392b"
)

// hexagonal tells whether cells stand half a cell apart in neighbouring columns.
func hexagonal(l *chess.Layout) bool {
	return slices.ContainsFunc(l.Cells, func(p chess.Place) bool { return p.Y%2 != l.Cells[0].Y%2 })
}

// corner is the upper left corner of a cell's field, and size how large a piece on it is.
func (d *Diagram) corner(i int) (x, y float64) {
	p := d.Layout.Cells[i]
	if d.Flip {
		p.X, p.Y = d.Layout.Width-2-p.X, d.Layout.Height-2-p.Y
	}
	if !hexagonal(d.Layout) {
		return float64(p.X) * svgHalf, float64(p.Y) * svgHalf
	}
	// A hexagon as high as a square cell is wider, and the columns stand closer.
	wide := svgCell * 2 / math.Sqrt(3)
	return float64(p.X)/2*wide*3/4 + (wide-svgCell)/2, float64(p.Y) * svgHalf
}

// size of the board, without pockets.
func (d *Diagram) size() (width, height float64) {
	if !hexagonal(d.Layout) {
		return float64(d.Layout.Width) * svgHalf, float64(d.Layout.Height) * svgHalf
	}
	wide := svgCell * 2 / math.Sqrt(3)
	return float64(d.Layout.Width/2-1)*wide*3/4 + wide, float64(d.Layout.Height) * svgHalf
}

// SVG is the whole picture. It holds no script, no style sheet and no address.
func (d *Diagram) SVG() string {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" class="board" viewBox="%s" role="img" font-family="sans-serif">`, d.ViewBox())
	if d.Title != "" {
		fmt.Fprintf(&b, "<title>%s</title>", html.EscapeString(d.Title))
	}
	if d.Description != "" {
		fmt.Fprintf(&b, `<desc>%s</desc>`, html.EscapeString(d.Description))
	}
	b.WriteString(svgPieces())
	b.WriteString(`<g class="position">`)
	for _, part := range d.Parts() {
		b.WriteString("<g>" + part + "</g>")
	}
	b.WriteString("</g></svg>")
	return b.String()
}

// ViewBox is the attribute of that name: pockets that are not empty need room.
func (d *Diagram) ViewBox() string {
	width, height := d.size()
	top := 0.0
	if d.pocketed() {
		top = svgPocket + 8
	}
	return fmt.Sprintf("0 %s %s %s", coordinate(-top), coordinate(width), coordinate(height+2*top))
}

// Parts are what changes with the position: each cell, and the pockets at the end. The group "position" of the
// picture has a group for each, so that a page may put another part into its place.
func (d *Diagram) Parts() []string {
	parts := make([]string, 0, len(d.Layout.Cells)+1)
	hex := hexagonal(d.Layout)
	names := innerLabels(d.Layout, d.Flip)
	for i := range d.Layout.Cells {
		var b strings.Builder
		sq := chess.Square(i)
		x, y := d.corner(i)
		cell := d.cell(i)
		fill, ink := d.ground(i)
		if hex {
			b.WriteString(`<path d="` + hexagonAt(x, y) + `"`)
		} else {
			fmt.Fprintf(&b, `<rect x="%s" y="%s" width="100" height="100"`, coordinate(x), coordinate(y))
		}
		fmt.Fprintf(&b, ` fill="%s"/>`, fill)
		if d.checked(i) {
			fmt.Fprintf(&b, `<circle cx="%s" cy="%s" r="46" fill="none" stroke="%s" stroke-width="8"/>`, coordinate(x+svgHalf), coordinate(y+svgHalf), svgCheck)
		}
		if name, ok := names[sq]; ok {
			d.label(&b, x, y, hex, ink, name)
		}
		if cell.Piece != 0 {
			d.piece(&b, x, y, hex, cell)
		}
		parts = append(parts, b.String())
	}
	var b strings.Builder
	d.pockets(&b)
	return append(parts, b.String())
}

// ground is the colour of a cell, and that of what is written on it.
func (d *Diagram) ground(i int) (fill, ink string) {
	marked := 0
	if slices.Contains(d.Marked, chess.Square(i)) {
		marked = 1
	}
	shade := int(d.Layout.Cells[i].Shade)
	if shade == 1 && !slices.ContainsFunc(d.Layout.Cells, func(p chess.Place) bool { return p.Shade > 1 }) {
		shade = 2
	}
	fill, ink = svgSquares[marked][min(shade, 2)], svgSquares[marked][2-min(shade, 2)]
	if shade == 1 {
		ink = "#3d4733"
	}
	if d.cell(i).Hidden {
		fill, ink = svgFog, svgFogSign
	}
	return fill, ink
}

func (d *Diagram) checked(i int) bool { return slices.Contains(d.View.Checked, chess.Square(i)) }

// cell is what stands on a square; a view may hold fewer cells than the board.
func (d *Diagram) cell(i int) chess.Cell {
	if i < len(d.View.Cells) {
		return d.View.Cells[i]
	}
	return chess.Cell{}
}

// label writes the name of a rank and of a file into the corners of a cell.
func (d *Diagram) label(b *strings.Builder, x, y float64, hex bool, ink string, name [2]string) {
	at := [2][2]float64{{6, 22}, {94, 94}}
	if hex {
		at = [2][2]float64{{5, 40}, {82, 95}}
	}
	for i, text := range name {
		if text == "" {
			continue
		}
		anchor := [2]string{"start", "end"}[i]
		fmt.Fprintf(b, `<text x="%s" y="%s" font-size="20" text-anchor="%s" fill="%s">%s</text>`,
			coordinate(x+at[i][0]), coordinate(y+at[i][1]), anchor, ink, html.EscapeString(text))
	}
}

// piece draws what stands on a cell, with the height of a tower.
func (d *Diagram) piece(b *strings.Builder, x, y float64, hex bool, cell chess.Cell) {
	role := cell.Piece.Role()
	if cell.Look != chess.NoRole {
		role = cell.Look
	}
	if role > chess.King {
		return
	}
	scale, shift := 1.0, 0.0
	if hex {
		scale, shift = hexPiece, svgCell*(1-hexPiece)/2
	}
	use(b, x+shift, y+shift, scale, cell.Piece.Color(), role)
	if cell.Count > 0 {
		fmt.Fprintf(b, `<circle cx="%s" cy="%s" r="17" fill="#1f3a5f" stroke="#fffefa" stroke-width="3"/>`+
			`<text x="%s" y="%s" font-size="24" font-weight="bold" text-anchor="middle" fill="#fffefa">%d</text>`,
			coordinate(x+81), coordinate(y+81), coordinate(x+81), coordinate(y+89.5), cell.Count)
	}
}

// use places the drawing of a piece.
func use(b *strings.Builder, x, y, scale float64, c chess.Color, r chess.Role) {
	if scale == 1 {
		fmt.Fprintf(b, `<use href="#%s" x="%s" y="%s"/>`, pieceID(c, r), coordinate(x), coordinate(y))
		return
	}
	fmt.Fprintf(b, `<use href="#%s" transform="translate(%s %s) scale(%s)"/>`, pieceID(c, r), coordinate(x), coordinate(y), coordinate(scale))
}

// pocketed tells whether anything is in a pocket.
func (d *Diagram) pocketed() bool {
	return d.View.Pockets != [2]chess.RoleCounts{}
}

// pockets draws what can be dropped: the upper player's above the board, the lower one's below.
func (d *Diagram) pockets(b *strings.Builder) {
	if !d.pocketed() {
		return
	}
	_, height := d.size()
	for _, c := range []chess.Color{chess.White, chess.Black} {
		x, y := 4.0, height+8
		if (c == chess.Black) != d.Flip {
			y = -svgPocket - 8
		}
		for r := chess.Pawn; r <= chess.King; r++ {
			n := d.View.Pockets[c][r]
			if n == 0 {
				continue
			}
			use(b, x, y, svgPocket/svgCell, c, r)
			fmt.Fprintf(b, `<text x="%s" y="%s" font-size="26" font-weight="bold" fill="#7d8f69">%d</text>`, coordinate(x+svgPocket-4), coordinate(y+svgPocket-6), n)
			x += svgPocket + 30
		}
	}
}

// hexagonAt is the path of a cell around the field of a piece.
func hexagonAt(x, y float64) string {
	var b strings.Builder
	for i, p := range hexagonCorners(x, y) {
		b.WriteString([]string{"M", "L"}[min(i, 1)])
		b.WriteString(coordinate(p.x) + " " + coordinate(p.y))
	}
	return b.String() + "Z"
}

func hexagonCorners(x, y float64) []point {
	side := svgCell / math.Sqrt(3)
	x, y = x+svgHalf, y+svgHalf
	return []point{{x - side, y}, {x - side/2, y - svgHalf}, {x + side/2, y - svgHalf}, {x + side, y}, {x + side/2, y + svgHalf}, {x - side/2, y + svgHalf}}
}

// svgPieces are the drawings of all pieces, to be placed by use.
func svgPieces() string {
	var b strings.Builder
	b.WriteString(`<defs>`)
	for c, tones := range pictureColors {
		for r, parts := range shapes() {
			if len(parts) == 0 {
				continue
			}
			fmt.Fprintf(&b, `<g id="%s" stroke-linejoin="round" stroke-linecap="round">`, pieceID(chess.Color(c), chess.Role(r)))
			for _, s := range parts {
				fill, stroke, width := hexColor(tones[0]), hexColor(tones[1]), svgOutline
				if s.line {
					fill, stroke, width = "none", hexColor(tones[2]), lineW
				}
				fmt.Fprintf(&b, `<path d="%s" fill="%s" stroke="%s" stroke-width="%s"/>`, s.path, fill, stroke, coordinate(width))
			}
			b.WriteString("</g>")
		}
	}
	return b.String() + `</defs>`
}

func hexColor(c color.NRGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// pieceID names the drawing of a piece within a picture: "wP".
func pieceID(c chess.Color, r chess.Role) string {
	return string("wb"[c&1]) + string(".PNBRQK"[r])
}

// coordinate writes a number with at most two digits behind the point.
func coordinate(v float64) string {
	return strconv.FormatFloat(math.Round(v*100)/100, 'f', -1, 64)
}
