package journal

import (
	"context"
	"errors"

	"github.com/nats-io/nats.go/jetstream"
)

// bucket is a Bucket on a key-value store of JetStream.
type bucket struct {
	name string
	kv   jetstream.KeyValue
}

// Bucket implements [Journal].
func (e *Embedded) Bucket(ctx context.Context, name string) (Bucket, error) {
	if err := checkName(name); err != nil {
		return nil, err
	}
	kv, err := e.js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{
		Bucket: name, History: 1, Storage: jetstream.FileStorage, MaxValueSize: MaxEvent + 1024,
	})
	if err != nil {
		return nil, err
	}
	return &bucket{name: name, kv: kv}, nil
}

func (b *bucket) Create(ctx context.Context, key string, data []byte) (uint64, error) {
	if err := errors.Join(checkName(key), checkSize(data)); err != nil {
		return 0, err
	}
	rev, err := b.kv.Create(ctx, key, data)
	if stale(err) || errors.Is(err, jetstream.ErrKeyExists) {
		return 0, ErrExists
	}
	return rev, err
}

func (b *bucket) Put(ctx context.Context, key string, data []byte) (uint64, error) {
	if err := errors.Join(checkName(key), checkSize(data)); err != nil {
		return 0, err
	}
	return b.kv.Put(ctx, key, data)
}

func (b *bucket) Update(ctx context.Context, key string, data []byte, expected uint64) (uint64, error) {
	if err := errors.Join(checkName(key), checkSize(data)); err != nil {
		return 0, err
	}
	rev, err := b.kv.Update(ctx, key, data, expected)
	if stale(err) {
		return 0, &StaleError{Name: b.name + "/" + key, Expected: expected}
	}
	return rev, err
}

func (b *bucket) Get(ctx context.Context, key string) (Value, error) {
	if err := checkName(key); err != nil {
		return Value{}, err
	}
	entry, err := b.kv.Get(ctx, key)
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return Value{}, ErrNotFound
	}
	if err != nil {
		return Value{}, err
	}
	return Value{Key: key, Rev: entry.Revision(), Data: entry.Value()}, nil
}

func (b *bucket) Delete(ctx context.Context, key string) error {
	if err := checkName(key); err != nil {
		return err
	}
	return b.kv.Delete(ctx, key)
}

func (b *bucket) Keys(ctx context.Context) ([]string, error) {
	keys, err := b.kv.Keys(ctx)
	if errors.Is(err, jetstream.ErrNoKeysFound) {
		return nil, nil
	}
	return keys, err
}

func (b *bucket) Watch(ctx context.Context, deliver func(Value)) (func(), error) {
	watcher, err := b.kv.WatchAll(ctx)
	if err != nil {
		return nil, err
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for entry := range watcher.Updates() {
			if entry == nil { // all that was there has come
				continue
			}
			deliver(Value{
				Key: entry.Key(), Rev: entry.Revision(), Data: entry.Value(),
				Deleted: entry.Operation() != jetstream.KeyValuePut,
			})
		}
	}()
	return func() { _ = watcher.Stop(); <-done }, nil
}
