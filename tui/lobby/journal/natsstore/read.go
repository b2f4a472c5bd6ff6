package natsstore

import (
	"context"
	"errors"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"rookery/tui/lobby/journal"
)

// slow is how long a server may take for a read before another is asked.
const slow = 3 * time.Second

// Read implements [journal.Journal]. A game is fetched at once; the end, and what a
// replica did not know yet, is asked of the one who writes.
func (s *Store) Read(ctx context.Context, game string, after uint64) ([]journal.Event, error) {
	if err := journal.CheckName(game); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, patience, journal.ErrAway)
	defer cancel()
	var found []*jetstream.RawStreamMsg
	for {
		once, done := context.WithTimeout(ctx, slow)
		err := s.read(once, game, after, &found)
		done()
		if err == nil {
			return chain(game, found, after == 0)
		}
		if ctx.Err() != nil || errors.Is(err, nats.ErrConnectionClosed) {
			return nil, errors.Join(context.Cause(ctx), err)
		}
		if !errors.Is(err, context.DeadlineExceeded) {
			select {
			case <-ctx.Done():
			case <-time.After(longestPause):
			}
		}
	}
}

// read adds the messages behind those that it is given, or behind after when it is
// given none. With an error it may have added some.
func (s *Store) read(ctx context.Context, game string, after uint64, found *[]*jetstream.RawStreamMsg) error {
	if after == 0 && len(*found) == 0 {
		var all []*jetstream.RawStreamMsg
		stop, err := s.consume(ctx, s.stream, jetstream.OrderedConsumerConfig{
			FilterSubjects: []string{subject + game}, DeliverPolicy: jetstream.DeliverAllPolicy,
		}, true, false, func(m *jetstream.RawStreamMsg) { all = append(all, m) })
		if err != nil {
			return err
		}
		stop()
		*found = all
	}
	if n := len(*found); n > 0 {
		after = (*found)[n-1].Sequence
	}
	for {
		msg, err := s.stream.GetMsg(ctx, after+1, jetstream.WithGetMsgSubject(subject+game))
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		*found = append(*found, msg)
		after = msg.Sequence
	}
}

// Watch implements [journal.Journal].
func (s *Store) Watch(ctx context.Context, after uint64, deliver func(journal.Event)) (func(), error) {
	return s.consume(ctx, s.stream, jetstream.OrderedConsumerConfig{
		DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: after + 1,
	}, false, true, events(deliver))
}

// Follow implements [journal.Journal].
func (s *Store) Follow(ctx context.Context, deliver func(journal.Event)) (func(), error) {
	return s.consume(ctx, s.stream, jetstream.OrderedConsumerConfig{
		// The policy needs a subject, and all are meant.
		FilterSubjects: []string{subject + "*"}, DeliverPolicy: jetstream.DeliverLastPerSubjectPolicy,
	}, true, true, events(deliver))
}

// events makes events of the messages of a feed.
func events(deliver func(journal.Event)) func(*jetstream.RawStreamMsg) {
	return func(m *jetstream.RawStreamMsg) { deliver(eventOf(m.Subject, m.Sequence, m.Time, m.Header, m.Data)) }
}
