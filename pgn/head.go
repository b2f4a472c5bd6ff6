package pgn

import (
	"bytes"
	"unicode/utf8"
)

// headWindow is how many bytes are read at once to look at the heads of games
// in a row.
const headWindow = 64 << 10

// heads reads the tags of games for one goroutine, in a window that serves
// many games that lie behind each other.
type heads struct {
	ix   *Index
	buf  []byte
	base int64 // offset of buf in the file

	rec  record
	text []byte // the head of the game at hand, at least to its last known tag
	fold []byte // scratch
}

// at goes to game i.
func (h *heads) at(i int) error {
	h.rec = h.ix.record(i)
	last := 0
	for _, at := range h.rec.tags {
		last = max(last, int(at))
	}
	var err error
	h.text, err = h.read(min(last+reachOfValue, int(h.rec.length)))
	return err
}

// read gives the first n bytes of the game at hand.
func (h *heads) read(n int) ([]byte, error) {
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

// value is the value of a tag in lower case, good until the next call.
func (h *heads) value(col column) []byte {
	at := int(h.rec.tags[col])
	if at == 0 {
		return nil
	}
	span, _ := scanTag(h.text, at-1, true)
	if span.end == 0 {
		return nil
	}
	h.fold = appendFolded(h.fold[:0], h.text, span)
	return h.fold
}

// appendFolded appends the value of a tag in lower case.
func appendFolded(dst, text []byte, span tagSpan) []byte {
	raw := text[span.value[0]:span.value[1]]
	for _, c := range raw {
		if c >= utf8.RuneSelf || c == '\\' {
			_, value := tagText(string(text[:span.end]), span)
			return append(dst, bytes.ToLower([]byte(toUTF8(value)))...)
		}
		if c >= 'A' && c <= 'Z' {
			c += 'a' - 'A'
		}
		dst = append(dst, c)
	}
	return dst
}

// tags calls visit with each tag of the game at hand, the value in lower case
// and good for that call only. It is false when the tags cannot be told from
// the text without reading the game.
func (h *heads) tags(visit func(name, value []byte)) bool {
	for n := len(h.text); ; {
		whole := n == int(h.rec.length)
		done, plain := h.scan(whole, visit)
		if !plain || done {
			return plain
		}
		n = min(max(2*n, 1024), int(h.rec.length))
		var err error
		if h.text, err = h.read(n); err != nil {
			return false
		}
	}
}

// scan goes over the tag pairs at the head of the text. done is false when
// more text is needed; visit is called only when none is.
func (h *heads) scan(whole bool, visit func(name, value []byte)) (done, plain bool) {
	var spans [64]tagSpan
	n, i := 0, 0
	for {
		i = skipWhite(h.text, i)
		if i == len(h.text) {
			if !whole {
				return false, true
			}
			break
		}
		if h.text[i] != '[' {
			break
		}
		span, ok := scanTag(h.text, i, whole)
		if !ok {
			return false, true
		}
		if span.end == 0 || span.fault != nil || n == len(spans) {
			return true, false
		}
		spans[n] = span
		n++
		i = span.end
	}
	if i < len(h.text) && (h.text[i] == '{' || h.text[i] == ';' || h.text[i] == '%' || h.text[i] >= utf8.RuneSelf) {
		return true, false // more tags may follow
	}
	for _, span := range spans[:n] {
		h.fold = appendFolded(h.fold[:0], h.text, span)
		visit(h.text[span.name[0]:span.name[1]], h.fold)
	}
	return true, true
}
