package ai

import (
	"sync/atomic"

	"rookery/chess"
)

type bound uint8

const (
	noBound bound = iota
	upper         // the true score is at most this
	lower         // the true score is at least this
	exact
)

// entry is what the table remembers of a position.
type entry struct {
	move  chess.Move
	score int
	depth int
	bound bound
	pv    bool // the position was searched with more than a null window
}

// slot is one entry in two words. The first is the key mixed with the second,
// so that a slot which two threads wrote at once is detected (R. Hyatt and
// T. Mann, "A lock-less transposition table implementation", 2002).
type slot struct{ check, data atomic.Uint64 }

// bucket is the slots a key may use: one line of the cache.
type bucket [4]slot

// table is the transposition table. The threads of an engine share it without a lock:
// slots are read and written word by word and prove themselves.
type table struct {
	buckets []bucket
	mask    uint64
	age     uint64 // of the current search, 0 to ageMask
}

// The fields of slot.data, from the lowest bit: move 29, score 16, depth 8,
// bound 2, age 8, pv 1.
const (
	moveBits   = 29
	scoreShift = moveBits
	depthShift = scoreShift + 16
	boundShift = depthShift + 8
	ageShift   = boundShift + 2
	ageMask    = 1<<8 - 1
	pvBit      = 1 << 63
)

// newTable takes a power of two of buckets, within size bytes but at least one.
func newTable(size int) *table {
	n := 1
	for n*2*64 <= size {
		n *= 2
	}
	t := &table{buckets: make([]bucket, n), mask: uint64(n - 1)}
	inHugePages(t.buckets)
	return t
}

// nextAge begins a search; entries of earlier ones give way first.
func (t *table) nextAge() { t.age = (t.age + 1) & ageMask }

func (t *table) clear() {
	clear(t.buckets)
	t.age = 0
}

func (t *table) index(key uint64) uint64 { return (key ^ key>>32) & t.mask }

// prefetch loads the bucket of a key that will be probed soon.
func (t *table) prefetch(key uint64) { prefetch(&t.buckets[t.index(key)]) }

func (t *table) probe(key uint64) (entry, bool) {
	b := &t.buckets[t.index(key)]
	for i := range b {
		data := b[i].data.Load()
		if b[i].check.Load()^data == key && data != 0 {
			return unpack(data), true
		}
	}
	return entry{}, false
}

func unpack(data uint64) entry {
	return entry{
		move:  chess.Move(data & (1<<moveBits - 1)),
		score: int(int16(data >> scoreShift)),
		depth: int(uint8(data >> depthShift)),
		bound: bound(data >> boundShift & 3),
		pv:    data&pvBit != 0,
	}
}

// store remembers a position, in place of the entry that is worth least: the
// shallowest, where each search that has passed counts as four plies.
func (t *table) store(key uint64, e entry) {
	b := &t.buckets[t.index(key)]
	var victim *slot
	worst := 1 << 30
	for i := range b {
		s := &b[i]
		data := s.data.Load()
		if data == 0 {
			if worst > -1<<20 {
				victim, worst = s, -1<<20
			}
			continue
		}
		old := unpack(data)
		if s.check.Load()^data == key {
			if e.bound != exact && old.depth > e.depth+3 && data>>ageShift&ageMask == t.age {
				return
			}
			if e.move == 0 {
				e.move = old.move
			}
			victim = s
			break
		}
		worth := old.depth - 4*int((t.age-data>>ageShift)&ageMask)
		if worth < worst {
			victim, worst = s, worth
		}
	}
	data := uint64(e.move)&(1<<moveBits-1) | uint64(uint16(int16(e.score)))<<scoreShift |
		uint64(uint8(max(e.depth, 0)))<<depthShift | uint64(e.bound)<<boundShift | t.age<<ageShift
	if e.pv {
		data |= pvBit
	}
	victim.check.Store(key ^ data)
	victim.data.Store(data)
}

// hashFull is how many of the first thousand slots are of the current search.
func (t *table) hashFull() int {
	n := 0
	for i := range min(250, len(t.buckets)) {
		for j := range t.buckets[i] {
			if data := t.buckets[i][j].data.Load(); data != 0 && data>>ageShift&ageMask == t.age {
				n++
			}
		}
	}
	return n
}
