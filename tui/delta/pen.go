package delta

import (
	imagecolor "image/color"
	"strconv"

	"github.com/charmbracelet/x/ansi"
)

// color is a colour of the terminal: zero is its own, else one of 256 or 24 bits.
type color uint32

const (
	indexed color = 1 << 24
	direct  color = 2 << 24
)

// attr is a set of ways to draw.
type attr uint8

const (
	bold attr = 1 << iota
	faint
	italic
	underlined
	blinking
	reversed
	struck

	// seenOnBlank are those that show where there is no sign.
	seenOnBlank = underlined | reversed | struck
)

// attrCodes are the parameters that set and clear an attr.
var attrCodes = [...]struct {
	attr
	on, off int
}{
	{bold, 1, 22}, {faint, 2, 22}, {italic, 3, 23}, {underlined, 4, 24},
	{blinking, 5, 25}, {reversed, 7, 27}, {struck, 9, 29},
}

// pen is how signs are drawn; the zero pen is the terminal's own way.
type pen struct {
	front, back color
	attr        attr
}

// set applies the parameters of a sequence that selects the rendition.
func (p *pen) set(params ansi.Params) {
	if len(params) == 0 {
		*p = pen{}
	}
	for i := 0; i < len(params); i++ {
		switch n := params[i].Param(0); {
		case n == 0:
			*p = pen{}
		case n == 39:
			p.front = 0
		case n == 49:
			p.back = 0
		case n >= 30 && n < 38:
			p.front = indexed | color(n-30)
		case n >= 90 && n < 98:
			p.front = indexed | color(n-90+8)
		case n >= 40 && n < 48:
			p.back = indexed | color(n-40)
		case n >= 100 && n < 108:
			p.back = indexed | color(n-100+8)
		case n == 38 || n == 48:
			c, used := readColor(params[i+1:])
			if n == 38 {
				p.front = c
			} else {
				p.back = c
			}
			i += used
		default:
			for _, a := range attrCodes {
				switch n {
				case a.on:
					p.attr |= a.attr
				case a.off:
					p.attr &^= a.attr
				}
			}
		}
	}
}

// readColor reads "5;n" or "2;r;g;b" and tells how many parameters it took.
func readColor(params ansi.Params) (color, int) {
	value := func(i int) color { return color(params[i].Param(0)) & 255 }
	switch {
	case len(params) >= 2 && params[0].Param(0) == 5:
		return indexed | value(1), 2
	case len(params) >= 4 && params[0].Param(0) == 2:
		return direct | value(1)<<16 | value(2)<<8 | value(3), 4
	}
	return 0, len(params)
}

// change appends the shortest sequence that turns p into q.
func (p pen) change(q pen, dst []byte) []byte {
	dst = append(dst, "\x1b["...)
	if q == (pen{}) {
		return append(dst, 'm')
	}
	gone, come := p.attr&^q.attr, q.attr&^p.attr
	if gone&(bold|faint) != 0 { // one code clears both
		gone &^= bold | faint
		come |= q.attr & (bold | faint)
		dst = append(dst, "22;"...)
	}
	for _, a := range attrCodes {
		switch {
		case gone&a.attr != 0:
			dst = append(strconv.AppendInt(dst, int64(a.off), 10), ';')
		case come&a.attr != 0:
			dst = append(strconv.AppendInt(dst, int64(a.on), 10), ';')
		}
	}
	if p.front != q.front {
		dst = q.front.append(dst, 30)
	}
	if p.back != q.back {
		dst = q.back.append(dst, 40)
	}
	dst[len(dst)-1] = 'm'
	return dst
}

// rgb is what a colour looks like; of the terminal's own and its 16 it is a clear grey,
// for nobody knows.
func (c color) rgb() imagecolor.NRGBA {
	n := c & 0xffffff
	switch {
	case c&direct != 0:
		return imagecolor.NRGBA{R: uint8(n >> 16), G: uint8(n >> 8), B: uint8(n), A: 255}
	case c&indexed != 0 && n >= 232:
		v := uint8(8 + 10*(n-232))
		return imagecolor.NRGBA{R: v, G: v, B: v, A: 255}
	case c&indexed != 0 && n >= 16:
		level := [6]uint8{0, 95, 135, 175, 215, 255}
		return imagecolor.NRGBA{R: level[(n-16)/36], G: level[(n-16)/6%6], B: level[(n-16)%6], A: 255}
	}
	return imagecolor.NRGBA{R: 128, G: 128, B: 128}
}

// append writes a colour, each parameter followed by a semicolon. first is 30
// for the foreground, 40 for the background.
func (c color) append(dst []byte, first int64) []byte {
	number := func(n int64) { dst = append(strconv.AppendInt(dst, n, 10), ';') }
	switch n := int64(c & 0xffffff); {
	case c == 0:
		number(first + 9)
	case c&direct != 0:
		number(first + 8)
		number(2)
		number(n >> 16)
		number(n >> 8 & 255)
		number(n & 255)
	case n < 8:
		number(first + n)
	case n < 16:
		number(first + 60 + n - 8)
	default:
		number(first + 8)
		number(5)
		number(n)
	}
	return dst
}
