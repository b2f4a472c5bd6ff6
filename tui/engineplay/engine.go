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
	turns   Turns
	purpose Purpose
	tables  *Endings
}

// NewBuiltin makes an engine whose thinking is shared out by turns, nil where it
// has the machine for itself. It gives up lost games only if resigns says so and
// its level does.
func NewBuiltin(turns Turns, l ai.Level, st ai.Style, seed uint64, resigns bool) Builtin {
	e := ai.New(l, st, seed)
	e.Resigns = e.Resigns && resigns
	return Builtin{Engine: e, turns: turns}
}

// With is b that goes by exact tables of endings; nil is none.
func (e Builtin) With(tables *Endings) Builtin {
	e.tables = tables
	return e
}

// NewAdviser makes an engine that sees most, for hints and analyses.
func NewAdviser(turns Turns, seed uint64) Builtin {
	b := NewBuiltin(turns, play.Strongest(), ai.Balanced, seed, false)
	b.purpose = ForAdvice
	return b
}

// Choose implements [Thinker].
func (e Builtin) Choose(ctx context.Context, b chess.Board, keys []uint64, t play.Task) (choice ai.Choice, err error) {
	e.History(keys)
	e.OnInfo, e.Lines = t.Tell, t.Lines
	e.tables.teach(e.Engine, b)
	if e.turns == nil {
		background(func() { choice, err = e.Engine.Choose(ctx, b, t.Limit) })
		return choice, err
	}
	for used := time.Duration(0); ; {
		turn, err := e.turns.Take(ctx, e.purpose, used)
		if err != nil {
			return choice, err
		}
		e.Borrow(turn.Memory)
		began := time.Now()
		background(func() { choice, err = e.Engine.Choose(turn.Ctx, b, t.Limit) })
		e.GiveBack()
		used += time.Since(began)
		if again := turn.Done(); !again || err != nil || ctx.Err() != nil {
			return choice, err
		}
	}
}

// Purpose is what a turn is taken for. Moves of games come before advice.
type Purpose uint8

// The purposes.
const (
	ForMove   Purpose = iota
	ForAdvice         // a hint, an analysis, a report
)

// Turn is leave to search.
type Turn struct {
	Ctx    context.Context // the search is to stop when it ends, which may be before that of Take does
	Memory *ai.Memory      // to work in until Done
	// Done gives the turn back and must be called once. again tells that the turn was cut short for
	// others, so that another may be taken for the same task.
	Done func() (again bool)
}

// Turns shares the thinking of one machine out among sessions.
type Turns interface {
	// Take waits for a turn to think, until ctx ends or too many wait. used is how
	// long earlier turns for the same task took.
	Take(ctx context.Context, p Purpose, used time.Duration) (Turn, error)
	// Queue tells where the player's task waits: how many are before it and itself, and about how
	// long it will be; 0 where nothing waits.
	Queue() (place int, about time.Duration)
	// Brief waits for room for some hundredths of a second of thinking, beside
	// whatever else the player has thought about; done must be called once.
	Brief(ctx context.Context) (done func(), err error)
}

// Take waits for a turn to give advice; where nobody shares the machine it is had at once.
func Take(ctx context.Context, t Turns) (turn context.Context, done func(), err error) {
	if t == nil {
		return ctx, func() {}, nil
	}
	got, err := t.Take(ctx, ForAdvice, 0)
	if err != nil {
		return nil, nil, err
	}
	return got.Ctx, func() { got.Done() }, nil
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
