package pgn

import (
	"bytes"
	"unicode/utf8"
)

// kind is what a token is by its spelling alone.
type kind uint8

const (
	endOfText   kind = iota
	tagPair          // [Name "value"]
	badTag           // a line that begins like a tag and is none
	brace            // {comment}
	lineNote         // ;comment to the end of the line
	openLine         // (
	closeLine        // )
	glyphNumber      // $5
	glyphSign        // ! ?! ± and other signs that stand alone
	moveNumber       // 12 or 12. or 12...
	dots             // ... by themselves
	result           // 1-0 and its kin
	word             // a move, or text that is none
	stray            // a bracket or sign that opens nothing
	trailing         // any of these where it is noise behind the end of a game
)

// token is one word of PGN: bytes start to end of the text being read.
type token struct {
	kind       kind
	blank      bool // a blank line stands before it
	lineStart  bool // it is the first on its line
	open       bool // a comment that is never closed
	start, end int
}

// lexer cuts text into tokens. It knows no rules of chess and never goes back;
// the text may grow at its end between two calls.
type lexer struct {
	buf []byte
	eof bool // buf holds the text to its end
	pos int

	lineStart bool // nothing but white space since the line began
	column1   bool // pos is the first column
	blank     bool // a blank line since the last token

	// close is where the next } stands at or after pos: a position, len(buf)
	// when none is in buf, or -1 when nobody looked since buf grew.
	close int
}

// reset starts on a new text.
func (l *lexer) reset(buf []byte, eof bool) {
	*l = lexer{buf: buf, eof: eof, lineStart: true, column1: true, close: -1}
}

// wordEnd marks the ASCII bytes that no word contains.
var wordEnd = func() (t [256]bool) {
	for _, c := range []byte(" \t\n\v\f\r\x1a{}()[];$!?*\"") {
		t[c] = true
	}
	return t
}()

// next is the next token. ok is false when the text must grow first; at its
// very end the kind is endOfText.
func (l *lexer) next() (t token, ok bool) {
	if !l.space() {
		return token{}, false
	}
	t = token{start: l.pos, blank: l.blank, lineStart: l.lineStart}
	if l.pos >= len(l.buf) {
		return t, l.eof
	}
	if !l.scan(&t) {
		return token{}, false
	}
	l.pos = t.end
	l.blank, l.lineStart, l.column1 = false, false, false
	return t, true
}

// space skips white space, byte order marks and escaped lines; it notes line
// starts and blank lines. It returns false when it needs more text.
func (l *lexer) space() bool {
	for l.pos < len(l.buf) {
		switch c := l.buf[l.pos]; {
		case c == '\n' || c == '\r':
			n, ok := lineEnd(l.buf[l.pos:], l.eof)
			if !ok {
				return false
			}
			l.pos += n
			l.blank = l.blank || l.lineStart
			l.lineStart, l.column1 = true, true
		case c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == 0x1a:
			l.pos++
			l.column1 = false
		case c == '%' && l.column1:
			n := bytes.IndexAny(l.buf[l.pos:], "\r\n")
			if n < 0 && !l.eof {
				return false
			}
			if n < 0 {
				n = len(l.buf) - l.pos
			}
			l.pos += n
			l.lineStart, l.column1 = false, false
		case c >= utf8.RuneSelf:
			r, n, full := decodeRune(l.buf[l.pos:])
			if !full && !l.eof {
				return false
			}
			if !full || !isSpace(r) {
				return true
			}
			l.pos += n
			if r != 0xfeff {
				l.column1 = false
			}
		default:
			return true
		}
	}
	return l.eof
}

// lineEnd is the length of the line end at the head of b: LF, CR, CR LF or
// CR CR LF. ok is false when more text might make it longer.
func lineEnd(b []byte, eof bool) (n int, ok bool) {
	if b[0] == '\n' {
		return 1, true
	}
	if len(b) < 3 && !eof {
		return 0, false
	}
	switch {
	case len(b) > 1 && b[1] == '\n':
		return 2, true
	case len(b) > 2 && b[1] == '\r' && b[2] == '\n':
		return 3, true
	}
	return 1, true
}

// scan reads the token at pos into t; false when it needs more text.
func (l *lexer) scan(t *token) bool {
	c := l.buf[l.pos]
	t.end = l.pos + 1
	switch c {
	case '{':
		t.kind = brace
		return l.comment(t)
	case ';':
		t.kind = lineNote
		n := bytes.IndexAny(l.buf[l.pos:], "\r\n")
		if n < 0 {
			n = len(l.buf) - l.pos
			t.end = l.pos + n
			return l.eof
		}
		t.end = l.pos + n
	case '(':
		t.kind = openLine
	case ')':
		t.kind = closeLine
	case '[':
		return l.bracket(t)
	case '}', ']', '"':
		t.kind = stray
	case '$':
		t.kind = glyphNumber
		return l.run(t, func(c byte) bool { return c >= '0' && c <= '9' })
	case '!', '?':
		t.kind = glyphSign
		return l.run(t, func(c byte) bool { return c == '!' || c == '?' })
	case '*':
		t.kind = result
	case '.':
		t.kind = dots
		return l.run(t, func(c byte) bool { return c == '.' })
	default:
		if c >= '0' && c <= '9' {
			return l.number(t)
		}
		return l.word(t)
	}
	return true
}

