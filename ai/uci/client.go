package uci

import (
	"context"
	"path/filepath"
	"sync"
	"time"

	"rookery/ai"
	"rookery/chess"
)

// Client is another engine, running. Close it when it is no longer needed.
// Only Close may be called while another method is at work.
type Client struct {
	// OnInfo, when set, is called from Choose with what the engine tells of its
	// search. Moves of a line that are not legal end the line.
	OnInfo func(ai.Info)

	o        Options
	name     string
	p        *process
	speaker  speaker
	position position
	mu       sync.Mutex
	failed   error // why it cannot go on
	closed   bool
}

// speaker is one protocol.
type speaker interface {
	// greet gets the engine ready for its first game.
	greet(ctx context.Context) error
	// newGame forgets the last game.
	newGame(ctx context.Context) error
	// think asks for a move in the position that at leads to.
	think(ctx context.Context, at position, lim ai.Limit) (ai.Choice, error)
}

// position is a board and how it came about.
type position struct {
	start string // FEN
	usual bool   // start is the array that the game begins with by its rules
	moves []chess.Move
	text  []string    // the moves as the protocol writes them
	board chess.Board // after the moves; nobody else's
}

// Start runs an engine and waits until it is ready. ctx bounds the start alone.
// The error is an *Error: of kind ErrUnfit when the engine does not know the
// game or an option.
func Start(ctx context.Context, o Options) (*Client, error) {
	if o.StartTime <= 0 {
		o.StartTime = defaultStart
	}
	if o.MoveGrace <= 0 {
		o.MoveGrace = defaultGrace
	}
	if o.Silence <= 0 {
		o.Silence = defaultSilence
	}
	c := &Client{o: o, name: o.Name}
	if c.name == "" {
		c.name = clean(filepath.Base(o.Path))
	}
	var err error
	if c.p, err = launch(&c.o); err != nil {
		return nil, &Error{Engine: c.name, Err: ErrStart, Detail: clean(err.Error())}
	}
	switch o.Protocol {
	case XBoard:
		c.speaker = &xboard{Client: c}
	default:
		c.speaker = &universal{Client: c}
	}
	if err := c.speaker.greet(ctx); err != nil {
		c.failed = err
		c.Close()
		return nil, err
	}
	return c, nil
}

// Name is what the engine calls itself, unless Options name it; safe to print.
func (c *Client) Name() string { return c.name }

// Output is the last lines the engine wrote, oldest first, safe to print.
func (c *Client) Output() []string { return c.p.tail.last() }

// Close asks the engine to end, makes it end, with all that it has started, and
// returns when it has. A Choose that is under way returns ErrClosed.
func (c *Client) Close() error {
	c.mu.Lock()
	c.closed = true
	patience := time.Second
	if c.failed != nil {
		patience = 0
	}
	c.mu.Unlock()
	c.p.close("quit", patience)
	return nil
}

// NewGame tells the engine that a new game begins.
func (c *Client) NewGame(ctx context.Context) error {
	if err := c.broken(); err != nil {
		return err
	}
	c.position = position{}
	return c.settle(c.speaker.newGame(ctx))
}

// Position tells how the board of the next Choose came about, so that the
// engine sees repetitions: the FEN of the start, empty for the game's own, and
// the moves since. Without it, or where it does not lead to that board, the
// engine is given the board alone. The moves are copied.
func (c *Client) Position(start string, moves []chess.Move) {
	c.position = position{start: start, moves: append([]chess.Move(nil), moves...)}
}

