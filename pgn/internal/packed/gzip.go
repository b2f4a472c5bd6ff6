package packed

import (
	"archive/zip"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"strings"
)

// errTrailer says that a checksum is not that of the text.
var errTrailer = errors.New("a checksum is wrong")

// checked is an inflater that compares the text with a checksum at its end, when it has
// seen it from its beginning.
type checked struct {
	*inflater
	whole bool // it has
	sum   uint32
	size  uint32
}

func (c *checked) begin(before []byte, whole bool) {
	c.inflater.begin(before)
	c.whole, c.sum, c.size = whole, 0, 0
}

func (c *checked) next() ([]byte, error) {
	text, err := c.inflater.next()
	if c.whole {
		c.sum = crc32.Update(c.sum, crc32.IEEETable, text)
		c.size += uint32(len(text))
	}
	return text, err
}

// gzipDecoder unpacks gzip (RFC 1952), members one behind the other.
type gzipDecoder struct {
	in     input
	out    checked
	inside bool // a member is under way
	any    bool // one was begun
}

func newGzip(src io.ReaderAt, _ int64) (decoder, error) {
	d := &gzipDecoder{in: input{src: src}}
	d.out.inflater = newInflater(&d.in)
	return d, nil
}

func (d *gzipDecoder) begin(p point) error {
	d.in.seek(p.file)
	if d.inside, d.any = p.before != nil, p.text > 0; d.inside {
		if _, err := d.in.take(p.bit); err != nil {
			return err
		}
		d.out.begin(p.before, false)
	}
	return nil
}

func (d *gzipDecoder) next() ([]byte, error) {
	if !d.inside {
		if err := d.header(); err != nil {
			return nil, err
		}
		d.inside, d.any = true, true
		d.out.begin(nil, true)
	}
	text, err := d.out.next()
	if err == io.EOF {
		d.inside = false
		err = d.trailer()
	}
	return text, err
}

func (d *gzipDecoder) point() (point, bool) {
	if !d.inside {
		at, _ := d.in.at()
		return point{file: at}, true
	}
	if !d.out.between() {
		return point{}, false
	}
	p := point{before: append([]byte{}, d.out.before()...)}
	p.file, p.bit = d.in.at()
	return p, true
}

func (d *gzipDecoder) place() int64 { return d.in.off }

// The marks in the head of a member.
const (
	hasSum   = 2
	hasExtra = 4
	hasName  = 8
	hasNote  = 16
)

// header reads the head of a member; io.EOF where there is none.
func (d *gzipDecoder) header() error {
	var head [10]byte
	if n, err := io.ReadFull(&d.in, head[:]); err != nil {
		if n == 0 && err == io.EOF && d.any {
			return io.EOF
		}
		return d.in.ended()
	}
	if head[0] != 0x1f || head[1] != 0x8b || head[2] != 8 {
		return ErrCorrupt
	}
	if head[3]&hasExtra != 0 {
		var size [2]byte
		if _, err := io.ReadFull(&d.in, size[:]); err != nil {
			return d.in.ended()
		}
		if err := d.skip(int(size[0]) | int(size[1])<<8); err != nil {
			return err
		}
	}
	for _, mark := range [...]byte{hasName, hasNote} {
		for head[3]&mark != 0 {
			c, err := d.in.ReadByte()
			if err != nil {
				return d.in.ended()
			}
			if c == 0 {
				break
			}
		}
	}
	if head[3]&hasSum != 0 {
		return d.skip(2)
	}
	return nil
}

func (d *gzipDecoder) skip(n int) error {
	for range n {
		if _, err := d.in.ReadByte(); err != nil {
			return d.in.ended()
		}
	}
	return nil
}

// trailer reads checksum and size at the end of a member.
func (d *gzipDecoder) trailer() error {
	var tail [8]byte
	if _, err := io.ReadFull(&d.in, tail[:]); err != nil {
		return d.in.ended()
	}
	if d.out.whole && (little32(tail[:]) != d.out.sum || little32(tail[4:]) != d.out.size) {
		return errTrailer
	}
	return nil
}

func little32(b []byte) uint32 {
	return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
}

// zipDecoder unpacks the PGN files of a zip archive one behind the other, with an empty
// line after each.
type zipDecoder struct {
	files  []*zip.File
	src    io.ReaderAt
	in     input
	out    checked
	member int   // of files, the current one
	inside bool  // it is under way
	left   int64 // bytes of a file that is stored as it is
}

// zipGap stands behind each file of a zip archive.
var zipGap = []byte("\n\n")

func newZip(src io.ReaderAt, size int64) (decoder, error) {
	if size < 0 {
		return newZipStream(src)
	}
	archive, err := zip.NewReader(src, size)
	if err != nil {
		return nil, ErrCorrupt
	}
	d := &zipDecoder{src: src}
	for _, f := range archive.File {
		if !strings.HasSuffix(strings.ToLower(f.Name), ".pgn") {
			continue
		}
		if f.Flags&1 != 0 {
			return nil, errLocked
		}
		if f.Method != zip.Deflate && f.Method != zip.Store {
			return nil, fmt.Errorf("%s is packed in a way that is not read here: unpack the archive first", f.Name)
		}
		d.files = append(d.files, f)
	}
	if len(d.files) == 0 {
		return nil, errNoPGN
	}
	d.in.src = src
	d.out.inflater = newInflater(&d.in)
	return d, nil
}

var errLocked = errors.New("the zip archive has a password: unpack it first")

func (d *zipDecoder) begin(p point) error {
	d.member = p.member
	if d.inside = p.before != nil; d.inside {
		d.in.seek(p.file)
		if _, err := d.in.take(p.bit); err != nil {
			return err
		}
		d.out.begin(p.before, false)
	}
	return nil
}

func (d *zipDecoder) next() ([]byte, error) {
	if d.member == len(d.files) {
		return nil, io.EOF
	}
	f := d.files[d.member]
	if !d.inside {
		at, err := f.DataOffset()
		if err != nil {
			return nil, ErrCorrupt
		}
		d.in.seek(at)
		d.out.begin(nil, true)
		d.inside, d.left = true, int64(f.UncompressedSize64)
	}
	text, err := d.text(f)
	if err != io.EOF {
		return text, err
	}
	if d.out.whole && d.out.sum != f.CRC32 {
		return nil, errTrailer
	}
	d.inside = false
	d.member++
	return zipGap, nil
}

// text gives more of a file.
func (d *zipDecoder) text(f *zip.File) ([]byte, error) {
	if f.Method == zip.Deflate {
		return d.out.next()
	}
	if d.left == 0 {
		return nil, io.EOF
	}
	buf := d.out.buf[:min(d.left, chunk)]
	n, err := d.in.Read(buf)
	if err != nil {
		return nil, d.in.ended()
	}
	d.left -= int64(n)
	d.out.sum = crc32.Update(d.out.sum, crc32.IEEETable, buf[:n])
	return buf[:n], nil
}

func (d *zipDecoder) point() (point, bool) {
	p := point{member: d.member}
	if !d.inside {
		return p, true
	}
	if d.files[d.member].Method != zip.Deflate || !d.out.between() {
		return p, false
	}
	p.before = append([]byte{}, d.out.before()...)
	p.file, p.bit = d.in.at()
	return p, true
}

func (d *zipDecoder) place() int64 { return d.in.off }
