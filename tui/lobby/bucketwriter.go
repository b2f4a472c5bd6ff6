package lobby

import (
	"context"
	"sync"
	"time"

	"rookery/tui/lobby/journal"
)

const (
	// retryDelay is how long a write to the bucket waits after one that was refused.
	retryDelay = 200 * time.Millisecond
	// closeTimeout is how long the last writes may take.
	closeTimeout = 3 * time.Second
)

// bucketWriter writes values into a bucket, one after the other, for those who do not
// wait. Of several values for a key that are waiting the last counts.
type bucketWriter struct {
	bucket journal.Bucket
	wake   chan struct{} // holds one when something is waiting
	cancel context.CancelFunc
	done   chan struct{}

	now func() time.Time

	mu     sync.Mutex
	trying time.Time // since when a value is being written that is not accepted; zero for none
	order  []string
	data   map[string][]byte // nil for a key to be freed
	ending bool
}

func newBucketWriter(b journal.Bucket, now func() time.Time) *bucketWriter {
	ctx, cancel := context.WithCancel(context.Background())
	p := &bucketWriter{
		bucket: b, now: now, wake: make(chan struct{}, 1), cancel: cancel, done: make(chan struct{}),
		data: make(map[string][]byte),
	}
	go p.run(ctx)
	return p
}

// put lets a value be written soon, or frees the key with nil.
func (p *bucketWriter) put(key string, data []byte) {
	p.mu.Lock()
	if _, waits := p.data[key]; !waits {
		p.order = append(p.order, key)
	}
	p.data[key] = data
	p.mu.Unlock()
	p.signal()
}

func (p *bucketWriter) signal() {
	select {
	case p.wake <- struct{}{}:
	default:
	}
}

// next is what is to be written; ending tells that nothing more will come.
func (p *bucketWriter) next() (key string, data []byte, ok, ending bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.order) == 0 {
		return "", nil, false, p.ending
	}
	key = p.order[0]
	data = p.data[key]
	p.order = p.order[1:]
	delete(p.data, key)
	return key, data, true, p.ending
}

func (p *bucketWriter) run(ctx context.Context) {
	defer close(p.done)
	for {
		key, data, ok, ending := p.next()
		switch {
		case !ok && ending:
			return
		case !ok:
			<-p.wake
			continue
		}
		p.mu.Lock()
		if p.trying.IsZero() {
			p.trying = p.now()
		}
		p.mu.Unlock()
		var err error
		if data == nil {
			err = p.bucket.Delete(ctx, key)
		} else {
			_, err = p.bucket.Put(ctx, key, data)
		}
		if err == nil {
			p.mu.Lock()
			p.trying = time.Time{}
			p.mu.Unlock()
		}
		if ctx.Err() != nil || err != nil && ending {
			return // the lease will run out
		}
		if err != nil {
			p.mu.Lock()
			if _, newer := p.data[key]; !newer {
				p.order, p.data[key] = append(p.order, key), data
			}
			p.mu.Unlock()
			select {
			case <-ctx.Done():
				return
			case <-time.After(retryDelay):
			}
		}
	}
}

// waits tells how long a value has been waiting that is not accepted.
func (p *bucketWriter) waits(now time.Time) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.trying.IsZero() {
		return 0
	}
	return max(now.Sub(p.trying), 1)
}

// close waits until what is waiting has been written, but not for long.
func (p *bucketWriter) close() {
	p.mu.Lock()
	p.ending = true
	p.mu.Unlock()
	p.signal()
	late := time.AfterFunc(closeTimeout, p.cancel)
	<-p.done
	late.Stop()
	p.cancel()
}
