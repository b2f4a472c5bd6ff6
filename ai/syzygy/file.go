package syzygy

import (
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"sync"

	"rookery/chess"
)

// Flags of a block.
const (
	blackToMove = 1 << iota // a DTZ block has Black to move
	mapped                  // values are looked up in a map
	winPlies                // distances of wins are plies, not moves
	lossPlies
	wideMap     // a map has two bytes a value
	singleValue = 128
)

// table is one file. The first probe opens it.
type table struct {
	path     string
	kind     *kind
	distance bool   // DTZ
	key      uint64 // of the pieces as the name has them
	name     string

	symmetric, pawns, bothPawns bool
	single, alike               int // pieces without an equal; the least count of equal ones

	once  sync.Once
	err   error
	file  *os.File
	size  int64
	head  []byte     // the beginning of the file, or all of it
	parts [][]*block // by the file of the leading pawn and the side to move
}

// block is the values of one side to move.
type block struct {
	grouping
	flags byte
	value int // of a single value

	blockBits, spanBits uint
	blocks, lengths     int64 // how many packed blocks, and how many lengths of those
	index, sizes, data  int64 // where these begin in the file

	shortest int      // bits of the shortest code
	base     []uint64 // the least code of each length, at the high end
	lowest   []uint16 // the symbol of that
	symbols  []symbol
	maps     [4][]uint16 // values of wins, losses, cursed wins, blessed losses
}

// symbol is a value, or a pair of symbols.
type symbol struct {
	left, right uint16
	more        uint8 // values less one; 0 for a value, which is left
}

const (
	headSize  = 64 << 10
	mostBlock = 1 << 15
	mostBits  = 32 // of a code
)

// newTable is the table of a file that is named by its pieces.
func newTable(path, name string, k *kind, distance bool, counts *[2][chess.King + 1]int) *table {
	t := &table{path: path, name: name, kind: k, distance: distance, key: keyOfCounts(counts), alike: mostPieces}
	t.symmetric = counts[0] == counts[1]
	t.pawns = counts[0][chess.Pawn]+counts[1][chess.Pawn] > 0
	t.bothPawns = counts[0][chess.Pawn] > 0 && counts[1][chess.Pawn] > 0
	for c := range counts {
		for _, n := range counts[c] {
			switch {
			case n == 1:
				t.single++
			case n > 1:
				t.alike = min(t.alike, n)
			}
		}
	}
	return t
}

// open reads the header, once.
func (t *table) open() error {
	t.once.Do(func() {
		if t.err = t.load(); t.err != nil {
			t.err = fmt.Errorf("%s: %w", t.path, t.err)
		}
	})
	return t.err
}

func (t *table) load() (err error) {
	if t.file, err = os.Open(t.path); err != nil {
		return err
	}
	info, err := t.file.Stat()
	if err != nil {
		return err
	}
	if t.size = info.Size(); t.size%64 != 16 {
		return fmt.Errorf("its size is not that of a whole table: %w", errDamaged)
	}
	t.head = make([]byte, min(t.size, headSize))
	if _, err := io.ReadFull(t.file, t.head); err != nil {
		return err
	}
	return t.parse()
}

func (t *table) close() {
	t.once.Do(func() { t.err = os.ErrClosed })
	if t.file != nil {
		t.file.Close()
	}
}

// at reads bytes of the file; what lies beyond its end is zero.
func (t *table) at(off int64, buf []byte) ([]byte, error) {
	n := int64(len(buf))
	if off < 0 || off >= t.size {
		return nil, errDamaged
	}
	if off+n <= int64(len(t.head)) {
		return t.head[off : off+n], nil
	}
	got, err := t.file.ReadAt(buf, off)
	if err == io.EOF {
		clear(buf[got:])
		err = nil
	}
	return buf, err
}

// reader walks through the header.
type reader struct {
	t   *table
	off int64
	err error
}

func (r *reader) bytes(n int) []byte {
	b := make([]byte, n)
	if r.err == nil {
		var got []byte
		if got, r.err = r.t.at(r.off, b); r.err == nil {
			b = got
		}
	}
	r.off += int64(n)
	return b
}

func (r *reader) u8() int      { return int(r.bytes(1)[0]) }
func (r *reader) u16() uint16  { return binary.LittleEndian.Uint16(r.bytes(2)) }
func (r *reader) even()        { r.off += r.off & 1 }
func (r *reader) align()       { r.off = (r.off + 63) &^ 63 }
func (r *reader) fault(f bool) { r.err = firstFault(r.err, f) }

func firstFault(err error, fault bool) error {
	if err == nil && fault {
		return errDamaged
	}
	return err
}

