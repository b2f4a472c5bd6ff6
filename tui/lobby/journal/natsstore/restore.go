package natsstore

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"rookery/tui/lobby/journal"
)

// timeHeader keeps the time of an event that came from another store.
const timeHeader = "Rookery-Time"

// All implements [journal.Journal].
func (s *Store) All(ctx context.Context, deliver func(journal.Event) error) error {
	var fault error
	stop, err := s.consume(ctx, s.stream, jetstream.OrderedConsumerConfig{
		FilterSubjects: []string{subject + "*"}, DeliverPolicy: jetstream.DeliverAllPolicy,
	}, true, true, events(func(e journal.Event) {
		if fault == nil {
			fault = deliver(e)
		}
	}))
	if err != nil {
		return err
	}
	stop()
	return fault
}

// Buckets implements [journal.Journal].
func (s *Store) Buckets(ctx context.Context) ([]string, error) {
	names := s.js.KeyValueStoreNames(ctx)
	var all []string
	for name := range names.Name() {
		if journal.CheckName(name) == nil {
			all = append(all, name)
		}
	}
	slices.Sort(all)
	return all, names.Error()
}

// Restore implements [journal.Journal]: all are sent before it waits for the disk.
func (s *Store) Restore(ctx context.Context, events []journal.Event) error {
	waiting := make([]jetstream.PubAckFuture, len(events))
	last := make(map[string]journal.Link) // of the games that are written
	for i, e := range events {
		before, ok := last[e.Game]
		if !ok {
			msg, err := s.stream.GetLastMsgForSubject(ctx, subject+e.Game)
			switch {
			case err == nil:
				before, _ = headerLink(msg.Header, linkHeader)
			case !errors.Is(err, jetstream.ErrMsgNotFound):
				return err
			}
		}
		header := nats.Header{timeHeader: {e.Time.UTC().Format(time.RFC3339Nano)}}
		last[e.Game] = sign(header, e.Game, e.Data, before)
		var err error
		if waiting[i], err = s.js.PublishMsgAsync(&nats.Msg{Subject: subject + e.Game, Data: e.Data, Header: header}); err != nil {
			return err
		}
	}
	for i, ack := range waiting {
		select {
		case got := <-ack.Ok():
			s.links.put(events[i].Game, got.Sequence, last[events[i].Game])
		case err := <-ack.Err():
			return err
		case <-ctx.Done():
			return ctx.Err()
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
