package tui

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"rookery/pgn"
	pgnfiles "rookery/pgn/collection"
	"rookery/tui/play"

	tea "github.com/charmbracelet/bubbletea"
)

// collection is the games of some files. They are found by read in the
// background and counted over all files; what was found so far can be listed,
// searched and opened meanwhile. It may be used by several goroutines, and
// holds no more of a game than its place, but for a few rows.
type collection struct {
	paths []string
	shelf play.Files // has the files; nil where they are paths of this machine

	use    sync.RWMutex // held for writing only to close the files
	closed bool

	mu       sync.Mutex
	files    []*pgnfiles.File // those that were opened so far
	before   []int            // games in the files before each of them
	stale    []*pgnfiles.File // that were written and read again meanwhile
	unpacked float64          // how much of the archive at hand was read, 0 when none is being unpacked
	whole    bool
	rows     map[int]gameRow
}

// gameRow is what the table shows of a game, safe for the terminal.
type gameRow struct {
	date, white, black, result, eco, variant, event string
}

// mostRows is how many rows are kept.
const mostRows = 1 << 10

// errClosed is returned for games of a collection that was given back.
var errClosed = errors.New("the file was closed")

// ShowGames is the route of one game of a collection.
type ShowGames struct {
	Games *collection
	Index int
	// Owns hands the collection over: it is closed with the screen.
	Owns bool
	// Early are keys that were struck before there was a screen for them.
	Early []tea.KeyMsg
}

func newCollection(paths []string) *collection {
	return &collection{paths: paths, rows: make(map[int]gameRow)}
}

// read opens and indexes the files. It ends with the first error; games found
// before stay. What is wrong with archives is told too, when all was read.
func (c *collection) read(ctx context.Context) error {
	c.use.RLock()
	defer c.use.RUnlock()
	if c.closed {
		return errClosed
	}
	var damage []error
	for _, path := range c.paths {
		f, err := c.open(ctx, path, func(read, size int64) {
			c.mu.Lock()
			c.unpacked = float64(read) / float64(max(size, 1))
			c.mu.Unlock()
		})
		if err != nil {
			return err
		}
		if f.Fault() != nil {
			damage = append(damage, fmt.Errorf("%s: %w", filepath.Base(path), f.Fault()))
		}
		c.mu.Lock()
		c.before = append(c.before, c.count())
		c.files = append(c.files, f)
		c.unpacked = 0
		c.mu.Unlock()
		if err := f.Build(ctx, nil); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	c.mu.Lock()
	c.whole = true
	c.mu.Unlock()
	return errors.Join(damage...)
}

// count is len for who holds mu.
func (c *collection) count() int {
	n := len(c.files)
	if n == 0 {
		return 0
	}
	return c.before[n-1] + c.files[n-1].Len()
}

// len is the number of games found so far.
func (c *collection) len() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.count()
}

// progress tells how much of the files was read, from 0 to 1, whether all was,
// and whether an archive is being unpacked.
func (c *collection) progress() (part float64, whole, unpacking bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.whole {
		return 1, true, false
	}
	done := float64(max(len(c.files)-1, 0))
	if c.unpacked > 0 {
		return c.unpacked, false, true
	}
	if n := len(c.files); n > 0 {
		read, size := c.files[n-1].Progress()
		done += float64(read) / float64(max(size, 1))
	}
	return done / float64(len(c.paths)), false, false
}

// where finds game i: its file, and its number in it.
func (c *collection) where(i int) (f *pgnfiles.File, game int, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if i < 0 || i >= c.count() {
		return nil, 0, false
	}
	k, _ := c.fileOf(i)
	return c.files[k], i - c.before[k], true
}

// known is a player's name, a question mark where there is none.
func known(name string) string {
	if name = clean(name); name == "" {
		return "?"
	}
	return name
}

// cached gives the row of a game that was read lately.
func (c *collection) cached(i int) (gameRow, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	r, ok := c.rows[i]
	return r, ok
}

// row reads the row of game i.
func (c *collection) row(i int) gameRow {
	if r, ok := c.cached(i); ok {
		return r
	}
	c.use.RLock()
	defer c.use.RUnlock()
	f, game, ok := c.where(i)
	if !ok || c.closed {
		return gameRow{white: "?", black: "?"}
	}
	h, err := f.Header(game)
	if err != nil {
		h = pgnfiles.Header{Event: err.Error()}
	}
	r := gameRow{
		date: clean(h.Date), white: known(h.White), black: known(h.Black), result: clean(h.Result),
		eco: clean(h.ECO), variant: clean(h.Variant), event: clean(h.Event),
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.rows) == mostRows {
		clear(c.rows)
	}
	c.rows[i] = r
	return r
}

