package journal

import (
	"bufio"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"
)

const (
	// format names a file of an export, version how it is written.
	format  = "rookery store"
	version = 1
	// batch is how many events of an import are put on the disk at a time.
	batch = 256
)

// entry is a line of an export: one of its parts.
type entry struct {
	Format  string         `json:"format,omitempty"`
	Version int            `json:"version,omitempty"`
	Event   *exportedEvent `json:"event,omitempty"`
	Value   *exportedValue `json:"value,omitempty"`
	End     *Sum           `json:"end,omitempty"` // the last line
}

type exportedEvent struct {
	Game string    `json:"game"`
	Time time.Time `json:"time"`
	Data []byte    `json:"data"`
}

type exportedValue struct {
	Bucket string `json:"bucket"`
	Key    string `json:"key"`
	Data   []byte `json:"data"`
}

// Sum says how much an export holds.
type Sum struct {
	Events int `json:"events"`
	Values int `json:"values"`
}

// Export writes all that a journal holds at the beginning, as lines of JSON that
// are compressed with gzip. What is written meanwhile may be missing, and only
// from the end of games. It gives a store up that says nothing for as long as stall; 0 waits for ever.
func Export(ctx context.Context, j Journal, w io.Writer, stall time.Duration) (Sum, error) {
	ctx, came, stop := watched(ctx, stall)
	defer stop()
	j = heard{j, came}
	zip := gzip.NewWriter(w)
	lines := json.NewEncoder(zip)
	var sum Sum
	err := lines.Encode(entry{Format: format, Version: version})
	if err == nil {
		err = exportValues(ctx, j, lines, &sum)
	}
	if err == nil {
		err = j.All(ctx, func(e Event) error {
			sum.Events++
			return lines.Encode(entry{Event: &exportedEvent{Game: e.Game, Time: e.Time, Data: e.Data}})
		})
	}
	if err == nil {
		err = lines.Encode(entry{End: &sum})
	}
	if cause := context.Cause(ctx); err != nil && errors.Is(cause, errSilent) {
		err = cause // not how its absence showed
	}
	return sum, errors.Join(err, zip.Close())
}

// errSilent says that a store was given up.
var errSilent = errors.New("the store does not answer any more: nothing was exported")

// watched is a context that ends with errSilent when came is not called for as long as stall.
func watched(ctx context.Context, stall time.Duration) (watched context.Context, came func(), stop func()) {
	if stall <= 0 {
		return ctx, func() {}, func() {}
	}
	ctx, cancel := context.WithCancelCause(ctx)
	timer := time.AfterFunc(stall, func() { cancel(errSilent) })
	return ctx, func() { timer.Reset(stall) }, func() { timer.Stop(); cancel(nil) }
}

// heard is a journal of which each answer is told.
type heard struct {
	Journal
	came func()
}

func (j heard) All(ctx context.Context, each func(Event) error) error {
	return j.Journal.All(ctx, func(e Event) error { j.came(); return each(e) })
}

func (j heard) Bucket(ctx context.Context, name string) (Bucket, error) {
	b, err := j.Journal.Bucket(ctx, name)
	j.came()
	return heardBucket{b, j.came}, err
}

type heardBucket struct {
	Bucket
	came func()
}

func (b heardBucket) Watch(ctx context.Context, deliver func(Value)) (func(), error) {
	return b.Bucket.Watch(ctx, func(v Value) { b.came(); deliver(v) })
}

// exportValues writes the values of all buckets but Here.
func exportValues(ctx context.Context, j Journal, lines *json.Encoder, sum *Sum) error {
	names, err := j.Buckets(ctx)
	if err != nil {
		return err
	}
	for _, name := range names {
		if name == Here {
			continue
		}
		b, err := j.Bucket(ctx, name)
		if err != nil {
			return err
		}
		values := make(map[string][]byte)
		stop, err := b.Watch(ctx, func(v Value) {
			values[v.Key] = v.Data
			if v.Deleted {
				delete(values, v.Key)
			}
		})
		if err != nil {
			return err
		}
		stop()
		for key, data := range values {
			if err := lines.Encode(entry{Value: &exportedValue{Bucket: name, Key: key, Data: data}}); err != nil {
				return err
			}
			sum.Values++
		}
	}
	return nil
}