// parse reads all but the packed values.
func (t *table) parse() error {
	r := &reader{t: t}
	magic := [4]byte(r.bytes(4))
	if !t.kind.names(magic, t.distance, t.pawns) {
		return fmt.Errorf("it does not begin as such a table does: %w", errDamaged)
	}
	flags := r.u8()
	r.fault(flags&2 != 0 != t.pawns || flags&1 != 0 == t.symmetric)
	files, sides := 1, 1
	if t.pawns {
		files = 4
	}
	if !t.distance && !t.symmetric {
		sides = 2
	}
	count := len(t.name) - 1
	for file := range files {
		orders := [2]int{r.u8(), 0xff}
		if t.bothPawns {
			orders[1] = r.u8()
		}
		pieces := r.bytes(count)
		part := make([]*block, sides)
		for s := range part {
			b := &block{}
			own := make([]byte, count)
			for i, p := range pieces {
				own[i] = p >> (4 * s) & 15
			}
			order := [2]int{orders[0] >> (4 * s) & 15, orders[1] >> (4 * s) & 15}
			if r.err == nil {
				r.fault(!t.has(own))
			}
			if r.err == nil {
				b.grouping, r.err = t.group(own, order, file)
			}
			part[s] = b
		}
		t.parts = append(t.parts, part)
	}
	r.even()
	each := func(f func(b *block)) {
		for _, part := range t.parts {
			for _, b := range part {
				if r.err == nil {
					f(b)
				}
			}
		}
	}
	each(func(b *block) { b.parse(r) })
	if t.distance {
		each(func(b *block) { b.parseMaps(r) })
		r.even()
	}
	each(func(b *block) {
		b.index = r.off
		if b.flags&singleValue == 0 {
			r.off += int64((b.grouping.size+1<<b.spanBits-1)>>b.spanBits) * 6
		}
	})
	each(func(b *block) {
		b.sizes = r.off
		r.off += b.lengths * 2
	})
	each(func(b *block) {
		r.align()
		b.data = r.off
		r.off += b.blocks << b.blockBits
		r.fault(r.off > t.size)
	})
	return r.err
}

// has tells whether pieces are those of the table's name, or the same with the colours exchanged; equal ones stand
// together, and a pawn leads where there are pawns.
func (t *table) has(pieces []byte) bool {
	var counts, flipped [2][chess.King + 1]int
	for i, p := range pieces {
		role := chess.Role(p & 7)
		if role < chess.Pawn || role > chess.King {
			return false
		}
		if c := p >> 3; i > 0 && p != pieces[i-1] && counts[c][role] > 0 {
			return false
		}
		counts[p>>3][role]++
		flipped[p>>3^1][role]++
	}
	if key := keyOfCounts(&counts); key != t.key && keyOfCounts(&flipped) != t.key {
		return false
	}
	if len(t.parts) > 0 && t.parts[0][0].pieces[0] != pieces[0] && t.pawns {
		return false
	}
	return (pieces[0]&7 == byte(chess.Pawn)) == t.pawns
}

// parse reads how the values of a block are packed.
func (b *block) parse(r *reader) {
	if b.flags = byte(r.u8()); b.flags&singleValue != 0 {
		b.value = r.u8()
		if r.t.distance {
			b.value = 0
			if r.t.kind.forced {
				b.value = 1 // no capture: that would have been found before
			}
		}
		return
	}
	b.blockBits, b.spanBits = uint(r.u8()), uint(r.u8())
	padding := r.u8()
	b.blocks = int64(binary.LittleEndian.Uint32(r.bytes(4)))
	b.lengths = b.blocks + int64(padding)
	longest := r.u8()
	b.shortest = r.u8()
	r.fault(b.blockBits < 3 || 1<<b.blockBits > mostBlock || b.spanBits < 1 || b.spanBits > 31 || longest > mostBits || b.shortest < 1 || b.shortest > longest)
	if r.err != nil {
		return
	}
	n := longest - b.shortest + 1
	b.lowest, b.base = make([]uint16, n), make([]uint64, n)
	for i := range b.lowest {
		b.lowest[i] = r.u16()
	}
	// A code of the next length begins where the codes of this one end, and the longest begin at 0.
	for i := n - 2; i >= 0; i-- {
		sum := int64(b.base[i+1]) + int64(b.lowest[i]) - int64(b.lowest[i+1])
		r.fault(sum < 0)
		b.base[i] = uint64(sum) / 2
	}
	for i := range b.base {
		b.base[i] <<= 64 - uint(b.shortest+i)
	}
	count := int(r.u16())
	packed := r.bytes(3 * count)
	r.even()
	r.fault(count == 0 || count > 4096)
	if r.err != nil {
		return
	}
	b.symbols = make([]symbol, count)
	for i := range b.symbols {
		w := packed[3*i : 3*i+3]
		b.symbols[i] = symbol{left: uint16(w[0]) | uint16(w[1]&15)<<8, right: uint16(w[1])>>4 | uint16(w[2])<<4}
	}
	done := make([]bool, count)
	for i := range b.symbols {
		r.fault(!b.measure(i, done, 0))
	}
}

