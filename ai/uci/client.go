package uci

import (
	"context"
	"path/filepath"
	"strings"
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

	options  Options
	name     string
	process  *process
	protocol protocol
	position position
	mu       sync.Mutex
	failed   error // why it cannot go on
	closed   bool
}

// protocol is UCI or XBoard's.
type protocol interface {
	// handshake gets the engine ready for its first game.
	handshake(ctx context.Context) error
	// newGame forgets the last game.
	newGame(ctx context.Context) error
	// list is what can be set, in the order of the engine.
	list() []Option
	// answered tells whether the engine has announced anything.
	answered() bool
	// think asks for a move in the position that at leads to.
	think(ctx context.Context, at position, lim ai.Limit) (ai.Choice, error)
}

// position is a board and how it came about.
type position struct {
	start      string // FEN
	usualStart bool   // start is the one that the rules give
	moves      []chess.Move
	text       []string    // the moves as the protocol writes them
	board      chess.Board // after the moves; owned by this position
}

// Start runs an engine and waits until it is ready. ctx bounds the start alone.
// The error is an *Error: of kind ErrUnsupported when the engine does not know the
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
	c := &Client{options: o, name: o.Name}
	if c.name == "" {
		c.name = sanitize(filepath.Base(o.Path))
	}
	var err error
	if c.process, err = launch(&c.options); err != nil {
		return nil, &Error{Engine: c.name, Err: ErrStart, Detail: sanitize(err.Error())}
	}
	switch o.Protocol {
	case XBoard:
		c.protocol = &xboardProtocol{Client: c}
	default:
		c.protocol = &uciProtocol{Client: c}
	}
	if err := c.protocol.handshake(ctx); err != nil {
		c.failed = err
		c.Close()
		return nil, err
	}
	return c, nil
}

// Name is what the engine calls itself, unless Options name it; safe to print.
func (c *Client) Name() string { return c.name }

// Announced is the options that the engine has, in its order, safe to print.
func (c *Client) Announced() []Option { return c.protocol.list() }

// Answered reports whether the engine announced itself. Old engines of XBoard's protocol do
// not, and programs that are no engines.
func (c *Client) Answered() bool { return c.protocol.answered() }

// Output is the last lines the engine wrote, oldest first, safe to print.
func (c *Client) Output() []string { return c.process.tail.last() }

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
	c.process.close("quit", patience)
	return nil
}

// NewGame tells the engine that a new game begins.
func (c *Client) NewGame(ctx context.Context) error {
	if err := c.permanentError(); err != nil {
		return err
	}
	c.position = position{}
	return c.keepError(c.protocol.newGame(ctx))
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
// further calls fail alike then, unless the kind is ErrUnsupported. In the Choice of
// an XBoard engine that resigns, Resign is set and Move is zero.
func (c *Client) Choose(ctx context.Context, b chess.Board, lim ai.Limit) (ai.Choice, error) {
	if err := c.permanentError(); err != nil {
		return ai.Choice{}, err
	}
	if len(b.Moves(nil)) == 0 {
		return ai.Choice{}, ai.ErrNoMove
	}
	lim = c.options.combine(lim)
	if !lim.Infinite && lim.Depth == 0 && lim.Nodes == 0 && lim.MoveTime == 0 && lim.Time[b.Turn()] <= 0 {
		lim.MoveTime = time.Second
	}
	choice, err := c.protocol.think(ctx, c.pathTo(b), lim)
	if err != nil {
		return ai.Choice{}, c.keepError(err)
	}
	return choice, nil
}

// pathTo replays the game that leads to b, or gives b alone where none does.
func (c *Client) pathTo(b chess.Board) position {
	at := position{start: c.position.start, moves: c.position.moves}
	if board, err := chess.NewBoard(b.Rules(), at.start); err == nil {
		at.start = board.FEN()
		legal := make([]chess.Move, 0, 320)
		for _, m := range at.moves {
			legal = board.Moves(legal[:0])
			if !contains(legal, m) {
				break
			}
			at.text = append(at.text, c.writeMove(board, m))
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
		at.usualStart = first.FEN() == at.start
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

// permanentError is not nil once the Client cannot go on.
func (c *Client) permanentError() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.failed == nil && c.closed {
		return &Error{Engine: c.name, Err: ErrClosed}
	}
	return c.failed
}

// keepError keeps an error that lasts and returns it.
func (c *Client) keepError(err error) error {
	if !IsFatal(err) {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.failed == nil {
		c.failed = err
	}
	return err
}

// newError makes an *Error of this engine. An engine that has ended is reported as
// that, whatever else is amiss.
func (c *Client) newError(kind error, detail string) error {
	c.mu.Lock()
	if c.closed {
		kind, detail = ErrClosed, ""
	}
	c.mu.Unlock()
	e := &Error{Engine: c.name, Err: kind, Detail: sanitize(detail)}
	if kind != ErrUnsupported { // what it wrote has nothing to do with that
		e.Output = c.process.tail.last()
	}
	return e
}

func (c *Client) send(lines ...string) error {
	for _, line := range lines {
		if !c.process.send(line) {
			return c.newError(ErrSilent, "it stopped reading")
		}
	}
	return nil
}

// discardOutput drops the lines that were not read.
func (c *Client) discardOutput() {
	for {
		select {
		case _, ok := <-c.process.lines:
			if !ok {
				return
			}
		default:
			return
		}
	}
}

// waitFor reads lines until heard has had enough, for at most patience. It returns
// ctx's error when ctx ends.
func (c *Client) waitFor(ctx context.Context, patience time.Duration, waiting string, heard func(line string) (enough bool, err error)) error {
	timer := time.NewTimer(patience)
	defer timer.Stop()
	for {
		select {
		case line, ok := <-c.process.lines:
			if !ok {
				return c.outputEnded()
			}
			if enough, err := heard(line); enough || err != nil {
				return err
			}
		case <-timer.C:
			return c.newError(ErrSilent, "waited "+patience.String()+" for "+waiting)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// outputEnded reports an engine whose output has ended, which it may have closed while running.
func (c *Client) outputEnded() error {
	timer := time.NewTimer(time.Second)
	defer timer.Stop()
	select {
	case <-c.process.exited:
		<-c.process.stderrClosed // soon: see process.wait
		return c.newError(ErrDied, c.process.exitStatus())
	case <-timer.C:
		return c.newError(ErrDied, "it closed its output")
	}
}

// writeMove writes a legal move of b as the engine wants it.
func (c *Client) writeMove(b chess.Board, m chess.Move) string {
	if m.Kind() != chess.Castling {
		text := chess.UCI(b, m)
		if c.options.Protocol == XBoard && m == chess.Pass {
			text = "@@@@"
		}
		return text
	}
	switch {
	case !c.options.ShuffledStart:
		l := b.Layout()
		return l.SquareName(m.From()) + l.SquareName(m.Landing())
	case c.options.Protocol == XBoard && m.To() > m.From():
		return "O-O"
	case c.options.Protocol == XBoard:
		return "O-O-O"
	}
	return m.String()
}

// readMove reads a move of an engine: both ways of castling, drops, and, since
// some XBoard engines know nothing else, algebraic notation. Pass is no move.
func (c *Client) readMove(b chess.Board, text string) (chess.Move, error) {
	m, err := chess.ParseUCI(b, text)
	if err != nil && c.options.Protocol == XBoard {
		m, err = chess.ParseMove(b, strings.TrimRight(text, "!?"))
	}
	if err == nil && m == chess.Pass {
		err = &chess.SyntaxError{Text: text}
	}
	return m, err
}
