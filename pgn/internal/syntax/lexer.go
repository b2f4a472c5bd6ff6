package syntax

import (
	"bytes"
	"unicode/utf8"
)

// glyphRune reports whether a rune outside ASCII is a whole glyph by itself.
func glyphRune(r rune) bool {
	switch r {
	case '□', '∞', '⩲', '⩱', '±', '∓', '⨀', '⟳', '↑', '→', '⇆', '⇄', '⨁', '⊕', '∆', '△', '⌓',
		'⊙', '○', '⯹', '∇', '▽', '≤', '⩽', '≥', '⩾', '⊥', '⧉', '◪', '▣', '⇔', '⟺', '⇗', '⊞', '⟫', '⟪', '✕', '⯺', '⯻', '⯼', '⯽', '∟', '⯾':
		return true
	}
	return false
}

// kind is what a token is by its spelling alone.
type kind uint8

const (
	EndOfText      kind = iota
	TagPair             // [Name "value"]
	BadTag              // a line that begins like a tag and is none
	Comment             // {comment}
	LineComment         // ;comment to the end of the line
	OpenVariation       // (
	CloseVariation      // )
	GlyphNumber         // $5
	GlyphSign           // ! ?! ± and other signs that stand alone
	MoveNumber          // 12 or 12. or 12...
	DotsToken           // ... by themselves
	ResultToken         // 1-0 and the like
	WordToken           // a move, or text that is none
	StrayToken          // a bracket or sign that opens nothing
	TrailingNoise       // any of these where it is noise after the end of a game
)

// Token is one word of PGN: bytes start to end of the text being read.
type Token struct {
	Kind       kind
	blank      bool // a blank line stands before it
	lineStart  bool // it is the first on its line
	Open       bool // a comment that is never closed
	Start, End int
}

// Lexer cuts text into tokens. It knows no rules of chess and never goes back;
// the text may grow at its end between two calls.
type Lexer struct {
	buf []byte
	eof bool // buf holds the text to its end
	pos int

	lineStart bool // nothing but white space since the line began
	column1   bool // pos is the first column
	blank     bool // a blank line since the last token

	// close is where the next } stands at or after pos: a position, len(buf)
	// when none is in buf, or -1 when it was not looked for since buf grew.
	close int
}

// Reset starts on a new text.
func (l *Lexer) Reset(buf []byte, eof bool) {
	*l = Lexer{buf: buf, eof: eof, lineStart: true, column1: true, close: -1}
}

// WordEnd marks the ASCII bytes that no word contains.
var WordEnd = func() (t [256]bool) {
	for _, c := range []byte(" \t\n\v\f\r\x1a{}()[];$!?*\"") {
		t[c] = true
	}
	return t
}()

// Next is the next token. ok is false when the text must grow first; at its
// very end the kind is endOfText.
func (l *Lexer) Next() (t Token, ok bool) {
	if !l.space() {
		return Token{}, false
	}
	t = Token{Start: l.pos, blank: l.blank, lineStart: l.lineStart}
	if l.pos >= len(l.buf) {
		return t, l.eof
	}
	if !l.scan(&t) {
		return Token{}, false
	}
	l.pos = t.End
	l.blank, l.lineStart, l.column1 = false, false, false
	return t, true
}

