package collection

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"rookery/pgn/internal/packed"
	"rookery/pgn/internal/syntax"
)

// File is a collection with its index. Close it after use.
type File struct {
	*Index
	fault error
	close []func() error
}

// Open opens a collection; its index is still empty, [Index.Build] fills it. The text of a
// file packed with gzip, bzip2, zstd or zip, whatever its name, is unpacked where
// it is read: what was read lately is kept, and places where unpacking can begin
// again, some ten megabytes together. Of a damaged archive the games
// before the damage are there; see [File.Fault]. UTF-16 is turned into UTF-8 first, which
// ctx stops, in a temporary file where it is long. What can be read but once is opened by [OpenStream].
func Open(ctx context.Context, path string) (*File, error) {
	return openPath(path, func(f *os.File) (*File, error) { return openFile(ctx, f, path, OpenStream) })
}

// OpenPass is Open for one pass through the games, such as [Index.Select]: what can be read but
// once, such as a pipe, is opened by [OpenOnce].
func OpenPass(ctx context.Context, path string) (*File, error) {
	return openPath(path, func(f *os.File) (*File, error) { return openFile(ctx, f, path, OpenOnce) })
}

// openPath opens a file, which open closes in time unless there is an error.
func openPath(path string, open func(*os.File) (*File, error)) (*File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	out, err := open(f)
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return out, nil
}

var errFolder = errors.New("this is a folder: choose a file in it")

func openFile(ctx context.Context, f *os.File, path string, stream func(context.Context, io.Reader) (*File, error)) (*File, error) {
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, errFolder
	case !info.Mode().IsRegular(): // a pipe
		out, err := stream(ctx, f)
		if err == nil {
			out.close = append(out.close, f.Close)
		}
		return out, err
	}
	if err := checkName(path, f); err != nil {
		return nil, err
	}
	out, err := openText(f, info.Size())
	if err != nil {
		return nil, err
	}
	out.close = append(out.close, f.Close)
	if !out.utf16() {
		return out, nil
	}
	defer out.Close()
	return spooled(ctx, out)
}

// openText opens a text that may be packed; size is -1 where it is not known.
func openText(src io.ReaderAt, size int64) (*File, error) {
	var head [syntax.MagicLength]byte
	n, err := src.ReadAt(head[:], 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	kind := syntax.PackingOfText(head[:n])
	if kind == "" {
		if size < 0 {
			return &File{Index: &Index{src: src, size: unknownSize}}, nil
		}
		return &File{Index: &Index{src: io.NewSectionReader(src, 0, size), size: size}}, nil
	}
	if !packed.Reads(kind) {
		return nil, fmt.Errorf("this is a %s archive: unpack it first", kind)
	}
	text, err := packed.Open(src, size, kind)
	if errors.Is(err, packed.ErrCorrupt) {
		return nil, &ArchiveError{Kind: kind, Err: err}
	}
	if err != nil {
		return nil, err
	}
	f := &File{Index: &Index{src: text, size: unknownSize, text: text, packedSize: size, kind: kind}}
	f.close = []func() error{func() error { text.Close(); return nil }}
	if n, err := text.ReadAt(head[:1], 0); n == 0 && !errors.Is(err, io.EOF) {
		return nil, err
	} else if n == 0 && f.Fault() != nil {
		return nil, f.Fault()
	}
	return f, nil
}

// utf16 reports whether the text begins with the mark of UTF-16.
func (f *File) utf16() bool {
	var head [2]byte
	n, _ := f.src.ReadAt(head[:], 0)
	return syntax.ByteOrder(head[:n]) != nil
}

// OpenOnce opens what can be read but once, such as standard input, packed or not, for
// one pass from its beginning to its end, such as [Index.Select]: nothing is
// written to the disk. The stream is left open.
func OpenOnce(ctx context.Context, r io.Reader) (*File, error) {
	f, err := openText(packed.OpenStream(&contextReader{ctx, r}), -1)
	if err != nil || !f.utf16() {
		return f, err
	}
	var head [2]byte
	if _, err := f.src.ReadAt(head[:], 0); err != nil {
		return nil, err
	}
	f.src = packed.OpenStream(syntax.FromUTF16(io.NewSectionReader(f.src, 0, unknownSize), syntax.ByteOrder(head[:])))
	return f, nil
}

// OpenStream opens what can be read but once, so that its games can be read at any time. All of it is
// read before it returns; the stream is left open. Text beyond four megabytes goes into a
// temporary file that is gone after Close, up to 32 gigabytes.
func OpenStream(ctx context.Context, r io.Reader) (*File, error) {
	f, err := openText(packed.OpenStream(&contextReader{ctx, r}), -1)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return spooled(ctx, f)
}

// spooled is a collection with its text unpacked and in UTF-8, or as it is.
func spooled(ctx context.Context, f *File) (*File, error) {
	s := &spool{limit: maxUnpacked}
	fault, err := s.fill(ctx, f)
	if err != nil {
		s.Close()
		return nil, err
	}
	return &File{Index: &Index{src: s, size: s.size}, fault: fault, close: []func() error{s.Close}}, nil
}

// fill takes the text of a collection in. An archive that is too long ends with a
// fault.
func (s *spool) fill(ctx context.Context, f *File) (fault, err error) {
	text := f.Text()
	if f.utf16() {
		var head [2]byte
		if _, err := f.src.ReadAt(head[:], 0); err != nil {
			return nil, err
		}
		text = syntax.FromUTF16(text, syntax.ByteOrder(head[:]))
	}
	_, err = io.CopyBuffer(s, &contextReader{ctx, text}, make([]byte, 256<<10))
	if errors.Is(err, errTooLong) && f.text != nil {
		return &ArchiveError{Kind: f.kind, Read: s.size, Err: err}, nil
	}
	return f.Fault(), err
}

// Text is the text of the collection from its beginning, unpacked.
func (f *File) Text() io.Reader { return io.NewSectionReader(f.src, 0, unknownSize) }

// Packed reports whether the file is packed.
func (f *File) Packed() bool { return f.text != nil }

// Fault says what is wrong with the archive the collection came out of, once it was
// read to its end; it is an [*ArchiveError], or nil.
func (f *File) Fault() error {
	if f.text != nil {
		if size, fault := f.text.End(); fault != nil {
			return &ArchiveError{Kind: f.kind, Read: size, Err: fault}
		}
	}
	return f.fault
}

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
