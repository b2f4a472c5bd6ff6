// Package delta stands between a program that writes whole rows and the
// terminal, and lets only the cells through that have changed.
package delta

import (
	"bytes"
	"io"
	"os"
	"strconv"
	"sync"

	"github.com/charmbracelet/x/ansi"
)

// Output takes what a renderer of full screens writes and writes to w what
// changes the screen. It follows the writer's cursor, text, colours and
// erasures on the alternate screen; whatever else it is given, and all that is
// written on the main screen, goes through as it is. A frame that writes every
// row anew is taken for a sign that the terminal is not to be trusted, after a
// change of its size for instance, and is written in full.
//
// An Output may be used by several goroutines.
type Output struct {
	// Together has the terminal show each change as a whole (mode 2026).
	// Terminals that do not know the mode ignore it.
	Together bool

	mu     sync.Mutex
	w      io.Writer
	parser *ansi.Parser
	out    bytes.Buffer // what goes to w next
	rest   []byte       // the beginning of a sequence that has not ended

	full    bool  // the alternate screen is shown
	x, y    int   // the writer's cursor
	pen     pen   // the writer's colours
	next    []row // what the writer has drawn
	shown   []row // what the terminal shows
	touched []bool

	at    [2]int // the terminal's cursor, column and row; -1 unknown
	ink   pen    // the terminal's colours
	known bool   // ink is what the terminal has
}

// cell is one sign and how it is drawn. A sign of two columns is followed by a
// cell without one.
type cell struct {
	sign string
	pen  pen
	odd  bool // not one character of one column
}

// row is the cells of a row; those beyond its end are blank.
type row []cell

var blank = cell{sign: " "}

// NewOutput makes an Output that writes to w.
func NewOutput(w io.Writer) *Output {
	return &Output{w: w, Together: true, parser: ansi.NewParser(), at: [2]int{-1, -1}}
}

// File is an Output on a terminal's file, for libraries that ask whether their
// output is a terminal. It does not embed the file: nothing may pass by.
type File struct {
	*Output
	file *os.File
}

// NewFile makes an Output that writes to f.
func NewFile(f *os.File) File { return File{NewOutput(f), f} }

// Fd is the descriptor of the file.
func (f File) Fd() uintptr { return f.file.Fd() }

// Read reads from the file.
func (f File) Read(p []byte) (int, error) { return f.file.Read(p) }

// Close closes the file.
func (f File) Close() error { return f.file.Close() }

// Write implements io.Writer. It writes to the terminal at most once; on an
// error the terminal is no longer trusted.
func (o *Output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.out.Reset()
	if o.skipped(p) == 0 {
		o.forget()
	}
	o.read(p)
	if o.full {
		o.paint()
	}
	if o.out.Len() == 0 {
		return len(p), nil
	}
	if _, err := o.w.Write(o.out.Bytes()); err != nil {
		o.forget()
		return 0, err
	}
	return len(p), nil
}

// forget makes nothing known of what the terminal shows.
func (o *Output) forget() {
	o.shown = nil
	o.at, o.known = [2]int{-1, -1}, false
	for y := range o.touched {
		o.touched[y] = true
	}
}

// paint writes what the terminal does not show yet.
func (o *Output) paint() {
	before := o.out.Len()
	if o.Together {
		o.out.WriteString("\x1b[?2026h")
	}
	start := o.out.Len()
	for y := range o.next {
		if !o.touched[y] {
			continue
		}
		o.touched[y] = false
		for len(o.shown) <= y {
			o.shown = append(o.shown, nil)
		}
		if o.shown[y] == nil {
			o.rewrite(y)
		} else {
			o.renew(y)
		}
		o.shown[y] = append(o.shown[y][:0], o.next[y]...)
		if o.shown[y] == nil {
			o.shown[y] = row{}
		}
	}
	if o.out.Len() == start {
		o.out.Truncate(before)
		return
	}
	o.dip(pen{}, false) // nobody who writes after us shall inherit our colours
	if o.Together {
		o.out.WriteString("\x1b[?2026l")
	}
}