// game reads game i.
func (c *collection) game(i int) (*pgn.Game, error) {
	c.use.RLock()
	defer c.use.RUnlock()
	f, game, ok := c.where(i)
	if !ok || c.closed {
		return nil, errClosed
	}
	return f.Game(game)
}

// searchStep is how many games are searched before progress is told.
const searchStep = 1 << 14

// search calls found with each game that fits, in order, and told now and then
// with the number of games that were looked at. It goes on until all games are
// found and looked at, or until ctx ends.
func (c *collection) search(ctx context.Context, q pgnfiles.Query, found func(i int), told func(n int)) error {
	c.use.RLock()
	defer c.use.RUnlock()
	for at := 0; ; {
		_, whole, _ := c.progress()
		if c.closed {
			return errClosed
		}
		f, first, ok := c.where(at)
		if !ok {
			if whole {
				return nil
			}
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(20 * time.Millisecond):
			}
			continue
		}
		base, to := at-first, min(f.Len(), first+searchStep)
		if err := f.SearchPart(ctx, q, first, to, func(i int) { found(base + i) }); err != nil {
			return err
		}
		at = base + to
		told(at)
	}
}

// close gives the files back. Reading a game afterwards is an error. Reading
// and searching must be told to stop before.
func (c *collection) close() {
	c.use.Lock()
	defer c.use.Unlock()
	c.closed = true
	c.closeStale()
	for _, f := range c.files {
		f.Close()
	}
}

// closeStale closes files that were read again, for who holds use.
func (c *collection) closeStale() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, f := range c.stale {
		f.Close()
	}
	c.stale = nil
}

// exchange writes a text in the place of that of game i and reads where the
// games of its file lie now.
func (c *collection) exchange(i int, at int64, old, text string) (path string, now int64, err error) {
	c.mu.Lock()
	k, ok := c.fileOf(i)
	whole := c.whole
	c.mu.Unlock()
	switch {
	case !whole:
		return "", 0, errUnread
	case !ok:
		return "", 0, errClosed
	}
	path = c.paths[k]
	if now, err = c.swap(path, at, old, text); err != nil {
		return path, 0, err
	}
	return path, now, c.renew(k)
}

// fileOf is the number of the file that game i lies in, for who holds mu.
func (c *collection) fileOf(i int) (k int, ok bool) {
	if i < 0 || i >= c.count() {
		return 0, false
	}
	for k = len(c.files) - 1; c.before[k] > i; {
		k--
	}
	return k, true
}

// path is the file that game i lies in.
func (c *collection) path(i int) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	k, _ := c.fileOf(i)
	return c.paths[k]
}

// renew reads file k again. The old one is closed when nobody reads it.
func (c *collection) renew(k int) error {
	f, err := c.open(context.Background(), c.paths[k], nil)
	if err != nil {
		return err
	}
	if err := f.Build(context.Background(), nil); err != nil {
		f.Close()
		return err
	}
	c.use.RLock()
	if c.closed {
		c.use.RUnlock()
		return f.Close()
	}
	c.mu.Lock()
	c.stale = append(c.stale, c.files[k])
	c.files[k] = f
	for n := k + 1; n < len(c.files); n++ {
		c.before[n] = c.before[n-1] + c.files[n-1].Len()
	}
	clear(c.rows)
	c.mu.Unlock()
	c.use.RUnlock()
	if c.use.TryLock() {
		c.closeStale()
		c.use.Unlock()
	}
	return nil
}

// collectionOf holds the games of a text, which lie in no file.
func collectionOf(text string) (*collection, error) { return collectionIn(context.Background(), text) }

// collectionIn is collectionOf as long as ctx lasts.
func collectionIn(ctx context.Context, text string) (*collection, error) {
	f, err := pgnfiles.OpenStream(ctx, strings.NewReader(text))
	if err != nil {
		return nil, err
	}
	if err := f.Build(ctx, nil); err != nil {
		f.Close()
		return nil, err
	}
	c := newCollection([]string{""})
	c.files, c.before, c.whole = []*pgnfiles.File{f}, []int{0}, true
	return c, nil
}

// errUnread is returned for a file that is still being read.
var errUnread = errors.New("the file is still being read; save again when all games are counted")
