package packed

import (
	"encoding/binary"
	"errors"
	"io"
	"math/bits"
	"slices"
)

// ErrCorrupt says that packed data are not what their format asks for.
var ErrCorrupt = errors.New("the data are damaged")

// input reads a file from a place on, with bits for those that need them.
type input struct {
	src io.ReaderAt
	off int64 // in the file, of buf[0]
	buf []byte
	pos int
	err error // that ended the file, io.EOF in the good case

	bits  uint64
	count uint // of bits that are held
}

// inputBuffer is how many bytes are read at once.
const inputBuffer = 32 << 10

// seek starts over at a byte of the file.
func (in *input) seek(at int64) {
	in.off, in.buf, in.pos, in.err, in.bits, in.count = at, in.buf[:0], 0, nil, 0, 0
}

// at is the place of the next byte, or of that which holds the next bit.
func (in *input) at() (byteAt int64, bit uint) {
	n := (in.off+int64(in.pos))*8 - int64(in.count)
	return n >> 3, uint(n & 7)
}

// fill reads on; false at the end of the file.
func (in *input) fill() bool {
	if in.err != nil {
		return false
	}
	in.off += int64(in.pos)
	if cap(in.buf) == 0 {
		in.buf = make([]byte, 0, inputBuffer)
	}
	rest := copy(in.buf[:cap(in.buf)], in.buf[in.pos:])
	in.pos = 0
	n, err := in.src.ReadAt(in.buf[rest:cap(in.buf)], in.off+int64(rest))
	in.buf = in.buf[:rest+n]
	if err != nil {
		in.err = err
	}
	return n > 0
}

// Read implements io.Reader, where no bits are held.
func (in *input) Read(p []byte) (int, error) {
	if in.pos == len(in.buf) && !in.fill() {
		return 0, in.err
	}
	n := copy(p, in.buf[in.pos:])
	in.pos += n
	return n, nil
}

// ReadByte implements io.ByteReader, where no bits are held.
func (in *input) ReadByte() (byte, error) {
	if in.pos == len(in.buf) && !in.fill() {
		return 0, in.err
	}
	c := in.buf[in.pos]
	in.pos++
	return c, nil
}

// hold gets as many bits as there is room for: 56 at least, but for the end of the file.
func (in *input) hold() {
	if len(in.buf)-in.pos >= 8 {
		in.bits |= binary.LittleEndian.Uint64(in.buf[in.pos:]) << in.count
		n := (63 - in.count) >> 3
		in.pos += int(n)
		in.count += n * 8
		in.bits &= 1<<in.count - 1
		return
	}
	for in.count <= 56 {
		if in.pos == len(in.buf) && !in.fill() {
			return
		}
		in.bits |= uint64(in.buf[in.pos]) << in.count
		in.pos++
		in.count += 8
	}
}

// take gives the next n ≤ 32 bits.
func (in *input) take(n uint) (uint, error) {
	if in.count < n {
		if in.hold(); in.count < n {
			return 0, in.ended()
		}
	}
	v := uint(in.bits & (1<<n - 1))
	in.bits >>= n
	in.count -= n
	return v, nil
}

