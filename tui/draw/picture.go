package draw

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"strconv"
	"strings"
	"sync"

	"rookery/chess"
	"rookery/tui/delta"
)

// shape is a part of a piece on the field of art/shapes.txt: a polygon that is filled
// and has an outline, or an open line.
type shape struct {
	path   string // as it stands in the file
	points []point
	line   bool
}

type point struct{ x, y float64 }

// shapes are those of the pieces by role, read when the first picture is drawn.
var shapes = sync.OnceValue(func() (all [7][]shape) {
	const name = "art/shapes.txt"
	text, err := artFiles.ReadFile(name)
	if err != nil {
		panic(err)
	}
	for _, block := range strings.Split(strings.TrimSpace(string(text)), "\n\n")[1:] {
		rows := strings.Split(block, "\n")
		r := roleNamed(rows[0])
		for _, row := range rows[1:] {
			kind, path, _ := strings.Cut(row, " ")
			points, ok := readPath(path)
			if !ok || r == chess.NoRole || kind != "shape" && kind != "line" {
				panic(fmt.Sprintf("%s: %s: %q is no shape", name, rows[0], row))
			}
			all[r] = append(all[r], shape{path, points, kind == "line"})
		}
	}
	return all
})

// curveSteps is how many straight parts a curve is drawn in.
const curveSteps = 16

// readPath reads a path of SVG with absolute coordinates as the points of a polygon;
// false where it is none.
func readPath(path string) (points []point, ok bool) {
	words := strings.Fields(path)
	ok = true
	number := func() (v float64) {
		if len(words) == 0 {
			ok = false
			return 0
		}
		v, err := strconv.ParseFloat(words[0], 64)
		ok = ok && err == nil
		words = words[1:]
		return v
	}
	next := func() point { x := number(); return point{x, number()} }
	for len(words) > 0 && ok {
		command := words[0]
		words = words[1:]
		if len(points) == 0 && command != "M" {
			return nil, false
		}
		switch command {
		case "M", "L":
			points = append(points, next())
		case "C", "Q":
			p0, p1, p2 := points[len(points)-1], next(), next()
			p3 := p2
			if command == "C" {
				p3 = next()
			} else { // the same curve with two points to be drawn by
				p1, p2 = point{(p0.x + 2*p1.x) / 3, (p0.y + 2*p1.y) / 3}, point{(p2.x + 2*p1.x) / 3, (p2.y + 2*p1.y) / 3}
			}
			for i := 1; i <= curveSteps; i++ {
				t := float64(i) / curveSteps
				u := 1 - t
				a, b, c, d := u*u*u, 3*u*u*t, 3*u*t*t, t*t*t
				points = append(points, point{a*p0.x + b*p1.x + c*p2.x + d*p3.x, a*p0.y + b*p1.y + c*p2.y + d*p3.y})
			}
		case "Z":
			points = append(points, points[0])
		default:
			return nil, false
		}
	}
	return points, ok
}

// pictureColors are the colours of a drawn piece: within, its outline, lines within.
var pictureColors = [2][3]color.NRGBA{
	chess.White: {{0xff, 0xfe, 0xfa, 0xff}, {0x23, 0x1f, 0x1c, 0xff}, {0x23, 0x1f, 0x1c, 0xff}},
	chess.Black: {{0x2a, 0x28, 0x27, 0xff}, {0x08, 0x07, 0x07, 0xff}, {0xcf, 0xcb, 0xc6, 0xff}},
}

// Samples a pixel in each direction, and widths on the field.
const (
	samples    = 4
	outlineW   = 5.0
	lineW      = 4.0
	fieldSide  = 100.0
	fieldShare = 0.96 // of the cell's shorter side
)

