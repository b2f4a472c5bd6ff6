package collection

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"

	"rookery/pgn"
	"rookery/pgn/internal/syntax"
)

// A fastIndex passes over games that are written as nearly all are: plain tag
// pairs, one to a line from the first column, then movetext without blank lines
// up to the next tag pair. It looks at few bytes of such a game. For anything
// else it steps back and the cutter, which reads every token, takes over; the
// two find the same games, which fuzzing holds them to.
type fastIndex struct {
	buf  []byte // a window on the file
	base int64  // offset of buf in the file
	eof  bool   // buf reaches the end of the file

	names tagNames
}

// fastWindow is the size in bytes of the window.
const fastWindow = 128 << 10

// window makes the bytes of src from offset on the window, unless it has
// them already with room to spare; it returns those bytes.
func (s *fastIndex) window(src io.ReaderAt, offset int64) ([]byte, error) {
	if at := offset - s.base; s.buf != nil && at >= 0 && at <= int64(len(s.buf)) {
		return s.buf[at:], nil
	}
	return s.refill(src, offset)
}

// refill rereads the window from offset on.
func (s *fastIndex) refill(src io.ReaderAt, offset int64) ([]byte, error) {
	if s.buf == nil {
		s.buf = make([]byte, fastWindow)
	}
	s.buf = s.buf[:fastWindow]
	n, err := src.ReadAt(s.buf, offset)
	s.buf, s.base, s.eof = s.buf[:n], offset, errors.Is(err, io.EOF)
	if n < fastWindow && !s.eof {
		return nil, err
	}
	return s.buf, nil
}

// scanOutcome is how passing over a game went.
type scanOutcome uint8

const (
	scanned     scanOutcome = iota
	windowEnds              // the window ends within the game
	needsCutter             // the cutter must see it
)

