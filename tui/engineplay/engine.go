// Package engineplay is the engines behind a game or an analysis: our own, and
// programs that speak UCI or XBoard's protocol. It knows games (tui/play), ai,
// ai/book and ai/uci, and no screen. Start with [Engine], which lets a [Thinker],
// [Builtin] or [External], work on one task after another.
package engineplay

import (
	"context"
	"sync"
	"time"

	"rookery/ai"
	"rookery/chess"
	"rookery/tui/play"
)

// Thinker chooses moves.
type Thinker interface {
	// Choose a move on b, which it leaves as it is: the position that the moves
	// of t lead to, through positions of these keys. It stops soon after ctx.
	Choose(ctx context.Context, b chess.Board, keys []uint64, t play.Task) (ai.Choice, error)
}

// Engine lets one thinker work on one task at a time: a search that was called
// off may still be on its way out when the next begins. It implements
// [play.Engine].
type Engine struct {
	mu      sync.Mutex
	thinker Thinker
	opener  *Opener
}

// New makes an engine that asks the opener before the thinker; nil is no book.
func New(t Thinker, o *Opener) *Engine { return &Engine{thinker: t, opener: o} }

// Think implements [play.Engine].
func (e *Engine) Think(ctx context.Context, t play.Task) (ai.Choice, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return ai.Choice{}, err
	}
	pause := time.NewTimer(t.Pace)
	defer pause.Stop()
	b, keys := t.Start.Clone(), make([]uint64, 0, len(t.Moves))
	for _, m := range t.Moves {
		keys = append(keys, b.Key())
		b.Make(m)
	}
	choice, ok := e.opener.Choose(ctx, b, len(keys))
	var err error
	if !ok {
		choice, err = e.thinker.Choose(ctx, b, keys, t)
	}
	select {
	case <-pause.C:
	case <-ctx.Done():
	}
	return choice, err
}

// Close implements [play.Engine]: it ends the program, if the thinker is one.
func (e *Engine) Close() {
	if x, ok := e.thinker.(*External); ok {
		x.Close()
	}
}

// Builtin is our own engine.
type Builtin struct {
	*ai.Engine
	turns Turns
}

// NewBuiltin makes an engine whose thinking is shared out by turns, nil where it
// has the machine for itself. It gives up lost games only if resigns says so and
// its level does.
func NewBuiltin(turns Turns, l ai.Level, st ai.Style, seed uint64, resigns bool) Builtin {
	e := ai.New(l, st, seed)
	e.Resigns = e.Resigns && resigns
	return Builtin{e, turns}
}

// NewAdviser makes an engine that sees most, for hints and analyses.
func NewAdviser(turns Turns, seed uint64) Builtin {
	return NewBuiltin(turns, play.Strongest(), ai.Balanced, seed, false)
}

// Choose implements [Thinker].
func (e Builtin) Choose(ctx context.Context, b chess.Board, keys []uint64, t play.Task) (ai.Choice, error) {
	turn, done, err := Take(ctx, e.turns)
	if err != nil {
		return ai.Choice{}, err
	}
	defer done()
	e.History(keys)
	e.OnInfo, e.Lines = t.Tell, t.Lines
	var choice ai.Choice
	background(func() { choice, err = e.Engine.Choose(turn, b, t.Limit) })
	return choice, err
}

// Turns shares the thinking of one machine out among sessions.
type Turns interface {
	// Take waits for a turn to think, until ctx ends or too many wait. The
	// search is to stop when turn ends, which may be before ctx does; done gives
	// the turn back and must be called once.
	Take(ctx context.Context) (turn context.Context, done func(), err error)
	// Brief waits for room for some hundredths of a second of thinking, beside
	// whatever else the player has thought about; done must be called once.
	Brief(ctx context.Context) (done func(), err error)
}

// Take waits for a turn; where nobody shares the machine it is had at once.
func Take(ctx context.Context, t Turns) (turn context.Context, done func(), err error) {
	if t == nil {
		return ctx, func() {}, nil
	}
	return t.Take(ctx)
}

// Feed carries what a search tells from its goroutine to a reader, not more
// often than can be read. It wakes nobody while nothing is told.
type Feed struct {
	pace  time.Duration
	mu    sync.Mutex
	lines []ai.Info // by rank
	fresh bool
	news  chan struct{} // holds one value while there is news
}

// NewFeed makes a feed that is read at most once in a pace.
func NewFeed(pace time.Duration) *Feed {
	return &Feed{pace: pace, news: make(chan struct{}, 1)}
}

// Tell takes a report in. It never waits.
func (f *Feed) Tell(info ai.Info) {
	at := max(info.Line, 1) - 1
	f.mu.Lock()
	if at == len(f.lines) {
		f.lines = append(f.lines, info)
	} else if at < len(f.lines) {
		f.lines[at] = info
	}
	f.fresh = true
	f.mu.Unlock()
	select {
	case f.news <- struct{}{}:
	default:
	}
}

// Latest is what was told last of each line, best first, the reader's own, and
// whether any of it is new.
func (f *Feed) Latest() (lines []ai.Info, fresh bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	fresh, f.fresh = f.fresh, false
	return append([]ai.Info(nil), f.lines...), fresh
}

// Next waits for news and gives what has come within the pace; false when ctx
// has ended.
func (f *Feed) Next(ctx context.Context) (lines []ai.Info, ok bool) {
	for {
		select {
		case <-f.news:
		case <-ctx.Done():
			return nil, false
		}
		pause := time.NewTimer(f.pace)
		select {
		case <-pause.C:
		case <-ctx.Done():
			pause.Stop()
			return nil, false
		}
		if lines, fresh := f.Latest(); fresh {
			return lines, true
		}
	}
}
