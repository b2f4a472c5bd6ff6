package pgn

import (
	"bytes"
	"encoding/binary"
	"io"
)

// A sweep passes over games that are written as nearly all are: plain tag
// pairs, one to a line from the first column, then movetext without blank lines
// up to the next tag pair. It looks at few bytes of such a game. For anything
// else it steps back and the cutter, which reads every token, takes over; the
// two find the same games, which fuzzing holds them to.
type sweep struct {
	buf  []byte // a window on the file
	base int64  // offset of buf in the file
	eof  bool   // buf reaches the end of the file

	names tagNames
}

// sweepWindow is the size in bytes of the window.
const sweepWindow = 128 << 10

// window makes the bytes of src from offset on the window, unless it has
// them already with room to spare; it returns those bytes.
func (s *sweep) window(src io.ReaderAt, size, offset int64) ([]byte, error) {
	if at := offset - s.base; s.buf != nil && at >= 0 && at <= int64(len(s.buf)) {
		return s.buf[at:], nil
	}
	return s.refill(src, size, offset)
}

// refill reads the window anew from offset on.
func (s *sweep) refill(src io.ReaderAt, size, offset int64) ([]byte, error) {
	if s.buf == nil {
		s.buf = make([]byte, sweepWindow)
	}
	s.buf = s.buf[:min(sweepWindow, size-offset)]
	n, err := src.ReadAt(s.buf, offset)
	if n < len(s.buf) {
		return nil, err
	}
	s.base, s.eof = offset, offset+int64(n) == size
	return s.buf, nil
}

// passage is how passing over a game went.
type passage uint8

const (
	passed  passage = iota
	cutOff          // the window ends within the game
	unusual         // the cutter must see it
)

// lineHead tells what the first byte of a line of movetext means.
var lineHead = func() (t [256]uint8) {
	for c := range t {
		if c >= 0x80 {
			t[c] = headUnusual
		}
	}
	for _, c := range []byte("\t\v\f\x1a%") {
		t[c] = headUnusual
	}
	t[' '] = headSpace
	t['\n'], t['\r'] = headBlank, headBlank
	t['['] = headTag
	return t
}()

const (
	headUnusual uint8 = iota + 1
	headBlank
	headTag
	headSpace
)

// headOf tells what the line that begins at i means.
func headOf(b []byte, i int) uint8 {
	h := lineHead[b[i]]
	if h != headSpace {
		return h
	}
	for i < len(b) && b[i] == ' ' {
		i++
	}
	if i == len(b) || lineHead[b[i]] != 0 {
		return headUnusual
	}
	return 0
}

// passOver passes over the game at the head of b. end is where the next game
// begins and lines how many line ends stand before it.
func (s *sweep) passOver(b []byte, eof bool) (r record, end, lines int, p passage) {
	i, last := 0, 0
	returns := 0     // lines that end with CR LF
	short := unusual // what it means that b ends
	if !eof {
		short = cutOff
	}
	for i < len(b) && b[i] == '[' {
		n := bytes.IndexByte(b[i:], '\n')
		if n < 0 {
			return r, 0, 0, short
		}
		var col column
		if last, col = s.names.find(b[i:], n, last); last < 0 {
			return r, 0, 0, unusual
		}
		if b[i+n-1] == '\r' {
			returns++
		}
		if col < columnCount && i < 1<<16-1 && r.tags[col] == 0 {
			r.tags[col] = uint16(i + 1)
		}
		i += n + 1
		lines++
	}
	if i == 0 || bytes.IndexByte(b[:i], '\\') >= 0 {
		return r, 0, 0, unusual
	}
	head, quotes := i, 2*lines
	i, n, cr := skipLines(b, i)
	lines += n
	returns += cr
	if i == len(b) {
		return r, 0, 0, short
	}
	if headOf(b, i) != 0 {
		return r, 0, 0, unusual
	}
	from := i
	for {
		n := bytes.IndexByte(b[i:], '\n')
		if n < 0 {
			if !eof {
				return r, 0, 0, cutOff
			}
			i = len(b)
			break
		}
		if i += n; b[i-1] == '\r' {
			returns++
		}
		i++
		lines++
		if i == len(b) {
			if !eof {
				return r, 0, 0, cutOff
			}
			break
		}
		if h := headOf(b, i); h == headUnusual {
			return r, 0, 0, unusual
		} else if h != 0 {
			break
		}
	}
	to := i
	i, n, cr = skipLines(b, i)
	lines += n
	returns += cr
	switch {
	case i == len(b):
		if !eof {
			return r, 0, 0, cutOff
		}
	case b[i] == '[':
		if j, tag := tagHead(b, i); !tag {
			if j == len(b) && !eof {
				return r, 0, 0, cutOff
			}
			return r, 0, 0, unusual
		}
	default:
		return r, 0, 0, unusual
	}
	quoted := bytes.Count(b[:to], quote) != quotes
	if quoted && bytes.Count(b[:head], quote) != quotes || !plainMoves(b[from:to], quoted) || !noOther(b[:i], '\r', returns) {
		return r, 0, 0, unusual
	}
	return r, i, lines, passed
}

