package sqljournal

import (
	"encoding/binary"
	"errors"
	"io"
	"os"
	"time"

	"rookery/tui/lobby/journal"
)

// This file reads rows out of SQLite's pages without SQLite, which gives up a table at
// the first page that is damaged, and the log at the first frame that is. The form of
// both is public: sqlite.org/fileformat2.html. A page is read for itself; whether a row
// is one of ours, whole and unchanged, is told by its check sum.

const (
	logHeader   = 32 // bytes before the first frame of a log
	frameHeader = 24 // bytes before the page of a frame
	// reserved bytes at the end of a page are none.
	usable = pageSize
)

// pages gives the pages of a file and of the log beside it.
type pages struct {
	file, log *os.File // nil where there is none
	count     uint32   // of the file, the last one maybe cut
	frames    []uint32 // page of each frame of the log
	newest    map[uint32]int
}

// openPages opens what there is of a store for reading.
func openPages(path string) (p *pages, err error) {
	p = &pages{newest: make(map[uint32]int)}
	if p.file, err = openIfThere(path); err != nil {
		return nil, err
	}
	if p.log, err = openIfThere(path + "-wal"); err != nil {
		return nil, errors.Join(err, p.close())
	}
	if p.file != nil {
		p.count = uint32((size(path) + pageSize - 1) / pageSize)
	}
	if p.log == nil {
		return p, nil
	}
	var head [frameHeader]byte
	for i := 0; ; i++ {
		if n, _ := p.log.ReadAt(head[:], int64(logHeader+i*(frameHeader+pageSize))); n < frameHeader {
			return p, nil
		}
		page := binary.BigEndian.Uint32(head[:])
		p.frames = append(p.frames, page)
		p.newest[page] = i
	}
}

func openIfThere(path string) (*os.File, error) {
	f, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	return f, err
}

// size of a file; 0 where there is none.
func size(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return info.Size()
}

func (p *pages) close() error {
	var errs []error
	for _, f := range []*os.File{p.file, p.log} {
		if f != nil {
			errs = append(errs, f.Close())
		}
	}
	return errors.Join(errs...)
}

// page n of the file, from 1; what is cut off is zero.
func (p *pages) page(n uint32) []byte {
	b := make([]byte, pageSize)
	if p.file == nil || n == 0 || n > p.count {
		return nil
	}
	if got, err := p.file.ReadAt(b, int64(n-1)*pageSize); got == 0 && err != nil && err != io.EOF {
		return nil
	}
	return b
}

// frame i of the log.
func (p *pages) frame(i int) []byte {
	b := make([]byte, pageSize)
	if got, _ := p.log.ReadAt(b, int64(logHeader+frameHeader+i*(frameHeader+pageSize))); got == 0 {
		return nil
	}
	return b
}

// rows hands every row that lies on a page of the file or of the log to deliver, in no
// order and some of them often, and the first two columns of rows of ours that are damaged
// to broken.
func (p *pages) rows(deliver func(*row, *item) error, broken func(first string, second any)) error {
	found := func(fields []any, id int64) error {
		e, v, ours := rowOf(fields, id)
		if e == nil && v == nil {
			if ours {
				tell(fields, broken)
			}
			return nil
		}
		return deliver(e, v)
	}
	inFile := func(n uint32) []byte { return p.page(n) }
	inBoth := func(n uint32) []byte {
		if i, ok := p.newest[n]; ok {
			return p.frame(i)
		}
		return p.page(n)
	}
	for n := uint32(1); n <= p.count; n++ {
		if err := cells(p.page(n), n == 1, []func(uint32) []byte{inFile, inBoth}, found); err != nil {
			return err
		}
	}
	for i, n := range p.frames {
		// The rest of a long row lies in the frames around.
		near := func(n uint32) []byte {
			for d := range 64 {
				for _, j := range [...]int{i + d, i - d} {
					if j >= 0 && j < len(p.frames) && p.frames[j] == n {
						return p.frame(j)
					}
				}
			}
			return p.page(n)
		}
		if err := cells(p.frame(i), n == 1, []func(uint32) []byte{near, inBoth}, found); err != nil {
			return err
		}
	}
	return nil
}

// tell names a damaged row.
func tell(fields []any, broken func(first string, second any)) {
	if fields[0] == nil {
		fields = fields[1:]
	}
	first, _ := fields[0].(string)
	broken(first, fields[1])
}

