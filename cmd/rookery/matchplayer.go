package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"rookery/ai"
	"rookery/ai/match"
	"rookery/ai/uci"
	"rookery/chess"
	"rookery/variants"
)

// contestant reads how a player of a match is named, and gives what to call it
// and how to make one for a worker.
func (c *contest) contestant(ctx context.Context, spec string, r chess.Rules) (name string, start func() (match.Player, error), err error) {
	o, external, err := uci.ParseSpec(spec)
	if err != nil {
		return "", nil, usageError{err}
	}
	if external {
		return c.program(ctx, o, r)
	}
	if strings.EqualFold(spec, "ai") {
		spec = fmt.Sprint("ai:", len(ai.Levels()))
	}
	if !isOurs(spec) {
		return "", nil, usagef("a player of a match is ai, ai:LEVEL:STYLE, uci:PATH or xboard:PATH, not %q", spec)
	}
	p, err := parsePlayer(spec)
	if err != nil {
		return "", nil, err
	}
	return p.Name, func() (match.Player, error) {
		computer := &match.Computer{Level: p.Level, Style: p.Style, Threads: c.threads, Hash: c.hash << 20, Resigns: c.resigns}
		return opening(computer, c.book, p.Level), nil
	}, nil
}

// program is a player that is another program. It is started once to learn its
// name and whether it plays the game at all.
func (c *contest) program(ctx context.Context, o uci.Options, r chess.Rules) (string, func() (match.Player, error), error) {
	var err error
	if o.Variant, o.Drawn, err = engineGame(r, o.Protocol); err != nil {
		return "", nil, err
	}
	client, err := uci.Start(ctx, o)
	if err != nil {
		return "", nil, err
	}
	name := client.Name()
	if o.Name == "" {
		name += described(o)
	}
	if err := client.Close(); err != nil {
		return "", nil, err
	}
	return name, func() (match.Player, error) { return match.StartExternal(ctx, o) }, nil
}

// described is how a program is told apart from itself with other options.
func described(o uci.Options) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(o.Set)) {
		parts = append(parts, name+"="+o.Set[name])
	}
	if l := (match.Allowance{Nodes: o.Limit.Nodes, Depth: o.Limit.Depth, MoveTime: o.Limit.MoveTime}); l != (match.Allowance{}) {
		parts = append(parts, describeAllowance(l))
	}
	if len(parts) == 0 {
		return ""
	}
	return " (" + strings.Join(parts, ", ") + ")"
}

// engineGame is what engines call a game, and whether it begins from a drawn
// array. Arrays of our own are given to them as a FEN.
func engineGame(r chess.Rules, p uci.Protocol) (name string, drawn bool, err error) {
	v, known := variants.Of(r)
	if (!known || v.UCI == "" || v.UCI == "chess960") && r.Setup != nil {
		drawn = r.Setup.Count > 1
		plain := r
		plain.Setup = nil
		v, known = variants.Of(plain)
	}
	switch {
	case !known || v.UCI == "":
		return "", false, fmt.Errorf("%s has no name that other programs know", r.Name)
	case v.UCI == "chess":
		return "", drawn, nil
	case p == uci.XBoard && drawn:
		return "", false, fmt.Errorf("XBoard has no name for %s", r.Name)
	case p == uci.XBoard:
		return v.ID, false, nil
	}
	return v.UCI, drawn, nil
}

// isOurs tells whether a player is this program's own engine.
func isOurs(spec string) bool {
	kind, _, _ := strings.Cut(spec, ":")
	return strings.EqualFold(kind, "ai")
}
