package pgn

import "iter"

// first is a game of which none before it is the same: 12 bytes.
type first struct {
	key     uint32 // the beginning of the sum of its identity
	players uint32 // see [Duplicates.players]
	game    uint32 // its number among all games
}

// firsts finds games by their keys: a table of their numbers, with the next free
// place for those that fall on the same.
type firsts struct {
	blocks [][]first // of blockSize, so that nothing is copied
	n      int
	slots  []uint32 // numbers plus one; 0 for none
}

// at is first i.
func (t *firsts) at(i int) *first { return &t.blocks[i/blockSize][i%blockSize] }

// with gives those with a key in the order in which they were added.
func (t *firsts) with(key uint32) iter.Seq[int] {
	return func(yield func(i int) bool) {
		if t.n == 0 {
			return
		}
		last := uint32(len(t.slots) - 1)
		for at := key & last; t.slots[at] != 0; at = (at + 1) & last {
			if i := int(t.slots[at] - 1); t.at(i).key == key && !yield(i) {
				return
			}
		}
	}
}

// add adds one.
func (t *firsts) add(f first) {
	if t.n%blockSize == 0 {
		t.blocks = append(t.blocks, make([]first, 0, blockSize))
	}
	last := &t.blocks[len(t.blocks)-1]
	*last = append(*last, f)
	t.n++
	if 8*t.n <= 7*len(t.slots) {
		t.place(t.n - 1)
		return
	}
	t.slots = nil // before there are twice as many
	slots := blockSize
	for 8*t.n > 7*slots {
		slots *= 2
	}
	t.slots = make([]uint32, slots)
	for i := range t.n {
		t.place(i)
	}
}

// place notes where first i is found.
func (t *firsts) place(i int) {
	last := uint32(len(t.slots) - 1)
	at := t.at(i).key & last
	for t.slots[at] != 0 {
		at = (at + 1) & last
	}
	t.slots[at] = uint32(i + 1)
}
