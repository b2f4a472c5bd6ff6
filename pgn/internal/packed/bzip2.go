package packed

import (
	"bytes"
	"compress/bzip2"
	"encoding/binary"
	"errors"
	"io"
)

// bzip2Decoder unpacks bzip2 block by block: each is given to the library as a stream
// of its own, so that unpacking can begin at any of them.
type bzip2Decoder struct {
	src   io.ReaderAt
	at    int64  // the next bit in the file
	level byte   // of the stream, '1' to '9'; 0 before one
	any   bool   // a stream was begun
	raw   []byte // the file from the byte of at on
	one   []byte // a block as a stream
	text  bytes.Buffer
}

func newBzip2(src io.ReaderAt, _ int64) (decoder, error) { return &bzip2Decoder{src: src}, nil }

// The marks before a block and at the end of a stream, 48 bits each.
const (
	blockMark = 0x314159265359
	endMark   = 0x177245385090
	markBits  = 48
	sumBits   = 32 // of the checksum behind a mark
)

// longestBlock is how many bytes a packed block may have: its text has 900,000 at most,
// and packing makes nothing much longer.
const longestBlock = 2 << 20

func (d *bzip2Decoder) begin(p point) error {
	d.at, d.level, d.any = p.file*8+int64(p.bit), byte(p.member), p.text > 0
	return nil
}

func (d *bzip2Decoder) point() (point, bool) {
	return point{file: d.at / 8, bit: uint(d.at % 8), member: int(d.level)}, true
}

func (d *bzip2Decoder) place() int64 { return d.at / 8 }

func (d *bzip2Decoder) next() ([]byte, error) {
	for {
		if err := d.read(64); err != nil && len(d.raw) == 0 {
			return nil, d.ended(err)
		}
		if d.level == 0 {
			if len(d.raw) == 0 && d.any {
				return nil, io.EOF
			}
			if len(d.raw) < 4 {
				return nil, io.ErrUnexpectedEOF
			}
			if c := d.raw[3]; string(d.raw[:3]) != "BZh" || c < '1' || c > '9' {
				return nil, ErrCorrupt
			}
			d.level, d.any, d.at = d.raw[3], true, d.at+32
			continue
		}
		mark, ok := d.bits(0)
		switch {
		case !ok:
			return nil, io.ErrUnexpectedEOF
		case mark == endMark: // a checksum of all blocks follows, which have their own
			d.at, d.level = (d.at+markBits+sumBits+7)&^7, 0
			continue
		case mark != blockMark:
			return nil, ErrCorrupt
		}
		if err := d.block(); err != nil {
			return nil, err
		}
		if d.text.Len() > 0 {
			return d.text.Bytes(), nil
		}
	}
}

// read makes raw the file from the byte of at on, with size bytes where there are so
// many.
func (d *bzip2Decoder) read(size int) error {
	if cap(d.raw) < size {
		d.raw = make([]byte, size)
	}
	n, err := d.src.ReadAt(d.raw[:size], d.at/8)
	d.raw = d.raw[:n]
	return err
}

func (d *bzip2Decoder) ended(err error) error {
	if errors.Is(err, io.EOF) {
		if d.level == 0 && d.any {
			return io.EOF
		}
		return io.ErrUnexpectedEOF
	}
	return err
}

// bits gives the 48 bits of raw that stand i bits behind at.
func (d *bzip2Decoder) bits(i int) (v uint64, ok bool) {
	i += int(d.at % 8)
	if len(d.raw) < i/8+8 {
		var last [8]byte
		if len(d.raw) < (i+markBits+7)/8 {
			return 0, false
		}
		copy(last[:], d.raw[i/8:])
		return binary.BigEndian.Uint64(last[:]) << (i % 8) >> 16, true
	}
	return binary.BigEndian.Uint64(d.raw[i/8:]) << (i % 8) >> 16, true
}

// block unpacks the block at hand and goes behind it.
func (d *bzip2Decoder) block() error {
	size := 256 << 10
	bits := 0
	for ; ; size *= 2 {
		if size > longestBlock {
			return ErrCorrupt
		}
		err := d.read(size)
		if bits = d.nextMark(); bits > 0 {
			break
		}
		if err != nil {
			if errors.Is(err, io.EOF) {
				err = io.ErrUnexpectedEOF
			}
			return err
		}
	}
	d.alone(bits)
	d.text.Reset()
	if _, err := d.text.ReadFrom(bzip2.NewReader(bytes.NewReader(d.one))); err != nil {
		return err
	}
	d.at += int64(bits)
	return nil
}

// nextMark is how many bits behind at the next mark stands; 0 when there is none in raw.
func (d *bzip2Decoder) nextMark() int {
	var last uint64
	from := int(d.at % 8)
	for i, c := range d.raw {
		last = last<<8 | uint64(c)
		for k := 7; k >= 0; k-- {
			if v := last >> k & (1<<markBits - 1); v == blockMark || v == endMark {
				if n := (i+1)*8 - k - markBits - from; n >= markBits+sumBits {
					return n
				}
			}
		}
	}
	return 0
}

// alone makes a stream of the first bits of raw, which are a block.
func (d *bzip2Decoder) alone(bits int) {
	shift := uint(d.at % 8)
	d.one = append(d.one[:0], 'B', 'Z', 'h', d.level)
	n := bits / 8
	for i := range n {
		d.one = append(d.one, d.raw[i]<<shift|uint8(uint16(d.raw[i+1])>>(8-shift)))
	}
	// The last bits, the mark of the end and the checksum of the only block.
	rest := uint(bits % 8)
	sum, _ := d.bits(markBits)
	sum >>= markBits - sumBits
	var tail [(markBits + sumBits) / 8]byte
	binary.BigEndian.PutUint64(tail[:], endMark<<16|sum>>16)
	binary.BigEndian.PutUint16(tail[8:], uint16(sum))
	carry := (d.raw[n]<<shift | uint8(uint16(d.raw[n+1])>>(8-shift))) >> (8 - rest)
	for _, c := range tail {
		d.one = append(d.one, carry<<(8-rest)|c>>rest)
		carry = c
	}
	if rest > 0 {
		d.one = append(d.one, carry<<(8-rest))
	}
}
