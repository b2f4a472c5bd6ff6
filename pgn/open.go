package pgn

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
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

// errFolder is returned for a folder.
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
	var head [longestMagic]byte
	n, err := f.ReadAt(head[:], 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if !mustSpool(head[:n]) {
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

// mustSpool tells whether a file that begins so cannot be indexed as it lies.
func mustSpool(head []byte) bool {
	return packingOf(head) != "" || byteOrder(head) != nil
}

// OpenStream opens what can be read but once, such as standard input, packed
// or not. All of it is read before it returns; the stream is left open. What
// is said of [Open] about archives and temporary files holds here too.
func OpenStream(ctx context.Context, r io.Reader) (*File, error) {
	return openStream(ctx, r, 0, nil)
}

func openStream(ctx context.Context, r io.Reader, size int64, progress func(read, size int64)) (*File, error) {
	t, err := Unpack(&stoppable{ctx, r})
	if err != nil {
		return nil, err
	}
	defer t.Close()
	s := &spool{most: mostUnpacked}
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
	if order := byteOrder(buf[:n]); order != nil {
		text = fromUTF16(text, order)
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

// stoppable is a reader that a context ends.
type stoppable struct {
	ctx context.Context
	r   io.Reader
}

func (s *stoppable) Read(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.r.Read(p)
}