// space skips white space, byte order marks and escaped lines; it notes line
// starts and blank lines. It returns false when it needs more text.
func (l *Lexer) space() bool {
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
func (l *Lexer) scan(t *Token) bool {
	c := l.buf[l.pos]
	t.End = l.pos + 1
	switch c {
	case '{':
		t.Kind = Comment
		return l.comment(t)
	case ';':
		t.Kind = LineComment
		n := bytes.IndexAny(l.buf[l.pos:], "\r\n")
		if n < 0 {
			n = len(l.buf) - l.pos
			t.End = l.pos + n
			return l.eof
		}
		t.End = l.pos + n
	case '(':
		t.Kind = OpenVariation
	case ')':
		t.Kind = CloseVariation
	case '[':
		return l.bracket(t)
	case '}', ']', '"':
		t.Kind = StrayToken
	case '$':
		t.Kind = GlyphNumber
		return l.run(t, func(c byte) bool { return c >= '0' && c <= '9' })
	case '!', '?':
		t.Kind = GlyphSign
		return l.run(t, func(c byte) bool { return c == '!' || c == '?' })
	case '*':
		t.Kind = ResultToken
	case '.':
		t.Kind = DotsToken
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
func (l *Lexer) run(t *Token, in func(byte) bool) bool {
	for t.End < len(l.buf) && in(l.buf[t.End]) {
		t.End++
	}
	return t.End < len(l.buf) || l.eof
}

// number reads a move number with its dots, or the word that begins with a
// digit: a result, castling with zeros, a null move.
func (l *Lexer) number(t *Token) bool {
	digit := func(c byte) bool { return c >= '0' && c <= '9' }
	if !l.run(t, digit) {
		return false
	}
	t.Kind = MoveNumber
	if t.End-t.Start == 4 && string(l.buf[t.Start:t.End]) == "0000" && (t.End == len(l.buf) || WordEnd[l.buf[t.End]]) {
		t.Kind = WordToken
		return true
	}
	if t.End == len(l.buf) {
		return true
	}
	switch c := l.buf[t.End]; {
	case c == '.':
		return l.run(t, func(c byte) bool { return c == '.' })
	case c == '-' || c == '/' || c >= utf8.RuneSelf:
		if !l.word(t) {
			return false
		}
		if t.End == t.Start || onlyDigits(l.buf[t.Start:t.End]) {
			t.Kind = MoveNumber
		}
	}
	return true
}

func onlyDigits(b []byte) bool {
	for _, c := range b {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}

// word reads to the next separator and tells results from other words.
func (l *Lexer) word(t *Token) bool {
	i := t.Start
	for {
		for i < len(l.buf) && l.buf[i] < utf8.RuneSelf && !WordEnd[l.buf[i]] {
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
			if i == t.Start {
				t.Kind, t.End = GlyphSign, i+n
				return true
			}
			break
		}
		i += n
	}
	t.Kind, t.End = WordToken, i
	if c := l.buf[t.Start]; (c == '0' || c == '1' || c >= utf8.RuneSelf) && ParseResult(string(l.buf[t.Start:t.End])) != "" {
		t.Kind = ResultToken
	}
	return true
}

// comment reads {…}. One that is never closed ends before the first line that
// is a complete tag pair and follows a blank line, else with the text.
func (l *Lexer) comment(t *Token) bool {
	if l.close < l.pos {
		if n := bytes.IndexByte(l.buf[l.pos:], '}'); n >= 0 {
			l.close = l.pos + n
		} else {
			l.close = len(l.buf)
		}
	}
	closed := l.close < len(l.buf)
	if cut, found := FindTagLine(l.buf[:l.close], l.pos, !closed && l.eof); found {
		t.End, t.Open = cut, true
		return true
	}
	if closed {
		t.End = l.close + 1
		return true
	}
	t.End, t.Open = len(l.buf), true
	return l.eof
}

// FindTagLine finds the first line of b from from on that is one complete tag pair
// and follows a blank line. whole tells that b ends where the text ends.
func FindTagLine(b []byte, from int, whole bool) (at int, found bool) {
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

// behindBlankLine reports whether text ends in an empty line and the start of
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

// completeTag reports whether the line at the head of b is one whole tag pair.
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
	p, ok := ScanTag(line, 0, true)
	return ok && !p.Faulty && p.End == len(line)
}

// bracket reads a tag pair, or what looks like the torn half of one.
func (l *Lexer) bracket(t *Token) bool {
	p, ok := ScanTag(l.buf, l.pos, l.eof)
	if !ok {
		return false
	}
	if p.End > 0 {
		t.Kind, t.End = TagPair, p.End
		return true
	}
	t.Kind = StrayToken
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
	if len(line) == 0 || IsTagNameByte(line[0]) || line[0] == ']' {
		t.Kind = BadTag
		t.End = l.pos + n
		if k := bytes.IndexByte(line, ']'); k >= 0 {
			t.End = l.pos + 1 + k + 1
		}
	}
	return true
}

// OpenAtEnd reports whether the last brace opens a comment.
func OpenAtEnd(b []byte) bool {
	for i := len(b) - 1; i >= 0; i-- {
		if b[i] == '{' || b[i] == '}' {
			return b[i] == '{'
		}
	}
	return false
}
