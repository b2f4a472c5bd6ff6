package delta

import (
	"bytes"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// skipped counts the rows that a frame, which begins in the upper left corner,
// leaves as they were; -1 when p is no frame.
func (o *Output) skipped(p []byte) int {
	body, ok := bytes.CutPrefix(p, []byte(ansi.CursorHomePosition))
	if !ok || !o.full || len(body) == 0 {
		return -1
	}
	n := 0
	for line := range bytes.SplitSeq(body, []byte{'\n'}) {
		if len(line) == 0 {
			n++
		}
	}
	return n
}

// read follows what is written.
func (o *Output) read(p []byte) {
	if len(o.rest) > 0 {
		p = append(o.rest, p...)
		o.rest = nil
	}
	text := string(p) // the cells keep pieces of it
	for len(text) > 0 {
		seq, width, n, state := ansi.DecodeSequence(text, 0, o.parser)
		if state != 0 && n == len(text) {
			o.rest = []byte(text)
			return
		}
		text = text[n:]
		switch {
		case !o.full:
			o.out.WriteString(seq)
			o.mode(seq)
		case width > 0:
			o.put(seq, width)
		case seq == "\r":
			o.x = 0
		case seq == "\n":
			o.y++
		case ansi.HasCsiPrefix(seq):
			o.control(seq)
		case seq[0] >= 0xc0: // no control: it adds to the sign before it
			o.add(seq)
		default:
			o.out.WriteString(seq)
		}
	}
}

// put writes a sign at the writer's cursor.
func (o *Output) put(sign string, width int) {
	p := o.pen
	if sign == " " && p.attr&seenOnBlank == 0 {
		p.front, p.attr = 0, 0
	}
	r := o.row(o.y)
	for len(*r) < o.x+width {
		*r = append(*r, blank)
	}
	(*r)[o.x] = cell{sign, p, width != 1 || utf8.RuneCountInString(sign) > 1}
	for i := 1; i < width; i++ {
		(*r)[o.x+i] = cell{"", p, true}
	}
	o.x += width
}

// add puts an accent on the sign before the writer's cursor.
func (o *Output) add(accent string) {
	r := o.row(o.y)
	for x := min(o.x, len(*r)) - 1; x >= 0; x-- {
		if c := &(*r)[x]; c.sign != "" {
			c.sign, c.odd = c.sign+accent, true
			return
		}
	}
}

// row is what the writer has drawn in a row, about to be changed.
func (o *Output) row(y int) *row {
	for len(o.next) <= y {
		o.next = append(o.next, nil)
		o.touched = append(o.touched, false)
	}
	o.touched[y] = true
	return &o.next[y]
}

// mode follows the change between the two screens.
func (o *Output) mode(seq string) {
	switch seq {
	case ansi.SetModeAltScreenSaveCursor:
		o.full = true
		o.next, o.touched = nil, nil
		o.forget()
	case ansi.ResetModeAltScreenSaveCursor:
		o.full = false
	}
}

// control follows a control sequence on the full screen. What moves the
// cursor, writes and erases is kept back until it is painted.
func (o *Output) control(seq string) {
	cmd := ansi.Cmd(o.parser.Command())
	param := func(i, usual int) int {
		n, _ := o.parser.Param(i, usual)
		return max(n, usual)
	}
	kind, _ := o.parser.Param(0, 0)
	switch {
	case cmd.Prefix() != 0 || cmd.Intermediate() != 0:
		o.out.WriteString(seq)
		o.mode(seq)
	case cmd.Final() == 'm':
		o.pen.set(o.parser.Params())
	case cmd.Final() == 'H':
		o.y, o.x = param(0, 1)-1, param(1, 1)-1
	case cmd.Final() == 'A':
		o.y = max(o.y-param(0, 1), 0)
	case cmd.Final() == 'B':
		o.y += param(0, 1)
	case cmd.Final() == 'C':
		o.x += param(0, 1)
	case cmd.Final() == 'D':
		o.x = max(o.x-param(0, 1), 0)
	case cmd.Final() == 'K' && kind == 0:
		if r := o.row(o.y); len(*r) > o.x {
			*r = (*r)[:o.x]
		}
	case cmd.Final() == 'K' && kind == 2:
		r := o.row(o.y)
		*r = (*r)[:0]
	case cmd.Final() == 'J' && kind == 0:
		for y := o.y + 1; y < len(o.next); y++ {
			r := o.row(y)
			*r = (*r)[:0]
		}
		if r := o.row(o.y); len(*r) > o.x {
			*r = (*r)[:o.x]
		}
	case cmd.Final() == 'J' && kind == 2: // the screen is to be drawn anew
		o.out.WriteString("\x1b[m" + seq)
		o.ink, o.known = pen{}, true
		for y := range o.next {
			o.next[y], o.touched[y] = o.next[y][:0], false
		}
		o.shown = make([]row, len(o.next))
		for y := range o.shown {
			o.shown[y] = row{}
		}
	default:
		o.out.WriteString(seq)
		o.forget()
	}
}
