package engineplay

import (
	"context"
	"errors"
	"maps"
	"strconv"
	"sync"
	"time"

	"rookery/ai"
	"rookery/ai/uci"
	"rookery/chess"
	"rookery/tui/play"
)

// External is an engine that is a program of its own. It is started when it is
// first asked, and anew when the number of lines changes, because engines are
// told of it beforehand. All but Close is for one goroutine at a time.
type External struct {
	o       uci.Options
	plays   bool
	client  *uci.Client
	mu      sync.Mutex // guards client, against Close alone, and closed
	closed  bool
	started int // the lines it was started for
	threads int // that it is told to use, unless its spec says; 0 leaves it to the program
}

// NewOpponent makes an engine of the program that spec names, for playing games of
// r. It is told the whole game before each move, so that it sees repetitions, and
// is started again after it has failed. How many lines it looks for says spec.
func NewOpponent(spec string, r chess.Rules) (*External, error) {
	o, err := Options(spec, r)
	return &External{o: o, plays: true}, err
}

// StartTime is how long a program may take to get ready.
const StartTime = 10 * time.Second

// Start makes an engine of the program that spec names, uci:PATH or xboard:PATH,
// for positions of r, and starts it, on so many threads where it can be told and its spec
// does not; 0 leaves them to it. ctx bounds the start.
func Start(ctx context.Context, spec string, r chess.Rules, lines, threads int) (*External, error) {
	o, err := Options(spec, r)
	if err != nil {
		return nil, err
	}
	x := &External{o: o, threads: threads}
	return x, x.start(ctx, lines)
}

// Meet starts the engine that spec names, uci:PATH or xboard:PATH, ends it, and
// gives its name: a proof that it plays games of r. ctx bounds the start.
func Meet(ctx context.Context, spec string, r chess.Rules) (name string, err error) {
	x, err := Start(ctx, spec, r, 1, 0)
	if err != nil {
		return "", err
	}
	defer x.Close()
	return x.Name(), nil
}

// Name is how the program that was started calls itself.
func (x *External) Name() string { return play.Clean(x.client.Name()) }

// start runs the program for the lines and threads that are asked for, or without those
// that it cannot be told.
func (x *External) start(ctx context.Context, lines int) error {
	if old := x.put(nil); old != nil {
		old.Close()
	}
	x.started = lines
	var client *uci.Client
	err := error(nil)
	for _, extra := range x.extras(lines) {
		o := x.o
		o.Set = maps.Clone(x.o.Set)
		if o.Set == nil {
			o.Set = make(map[string]string)
		}
		maps.Copy(o.Set, extra)
		if client, err = uci.Start(ctx, o); !errors.Is(err, uci.ErrUnsupported) {
			break
		}
	}
	if err != nil {
		return err
	}
	x.put(client)
	return nil
}

// extras are the options to try beside those of the spec, the fullest first.
func (x *External) extras(lines int) []map[string]string {
	all := []map[string]string{{}}
	more := func(name string, n int) {
		full := maps.Clone(all[0])
		full[name] = strconv.Itoa(n)
		all = append([]map[string]string{full}, all...)
	}
	if x.o.Protocol == uci.UCI && lines > 1 {
		more("MultiPV", lines)
	}
	if _, set := x.o.Set["Threads"]; !set && x.threads > 1 {
		more("Threads", x.threads)
	}
	return all
}

// put changes the running program and gives the one before. A program that comes
// after Close is ended.
func (x *External) put(c *uci.Client) (old *uci.Client) {
	x.mu.Lock()
	defer x.mu.Unlock()
	old, x.client = x.client, c
	if c != nil && x.closed {
		c.Close()
	}
	return old
}

// Choose implements [Thinker].
func (x *External) Choose(ctx context.Context, b chess.Board, _ []uint64, t play.Task) (ai.Choice, error) {
	lines := max(t.Lines, 1)
	if x.plays {
		lines = 1
	}
	if x.client == nil || x.started != lines {
		if err := x.start(ctx, lines); err != nil {
			return ai.Choice{}, err
		}
	}
	if x.plays {
		x.client.Position(t.Start.FEN(), t.Moves)
	}
	x.client.OnInfo = t.Tell
	c, err := x.client.Choose(ctx, b, t.Limit)
	if err != nil && ctx.Err() == nil && x.plays {
		x.put(nil).Close()
	}
	return c, err
}

// Close ends the program and returns when it has ended. It may be called while
// Choose is at work; a program that gets ready later ends at once.
func (x *External) Close() {
	x.mu.Lock()
	x.closed = true
	client := x.client
	x.mu.Unlock()
	if client != nil {
		client.Close() // what becomes of a program that ends is its own business
	}
}

// FaultText says what went wrong with the engine of a player who is called name.
func FaultText(name string, err error) string {
	var fault *uci.Error
	if !errors.As(err, &fault) {
		return err.Error()
	}
	text := name + " " + fault.Err.Error()
	if fault.Detail != "" {
		text += ": " + fault.Detail
	}
	if errors.Is(err, uci.ErrDied) && len(fault.Output) > 0 {
		text += " (" + fault.Output[len(fault.Output)-1] + ")"
	}
	return text
}

// Roster knows every program that was started for a screen, so that none
// outlives it, even one that gets ready after the screen was left.
type Roster struct {
	mu       sync.Mutex
	closed   bool
	programs []*External
}

// Admit takes a program in; false when it is too late, and the program is ended.
func (r *Roster) Admit(x *External) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		x.Close()
		return false
	}
	r.programs = append(r.programs, x)
	return true
}

// leaveTime is how long a screen waits for programs to end before it goes on;
// they end all the same.
const leaveTime = 50 * time.Millisecond

// Dismiss ends all programs; last tells that none may come any more.
func (r *Roster) Dismiss(last bool) {
	r.mu.Lock()
	programs := r.programs
	r.programs, r.closed = nil, last
	r.mu.Unlock()
	if len(programs) == 0 {
		return
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for _, x := range programs {
			x.Close()
		}
	}()
	select {
	case <-done:
	case <-time.After(leaveTime):
	}
}
