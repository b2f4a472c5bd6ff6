package journal

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/gofrs/flock"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

const (
	stream  = "MOVES"
	subject = "mv." // and the name of the game
	ready   = 20 * time.Second
)

// Embedded is a Journal on a NATS JetStream server in this process.
type Embedded struct {
	lock    *flock.Flock
	server  *server.Server
	conn    *nats.Conn
	js      jetstream.JetStream
	stream  jetstream.Stream
	closing sync.Once
}

var _ Journal = (*Embedded)(nil)

// Open starts a journal on a directory, which it makes for its owner alone. It
// returns ErrLocked while another process has it. maxBytes bounds what the
// files may hold; when they are full, appends are refused and what is there
// stays. 0 leaves it to the server.
func Open(ctx context.Context, dir string, maxBytes int64) (*Embedded, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	lock := flock.New(filepath.Join(dir, "lock"))
	locked, err := lock.TryLock()
	if err != nil {
		return nil, fmt.Errorf("lock %s: %w", dir, err)
	}
	if !locked {
		return nil, ErrLocked
	}
	e := &Embedded{lock: lock}
	if err := e.start(ctx, dir, maxBytes); err != nil {
		return nil, errors.Join(err, e.Close())
	}
	return e, nil
}

func (e *Embedded) start(ctx context.Context, dir string, maxBytes int64) error {
	var err error
	e.server, err = server.NewServer(&server.Options{
		ServerName: "rookery", DontListen: true, JetStream: true, StoreDir: dir,
		SyncAlways: true, // else moves are acknowledged long before they are on the disk
		NoSigs:     true, NoLog: true, JetStreamMaxStore: maxBytes, JetStreamMaxMemory: 64 << 20,
	})
	if err != nil {
		return err
	}
	e.server.Start()
	if !e.server.ReadyForConnections(ready) {
		return fmt.Errorf("the store in %s was not ready within %v", dir, ready)
	}
	if e.conn, err = nats.Connect("", nats.InProcessServer(e.server), nats.MaxReconnects(-1)); err != nil {
		return err
	}
	if e.js, err = jetstream.New(e.conn); err != nil {
		return err
	}
	e.stream, err = e.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: stream, Subjects: []string{subject + "*"}, Storage: jetstream.FileStorage,
		Discard: jetstream.DiscardNew, MaxMsgSize: MaxEvent + 1024,
		DenyDelete: true, DenyPurge: true,
	})
	return err
}

// Append implements [Journal].
func (e *Embedded) Append(ctx context.Context, game string, expected uint64, data []byte) (uint64, error) {
	if err := errors.Join(checkName(game), checkSize(data)); err != nil {
		return 0, err
	}
	ack, err := e.js.Publish(ctx, subject+game, data, jetstream.WithExpectLastSequencePerSubject(expected))
	if stale(err) {
		return 0, &StaleError{Name: game, Expected: expected}
	}
	if err != nil {
		return 0, err
	}
	return ack.Sequence, nil
}

// stale tells whether a store refused a write because of what was there. One
// server and several have different codes for it.
func stale(err error) bool {
	var api *jetstream.APIError
	return errors.Is(err, jetstream.ErrKeyRevisionMismatch) ||
		errors.As(err, &api) && api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence
}

// Read implements [Journal].
func (e *Embedded) Read(ctx context.Context, game string, after uint64) ([]Event, error) {
	if err := checkName(game); err != nil {
		return nil, err
	}
	var events []Event
	for {
		msg, err := e.stream.GetMsg(ctx, after+1, jetstream.WithGetMsgSubject(subject+game))
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

// Games implements [Journal].
func (e *Embedded) Games(ctx context.Context) ([]string, error) {
	info, err := e.stream.Info(ctx, jetstream.WithSubjectFilter(subject+"*"))
	if err != nil {
		return nil, err
	}
	games := make([]string, 0, len(info.State.Subjects))
	for s := range info.State.Subjects {
		games = append(games, strings.TrimPrefix(s, subject))
	}
	return games, nil
}

// Watch implements [Journal].
func (e *Embedded) Watch(ctx context.Context, after uint64, deliver func(Event)) (func(), error) {
	consumer, err := e.stream.OrderedConsumer(ctx, jetstream.OrderedConsumerConfig{
		DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: after + 1,
	})
	if err != nil {
		return nil, err
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
	})
	if err != nil {
		return nil, err
	}
	return func() { run.Stop(); <-run.Closed() }, nil
}

// Close implements [Journal]. It waits until the server has ended and gives the
// directory free.
func (e *Embedded) Close() error {
	var err error
	e.closing.Do(func() {
		if e.conn != nil {
			e.conn.Close()
		}
		if e.server != nil {
			e.server.Shutdown()
			e.server.WaitForShutdown()
		}
		err = e.lock.Close()
	})
	return err
}
