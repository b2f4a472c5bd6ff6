package pgn

import "encoding/binary"

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
			if h := &t.heads[k-1]; h.begins(b) && endsTag(b[:n], h.size) {
				return k, h.col
			}
		}
	}
	for k := range t.n {
		if h := &t.heads[k]; h.begins(b) && endsTag(b[:n], h.size) {
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
	name, ok := plainTag(line)
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

// begins tells whether b, of longestLead bytes or more, begins so.
func (h *tagLead) begins(b []byte) bool {
	w := (*[longestLead]byte)(b)
	return (binary.LittleEndian.Uint64(w[0:])^h.words[0])&h.masks[0]|
		(binary.LittleEndian.Uint64(w[8:])^h.words[1])&h.masks[1]|
		(binary.LittleEndian.Uint64(w[16:])^h.words[2])&h.masks[2] == 0
}