// run lengthens t over the bytes that in accepts.
func (l *lexer) run(t *token, in func(byte) bool) bool {
	for t.end < len(l.buf) && in(l.buf[t.end]) {
		t.end++
	}
	return t.end < len(l.buf) || l.eof
}

// number reads a move number with its dots, or the word that begins with a
// digit: a result, castling with zeros, a null move.
func (l *lexer) number(t *token) bool {
	digit := func(c byte) bool { return c >= '0' && c <= '9' }
	if !l.run(t, digit) {
		return false
	}
	t.kind = moveNumber
	if t.end-t.start == 4 && string(l.buf[t.start:t.end]) == "0000" && (t.end == len(l.buf) || wordEnd[l.buf[t.end]]) {
		t.kind = word
		return true
	}
	if t.end == len(l.buf) {
		return true
	}
	switch c := l.buf[t.end]; {
	case c == '.':
		return l.run(t, func(c byte) bool { return c == '.' })
	case c == '-' || c == '/' || c >= utf8.RuneSelf:
		if !l.word(t) {
			return false
		}
		if t.end == t.start || onlyDigits(l.buf[t.start:t.end]) {
			t.kind = moveNumber
		}
	}
	return true
}

// onlyDigits tells whether b is nothing but ASCII digits.
func onlyDigits(b []byte) bool {
	for _, c := range b {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}

// word reads to the next separator and tells results from other words.
func (l *lexer) word(t *token) bool {
	i := t.start
	for {
		for i < len(l.buf) && l.buf[i] < utf8.RuneSelf && !wordEnd[l.buf[i]] {
			i++
		}
		if i >= len(l.buf) {
			if !l.eof {
				return false
			}
			break
		}
		if l.buf[i] < utf8.RuneSelf {
			break
		}
		r, n, full := decodeRune(l.buf[i:])
		if !full {
			if !l.eof {
				return false
			}
			n = len(l.buf) - i
		}
		if full && isSpace(r) {
			break
		}
		if full && glyphRune(r) {
			if i == t.start {
				t.kind, t.end = glyphSign, i+n
				return true
			}
			break
		}
		i += n
	}
	t.kind, t.end = word, i
	if c := l.buf[t.start]; (c == '0' || c == '1' || c >= utf8.RuneSelf) && readResult(string(l.buf[t.start:t.end])) != "" {
		t.kind = result
	}
	return true
}

// comment reads {…}. One that is never closed ends before the first line that
// is a complete tag pair and stands behind a blank line, else with the text.
func (l *lexer) comment(t *token) bool {
	if l.close < l.pos {
		if n := bytes.IndexByte(l.buf[l.pos:], '}'); n >= 0 {
			l.close = l.pos + n
		} else {
			l.close = len(l.buf)
		}
	}
	closed := l.close < len(l.buf)
	if cut, found := tagLine(l.buf[:l.close], l.pos, !closed && l.eof); found {
		t.end, t.open = cut, true
		return true
	}
	if closed {
		t.end = l.close + 1
		return true
	}
	t.end, t.open = len(l.buf), true
	return l.eof
}

// tagLine finds the first line of b from from on that is one complete tag pair
// and follows a blank line. whole tells that b ends where the text ends.
func tagLine(b []byte, from int, whole bool) (at int, found bool) {
	for i := from; i < len(b); {
		n := bytes.IndexByte(b[i:], '[')
		if n < 0 {
			return 0, false
		}
		i += n
		if behindBlankLine(b[from:i]) && completeTag(b[i:], whole) {
			return i, true
		}
		i++
	}
	return 0, false
}

// behindBlankLine tells whether text ends in an empty line and the start of
// another.
func behindBlankLine(b []byte) bool {
	ends := 0
	for i := len(b) - 1; i >= 0; i-- {
		switch b[i] {
		case '\n':
			ends++
			for i > 0 && b[i-1] == '\r' {
				i--
			}
		case '\r':
			ends++
		case ' ', '\t':
		default:
			return false
		}
		if ends == 2 {
			return true
		}
	}
	return false
}

// completeTag tells whether the line at the head of b is one whole tag pair.
func completeTag(b []byte, whole bool) bool {
	const longest = 1 << 10
	n := bytes.IndexAny(b[:min(len(b), longest)], "\r\n")
	if n < 0 {
		if !whole || len(b) > longest {
			return false
		}
		n = len(b)
	}
	line := bytes.TrimRight(b[:n], " \t")
	p, ok := scanTag(line, 0, true)
	return ok && !p.faulty && p.end == len(line)
}

// bracket reads a tag pair, or what looks like the torn half of one.
func (l *lexer) bracket(t *token) bool {
	p, ok := scanTag(l.buf, l.pos, l.eof)
	if !ok {
		return false
	}
	if p.end > 0 {
		t.kind, t.end = tagPair, p.end
		return true
	}
	t.kind = stray
	if !t.lineStart {
		return true
	}
	n := bytes.IndexAny(l.buf[l.pos:], "\r\n")
	if n < 0 {
		if !l.eof {
			return false
		}
		n = len(l.buf) - l.pos
	}
	line := l.buf[l.pos+1 : l.pos+n]
	if len(line) == 0 || isNameByte(line[0]) || line[0] == ']' {
		t.kind = badTag
		t.end = l.pos + n
		if k := bytes.IndexByte(line, ']'); k >= 0 {
			t.end = l.pos + 1 + k + 1
		}
	}
	return true
}