// Import reads what Export wrote into a journal that is empty. The events keep their
// times. The file is read through before anything is written, and a journal of one
// machine is empty again after an error.
func Import(ctx context.Context, j Journal, r io.ReadSeeker) (Sum, error) {
	file, err := readExport(ctx, r, nil)
	if err != nil {
		return file.sum, err
	}
	if err := vacant(ctx, j, file); err != nil {
		return Sum{}, err
	}
	if _, err := r.Seek(0, io.SeekStart); err != nil {
		return Sum{}, err
	}
	in, err := readExport(ctx, r, j)
	if c, ok := j.(interface{ Clear(context.Context) error }); err != nil && ok {
		err = errors.Join(err, c.Clear(context.WithoutCancel(ctx)))
	}
	return in.sum, err
}

// readExport reads a file, and puts what it holds into j where there is one.
func readExport(ctx context.Context, r io.Reader, j Journal) (*importer, error) {
	in := &importer{journal: j, buckets: make(map[string]Bucket), games: make(map[string]bool)}
	zip, err := gzip.NewReader(r)
	if err != nil {
		return in, fmt.Errorf("this is not an export of a store: %w", err)
	}
	lines := bufio.NewScanner(zip)
	lines.Buffer(nil, 4*MaxEvent)
	for n := 0; lines.Scan(); n++ {
		var e entry
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			return in, fmt.Errorf("line %d of the export: %w", n+1, err)
		}
		switch {
		case ctx.Err() != nil:
			return in, ctx.Err()
		case in.ended:
			err = errors.New("the export goes on behind its end")
		case n == 0 && (e.Format != format || e.Version != version):
			err = fmt.Errorf("this export cannot be read: it is %q %d, not %q %d", e.Format, e.Version, format, version)
		case n == 0:
		default:
			err = in.take(ctx, e)
		}
		if err != nil {
			return in, fmt.Errorf("line %d: %w", n+1, err)
		}
	}
	err = errors.Join(lines.Err(), in.flush(ctx))
	if err == nil && !in.ended {
		err = errors.New("the export is cut off: its end is missing")
	}
	return in, err
}

// vacant refuses a journal that holds something, and says what the file would add.
func vacant(ctx context.Context, j Journal, file *importer) error {
	names, err := j.Buckets(ctx)
	if err != nil {
		return err
	}
	values := 0
	for _, name := range names {
		if name == Here {
			continue
		}
		b, err := j.Bucket(ctx, name)
		if err != nil {
			return err
		}
		keys, err := b.Keys(ctx)
		if err != nil {
			return err
		}
		values += len(keys)
	}
	games, err := j.Games(ctx)
	if err != nil {
		return err
	}
	if len(games)+values == 0 {
		return nil
	}
	both := 0
	for _, game := range games {
		if file.games[game] {
			both++
		}
	}
	return fmt.Errorf("the store holds %d games and %d values, the file %d games and %d values; %d of its games are in the store already. "+
		"Nothing was changed: import into an empty one", len(games), values, len(file.games), file.sum.Values, both)
}

// importer puts lines into a journal.
type importer struct {
	journal Journal // nil to check the file alone
	games   map[string]bool
	buckets map[string]Bucket
	waiting []Event // not on the disk yet
	sum     Sum
	ended   bool
}

func (in *importer) take(ctx context.Context, e entry) error {
	switch {
	case e.Value != nil:
		v := e.Value
		if err := errors.Join(CheckName(v.Bucket), CheckName(v.Key), CheckSize(v.Data)); err != nil {
			return err
		}
		in.sum.Values++
		if in.journal == nil {
			return nil
		}
		b := in.buckets[v.Bucket]
		if b == nil {
			var err error
			if b, err = in.journal.Bucket(ctx, v.Bucket); err != nil {
				return err
			}
			in.buckets[v.Bucket] = b
		}
		_, err := b.Put(ctx, v.Key, v.Data)
		return err
	case e.Event != nil:
		if err := errors.Join(CheckName(e.Event.Game), CheckSize(e.Event.Data)); err != nil {
			return err
		}
		in.sum.Events++
		in.games[e.Event.Game] = true
		if in.journal == nil {
			return nil
		}
		in.waiting = append(in.waiting, Event{Game: e.Event.Game, Time: e.Event.Time, Data: e.Event.Data})
		if len(in.waiting) == batch {
			return in.flush(ctx)
		}
		return nil
	case e.End != nil:
		in.ended = true
		if *e.End != in.sum {
			return fmt.Errorf("the export holds %d events and %d values, but says %d and %d", in.sum.Events, in.sum.Values, e.End.Events, e.End.Values)
		}
		return nil
	}
	return errors.New("an unknown part")
}

// flush puts the events that wait on the disk.
func (in *importer) flush(ctx context.Context) error {
	waiting := in.waiting
	in.waiting = nil
	if len(waiting) == 0 {
		return nil
	}
	return in.journal.Restore(ctx, waiting)
}