// measure counts the values of a symbol; false where pairs go in a circle or lead outside.
func (b *block) measure(i int, done []bool, depth int) bool {
	if i >= len(done) || depth > 256 {
		return false
	}
	s := &b.symbols[i]
	if done[i] || s.right == 0xfff {
		done[i] = true
		return true
	}
	if !b.measure(int(s.left), done, depth+1) || !b.measure(int(s.right), done, depth+1) {
		return false
	}
	n := int(b.symbols[s.left].more) + int(b.symbols[s.right].more) + 1
	s.more, done[i] = uint8(n), true
	return n < 256
}

// parseMaps reads the values that those of a DTZ block stand for.
func (b *block) parseMaps(r *reader) {
	if b.flags&mapped == 0 {
		return
	}
	if b.flags&wideMap != 0 {
		r.even()
	}
	for i := range b.maps {
		n := 0
		if b.flags&wideMap != 0 {
			n = int(r.u16())
		} else {
			n = r.u8()
		}
		b.maps[i] = make([]uint16, n)
		for j := range b.maps[i] {
			if b.flags&wideMap != 0 {
				b.maps[i][j] = r.u16()
			} else {
				b.maps[i][j] = uint16(r.u8())
			}
		}
	}
}

// buffers are for packed blocks; the reading of bits takes some bytes behind a block.
var buffers = sync.Pool{New: func() any { return new([mostBlock + 16]byte) }}

// value unpacks the value at a place.
func (t *table) value(at place) (int, error) {
	b := at.block
	if b.flags&singleValue != 0 {
		return b.value, nil
	}
	if at.index >= b.grouping.size {
		return 0, errDamaged
	}
	buf := buffers.Get().(*[mostBlock + 16]byte)
	defer buffers.Put(buf)
	// The entry of the index points at the value in the middle of its span.
	span := uint64(1) << b.spanBits
	entry, err := t.at(b.index+int64(at.index>>b.spanBits)*6, buf[:6])
	if err != nil {
		return 0, err
	}
	number := int64(binary.LittleEndian.Uint32(entry))
	offset := int64(at.index&(span-1)) - int64(span/2) + int64(binary.LittleEndian.Uint16(entry[4:]))
	length := func(number int64) (int64, error) {
		if number < 0 || number >= b.lengths {
			return 0, errDamaged
		}
		n, err := t.at(b.sizes+2*number, buf[:2])
		if err != nil {
			return 0, err
		}
		return int64(binary.LittleEndian.Uint16(n)) + 1, nil
	}
	for offset < 0 {
		number--
		n, err := length(number)
		if err != nil {
			return 0, err
		}
		offset += n
	}
	for {
		n, err := length(number)
		if err != nil {
			return 0, err
		}
		if offset < n {
			break
		}
		offset, number = offset-n, number+1
	}
	if number >= b.blocks {
		return 0, errDamaged
	}
	packed, err := t.at(b.data+number<<b.blockBits, buf[:1<<b.blockBits+8])
	if err != nil {
		return 0, err
	}
	return b.unpack(packed, int(offset))
}

// unpack is a value of a packed block.
func (b *block) unpack(packed []byte, offset int) (int, error) {
	code, bits := binary.BigEndian.Uint64(packed), 64
	packed = packed[8:]
	for {
		length := 0
		for length < len(b.base) && code < b.base[length] {
			length++
		}
		if length == len(b.base) {
			return 0, errDamaged
		}
		size := length + b.shortest
		number := int(b.lowest[length]) + int((code-b.base[length])>>(64-uint(size)))
		if number >= len(b.symbols) {
			return 0, errDamaged
		}
		s := &b.symbols[number]
		if n := int(s.more) + 1; offset >= n {
			offset -= n
		} else {
			for s.more != 0 {
				if left := &b.symbols[s.left]; offset <= int(left.more) {
					s = left
				} else {
					offset -= int(left.more) + 1
					s = &b.symbols[s.right]
				}
			}
			return int(s.left), nil
		}
		code <<= uint(size)
		if bits -= size; bits <= 32 {
			if len(packed) < 4 {
				return 0, errDamaged
			}
			code |= uint64(binary.BigEndian.Uint32(packed)) << uint(32-bits)
			packed, bits = packed[4:], bits+32
		}
	}
}
