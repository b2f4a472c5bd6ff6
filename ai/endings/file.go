package endings

import (
	"bufio"
	"compress/flate"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"

	"rookery/pgn/safefile"
)

// A file is one line of JSON, the header, and then the cells compressed by DEFLATE.

const fileFormat = 1

// header is the first line of a file.
type header struct {
	Format   int
	Rules    string // their hash
	Material string
	Size     uint32 // positions
	Wide     bool
	Sum      uint32 // CRC-32 (IEEE) of the cells
	Counts   [2]Count
	Longest  [2]Longest
}

var errDamaged = errors.New("the file is damaged")

// castagnoli would be as good; IEEE is what other tools can check.
func (t *Table) sum() uint32 {
	return crc32.Update(crc32.ChecksumIEEE(t.cells), crc32.IEEETable, t.wide)
}

// write puts the table in place whole or not at all.
func (t *Table) write(path, rules string) error {
	return safefile.Write(path, func(w io.Writer) error {
		out := bufio.NewWriterSize(w, 1<<16)
		h := header{
			Format: fileFormat, Rules: rules, Material: t.Material().String(), Size: t.space.size(), Wide: t.wide != nil,
			Sum: t.sum(), Counts: t.counts, Longest: t.longest,
		}
		if err := json.NewEncoder(out).Encode(h); err != nil {
			return err
		}
		// The fastest level: a better one takes half as long again as solving and saves a sixth.
		z, err := flate.NewWriter(out, flate.BestSpeed)
		if err != nil {
			return err
		}
		for _, part := range [][]byte{t.cells, t.wide} {
			if _, err := z.Write(part); err != nil {
				return err
			}
		}
		if err := z.Close(); err != nil {
			return err
		}
		return out.Flush()
	})
}

// readHeader reads what a file says of itself and leaves in at the cells.
func readHeader(in *bufio.Reader, sp *space, rules string) (h header, err error) {
	line, err := in.ReadSlice('\n')
	if err != nil || json.Unmarshal(line, &h) != nil {
		return h, errDamaged
	}
	if h.Format != fileFormat || h.Rules != rules || h.Material != sp.material.String() || h.Size != sp.size() {
		return h, errDamaged
	}
	return h, nil
}

// readTable reads a file; the error wraps errDamaged when it is not what was written.
func readTable(path string, sp *space, rules string) (*Table, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	in := bufio.NewReaderSize(f, 1<<16)
	h, err := readHeader(in, sp, rules)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	t := &Table{space: sp, cells: make([]byte, h.Size), counts: h.Counts, longest: h.Longest}
	if h.Wide {
		t.wide = make([]byte, h.Size)
	}
	z := flate.NewReader(in)
	_, err = io.ReadFull(z, t.cells)
	if err == nil {
		_, err = io.ReadFull(z, t.wide)
	}
	if err != nil || t.sum() != h.Sum {
		return nil, fmt.Errorf("%s: %w", path, errDamaged)
	}
	return t, nil
}
