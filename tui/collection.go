package tui

import (
	"context"
	"fmt"
	"sync"

	"rookery/pgn"
)

// collection is the games of some files: a row for each, the game itself read
// when it is asked for. It may be used by several goroutines.
type collection struct {
	mu    sync.Mutex
	files []*pgn.File
	rows  []gameRow
}

// gameRow is what the table shows of a game, safe for the terminal.
type gameRow struct {
	file, game                               int // in the collection, in the file
	date, white, black, result, eco, variant string
	event                                    string
}

// openCollection indexes the files. A file that cannot be read ends it with an error.
func openCollection(ctx context.Context, paths []string) (*collection, error) {
	c := &collection{}
	for _, path := range paths {
		if err := c.add(ctx, path); err != nil {
			c.close()
			return nil, err
		}
	}
	return c, nil
}

// add indexes one file.
func (c *collection) add(ctx context.Context, path string) error {
	f, err := pgn.Open(ctx, path)
	if err != nil {
		return err
	}
	c.files = append(c.files, f)
	if err := f.Build(ctx, nil); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	for i := range f.Len() {
		if i%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		h, err := f.Header(i)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		row := gameRow{file: len(c.files) - 1, game: i}
		row.date, row.white, row.black = clean(h.Date), known(h.White), known(h.Black)
		row.result, row.eco, row.variant, row.event = clean(h.Result), clean(h.ECO), clean(h.Variant), clean(h.Event)
		c.rows = append(c.rows, row)
	}
	return nil
}

// known is a player's name, a question mark where there is none.
func known(name string) string {
	if name = clean(name); name == "" {
		return "?"
	}
	return name
}

// game reads game i, counted over all files.
func (c *collection) game(i int) (*pgn.Game, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	r := c.rows[i]
	return c.files[r.file].Game(r.game)
}

// close gives the files back. Reading a game afterwards is an error.
func (c *collection) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, f := range c.files {
		f.Close()
	}
}
