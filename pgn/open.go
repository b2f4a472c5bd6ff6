package pgn

import (
	"compress/bzip2"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// File is a collection on the disk with its index. Close it after use.
type File struct {
	*Index
	close []func() error
}

// compression tells how a file is packed, by its name; empty for plain PGN.
func compression(path string) string {
	switch lower := strings.ToLower(path); {
	case strings.HasSuffix(lower, ".gz"):
		return "gzip"
	case strings.HasSuffix(lower, ".bz2"):
		return "bzip2"
	case strings.HasSuffix(lower, ".zst"):
		return "zstd"
	}
	return ""
}

// Open opens a collection; its index is still empty, [Index.Build] fills it. A
// file whose name ends in .gz or .bz2 is unpacked into a temporary file first,
// which may take a while: ctx stops it.
func Open(ctx context.Context, path string) (*File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	out := &File{close: []func() error{f.Close}}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		out.Close()
		return nil, fmt.Errorf("%s is a folder: choose a file in it", path)
	}
	if c := compression(path); c != "" {
		f, err = unpack(ctx, f, c)
		if err != nil {
			out.Close()
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		out.close = append(out.close, func() error { return errors.Join(f.Close(), os.Remove(f.Name())) })
	}
	size, err := f.Seek(0, io.SeekEnd)
	if err == nil {
		out.Index, err = NewIndex(f, size)
	}
	if err != nil {
		out.Close()
		return nil, err
	}
	return out, nil
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

// unpack writes the unpacked text into a temporary file.
func unpack(ctx context.Context, packed io.Reader, how string) (*os.File, error) {
	var text io.Reader
	switch how {
	case "gzip":
		z, err := gzip.NewReader(packed)
		if err != nil {
			return nil, err
		}
		text = z
	case "bzip2":
		text = bzip2.NewReader(packed)
	default:
		return nil, fmt.Errorf("%s is not read here; unpack it first", how)
	}
	tmp, err := os.CreateTemp("", "rookery-*.pgn")
	if err != nil {
		return nil, err
	}
	if _, err := io.Copy(tmp, &stoppable{ctx, text}); err != nil {
		tmp.Close()
		os.Remove(tmp.Name())
		return nil, err
	}
	return tmp, nil
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
