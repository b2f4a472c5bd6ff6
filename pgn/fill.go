package pgn

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"
)

// lineWidth is how many characters a line of export format has at most.
const lineWidth = 79

// filler fills lines of movetext with words, as many on each as fit. A word
// stands in out with a space before it as soon as it is begun; when the next one
// begins, brackets can lengthen it no more, and the space becomes a line end
// where it does not fit.
type filler struct {
	out   []byte
	width int  // of the line so far without the last word, in characters
	from  int  // where the last word begins
	held  bool // there is one
	wide  bool // it may hold other characters than ASCII
	glue  bool // the next word belongs to it
	text  []byte
}

// begin begins a word; the caller appends it to out.
func (f *filler) begin() {
	if f.glue {
		f.glue = false
		if f.held {
			return
		}
	}
	if f.held {
		// Most words fit behind the last.
		if width := f.width + 1 + len(f.out) - f.from; f.width > 0 && width <= lineWidth && !f.wide {
			f.width = width
		} else {
			f.place()
		}
	}
	if f.width > 0 {
		f.out = append(f.out, ' ')
	}
	f.from, f.held = len(f.out), true
}

// word puts one word of ASCII behind the last.
func (f *filler) word(s string) {
	f.begin()
	f.out = append(f.out, s...)
}

// number writes the number of a move with one dot, or three for a black move.
func (f *filler) number(n int, black bool) {
	f.begin()
	out := f.out
	switch {
	case n < 10:
		out = append(out, '0'+byte(n))
	case n < 100:
		out = append(out, '0'+byte(n/10), '0'+byte(n%10))
	default:
		out = strconv.AppendInt(out, int64(n), 10)
	}
	if out = append(out, '.'); black {
		out = append(out, '.', '.')
	}
	f.out = out
}

// glyph writes an annotation.
func (f *filler) glyph(n NAG) {
	f.begin()
	f.out = strconv.AppendUint(append(f.out, '$'), uint64(n), 10)
}

// appendTag writes a tag pair on a line of its own; the value is written as it is.
func appendTag(dst []byte, name, value string) []byte {
	dst = append(append(append(dst, '['), name...), ` "`...)
	return append(append(dst, value...), "\"]\n"...)
}

// place ends the last word and puts it on a new line where it does not fit.
// Words that naive readers take for an escape, a tag or a comment at the head
// of a line stay behind the word before.
func (f *filler) place() {
	if !f.held {
		return
	}
	f.held = false
	n := len(f.out) - f.from
	if f.wide {
		n, f.wide = utf8.RuneCount(f.out[f.from:]), false
	}
	if f.width == 0 {
		f.width = n
		return
	}
	if f.width += 1 + n; f.width > lineWidth && !leansBack(f.out[f.from]) {
		f.out[f.from-1] = '\n'
		f.width = n
	}
}

// leansBack tells whether a word that begins with c must not begin a line.
func leansBack(c byte) bool { return c == '%' || c == '[' || c == ';' }

// comment writes { text }. It breaks lines at single spaces only, which
// reading gives back, and not inside a command such as [%clk 0:05:00].
func (f *filler) comment(text string) {
	f.text = append(append(append(f.text[:0], "{ "...), plainComment(text)...), " }"...)
	f.spread(f.text)
}

// commandSign is how a command in a comment begins.
const commandSign = "[%"

// command writes a comment that is one command and nothing else, which stays
// together; false when text is something else.
func (f *filler) command(text []byte) bool {
	n := len(text) - 1
	if n < len(commandSign) || n >= lineWidth/2 || string(text[:2]) != commandSign || text[n] != ']' {
		return false
	}
	for _, c := range text[2:n] {
		if signs[c] && c != ' ' {
			return false
		}
	}
	f.begin()
	f.out = append(append(f.out, "{ "...), text...)
	f.word("}")
	return true
}

// prose writes the words of a whole comment that has none but single blanks and
// no signs that must be looked at.
func (f *filler) prose(t []byte) {
	f.begin()
	f.held = false
	at, width := f.from, f.width
	if width > 0 {
		width++
	}
	end := len(t) - 2 // the closing brace is a word that others may follow
	f.out = append(f.out, t[:end]...)
	for width+len(f.out)-at > lineWidth {
		room := lineWidth - width + 1
		k := -1
		if room > 0 {
			k = bytes.LastIndexByte(f.out[at:at+room], ' ')
		}
		switch {
		case k >= 0:
			f.out[at+k] = '\n'
			at += k + 1
		case width > 0:
			f.out[at-1] = '\n'
		default: // a word longer than a line
			if k = bytes.IndexByte(f.out[at:], ' '); k < 0 {
				f.width = len(f.out) - at
				f.word("}")
				return
			}
			f.out[at+k] = '\n'
			at += k + 1
		}
		width = 0
	}
	f.width = width + len(f.out) - at
	f.word("}")
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

// plainProse tells whether prose may write a whole comment.
func plainProse(t []byte) bool {
	for i, c := range t[1 : len(t)-1] {
		if signs[c] && (c != ' ' || t[i] == ' ') {
			return false
		}
	}
	return t[len(t)-2] == ' '
}

// spread writes the words of a whole comment.
func (f *filler) spread(t []byte) {
	if plainProse(t) {
		f.prose(t)
		return
	}
	from := 0
	command := -1 // where a command began in this word that has not ended
	wide := false
	for i, c := range t {
		switch {
		case c == ' ':
			if i == from || t[i-1] == ' ' || i+1 == len(t) || t[i+1] == ' ' || leansBack(t[i+1]) ||
				command >= 0 && endsNear(t, i, command) {
				continue
			}
			f.part(t[from:i], wide)
			from, command, wide = i+1, -1, false
		case c == '[' && i+1 < len(t) && t[i+1] == '%':
			command = i
		case c == ']':
			command = -1
		case c >= utf8.RuneSelf:
			wide = true
		}
	}
	f.part(t[from:], wide)
}

// part writes what must stand on one line of a comment.
func (f *filler) part(b []byte, wide bool) {
	f.begin()
	f.out = append(f.out, b...)
	f.wide = f.wide || wide
}

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

// end ends the line at hand.
func (f *filler) end() {
	f.place()
	if f.width > 0 {
		f.out = append(f.out, '\n')
	}
	f.width, f.glue = 0, false
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
