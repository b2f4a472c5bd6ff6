package natsstore

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"rookery/tui/lobby/journal"
)

// bucket is a Bucket on a key-value store of JetStream.
type bucket struct {
	store *Store
	name  string
	kv    jetstream.KeyValue
}

// bucketShare is which part of the bound of the events a bucket may have, where the account asks for a
// bound.
const bucketShare = 16

// Bucket implements [journal.Journal].
func (s *Store) Bucket(ctx context.Context, name string) (journal.Bucket, error) {
	if err := journal.CheckName(name); err != nil {
		return nil, err
	}
	var kv jetstream.KeyValue
	err := s.again(ctx, func(ctx context.Context) (err error) {
		if kv, err = s.js.KeyValue(ctx, name); errors.Is(err, jetstream.ErrBucketNotFound) {
			cfg := jetstream.KeyValueConfig{
				Bucket: name, History: 1, Storage: jetstream.FileStorage, MaxValueSize: journal.MaxEvent + 1024, Replicas: s.replicas,
			}
			kv, err = s.js.CreateKeyValue(ctx, cfg)
			if api := (*jetstream.APIError)(nil); errors.As(err, &api) && api.ErrorCode == needsBound && s.maxBytes > 0 {
				cfg.MaxBytes = s.maxBytes / bucketShare
				kv, err = s.js.CreateKeyValue(ctx, cfg)
			}
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return &bucket{store: s, name: name, kv: kv}, nil
}

// write tries a write until it is answered. After a try without an answer, one
// that is refused because of what is there may have been refused by the earlier
// try: then the value is this one.
func (b *bucket) write(ctx context.Context, key string, data []byte, try func(context.Context) (uint64, error)) (uint64, error) {
	if err := errors.Join(journal.CheckName(key), journal.CheckSize(data), ctx.Err()); err != nil {
		return 0, err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, patience, journal.ErrAway)
	defer cancel()
	doubt := false
	for pause := firstPause; ; pause = min(2*pause, longestPause) {
		once, done := context.WithTimeout(ctx, answer)
		rev, err := try(once)
		done()
		if err == nil {
			return rev, nil
		}
		switch conflict := stale(err); {
		case conflict && !doubt:
			return 0, err
		case conflict:
			if v, readErr := b.Get(ctx, key); readErr == nil && bytes.Equal(v.Data, data) {
				return v.Rev, nil
			} else if readErr == nil || errors.Is(readErr, journal.ErrNotFound) {
				return 0, err
			}
		case errors.Is(err, nats.ErrConnectionClosed):
			return 0, journal.ErrAway
		case errors.As(err, new(*jetstream.APIError)): // the servers look for a leader
		default:
			doubt = true
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

// stale tells whether a write was refused because of what was there.
func stale(err error) bool {
	return errors.Is(err, jetstream.ErrKeyRevisionMismatch) || errors.Is(err, jetstream.ErrKeyExists)
}

func (b *bucket) Create(ctx context.Context, key string, data []byte) (uint64, error) {
	rev, err := b.write(ctx, key, data, func(ctx context.Context) (uint64, error) { return b.kv.Create(ctx, key, data) })
	if stale(err) {
		return 0, journal.ErrExists
	}
	return rev, err
}

func (b *bucket) Put(ctx context.Context, key string, data []byte) (uint64, error) {
	return b.write(ctx, key, data, func(ctx context.Context) (uint64, error) { return b.kv.Put(ctx, key, data) })
}

func (b *bucket) Update(ctx context.Context, key string, data []byte, expected uint64) (uint64, error) {
	rev, err := b.write(ctx, key, data, func(ctx context.Context) (uint64, error) { return b.kv.Update(ctx, key, data, expected) })
	if stale(err) {
		return 0, &journal.StaleError{Name: b.name + "/" + key, Expected: expected}
	}
	return rev, err
}

func (b *bucket) Get(ctx context.Context, key string) (journal.Value, error) {
	if err := journal.CheckName(key); err != nil {
		return journal.Value{}, err
	}
	entry, err := b.kv.Get(ctx, key)
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return journal.Value{}, journal.ErrNotFound
	}
	if err != nil {
		return journal.Value{}, err
	}
	return journal.Value{Key: key, Rev: entry.Revision(), Data: entry.Value()}, nil
}

func (b *bucket) Delete(ctx context.Context, key string) error {
	_, err := b.write(ctx, key, nil, func(ctx context.Context) (uint64, error) { return 0, b.kv.Delete(ctx, key) })
	return err
}

func (b *bucket) Keys(ctx context.Context) ([]string, error) {
	keys, err := b.kv.Keys(ctx)
	if errors.Is(err, jetstream.ErrNoKeysFound) {
		return nil, nil
	}
	return keys, err
}

func (b *bucket) Watch(ctx context.Context, deliver func(journal.Value)) (func(), error) {
	prefix := "$KV." + b.name + "."
	var stream jetstream.Stream
	err := b.store.again(ctx, func(ctx context.Context) (err error) {
		stream, err = b.store.js.Stream(ctx, "KV_"+b.name)
		return err
	})
	if err != nil {
		return nil, err
	}
	return b.store.consume(ctx, stream, jetstream.OrderedConsumerConfig{
		FilterSubjects: []string{prefix + ">"}, DeliverPolicy: jetstream.DeliverLastPerSubjectPolicy,
	}, true, true, func(msg *jetstream.RawStreamMsg) {
		deliver(journal.Value{
			Key: strings.TrimPrefix(msg.Subject, prefix), Rev: msg.Sequence, Data: msg.Data, Time: msg.Time,
			// A value has no operation, one that is gone has: deleted or purged.
			Deleted: msg.Header.Get("KV-Operation") != "",
		})
	})
}
