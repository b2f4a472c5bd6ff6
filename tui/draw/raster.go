package draw

import (
	"image"
	"image/color"
	"math"
	"strconv"

	"rookery/chess"
)

// imageGround is what lies around a board that fills no rectangle, and under pockets.
var imageGround = color.NRGBA{0x59, 0x5f, 0x68, 0xff}

// Image is the picture in points, for those who show no SVG: as large as fits into a square of side
// points. It has no names of squares.
func (d *Diagram) Image(side int) *image.NRGBA {
	width, height := d.size()
	top := 0.0
	if d.pocketed() {
		top = svgPocket + 8
	}
	cell := int(svgCell * float64(side) / max(width, height+2*top)) // whole points, so that nothing is blurred
	at := func(v float64) int { return int(v * float64(cell) / svgCell) }
	p := raster{image.NewNRGBA(image.Rect(0, 0, at(width), at(height+2*top))), make(map[pieceSize]*image.NRGBA)}
	for i := 0; i < len(p.to.Pix); i += 4 {
		copy(p.to.Pix[i:], []byte{imageGround.R, imageGround.G, imageGround.B, imageGround.A})
	}
	hex := hexagonal(d.Layout)
	tiles := make(map[color.NRGBA]*image.NRGBA)
	for i := range d.Layout.Cells {
		x, y := d.corner(i)
		left, up := at(x), at(y+top)
		tone, _ := d.ground(i)
		fill := rgb(tone)
		switch {
		case !hex:
			p.fill(image.Rect(left, up, left+cell, up+cell), fill)
		case tiles[fill] == nil:
			tiles[fill] = hexagonTile(cell, fill)
			fallthrough
		default:
			tile := tiles[fill]
			p.over(left-(tile.Rect.Dx()-cell)/2, up, tile)
		}
		if d.checked(i) {
			p.over(left, up, outline(cell, circle(svgHalf, svgHalf, 46), 8, rgb(svgCheck)))
		}
		if is := d.cell(i); is.Piece != 0 {
			role := is.Piece.Role()
			if is.Look != chess.NoRole {
				role = is.Look
			}
			if role > chess.King {
				continue
			}
			size := cell
			if hex {
				size = int(hexPiece * float64(cell))
			}
			p.piece(left+(cell-size)/2, up+(cell-size)/2, size, chess.PieceOf(is.Piece.Color(), role))
			if is.Count > 0 {
				p.number(left+cell*64/100, up+cell*64/100, cell*34/100, int(is.Count))
			}
		}
	}
	for _, c := range []chess.Color{chess.White, chess.Black} {
		x, y := at(4), at(height+top+8)
		if (c == chess.Black) != d.Flip {
			y = 0
		}
		for r := chess.Pawn; r <= chess.King; r++ {
			if n := d.View.Pockets[c][r]; n > 0 {
				p.piece(x, y, at(svgPocket), chess.PieceOf(c, r))
				p.number(x+at(svgPocket-8), y+at(svgPocket-34), at(34), int(n))
				x += at(svgPocket + 30)
			}
		}
	}
	return p.to
}

// raster is a picture that is being drawn. The pieces are drawn once for each size.
type raster struct {
	to     *image.NRGBA
	pieces map[pieceSize]*image.NRGBA
}

type pieceSize struct {
	piece chess.Piece
	side  int
}

func (c raster) piece(x, y, side int, p chess.Piece) {
	key := pieceSize{p, side}
	if c.pieces[key] == nil {
		c.pieces[key] = drawPiece(p, side, side)
	}
	c.over(x, y, c.pieces[key])
}

func (c raster) fill(r image.Rectangle, tone color.NRGBA) {
	r = r.Intersect(c.to.Rect)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			c.to.SetNRGBA(x, y, tone)
		}
	}
}

// over lays a picture over the raster, which lets nothing through.
func (c raster) over(x, y int, m *image.NRGBA) {
	for j := range m.Rect.Dy() {
		for i := range m.Rect.Dx() {
			n := m.NRGBAAt(i, j)
			if n.A == 0 || !(image.Point{x + i, y + j}).In(c.to.Rect) {
				continue
			}
			o := c.to.NRGBAAt(x+i, y+j)
			mix := func(n, o, a uint8) uint8 { return uint8((int(n)*int(a) + int(o)*(255-int(a)) + 127) / 255) }
			c.to.SetNRGBA(x+i, y+j, color.NRGBA{mix(n.R, o.R, n.A), mix(n.G, o.G, n.A), mix(n.B, o.B, n.A), 0xff})
		}
	}
}

