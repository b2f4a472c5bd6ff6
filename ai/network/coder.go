package network

import "math/bits"

// coder writes numbers as one long fraction, or reads them from it: arithmetic coding, bit by bit, each with the
// chance that bits like it had of being 1 before. The splitting of the range is that of Matt Mahoney's lpaq.
// DEFLATE, of which the weights are as good as noise, makes files a fourteenth longer.
type coder struct {
	reading   bool
	data      []byte // written so far, or not yet read
	low, high uint32 // the range that the fraction is in
	fraction  uint32 // while reading: its next 32 bits
	short     bool   // more was read than there is
}

func newWriter() *coder { return &coder{high: 1<<32 - 1} }

func newReader(data []byte) *coder {
	c := &coder{reading: true, data: data, high: 1<<32 - 1}
	for range 4 {
		c.shift()
	}
	return c
}

// shift reads a byte.
func (c *coder) shift() {
	c.fraction <<= 8
	if len(c.data) == 0 {
		c.short = true
		return
	}
	c.fraction |= uint32(c.data[0])
	c.data = c.data[1:]
}

// bytes are all that was written.
func (c *coder) bytes() []byte {
	return append(c.data, byte(c.low>>24), byte(c.low>>16), byte(c.low>>8), byte(c.low))
}

// bit writes b and returns it, or returns what was read.
func (c *coder) bit(p *chance, b bool) bool {
	split := c.low + uint32(uint64(c.high-c.low)*uint64(p.ofOne())>>16)
	if c.reading {
		b = c.fraction <= split
	}
	if b {
		c.high = split
	} else {
		c.low = split + 1
	}
	for ; (c.low^c.high)>>24 == 0; c.low, c.high = c.low<<8, c.high<<8|0xff {
		if c.reading {
			c.shift()
		} else {
			c.data = append(c.data, byte(c.low>>24))
		}
	}
	p.saw(b)
	return b
}

// chance is how often a bit was 1.
type chance struct {
	above int32 // over a half, in 1/65536
	seen  int32 // bits, up to memory
}

// memory is how many bits a chance is the mean of.
const memory = 64

// shares are what the next bit counts after so many, in 1/65536.
var shares = func() (s [memory + 1]int64) {
	for n := range s {
		s[n] = 1 << 16 * 2 / int64(2*n+3)
	}
	return s
}()

func (p *chance) ofOne() uint32 { return uint32(1<<15 + p.above) }

func (p *chance) saw(b bool) {
	p.seen = min(p.seen+1, memory)
	to := int32(-1<<15 + 32) // never sure: each bit needs a part of the range
	if b {
		to = 1<<15 - 32
	}
	p.above += int32(int64(to-p.above) * shares[p.seen] >> 16)
}

// numbers are the chances of the bits of numbers that are alike.
type numbers struct {
	longer [40][33]chance // by what is near, and bits so far
	lower  [512]chance    // by the bits above
	minus  [3]chance      // by the sign of what is near
}

// code writes v and returns it, or returns what was read. near is how large numbers near it are, and lean which sign they have.
func (n *numbers) code(c *coder, v, near, lean int) int {
	size := max(v, -v)
	longer := &n.longer[min(bits.Len(uint(near*near)), len(n.longer)-1)]
	length := 0
	for length < 32 && c.bit(&longer[length], length < bits.Len(uint(size))) {
		length++
	}
	if length == 0 {
		return 0
	}
	above := 1
	for i := length - 2; i >= 0; i-- {
		above <<= 1
		if c.bit(&n.lower[min(above>>1, len(n.lower)-1)], size>>i&1 == 1) {
			above |= 1
		}
	}
	if c.bit(&n.minus[1+max(-1, min(lean, 1))], v < 0) {
		return -above
	}
	return above
}
