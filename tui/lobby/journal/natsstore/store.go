// Package natsstore keeps a journal on the NATS JetStream servers of a cluster, which
// several processes may share. It is a client alone; only tests link the server. It imports tui/lobby/journal.
//
// Start reading with [Dial] and append.go.
package natsstore

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"rookery/tui/lobby/journal"
)

const (
	stream  = "MOVES"
	subject = "mv."     // and the name of the game
	spoken  = "rk.say." // and the topic
	// setting is how long a store may take to be set up.
	setting = 60 * time.Second
	// remembers is how long a message that was sent twice is known.
	remembers = 30 * time.Second
)

// Store is a [journal.Journal] on a cluster. Make one with [Dial].
type Store struct {
	replicas int
	maxBytes int64 // of events; 0 for no bound but the server's
	links    links
	denied   atomic.Pointer[error] // what the account may not do

	conn    *nats.Conn
	js      jetstream.JetStream
	stream  jetstream.Stream
	closing sync.Once
}

var _ journal.Journal = (*Store)(nil)

// connect opens the connection and the stream of events.
func (s *Store) connect(ctx context.Context, url string, options ...nats.Option) error {
	ctx, cancel := context.WithTimeout(ctx, setting)
	defer cancel()
	var err error
	if s.conn, err = nats.Connect(url, append(options, nats.MaxReconnects(-1))...); err != nil {
		return err
	}
	if s.js, err = jetstream.New(s.conn); err != nil {
		return err
	}
	return s.again(ctx, func(ctx context.Context) error {
		s.stream, err = s.moves(ctx)
		return err
	})
}

// moves opens the stream of events and makes it when there is none. The replicas
// of one that is there stay as they are.
func (s *Store) moves(ctx context.Context) (jetstream.Stream, error) {
	cfg := jetstream.StreamConfig{
		Name: stream, Subjects: []string{subject + "*"}, Storage: jetstream.FileStorage,
		Discard: jetstream.DiscardNew, MaxMsgSize: journal.MaxEvent + 1024, MaxBytes: -1,
		DenyDelete: true, DenyPurge: true, Replicas: s.replicas, Duplicates: remembers,
	}
	if s.maxBytes > 0 {
		cfg.MaxBytes = s.maxBytes
	}
	old, err := s.js.Stream(ctx, stream)
	switch {
	case errors.Is(err, jetstream.ErrStreamNotFound):
		return s.js.CreateStream(ctx, cfg)
	case err != nil:
		return nil, err
	}
	has := old.CachedInfo().Config
	cfg.Replicas = has.Replicas
	if has.MaxBytes == cfg.MaxBytes && has.Duplicates == cfg.Duplicates && has.MaxMsgSize == cfg.MaxMsgSize {
		return old, nil
	}
	return s.js.UpdateStream(ctx, cfg)
}

// forGood are the answers of servers that will not become others by waiting: limits of the account, and
// what it must say.
var forGood = map[jetstream.ErrorCode]bool{
	10027:      true, // most streams
	10039:      true, // no JetStream for the account
	10076:      true, // none at the server
	needsBound: true,
	10122:      true, // a larger bound than the account may have
}

// needsBound is the answer to a stream without a bound where the account asks for one.
const needsBound = 10113

// again tries something that needs servers which may not have found together
// yet, until ctx ends.
func (s *Store) again(ctx context.Context, try func(context.Context) error) error {
	for {
		once, cancel := context.WithTimeout(ctx, 5*time.Second)
		err := try(once)
		cancel()
		if err == nil {
			return nil
		}
		if errors.Is(err, nats.ErrConnectionClosed) {
			return journal.ErrAway
		}
		if denied := s.denied.Load(); denied != nil {
			return fmt.Errorf("the account of the cluster allows too little: %w", *denied)
		}
		if api := (*jetstream.APIError)(nil); errors.As(err, &api) && forGood[api.ErrorCode] {
			return fmt.Errorf("the cluster takes no store: %w", err)
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%w: %w", journal.ErrAway, err)
		case <-time.After(100 * time.Millisecond):
		}
	}
}

// Shared implements [journal.Journal].
func (s *Store) Shared() bool { return true }

// Games implements [journal.Journal].
func (s *Store) Games(ctx context.Context) ([]string, error) {
	info, err := s.stream.Info(ctx, jetstream.WithSubjectFilter(subject+"*"))
	if err != nil {
		return nil, err
	}
	games := make([]string, 0, len(info.State.Subjects))
	for name := range info.State.Subjects {
		games = append(games, strings.TrimPrefix(name, subject))
	}
	return games, nil
}

// Tell implements [journal.Journal].
func (s *Store) Tell(topic string, data []byte) error {
	if err := errors.Join(journal.CheckName(topic), journal.CheckSize(data)); err != nil {
		return err
	}
	return s.conn.Publish(spoken+topic, data)
}

// Hear implements [journal.Journal].
func (s *Store) Hear(deliver func(topic string, data []byte)) (func(), error) {
	sub, err := s.conn.Subscribe(spoken+"*", func(m *nats.Msg) {
		deliver(strings.TrimPrefix(m.Subject, spoken), m.Data)
	})
	if err != nil {
		return nil, err
	}
	return func() { _ = sub.Unsubscribe() }, nil
}

// Close implements [journal.Journal].
func (s *Store) Close() error {
	s.closing.Do(func() {
		if s.conn != nil {
			s.conn.Close()
		}
	})
	return nil
}

// Ready implements [journal.Journal]. Whether the servers accept anything only a write can
// tell: the lobby's lease is one.
func (s *Store) Ready(ctx context.Context) error {
	if !s.conn.IsConnected() {
		return journal.ErrAway
	}
	if left, _ := s.left(ctx); left < overhead {
		return journal.ErrFull
	}
	return nil
}

// Leader names the server of a cluster that accepts events now; empty while there
// is none, and for a cluster of one server.
func (s *Store) Leader(ctx context.Context) (string, error) {
	info, err := s.stream.Info(ctx)
	if err != nil || info.Cluster == nil {
		return "", err
	}
	return info.Cluster.Leader, nil
}
