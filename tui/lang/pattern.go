package lang

import (
	"sort"
	"strconv"
	"strings"
)

// pattern is an English format with its translation, one for each form of the
// plural where it counts something.
type pattern struct {
	pieces []piece
	weight int // bytes that are not verbs: the heavier pattern says more
	said   []string
}

// piece is text that stands as it is, or a verb: 'd' for digits, 'c' for one
// character, 's' for anything.
type piece struct {
	text string
	kind byte
}

// newPattern takes a format apart.
func newPattern(format string, said []string) *pattern {
	p := &pattern{said: said}
	p.pieces = split(format)
	for _, q := range p.pieces {
		p.weight += len(q.text)
	}
	return p
}

// split parts a format of package fmt into text and verbs.
func split(format string) []piece {
	out := make([]piece, 0, 2*strings.Count(format, "%")+1)
	text := ""
	for {
		before, verb, _ := strings.Cut(format, "%")
		text += before
		if verb == "" {
			text += format[len(before):] // a sign at the end stands for itself
			break
		}
		if verb[0] == '%' {
			text, format = text+"%", verb[1:]
			continue
		}
		flags := 0
		for flags+1 < len(verb) && strings.IndexByte("0123456789.+-#*[]", verb[flags]) >= 0 {
			flags++
		}
		format = verb[flags+1:]
		if text != "" {
			out = append(out, piece{text: text})
			text = ""
		}
		kind := verb[flags]
		if kind != 'd' && kind != 'c' {
			kind = 's'
		}
		out = append(out, piece{kind: kind})
	}
	if text != "" {
		out = append(out, piece{text: text})
	}
	return out
}

// sortPatterns puts the patterns that say most first.
func (l *Language) sortPatterns() {
	for _, list := range l.patterns {
		sort.SliceStable(list, func(i, j int) bool { return list[i].weight > list[j].weight })
	}
}

// match finds the pattern that the text was made by and translates it.
func (l *Language) match(text string, depth int) (string, bool) {
	if text == "" {
		return "", false
	}
	for _, key := range [2]byte{text[0], 0} {
		for _, p := range l.patterns[key] {
			if values, ok := p.read(text); ok && l.likely(p, values, depth) {
				return l.fill(p, values, depth), true
			}
		}
	}
	return "", false
}

// A pattern with less text than loose bytes, such as "%s and %s", fits many
// sentences that it did not make. It holds for names and lists only: what stands
// at its verbs is known, or is no longer than wordsOfName.
const (
	loose       = 8
	wordsOfName = 3
)

// likely tells whether a pattern that fits has made the text.
func (l *Language) likely(p *pattern, values []string, depth int) bool {
	if p.weight >= loose {
		return true
	}
	for _, v := range values {
		if strings.Count(strings.TrimSpace(v), " ") < wordsOfName {
			continue
		}
		if depth == 0 {
			return false
		}
		if _, ok := l.find(v, depth-1); !ok {
			return false
		}
	}
	return true
}

// read gives what stands at the verbs, if the text has the form of p.
func (p *pattern) read(text string) ([]string, bool) {
	values := make([]string, 0, 4)
	return values, readPieces(p.pieces, text, &values)
}

// readPieces matches pieces with the whole of text; a verb takes as little as it can.
func readPieces(pieces []piece, text string, values *[]string) bool {
	if len(pieces) == 0 {
		return text == ""
	}
	q := pieces[0]
	if q.kind == 0 {
		rest, ok := strings.CutPrefix(text, q.text)
		return ok && readPieces(pieces[1:], rest, values)
	}
	n := len(*values)
	for end := range text {
		if end > 0 && q.holds(text[:end]) {
			*values = append((*values)[:n], text[:end])
			if readPieces(pieces[1:], text[end:], values) {
				return true
			}
		}
	}
	if text != "" && q.holds(text) {
		*values = append((*values)[:n], text)
		return readPieces(pieces[1:], "", values)
	}
	return false
}

// holds tells whether a verb can have written the text.
func (q piece) holds(text string) bool {
	switch q.kind {
	case 'd':
		return strings.Trim(strings.TrimPrefix(text, "-"), "0123456789") == "" && text != "-"
	case 'c':
		return len([]rune(text)) == 1
	}
	return true
}

// fill writes the translation of p with its values. A verb such as %[2]s
// takes the second value; the form of the plural goes by the first number.
func (l *Language) fill(p *pattern, values []string, depth int) string {
	said := p.said[0]
	if len(p.said) > 1 {
		n := 1
		k := 0
		for _, q := range p.pieces {
			if q.kind == 'd' {
				n, _ = strconv.Atoi(values[k])
				break
			}
			if q.kind != 0 {
				k++
			}
		}
		said = p.said[min(l.plural(n), len(p.said)-1)]
	}
	var b strings.Builder
	next := 0
	for i := 0; i < len(said); i++ {
		if said[i] != '%' || i+1 == len(said) {
			b.WriteByte(said[i])
			continue
		}
		i++
		if said[i] == '%' {
			b.WriteByte('%')
			continue
		}
		at := next
		if end := strings.IndexByte(said[i:], ']'); said[i] == '[' && end > 0 {
			n, _ := strconv.Atoi(said[i+1 : i+end])
			at = n - 1
			i += end + 1
		} else {
			next++
		}
		for i+1 < len(said) && strings.IndexByte("0123456789.+-#*", said[i]) >= 0 {
			i++
		}
		if at >= 0 && at < len(values) {
			b.WriteString(l.inner(values[at], depth))
		}
	}
	return b.String()
}
