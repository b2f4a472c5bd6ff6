package library

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/pgn"
	pgnfiles "rookery/pgn/collection"
	"rookery/tui/draw"
	"rookery/tui/play"
)

// Collection is the games of some files. They are found by read in the
// background and counted over all files; what was found so far can be listed,
// searched and opened meanwhile. It may be used by several goroutines, and
// holds no more of a game than its place, but for a few rows.
type Collection struct {
	paths []string
	saved play.Files // has the files; nil where they are paths of this machine
	// played tells that the games are those that were played here.
	played bool

	use    sync.RWMutex // held for writing only to close the files
	closed bool

	mu     sync.Mutex
	files  []*pgnfiles.File // those that were opened so far
	before []int            // games in the files before each of them
	stale  []*pgnfiles.File // that were written and read again meanwhile
	whole  bool
	rows   map[int]GameRow
	stamps map[string]Stamp // of the files as they were read
}

// GameRow is what the table shows of a game, safe for the terminal.
type GameRow struct {
	Date, White, Black, Result, ECO, Variant, Event string
	Opening, Lesson                                 string // of games that were played here
}

// mostRows is how many rows are kept.
const mostRows = 1 << 10

// errClosed is returned for games of a collection that was given back.
var errClosed = errors.New("the file was closed")

// ShowGames is the route of one game of a collection.
type ShowGames struct {
	Games *Collection
	Index int
	// Position is the key of a position of the main line to begin at; 0 for the first.
	Position uint64
	// Owns hands the collection over: it is closed with the screen.
	Owns bool
	// Early are keys that were struck before there was a screen for them.
	Early []tea.KeyMsg
}

func NewCollection(paths []string) *Collection {
	return &Collection{paths: paths, rows: make(map[int]GameRow)}
}

// Read opens and indexes the files. It ends with the first error; games found
// before stay. What is wrong with archives is told too, when all was read.
func (c *Collection) Read(ctx context.Context) error {
	c.use.RLock()
	defer c.use.RUnlock()
	if c.closed {
		return errClosed
	}
	var damage []error
	for _, path := range c.paths {
		f, err := c.open(ctx, path)
		if err != nil {
			return err
		}
		c.mu.Lock()
		c.before = append(c.before, c.count())
		c.files = append(c.files, f)
		c.mu.Unlock()
		if err := f.Build(ctx, nil); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		if f.Fault() != nil {
			damage = append(damage, fmt.Errorf("%s: %w", filepath.Base(path), f.Fault()))
		}
	}
	c.mu.Lock()
	c.whole = true
	c.mu.Unlock()
	return errors.Join(damage...)
}

// count is len for who holds mu.
func (c *Collection) count() int {
	n := len(c.files)
	if n == 0 {
		return 0
	}
	return c.before[n-1] + c.files[n-1].Len()
}

// Len is the number of games found so far.
func (c *Collection) Len() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.count()
}

// progress tells how much of the files was read, from 0 to 1, and whether all was.
func (c *Collection) progress() (part float64, whole bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.whole {
		return 1, true
	}
	done := float64(max(len(c.files)-1, 0))
	if n := len(c.files); n > 0 {
		read, size := c.files[n-1].Progress()
		done += float64(read) / float64(max(size, 1))
	}
	return done / float64(max(len(c.paths), 1)), false
}

// where finds game i: its file, and its number in it.
func (c *Collection) where(i int) (f *pgnfiles.File, game int, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if i < 0 || i >= c.count() {
		return nil, 0, false
	}
	k, _ := c.fileOf(i)
	return c.files[k], i - c.before[k], true
}

// FileOf is the path of the file of this machine that game i is from; empty where there is none.
func (c *Collection) FileOf(i int) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.saved != nil || i < 0 || i >= c.count() {
		return ""
	}
	k, _ := c.fileOf(i)
	if k >= len(c.paths) {
		return ""
	}
	return c.paths[k]
}

// PlayerName is a player's name, a question mark where there is none.
func PlayerName(name string) string {
	if name = draw.Clean(name); name == "" {
		return "?"
	}
	return name
}

// cached gives the row of a game that was read lately.
func (c *Collection) cached(i int) (GameRow, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	r, ok := c.rows[i]
	return r, ok
}

