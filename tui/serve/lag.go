package serve

import (
	"sync/atomic"
	"time"
)

// lag is how long the line to a client takes there and back. Who answers late on
// purpose gains what the lobby forgives at most with each move and no more.
type lag struct{ trip atomic.Int64 }

// measure runs what waits for an answer of the client and notes how long it took.
func (l *lag) measure(ask func() error) error {
	asked := time.Now()
	err := ask()
	if err == nil {
		l.trip.Store(int64(time.Since(asked)))
	}
	return err
}

// last is what was measured last, 0 before.
func (l *lag) last() time.Duration { return time.Duration(l.trip.Load()) }
