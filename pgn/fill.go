package pgn

import (
	"bytes"
	"encoding/binary"
	"strconv"
	"strings"
	"unicode/utf8"
)

// lineWidth is how many characters a line of export format has at most.
const lineWidth = 79

// firm is a blank in the line of a filler that must stay one. No line end is
// left in what is written, so nothing else can be taken for it.
const firm = '\r'

// filler takes the words of movetext one behind the other, parted by blanks,
// and breaks them into lines at the end, as many words on each as fit.
type filler struct {
	line []byte // all words so far
	glue bool   // the next word belongs to the last
	firm bool   // there are firm blanks
	wide bool   // there may be other characters than ASCII
	text []byte
}

// begin begins a word; the caller appends it to line.
func (f *filler) begin() {
	if f.glue {
		f.glue = false
	} else if len(f.line) > 0 {
		f.line = append(f.line, ' ')
	}
}

// word puts one word of ASCII behind the last.
func (f *filler) word(s string) {
	f.begin()
	f.line = append(f.line, s...)
}

// number writes the number of a move with one dot, or three for a black move.
func (f *filler) number(n int, black bool) {
	f.begin()
	line := f.line
	switch {
	case n < 10:
		line = append(line, '0'+byte(n))
	case n < 100:
		line = append(line, '0'+byte(n/10), '0'+byte(n%10))
	default:
		line = strconv.AppendInt(line, int64(n), 10)
	}
	if line = append(line, '.'); black {
		line = append(line, '.', '.')
	}
	f.line = line
}

// glyph writes an annotation.
func (f *filler) glyph(n NAG) {
	f.begin()
	f.line = strconv.AppendUint(append(f.line, '$'), uint64(n), 10)
}

// words puts words behind the last that are parted by single blanks or line ends.
func (f *filler) words(b []byte) {
	from := len(f.line)
	f.line = append(f.line, b...)
	for b = f.line[from:]; ; {
		i := bytes.IndexByte(b, '\n')
		if i < 0 {
			return
		}
		b[i] = ' '
		b = b[i+1:]
	}
}

// appendTag writes a tag pair on a line of its own; the value is written as it is.
func appendTag(dst []byte, name, value string) []byte {
	dst = append(append(append(dst, '['), name...), ` "`...)
	return append(append(dst, value...), "\"]\n"...)
}

// lines breaks the words into lines, appends these to dst and begins anew.
func (f *filler) lines(dst []byte) []byte {
	from := len(dst)
	for b := f.line; len(b) > 0; {
		n := len(b)
		if n > lineWidth {
			if n = f.lineEnd(b); n < 0 {
				n = len(b)
			}
		}
		dst = append(append(dst, b[:n]...), '\n')
		b = b[min(n+1, len(b)):]
	}
	if f.firm {
		soften(dst[from:])
	}
	f.line, f.glue, f.firm, f.wide = f.line[:0], false, false, false
	return dst
}

// lineEnd is where the first line of b ends, which is longer than one; -1 when
// it cannot be broken.
func (f *filler) lineEnd(b []byte) int {
	n := lineWidth // bytes of as many characters
	if f.wide && !isASCII(b[:lineWidth]) {
		n = 0
		for range lineWidth {
			_, size := utf8.DecodeRune(b[n:])
			if n += size; n == len(b) {
				return -1
			}
		}
	}
	for i := n; i > 0; i-- {
		if b[i] == ' ' {
			return i
		}
	}
	if i := bytes.IndexByte(b[n:], ' '); i >= 0 { // a word longer than a line
		return n + i
	}
	return -1
}

// soften makes the firm blanks of b blanks like others.
func soften(b []byte) {
	const ones, low = 0x0101010101010101, 0x7f7f7f7f7f7f7f7f
	for ; len(b) >= 8; b = b[8:] {
		w := binary.LittleEndian.Uint64(b)
		// The highest bit of each byte of is tells whether it is a firm blank.
		x := w ^ firm*ones
		if is := ^(x&low + low | x | low); is != 0 {
			binary.LittleEndian.PutUint64(b, w^is>>7*(firm^' '))
		}
	}
	for i, c := range b {
		if c == firm {
			b[i] = ' '
		}
	}
}

// leansBack tells whether a word that begins with c must not begin a line.
func leansBack(c byte) bool { return c == '%' || c == '[' || c == ';' }

// commandSign is how a command in a comment begins.
const commandSign = "[%"

// comment writes { text }. It breaks lines at single spaces only, which
// reading gives back, and not inside a command such as [%clk 0:05:00].
func (f *filler) comment(text string) {
	f.text = append(append(append(f.text[:0], "{ "...), plainComment(text)...), " }"...)
	f.spread(f.text)
}

// spread writes a whole comment. Words that naive readers take for an escape, a
// tag or a comment at the head of a line stay behind the word before.
func (f *filler) spread(t []byte) {
	f.begin()
	at := len(f.line)
	f.line = append(f.line, t...)
	command := -1 // where a command began that has not ended since the last break
	for i, c := range t {
		switch {
		case !signs[c]:
		case c == ' ':
			if t[i-1] == ' ' || t[i+1] == ' ' || leansBack(t[i+1]) || command >= 0 && endsNear(t, i, command) {
				f.line[at+i], f.firm = firm, true
			} else {
				command = -1
			}
		case c == '[' && t[i+1] == '%':
			command = i
		case c == ']':
			command = -1
		case c >= utf8.RuneSelf:
			f.wide = true
		}
	}
}

// signs marks what a comment is not broken at without a look at what stands
// round it, or what it may not hold.
var signs = func() (t [256]bool) {
	for c := range t {
		t[c] = c < ' ' || c >= utf8.RuneSelf
	}
	for _, c := range []byte(" []{}%;") {
		t[c] = true
	}
	return t
}()

// endsNear tells whether the command at from, which goes on behind i, ends soon
// enough to be kept on one line.
func endsNear(t []byte, i, from int) bool {
	reach := min(len(t), from+lineWidth/2+1)
	if i >= reach {
		return false
	}
	n := bytes.IndexByte(t[i:reach], ']')
	if n < 0 {
		return false
	}
	end := bytes.IndexByte(t[i+n:], ' ')
	if end < 0 {
		end = len(t) - i - n
	}
	return i+n+end-from <= lineWidth/2
}

// commentSigns are what may not stand in a comment: braces would end or seem
// to nest it, line ends are blanks.
var commentSigns = strings.NewReplacer("{", "(", "}", ")", "\r\r\n", " ", "\r\n", " ", "\r", " ", "\n", " ")

// plainComment makes text fit for a comment.
func plainComment(s string) string {
	for i := range len(s) {
		if c := s[i]; c == '{' || c == '}' || c == '\r' || c == '\n' {
			return commentSigns.Replace(s)
		}
	}
	return s
}
