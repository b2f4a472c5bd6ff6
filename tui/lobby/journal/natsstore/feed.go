package natsstore

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"rookery/tui/lobby/journal"
)

const (
	// look is how often a feed from a cluster is compared with its stream.
	look = time.Second
	// closer is how often one is that was behind.
	closer = 250 * time.Millisecond
	// stalled is how many looks in a row may find it behind and standing still.
	stalled = 3
	// unused is how long a server keeps a consumer that nobody asks.
	unused = 30 * time.Second
)

// feed hands the messages of a stream to deliver, in order and one at a time. The
// client's ordered consumer mends most faults by itself, but not a server that dies
// with the consumer it was just given: so the stream is asked whether the feed has
// come to its end, and one that stands still is begun anew behind its last message.
type feed struct {
	stream  jetstream.Stream
	cfg     jetstream.OrderedConsumerConfig
	deliver func(*jetstream.RawStreamMsg)
	caught  chan struct{} // closed when all that was there has been delivered
	once    sync.Once
	last    atomic.Uint64 // number of the last message

	mu    sync.Mutex // one delivery at a time
	epoch int        // of the consumer whose messages count
	run   jetstream.ConsumeContext
}

// begin makes a consumer whose messages count from now on.
func (f *feed) begin(ctx context.Context) error {
	f.mu.Lock()
	f.epoch++
	epoch, cfg := f.epoch, f.cfg
	f.mu.Unlock()
	if last := f.last.Load(); last > 0 {
		cfg.DeliverPolicy, cfg.OptStartSeq = jetstream.DeliverByStartSequencePolicy, last+1
	}
	cfg.InactiveThreshold = unused
	consumer, err := f.stream.OrderedConsumer(ctx, cfg)
	if err != nil {
		return err
	}
	if consumer.CachedInfo().NumPending == 0 {
		f.once.Do(func() { close(f.caught) })
	}
	run, err := consumer.Consume(func(msg jetstream.Msg) {
		meta, err := msg.Metadata()
		if err != nil {
			return // not from the stream
		}
		f.mu.Lock()
		defer f.mu.Unlock()
		if epoch != f.epoch {
			return
		}
		f.takeLocked(&jetstream.RawStreamMsg{
			Subject: msg.Subject(), Sequence: meta.Sequence.Stream, Header: msg.Headers(), Data: msg.Data(), Time: meta.Timestamp,
		})
		if meta.NumPending == 0 {
			f.once.Do(func() { close(f.caught) })
		}
	}, jetstream.PullExpiry(10*time.Second), jetstream.PullHeartbeat(time.Second))
	if err != nil {
		return err
	}
	f.mu.Lock()
	f.run = run
	f.mu.Unlock()
	return nil
}

// takeLocked delivers a message unless it was delivered before.
func (f *feed) takeLocked(msg *jetstream.RawStreamMsg) {
	if msg.Sequence > f.last.Load() {
		f.deliver(msg)
		f.last.Store(msg.Sequence)
	}
}

// fetch delivers what the stream has without a consumer: to make one it takes the
// leader of the cluster besides that of the stream, and their elections end at
// different times.
func (f *feed) fetch(ctx context.Context) {
	all := ">"
	if len(f.cfg.FilterSubjects) > 0 {
		all = f.cfg.FilterSubjects[0]
	}
	for at := f.last.Load(); at > 0; at = f.last.Load() {
		msg, err := f.stream.GetMsg(ctx, at+1, jetstream.WithGetMsgSubject(all))
		if err != nil {
			return // no more, or asked again soon
		}
		f.mu.Lock()
		f.takeLocked(msg)
		f.mu.Unlock()
	}
}

// end stops the consumer; nothing is delivered when it has returned.
func (f *feed) end() {
	f.mu.Lock()
	f.epoch++
	run := f.run
	f.mu.Unlock()
	if run != nil {
		run.Stop() // its goroutine may be busy with a server that is gone
	}
}

// guard looks after the feed until ctx ends. One that stands still, or whose stream
// has had no leader, is begun anew, and what has come meanwhile is fetched: the
// client waits longer and longer between its own tries to get another consumer, up
// to ten seconds when the stream has long been there.
func (f *feed) guard(ctx context.Context) {
	next := time.NewTimer(look)
	defer next.Stop()
	var before uint64
	still, doubt := 0, false
	for {
		select {
		case <-ctx.Done():
			return
		case <-next.C:
		}
		once, cancel := context.WithTimeout(ctx, look)
		info, err := f.stream.Info(once)
		cancel()
		at := f.last.Load()
		switch {
		case err != nil: // no leader: nothing comes from anywhere
			doubt = true
			next.Reset(longestPause)
			continue
		case doubt:
		case info.State.LastSeq <= at || at != before:
			before, still = at, 0
			next.Reset(look)
			continue
		default:
			if still++; still < stalled {
				next.Reset(closer)
				continue
			}
		}
		once, cancel = context.WithTimeout(ctx, look)
		f.fetch(once)
		cancel()
		f.end()
		once, cancel = context.WithTimeout(ctx, answer)
		doubt, still = f.begin(once) != nil, 0
		cancel()
		next.Reset(longestPause)
	}
}

// consume hands messages to deliver until stop is called. With wait it returns when
// those that were there have been delivered; with guarded it looks after the feed.
func (s *Store) consume(ctx context.Context, stream jetstream.Stream, cfg jetstream.OrderedConsumerConfig, wait, guarded bool,
	deliver func(*jetstream.RawStreamMsg)) (stop func(), err error) {
	f := &feed{stream: stream, cfg: cfg, deliver: deliver, caught: make(chan struct{})}
	if guarded {
		err = s.again(ctx, f.begin)
	} else {
		err = f.begin(ctx)
	}
	if err != nil {
		return nil, err
	}
	stop = f.end
	if guarded {
		guarding, cancel := context.WithCancel(context.Background())
		done := make(chan struct{})
		go func() { defer close(done); f.guard(guarding) }()
		stop = func() { cancel(); <-done; f.end() }
	}
	if wait {
		if err := f.await(ctx); err != nil {
			stop()
			return nil, err
		}
	}
	return stop, nil
}

// await waits until what was there has been delivered, as long as something comes: a
// stream that has lost messages may never come to its end.
func (f *feed) await(ctx context.Context) error {
	progress := time.NewTicker(patience)
	defer progress.Stop()
	for last := uint64(0); ; {
		select {
		case <-f.caught:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		case <-progress.C:
			now := f.last.Load()
			if now == last {
				return journal.ErrAway
			}
			last = now
		}
	}
}