// rowOf makes an event or a value of the columns of a row of a table or an index. ours
// tells of another that it has the columns of either.
func rowOf(fields []any, id int64) (e *row, v *item, ours bool) {
	table := len(fields) == 7 && fields[0] == nil // the key of a table is not among its columns
	if table {
		fields = fields[1:]
	} else if len(fields) == 7 {
		n, ok := fields[6].(int64)
		if !ok {
			return nil, nil, false
		}
		id, fields = n, fields[:6]
	} else {
		return nil, nil, false
	}
	text, ok := fields[0].(string)
	if !ok {
		return nil, nil, false
	}
	link, ok := fields[5].([]byte)
	if !ok || len(link) != len(journal.Link{}) {
		return nil, nil, true
	}
	switch second := fields[1].(type) {
	case int64:
		at, ok1 := fields[2].(int64)
		data, ok2 := fields[3].([]byte)
		before, ok3 := fields[4].([]byte)
		if !ok1 || !ok2 || !ok3 || len(before) != len(journal.Link{}) {
			return nil, nil, true
		}
		e = &row{Event: journal.Event{Game: text, Seq: uint64(id), Time: time.Unix(0, at), Data: data}, no: int(second),
			before: journal.Link(before), link: journal.Link(link)}
		if !e.sound() {
			return nil, nil, true
		}
		return e, nil, true
	case string:
		at, ok1 := fields[2].(int64)
		gone, ok2 := fields[3].(int64)
		data, ok3 := fields[4].([]byte)
		if !ok1 || !ok2 || !ok3 {
			return nil, nil, true
		}
		v = &item{bucket: text, Value: journal.Value{Key: second, Rev: uint64(id), Time: time.Unix(0, at), Deleted: gone != 0, Data: data},
			link: journal.Link(link)}
		if v.linkOf() != v.link {
			return nil, nil, true
		}
		return nil, v, true
	}
	return nil, nil, true
}

// Kinds of pages that hold rows.
const (
	indexInner = 0x02
	indexLeaf  = 0x0a
	tableLeaf  = 0x0d
)

// cells hands the columns of each row of a page to deliver. Rows that do not fit on their
// page go on on others, which the functions of rest give; each of them is tried.
func cells(page []byte, first bool, rest []func(uint32) []byte, deliver func(fields []any, id int64) error) error {
	if len(page) < pageSize {
		return nil
	}
	head := 0
	if first {
		head = 100
	}
	kind := page[head]
	pointers := head + 8
	switch kind {
	case indexInner:
		pointers = head + 12
	case indexLeaf, tableLeaf:
	default:
		return nil
	}
	count := int(binary.BigEndian.Uint16(page[head+3:]))
	for i := range count {
		at := pointers + 2*i
		if at+2 > pageSize {
			return nil
		}
		cell := int(binary.BigEndian.Uint16(page[at:]))
		if kind == indexInner {
			cell += 4 // the page on its left
		}
		if cell < pointers || cell >= pageSize {
			continue
		}
		b := page[cell:]
		total, n := varint(b)
		if n == 0 || total < 1 || total > 4*journal.MaxEvent {
			continue
		}
		b = b[n:]
		var id int64
		if kind == tableLeaf {
			if id, n = varint(b); n == 0 {
				continue
			}
			b = b[n:]
		}
		here := local(int(total), kind == tableLeaf)
		if here > len(b) {
			continue
		}
		payloads := [][]byte{b[:here]}
		if here < int(total) {
			if here+4 > len(b) {
				continue
			}
			next := binary.BigEndian.Uint32(b[here:])
			payloads = payloads[:0]
			for _, get := range rest {
				if whole := overflow(b[:here], int(total), next, get); whole != nil {
					payloads = append(payloads, whole)
				}
			}
		}
		for k, payload := range payloads {
			fields := record(payload)
			if _, _, ours := rowOf(fields, id); k < len(payloads)-1 && ours {
				if e, v, _ := rowOf(fields, id); e == nil && v == nil {
					continue // another version of the rest may fit
				}
			}
			if fields != nil {
				if err := deliver(fields, id); err != nil {
					return err
				}
			}
			break
		}
	}
	return nil
}

// local is how many bytes of a row lie on its page.
func local(total int, table bool) int {
	most := usable - 35
	if !table {
		most = (usable-12)*64/255 - 23
	}
	if total <= most {
		return total
	}
	least := (usable-12)*32/255 - 23
	if k := least + (total-least)%(usable-4); k <= most {
		return k
	}
	return least
}

