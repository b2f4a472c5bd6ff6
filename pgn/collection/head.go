package collection

import (
	"bytes"
	"strconv"
	"unicode/utf8"

	"rookery/pgn/internal/syntax"
)

// gameHead reads the tags of one game after another for one goroutine.
type gameHead struct {
	rec  *record
	text []byte // of the game

	code    []byte // its ECO tag, in lower case
	opening []byte // its Opening tag, in lower case
	elo     int    // of the higher rated player, 0 when unknown
	odd     bool   // these cannot be told from the text without reading the game

	fold  []byte // scratch of value
	lines []byte // scratch of values
}

// value is the value of a tag in lower case, valid until the next call.
func (h *gameHead) value(col column) []byte {
	span := h.span(col)
	if span.End == 0 {
		return nil
	}
	h.fold = appendFolded(h.fold[:0], h.text, span)
	return h.fold
}

// span is where a tag stands; its End is 0 where there is none.
func (h *gameHead) span(col column) syntax.TagSpan {
	at := int(h.rec.tags[col])
	if at == 0 {
		return syntax.TagSpan{}
	}
	span, ok := plainTagSpan(h.text, at-1)
	if !ok {
		span, _ = syntax.ScanTag(h.text, at-1, true)
	}
	return span
}

// values are the values of several tags in lower case, one to a line; "chess"
// stands for the Variant tag where there is none. They are valid until the next
// call.
func (h *gameHead) values(cols []column) []byte {
	out := h.lines[:0]
	for _, col := range cols {
		switch span := h.span(col); {
		case span.End > 0:
			out = append(appendFolded(out, h.text, span), '\n')
		case col == colVariant && h.rec.tags[col] == 0:
			out = append(out, "chess\n"...)
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

// readMore reads the tags that an index does not know: ratings and the opening.
// Of a tag that stands twice the first counts.
func (h *gameHead) readMore() {
	h.elo, h.opening, h.odd = 0, h.opening[:0], false
	var white, black, opening bool
	i := 0
	for {
		i = syntax.SkipSpace(h.text, i)
		if i == len(h.text) {
			return
		}
		if h.text[i] != '[' {
			break
		}
		span, ok := plainTagSpan(h.text, i)
		if !ok {
			span, _ = syntax.ScanTag(h.text, i, true)
			if span.End == 0 || span.Faulty {
				h.odd = true
				return
			}
		}
		i = span.End
		switch string(h.text[span.Name[0]:span.Name[1]]) {
		case "WhiteElo":
			h.rated(span, &white)
		case "BlackElo":
			h.rated(span, &black)
		case "Opening":
			if !opening {
				h.opening, opening = appendFolded(h.opening, h.text, span), true
			}
		}
	}
	h.odd = tagsMayFollow(h.text[i:])
}

// tagsMayFollow reports whether there may be tags behind what stands at the head of
// a text that is no tag: comments, escaped lines, white space that is not ASCII.
func tagsMayFollow(b []byte) bool {
	for b[0] == '{' {
		n := bytes.IndexByte(b, '}')
		if n < 0 {
			return true
		}
		if _, found := syntax.FindTagLine(b[:n], 0, false); found {
			return true
		}
		if n = syntax.SkipSpace(b, n+1); n == len(b) {
			return false
		}
		b = b[n:]
	}
	return b[0] == '[' || b[0] == ';' || b[0] == '%' || b[0] >= utf8.RuneSelf
}

// plainTagSpan is [syntax.ScanTag] for a pair as programs write it, alone on its line and with
// nothing in its value that could end it early.
func plainTagSpan(text []byte, i int) (t syntax.TagSpan, ok bool) {
	n := bytes.IndexByte(text[i:], '\n')
	if n < 0 {
		return t, false
	}
	end := i + n
	if text[end-1] == '\r' {
		end--
	}
	j := i + 1
	for syntax.IsTagNameByte(text[j]) {
		j++
	}
	if j == i+1 || end < j+4 || text[j] != ' ' || text[j+1] != '"' || text[end-1] != ']' || text[end-2] != '"' || text[end-3] == '\\' ||
		bytes.IndexByte(text[j+2:end-2], '"') >= 0 {
		return t, false
	}
	return syntax.TagSpan{Name: [2]int{i + 1, j}, Value: [2]int{j + 2, end - 2}, End: end}, true
}

// rated takes a rating in, unless that tag was seen before.
func (h *gameHead) rated(span syntax.TagSpan, seen *bool) {
	if !*seen {
		n, _ := strconv.Atoi(string(bytes.TrimSpace(h.text[span.Value[0]:span.Value[1]])))
		h.elo, *seen = max(h.elo, n), true
	}
}

// tagText is the value of a tag as it stands in the text.
func (h *gameHead) tagText(col column) string {
	span := h.span(col)
	return string(h.text[span.Value[0]:span.Value[1]])
}
