package packed

import (
	"archive/zip"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"strings"
)

// zipStream unpacks the PGN files of a zip archive that comes through a pipe, by the heads that
// stand before each: the list of all, at its end, is not needed. A file that is stored as it is and
// whose size stands behind it alone cannot be told from what follows.
type zipStream struct {
	in     input
	out    checked
	begun  bool
	any    bool // a PGN file was found
	inside bool // one is under way

	stored bool
	behind bool // size and checksum stand behind the file
	left   int64
	sum    uint32
}

var (
	errStoredStream = errors.New("this zip archive cannot be read from a pipe: give the name of the file")
	errNoPGN        = errors.New("the zip archive holds no file ending in .pgn")
)

// Signatures of the parts of an archive.
const (
	zipFile       = 0x04034b50
	zipDescriptor = 0x08074b50
	zipList       = 0x02014b50
	zipListEnd    = 0x06054b50
	zipArchiveSig = 0x08064b50
)

func newZipStream(src io.ReaderAt) (decoder, error) {
	d := &zipStream{in: input{src: src}}
	d.in.seek(0)
	d.out.inflater = newInflater(&d.in)
	if err := d.header(); err != nil {
		return nil, err
	}
	return d, nil
}

func (d *zipStream) begin(p point) error {
	if d.begun || p.text > 0 {
		return ErrGone
	}
	return nil
}

func (d *zipStream) point() (point, bool) { return point{}, false }
func (d *zipStream) place() int64         { return d.in.off }

func (d *zipStream) next() ([]byte, error) {
	d.begun = true
	if !d.inside {
		if err := d.header(); err != nil {
			return nil, err
		}
	}
	text, err := d.text()
	if !errors.Is(err, io.EOF) {
		return text, err
	}
	d.inside = false
	if err := d.trailer(); err != nil {
		return nil, err
	}
	return zipGap, nil
}

// text gives more of the file.
func (d *zipStream) text() ([]byte, error) {
	if !d.stored {
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
	d.out.sum, d.out.size = crc32.Update(d.out.sum, crc32.IEEETable, buf[:n]), d.out.size+uint32(n)
	return buf[:n], nil
}

// header goes to the next PGN file; io.EOF where no more follow.
func (d *zipStream) header() error {
	for {
		var head [30]byte
		if _, err := io.ReadFull(&d.in, head[:4]); err != nil {
			return d.in.ended()
		}
		switch binary.LittleEndian.Uint32(head[:]) {
		case zipFile:
		case zipList, zipListEnd, zipArchiveSig:
			if !d.any {
				return errNoPGN
			}
			return io.EOF
		default:
			return ErrCorrupt
		}
		if _, err := io.ReadFull(&d.in, head[4:]); err != nil {
			return d.in.ended()
		}
		name := make([]byte, binary.LittleEndian.Uint16(head[26:]))
		extra := make([]byte, binary.LittleEndian.Uint16(head[28:]))
		for _, part := range [][]byte{name, extra} {
			if _, err := io.ReadFull(&d.in, part); err != nil {
				return d.in.ended()
			}
		}
		flags, method := binary.LittleEndian.Uint16(head[6:]), binary.LittleEndian.Uint16(head[8:])
		d.behind, d.stored = flags&8 != 0, method == zip.Store
		d.sum, d.left = binary.LittleEndian.Uint32(head[14:]), storedSize(int64(binary.LittleEndian.Uint32(head[18:])), extra)
		switch {
		case flags&1 != 0:
			return errLocked
		case method != zip.Deflate && !d.stored:
			return fmt.Errorf("%s is packed in a way that is not read here: unpack the archive first", name)
		case d.stored && d.behind && d.left == 0 && !strings.HasSuffix(string(name), "/"):
			return errStoredStream
		}
		d.out.begin(nil, true)
		if strings.HasSuffix(strings.ToLower(string(name)), ".pgn") {
			d.inside, d.any = true, true
			return nil
		}
		for {
			if _, err := d.text(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				return err
			}
		}
		if err := d.trailer(); err != nil {
			return err
		}
	}
}

// wideSize stands in the place of a size that the extra fields have.
const wideSize = 1<<32 - 1

// storedSize is how many bytes a file takes in the archive.
func storedSize(size int64, extra []byte) int64 {
	for size == wideSize && len(extra) >= 4 {
		kind, n := binary.LittleEndian.Uint16(extra), int(binary.LittleEndian.Uint16(extra[2:]))
		extra = extra[4:]
		if n > len(extra) {
			break
		}
		if kind == 1 && n >= 16 { // the size of the text, then that in the archive
			return int64(binary.LittleEndian.Uint64(extra[8:]) & (1<<62 - 1))
		}
		extra = extra[n:]
	}
	return size
}

// trailer reads what stands behind a file and compares the checksum.
func (d *zipStream) trailer() error {
	if d.behind {
		var word [4]byte
		read := func() (uint32, error) {
			_, err := io.ReadFull(&d.in, word[:])
			if err != nil {
				err = d.in.ended()
			}
			return binary.LittleEndian.Uint32(word[:]), err
		}
		sum, err := read()
		if err == nil && sum == zipDescriptor {
			sum, err = read()
		}
		if err != nil {
			return err
		}
		d.sum = sum
		if _, err := read(); err != nil {
			return err
		}
		// Sizes have four bytes, or eight where the archive is wide.
		size, err := read()
		if err != nil {
			return err
		}
		if size != d.out.size {
			for range 2 {
				if _, err := read(); err != nil {
					return err
				}
			}
		}
	}
	if d.out.sum != d.sum {
		return errTrailer
	}
	return nil
}
