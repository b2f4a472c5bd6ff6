package tui

import (
	"context"
	"sync"
	"time"

	"rookery/ai"
	"rookery/chess"
	"rookery/tui/play"
)

// thinker chooses moves; *ai.Engine is one.
type thinker interface {
	// Choose a move on b, which it leaves as it is. It stops soon after ctx.
	Choose(ctx context.Context, b chess.Board, lim ai.Limit) (ai.Choice, error)
	// History gives the keys of the positions that led to b.
	History(keys []uint64)
}

// follower is a thinker that wants to know how the board came about: the FEN
// that the game began with, and the moves, which it must not change.
type follower interface {
	follow(start string, moves []chess.Move)
}

// aiPlayer lets one thinker work for one command at a time: a search that was
// called off may still be on its way out when the next begins.
type aiPlayer struct {
	mu      sync.Mutex
	opener  *play.Opener // asked before the thinker; nil without a book
	thinker thinker
}

// task is what an aiPlayer is to think about. It shares nothing with the game.
type task struct {
	start chess.Board // as the game began; the task's own
	moves []chess.Move
	limit ai.Limit
	// pace is how long the answer takes at least, so that a move can be followed.
	pace  time.Duration
	lines int           // how many best lines to find; 0 for one
	tell  func(ai.Info) // hears how far the search has come; nil for nobody
}

// think plays the moves to the present position and chooses the next.
func (p *aiPlayer) think(ctx context.Context, t task) (ai.Choice, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return ai.Choice{}, err
	}
	pause := time.NewTimer(t.pace)
	defer pause.Stop()
	if f, ok := p.thinker.(follower); ok {
		f.follow(t.start.FEN(), t.moves)
	}
	b, keys := t.start, make([]uint64, 0, len(t.moves))
	for _, m := range t.moves {
		keys = append(keys, b.Key())
		b.Make(m)
	}
	choice, ok := p.opener.Choose(ctx, b, len(keys))
	var err error
	if !ok {
		choice, err = p.ask(ctx, b, keys, t)
	}
	select {
	case <-pause.C:
	case <-ctx.Done():
	}
	return choice, err
}

// ask lets the thinker choose.
func (p *aiPlayer) ask(ctx context.Context, b chess.Board, keys []uint64, t task) (ai.Choice, error) {
	p.thinker.History(keys)
	if m, ok := p.thinker.(mind); ok {
		m.listen(t.tell)
		m.lookFor(t.lines)
	}
	return p.thinker.Choose(ctx, b, t.limit)
}

// pace of moves: a person sees the answer come, two computers can be followed.
const (
	answerPace = 250 * time.Millisecond
	watchPace  = 700 * time.Millisecond
)

// hintTime is how long a hint is thought about.
const hintTime = time.Second

// Messages from searches. They name the game and the state of it that they
// were made for; one that comes late is dropped.
type (
	engineMovedMsg struct {
		game   string
		serial int
		choice ai.Choice
		err    error
	}
	hintMsg struct {
		game   string
		serial int
		choice ai.Choice
		advice []adviceLine // the choice in words
		err    error
	}
	clockTickMsg struct {
		game   string
		serial int
	}
)
