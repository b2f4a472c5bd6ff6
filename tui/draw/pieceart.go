package draw

import (
	"embed"
	"fmt"
	"strings"
	"sync"

	"rookery/chess"
)

// ArtSet is a set of pieces drawn over several signs, for cells of 6×3 and more.
type ArtSet uint8

const (
	// Carved pieces are drawn in quarter blocks, two points a column.
	Carved ArtSet = iota
	// Pixels are drawn in half blocks, which every font has.
	Pixels
	// NoArt draws a piece as one sign in cells of every size.
	NoArt
	ArtSets
)

// String is the word for a set in the settings.
func (a ArtSet) String() string {
	return [...]string{"carved", "pixels", "none"}[min(a, NoArt)]
}

// ParseArt reads the word for a set; an empty word is Carved.
func ParseArt(word string) (ArtSet, error) {
	for a := range ArtSets {
		if strings.EqualFold(word, a.String()) {
			return a, nil
		}
	}
	if word == "" {
		return Carved, nil
	}
	return Carved, fmt.Errorf("large pieces must be carved, pixels or none, not %q", word)
}

// drawing is a piece in the signs of one cell, row by row; a space shows the
// square. It is never changed.
type drawing [][]rune

// artSheet is the drawings of a set by the width of the cell. The first of a
// pair is filled, the second hollow.
type artSheet map[int]*[7][2]drawing

//go:embed art/carved.txt art/pixel.txt
var artFiles embed.FS

// ArtSheets are read when the first board that needs them is drawn.
var artSheets = [ArtSets]func() artSheet{
	Carved: sync.OnceValue(func() artSheet { return readArt("art/carved.txt", 2) }),
	Pixels: sync.OnceValue(func() artSheet { return readArt("art/pixel.txt", 1) }),
	NoArt:  func() artSheet { return nil },
}

// Piece is the drawing of a role for a cell; nil where the set has none.
func (s artSheet) piece(size CellSize, r chess.Role, hollow bool) drawing {
	roles := s[size.W]
	if roles == nil || r > chess.King {
		return nil
	}
	if hollow {
		return roles[r][1]
	}
	return roles[r][0]
}

// readArt reads a table of drawings: a heading "6x3 pawn", then the rows of
// points. wide is how many points a column has. The tables are part of the
// program, so a fault in one is a fault of the program.
func readArt(name string, wide int) artSheet {
	text, err := artFiles.ReadFile(name)
	if err != nil {
		panic(err)
	}
	sheet := make(artSheet)
	blocks := strings.Split(string(text), "\n\n")
	for _, block := range blocks[1:] { // the first is the heading of the file
		title, points, _ := strings.Cut(strings.TrimSpace(block), "\n")
		var w, h int
		var role string
		if _, err := fmt.Sscanf(title, "%dx%d %s", &w, &h, &role); err != nil {
			panic(fmt.Sprintf("%s: %q: %v", name, title, err))
		}
		rows := strings.Split(points, "\n")
		r := roleNamed(role)
		if r == chess.NoRole || len(rows) != 2*h || len(rows[0]) != wide*w {
			panic(fmt.Sprintf("%s: %q is not %d by %d points of a piece", name, title, wide*w, 2*h))
		}
		if sheet[w] == nil {
			sheet[w] = new([7][2]drawing)
		}
		sheet[w][r] = [2]drawing{blocked(rows, wide), blocked(hollowed(rows), wide)}
	}
	return sheet
}

// roleNamed finds a role by its English name.
func roleNamed(name string) chess.Role {
	for r := chess.Pawn; r <= chess.King; r++ {
		if r.String() == name {
			return r
		}
	}
	return chess.NoRole
}

// quarters are the signs of four points: upper left 1, upper right 2, lower
// left 4, lower right 8.
var quarters = [16]rune{' ', '▘', '▝', '▀', '▖', '▌', '▞', '▛', '▗', '▚', '▐', '▜', '▄', '▙', '▟', '█'}

// blocked joins points into signs, two rows of points to a row and wide points
// to a column.
func blocked(rows []string, wide int) drawing {
	d := make(drawing, len(rows)/2)
	for y := range d {
		upper, lower := rows[2*y], rows[2*y+1]
		d[y] = make([]rune, len(upper)/wide)
		for x := range d[y] {
			left, right := wide*x, wide*x+wide-1
			n := 0
			for bit, set := range [4]bool{upper[left] == '#', upper[right] == '#', lower[left] == '#', lower[right] == '#'} {
				if set {
					n |= 1 << bit
				}
			}
			d[y][x] = quarters[n]
		}
	}
	return d
}

// hollowed leaves the outline: the points that have an empty neighbour.
func hollowed(rows []string) []string {
	at := func(x, y int) bool {
		return y >= 0 && y < len(rows) && x >= 0 && x < len(rows[y]) && rows[y][x] == '#'
	}
	out := make([]string, len(rows))
	for y, row := range rows {
		line := []byte(row)
		for x := range line {
			if at(x, y) && at(x-1, y) && at(x+1, y) && at(x, y-1) && at(x, y+1) {
				line[x] = '.'
			}
		}
		out[y] = string(line)
	}
	return out
}
