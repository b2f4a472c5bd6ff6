package collection

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"errors"
	"fmt"
	"github.com/klauspost/compress/zstd"
	"io"
	"strings"

	"rookery/pgn/internal/syntax"
)

// unpackers are for those that are read here.
var unpackers = map[string]func(io.Reader) (io.Reader, error){
	"gzip":  func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) },
	"bzip2": func(r io.Reader) (io.Reader, error) { return bzip2.NewReader(r), nil },
	"zstd":  openZstd,
}

// zstdWindow is the most memory in bytes that a zstd file may ask for: that of
// zstd --long, the largest that is common.
const zstdWindow = 128 << 20

func openZstd(r io.Reader) (io.Reader, error) {
	z, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(zstdWindow))
	if err != nil {
		return nil, err
	}
	return z.IOReadCloser(), nil
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
		what = fmt.Sprintf("unpacks to more than %d GB", int64(maxUnpacked)>>30)
	}
	if e.Read == 0 {
		return fmt.Sprintf("the %s archive %s: nothing could be read", e.Kind, what)
	}
	return fmt.Sprintf("the %s archive %s: read only the first %d bytes", e.Kind, what, e.Read)
}

func (e *ArchiveError) Unwrap() error { return e.Err }

// Text is a stream of text that may have been packed. It ends where the
// archive is damaged or breaks off; Fault then tells so.
type Text struct {
	kind  string
	src   *trackedReader
	from  io.Reader
	read  int64
	fault error
}

// Unpack reads a stream that may be packed with gzip, bzip2 or zstd, which its
// first bytes tell. The error is one of the stream, or names a packing that is
// not read here.
func Unpack(r io.Reader) (*Text, error) {
	src := &trackedReader{r: r}
	head := bufio.NewReaderSize(src, 64<<10)
	magic, err := head.Peek(syntax.MagicLength)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	t := &Text{src: src, from: head}
	kind := syntax.PackingOfText(magic)
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

// trackedReader remembers the error of a stream, to tell it from those of the
// unpacking, and how much was read.
type trackedReader struct {
	r    io.Reader
	err  error
	read int64
}

func (w *trackedReader) Read(p []byte) (int, error) {
	n, err := w.r.Read(p)
	w.read += int64(n)
	if err != nil && err != io.EOF {
		w.err = err
	}
	return n, err
}

func looksPlain(head []byte) bool {
	return syntax.ByteOrder(head) != nil || len(head) > 0 && bytes.IndexFunc(head, func(r rune) bool {
		return r < ' ' && !strings.ContainsRune("\t\n\v\f\r\x1a", r)
	}) < 0
}

// checkName refuses a file whose name promises a packing and whose bytes are
// neither packed nor text.
func checkName(path string, f io.ReaderAt) error {
	kind := syntax.PackingOfName(path)
	if kind == "" {
		return nil
	}
	var head [512]byte
	n, err := f.ReadAt(head[:], 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if syntax.PackingOfText(head[:n]) != "" || looksPlain(head[:n]) {
		return nil
	}
	return fmt.Errorf("the file name says %s, but the contents are not in that format", kind)
}
