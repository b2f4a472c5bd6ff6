package journal

import (
	"context"
	"errors"
	"strings"
	"sync"

	"github.com/nats-io/nats.go/jetstream"
)

// Read implements [Journal]. A game is fetched at once; the end, and what a
// replica did not know yet, is asked of the one who writes.
func (s *Store) Read(ctx context.Context, game string, after uint64) ([]Event, error) {
	if err := checkName(game); err != nil {
		return nil, err
	}
	var events []Event
	if after == 0 {
		stop, err := s.consume(ctx, jetstream.OrderedConsumerConfig{
			FilterSubjects: []string{subject + game}, DeliverPolicy: jetstream.DeliverAllPolicy,
		}, true, func(e Event) { events = append(events, e) })
		if err != nil {
			return nil, err
		}
		stop()
		if len(events) > 0 {
			after = events[len(events)-1].Seq
		}
	}
	for {
		msg, err := s.stream.GetMsg(ctx, after+1, jetstream.WithGetMsgSubject(subject+game))
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			return events, nil
		}
		if err != nil {
			return nil, err
		}
		events = append(events, Event{Game: game, Seq: msg.Sequence, Time: msg.Time, Data: msg.Data})
		after = msg.Sequence
	}
}

// Watch implements [Journal].
func (s *Store) Watch(ctx context.Context, after uint64, deliver func(Event)) (func(), error) {
	return s.consume(ctx, jetstream.OrderedConsumerConfig{
		DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: after + 1,
	}, false, deliver)
}

// Follow implements [Journal].
func (s *Store) Follow(ctx context.Context, deliver func(Event)) (func(), error) {
	return s.consume(ctx, jetstream.OrderedConsumerConfig{
		// The policy needs a subject, and all are meant.
		FilterSubjects: []string{subject + "*"}, DeliverPolicy: jetstream.DeliverLastPerSubjectPolicy,
	}, true, deliver)
}

// consume hands events to deliver until stop is called; stop waits until the one
// that is being delivered is. With wait it returns when those that were there have
// been delivered.
func (s *Store) consume(ctx context.Context, cfg jetstream.OrderedConsumerConfig, wait bool, deliver func(Event)) (func(), error) {
	consumer, err := s.stream.OrderedConsumer(ctx, cfg)
	if err != nil {
		return nil, err
	}
	caught := make(chan struct{})
	var once sync.Once
	all := func() { once.Do(func() { close(caught) }) }
	if consumer.CachedInfo().NumPending == 0 {
		all()
	}
	run, err := consumer.Consume(func(msg jetstream.Msg) {
		meta, err := msg.Metadata()
		if err != nil {
			return // not from the stream
		}
		deliver(Event{
			Game: strings.TrimPrefix(msg.Subject(), subject),
			Seq:  meta.Sequence.Stream, Time: meta.Timestamp, Data: msg.Data(),
		})
		if meta.NumPending == 0 {
			all()
		}
	})
	if err != nil {
		return nil, err
	}
	stop := func() { run.Stop(); <-run.Closed() }
	if wait {
		select {
		case <-caught:
		case <-ctx.Done():
			stop()
			return nil, ctx.Err()
		}
	}
	return stop, nil
}