// rewrite writes a row of which nothing is known. It erases first: after a
// sign in the last column, terminals would erase that sign.
func (o *Output) rewrite(y int) {
	o.move(0, y)
	o.dip(pen{}, false)
	o.out.WriteString("\x1b[K")
	o.write(o.next[y][:o.next[y].end()])
}

// renew writes the cells of a row that have changed.
func (o *Output) renew(y int) {
	was, is := o.shown[y], o.next[y]
	if was.odd() || is.odd() {
		if !was.equal(is) {
			o.rewrite(y)
		}
		return
	}
	end := is.end()
	for x := 0; x < end; {
		if was.at(x) == is.at(x) {
			x++
			continue
		}
		last := x + 1 // after the last changed cell of the run
		for at := last; at < end && at-last <= cheapGap; at++ {
			if was.at(at) != is.at(at) {
				last = at + 1
			} else if is.at(at).pen != is.at(last-1).pen || len(is.at(at).sign) > 1 {
				break
			}
		}
		o.move(x, y)
		o.write(is[x:last])
		x = last
	}
	if was.end() > end {
		o.move(end, y)
		o.dip(pen{}, false)
		o.out.WriteString("\x1b[K")
	}
}

// cheapGap is the number of unchanged signs that are cheaper written again
// than skipped.
const cheapGap = 4

// move brings the terminal's cursor to a place.
func (o *Output) move(x, y int) {
	switch {
	case o.at == [2]int{x, y}:
		return
	case o.at[1] == y && o.at[0] >= 0 && x > o.at[0]:
		o.out.WriteString("\x1b[")
		if n := x - o.at[0]; n > 1 {
			o.number(n)
		}
		o.out.WriteByte('C')
	case x == 0:
		o.out.WriteString("\x1b[")
		o.number(y + 1)
		o.out.WriteByte('H')
	default:
		o.out.WriteString("\x1b[")
		o.number(y + 1)
		o.out.WriteByte(';')
		o.number(x + 1)
		o.out.WriteByte('H')
	}
	o.at = [2]int{x, y}
}

func (o *Output) number(n int) {
	var digits [8]byte
	o.out.Write(strconv.AppendInt(digits[:0], int64(n), 10))
}

// write writes cells at the terminal's cursor.
func (o *Output) write(cells row) {
	for _, c := range cells {
		if c.sign == "" {
			continue
		}
		o.dip(c.pen, c.sign == " ")
		o.out.WriteString(c.sign)
		o.at[0]++
	}
	if cells.odd() {
		o.at = [2]int{-1, -1} // terminals do not agree on the width of some signs
	}
}

// dip gives the terminal the colours of p. For a blank its foreground does not
// matter.
func (o *Output) dip(p pen, blank bool) {
	if !o.known {
		o.out.WriteString("\x1b[m")
		o.ink, o.known = pen{}, true
	}
	if blank && p.attr&seenOnBlank == 0 {
		if o.ink.attr&seenOnBlank == 0 {
			p.attr = o.ink.attr
		}
		p.front = o.ink.front
	}
	if p != o.ink {
		o.out.Write(o.ink.change(p, nil))
		o.ink = p
	}
}

// at is the cell in a column; blank beyond the end.
func (r row) at(x int) cell {
	if x < len(r) {
		return r[x]
	}
	return blank
}

// end is the number of cells before the blank end of a row.
func (r row) end() int {
	n := len(r)
	for n > 0 && r[n-1] == blank {
		n--
	}
	return n
}

func (r row) equal(s row) bool {
	for x := range max(len(r), len(s)) {
		if r.at(x) != s.at(x) {
			return false
		}
	}
	return true
}

// odd tells whether a row holds a sign that is not one character of one column.
func (r row) odd() bool {
	for _, c := range r {
		if c.odd {
			return true
		}
	}
	return false
}
