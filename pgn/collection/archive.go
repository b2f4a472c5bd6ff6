package collection

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/klauspost/compress/zstd"

	"rookery/pgn/internal/syntax"
)

// ArchiveError says how far a packed file could be read.
type ArchiveError struct {
	Kind string // gzip, bzip2, zstd or zip
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
		what = "needs too much memory to be unpacked"
	case errors.Is(e.Err, errTooLong):
		what = fmt.Sprintf("unpacks to more than %d GB", int64(maxUnpacked)>>30)
	}
	if e.Read == 0 {
		return fmt.Sprintf("the %s archive %s: nothing could be read", e.Kind, what)
	}
	return fmt.Sprintf("the %s archive %s: read only the first %d bytes", e.Kind, what, e.Read)
}

func (e *ArchiveError) Unwrap() error { return e.Err }

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
