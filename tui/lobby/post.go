package lobby

import (
	"context"
	"sync"
	"time"

	"rookery/tui/lobby/journal"
)

const (
	// again is how long a write to the bucket waits after one that was refused.
	again = 200 * time.Millisecond
	// farewell is how long the last writes may take.
	farewell = 3 * time.Second
)

// post writes values into a bucket, one after the other, for those who do not
// wait. Of several values for a key that are waiting the last counts.
type post struct {
	bucket journal.Bucket
	wake   chan struct{} // holds one when something is waiting
	cancel context.CancelFunc
	done   chan struct{}

	mu     sync.Mutex
	order  []string
	data   map[string][]byte // nil for a key to be freed
	ending bool
}

func newPost(b journal.Bucket) *post {
	ctx, cancel := context.WithCancel(context.Background())
	p := &post{
		bucket: b, wake: make(chan struct{}, 1), cancel: cancel, done: make(chan struct{}),
		data: make(map[string][]byte),
	}
	go p.run(ctx)
	return p
}

// put lets a value be written soon, or frees the key with nil.
func (p *post) put(key string, data []byte) {
	p.mu.Lock()
	if _, waits := p.data[key]; !waits {
		p.order = append(p.order, key)
	}
	p.data[key] = data
	p.mu.Unlock()
	p.rouse()
}

func (p *post) rouse() {
	select {
	case p.wake <- struct{}{}:
	default:
	}
}

// next is what is to be written; ending tells that nothing more will come.
func (p *post) next() (key string, data []byte, ok, ending bool) {
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

func (p *post) run(ctx context.Context) {
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
		var err error
		if data == nil {
			err = p.bucket.Delete(ctx, key)
		} else {
			_, err = p.bucket.Put(ctx, key, data)
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
			case <-time.After(again):
			}
		}
	}
}

// close waits until what is waiting has been written, but not for long.
func (p *post) close() {
	p.mu.Lock()
	p.ending = true
	p.mu.Unlock()
	p.rouse()
	late := time.AfterFunc(farewell, p.cancel)
	<-p.done
	late.Stop()
	p.cancel()
}
