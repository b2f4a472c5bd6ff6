package natsstore

import (
	"context"
	"crypto/rand"
	"errors"
	"math"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"rookery/tui/lobby/journal"
)

const (
	// answer is how long a server may take to answer before it is asked again.
	answer = 500 * time.Millisecond
	// After a try without an effect the next waits firstPause, later ones
	// longer and at most longestPause.
	firstPause, longestPause = 2 * time.Millisecond, 100 * time.Millisecond
	// patience is how long an event is tried at all; a cluster that has lost
	// its leader has another within ten seconds.
	patience = 15 * time.Second
	// overhead is what the store needs for an event beside its data, at most.
	overhead = 512
	// reserved is which part of the room is kept for games that have begun.
	reserved = 5
)

// Append implements [journal.Journal]. Each event has a name of its own, so that after a
// try without an answer the stream tells whether it was written. What the stream
// holds decides, not what the error was.
func (s *Store) Append(ctx context.Context, game string, expected uint64, data []byte) (uint64, error) {
	if err := errors.Join(journal.CheckName(game), journal.CheckSize(data), ctx.Err()); err != nil {
		return 0, err
	}
	if expected == 0 {
		if err := s.room(ctx); err != nil {
			return 0, err
		}
	}
	ctx, cancel := context.WithTimeoutCause(ctx, patience, journal.ErrAway)
	defer cancel()
	id := rand.Text()
	header := make(nats.Header)
	var link journal.Link
	for pause := firstPause; ; pause = min(2*pause, longestPause) {
		once, done := context.WithTimeout(ctx, answer)
		var ack *jetstream.PubAck
		before, err := s.before(once, game, expected)
		if err == nil {
			link = sign(header, game, data, before)
			ack, err = s.js.PublishMsg(once, &nats.Msg{Subject: subject + game, Data: data, Header: header},
				jetstream.WithMsgID(id), jetstream.WithExpectLastSequencePerSubject(expected), jetstream.WithRetryAttempts(0))
		}
		done()
		if err == nil {
			s.links.put(game, ack.Sequence, link)
			return ack.Sequence, nil
		}
		seq, settled, tailErr := s.settle(ctx, game, expected, id)
		if settled {
			return seq, tailErr
		}
		if errors.Is(err, nats.ErrConnectionClosed) {
			return 0, journal.ErrAway
		}
		if api := (*jetstream.APIError)(nil); errors.As(err, &api) {
			if left, _ := s.left(ctx); left < int64(len(data))+overhead {
				return 0, journal.ErrFull
			}
		}
		select {
		case <-ctx.Done():
			if errors.Is(context.Cause(ctx), journal.ErrAway) {
				return 0, journal.Away(err)
			}
			return 0, errors.Join(context.Cause(ctx), err)
		case <-time.After(pause):
		}
	}
}

// settle tells from the events of a game whether the one named id was written
// behind expected: then seq is its number; or whether it never can be: then err
// is a StaleError. Neither is settled while the last event is the expected one.
func (s *Store) settle(ctx context.Context, game string, expected uint64, id string) (seq uint64, settled bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, answer)
	defer cancel()
	last, err := s.stream.GetLastMsgForSubject(ctx, subject+game)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		last, err = &jetstream.RawStreamMsg{}, nil
	}
	if err != nil || last.Sequence == expected {
		return 0, false, err
	}
	if last.Sequence > expected && last.Header.Get(jetstream.MsgIDHeader) != id {
		if last, err = s.stream.GetMsg(ctx, expected+1, jetstream.WithGetMsgSubject(subject+game)); err != nil {
			return 0, false, err
		}
	}
	if last.Header.Get(jetstream.MsgIDHeader) == id {
		return last.Sequence, true, nil
	}
	return 0, true, &journal.StaleError{Name: game, Expected: expected}
}

// room refuses a new game when what is left is for those that run.
func (s *Store) room(ctx context.Context) error {
	if left, of := s.left(ctx); left < of/reserved {
		return journal.ErrNearlyFull
	}
	return nil
}

// left is how many bytes the stream may still grow, and how many it may have in
// all. A stream without a bound, and one that cannot be asked, has room.
func (s *Store) left(ctx context.Context) (left, of int64) {
	info, err := s.stream.Info(ctx)
	if err != nil {
		return math.MaxInt64, 0
	}
	of = info.Config.MaxBytes
	if of <= 0 {
		return math.MaxInt64, 0
	}
	return of - int64(info.State.Bytes), of
}