// lineClasses tells what the first byte of a line of movetext means.
var lineClasses = func() (t [256]uint8) {
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

// lineClass tells what the line that begins at i means.
func lineClass(b []byte, i int) uint8 {
	h := lineClasses[b[i]]
	if h != headSpace {
		return h
	}
	for i < len(b) && b[i] == ' ' {
		i++
	}
	if i == len(b) || lineClasses[b[i]] != 0 {
		return headUnusual
	}
	return 0
}

// scanGame passes over the game at the head of b. end is where the next game
// begins and lines how many line ends stand before it.
func (s *fastIndex) scanGame(b []byte, eof bool) (r record, end, lines int, p scanOutcome) {
	i, last := 0, 0
	returns := 0         // lines that end with CR LF
	short := needsCutter // what it means that b ends
	if !eof {
		short = windowEnds
	}
	for i < len(b) && b[i] == '[' {
		n := bytes.IndexByte(b[i:], '\n')
		if n < 0 {
			return r, 0, 0, short
		}
		var col column
		if last, col = s.names.find(b[i:], n, last); last < 0 {
			return r, 0, 0, needsCutter
		}
		if b[i+n-1] == '\r' {
			returns++
		}
		if col < columnCount {
			r.note(col, i)
		}
		i += n + 1
		lines++
	}
	if i == 0 || bytes.IndexByte(b[:i], '\\') >= 0 {
		return r, 0, 0, needsCutter
	}
	head, quotes := i, 2*lines
	i, n, cr := skipLines(b, i)
	lines += n
	returns += cr
	if i == len(b) {
		return r, 0, 0, short
	}
	if lineClass(b, i) != 0 {
		return r, 0, 0, needsCutter
	}
	from := i
	for {
		n := bytes.IndexByte(b[i:], '\n')
		if n < 0 {
			if !eof {
				return r, 0, 0, windowEnds
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
				return r, 0, 0, windowEnds
			}
			break
		}
		if h := lineClass(b, i); h == headUnusual {
			return r, 0, 0, needsCutter
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
			return r, 0, 0, windowEnds
		}
	case b[i] == '[':
		if j, tag := syntax.TagStart(b, i); !tag {
			if j == len(b) && !eof {
				return r, 0, 0, windowEnds
			}
			return r, 0, 0, needsCutter
		}
	default:
		return r, 0, 0, needsCutter
	}
	quoted := bytes.Count(b[:to], quote) != quotes
	if quoted && bytes.Count(b[:head], quote) != quotes || !isPlainMovetext(b[from:to], quoted) || !hasExactly(b[:i], '\r', returns) {
		return r, 0, 0, needsCutter
	}
	return r, i, lines, scanned
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

// hasExactly reports whether b holds c n times, when it holds it that often at least.
func hasExactly(b []byte, c byte, n int) bool {
	if n == 0 {
		return bytes.IndexByte(b, c) < 0
	}
	return bytes.Count(b, []byte{c}) == n
}

var quote = []byte{'"'}

// parsePlainTag reports whether a line is one tag pair as programs write it and gives
// the name. Backslashes and quotation marks in the value are left to the caller.
func parsePlainTag(line []byte) (name []byte, ok bool) {
	i := 1
	for i < len(line) && syntax.IsTagNameByte(line[i]) {
		i++
	}
	if i == 1 || !isPlainValue(line, i) {
		return nil, false
	}
	return line[1:i], true
}

// isPlainValue reports whether a name that ends at i is followed by a space, the value
// between quotation marks, and the closing bracket.
func isPlainValue(line []byte, i int) bool {
	return len(line) >= i+4 && line[i] == ' ' && line[i+1] == '"' && endsLikeTag(line, i+2)
}

// endsLikeTag reports whether a line ends with a quotation mark at from or after it,
// and the closing bracket.
func endsLikeTag(line []byte, from int) bool {
	n := len(line)
	for n > 0 && line[n-1] == '\r' {
		n--
	}
	return n >= from+2 && line[n-1] == ']' && line[n-2] == '"'
}

// isPlainMovetext reports whether movetext holds nothing that could end the game
// before its end: no tag, no result but at the very end, no comment that is
// still open there. quoted tells that it may hold quotation marks.
func isPlainMovetext(b []byte, quoted bool) bool {
	for len(b) > 0 && (b[len(b)-1] == '\n' || b[len(b)-1] == '\r' || b[len(b)-1] == ' ' || b[len(b)-1] == '\t') {
		b = b[:len(b)-1]
	}
	i := len(b)
	for i > 0 && len(b)-i < 8 && b[i-1] != ' ' && b[i-1] != '\n' {
		i--
	}
	switch string(b[i:]) {
	case pgn.WhiteWins, pgn.BlackWins, pgn.Draw, pgn.Unknown:
		b = b[:i]
	}
	noted := bytes.IndexByte(b, '{') >= 0
	if noted && syntax.OpenAtEnd(b) {
		return false
	}
	if isPlainText(b, quoted) {
		return true
	}
	// A comment may hold what movetext may not.
	for noted {
		i := bytes.IndexByte(b, '{')
		if i < 0 {
			break
		}
		if !isPlainText(b[:i], quoted) {
			return false
		}
		n := bytes.IndexByte(b[i:], '}')
		if n < 0 {
			return false
		}
		b = b[i+n+1:]
	}
	return noted && isPlainText(b, quoted)
}

// isPlainText reports whether text, outside of comments, holds no tag, no result
// and no comment to the end of the line.
func isPlainText(b []byte, quoted bool) bool {
	if quoted && bytes.IndexByte(b, '"') >= 0 || bytes.IndexByte(b, ';') >= 0 || !syntax.IsASCII(b) ||
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

func digit(c byte) bool { return c >= '0' && c <= '9' }

// plainLineEnds reports whether every CR stands before LF.
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

// tagNames remembers the names of tags of the games before: those of the next
// are nearly always the same in the same order.
type tagNames struct {
	n     int
	heads [32]tagLead
}

// tagLead is how the line of a tag begins: [Name "
type tagLead struct {
	words, masks [longestLead / 8]uint64 // its bytes, and which of them count
	size         int                     // in bytes
	col          column                  // columnCount for tags that an index does not keep
	next         int                     // what followed the last time, from 1
}

// longestLead is how many bytes a remembered beginning has at most.
const longestLead = 24

// find gives the column of the tag that the first n bytes of b hold, a line, and
// the place of its name; last is that of the line before. The place is negative
// for a line that is no plain tag pair, and 0 for a name that is not remembered.
func (t *tagNames) find(b []byte, n, last int) (place int, col column) {
	if len(b) < longestLead {
		place, col = readTag(b[:n])
		return min(place, 0), col
	}
	if last > 0 {
		if k := t.heads[last-1].next; k > 0 {
			if h := &t.heads[k-1]; h.begins(b) && endsLikeTag(b[:n], h.size) {
				return k, h.col
			}
		}
	}
	for k := range t.n {
		if h := &t.heads[k]; h.begins(b) && endsLikeTag(b[:n], h.size) {
			if last > 0 {
				t.heads[last-1].next = k + 1
			}
			return k + 1, h.col
		}
	}
	size, col := readTag(b[:n])
	if size <= 0 || t.n == len(t.heads) || size > longestLead {
		return min(size, 0), col
	}
	t.keep(b[:size], col)
	return t.n, col
}

// readTag is find for a line that is read as a whole: size is the length of its
// beginning in place of a place.
func readTag(line []byte) (size int, col column) {
	name, ok := parsePlainTag(line)
	if !ok {
		return -1, 0
	}
	if col, ok = columnOf(name); !ok {
		col = columnCount
	}
	return len(name) + 3, col
}

// keep remembers how the lines of a tag begin.
func (t *tagNames) keep(lead []byte, col column) {
	var text, mask [longestLead]byte
	for i := range copy(text[:], lead) {
		mask[i] = 0xff
	}
	h := &t.heads[t.n]
	*h = tagLead{size: len(lead), col: col}
	for i := range h.words {
		h.words[i] = binary.LittleEndian.Uint64(text[8*i:])
		h.masks[i] = binary.LittleEndian.Uint64(mask[8*i:])
	}
	t.n++
}

// begins reports whether b, of longestLead bytes or more, begins so.
func (h *tagLead) begins(b []byte) bool {
	w := (*[longestLead]byte)(b)
	return (binary.LittleEndian.Uint64(w[0:])^h.words[0])&h.masks[0]|
		(binary.LittleEndian.Uint64(w[8:])^h.words[1])&h.masks[1]|
		(binary.LittleEndian.Uint64(w[16:])^h.words[2])&h.masks[2] == 0
}