// digits are drawn by strokes, on a field one wide and two high.
var digits = [10][]point{
	{{0, 0}, {1, 0}, {1, 2}, {0, 2}, {0, 0}}, {{0.2, 0.4}, {0.6, 0}, {0.6, 2}}, {{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 2}, {1, 2}},
	{{0, 0}, {1, 0}, {0.4, 0.9}, {1, 1.1}, {1, 2}, {0, 2}}, {{0.8, 2}, {0.8, 0}, {0, 1.3}, {1, 1.3}}, {{1, 0}, {0, 0}, {0, 1}, {1, 1}, {1, 2}, {0, 2}},
	{{1, 0}, {0, 0}, {0, 2}, {1, 2}, {1, 1}, {0, 1}}, {{0, 0}, {1, 0}, {0.4, 2}}, {{0, 1}, {0, 0}, {1, 0}, {1, 2}, {0, 2}, {0, 1}, {1, 1}}, {{1, 1}, {0, 1}, {0, 0}, {1, 0}, {1, 2}, {0, 2}},
}

// number writes a number in white on a blue disc, as the SVG does.
func (c raster) number(x, y, side, n int) {
	c.over(x, y, disc(side, color.NRGBA{0x1f, 0x3a, 0x5f, 0xff}))
	text := strconv.Itoa(n)
	for i, r := range text {
		var points []point
		left := svgHalf - 13*float64(2*len(text)-1)/2*1.2 + float64(i)*31
		for _, q := range digits[r-'0'] {
			points = append(points, point{left + 26*q.x*0.8, 28 + 22*q.y})
		}
		c.over(x, y, outline(side, points, 9, color.NRGBA{0xff, 0xfe, 0xfa, 0xff}))
	}
}

// tile draws on a field of so many points, at samples points in each direction.
func tile(width, height int, tone color.NRGBA, draw func(field []uint8, w int)) *image.NRGBA {
	w := width * samples
	field := make([]uint8, w*height*samples)
	draw(field, w)
	out := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			n := 0
			for dy := range samples {
				for dx := range samples {
					n += int(field[(y*samples+dy)*w+x*samples+dx])
				}
			}
			tone.A = uint8(n * 255 / (samples * samples))
			out.SetNRGBA(x, y, tone)
		}
	}
	return out
}

// scaled are points of a field of 100 at the samples of a tile.
func scaled(points []point, side int) []point {
	by := float64(side*samples) / fieldSide
	out := make([]point, len(points))
	for i, p := range points {
		out[i] = point{p.x * by, p.y * by}
	}
	return out
}

func outline(side int, points []point, width float64, tone color.NRGBA) *image.NRGBA {
	return tile(side, side, tone, func(field []uint8, w int) {
		strokePath(field, w, scaled(points, side), width/2*float64(side*samples)/fieldSide, 1)
	})
}

func disc(side int, tone color.NRGBA) *image.NRGBA {
	return tile(side, side, tone, func(field []uint8, w int) { fillPath(field, w, scaled(circle(svgHalf, svgHalf, svgHalf), side), 1) })
}

// circle is a path around a point.
func circle(x, y, radius float64) []point {
	const corners = 48
	points := make([]point, corners+1)
	for i := range points {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / corners)
		points[i] = point{x + radius*cos, y + radius*sin}
	}
	return points
}

// hexagonTile is a cell of a hexagonal board, as high as a square one and wider.
func hexagonTile(cell int, tone color.NRGBA) *image.NRGBA {
	wide := cell + 2*int(math.Ceil(float64(cell)*(2/math.Sqrt(3)-1)/2))
	return tile(wide, cell, tone, func(field []uint8, w int) {
		points := scaled(hexagonCorners(0, 0), cell)
		for i := range points {
			points[i].x += float64((wide - cell) / 2 * samples)
		}
		fillPath(field, w, points, 1)
	})
}

// rgb reads a colour of the SVG.
func rgb(text string) color.NRGBA {
	n, _ := strconv.ParseUint(text[1:], 16, 32)
	return color.NRGBA{uint8(n >> 16), uint8(n >> 8), uint8(n), 0xff}
}
