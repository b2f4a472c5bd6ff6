package draw

import (
	"embed"
	"fmt"
	"rookery/tui/lang"
	"strings"
	"sync"

	"rookery/chess"
)

// ArtSet is the way in which pieces are drawn over several signs.
type ArtSet uint8

const (
	// AutoArt leaves the choice to what suits the terminal.
	AutoArt ArtSet = iota
	// Sextants have two points a column and three a row; few terminals draw them well.
	Sextants
	// Quadrants have two points a column and two a row.
	Quadrants
	// HalfBlocks are in every font, and too coarse for cells smaller than 6×3.
	HalfBlocks
	// NoArt draws a piece as one sign in cells of every size.
	NoArt
	ArtSets
)

// artWords are those of the settings and the command line; olderArtWords are read too.
var (
	artWords      = [ArtSets]string{"auto", "sextants", "quadrants", "halfblocks", "glyphs"}
	olderArtWords = map[string]ArtSet{"": AutoArt, "carved": Quadrants, "pixels": HalfBlocks, "none": NoArt}
)

// String is the word for a set in the settings.
func (a ArtSet) String() string { return artWords[a%ArtSets] }

// ParseArt reads the word for a set; an empty word is AutoArt.
func ParseArt(word string) (ArtSet, error) {
	for a, w := range artWords {
		if strings.EqualFold(word, w) {
			return ArtSet(a), nil
		}
	}
	if a, ok := olderArtWords[strings.ToLower(word)]; ok {
		return a, nil
	}
	return AutoArt, fmt.Errorf("pieces must be drawn in %s, not %q", lang.Name(strings.Join(artWords[:], ", ")), word)
}

// drawing is a piece in the signs of one cell, row by row. It is never changed.
type drawing [][]artSign

// artSign is a part of a drawing; a space that is no detail shows the square.
type artSign struct {
	sign   rune
	detail bool // what the sign leaves free is a line within the piece
}

// artSheet is the drawings of a set by the width of the cell. The first of a
// pair is filled, the second hollow.
type artSheet map[int]*[7][2]drawing

//go:embed art/*.txt
var artFiles embed.FS

// ArtSheets are read when the first board that needs them is drawn.
var artSheets = [ArtSets]func() artSheet{
	AutoArt:    func() artSheet { return nil },
	Sextants:   sync.OnceValue(func() artSheet { return readArt("art/sextants.txt", 2, 3) }),
	Quadrants:  sync.OnceValue(func() artSheet { return readArt("art/quadrants.txt", 2, 2) }),
	HalfBlocks: sync.OnceValue(func() artSheet { return readArt("art/halfblocks.txt", 1, 2) }),
	NoArt:      func() artSheet { return nil },
}

// bigCell is the width from which on a cell is large: pieces are drawn over it
// whatever signs the settings ask for.
const bigCell = 6

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
// points. A sign has wide times high points. The tables are part of the
// program, so a fault in one is a fault of the program.
func readArt(name string, wide, high int) artSheet {
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
		if r == chess.NoRole || len(rows) != high*h || len(rows[0]) != wide*w {
			panic(fmt.Sprintf("%s: %q is not %d by %d points of a piece", name, title, wide*w, high*h))
		}
		if sheet[w] == nil {
			sheet[w] = new([7][2]drawing)
		}
		sheet[w][r] = [2]drawing{blocked(rows, wide, high), blocked(hollowed(rows), wide, high)}
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

// sixth is the sign of six points, counted as those of quarters. The block of sextants
// leaves out the four signs that were there before.
func sixth(points int) rune {
	switch points {
	case 0:
		return ' '
	case 0b010101:
		return '▌'
	case 0b101010:
		return '▐'
	case 0b111111:
		return '█'
	}
	sign := 0x1fb00 + rune(points) - 1
	if points > 0b010101 {
		sign--
	}
	if points > 0b101010 {
		sign--
	}
	return sign
}

// blocked joins points into signs of wide times high points. With one point a
// column that point is both the left and the right one.
func blocked(rows []string, wide, high int) drawing {
	d := make(drawing, len(rows)/high)
	for y := range d {
		d[y] = make([]artSign, len(rows[0])/wide)
		for x := range d[y] {
			n, square := 0, false
			for dy := range high {
				row := rows[high*y+dy]
				for side, at := range [2]int{wide * x, wide*x + wide - 1} {
					if row[at] == '#' {
						n |= 1 << (2*dy + side)
					}
					square = square || row[at] == '.'
				}
			}
			s := artSign{detail: !square && n != 1<<(2*high)-1}
			if high == 3 {
				s.sign = sixth(n)
			} else {
				s.sign = quarters[n]
			}
			d[y][x] = s
		}
	}
	return d
}

// hollowed leaves the outline: the points that have an empty neighbour.
func hollowed(rows []string) []string {
	at := func(x, y int) bool {
		return y >= 0 && y < len(rows) && x >= 0 && x < len(rows[y]) && rows[y][x] != '.'
	}
	out := make([]string, len(rows))
	for y, row := range rows {
		line := []byte(row)
		for x := range line {
			switch {
			case at(x, y) && at(x-1, y) && at(x+1, y) && at(x, y-1) && at(x, y+1):
				line[x] = '.'
			case at(x, y):
				line[x] = '#'
			}
		}
		out[y] = string(line)
	}
	return out
}