// Row reads the row of game i.
func (c *Collection) Row(i int) GameRow {
	if r, ok := c.cached(i); ok {
		return r
	}
	c.use.RLock()
	defer c.use.RUnlock()
	f, game, ok := c.where(i)
	if !ok || c.closed {
		return GameRow{White: "?", Black: "?"}
	}
	h, err := f.Header(game)
	if err != nil {
		h = pgnfiles.Header{Event: err.Error()}
	}
	r := GameRow{
		Date: draw.Clean(h.Date), White: PlayerName(h.White), Black: PlayerName(h.Black), Result: draw.Clean(h.Result),
		ECO: draw.Clean(h.ECO), Variant: draw.Clean(pgnfiles.VariantName(h.Variant, h.FEN)), Event: draw.Clean(h.Event),
	}
	if c.played {
		if raw, err := f.Raw(game); err == nil {
			r.Opening = tagOf(string(raw), "Opening")
			if id := tagOf(string(raw), play.TagLesson); id != "" {
				r.Lesson = play.LessonName(id)
			}
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.rows) == mostRows {
		clear(c.rows)
	}
	c.rows[i] = r
	return r
}

// Game reads game i.
func (c *Collection) Game(i int) (*pgn.Game, error) {
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
func (c *Collection) search(ctx context.Context, q pgnfiles.Query, found func(i int), told func(n int)) error {
	c.use.RLock()
	defer c.use.RUnlock()
	for at := 0; ; {
		_, whole := c.progress()
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

// Close gives the files back. Reading a game afterwards is an error. Reading
// and searching must be told to stop before.
func (c *Collection) Close() {
	c.use.Lock()
	defer c.use.Unlock()
	c.closed = true
	c.closeStale()
	for _, f := range c.files {
		f.Close()
	}
}

// closeStale closes files that were read again, for who holds use.
func (c *Collection) closeStale() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, f := range c.stale {
		f.Close()
	}
	c.stale = nil
}

// Exchange writes a text in the place of that of game i and reads where the
// games of its file lie now.
func (c *Collection) Exchange(i int, at int64, old, text string) (path string, now int64, written string, err error) {
	c.mu.Lock()
	k, ok := c.fileOf(i)
	whole := c.whole
	c.mu.Unlock()
	switch {
	case !whole:
		return "", 0, "", errStillLoading
	case !ok:
		return "", 0, "", errClosed
	}
	path = c.paths[k]
	if now, written, err = c.replaceText(path, at, old, text); err != nil {
		return path, 0, "", err
	}
	return path, now, written, c.renew(k)
}

// Convert writes the file of game i anew in UTF-8, reads it again, and gives the place
// and the text of the game there.
func (c *Collection) Convert(i int) (at int64, raw string, err error) {
	c.mu.Lock()
	k, ok := c.fileOf(i)
	c.mu.Unlock()
	if !ok || c.saved != nil {
		return 0, "", errClosed
	}
	if err := pgn.ConvertToUTF8(c.paths[k]); err != nil {
		return 0, "", err
	}
	if err := c.renew(k); err != nil {
		return 0, "", err
	}
	c.use.RLock()
	defer c.use.RUnlock()
	f, n, ok := c.where(i)
	if !ok || c.closed {
		return 0, "", errClosed
	}
	text, err := f.Raw(n)
	return f.Entry(n).Offset, string(text), err
}

// fileOf is the number of the file that game i lies in, for who holds mu.
func (c *Collection) fileOf(i int) (k int, ok bool) {
	if i < 0 || i >= c.count() {
		return 0, false
	}
	for k = len(c.files) - 1; c.before[k] > i; {
		k--
	}
	return k, true
}

// Path is the file that game i lies in.
func (c *Collection) Path(i int) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	k, _ := c.fileOf(i)
	return c.paths[k]
}

// renew reads file k again. The old one is closed when nobody reads it.
func (c *Collection) renew(k int) error {
	f, err := c.open(context.Background(), c.paths[k])
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

// CollectionOf holds the games of a text, which lie in no file.
func CollectionOf(text string) (*Collection, error) { return collectionIn(context.Background(), text) }

// collectionIn is CollectionOf as long as ctx lasts.
func collectionIn(ctx context.Context, text string) (*Collection, error) {
	f, err := pgnfiles.OpenStream(ctx, strings.NewReader(text))
	if err != nil {
		return nil, err
	}
	if err := f.Build(ctx, nil); err != nil {
		f.Close()
		return nil, err
	}
	c := NewCollection([]string{""})
	c.files, c.before, c.whole = []*pgnfiles.File{f}, []int{0}, true
	return c, nil
}

// errStillLoading is returned for a file that is still being read.
var errStillLoading = errors.New("the file is still loading; save again when it is complete")
