package sqljournal

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"net/textproto"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/minio/highwayhash"

	"rookery/tui/lobby/journal"
)

// Until SQLite kept it, a store of one machine was the files of a NATS JetStream server
// that ran in the process. The first start reads them without that server: a folder for
// each stream, in it blocks of records, each with a check sum of its own. So what lies
// behind a damaged record is read, too.
const (
	oldName  = "jetstream"
	movedDir = "jetstream.moved" // the same files, untouched: the backup
	oldGames = "MOVES"
	oldTopic = "mv."
	oldKV    = "KV_"
)

// moveOld moves an old store over. It happens whole or not at all: the new file is put in
// place first, then the old folder gets another name.
func (s *Store) moveOld(ctx context.Context) error {
	old := filepath.Join(s.dir, oldName)
	streams := filepath.Join(old, "$G", "streams")
	if _, err := os.Stat(streams); errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	if _, err := os.Stat(s.path); errors.Is(err, fs.ErrNotExist) {
		if err := s.convert(ctx, streams); err != nil {
			return fmt.Errorf("move the old store in %s over: %w", old, err)
		}
	} else if err != nil {
		return err
	}
	moved := filepath.Join(s.dir, movedDir)
	if err := os.Rename(old, moved); err != nil {
		return err
	}
	return syncDir(s.dir)
}

// convert makes the new file of the streams in a folder.
func (s *Store) convert(ctx context.Context, streams string) error {
	folders, err := os.ReadDir(streams)
	if err != nil {
		return err
	}
	fresh := s.path + ".new"
	if err := removeStore(fresh); err != nil {
		return err
	}
	b, err := newBuilder(ctx, fresh)
	if err != nil {
		return err
	}
	m := mover{builder: b, ends: make(map[string]*row), lost: make(map[string]bool)}
	// Values get numbers behind those of all events.
	slices.SortStableFunc(folders, func(a, b fs.DirEntry) int {
		return cmp.Compare(strings.Index(a.Name(), oldKV), strings.Index(b.Name(), oldKV))
	})
	for _, f := range folders {
		if err == nil && f.IsDir() {
			err = m.stream(ctx, filepath.Join(streams, f.Name()), f.Name())
		}
	}
	if err := b.close(fresh, err); err != nil {
		return err
	}
	if err := os.WriteFile(markPath(s.path), []byte(marked{number: m.number}.text()), 0o600); err != nil {
		return err
	}
	if err := os.Rename(fresh, s.path); err != nil {
		return err
	}
	what := fmt.Sprintf("%d events and %d values of the old store were moved over; its files are kept in %s", m.events, m.items, movedDir)
	s.found(append(m.faults, &Moved{what}))
	return nil
}

// Moved tells that an old store was moved over. It is among [Store.Damage], but no damage.
type Moved struct{ what string }

func (m *Moved) Error() string { return m.what }

// mover puts what old streams hold into a new file.
type mover struct {
	*builder
	ends          map[string]*row // the last event of each game
	lost          map[string]bool // games with a gap
	number        uint64          // given last
	events, items int
	faults        []error
}

// stream takes one stream in: the events of games with their numbers, or the last values
// of a bucket.
func (m *mover) stream(ctx context.Context, dir, name string) error {
	bucket, isBucket := strings.CutPrefix(name, oldKV)
	if name != oldGames && !isBucket {
		return nil
	}
	last := make(map[string]oldRecord)
	err := oldRecords(dir, name, func(r oldRecord) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		if isBucket {
			if old, ok := last[r.subject]; !ok || r.seq > old.seq {
				last[r.subject] = r
			}
			return nil
		}
		return m.move(r)
	}, func(what string) {
		m.faults = append(m.faults, &journal.DamageError{File: dir, What: what})
	})
	if err != nil || bucket == journal.Here {
		return err
	}
	all := make([]oldRecord, 0, len(last))
	for _, r := range last {
		all = append(all, r)
	}
	slices.SortFunc(all, func(a, b oldRecord) int { return int(int64(a.seq) - int64(b.seq)) })
	for _, r := range all {
		key := strings.TrimPrefix(r.subject, "$KV."+bucket+".")
		if r.header.Get("KV-Operation") != "" || journal.CheckName(key) != nil {
			continue // deleted, or none of ours
		}
		m.number++
		v := item{bucket: bucket, Value: journal.Value{Key: key, Rev: m.number, Time: r.time, Data: r.data}}
		v.link = v.linkOf()
		if err := m.item(&v); err != nil {
			return err
		}
		m.items++
	}
	return nil
}

