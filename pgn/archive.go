package pgn

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/klauspost/compress/zstd"
)

// packings are the ways to pack a file, with the bytes that begin each. Those
// that are not unpacked here are known in order to be named.
var packings = [...]struct{ kind, magic, suffix string }{
	{"gzip", "\x1f\x8b", ".gz"},
	{"bzip2", "BZh", ".bz2"},
	{"zstd", "\x28\xb5\x2f\xfd", ".zst"},
	{"zip", "PK\x03\x04", ".zip"},
	{"xz", "\xfd7zXZ\x00", ".xz"},
	{"7z", "7z\xbc\xaf\x27\x1c", ".7z"},
}

// longestMagic is how many bytes tell how a file is packed.
const longestMagic = 6

// packingOf tells how a file that begins so is packed; empty for text.
func packingOf(head []byte) string {
	for _, p := range packings {
		if bytes.HasPrefix(head, []byte(p.magic)) {
			return p.kind
		}
	}
	return ""
}

// unpackers are for those that are read here.
var unpackers = map[string]func(io.Reader) (io.Reader, error){
	"gzip":  func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) },
	"bzip2": func(r io.Reader) (io.Reader, error) { return bzip2.NewReader(r), nil },
	"zstd":  openZstd,
}

// zstdWindow is the most memory in bytes that a zstd file may ask for: that of
// zstd --long, which is what is met.
const zstdWindow = 128 << 20

func openZstd(r io.Reader) (io.Reader, error) {
	z, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(zstdWindow))
	if err != nil {
		return nil, err
	}
	return z.IOReadCloser(), nil
}

// compression tells how a file is packed, by its name; empty for plain PGN.
func compression(path string) string {
	lower := strings.ToLower(path)
	for _, p := range packings {
		if strings.HasSuffix(lower, p.suffix) {
			return p.kind
		}
	}
	return ""
}

// ArchiveError says how far a packed file could be read.
type ArchiveError struct {
	Kind string // gzip, bzip2 or zstd
	Read int64  // bytes of text that were unpacked before the fault
	Err  error
}

// Error tells what happened and how much text there is.
func (e *ArchiveError) Error() string {
	what := "is damaged"
	switch {
	case errors.Is(e.Err, io.ErrUnexpectedEOF), errors.Is(e.Err, io.EOF):
		what = "breaks off"
	case errors.Is(e.Err, zstd.ErrWindowSizeExceeded):
		what = fmt.Sprintf("needs more than %d MB of memory to be unpacked", zstdWindow>>20)
	case errors.Is(e.Err, errTooLong):
		what = fmt.Sprintf("unpacks to more than %d GB", int64(mostUnpacked)>>30)
	}
	if e.Read == 0 {
		return fmt.Sprintf("the %s archive %s: nothing of it could be read", e.Kind, what)
	}
	return fmt.Sprintf("the %s archive %s: the first %d bytes of its text could be read", e.Kind, what, e.Read)
}

// Unwrap gives what the unpacking said.
func (e *ArchiveError) Unwrap() error { return e.Err }

// Text is a stream of text that may have been packed. It ends where the
// archive is damaged or breaks off; Fault then tells so.
type Text struct {
	kind  string
	src   *watched
	from  io.Reader
	read  int64
	fault error
}

// Unpack reads a stream that may be packed with gzip, bzip2 or zstd, which its
// first bytes tell. The error is one of the stream, or names a packing that is
// not read here.
func Unpack(r io.Reader) (*Text, error) {
	src := &watched{r: r}
	head := bufio.NewReaderSize(src, 64<<10)
	magic, err := head.Peek(longestMagic)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	t := &Text{src: src, from: head}
	kind := packingOf(magic)
	if kind == "" {
		return t, nil
	}
	unpack, ok := unpackers[kind]
	if !ok {
		return nil, fmt.Errorf("this is a %s archive: unpack it first", kind)
	}
	t.kind = kind
	if t.from, err = unpack(head); err != nil {
		t.from = nil
		return t, t.end(err)
	}
	return t, nil
}

// Packed is gzip, bzip2 or zstd; empty for text that was not packed.
func (t *Text) Packed() string { return t.kind }

// Fault says what is wrong with the archive, once Read has come to the end of
// the text; it is an [*ArchiveError], or nil when all is well.
func (t *Text) Fault() error { return t.fault }

// Read implements io.Reader.
func (t *Text) Read(p []byte) (int, error) {
	if t.from == nil {
		return 0, io.EOF
	}
	n, err := t.from.Read(p)
	t.read += int64(n)
	if err == nil || t.kind == "" || err == io.EOF {
		return n, err
	}
	t.Close()
	if err := t.end(err); err != nil {
		return n, err
	}
	return n, io.EOF
}

// end notes a fault of the archive; a fault of the stream below it comes back.
func (t *Text) end(err error) error {
	if t.src.err != nil {
		return t.src.err
	}
	t.fault = &ArchiveError{Kind: t.kind, Read: t.read, Err: err}
	return nil
}

// Close frees what the unpacking holds; the stream below stays open.
func (t *Text) Close() error {
	if c, ok := t.from.(io.Closer); ok && t.kind != "" {
		c.Close()
	}
	t.from = nil
	return nil
}

// watched remembers the error of a stream, to tell it from those of the
// unpacking, and how much was read.
type watched struct {
	r    io.Reader
	err  error
	read int64
}

func (w *watched) Read(p []byte) (int, error) {
	n, err := w.r.Read(p)
	w.read += int64(n)
	if err != nil && err != io.EOF {
		w.err = err
	}
	return n, err
}

// looksPlain tells whether the head of a file can be text.
func looksPlain(head []byte) bool {
	return byteOrder(head) != nil || len(head) > 0 && bytes.IndexFunc(head, func(r rune) bool {
		return r < ' ' && !strings.ContainsRune("\t\n\v\f\r\x1a", r)
	}) < 0
}

// checkName refuses a file whose name promises a packing and whose bytes are
// neither packed nor text.
func checkName(path string, f io.ReaderAt) error {
	kind := compression(path)
	if kind == "" {
		return nil
	}
	var head [512]byte
	n, err := f.ReadAt(head[:], 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if packingOf(head[:n]) != "" || looksPlain(head[:n]) {
		return nil
	}
	return fmt.Errorf("the name says %s, but the file does not begin as such an archive", kind)
}
