package delta

import (
	"slices"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// cell is one sign and how it is drawn. A sign of two columns is followed by a
// cell without one.
type cell struct {
	sign rune  // below 0: one less than the place in clusters, negated; 0: none
	ink  int32 // place in the palette of the screen
}

// row is the cells of a row; those beyond its end are blank.
type row []cell

var blank = cell{sign: ' '}

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

// mostInks is how many ways to draw are remembered.
const mostInks = 1 << 12

// fewInks is up to how many ways to draw looking them through costs less than
// a map.
const fewInks = 48

// inkOf is the place of a pen in the palette.
func (s *Screen) inkOf(p pen) int32 {
	if i := slices.Index(s.palette[:min(len(s.palette), fewInks)], p); i >= 0 {
		return int32(i)
	}
	i, known := s.inks[p]
	if !known {
		i = int32(len(s.palette))
		s.palette = append(s.palette, p)
		if i >= fewInks {
			if s.inks == nil {
				s.inks = make(map[pen]int32)
			}
			s.inks[p] = i
		}
	}
	return i
}

// read takes a line of text and colours apart into cells that are good until the
// next line, and the signs among them that are not one character of one column. A
// line with such signs is written whole or not at all. What neither is drawn nor
// colours goes to the terminal at once, a bell too, but for other control
// characters and sequences that would move its cursor, which a line must not hold.
func (s *Screen) read(line string) (r row, clusters []string) {
	r = s.cells[:0]
	var p pen
	ink, pale := int32(0), int32(0) // of p, and of p on a blank
	for len(line) > 0 {
		if sign, n := plain(line); n > 0 {
			c := cell{sign, ink}
			if sign == ' ' {
				c.ink = pale
			}
			r, line = append(r, c), line[n:]
			continue
		}
		seq, width, n, _ := ansi.DecodeSequence(line, 0, &s.parser)
		line = line[n:]
		switch {
		case width == 1 && seq == " ":
			r = append(r, cell{' ', pale})
		case width == 1 && utf8.RuneCountInString(seq) == 1:
			sign, _ := utf8.DecodeRuneInString(seq)
			r = append(r, cell{sign, ink})
		case width > 0:
			clusters = append(clusters, seq)
			r = append(r, cell{-rune(len(clusters)), ink})
			for range width - 1 {
				r = append(r, cell{0, ink})
			}
		case ansi.HasCsiPrefix(seq):
			if cmd := ansi.Cmd(s.parser.Command()); cmd.Final() == 'm' && cmd.Prefix() == 0 {
				p.set(s.parser.Params())
				q := p
				if p.attr&seenOnBlank == 0 {
					q.front, q.attr = 0, 0
				}
				ink, pale = s.inkOf(p), s.inkOf(q)
			}
		case ansi.HasOscPrefix(seq), seq == "\a":
			s.out.WriteString(seq)
		case seq[0] >= 0xc0: // an accent on the sign before it
			if len(r) == 0 {
				continue
			}
			last := &r[len(r)-1]
			switch {
			case last.sign > 0:
				clusters = append(clusters, string(last.sign)+seq)
				last.sign = -rune(len(clusters))
			case last.sign < 0:
				clusters[-last.sign-1] += seq
			}
		}
	}
	s.cells = r
	return r, clusters
}

// OneCell tells of signs beyond ASCII that they take one cell and join with none
// like them: letters of Europe, and what boards, pieces and frames are drawn with.
func OneCell(r rune) bool {
	switch {
	case r >= 0x00c0 && r <= 0x024f, // Latin letters
		r >= 0x2010 && r <= 0x2027,   // dashes, quotation marks, the bullet, the ellipsis
		r >= 0x2500 && r <= 0x25a9,   // frames and blocks
		r >= 0x2654 && r <= 0x265e,   // pieces
		r >= 0x1fb00 && r <= 0x1fb3b, // sextants
		r >= firstPictureSign && r <= lastPictureSign:
		return true
	}
	switch r {
	case '·', '«', '»', '‹', '›', '●', '○', '▸', '▴':
		return true
	}
	return false
}

// plain is the sign that a line begins with, and its length, when it is one that
// takes one cell and nothing follows that could join with it; else 0.
func plain(line string) (sign rune, n int) {
	sign, n = rune(line[0]), 1
	if sign < ' ' || sign == 0x7f {
		return 0, 0
	}
	if sign >= utf8.RuneSelf {
		if sign, n = utf8.DecodeRuneInString(line); !OneCell(sign) {
			return 0, 0
		}
	}
	if n < len(line) && line[n] >= utf8.RuneSelf {
		if next, _ := utf8.DecodeRuneInString(line[n:]); !OneCell(next) {
			return 0, 0
		}
	}
	return sign, n
}