// skipLines passes over empty lines; returns tells how many of them hold CR.
func skipLines(b []byte, i int) (at, lines, returns int) {
	for i < len(b) {
		switch {
		case b[i] == '\n':
			i++
		case b[i] == '\r' && i+1 < len(b) && b[i+1] == '\n':
			i += 2
			returns++
		default:
			return i, lines, returns
		}
		lines++
	}
	return i, lines, returns
}

// noOther tells whether b holds c n times, when it holds it that often at least.
func noOther(b []byte, c byte, n int) bool {
	if n == 0 {
		return bytes.IndexByte(b, c) < 0
	}
	return bytes.Count(b, []byte{c}) == n
}

// quote is the quotation mark.
var quote = []byte{'"'}

// plainTag tells whether a line is one tag pair as programs write it and gives
// the name. Backslashes and quotation marks in the value are left to the caller.
func plainTag(line []byte) (name []byte, ok bool) {
	i := 1
	for i < len(line) && isNameByte(line[i]) {
		i++
	}
	if i == 1 || !plainValue(line, i) {
		return nil, false
	}
	return line[1:i], true
}

// plainValue tells whether behind a name that ends at i stand a space, the value
// between quotation marks, and the closing bracket.
func plainValue(line []byte, i int) bool {
	return len(line) >= i+4 && line[i] == ' ' && line[i+1] == '"' && endsTag(line, i+2)
}

// endsTag tells whether a line ends with a quotation mark at from or behind it,
// and the closing bracket.
func endsTag(line []byte, from int) bool {
	n := len(line)
	for n > 0 && line[n-1] == '\r' {
		n--
	}
	return n >= from+2 && line[n-1] == ']' && line[n-2] == '"'
}

// plainMoves tells whether movetext holds nothing that could end the game
// before its end: no tag, no result but at the very end, no comment that is
// still open there. quoted tells that it may hold quotation marks.
func plainMoves(b []byte, quoted bool) bool {
	for len(b) > 0 && (b[len(b)-1] == '\n' || b[len(b)-1] == '\r' || b[len(b)-1] == ' ' || b[len(b)-1] == '\t') {
		b = b[:len(b)-1]
	}
	i := len(b)
	for i > 0 && len(b)-i < 8 && b[i-1] != ' ' && b[i-1] != '\n' {
		i--
	}
	switch string(b[i:]) {
	case WhiteWins, BlackWins, Draw, Unknown:
		b = b[:i]
	}
	noted := bytes.IndexByte(b, '{') >= 0
	if noted && openAtEnd(b) {
		return false
	}
	if plainText(b, quoted) {
		return true
	}
	// A comment may hold what movetext may not.
	for noted {
		i := bytes.IndexByte(b, '{')
		if i < 0 {
			break
		}
		if !plainText(b[:i], quoted) {
			return false
		}
		n := bytes.IndexByte(b[i:], '}')
		if n < 0 {
			return false
		}
		b = b[i+n+1:]
	}
	return noted && plainText(b, quoted)
}

// plainText tells whether text, outside of comments, holds no tag, no result
// and no comment to the end of the line.
func plainText(b []byte, quoted bool) bool {
	if quoted && bytes.IndexByte(b, '"') >= 0 || bytes.IndexByte(b, ';') >= 0 || !isASCII(b) ||
		bytes.IndexByte(b, '*') >= 0 || bytes.IndexByte(b, '/') >= 0 {
		return false
	}
	for {
		i := bytes.IndexByte(b, '-')
		if i < 0 {
			return true
		}
		if i > 0 && i+1 < len(b) && digit(b[i-1]) && digit(b[i+1]) && (b[i-1] != '0' || b[i+1] != '0') {
			return false
		}
		b = b[i+1:]
	}
}

// openAtEnd tells whether the last brace opens a comment.
func openAtEnd(b []byte) bool {
	for i := len(b) - 1; i >= 0; i-- {
		if b[i] == '{' || b[i] == '}' {
			return b[i] == '{'
		}
	}
	return false
}

func digit(c byte) bool { return c >= '0' && c <= '9' }

// isASCII tells whether no byte has its highest bit set.
func isASCII(b []byte) bool {
	const high = 0x8080808080808080
	for len(b) >= 64 {
		w := (*[64]byte)(b)
		or := binary.LittleEndian.Uint64(w[0:]) | binary.LittleEndian.Uint64(w[8:]) |
			binary.LittleEndian.Uint64(w[16:]) | binary.LittleEndian.Uint64(w[24:]) |
			binary.LittleEndian.Uint64(w[32:]) | binary.LittleEndian.Uint64(w[40:]) |
			binary.LittleEndian.Uint64(w[48:]) | binary.LittleEndian.Uint64(w[56:])
		if or&high != 0 {
			return false
		}
		b = b[64:]
	}
	for _, c := range b {
		if c >= 0x80 {
			return false
		}
	}
	return true
}

// plainLineEnds tells whether every CR stands before LF.
func plainLineEnds(b []byte) bool {
	for {
		i := bytes.IndexByte(b, '\r')
		if i < 0 {
			return true
		}
		if i+1 == len(b) || b[i+1] != '\n' {
			return false
		}
		b = b[i+2:]
	}
}