// Choose asks for a move on b, which it leaves as it is. When ctx ends the
// engine is told to move at once, and what it then says is returned without an
// error. Without any limit the engine is given a second. It returns
// ai.ErrNoMove where there is no move, and an *Error when the engine fails; all
// further calls fail alike then, unless the kind is ErrUnfit. In the Choice of
// an XBoard engine that resigns, Resign is set and Move is zero.
func (c *Client) Choose(ctx context.Context, b chess.Board, lim ai.Limit) (ai.Choice, error) {
	if err := c.broken(); err != nil {
		return ai.Choice{}, err
	}
	if len(b.Moves(nil)) == 0 {
		return ai.Choice{}, ai.ErrNoMove
	}
	lim = c.o.within(lim)
	if !lim.Infinite && lim.Depth == 0 && lim.Nodes == 0 && lim.MoveTime == 0 && lim.Time[b.Turn()] <= 0 {
		lim.MoveTime = time.Second
	}
	choice, err := c.speaker.think(ctx, c.lead(b), lim)
	if err != nil {
		return ai.Choice{}, c.settle(err)
	}
	return choice, nil
}

// lead replays the way to b, or gives b alone where no way leads there.
func (c *Client) lead(b chess.Board) position {
	at := position{start: c.position.start, moves: c.position.moves}
	if board, err := chess.NewBoard(b.Rules(), at.start); err == nil {
		at.start = board.FEN()
		legal := make([]chess.Move, 0, 320)
		for _, m := range at.moves {
			legal = board.Moves(legal[:0])
			if !contains(legal, m) {
				break
			}
			at.text = append(at.text, c.write(board, m))
			board.Make(m)
		}
		if len(at.text) == len(at.moves) && board.Key() == b.Key() {
			at.board = board
		}
	}
	if at.board == nil {
		at = position{start: b.FEN(), board: b.Clone()}
	}
	if first, err := chess.NewBoard(b.Rules(), ""); err == nil {
		at.usual = first.FEN() == at.start
	}
	return at
}

func contains(moves []chess.Move, m chess.Move) bool {
	for _, each := range moves {
		if each == m {
			return true
		}
	}
	return false
}

// broken is the error of a Client that cannot go on.
func (c *Client) broken() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.failed == nil && c.closed {
		return &Error{Engine: c.name, Err: ErrClosed}
	}
	return c.failed
}

// settle remembers an error that lasts.
func (c *Client) settle(err error) error {
	if !Lasting(err) {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.failed == nil {
		c.failed = err
	}
	return err
}

// fault makes an *Error of this engine. An engine that has ended is reported as
// that, whatever else is amiss.
func (c *Client) fault(kind error, detail string) error {
	c.mu.Lock()
	if c.closed {
		kind, detail = ErrClosed, ""
	}
	c.mu.Unlock()
	e := &Error{Engine: c.name, Err: kind, Detail: clean(detail)}
	if kind != ErrUnfit { // what it wrote has nothing to do with that
		e.Output = c.p.tail.last()
	}
	return e
}

// say sends lines to the engine.
func (c *Client) say(lines ...string) error {
	for _, line := range lines {
		if !c.p.send(line) {
			return c.fault(ErrSilent, "it has stopped reading")
		}
	}
	return nil
}

// idle throws away what the engine has written since it was last listened to.
func (c *Client) idle() {
	for {
		select {
		case _, ok := <-c.p.lines:
			if !ok {
				return
			}
		default:
			return
		}
	}
}

// hear listens until heard says that it has heard enough, for at most patience.
// It stops with ctx's error when ctx ends.
func (c *Client) hear(ctx context.Context, patience time.Duration, waiting string, heard func(line string) (enough bool, err error)) error {
	timer := time.NewTimer(patience)
	defer timer.Stop()
	for {
		select {
		case line, ok := <-c.p.lines:
			if !ok {
				return c.died()
			}
			if enough, err := heard(line); enough || err != nil {
				return err
			}
		case <-timer.C:
			return c.fault(ErrSilent, "waited "+patience.String()+" for "+waiting)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// died reports an engine whose output has ended, which it may have closed alive.
func (c *Client) died() error {
	timer := time.NewTimer(time.Second)
	defer timer.Stop()
	select {
	case <-c.p.ended:
		<-c.p.mute // soon: see process.wait
		return c.fault(ErrDied, c.p.epitaph())
	case <-timer.C:
		return c.fault(ErrDied, "it has closed its output")
	}
}