// overflow reads the rest of a row; nil where it is not there.
func overflow(begin []byte, total int, next uint32, get func(uint32) []byte) []byte {
	all := append(make([]byte, 0, total), begin...)
	for len(all) < total {
		page := get(next)
		if next == 0 || page == nil {
			return nil
		}
		next = binary.BigEndian.Uint32(page)
		all = append(all, page[4:4+min(usable-4, total-len(all))]...)
	}
	return all
}

// record reads the columns of a row: nil, int64, string or []byte each; nil for what is
// none.
func record(b []byte) []any {
	header, n := varint(b)
	if n == 0 || header < int64(n) || header > int64(len(b)) {
		return nil
	}
	kinds, body := b[n:header], b[header:]
	var fields []any
	for len(kinds) > 0 {
		kind, n := varint(kinds)
		if n == 0 || len(fields) > 8 {
			return nil
		}
		kinds = kinds[n:]
		width := 0
		switch {
		case kind <= 4:
			width = int(kind)
		case kind == 5:
			width = 6
		case kind == 6, kind == 7:
			width = 8
		case kind >= 12:
			width = int((kind - 12) / 2)
		}
		if width < 0 || width > len(body) {
			return nil
		}
		value := body[:width]
		body = body[width:]
		switch {
		case kind == 0:
			fields = append(fields, nil)
		case kind <= 6:
			v := int64(0)
			for i, c := range value {
				if i == 0 {
					v = int64(int8(c))
				} else {
					v = v<<8 | int64(c)
				}
			}
			fields = append(fields, v)
		case kind == 8, kind == 9:
			fields = append(fields, kind-8)
		case kind >= 12 && kind%2 == 0:
			fields = append(fields, append([]byte{}, value...))
		case kind >= 13:
			fields = append(fields, string(value))
		default:
			return nil
		}
	}
	return fields
}

// varint reads one of SQLite's numbers; n is 0 where there is none.
func varint(b []byte) (v int64, n int) {
	for i := range 9 {
		if i == len(b) {
			return 0, 0
		}
		if i == 8 {
			return v<<8 | int64(b[i]), 9
		}
		v = v<<7 | int64(b[i]&0x7f)
		if b[i] < 0x80 {
			return v, i + 1
		}
	}
	return 0, 0
}

// logFault tells what is wrong with a log: SQLite passes over everything behind the first
// frame that does not fit, without a word.
func logFault(path string) (string, error) {
	f, err := openIfThere(path + "-wal")
	if err != nil || f == nil {
		return "", err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || info.Size() == 0 {
		return "", err
	}
	var head [logHeader]byte
	if _, err := f.ReadAt(head[:], 0); err != nil {
		return "the write-ahead log has no beginning", nil
	}
	order := binary.ByteOrder(binary.LittleEndian)
	switch binary.BigEndian.Uint32(head[:]) {
	case 0x377f0682:
	case 0x377f0683:
		order = binary.BigEndian
	default:
		return "the write-ahead log has no beginning", nil
	}
	sum := logSum(order, [2]uint32{}, head[:24])
	if sum != [2]uint32{binary.BigEndian.Uint32(head[24:]), binary.BigEndian.Uint32(head[28:])} {
		return "the beginning of the write-ahead log is damaged", nil
	}
	frame := make([]byte, frameHeader+pageSize)
	bad := false
	for at := int64(logHeader); ; at += int64(len(frame)) {
		if n, _ := f.ReadAt(frame, at); n < len(frame) {
			// A frame that was being written when the program died has no end, or
			// another may follow a damaged one.
			if bad {
				return "a frame of the write-ahead log is damaged", nil
			}
			return "", nil
		}
		if [8]byte(frame[8:16]) != [8]byte(head[16:24]) {
			// Of an earlier round of the log, or a frame whose salt is damaged: then
			// the next one tells.
			if bad {
				return "", nil
			}
			bad = true
			continue
		}
		if bad {
			return "a frame of the write-ahead log is damaged", nil
		}
		stored := [2]uint32{binary.BigEndian.Uint32(frame[16:]), binary.BigEndian.Uint32(frame[20:])}
		got := logSum(order, logSum(order, sum, frame[:8]), frame[frameHeader:])
		sum = stored
		bad = got != stored
	}
}

// logSum goes on with the check sum of a log.
func logSum(order binary.ByteOrder, s [2]uint32, b []byte) [2]uint32 {
	for ; len(b) >= 8; b = b[8:] {
		s[0] += order.Uint32(b) + s[1]
		s[1] += order.Uint32(b[4:]) + s[0]
	}
	return s
}
