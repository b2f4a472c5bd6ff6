package library

import (
	"bytes"
	"os"
	"time"
)

// Stamp tells one state of a file from another.
type Stamp struct {
	size int64
	mod  time.Time
}

func stampOf(path string) Stamp {
	info, err := os.Stat(path)
	if err != nil {
		return Stamp{}
	}
	return Stamp{info.Size(), info.ModTime()}
}

// noteStamp remembers the state of a file that is about to be read.
func (c *Collection) noteStamp(path string) {
	s := stampOf(path)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.stamps == nil {
		c.stamps = map[string]Stamp{}
	}
	c.stamps[path] = s
}

// Stamp is the present state of the file of game i, the zero Stamp where there is none.
func (c *Collection) Stamp(i int) Stamp {
	if c.saved != nil {
		return Stamp{}
	}
	if path := c.Path(i); path != "" {
		return stampOf(path)
	}
	return Stamp{}
}

// Changed tells whether a state of the file of game i is another than the one that was read.
func (c *Collection) Changed(i int, now Stamp) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	k, ok := c.fileOf(i)
	if !ok || !c.whole || now == (Stamp{}) {
		return false
	}
	read, ok := c.stamps[c.paths[k]]
	return ok && read != now
}

// Reload reads the file of game i again and finds the game that has the text raw there: its
// number and its place. Of several the nearest to the old number is taken; found is false
// where there is none.
func (c *Collection) Reload(i int, raw string) (now int, at int64, found bool, err error) {
	c.mu.Lock()
	k, ok := c.fileOf(i)
	whole := c.whole
	c.mu.Unlock()
	switch {
	case !whole:
		return i, 0, false, errStillLoading
	case !ok:
		return i, 0, false, errClosed
	}
	if err := c.renew(k); err != nil {
		return i, 0, false, err
	}
	c.use.RLock()
	defer c.use.RUnlock()
	c.mu.Lock()
	f, first := c.files[k], c.before[k]
	c.mu.Unlock()
	if c.closed {
		return i, 0, false, errClosed
	}
	far := func(n int) int { return max(n, i-first) - min(n, i-first) }
	best := -1
	for n := range f.Len() {
		e := f.Entry(n)
		if int(e.Length) != len(raw) || best >= 0 && far(n) >= far(best) {
			continue
		}
		if text, err := f.Raw(n); err == nil && bytes.Equal(text, []byte(raw)) {
			best, at = n, e.Offset
		}
	}
	if best < 0 {
		return min(i, max(first+f.Len()-1, 0)), 0, false, nil
	}
	return first + best, at, true, nil
}
