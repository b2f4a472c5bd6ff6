package draw

import (
	"fmt"
	"math"
	"strings"
)

// GraphPoint is who stood better after so many half-moves.
type GraphPoint struct {
	Share float64 // White's
	Known bool
}

// graphColumns is how many columns one half-move has in a graph of width
// columns, and how many half-moves stand in one column; one of them is 1.
func graphColumns(points, width int) (each, step int) {
	if points <= width {
		return max(1, min(width/max(points, 1), 4)), 1
	}
	return 1, (points + width - 1) / width
}

// RenderGraph draws White's share over the course of a game as an area, height
// rows of width columns, with a line where both have half, and under it a row of
// marks: a question mark where the game turned, and the position at.
func RenderGraph(th *Theme, gl *Glyphs, points []GraphPoint, turns map[int]bool, at, width, height int) []string {
	each, step := graphColumns(len(points), width)
	rows := make([]string, 0, height+1)
	column := func(x int) int { return x / each * step }
	last := (len(points)-1)/step*each + each
	for y := range height {
		from := height - 1 - y // from below
		row := ""
		for x := range min(width, last) {
			row += graphCell(th, gl, points, column(x), step, from, height, at)
		}
		rows = append(rows, row)
	}
	marks := ""
	for x := range min(width, last) {
		p := column(x)
		switch {
		case x%each != 0:
			marks += " "
		case p <= at && at < p+step:
			marks += th.Accent.Render(pick(gl.ascii(), "^", "▴"))
		case anyTurn(turns, p, step):
			marks += th.Error.Render("?")
		default:
			marks += " "
		}
	}
	return append(rows, marks)
}

// graphCell is one cell of the area of a graph.
func graphCell(th *Theme, gl *Glyphs, points []GraphPoint, p, step, from, height, at int) string {
	point := points[min(p, len(points)-1)]
	for i := p; i < min(p+step, len(points)); i++ {
		if points[i].Known {
			point = points[i]
		}
	}
	here := p <= at && at < p+step
	part := 0
	if point.Known {
		part = max(0, min(int(math.Round(point.Share*float64(height*8)))-8*from, 8))
	}
	sign, style := Eighths[part], th.Bold
	switch {
	case gl.ascii() && part >= 4:
		sign = '#'
	case part == 0 && from == height/2:
		sign, style = gl.Rule, th.Border
	case part == 0 || gl.ascii():
		sign, style = ' ', th.Faint
		if point.Known {
			sign = '░'
			if gl.ascii() {
				sign = '.'
			}
		}
	}
	if here {
		style = th.Accent
	}
	return style.Render(string(sign))
}

func anyTurn(turns map[int]bool, p, step int) bool {
	for i := p; i < p+step; i++ {
		if turns[i] {
			return true
		}
	}
	return false
}

// pick chooses one of two.
func pick[T any](first bool, a, b T) T {
	if first {
		return a
	}
	return b
}

// PlyAt is the half-move at a column of a graph.
func PlyAt(points, width, x int) int {
	each, step := graphColumns(points, width)
	return max(0, min(x/each*step, points-1))
}

// RenderCurve draws values over time as a line of dots in height rows of width columns, with
// the highest and the lowest value before it. Of more values than columns, each column shows the
// last of its share.
func RenderCurve(th *Theme, gl *Glyphs, values []int, width, height int) []string {
	if len(values) == 0 || width < 10 || height < 2 {
		return nil
	}
	const label = 6
	columns := min(width-label, len(values))
	low, high := values[0], values[0]
	shown := make([]int, columns)
	for x := range shown {
		shown[x] = values[(x+1)*len(values)/columns-1]
		low, high = min(low, shown[x]), max(high, shown[x])
	}
	dot := pick(gl.ascii(), '*', '•')
	rows := make([]string, height)
	for y := range rows {
		text := strings.Repeat(" ", label-1)
		switch y {
		case 0:
			text = fmt.Sprintf("%*d", label-1, high)
		case height - 1:
			text = fmt.Sprintf("%*d", label-1, low)
		}
		line := []rune(strings.Repeat(" ", columns))
		for x, v := range shown {
			at := height - 1
			if high > low {
				at = (high - v) * (height - 1) / (high - low)
			}
			if at == y {
				line[x] = dot
			}
		}
		rows[y] = th.Faint.Render(text+" ") + th.Accent.Render(string(line))
	}
	return rows
}
