package syntax

import (
	"bytes"
	"strings"
)

// Roster is the Seven Tag Roster in the order of export.
var Roster = [...]struct{ Name, Value string }{
	{"Event", "?"}, {"Site", "?"}, {"Date", "????.??.??"}, {"Round", "?"},
	{"White", "?"}, {"Black", "?"}, {"Result", "*"},
}

// TagSpan is a tag pair as it lies in the text.
type TagSpan struct {
	Name, Value [2]int // start and end
	End         int    // after the pair; 0 when there is none
	Faulty      bool   // a bracket or quotation mark is missing
}

// reachOfTag is how far, in bytes, a tag pair may run over its first line.
const reachOfTag = 512

// ScanTag reads the tag pair whose bracket stands at i. White space may stand
// anywhere in it. The value ends at the first quotation mark that has the
// closing bracket after it and then the end of the line or another tag, so
// that quotation marks and brackets inside a value do no harm; failing that at
// the first one with a closing bracket. ok is false when b must grow first.
func ScanTag(b []byte, i int, eof bool) (t TagSpan, ok bool) {
	j, open := TagStart(b, i)
	if !open {
		return TagSpan{}, eof || j < len(b)
	}
	t.Name = [2]int{j, j}
	for IsTagNameByte(b[j]) {
		j++
	}
	t.Name[1] = j
	q := j + bytes.IndexByte(b[j:], '"')
	return t.closeValue(b, q+1, eof)
}

// TagStart reports whether [Name " stands at i, and where the name begins; without
// it, how far it looked.
func TagStart(b []byte, i int) (at int, found bool) {
	j := SkipSpace(b, i+1)
	name := j
	for j < len(b) && IsTagNameByte(b[j]) {
		j++
	}
	if j == name {
		return j, false
	}
	j = SkipSpace(b, j)
	if j >= len(b) || b[j] != '"' {
		return j, false
	}
	return name, true
}

// closeValue finds the end of the value that begins at v.
func (t TagSpan) closeValue(b []byte, v int, eof bool) (TagSpan, bool) {
	first, escaped, last := -1, -1, -1 // quotation marks that could close the value
	finish := func(q int) (TagSpan, bool) {
		t.Value = [2]int{v, q}
		t.End = bytes.IndexByte(b[q:], ']') + q + 1
		return t, true
	}
	p := v
scan:
	for ; p < len(b); p++ {
		switch c := b[p]; c {
		case '\n', '\r':
			break scan
		case '[':
			if first >= 0 {
				if _, tag := TagStart(b, p); tag {
					return finish(first)
				}
			}
		case '\\':
			if p+1 < len(b) && b[p+1] == '\\' {
				p++
			} else if p+1 < len(b) && b[p+1] == '"' {
				p++
				if k := skipBlank(b, p+1); k < len(b) && b[k] == ']' && endsLine(b, k+1) {
					escaped = p
				}
			}
		case '"':
			k := skipBlank(b, p+1)
			if k < len(b) && b[k] == ']' {
				if k = skipBlank(b, k+1); k < len(b) && b[k] == '[' || endsLine(b, k) && (k < len(b) || eof) {
					return finish(p)
				}
				if first < 0 {
					first = p
				}
			}
			last = p
		}
	}
	if !eof && p+reachOfTag > len(b) {
		return TagSpan{}, false
	}
	switch {
	case first >= 0:
		return finish(first)
	case escaped >= 0:
		return finish(escaped)
	}
	return t.torn(b, v, p, last), true
}

// torn ends a value that its first line, which ends at p, does not end: it
// runs on over line ends, or a mark is missing and what is there is taken.
func (t TagSpan) torn(b []byte, v, p, last int) TagSpan {
	if last >= 0 && skipBlank(b, last+1) == p {
		t.Value = [2]int{v, last}
		if k := SkipSpace(b, p); k < len(b) && b[k] == ']' {
			t.End = k + 1
			return t
		}
		t.End, t.Faulty = last+1, true
		return t
	}
	reach := b[p:min(len(b), p+reachOfTag)]
	if last < 0 && len(bytes.TrimRight(b[v:p], " \t")) > 0 && b[p-1] != ']' {
		for k := 0; k < len(reach); k++ {
			if reach[k] == '[' {
				break
			}
			if reach[k] == '"' {
				if end := skipBlank(reach, k+1); end < len(reach) && reach[end] == ']' {
					t.Value, t.End = [2]int{v, p + k}, p+end+1
					return t
				}
				break
			}
		}
	}
	end := p
	for end > v && (b[end-1] == ' ' || b[end-1] == '\t') {
		end--
	}
	t.End, t.Faulty = end, true
	if end > v && b[end-1] == ']' {
		end--
	}
	t.Value = [2]int{v, end}
	return t
}

// TagText gives name and value of the pair that raw holds from t on.
func TagText(raw string, t TagSpan) (name, value string) {
	value = raw[t.Value[0]:t.Value[1]]
	if strings.IndexByte(value, '\\') >= 0 {
		var s strings.Builder
		for i := 0; i < len(value); i++ {
			if value[i] == '\\' && i+1 < len(value) && (value[i+1] == '"' || value[i+1] == '\\') {
				i++
			}
			s.WriteByte(value[i])
		}
		value = s.String()
	}
	return raw[t.Name[0]:t.Name[1]], OneLine(value)
}

// EscapeTag writes a value between quotation marks.
var EscapeTag = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// nameBytes marks the bytes of tag names.
var nameBytes = func() (t [256]bool) {
	for _, c := range []byte("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") {
		t[c] = true
	}
	return t
}()

// IsTagNameByte reports whether c may stand in the name of a tag.
func IsTagNameByte(c byte) bool { return nameBytes[c] }

// skipBlank is the place of the first byte at or after i that is no space or tab.
func skipBlank(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\t') {
		i++
	}
	return i
}

// SkipSpace is skipBlank over line ends as well.
func SkipSpace(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\t' || b[i] == '\n' || b[i] == '\r') {
		i++
	}
	return i
}

// endsLine reports whether nothing but blanks stands between i and the end of the line.
func endsLine(b []byte, i int) bool {
	i = skipBlank(b, i)
	return i >= len(b) || b[i] == '\n' || b[i] == '\r'
}
