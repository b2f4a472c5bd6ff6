package uci

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"rookery/ai"
	"rookery/chess/sorted"
)

// Protocol is how an engine wants to be spoken to.
type Protocol uint8

const (
	UCI    Protocol = iota // the Universal Chess Interface
	XBoard                 // the Chess Engine Communication Protocol, version 2 or before
)

// String is the name by which a specification begins: "uci" or "xboard".
func (p Protocol) String() string { return [...]string{"uci", "xboard"}[p] }

// Options say which program to start and how to play with it.
type Options struct {
	Protocol Protocol
	Path     string   // of the program; a bare name is looked up in PATH
	Args     []string // its arguments
	Dir      string   // where it runs; empty for here
	Env      []string // further environment, as key=value
	Name     string   // what to call it; empty for what it calls itself

	// Set are options of the engine by name, ignoring case. A UCI
	// engine must have announced them. For an XBoard engine Hash (megabytes)
	// and Threads become memory and cores.
	Set map[string]string

	// Variant is the game as the protocol names it: the value of UCI_Variant,
	// or the word after XBoard's variant command; empty for chess.
	Variant string
	// OwnName is what Rookery calls a game that others know as Variant from another starting position, if at
	// all. A UCI engine that offers it is told that name.
	OwnName string
	// ShuffledStart tells that kings and rooks may not start where chess has them:
	// UCI_Chess960 is set, and castling is king takes rook, or O-O for XBoard.
	ShuffledStart bool

	// Limit bounds every search besides the limit that Choose is given.
	Limit ai.Limit

	// StartTime is how long the engine may take to get ready, MoveGrace how
	// far it may exceed a time for a move, Silence how long it may write
	// nothing where a search has no time; zero for ten seconds, ten seconds
	// and two minutes.
	StartTime, MoveGrace, Silence time.Duration
}

// The patience where Options give none.
const (
	defaultStart   = 10 * time.Second
	defaultGrace   = 10 * time.Second
	defaultSilence = 2 * time.Minute
)

// ParseSpec reads how a player names an engine:
//
//	uci:PATH?NAME=VALUE&NAME=VALUE
//	xboard:PATH?depth=6&args=-b-
//
// Names are options of the engine, but for these in lower case: args, which
// holds words for the command line; dir; name; the limits depth, nodes and
// movetime (1.5s, or milliseconds); and timeout, which sets Options.Silence and
// Options.MoveGrace. A %XX in names and values is a byte; the path ends at the
// last question mark. ok is false where spec begins with neither protocol.
func ParseSpec(spec string) (o Options, ok bool, err error) {
	scheme, rest, _ := strings.Cut(spec, ":")
	switch strings.ToLower(scheme) {
	case UCI.String():
	case XBoard.String():
		o.Protocol = XBoard
	default:
		return Options{}, false, nil
	}
	query := ""
	if i := strings.LastIndexByte(rest, '?'); i >= 0 {
		rest, query = rest[:i], rest[i+1:]
	}
	if rest == "" {
		return Options{}, true, fmt.Errorf("%q does not name a program: write %s:/path/to/engine", spec, o.Protocol)
	}
	o.Path = rest
	for pair := range strings.SplitSeq(query, "&") {
		if pair == "" {
			continue
		}
		if err := o.set(pair); err != nil {
			return Options{}, true, fmt.Errorf("%q: %w", spec, err)
		}
	}
	return o, true, nil
}

func (o *Options) set(pair string) error {
	name, value, found := strings.Cut(pair, "=")
	name, err := url.PathUnescape(name)
	if err != nil {
		return err
	}
	if value, err = url.PathUnescape(value); err != nil {
		return err
	}
	if name == "" || strings.ContainsAny(name+value, "\r\n") {
		return fmt.Errorf("%q is not an option: write name=value", pair)
	}
	switch name {
	case "args":
		o.Args = append(o.Args, strings.Fields(value)...)
	case "dir":
		o.Dir = value
	case "name":
		o.Name = sanitize(value)
	case "depth":
		if o.Limit.Depth, err = strconv.Atoi(value); err != nil || o.Limit.Depth < 1 {
			return fmt.Errorf("depth must be a number of plies, not %q", value)
		}
	case "nodes":
		if o.Limit.Nodes, err = strconv.ParseUint(value, 10, 64); err != nil || o.Limit.Nodes == 0 {
			return fmt.Errorf("nodes must be a number of positions, not %q", value)
		}
	case "movetime":
		if o.Limit.MoveTime, err = duration(value); err != nil {
			return fmt.Errorf("movetime must be a time such as 500ms or 2s, not %q", value)
		}
	case "timeout":
		if o.Silence, err = duration(value); err != nil {
			return fmt.Errorf("timeout must be a time such as 30s, not %q", value)
		}
		o.MoveGrace = o.Silence
	default:
		if !found {
			return fmt.Errorf("%q has no value: write %s=value", name, name)
		}
		if o.Set == nil {
			o.Set = map[string]string{}
		}
		o.Set[name] = value
	}
	return nil
}

// Spec writes o as ParseSpec reads it: the protocol, the program and what is
// asked of it; not the game, nor the environment.
func (o *Options) Spec() string {
	var pairs []string
	add := func(name, value string) { pairs = append(pairs, escape(name)+"="+escape(value)) }
	if len(o.Args) > 0 {
		add("args", strings.Join(o.Args, " "))
	}
	if o.Dir != "" {
		add("dir", o.Dir)
	}
	if o.Name != "" {
		add("name", o.Name)
	}
	if o.Limit.Depth > 0 {
		add("depth", strconv.Itoa(o.Limit.Depth))
	}
	if o.Limit.Nodes > 0 {
		add("nodes", strconv.FormatUint(o.Limit.Nodes, 10))
	}
	if o.Limit.MoveTime > 0 {
		add("movetime", o.Limit.MoveTime.String())
	}
	if o.Silence > 0 {
		add("timeout", o.Silence.String())
	}
	for _, name := range sorted.Names(o.Set) {
		add(name, o.Set[name])
	}
	spec := o.Protocol.String() + ":" + o.Path
	if len(pairs) > 0 || strings.Contains(o.Path, "?") {
		spec += "?" + strings.Join(pairs, "&")
	}
	return spec
}

// escape writes what a name or a value may not hold as it stands.
func escape(s string) string {
	return strings.NewReplacer("%", "%25", "&", "%26", "=", "%3D", "?", "%3F", "\n", "%0A", "\r", "%0D").Replace(s)
}

// duration reads a positive time; a bare number counts milliseconds.
func duration(s string) (time.Duration, error) {
	if n, err := strconv.Atoi(s); err == nil {
		s = fmt.Sprint(n, "ms")
	}
	d, err := time.ParseDuration(s)
	if err == nil && d <= 0 {
		err = fmt.Errorf("%s is not a time", s)
	}
	return d, err
}

// combine joins the engine's own limit with that of one search: the smaller of
// both where both bound the same.
func (o *Options) combine(lim ai.Limit) ai.Limit {
	own := o.Limit
	if own.Depth > 0 && (lim.Depth == 0 || own.Depth < lim.Depth) {
		lim.Depth, lim.Infinite = own.Depth, false
	}
	if own.Nodes > 0 && (lim.Nodes == 0 || own.Nodes < lim.Nodes) {
		lim.Nodes, lim.Infinite = own.Nodes, false
	}
	if own.MoveTime > 0 && (lim.MoveTime == 0 || own.MoveTime < lim.MoveTime) {
		lim.MoveTime, lim.Infinite = own.MoveTime, false
	}
	return lim
}
