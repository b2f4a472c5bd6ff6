package collection

import (
	"bytes"
	"strconv"
	"unicode/utf8"

	"rookery/pgn/internal/syntax"
)

// headWindow is how many bytes are read at once to look at the heads of games
// in a row.
const headWindow = 64 << 10

// headReader reads the tags of games for one goroutine, in a window that serves
// many consecutive games.
type headReader struct {
	ix   *Index
	buf  []byte
	base int64 // offset of buf in the file

	rec   record
	text  []byte // the head of the current game, at least to its last known tag
	fold  []byte // scratch of value
	lines []byte // scratch of values
}

// at goes to game i.
func (h *headReader) at(i int) error {
	h.rec = h.ix.record(i)
	last := 0
	for _, at := range h.rec.tags {
		last = max(last, int(at))
	}
	var err error
	h.text, err = h.read(min(last+reachOfValue, int(h.rec.length)))
	return err
}

// read gives the first n bytes of the current game.
func (h *headReader) read(n int) ([]byte, error) {
	from := h.rec.offset - h.base
	if from >= 0 && from+int64(n) <= int64(len(h.buf)) {
		return h.buf[from : from+int64(n)], nil
	}
	want := n
	if int64(h.rec.length) < headWindow/4 {
		want = max(n, headWindow) // the next games are near
	}
	want = int(min(int64(want), h.ix.size-h.rec.offset))
	if cap(h.buf) < want {
		h.buf = make([]byte, want)
	}
	h.buf, h.base = h.buf[:want], h.rec.offset
	got, err := h.ix.src.ReadAt(h.buf, h.base)
	h.buf = h.buf[:got]
	if got < n {
		h.buf = h.buf[:0]
		return nil, err
	}
	return h.buf[:n], nil
}

// value is the value of a tag in lower case, valid until the next call.
func (h *headReader) value(col column) []byte {
	at := int(h.rec.tags[col])
	if at == 0 {
		return nil
	}
	span, _ := syntax.ScanTag(h.text, at-1, true)
	if span.End == 0 {
		return nil
	}
	h.fold = appendFolded(h.fold[:0], h.text, span)
	return h.fold
}

// values are the values of several tags in lower case, one to a line; "chess"
// stands for the Variant tag where there is none. They are valid until the next
// call.
func (h *headReader) values(cols []column) []byte {
	out := h.lines[:0]
	for _, col := range cols {
		at := int(h.rec.tags[col])
		if at == 0 {
			if col == colVariant {
				out = append(out, "chess\n"...)
			}
			continue
		}
		if span, _ := syntax.ScanTag(h.text, at-1, true); span.End > 0 {
			out = append(appendFolded(out, h.text, span), '\n')
		}
	}
	h.lines = out
	return out
}

// appendFolded appends the value of a tag in lower case.
func appendFolded(dst, text []byte, span syntax.TagSpan) []byte {
	raw := text[span.Value[0]:span.Value[1]]
	for _, c := range raw {
		if c >= utf8.RuneSelf || c == '\\' {
			_, value := syntax.TagText(string(text[:span.End]), span)
			return append(dst, bytes.ToLower([]byte(syntax.ToUTF8(value)))...)
		}
		if c >= 'A' && c <= 'Z' {
			c += 'a' - 'A'
		}
		dst = append(dst, c)
	}
	return dst
}

// ratingOpening is what the tags of a game tell that the index does not know.
type ratingOpening struct {
	elo     int    // of the higher rated player, 0 when unknown
	opening string // in lower case
}

// ratingAndOpening reads the tags of the current game. It is false when they cannot be
// told from the text without reading the game.
func (h *headReader) ratingAndOpening() (m ratingOpening, ok bool) {
	for n := len(h.text); ; {
		whole := n == int(h.rec.length)
		done, plain := h.scan(whole, &m)
		if !plain || done {
			return m, plain
		}
		n = min(max(2*n, 1024), int(h.rec.length))
		var err error
		if h.text, err = h.read(n); err != nil {
			return m, false
		}
	}
}

// scan goes over the tag pairs at the head of the text; done is false when
// more text is needed. Of a tag that stands twice the first counts.
func (h *headReader) scan(whole bool, m *ratingOpening) (done, plain bool) {
	*m = ratingOpening{}
	var white, black, opening bool
	i := 0
	for {
		i = syntax.SkipSpace(h.text, i)
		if i == len(h.text) {
			return whole, true
		}
		if h.text[i] != '[' {
			break
		}
		span, ok := syntax.ScanTag(h.text, i, whole)
		if !ok {
			return false, true
		}
		if span.End == 0 || span.Faulty {
			return true, false
		}
		i = span.End
		switch string(h.text[span.Name[0]:span.Name[1]]) {
		case "WhiteElo":
			m.rated(h.text[span.Value[0]:span.Value[1]], &white)
		case "BlackElo":
			m.rated(h.text[span.Value[0]:span.Value[1]], &black)
		case "Opening":
			if !opening {
				h.fold = appendFolded(h.fold[:0], h.text, span)
				m.opening, opening = string(h.fold), true
			}
		}
	}
	switch c := h.text[i]; {
	case c == '{', c == ';', c == '%', c >= utf8.RuneSelf:
		return true, false // more tags may follow
	}
	return true, true
}

// rated takes a rating in, unless that tag was seen before.
func (m *ratingOpening) rated(value []byte, seen *bool) {
	if !*seen {
		n, _ := strconv.Atoi(string(bytes.TrimSpace(value)))
		m.elo, *seen = max(m.elo, n), true
	}
}