// DrawPiece draws a piece in the middle of a picture of so many pixels, which is clear
// elsewhere.
func drawPiece(p chess.Piece, width, height int) *image.NRGBA {
	w, h := width*samples, height*samples
	scale := fieldShare * float64(min(w, h)) / fieldSide
	left, top := (float64(w)-scale*fieldSide)/2, (float64(h)-scale*fieldSide)/2
	field := make([]uint8, w*h) // 0 clear, else one more than a place in pictureColors
	for _, s := range shapes()[p.Role()] {
		points := make([]point, len(s.points))
		for i, q := range s.points {
			points[i] = point{left + scale*q.x, top + scale*q.y}
		}
		if s.line {
			strokePath(field, w, points, scale*lineW/2, 3)
			continue
		}
		fillPath(field, w, points, 1)
		strokePath(field, w, points, max(scale*outlineW/2, samples*0.55), 2)
	}
	out := image.NewNRGBA(image.Rect(0, 0, width, height))
	tones := pictureColors[p.Color()]
	for y := range height {
		for x := range width {
			var sum [4]int
			for dy := range samples {
				for dx := range samples {
					if k := field[(y*samples+dy)*w+x*samples+dx]; k > 0 {
						c := tones[k-1]
						sum[0], sum[1], sum[2], sum[3] = sum[0]+int(c.R), sum[1]+int(c.G), sum[2]+int(c.B), sum[3]+1
					}
				}
			}
			if n := sum[3]; n > 0 {
				out.SetNRGBA(x, y, color.NRGBA{uint8(sum[0] / n), uint8(sum[1] / n), uint8(sum[2] / n), uint8(n * 255 / (samples * samples))})
			}
		}
	}
	return out
}

// fillPath marks the samples within a polygon, row by row between its edges.
func fillPath(field []uint8, w int, points []point, mark uint8) {
	h := len(field) / w
	for y := range h {
		at := float64(y) + 0.5
		var cuts []float64
		for i := range points {
			a, b := points[i], points[(i+1)%len(points)]
			if (a.y <= at) != (b.y <= at) {
				cuts = append(cuts, a.x+(at-a.y)*(b.x-a.x)/(b.y-a.y))
			}
		}
		for x := range w {
			inside := false
			for _, cut := range cuts {
				inside = inside != (cut < float64(x)+0.5)
			}
			if inside {
				field[y*w+x] = mark
			}
		}
	}
}

// strokePath marks the samples that are nearer to a path than reach.
func strokePath(field []uint8, w int, points []point, reach float64, mark uint8) {
	h := len(field) / w
	for i := 1; i < len(points); i++ {
		a, b := points[i-1], points[i]
		dx, dy := b.x-a.x, b.y-a.y
		length := dx*dx + dy*dy
		for y := max(int(min(a.y, b.y)-reach), 0); y < min(int(max(a.y, b.y)+reach)+2, h); y++ {
			for x := max(int(min(a.x, b.x)-reach), 0); x < min(int(max(a.x, b.x)+reach)+2, w); x++ {
				px, py := float64(x)+0.5-a.x, float64(y)+0.5-a.y
				t := 0.0
				if length > 0 {
					t = min(max((px*dx+py*dy)/length, 0), 1)
				}
				if math.Hypot(px-t*dx, py-t*dy) <= reach {
					field[y*w+x] = mark
				}
			}
		}
	}
}

// pictureSizes are the cells that hold pictures; the place of one is part of the number
// of a picture.
var pictureSizes = CellSizes[:len(CellSizes)-1]

// pictureOf is the number of the picture of a piece over a cell; 0 for none.
func pictureOf(p chess.Piece, r chess.Role, size CellSize) int {
	if r < chess.Pawn || r > chess.King {
		return 0
	}
	for i, s := range pictureSizes {
		if s.W == size.W && s.H == size.H {
			return 1 + (i*2+int(p.Color()))*6 + int(r-chess.Pawn)
		}
	}
	return 0
}

// Pictures are the pieces as delta.Screen shows them.
type Pictures struct{}

// Cells implements delta.Pictures.
func (Pictures) Cells(number int) (cols, rows int) {
	if number < 1 || number > 12*len(pictureSizes) {
		return 0, 0
	}
	size := pictureSizes[(number-1)/12]
	return size.W, size.H
}

// Draw implements delta.Pictures.
func (Pictures) Draw(number, width, height int) *image.NRGBA {
	n := (number - 1) % 12
	return drawPiece(chess.PieceOf(chess.Color(n/6), chess.Pawn+chess.Role(n%6)), width, height)
}

var _ delta.Pictures = Pictures{}
