package load

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// glass is a terminal as far as tui/delta writes to one: signs of one column,
// places, erasing, and the marks of a whole frame. What it does not know it
// passes over.
type glass struct {
	cells [][]rune // by row
	x, y  int
	rest  []byte // the beginning of something that has not come whole
	size  int    // bytes since the last frame
	frame func(size int)
}

// newGlass makes an empty one. frame is called at the end of each frame with the
// bytes it took.
func newGlass(cols, rows int, frame func(size int)) *glass {
	g := &glass{cells: make([][]rune, rows), frame: frame}
	for y := range g.cells {
		g.cells[y] = []rune(strings.Repeat(" ", cols))
	}
	return g
}

// write takes what the server sent.
func (g *glass) write(p []byte) {
	b := p
	if len(g.rest) > 0 {
		b = append(g.rest, p...)
	}
	for len(b) > 0 {
		n := g.next(b)
		if n == 0 {
			break
		}
		g.size += n
		if bytes.Equal(b[:n], frameEnd) {
			g.frame(g.size)
			g.size = 0
		}
		b = b[n:]
	}
	g.rest = bytes.Clone(b)
}

// frameEnd ends a synchronized update.
var frameEnd = []byte("\x1b[?2026l")

// next carries out what stands first and tells how long it is; 0 when it is not
// whole yet.
func (g *glass) next(b []byte) int {
	switch {
	case b[0] == '\x1b' && len(b) == 1:
		return 0
	case b[0] == '\x1b' && b[1] == '[':
		for i, c := range b[2:] {
			if c >= '@' && c <= '~' {
				g.obey(string(b[2:2+i]), c)
				return i + 3
			}
		}
		return 0
	case b[0] == '\x1b' && b[1] == ']':
		for i, c := range b[2:] {
			if c == '\a' || c == '\\' && b[1+i] == '\x1b' {
				return i + 3
			}
		}
		return 0
	case b[0] == '\x1b':
		return 2
	case b[0] == '\r':
		g.x = 0
		return 1
	case b[0] == '\n':
		g.y++
		return 1
	case b[0] < ' ':
		return 1
	case !utf8.FullRune(b):
		return 0
	}
	r, n := utf8.DecodeRune(b)
	if row := g.row(); g.x < len(row) {
		row[g.x] = r
	}
	g.x++
	return n
}

// row is the one with the cursor; nothing beyond the screen.
func (g *glass) row() []rune {
	if g.y < 0 || g.y >= len(g.cells) {
		return nil
	}
	return g.cells[g.y]
}

// obey carries out a control sequence.
func (g *glass) obey(args string, final byte) {
	var n [2]int
	for i, arg := range strings.SplitN(args, ";", 2) {
		for _, c := range arg {
			if c < '0' || c > '9' || n[i] > 1000 {
				return // of another kind
			}
			n[i] = 10*n[i] + int(c-'0')
		}
	}
	switch final {
	case 'C':
		g.x += max(n[0], 1)
	case 'H':
		g.x, g.y = max(n[1], 1)-1, max(n[0], 1)-1
	case 'K':
		if row := g.row(); g.x < len(row) {
			blank(row[g.x:])
		}
	case 'J':
		for _, row := range g.cells {
			blank(row)
		}
	}
}

func blank(row []rune) {
	for x := range row {
		row[x] = ' '
	}
}

// shows tells whether a text stands in some row.
func (g *glass) shows(text string) bool {
	for y := range g.cells {
		if strings.Contains(string(g.cells[y]), text) {
			return true
		}
	}
	return false
}

// String is the whole screen.
func (g *glass) String() string {
	var b strings.Builder
	for y := range g.cells {
		b.WriteString(strings.TrimRight(string(g.cells[y]), " "))
		b.WriteByte('\n')
	}
	return b.String()
}
