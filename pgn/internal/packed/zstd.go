package packed

import (
	"encoding/binary"
	"io"

	"github.com/klauspost/compress/zstd"
)

// zstdWindow is the most memory in bytes that a zstd file may ask for: that of
// zstd --long, the largest that is common.
const zstdWindow = 128 << 20

// zstdDecoder unpacks Zstandard (RFC 8878) frame by frame: unpacking can begin at any.
type zstdDecoder struct {
	in     input
	frame  frameReader
	dec    *zstd.Decoder
	inside bool
	any    bool // a frame was begun
	buf    []byte
}

func newZstd(src io.ReaderAt, _ int64) (decoder, error) {
	dec, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(zstdWindow))
	if err != nil {
		return nil, err
	}
	d := &zstdDecoder{in: input{src: src}, dec: dec, buf: make([]byte, chunk)}
	d.frame.in = &d.in
	return d, nil
}

func (d *zstdDecoder) begin(p point) error {
	d.in.seek(p.file)
	d.inside, d.any = false, p.text > 0
	return nil
}

func (d *zstdDecoder) point() (point, bool) {
	at, _ := d.in.at()
	return point{file: at}, !d.inside
}

func (d *zstdDecoder) place() int64 { return d.in.off }

func (d *zstdDecoder) close() { d.dec.Close() }

func (d *zstdDecoder) next() ([]byte, error) {
	if !d.inside {
		if d.in.pos == len(d.in.buf) && !d.in.fill() && d.any && d.in.err == io.EOF {
			return nil, io.EOF
		}
		d.frame.start()
		if err := d.dec.Reset(&d.frame); err != nil {
			return nil, d.fault(err)
		}
		d.inside, d.any = true, true
	}
	n, err := d.dec.Read(d.buf)
	if err == io.EOF {
		if !d.frame.over() {
			return d.buf[:n], d.fault(io.ErrUnexpectedEOF)
		}
		d.inside, err = false, nil
	}
	return d.buf[:n], d.fault(err)
}

// fault is the error of the disk where there was one.
func (d *zstdDecoder) fault(err error) error {
	if err != nil && d.in.err != nil && d.in.err != io.EOF {
		return d.in.err
	}
	return err
}

// frameReader gives the bytes of one frame and then io.EOF. It looks at the heads of frame and
// blocks alone.
type frameReader struct {
	in   *input
	step func(*frameReader) error
	head []byte // that was read and is still to be given
	left int64  // bytes that follow it
	sum  bool   // a checksum follows the last block
	buf  [18]byte
}

func (f *frameReader) start() { f.step, f.head, f.left = (*frameReader).frameHead, nil, 0 }

// over reports whether the frame was given to its end.
func (f *frameReader) over() bool { return f.step == nil && f.left == 0 && len(f.head) == 0 }

func (f *frameReader) Read(p []byte) (int, error) {
	for len(f.head) == 0 && f.left == 0 {
		if f.step == nil {
			return 0, io.EOF
		}
		if err := f.step(f); err != nil {
			return 0, err
		}
	}
	if len(f.head) > 0 {
		n := copy(p, f.head)
		f.head = f.head[n:]
		return n, nil
	}
	n, err := f.in.Read(p[:min(int64(len(p)), f.left)])
	f.left -= int64(n)
	if err != nil {
		err = f.in.ended()
	}
	return n, err
}

// more reads n bytes behind what head holds.
func (f *frameReader) more(n int) error {
	from := len(f.head)
	f.head = f.buf[:from+n]
	if _, err := io.ReadFull(f.in, f.head[from:]); err != nil {
		f.head = nil
		return f.in.ended()
	}
	return nil
}

// frameHead reads the head of a frame.
func (f *frameReader) frameHead() error {
	if err := f.more(4); err != nil {
		return err
	}
	switch magic := binary.LittleEndian.Uint32(f.head); {
	case magic&^0xf == 0x184d2a50: // a frame to be skipped
		if err := f.more(4); err != nil {
			return err
		}
		f.left, f.step = int64(binary.LittleEndian.Uint32(f.head[4:])), nil
		return nil
	case magic != 0xfd2fb528:
		f.step = nil
		return nil // the library says what it thinks of it
	}
	if err := f.more(1); err != nil {
		return err
	}
	marks := f.head[4]
	f.sum = marks&4 != 0
	single := marks&0x20 != 0
	n := [4]int{0, 1, 2, 4}[marks&3] // of the id of a dictionary
	if !single {
		n++
	}
	switch marks >> 6 {
	case 0:
		if single {
			n++
		}
	case 1:
		n += 2
	case 2:
		n += 4
	case 3:
		n += 8
	}
	f.step = (*frameReader).blockHead
	return f.more(n)
}

// blockHead reads the head of a block.
func (f *frameReader) blockHead() error {
	if err := f.more(3); err != nil {
		return err
	}
	head := uint32(f.head[0]) | uint32(f.head[1])<<8 | uint32(f.head[2])<<16
	f.left = int64(head >> 3)
	if head>>1&3 == 1 { // one byte that is repeated
		f.left = 1
	}
	if head&1 != 0 {
		f.step = nil
		if f.sum {
			f.left += 4
		}
	}
	return nil
}
