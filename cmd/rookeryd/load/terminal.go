package load

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// terminal is a terminal as far as tui/delta writes to one: signs of one column,
// places, erasing, and the marks of a whole frame. What it does not know it
// passes over.
type terminal struct {
	cells [][]rune // by row
	x, y  int
	rest  []byte // the beginning of something that has not come whole
	size  int    // bytes since the last frame
	frame func(size int)
}

// newTerminal makes an empty one. frame is called at the end of each frame with the
// bytes it took.
func newTerminal(cols, rows int, frame func(size int)) *terminal {
	g := &terminal{cells: make([][]rune, rows), frame: frame}
	for y := range g.cells {
		g.cells[y] = []rune(strings.Repeat(" ", cols))
	}
	return g
}

// write takes what the server sent.
func (t *terminal) write(p []byte) {
	b := p
	if len(t.rest) > 0 {
		b = append(t.rest, p...)
	}
	for len(b) > 0 {
		n := t.next(b)
		if n == 0 {
			break
		}
		t.size += n
		if bytes.Equal(b[:n], frameEnd) {
			t.frame(t.size)
			t.size = 0
		}
		b = b[n:]
	}
	t.rest = bytes.Clone(b)
}

// frameEnd ends a synchronized update.
var frameEnd = []byte("\x1b[?2026l")

// next carries out what stands first and tells how long it is; 0 when it is not
// whole yet.
func (t *terminal) next(b []byte) int {
	switch {
	case b[0] == '\x1b' && len(b) == 1:
		return 0
	case b[0] == '\x1b' && b[1] == '[':
		for i, c := range b[2:] {
			if c >= '@' && c <= '~' {
				t.obey(string(b[2:2+i]), c)
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
		t.x = 0
		return 1
	case b[0] == '\n':
		t.y++
		return 1
	case b[0] < ' ':
		return 1
	case !utf8.FullRune(b):
		return 0
	}
	r, n := utf8.DecodeRune(b)
	if row := t.row(); t.x < len(row) {
		row[t.x] = r
	}
	t.x++
	return n
}

// row is the one with the cursor; nothing beyond the screen.
func (t *terminal) row() []rune {
	if t.y < 0 || t.y >= len(t.cells) {
		return nil
	}
	return t.cells[t.y]
}

// obey carries out a control sequence.
func (t *terminal) obey(args string, final byte) {
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
		t.x += max(n[0], 1)
	case 'H':
		t.x, t.y = max(n[1], 1)-1, max(n[0], 1)-1
	case 'K':
		if row := t.row(); t.x < len(row) {
			blank(row[t.x:])
		}
	case 'J':
		for _, row := range t.cells {
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
func (t *terminal) shows(text string) bool {
	for y := range t.cells {
		if strings.Contains(string(t.cells[y]), text) {
			return true
		}
	}
	return false
}

// String is the whole screen.
func (t *terminal) String() string {
	var b strings.Builder
	for y := range t.cells {
		b.WriteString(strings.TrimRight(string(t.cells[y]), " "))
		b.WriteByte('\n')
	}
	return b.String()
}
