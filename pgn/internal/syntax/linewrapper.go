package syntax

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"
)

// lineWidth is how many characters a line of export format has at most.
const lineWidth = 79

// LineWrapper takes the words of movetext in order, separated by blanks,
// and breaks them into lines at the end, as many words on each as fit.
type LineWrapper struct {
	Words       []byte // all words so far
	Glue        bool   // the next word belongs to the last
	HasCommands bool   // there may be commands in comments
	hasUnicode  bool   // there may be other characters than ASCII
	Scratch     []byte // of Comment; its memory is kept from game to game
}

// BeginWord begins a word; the caller appends it to Words.
func (f *LineWrapper) BeginWord() {
	if f.Glue {
		f.Glue = false
	} else if len(f.Words) > 0 {
		f.Words = append(f.Words, ' ')
	}
}

// Word puts one word of ASCII after the last.
func (f *LineWrapper) Word(s string) {
	f.BeginWord()
	f.Words = append(f.Words, s...)
}

// Number writes the number of a move with one dot, or three for a black move.
func (f *LineWrapper) Number(n int, black bool) {
	f.BeginWord()
	line := f.Words
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
	f.Words = line
}

// Glyph writes an annotation.
func (f *LineWrapper) Glyph(n uint8) {
	f.BeginWord()
	f.Words = strconv.AppendUint(append(f.Words, '$'), uint64(n), 10)
}

// AppendTag writes a tag pair on a line of its own; the value is written as it is.
func AppendTag(dst []byte, name, value string) []byte {
	dst = append(append(append(dst, '['), name...), ` "`...)
	return append(append(dst, value...), "\"]\n"...)
}

// AppendLines breaks the words into lines, appends these to dst and starts over.
func (f *LineWrapper) AppendLines(dst []byte) []byte {
	for b := f.Words; len(b) > 0; {
		n := len(b)
		if n > lineWidth {
			if n = f.lineEnd(b); n < 0 {
				n = len(b)
			}
		}
		dst = append(append(dst, b[:n]...), '\n')
		b = b[min(n+1, len(b)):]
	}
	f.Words, f.Glue, f.HasCommands, f.hasUnicode = f.Words[:0], false, false, false
	return dst
}

// lineEnd is where the first line of b ends, which is longer than one; -1 when
// it cannot be broken.
func (f *LineWrapper) lineEnd(b []byte) int {
	n := lineWidth // bytes of as many characters
	if f.hasUnicode && !IsASCII(b[:lineWidth]) {
		n = 0
		for range lineWidth {
			_, size := utf8.DecodeRune(b[n:])
			if n += size; n == len(b) {
				return -1
			}
		}
	}
	for i := n; i > 0; i-- {
		if b[i] == ' ' && f.canBreak(b, i) {
			return i
		}
	}
	for i := n + 1; i < len(b); i++ { // a word longer than a line
		if b[i] == ' ' && f.canBreak(b, i) {
			return i
		}
	}
	return -1
}

// canBreak reports whether a line may end at the blank i of b, which comments may
// hold too: those are broken at single blanks only, which reading gives back,
// and not inside a command such as [%clk 0:05:00]. Words that naive readers take
// for an escape, a tag or a comment at the head of a line stay with the word
// before.
func (f *LineWrapper) canBreak(b []byte, i int) bool {
	if i+1 == len(b) || b[i+1] == ' ' || b[i-1] == ' ' || mustNotBeginLine(b[i+1]) {
		return false
	}
	for k := i - 1; f.HasCommands && k >= max(i-lineWidth/2, 0); k-- {
		switch b[k] {
		case '[':
			return b[k+1] != '%' || !endsNear(b, i, k)
		case ']', '{', '}':
			return true
		}
	}
	return true
}

func mustNotBeginLine(c byte) bool { return c == '%' || c == '[' || c == ';' }

// CommandPrefix is how a command in a comment begins.
const CommandPrefix = "[%"

// Comment writes { text }.
func (f *LineWrapper) Comment(text string) {
	f.Scratch = append(append(append(f.Scratch[:0], "{ "...), cleanComment(text)...), " }"...)
	f.WriteComment(f.Scratch)
}

// WriteComment writes a whole comment.
func (f *LineWrapper) WriteComment(t []byte) {
	f.BeginWord()
	f.Words = append(f.Words, t...)
	f.HasCommands = f.HasCommands || bytes.IndexByte(t, '[') >= 0
	f.hasUnicode = f.hasUnicode || !IsASCII(t)
}

// NotProse marks what a comment of plain prose does not hold but for single blanks.
var NotProse = func() (t [256]bool) {
	for c := range t {
		t[c] = c < ' ' || c >= utf8.RuneSelf
	}
	for _, c := range []byte(" []{}%;") {
		t[c] = true
	}
	return t
}()

// endsNear reports whether the command at from, which goes on after i, ends soon
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

// Braces would end a comment or seem to nest it. They are written as references to
// their characters, as in HTML, and what reads as such a reference already gets its
// first sign written so: UnescapeComment undoes it, and other programs show text that
// people understand.
const (
	OpenBrace  = "&#123;"
	closeBrace = "&#125;"
	ampersand  = "&#38;"
)

// commentReplacer replaces what may not stand in a comment; line ends are blanks.
var commentReplacer = strings.NewReplacer("{", OpenBrace, "}", closeBrace, OpenBrace, ampersand+OpenBrace[1:], closeBrace, ampersand+closeBrace[1:],
	ampersand, ampersand+ampersand[1:], "\r\r\n", " ", "\r\n", " ", "\r", " ", "\n", " ")

func cleanComment(s string) string {
	for i := range len(s) {
		if c := s[i]; c == '{' || c == '}' || c == '\r' || c == '\n' || c == '&' {
			return commentReplacer.Replace(s)
		}
	}
	return s
}

var commentReader = strings.NewReplacer(OpenBrace, "{", closeBrace, "}", ampersand+OpenBrace[1:], OpenBrace, ampersand+closeBrace[1:], closeBrace,
	ampersand+ampersand[1:], ampersand)

// UnescapeComment gives the braces back that stand in the text of a comment.
func UnescapeComment(s string) string {
	if !strings.Contains(s, "&#") {
		return s
	}
	return commentReader.Replace(s)
}
