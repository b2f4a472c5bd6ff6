package collection

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"rookery/pgn/internal/syntax"
)

// File is a collection with its index. Close it after use.
type File struct {
	*Index
	fault error
	close []func() error
}

// Open opens a collection; its index is still empty, [Index.Build] fills it. A
// file packed with gzip, bzip2 or zstd, whatever its name, is unpacked first,
// which may take a while: ctx stops it. Unpacked text beyond four megabytes
// goes into a temporary file that is gone after Close, up to 32 gigabytes. Of
// a damaged archive the games before the damage are there; see [File.Fault].
func Open(ctx context.Context, path string) (*File, error) {
	return OpenProgress(ctx, path, nil)
}

// OpenProgress is Open that tells now and then how many bytes of how many of
// the packed file were read. progress may be nil.
func OpenProgress(ctx context.Context, path string, progress func(read, size int64)) (*File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	out, err := openFile(ctx, f, path, progress)
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return out, nil
}

var errFolder = errors.New("this is a folder: choose a file in it")

// openFile makes a collection of a file, which it closes in time unless there
// is an error.
func openFile(ctx context.Context, f *os.File, path string, progress func(read, size int64)) (*File, error) {
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, errFolder
	case !info.Mode().IsRegular(): // a pipe
		out, err := OpenStream(ctx, f)
		if err == nil {
			err = f.Close()
		}
		return out, err
	}
	if err := checkName(path, f); err != nil {
		return nil, err
	}
	var head [syntax.MagicLength]byte
	n, err := f.ReadAt(head[:], 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if !syntax.MustUnpack(head[:n]) {
		ix, err := NewIndex(f, info.Size())
		if err != nil {
			return nil, err
		}
		return &File{Index: ix, close: []func() error{f.Close}}, nil
	}
	out, err := openStream(ctx, f, info.Size(), progress)
	if err == nil {
		err = f.Close()
	}
	return out, err
}

// OpenStream opens what can be read but once, such as standard input, packed
// or not. All of it is read before it returns; the stream is left open. What
// is said of [Open] about archives and temporary files holds here too.
func OpenStream(ctx context.Context, r io.Reader) (*File, error) {
	return openStream(ctx, r, 0, nil)
}

func openStream(ctx context.Context, r io.Reader, size int64, progress func(read, size int64)) (*File, error) {
	t, err := Unpack(&contextReader{ctx, r})
	if err != nil {
		return nil, err
	}
	defer t.Close()
	s := &spool{limit: maxUnpacked}
	if err := t.copyTo(s, func() {
		if progress != nil {
			progress(t.src.read, size)
		}
	}); err != nil {
		s.Close()
		return nil, err
	}
	if s.size == 0 && t.fault != nil {
		s.Close()
		return nil, t.fault
	}
	ix, err := NewIndex(s, s.size)
	if err != nil {
		s.Close()
		return nil, err
	}
	return &File{Index: ix, fault: t.fault, close: []func() error{s.Close}}, nil
}

// copyTo writes the text as UTF-8 or as it is, and tells after each piece. An
// archive that is too long ends with a fault.
func (t *Text) copyTo(s *spool, tell func()) error {
	buf := make([]byte, 256<<10)
	n, err := io.ReadFull(t, buf[:2])
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return err
	}
	var text io.Reader = io.MultiReader(bytes.NewReader(bytes.Clone(buf[:n])), t)
	if order := syntax.ByteOrder(buf[:n]); order != nil {
		text = syntax.FromUTF16(text, order)
	}
	for {
		n, err := text.Read(buf)
		if _, err := s.Write(buf[:n]); err != nil {
			if errors.Is(err, errTooLong) && t.kind != "" {
				t.fault = &ArchiveError{Kind: t.kind, Read: s.size, Err: err}
				return nil
			}
			return err
		}
		tell()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// Fault says what is wrong with the archive the collection came out of; it is
// an [*ArchiveError], or nil.
func (f *File) Fault() error { return f.fault }

// Close closes the file. The index cannot be used afterwards.
func (f *File) Close() error {
	var errs []error
	for _, c := range f.close {
		errs = append(errs, c())
	}
	f.close = nil
	return errors.Join(errs...)
}

// contextReader is a reader that a context ends.
type contextReader struct {
	ctx context.Context
	r   io.Reader
}

func (s *contextReader) Read(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.r.Read(p)
}

// spool keeps a text that can be read but once: in memory while it is short,
// else in a temporary file.
type spool struct {
	mem   []byte
	f     *os.File
	name  string // of a file that must still be removed
	size  int64
	limit int64 // bytes that may be kept
}

// spoolMemory is how many bytes of text are kept in memory, mostUnpacked how
// many are kept at all.
const (
	spoolMemory = 4 << 20
	maxUnpacked = 32 << 30
)

// errTooLong ends an archive that unpacks without end.
var errTooLong = errors.New("the text is too long")

func (s *spool) Write(p []byte) (int, error) {
	if s.size+int64(len(p)) > s.limit {
		return 0, errTooLong
	}
	if s.f == nil && len(s.mem)+len(p) <= spoolMemory {
		s.mem = append(s.mem, p...)
		s.size += int64(len(p))
		return len(p), nil
	}
	if s.f == nil {
		if err := s.spill(); err != nil {
			return 0, spillError(err)
		}
	}
	n, err := s.f.Write(p)
	s.size += int64(n)
	return n, spillError(err)
}

// spillError says what the temporary file is for.
func spillError(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("no room to unpack into %s: %w", os.TempDir(), err)
}

// spill moves the text into a file. Where the system allows it, the file has
// no name from the start, so that nothing is left behind whatever happens.
func (s *spool) spill() error {
	f, err := os.CreateTemp("", "rookery-*.pgn")
	if err != nil {
		return err
	}
	s.f = f
	if os.Remove(f.Name()) != nil {
		s.name = f.Name()
	}
	_, err = f.Write(s.mem)
	s.mem = nil
	return err
}

func (s *spool) ReadAt(p []byte, off int64) (int, error) {
	if s.f != nil {
		return s.f.ReadAt(p, off)
	}
	if off >= int64(len(s.mem)) {
		return 0, io.EOF
	}
	n := copy(p, s.mem[off:])
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

func (s *spool) Close() error {
	s.mem = nil
	if s.f == nil {
		return nil
	}
	err := s.f.Close()
	if s.name != "" {
		err = errors.Join(err, os.Remove(s.name))
	}
	return err
}
