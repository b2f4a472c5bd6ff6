package web

import (
	"crypto/tls"
	"log/slog"
	"os"
	"sync"
	"time"
)

// certificate is that of two files, read anew when they have changed.
type certificate struct {
	cert, key string
	now       func() time.Time
	log       *slog.Logger

	mu      sync.Mutex
	pair    *tls.Certificate
	changed [2]time.Time // of the files when they were read
	looked  time.Time
}

// lookEvery is how often the files are looked at.
const lookEvery = time.Minute

// get gives the certificate. Files that cannot be read leave the one that was there.
func (c *certificate) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.now()
	if c.pair != nil && now.Sub(c.looked) < lookEvery {
		return c.pair, nil
	}
	c.looked = now
	var changed [2]time.Time
	for i, path := range []string{c.cert, c.key} {
		if info, err := os.Stat(path); err == nil {
			changed[i] = info.ModTime()
		}
	}
	if c.pair != nil && changed == c.changed {
		return c.pair, nil
	}
	pair, err := tls.LoadX509KeyPair(c.cert, c.key)
	if err != nil {
		if c.pair == nil {
			return nil, err
		}
		c.log.Error("the certificate cannot be read: the one before stays", "err", err.Error())
		return c.pair, nil
	}
	c.pair, c.changed = &pair, changed
	return c.pair, nil
}