// move takes an event in.
func (m *mover) move(r oldRecord) error {
	game := strings.TrimPrefix(r.subject, oldTopic)
	if journal.CheckName(game) != nil {
		return nil
	}
	at := r.time
	if was := r.header.Get("Rookery-Time"); was != "" { // it was imported
		if t, err := time.Parse(time.RFC3339Nano, was); err == nil {
			at = t
		}
	}
	e := &row{Event: journal.Event{Game: game, Seq: r.seq, Time: time.Unix(0, at.UnixNano()), Data: r.data}, no: 1}
	if before := m.ends[game]; before != nil {
		e.no, e.before = before.no+1, before.link
	}
	m.number = max(m.number, r.seq)
	if m.gap(e, r.header.Get("Nats-Expected-Last-Subject-Sequence")) {
		_, err := m.tx.Exec(`INSERT INTO strays VALUES (?, ?, ?, ?, ?)`, int64(e.Seq), game, e.no, at.UnixNano(), e.Data)
		return err
	}
	e.link = journal.LinkOf(e.before, e.Event)
	m.ends[game] = e
	m.events++
	return m.event(e)
}

// gap tells whether an event stands behind another than the one it was accepted behind,
// whose number its header tells.
func (m *mover) gap(e *row, expected string) bool {
	n, err := strconv.ParseUint(expected, 10, 64)
	last := uint64(0)
	if before := m.ends[e.Game]; before != nil {
		last = before.Seq
	}
	if !m.lost[e.Game] && err == nil && n != last {
		m.lost[e.Game] = true
		m.faults = append(m.faults, &journal.DamageError{File: oldName, Game: e.Game, Event: e.no, What: "lost; what came behind it is put aside"})
	}
	return m.lost[e.Game]
}

// oldRecord is a message of an old stream.
type oldRecord struct {
	seq     uint64
	time    time.Time
	subject string
	header  textproto.MIMEHeader
	data    []byte
}

const (
	oldHead    = 22      // length, number, time and length of the subject
	oldSum     = 8       // behind the data
	withHeader = 1 << 31 // in the length
	erased     = 1 << 63 // in the number
	tombstone  = 1 << 62
)

// oldRecords hands the records of a stream to deliver in their order. What does not read
// is told, and passed over.
func oldRecords(dir, name string, deliver func(oldRecord) error, damaged func(what string)) error {
	blocks, err := filepath.Glob(filepath.Join(dir, "msgs", "*.blk"))
	if err != nil {
		return err
	}
	number := func(path string) (n uint32) {
		_, _ = fmt.Sscanf(filepath.Base(path), "%d.blk", &n)
		return n
	}
	slices.SortFunc(blocks, func(a, b string) int { return int(number(a)) - int(number(b)) })
	var last uint64
	for _, path := range blocks {
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		key := sha256.Sum256(fmt.Appendf(nil, "%s-%d", name, number(path)))
		lost := 0
		for len(data) > 0 {
			r, length := oldRecordOf(data, key[:])
			if length == 0 {
				lost++
				data = data[1:] // the next one is found by its check sum
				continue
			}
			if lost > 0 {
				damaged(fmt.Sprintf("%s: %d bytes behind record %d do not read", filepath.Base(path), lost, last))
				lost = 0
			}
			data = data[length:]
			if r.seq&(erased|tombstone) != 0 || r.seq == 0 {
				continue
			}
			if r.seq <= last { // written again when the block was compacted
				continue
			}
			if name == oldGames && r.seq != last+1 {
				damaged(fmt.Sprintf("records %d to %d are missing", last+1, r.seq-1))
			}
			last = r.seq
			if err := deliver(r); err != nil {
				return err
			}
		}
		if lost > 0 {
			damaged(fmt.Sprintf("%s: %d bytes behind record %d do not read", filepath.Base(path), lost, last))
		}
	}
	return nil
}

// oldRecordOf reads the record at the beginning of b; length is 0 where there is none.
func oldRecordOf(b, key []byte) (r oldRecord, length int) {
	if len(b) < oldHead+oldSum {
		return r, 0
	}
	size := binary.LittleEndian.Uint32(b)
	hasHeader := size&withHeader != 0
	n := int(size &^ withHeader)
	topic := int(binary.LittleEndian.Uint16(b[20:]))
	least := oldHead + topic + oldSum
	if hasHeader {
		least += 4
	}
	if n < least || n > len(b) || n > 4*journal.MaxEvent {
		return r, 0
	}
	body := b[oldHead+topic : n-oldSum]
	headers := []byte(nil)
	if hasHeader {
		h := int(binary.LittleEndian.Uint32(body))
		body = body[4:]
		if h < 0 || h > len(body) {
			return r, 0
		}
		headers = body[:h]
	}
	sum, err := highwayhash.New64(key)
	if err != nil {
		return r, 0
	}
	sum.Write(b[4:20])
	sum.Write(b[oldHead : oldHead+topic])
	sum.Write(body)
	if !bytes.Equal(sum.Sum(nil), b[n-oldSum:n]) {
		return r, 0
	}
	r = oldRecord{
		seq: binary.LittleEndian.Uint64(b[4:]), time: time.Unix(0, int64(binary.LittleEndian.Uint64(b[12:]))),
		subject: string(b[oldHead : oldHead+topic]), data: bytes.Clone(body[len(headers):]),
	}
	if _, rest, ok := bytes.Cut(headers, []byte("\r\n")); ok { // behind NATS/1.0
		// A header that does not read has nothing that is needed.
		r.header, _ = textproto.NewReader(bufio.NewReader(bytes.NewReader(rest))).ReadMIMEHeader()
	}
	return r, n
}
