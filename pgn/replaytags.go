package pgn

import "bytes"

// plainPair is a tag pair as it lies in the text.
type plainPair struct {
	name, value []byte
	line        []byte // the whole pair; nil when it was changed
}

// mostPlain is how many tags a game may have.
const mostPlain = 64

// head reads the tag pairs and tells where the movetext begins.
func (r *replay) head(text []byte) (end int, ok bool) {
	r.tags, r.names = r.tags[:0], 0
	i := 0
	for i < len(text) && text[i] == '[' {
		n := bytes.IndexByte(text[i:], '\n')
		if n < 0 {
			return 0, false
		}
		line := text[i : i+n]
		name, ok := plainTag(line)
		if !ok || len(r.tags) == mostPlain || r.twice(name) {
			return 0, false
		}
		value := line[len(name)+3:]
		end := len(value) - 2
		for value[end] != '"' {
			end-- // over a carriage return
		}
		r.tags = append(r.tags, plainPair{name, value[:end], line[:len(name)+3+end+2]})
		i += n + 1
	}
	return i, i > 0 && bytes.Count(text[:i], quote) == 2*len(r.tags) && bytes.IndexByte(text[:i], '\\') < 0
}

// twice tells whether a tag of this name was read before, and notes the name.
func (r *replay) twice(name []byte) bool {
	n := len(name)
	hash := uint64(1) << ((uint(name[0]) + uint(name[n/2])*7 + uint(name[n-1])*3 + uint(n)*5) & 63)
	if r.names&hash != 0 {
		for _, t := range r.tags {
			if bytes.Equal(t.name, name) {
				return true
			}
		}
	}
	r.names |= hash
	return false
}

// value of a tag, and whether it is there.
func (r *replay) value(name string) (value []byte, ok bool) {
	for _, t := range r.tags {
		if string(t.name) == name {
			return t.value, true
		}
	}
	return nil, false
}

// set changes a tag or adds it.
func (r *replay) set(name, value string) {
	pair := plainPair{name: []byte(name), value: []byte(escapeTag.Replace(value))}
	for i := range r.tags {
		if string(r.tags[i].name) == name {
			r.tags[i] = pair
			return
		}
	}
	r.tags = append(r.tags, pair)
}
