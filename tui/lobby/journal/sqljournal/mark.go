package sqljournal

import (
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
)

// mark is a small file beside the store: the last number that was given, and whether the
// store is open. It is not synced, so that after a power cut the number may be too small;
// one that is greater than all in the store says that the end of the store is lost.
type mark struct{ file *os.File }

// marked is what a mark says.
type marked struct {
	number  uint64
	closed  bool
	missing bool // there is no such file
	broken  bool // it does not read
}

func markPath(path string) string { return path[:len(path)-len(fileName)] + "club.mark" }

const markForm = "%020d %-6s %08x\n"

// text is the mark as it is written.
func (m marked) text() string {
	state := "open"
	if m.closed {
		state = "closed"
	}
	line := fmt.Sprintf("%020d %-6s", m.number, state)
	return fmt.Sprintf(markForm, m.number, state, crc32.ChecksumIEEE([]byte(line)))
}

// readMark reads the mark of a store.
func readMark(path string) (marked, error) {
	data, err := os.ReadFile(markPath(path))
	if errors.Is(err, os.ErrNotExist) {
		return marked{missing: true}, nil
	}
	if err != nil {
		return marked{}, err
	}
	var m marked
	var state string
	var sum uint32
	if n, err := fmt.Sscanf(string(data), "%d %s %x", &m.number, &state, &sum); err != nil && !errors.Is(err, io.EOF) || n != 3 {
		return marked{broken: true}, nil
	}
	m.closed = state == "closed"
	if m.text() != string(data) {
		return marked{broken: true}, nil
	}
	return m, nil
}

// openMark opens the mark for writing and makes it where there is none.
func openMark(path string) (*mark, error) {
	f, err := os.OpenFile(markPath(path), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	return &mark{file: f}, nil
}

// put writes the mark in place: its length is always the same, so that it needs no room
// on the disk but at first.
func (m *mark) put(number uint64, closed bool) error {
	text := marked{number: number, closed: closed}.text()
	_, err := m.file.WriteAt([]byte(text), 0)
	if err == nil && closed {
		err = errors.Join(m.file.Truncate(int64(len(text))), m.file.Sync())
	}
	return err
}
