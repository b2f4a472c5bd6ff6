package journal

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// slow is how long a server may take for a read before another is asked.
const slow = 3 * time.Second

// Read implements [Journal]. A game is fetched at once; the end, and what a
// replica did not know yet, is asked of the one who writes.
func (s *Store) Read(ctx context.Context, game string, after uint64) ([]Event, error) {
	if err := checkName(game); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, patience, ErrAway)
	defer cancel()
	var events []Event
	for {
		once, done := context.WithTimeout(ctx, slow)
		err := s.read(once, game, after, &events)
		done()
		if err == nil {
			return events, nil
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

// read adds the events behind those that it is given, or behind after when it is
// given none. With an error it may have added some.
func (s *Store) read(ctx context.Context, game string, after uint64, events *[]Event) error {
	if after == 0 && len(*events) == 0 {
		var all []Event
		stop, err := s.consume(ctx, jetstream.OrderedConsumerConfig{
			FilterSubjects: []string{subject + game}, DeliverPolicy: jetstream.DeliverAllPolicy,
		}, true, func(e Event) { all = append(all, e) })
		if err != nil {
			return err
		}
		stop()
		*events = all
	}
	if n := len(*events); n > 0 {
		after = (*events)[n-1].Seq
	}
	for {
		msg, err := s.stream.GetMsg(ctx, after+1, jetstream.WithGetMsgSubject(subject+game))
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		*events = append(*events, eventOf(msg.Subject, msg.Sequence, msg.Time, msg.Header, msg.Data))
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
		deliver(eventOf(msg.Subject(), meta.Sequence.Stream, meta.Timestamp, msg.Headers(), msg.Data()))
		if meta.NumPending == 0 {
			all()
		}
	}, jetstream.PullExpiry(10*time.Second), jetstream.PullHeartbeat(time.Second)) // a node that is gone is noticed
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