// ended is the error of a file that ends too early, or of the disk.
func (in *input) ended() error {
	if in.err == nil || errors.Is(in.err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return in.err
}

// align passes over the rest of a byte and gives back whole bytes that are held.
func (in *input) align() {
	n := int(in.count / 8)
	in.bits, in.count = 0, 0
	if n > in.pos {
		in.seek(in.off + int64(in.pos-n))
		return
	}
	in.pos -= n
}

// An inflater unpacks DEFLATE (RFC 1951). It is here and not the library's because it
// can begin again between two blocks, where it knows the bit and the text before it; compress/flate tells
// neither. Fuzzing holds the two against each other.
type inflater struct {
	in  *input
	buf []byte // text before, then new text
	n   int    // bytes of buf
	was int    // bytes of buf before the current chunk

	started bool // a block is under way
	final   bool // and it is the last
	stored  int  // bytes of it that are still to be copied
	copying bool // it is not packed
	lit     huffman
	dist    huffman
	lengths [320]uint8
}

// reach is how far DEFLATE looks back, chunk the most text that is given at once.
const (
	reach        = 32 << 10
	chunk        = 64 << 10
	longestMatch = 258
)

func newInflater(in *input) *inflater {
	return &inflater{in: in, buf: make([]byte, reach+chunk+longestMatch)}
}

// begin starts over where the input stands; before is the text before it.
func (d *inflater) begin(before []byte) {
	d.n = copy(d.buf, before)
	d.started, d.final = false, false
}

// between tells whether the next block has not begun, so that one can begin again here.
func (d *inflater) between() bool { return !d.started && !d.final }

// before is the text that may be looked back at.
func (d *inflater) before() []byte { return d.buf[max(d.n-reach, 0):d.n] }

// next gives more text, which is valid until the next call; io.EOF after the last.
func (d *inflater) next() ([]byte, error) {
	if d.n >= reach+chunk/2 {
		d.n = copy(d.buf, d.buf[d.n-reach:d.n])
	}
	d.was = d.n
	for {
		if !d.started {
			if d.final {
				d.in.align()
				return nil, io.EOF
			}
			if err := d.block(); err != nil {
				return nil, err
			}
		}
		step := d.symbols
		if d.copying {
			step = d.copy
		}
		if err := step(); err != nil {
			return d.buf[d.was:d.n], err
		}
		if d.n > d.was {
			return d.buf[d.was:d.n], nil
		}
	}
}

// block reads the head of a block.
func (d *inflater) block() error {
	head, err := d.in.take(3)
	if err != nil {
		return err
	}
	d.started, d.final, d.copying = true, head&1 != 0, false
	switch head >> 1 {
	case 0:
		d.in.align()
		size, err := d.in.take(32)
		if err != nil {
			return err
		}
		if size&0xffff != ^size>>16&0xffff {
			return ErrCorrupt
		}
		d.in.align()
		d.copying, d.stored = true, int(size&0xffff)
		return nil
	case 1:
		for i := range 288 {
			switch {
			case i < 144:
				d.lengths[i] = 8
			case i < 256:
				d.lengths[i] = 9
			case i < 280:
				d.lengths[i] = 7
			default:
				d.lengths[i] = 8
			}
		}
		d.lit.make(d.lengths[:288], litEntry)
		for i := range 30 {
			d.lengths[i] = 5
		}
		d.lengths[30], d.lengths[31] = 5, 5
		d.dist.make(d.lengths[:32], distEntry)
		return nil
	case 2:
		return d.codes()
	}
	return ErrCorrupt
}

// orderOfLengths is the order in which the lengths of the codes of lengths stand.
var orderOfLengths = [19]uint8{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}

// codes reads the codes of a block that has its own.
func (d *inflater) codes() error {
	head, err := d.in.take(14)
	if err != nil {
		return err
	}
	lits, dists, n := int(head&31)+257, int(head>>5&31)+1, int(head>>10)+4
	if lits > 286 {
		return ErrCorrupt
	}
	clear(d.lengths[:19])
	for _, i := range orderOfLengths[:n] {
		v, err := d.in.take(3)
		if err != nil {
			return err
		}
		d.lengths[i] = uint8(v)
	}
	if !d.lit.make(d.lengths[:19], plainEntry) {
		return ErrCorrupt
	}
	clear(d.lengths[:])
	for i := 0; i < lits+dists; {
		e, err := d.lit.read(d.in)
		if err != nil {
			return err
		}
		v := int(e >> 16)
		if v < 16 {
			d.lengths[i] = uint8(v)
			i++
			continue
		}
		size, least, what := uint(2), 3, uint8(0)
		switch v {
		case 16:
			if i == 0 {
				return ErrCorrupt
			}
			what = d.lengths[i-1]
		case 17:
			size = 3
		case 18:
			size, least = 7, 11
		}
		more, err := d.in.take(size)
		if err != nil {
			return err
		}
		times := least + int(more)
		if i+times > lits+dists {
			return ErrCorrupt
		}
		for ; times > 0; times-- {
			d.lengths[i] = what
			i++
		}
	}
	if !d.lit.make(d.lengths[:lits], litEntry) || !d.dist.make(d.lengths[lits:lits+dists], distEntry) {
		return ErrCorrupt
	}
	return nil
}

// copy copies from a block that is not packed.
func (d *inflater) copy() error {
	for d.stored > 0 && d.n < reach+chunk {
		n, err := d.in.Read(d.buf[d.n:min(d.n+d.stored, reach+chunk)])
		d.n += n
		d.stored -= n
		if err != nil {
			return d.in.ended()
		}
	}
	d.started = d.stored > 0
	return nil
}

// symbols unpacks up to the end of the block or of the room.
func (d *inflater) symbols() error {
	in, out, n := d.in, d.buf, d.n
	lit, dist := d.lit.table, d.dist.table
	litMask, distMask := uint64(1)<<d.lit.bits-1, uint64(1)<<d.dist.bits-1
	for n < reach+chunk {
		in.hold()
		e := lit[in.bits&litMask]
		if e&subTable != 0 {
			e = lit[uint64(e>>16)+in.bits>>d.lit.bits&(1<<(e&0xff)-1)]
		}
		size := uint(e & 0xff)
		if size == 0 || size > in.count {
			d.n = n
			return in.short(size)
		}
		in.bits >>= size
		in.count -= size
		if e&literal != 0 {
			out[n] = byte(e >> 16)
			n++
			// Text is mostly literals in a row.
			if e = lit[in.bits&litMask]; e&literal != 0 && uint(e&0xff) <= in.count {
				in.bits >>= e & 0xff
				in.count -= uint(e & 0xff)
				out[n] = byte(e >> 16)
				n++
			}
			continue
		}
		if e&endOfBlock != 0 {
			d.started = false
			break
		}
		extra := uint(e >> 8 & 15)
		length := int(e>>16) + int(in.bits&(1<<extra-1))
		in.bits >>= extra
		used := extra
		e = dist[in.bits&distMask]
		if e&subTable != 0 {
			e = dist[uint64(e>>16)+in.bits>>d.dist.bits&(1<<(e&0xff)-1)]
		}
		size = uint(e & 0xff)
		in.bits >>= size
		extra = uint(e >> 8 & 15)
		back := int(e>>16) + int(in.bits&(1<<extra-1))
		in.bits >>= extra
		if used += size + extra; size == 0 || used > in.count {
			d.n = n
			return in.short(size)
		}
		in.count -= used
		if back > n || back > reach || length > longestMatch {
			d.n = n
			return ErrCorrupt
		}
		if from := n - back; back >= length {
			copy(out[n:n+length], out[from:from+length])
		} else {
			for i := range length {
				out[n+i] = out[from+i]
			}
		}
		n += length
	}
	d.n = n
	return nil
}

// short is the error for a code of size bits that is not there; of 0 bits for none.
func (in *input) short(size uint) error {
	if size == 0 && (in.err == nil || in.count > 0) {
		return ErrCorrupt
	}
	return in.ended()
}

// A huffman code is a table by the next bits: an entry holds the length of its code in the
// lowest byte, extra bits and marks in the second, and a value above.
type huffman struct {
	table []uint32
	bits  uint // that the first table is looked up by
}

const (
	literal    = 0x8000
	endOfBlock = 0x4000
	subTable   = 0x2000 // the value is where a second table begins, the lowest byte its bits

	firstBits = 10 // of the first table at most
)

// noEntries is a second table before anything stands in it.
var noEntries [1 << (15 - firstBits)]uint32

// make makes the table of codes with the given lengths; false when there is no such
// code.
func (h *huffman) make(lengths []uint8, entry func(symbol int) uint32) bool {
	var counts [16]int
	longest := 0
	for _, n := range lengths {
		counts[n]++
		longest = max(longest, int(n))
	}
	counts[0] = 0
	var next [16]int
	code := 0
	for n := 1; n <= longest; n++ {
		code <<= 1
		next[n] = code
		if code += counts[n]; code > 1<<n {
			return false
		}
	}
	if longest > 0 && code != 1<<longest && !(code == 1 && longest == 1) {
		return false
	}
	h.bits = uint(max(min(longest, firstBits), 1))
	h.table = slices.Grow(h.table[:0], 1<<h.bits)[:1<<h.bits]
	clear(h.table)
	for symbol, n := range lengths {
		if n == 0 {
			continue
		}
		e := entry(symbol) | uint32(n)
		at := int(bits.Reverse16(uint16(next[n])) >> (16 - n))
		next[n]++
		if uint(n) <= h.bits {
			for ; at < 1<<h.bits; at += 1 << n {
				h.table[at] = e
			}
			continue
		}
		head, more := at&(1<<h.bits-1), uint(longest)-h.bits
		if h.table[head] == 0 {
			h.table[head] = uint32(len(h.table))<<16 | subTable | uint32(more)
			h.table = append(h.table, noEntries[:1<<more]...)
		}
		sub := h.table[h.table[head]>>16:]
		for at >>= h.bits; at < 1<<more; at += 1 << (uint(n) - h.bits) {
			sub[at] = e
		}
	}
	return true
}

// read reads a code without extra bits.
func (h *huffman) read(in *input) (uint32, error) {
	in.hold()
	e := h.table[in.bits&(1<<h.bits-1)]
	size := uint(e & 0xff)
	if size == 0 || size > in.count {
		return 0, in.short(size)
	}
	in.bits >>= size
	in.count -= size
	return e, nil
}

func plainEntry(symbol int) uint32 { return uint32(symbol) << 16 }

func litEntry(symbol int) uint32 {
	switch {
	case symbol < 256:
		return uint32(symbol)<<16 | literal
	case symbol == 256:
		return endOfBlock
	case symbol < 265:
		return uint32(symbol-254) << 16
	case symbol == 285:
		return 258 << 16
	case symbol > 285:
		return noEntry
	}
	extra := uint32(symbol-261) / 4
	return (3+(4+uint32(symbol-265)%4)<<extra)<<16 | extra<<8
}

func distEntry(symbol int) uint32 {
	switch {
	case symbol < 4:
		return uint32(symbol+1) << 16
	case symbol > 29:
		return noEntry
	}
	extra := uint32(symbol-2) / 2
	return (1+(2+uint32(symbol)%2)<<extra)<<16 | extra<<8
}

// noEntry stands for a symbol that means nothing: it is farther and longer than there is.
const noEntry = 0xffff << 16
