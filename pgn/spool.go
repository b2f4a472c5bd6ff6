package pgn

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// spool keeps a text that can be read but once: in memory while it is short,
// else in a temporary file.
type spool struct {
	mem  []byte
	f    *os.File
	name string // of a file that must still be removed
	size int64
	most int64 // bytes that may be kept
}

// spoolMemory is how many bytes of text are kept in memory, mostUnpacked how
// many are kept at all.
const (
	spoolMemory  = 4 << 20
	mostUnpacked = 32 << 30
)

// errTooLong ends an archive that unpacks without end.
var errTooLong = errors.New("the text is too long")

func (s *spool) Write(p []byte) (int, error) {
	if s.size+int64(len(p)) > s.most {
		return 0, errTooLong
	}
	if s.f == nil && len(s.mem)+len(p) <= spoolMemory {
		s.mem = append(s.mem, p...)
		s.size += int64(len(p))
		return len(p), nil
	}
	if s.f == nil {
		if err := s.spill(); err != nil {
			return 0, roomError(err)
		}
	}
	n, err := s.f.Write(p)
	s.size += int64(n)
	return n, roomError(err)
}

// roomError says what the temporary file is for.
func roomError(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("unpacked text needs room in %s: %w", os.TempDir(), err)
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

// ReadAt implements io.ReaderAt.
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

// Close removes the file.
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
