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

// elo is the rating of the higher rated player, 0 when unknown.
func (h *gameHead) elo() int {
	n := 0
	for _, col := range [2]column{colWhiteElo, colBlackElo} {
		span := h.span(col)
		rating, _ := strconv.Atoi(string(bytes.TrimSpace(h.text[span.Value[0]:span.Value[1]])))
		n = max(n, rating)
	}
	return n
}

// tagText is the value of a tag as it stands in the text.
func (h *gameHead) tagText(col column) string {
	span := h.span(col)
	return string(h.text[span.Value[0]:span.Value[1]])
}
