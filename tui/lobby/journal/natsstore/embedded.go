package natsstore

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"rookery/tui/lobby/journal"
)

// ready is how long a server may take to start.
const ready = 20 * time.Second

// Open starts a journal on a directory, which it makes for its owner alone. It
// returns ErrLocked while another process has it. maxBytes bounds what the
// files may hold; 0 leaves it to the server, which takes three quarters of what
// is free. When they are full, appends are refused and what is there stays.
func Open(ctx context.Context, dir string, maxBytes int64) (*Store, error) {
	return open(ctx, dir, maxBytes, true)
}

// open may leave out the syncing for a test that writes very much.
func open(ctx context.Context, dir string, maxBytes int64, syncing bool) (*Store, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	lock := flock.New(filepath.Join(dir, "lock"))
	locked, err := lock.TryLock()
	if err != nil {
		return nil, fmt.Errorf("lock %s: %w", dir, err)
	}
	if !locked {
		return nil, journal.ErrLocked
	}
	s := &Store{replicas: 1}
	s.last = lock.Close
	ns, err := server.NewServer(&server.Options{
		ServerName: "rookery", DontListen: true, JetStream: true, StoreDir: dir,
		SyncAlways: syncing, // else moves are acknowledged long before they are on the disk
		NoSigs:     true, NoLog: true, JetStreamMaxStore: maxBytes, JetStreamMaxMemory: 64 << 20,
	})
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	s.last = func() error {
		ns.Shutdown()
		ns.WaitForShutdown()
		return lock.Close()
	}
	ns.Start()
	if !ns.ReadyForConnections(ready) {
		return nil, errors.Join(fmt.Errorf("the store in %s was not ready within %v", dir, ready), s.Close())
	}
	s.dir, s.maxBytes = dir, maxBytes/4*3 // the rest is for the buckets
	s.bound = func() int64 { return ns.JetStreamConfig().MaxStore / 4 * 3 }
	if err := s.connect(ctx, "", nats.InProcessServer(ns)); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}
