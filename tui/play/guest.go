package play

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os/exec"
	"path/filepath"
	"sync"

	"rookery/ai"
	"rookery/ai/uci"
	"rookery/chess"
	"rookery/variants"
)

// EngineOptions are those of the engine that spec names, uci:PATH or
// xboard:PATH, for games of r.
func EngineOptions(spec string, r chess.Rules) (uci.Options, error) {
	o, ok, err := uci.ParseSpec(spec)
	switch {
	case err != nil:
		return o, err
	case !ok:
		return o, fmt.Errorf("%q is no engine: write uci:PATH or xboard:PATH", spec)
	}
	known := false
	if o.Protocol == uci.XBoard {
		o.Variant, o.Drawn, known = variants.XBoardName(r)
	} else {
		o.Variant, o.Drawn, known = variants.UCIName(r)
	}
	if !known {
		return o, fmt.Errorf("no other engine knows %s", r.Name)
	}
	return o, nil
}

// EnginePlayer is the engine that spec names as a player; its name is empty
// unless spec gives one. The path is made whole, so that a game can be continued
// from another place; our strongest engine stands ready to take over.
func EnginePlayer(spec string) (Player, error) {
	o, ok, err := uci.ParseSpec(spec)
	switch {
	case err != nil:
		return Player{}, err
	case !ok:
		return Player{}, fmt.Errorf("%q is no engine: write uci:PATH or xboard:PATH", spec)
	}
	path, err := exec.LookPath(o.Path)
	switch {
	case err == nil || errors.Is(err, exec.ErrDot):
	case errors.Is(err, fs.ErrPermission):
		return Player{}, fmt.Errorf("%s is no program that can be run", o.Path)
	default:
		return Player{}, fmt.Errorf("there is no program %s", o.Path)
	}
	if o.Path, err = filepath.Abs(path); err != nil {
		return Player{}, err
	}
	levels := ai.Levels()
	return Player{
		Kind: Computer, Name: o.Name, Level: levels[len(levels)-1], Style: ai.Styles()[0], Program: o.Spec(),
	}, nil
}

// Guest is an engine that is a program of its own and plays a side of a game. It
// is started when it first has to move, and again after it has failed. It may be
// used by one goroutine at a time, but for Close.
type Guest struct {
	o      uci.Options
	mu     sync.Mutex // guards client and closed
	client *uci.Client
	closed bool
}

// NewGuest makes a guest of the engine that spec names, for games of r.
func NewGuest(spec string, r chess.Rules) (*Guest, error) {
	o, err := EngineOptions(spec, r)
	return &Guest{o: o}, err
}

// Choose asks for a move on b, the position of a game that began at the FEN
// start and went on by moves.
func (g *Guest) Choose(ctx context.Context, start string, moves []chess.Move, b chess.Board, lim ai.Limit) (ai.Choice, error) {
	client, err := g.running(ctx)
	if err != nil {
		return ai.Choice{}, err
	}
	client.Position(start, moves)
	c, err := client.Choose(ctx, b, lim)
	if err != nil && ctx.Err() == nil {
		g.put(nil)
		client.Close()
	}
	return c, err
}

// running is the program, which is started if it is not.
func (g *Guest) running(ctx context.Context) (*uci.Client, error) {
	g.mu.Lock()
	client := g.client
	g.mu.Unlock()
	if client != nil {
		return client, nil
	}
	client, err := uci.Start(ctx, g.o)
	if err != nil {
		return nil, err
	}
	if !g.put(client) {
		client.Close()
		return nil, uci.ErrClosed
	}
	return client, nil
}

// put keeps a program; false when the guest was closed meanwhile.
func (g *Guest) put(c *uci.Client) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.client = c
	return !g.closed
}

// Close ends the program and returns when it has ended. It may be called while
// Choose is at work; the guest cannot be used afterwards.
func (g *Guest) Close() {
	g.mu.Lock()
	g.closed = true
	client := g.client
	g.mu.Unlock()
	if client != nil {
		client.Close() // what becomes of a program that ends is its own business
	}
}
