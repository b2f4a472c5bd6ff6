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
}

// sweepWindow is the size in bytes of the window.
const sweepWindow = 512 << 10

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
	for _, c := range []byte(" \t\v\f\x1a%") {
		t[c] = headUnusual
	}
	t['\n'], t['\r'] = headBlank, headBlank
	t['['] = headTag
	return t
}()

const (
	headUnusual uint8 = iota + 1
	headBlank
	headTag
)

// passOver passes over the game at the head of b. end is where the next game
// begins and lines how many line ends stand before it.
func passOver(b []byte, eof bool) (r record, end, lines int, p passage) {
	i := 0
	short := unusual // what it means that b ends
	if !eof {
		short = cutOff
	}
	for i < len(b) && b[i] == '[' {
		n := bytes.IndexByte(b[i:], '\n')
		if n < 0 {
			return r, 0, 0, short
		}
		name, ok := plainTag(b[i : i+n])
		if !ok {
			return r, 0, 0, unusual
		}
		if col, ok := columnOf(name); ok && i < 1<<16-1 && r.tags[col] == 0 {
			r.tags[col] = uint16(i + 1)
		}
		i += n + 1
		lines++
	}
	if i == 0 {
		return r, 0, 0, unusual
	}
	i, n := skipLines(b, i)
	lines += n
	if i == len(b) {
		return r, 0, 0, short
	}
	if b[i] == '[' || lineHead[b[i]] != 0 {
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
		i += n + 1
		lines++
		if i == len(b) {
			if !eof {
				return r, 0, 0, cutOff
			}
			break
		}
		if h := lineHead[b[i]]; h == headUnusual {
			return r, 0, 0, unusual
		} else if h != 0 {
			break
		}
	}
	to := i
	i, n = skipLines(b, i)
	lines += n
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
	if bytes.IndexByte(b[:from], '\\') >= 0 || !plainMoves(b[from:to]) || !plainLineEnds(b[:i]) {
		return r, 0, 0, unusual
	}
	return r, i, lines, passed
}

// skipLines passes over empty lines.
func skipLines(b []byte, i int) (at, lines int) {
	for i < len(b) {
		switch {
		case b[i] == '\n':
			i++
		case b[i] == '\r' && i+1 < len(b) && b[i+1] == '\n':
			i += 2
		default:
			return i, lines
		}
		lines++
	}
	return i, lines
}

// plainTag tells whether a line is one tag pair as programs write it, with
// no quotation mark in its value, and gives the name. Backslashes are left to
// the caller.
func plainTag(line []byte) (name []byte, ok bool) {
	n := len(line)
	for n > 0 && line[n-1] == '\r' {
		n--
	}
	i := 1
	for i < n && isNameByte(line[i]) {
		i++
	}
	if i == 1 || n < i+4 || line[i] != ' ' || line[i+1] != '"' || line[n-1] != ']' || line[n-2] != '"' {
		return nil, false
	}
	return line[1:i], bytes.IndexByte(line[i+2:], '"') == n-2-(i+2)
}

// plainMoves tells whether movetext holds nothing that could end the game
// before its end: no tag, no result but at the very end, no comment that is
// still open there.
func plainMoves(b []byte) bool {
	b = bytes.TrimRight(b, "\r\n \t")
	if i := bytes.LastIndexAny(b[max(len(b)-8, 0):], " \n") + max(len(b)-8, 0); i+1 < len(b) {
		switch string(b[i+1:]) {
		case WhiteWins, BlackWins, Draw, Unknown:
			b = b[:max(i, 0)]
		}
	}
	noted := bytes.IndexByte(b, '{') >= 0
	if noted && openAtEnd(b) {
		return false
	}
	if plainText(b) {
		return true
	}
	// A comment may hold what movetext may not.
	for noted {
		i := bytes.IndexByte(b, '{')
		if i < 0 {
			break
		}
		if !plainText(b[:i]) {
			return false
		}
		n := bytes.IndexByte(b[i:], '}')
		if n < 0 {
			return false
		}
		b = b[i+n+1:]
	}
	return noted && plainText(b)
}

// plainText tells whether text, outside of comments, holds no tag, no result
// and no comment to the end of the line.
func plainText(b []byte) bool {
	if bytes.IndexByte(b, '"') >= 0 || bytes.IndexByte(b, ';') >= 0 || !isASCII(b) ||
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
	for len(b) >= 32 {
		or := binary.LittleEndian.Uint64(b) | binary.LittleEndian.Uint64(b[8:]) |
			binary.LittleEndian.Uint64(b[16:]) | binary.LittleEndian.Uint64(b[24:])
		if or&high != 0 {
			return false
		}
		b = b[32:]
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
