package natsstore

import (
	"bufio"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"rookery/tui/lobby/journal"
)

const (
	// format names a file of an export, version how it is written.
	format  = "rookery store"
	version = 1
	// timeHeader keeps the time of an event that came from another store.
	timeHeader = "Rookery-Time"
	// window is how many events of an import wait for the disk at a time.
	window = 256
)

// entry is a line of an export: one of its parts.
type entry struct {
	Format  string         `json:"format,omitempty"`
	Version int            `json:"version,omitempty"`
	Event   *exportedEvent `json:"event,omitempty"`
	Value   *exportedValue `json:"value,omitempty"`
	End     *journal.Sum   `json:"end,omitempty"` // the last line
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

// Export writes all that the store holds at the beginning, as lines of JSON that
// are compressed with gzip. What is written meanwhile may be missing, and only
// from the end of games.
func (s *Store) Export(ctx context.Context, w io.Writer) (journal.Sum, error) {
	zip := gzip.NewWriter(w)
	lines := json.NewEncoder(zip)
	var sum journal.Sum
	err := lines.Encode(entry{Format: format, Version: version})
	if err == nil {
		err = s.exportValues(ctx, lines, &sum)
	}
	if err == nil {
		err = s.exportEvents(ctx, lines, &sum)
	}
	if err == nil {
		err = lines.Encode(entry{End: &sum})
	}
	return sum, errors.Join(err, zip.Close())
}

// exportEvents writes the events in their order.
func (s *Store) exportEvents(ctx context.Context, lines *json.Encoder, sum *journal.Sum) error {
	var fault error
	stop, err := s.consume(ctx, s.stream, jetstream.OrderedConsumerConfig{
		FilterSubjects: []string{subject + "*"}, DeliverPolicy: jetstream.DeliverAllPolicy,
	}, true, true, events(func(e journal.Event) {
		if fault == nil {
			fault = lines.Encode(entry{Event: &exportedEvent{Game: e.Game, Time: e.Time, Data: e.Data}})
			sum.Events++
		}
	}))
	if err != nil {
		return err
	}
	stop()
	return fault
}

// buckets lists those that are exported.
func (s *Store) buckets(ctx context.Context) ([]string, error) {
	names := s.js.KeyValueStoreNames(ctx)
	var all []string
	for name := range names.Name() {
		if journal.CheckName(name) == nil && name != journal.Here {
			all = append(all, name)
		}
	}
	slices.Sort(all)
	return all, names.Error()
}

func (s *Store) exportValues(ctx context.Context, lines *json.Encoder, sum *journal.Sum) error {
	names, err := s.buckets(ctx)
	if err != nil {
		return err
	}
	for _, name := range names {
		b, err := s.Bucket(ctx, name)
		if err != nil {
			return err
		}
		values := make(map[string][]byte)
		stop, err := b.Watch(ctx, func(v journal.Value) {
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

// Import reads what Export wrote into a store that is empty. The events keep their
// times. After an error the store holds a part: empty it before the next try.
func (s *Store) Import(ctx context.Context, r io.Reader) (journal.Sum, error) {
	if err := s.vacant(ctx); err != nil {
		return journal.Sum{}, err
	}
	zip, err := gzip.NewReader(r)
	if err != nil {
		return journal.Sum{}, fmt.Errorf("this is no export of a store: %w", err)
	}
	in := importer{store: s, buckets: make(map[string]journal.Bucket)}
	lines := bufio.NewScanner(zip)
	lines.Buffer(nil, 4*journal.MaxEvent)
	for n := 0; lines.Scan(); n++ {
		var e entry
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			return in.sum, fmt.Errorf("line %d of the export: %w", n+1, err)
		}
		switch {
		case in.ended:
			err = errors.New("the export goes on behind its end")
		case n == 0 && (e.Format != format || e.Version != version):
			err = fmt.Errorf("this is no export of a store that can be read here: %q %d, want %q %d", e.Format, e.Version, format, version)
		case n == 0:
		default:
			err = in.take(ctx, e)
		}
		if err != nil {
			return in.sum, fmt.Errorf("line %d: %w", n+1, err)
		}
	}
	err = errors.Join(lines.Err(), in.flush())
	if err == nil && !in.ended {
		err = errors.New("the export is cut off: its end is missing")
	}
	return in.sum, err
}

// vacant refuses a store that holds something.
func (s *Store) vacant(ctx context.Context) error {
	info, err := s.stream.Info(ctx)
	if err != nil {
		return err
	}
	names, err := s.buckets(ctx)
	if err != nil {
		return err
	}
	values := 0
	for _, name := range names {
		b, err := s.Bucket(ctx, name)
		if err != nil {
			return err
		}
		keys, err := b.Keys(ctx)
		if err != nil {
			return err
		}
		values += len(keys)
	}
	if info.State.Msgs+uint64(values) > 0 {
		return fmt.Errorf("the store holds %d events and %d values: import into an empty one", info.State.Msgs, values)
	}
	return nil
}

// importer puts lines into a store.
type importer struct {
	store   *Store
	buckets map[string]journal.Bucket
	waiting []jetstream.PubAckFuture
	sum     journal.Sum
	ended   bool
}

func (in *importer) take(ctx context.Context, e entry) error {
	switch {
	case e.Value != nil:
		v := e.Value
		b := in.buckets[v.Bucket]
		if b == nil {
			var err error
			if b, err = in.store.Bucket(ctx, v.Bucket); err != nil {
				return err
			}
			in.buckets[v.Bucket] = b
		}
		in.sum.Values++
		_, err := b.Put(ctx, v.Key, v.Data)
		return err
	case e.Event != nil:
		if err := errors.Join(journal.CheckName(e.Event.Game), journal.CheckSize(e.Event.Data)); err != nil {
			return err
		}
		ack, err := in.store.js.PublishMsgAsync(&nats.Msg{
			Subject: subject + e.Event.Game, Data: e.Event.Data,
			Header: nats.Header{timeHeader: {e.Event.Time.UTC().Format(time.RFC3339Nano)}},
		})
		if err != nil {
			return err
		}
		in.sum.Events++
		if in.waiting = append(in.waiting, ack); len(in.waiting) == window {
			return in.flush()
		}
		return nil
	case e.End != nil:
		in.ended = true
		if *e.End != in.sum {
			return fmt.Errorf("the export holds %d events and %d values, but says %d and %d", in.sum.Events, in.sum.Values, e.End.Events, e.End.Values)
		}
		return nil
	}
	return errors.New("a part that is not known here")
}

// flush waits until all events that were sent are on the disk.
func (in *importer) flush() error {
	defer func() { in.waiting = in.waiting[:0] }()
	for _, ack := range in.waiting {
		select {
		case <-ack.Ok():
		case err := <-ack.Err():
			return err
		case <-time.After(patience):
			return journal.ErrAway
		}
	}
	return nil
}

// eventOf makes an event of what the store has. The time of one that was imported
// is that of the store that accepted it first.
func eventOf(name string, seq uint64, at time.Time, header nats.Header, data []byte) journal.Event {
	if was := header.Get(timeHeader); was != "" {
		if t, err := time.Parse(time.RFC3339Nano, was); err == nil {
			at = t
		}
	}
	return journal.Event{Game: strings.TrimPrefix(name, subject), Seq: seq, Time: at, Data: data}
}
