package delta

import (
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

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

// odd tells whether a row holds a sign that is not one character of one
// column. Such a row is written whole or not at all.
func (r row) odd() bool {
	for _, c := range r {
		if c.odd {
			return true
		}
	}
	return false
}

// read takes a line of text and colours apart; the cells keep pieces of it.
// What neither is drawn nor colours goes to the terminal at once, a bell too,
// but for other control characters and sequences that would move its cursor,
// which a line must not hold.
func (s *Screen) read(line string) row {
	r := make(row, 0, len(line)/2)
	var p pen
	for len(line) > 0 {
		seq, width, n, _ := ansi.DecodeSequence(line, 0, s.parser)
		line = line[n:]
		switch {
		case width > 0:
			q := p
			if seq == " " && p.attr&seenOnBlank == 0 {
				q.front, q.attr = 0, 0
			}
			r = append(r, cell{seq, q, width != 1 || utf8.RuneCountInString(seq) > 1})
			for range width - 1 {
				r = append(r, cell{"", q, true})
			}
		case ansi.HasCsiPrefix(seq):
			if cmd := ansi.Cmd(s.parser.Command()); cmd.Final() == 'm' && cmd.Prefix() == 0 {
				p.set(s.parser.Params())
			}
		case ansi.HasOscPrefix(seq), seq == "\a":
			s.out.WriteString(seq)
		case seq[0] >= 0xc0: // an accent on the sign before it
			if len(r) > 0 {
				last := &r[len(r)-1]
				last.sign, last.odd = last.sign+seq, true
			}
		}
	}
	return r
}
