package matchcmd

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"rookery/ai"
	"rookery/ai/match"
	"rookery/ai/network"
	"rookery/ai/uci"
	"rookery/chess/sorted"
	"rookery/cmd/internal/cli"
	"rookery/variants"
)

// player reads how a player of a match is named, and gives what to call it
// and how to make one for a worker.
func (c *matchConfig) player(ctx context.Context, spec string, v variants.Variant, net, margins string) (name string, start func() (match.Player, error), err error) {
	if !isOurs(spec) && !strings.EqualFold(spec, "ai") {
		if engine, ok := cli.Engine(spec); ok {
			spec = engine
		}
	}
	o, external, err := uci.ParseSpec(spec)
	if err != nil {
		return "", nil, cli.UsageError{Err: err}
	}
	if external {
		return c.program(ctx, o, v)
	}
	if strings.EqualFold(spec, "ai") {
		spec = fmt.Sprint("ai:", len(ai.Levels()))
	}
	if !isOurs(spec) {
		return "", nil, cli.Usagef("a player must be ai, ai:LEVEL:STYLE, uci:PATH, xboard:PATH or an engine from your list, not %q", spec)
	}
	p, err := cli.ParsePlayer(spec)
	if err != nil {
		return "", nil, err
	}
	own, none, err := readNetwork(net, v)
	if err != nil {
		return "", nil, err
	}
	tuned, err := readMargins(margins)
	if err != nil {
		return "", nil, err
	}
	name = p.Name
	for _, file := range []string{net, margins} {
		if file != "" {
			name += " (" + filepath.Base(file) + ")"
		}
	}
	return name, func() (match.Player, error) {
		computer := &match.Computer{Level: p.Level, Style: p.Style, Threads: c.threads, Hash: c.hash << 20, Resigns: c.resigns, Network: own, NoNetwork: none, Margins: tuned}
		return opening(computer, c.book, p.Level), nil
	}, nil
}

// readMargins reads a file of margins; nothing where none is named.
func readMargins(name string) (*ai.Margins, error) {
	if name == "" {
		return nil, nil
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	m, err := ai.ReadMargins(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return &m, nil
}

// readNetwork reads what a flag such as --a-network names for games of v: a file, "none" or nothing.
func readNetwork(name string, v variants.Variant) (n *network.Network, none bool, err error) {
	switch {
	case name == "":
		return nil, false, nil
	case name == "none":
		return nil, true, nil
	}
	if n, err = ai.ReadNetwork(name); err != nil {
		return nil, false, err
	}
	if v.Rules.Board != nil || !n.Features.Fits(v.Rules) {
		return nil, false, fmt.Errorf("%s: the network is for %q, not for %s", name, n.Game, v.Rules.Name)
	}
	return n, false, nil
}

// program is a player that is another program. It is started once to learn its
// name and whether it plays the game at all.
func (c *matchConfig) program(ctx context.Context, o uci.Options, v variants.Variant) (string, func() (match.Player, error), error) {
	var err error
	if err = setGame(&o, v); err != nil {
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
	for _, name := range sorted.Names(o.Set) {
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

// setGame tells o what is played.
func setGame(o *uci.Options, v variants.Variant) (err error) {
	o.OwnName = v.OwnName()
	o.Variant, o.ShuffledStart, err = engineGame(v, o.Protocol)
	return err
}

// engineGame is what engines call a game, and whether it begins from a drawn
// array. Arrays of our own are given to them as a FEN. A game that has no name
// among engines goes by that of the register, which another Rookery knows.
func engineGame(v variants.Variant, p uci.Protocol) (name string, drawn bool, err error) {
	if r := v.Rules; r.Start != nil && (v.UCI == "" || r.Start.Count > 1) {
		r.Start = nil
		if plain, ok := variants.Of(r); ok {
			v, drawn = plain, v.Rules.Start.Count > 1
		}
	}
	switch {
	case v.UCI == "chess":
		return "", drawn, nil
	case p == uci.XBoard && drawn:
		return "", false, fmt.Errorf("XBoard does not support %s from a random starting position", v.Rules.Name)
	case p == uci.XBoard || v.UCI == "":
		return v.ID, drawn, nil
	}
	return v.UCI, drawn, nil
}

// isOurs tells whether a player is this program's own engine.
func isOurs(spec string) bool {
	kind, _, _ := strings.Cut(spec, ":")
	return strings.EqualFold(kind, "ai")
}
