package uci

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"

	"rookery/ai"
	"rookery/chess"
)

type uciProtocol struct {
	*Client
	announced map[string]Option // by name in lower case
	order     []string          // their names as they came
}

// Option is one setting that an engine has announced.
type Option struct {
	Name     string
	Kind     string   // check, spin, combo, string or button
	Default  string   // empty where it did not say
	Values   []string // of a combo
	Min, Max string   // of a spin, empty where it did not say
}

func (u *uciProtocol) answered() bool { return true } // uciok has come

func (u *uciProtocol) list() (all []Option) {
	for _, name := range u.order {
		all = append(all, u.announced[name])
	}
	return all
}

// Reject says why a value does not suit the option, empty when it does. An engine that
// is given such a value keeps its own and says nothing.
func (o *Option) Reject(value string) string {
	switch o.Kind {
	case "check":
		if value != "true" && value != "false" {
			return fmt.Sprintf("%s is true or false, not %q", o.Name, value)
		}
	case "combo":
		if !slices.ContainsFunc(o.Values, func(v string) bool { return strings.EqualFold(v, value) }) {
			return fmt.Sprintf("%s is %s, not %q", o.Name, strings.Join(o.Values, ", "), value)
		}
	case "spin":
		n, err := strconv.ParseInt(value, 10, 64)
		if err != nil {
			return fmt.Sprintf("%s is a number, not %q", o.Name, value)
		}
		least, lowless := strconv.ParseInt(o.Min, 10, 64)
		most, topless := strconv.ParseInt(o.Max, 10, 64)
		if lowless == nil && n < least || topless == nil && n > most {
			return fmt.Sprintf("%s is a number from %s to %s, not %s", o.Name, o.Min, o.Max, value)
		}
	}
	return ""
}

func (u *uciProtocol) handshake(ctx context.Context) error {
	u.announced = make(map[string]Option)
	if err := u.send("uci"); err != nil {
		return err
	}
	err := u.waitFor(ctx, u.options.StartTime, "uciok", func(line string) (bool, error) {
		switch first, rest := cutWord(line); first {
		case "uciok":
			return true, nil
		case "id":
			if key, name := cutWord(rest); key == "name" && name != "" && u.options.Name == "" {
				u.name = name
			}
		case "option":
			if o, ok := parseOption(rest); ok && len(u.announced) < maxOptions {
				name := strings.ToLower(o.Name)
				if _, twice := u.announced[name]; !twice {
					u.order = append(u.order, name)
				}
				u.announced[name] = o
			}
		}
		return false, nil
	})
	if err != nil {
		return u.startError(ctx, err)
	}
	if err := u.configure(); err != nil {
		return err
	}
	return u.newGame(ctx)
}

// maxOptions bounds what a broken engine can make us remember.
const maxOptions = 1000

// startError turns what went wrong at the start into an ErrStart.
func (c *Client) startError(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return c.newError(ErrStart, ctx.Err().Error())
	}
	if e, ok := err.(*Error); ok && e.Err != ErrClosed {
		detail := e.Err.Error()
		if e.Detail != "" {
			detail += ": " + e.Detail
		}
		return c.newError(ErrStart, detail)
	}
	return err
}

func (u *uciProtocol) configure() error {
	o, ok := u.option("UCI_Variant")
	v := u.options.Variant
	if own := u.options.OwnName; own != "" && slices.Contains(o.Values, own) {
		v = own
	}
	if v != "" && v != "chess" {
		if !ok {
			return u.newError(ErrUnsupported, "it plays no variant like "+v)
		}
		if !slices.Contains(o.Values, v) {
			return u.newError(ErrUnsupported, "it does not play "+v)
		}
		if err := u.set(o.Name, v); err != nil {
			return err
		}
	}
	if u.options.ShuffledStart {
		o, ok := u.option("UCI_Chess960")
		if !ok {
			return u.newError(ErrUnsupported, "it cannot castle from random starting positions")
		}
		if err := u.set(o.Name, "true"); err != nil {
			return err
		}
	}
	names := make([]string, 0, len(u.options.Set))
	for name := range u.options.Set {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		o, ok := u.option(name)
		if !ok {
			return u.newError(ErrUnsupported, fmt.Sprintf("it has no option %q", name))
		}
		if why := o.Reject(u.options.Set[name]); why != "" {
			return u.newError(ErrUnsupported, why)
		}
		if err := u.set(o.Name, u.options.Set[name]); err != nil {
			return err
		}
	}
	return nil
}

// option finds an announced option ignoring case.
func (u *uciProtocol) option(name string) (Option, bool) {
	o, ok := u.announced[strings.ToLower(name)]
	return o, ok
}

func (u *uciProtocol) set(name, value string) error {
	line := "setoption name " + name
	if o, _ := u.option(name); o.Kind != "button" {
		line += " value " + value
	}
	return u.send(line)
}

// parseOption reads what follows the word option: name, type, and the values
// of a combo. Names and values may have several words.
func parseOption(s string) (Option, bool) {
	var o Option
	var key string
	var value []string
	end := func() {
		text := strings.Join(value, " ")
		switch key {
		case "name":
			o.Name = text
		case "type":
			o.Kind = text
		case "default":
			o.Default = text
		case "min":
			o.Min = text
		case "max":
			o.Max = text
		case "var":
			o.Values = append(o.Values, text)
		}
		value = nil
	}
	for w := range strings.FieldsSeq(s) {
		switch w {
		case "name", "type", "default", "min", "max", "var":
			if w != "name" || key == "" {
				end()
				key = w
				continue
			}
		}
		value = append(value, w)
	}
	end()
	return o, o.Name != ""
}

func (u *uciProtocol) newGame(ctx context.Context) error {
	if err := u.send("ucinewgame"); err != nil {
		return err
	}
	return u.ready(ctx, u.options.StartTime)
}

// ready waits until the engine has done all it was told.
func (u *uciProtocol) ready(ctx context.Context, patience time.Duration) error {
	if err := u.send("isready"); err != nil {
		return err
	}
	err := u.waitFor(ctx, patience, "readyok", func(line string) (bool, error) { return line == "readyok", nil })
	if ctx.Err() != nil && err == ctx.Err() {
		return u.newError(ErrSilent, "its start was cancelled")
	}
	return err
}

func (u *uciProtocol) think(ctx context.Context, at position, lim ai.Limit) (ai.Choice, error) {
	// Whatever was under way is over when readyok comes, so that no late
	// bestmove can be taken for the answer.
	if err := u.ready(context.WithoutCancel(ctx), u.options.MoveGrace); err != nil {
		return ai.Choice{}, err
	}
	start := "position startpos"
	if at.start != startFEN || u.options.Variant != "" && u.options.Variant != "chess" {
		start = "position fen " + at.start
	}
	if len(at.text) > 0 {
		start += " moves " + strings.Join(at.text, " ")
	}
	var choice ai.Choice
	t := &clientSearch{client: u.Client, position: at, lim: lim, started: time.Now(), stopCommand: "stop"}
	t.answer = func(line string) (bool, error) {
		switch first, rest := cutWord(line); first {
		case "info":
			if info, pv, ok := parseInfo(rest); ok {
				t.report(info, pv)
			}
		case "bestmove":
			best, rest := cutWord(rest)
			m, err := u.readMove(at.board, best)
			if err != nil {
				return false, u.newError(ErrMove, fmt.Sprintf("%q in position %s", best, at.board.FEN()))
			}
			choice = t.choice(m)
			if key, reply := cutWord(rest); key == "ponder" && choice.Ponder == 0 {
				at.board.Make(m)
				if r, err := u.readMove(at.board, reply); err == nil {
					choice.Ponder = r
				}
			}
			return true, nil
		}
		return false, nil
	}
	if err := u.send(start, "go"+goLimits(lim)); err != nil {
		return ai.Choice{}, err
	}
	return choice, t.run(ctx)
}

// startFEN is what UCI calls startpos.
const startFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// goLimits writes the limits of a search as the go command wants them. Times
// are whole milliseconds, at least one where there is a clock.
func goLimits(lim ai.Limit) string {
	var b strings.Builder
	if t := lim.Time; t[chess.White] > 0 || t[chess.Black] > 0 {
		fmt.Fprintf(&b, " wtime %d btime %d", millis(t[chess.White]), millis(t[chess.Black]))
		if inc := lim.Increment; inc[chess.White] > 0 || inc[chess.Black] > 0 {
			fmt.Fprintf(&b, " winc %d binc %d", inc[chess.White].Milliseconds(), inc[chess.Black].Milliseconds())
		}
		if lim.MovesToGo > 0 {
			fmt.Fprintf(&b, " movestogo %d", lim.MovesToGo)
		}
	}
	if lim.MoveTime > 0 {
		fmt.Fprintf(&b, " movetime %d", millis(lim.MoveTime))
	}
	if lim.Depth > 0 {
		fmt.Fprintf(&b, " depth %d", lim.Depth)
	}
	if lim.Nodes > 0 {
		fmt.Fprintf(&b, " nodes %d", lim.Nodes)
	}
	if lim.Infinite || b.Len() == 0 {
		return " infinite"
	}
	return b.String()
}

func millis(d time.Duration) int64 { return max(1, d.Milliseconds()) }

// parseInfo reads what follows the word info. ok is false for a line that tells
// nothing of a search: free text, or what it is looking at. A score that is only a bound counts:
// Stockfish, stopped at 800 positions, is nearer to its own score of 12 plies with it.
func parseInfo(s string) (info ai.Info, pv []string, ok bool) {
	fields := strings.Fields(s)
	number := func(i int) (int, bool) {
		if i >= len(fields) {
			return 0, false
		}
		n, err := strconv.Atoi(fields[i])
		return max(-math.MaxInt32, min(n, math.MaxInt32)), err == nil
	}
	for i := 0; i < len(fields); i++ {
		switch fields[i] {
		case "string":
			return info, nil, ok
		case "pv":
			return info, fields[i+1:], true
		case "score":
			if i+2 >= len(fields) {
				return info, nil, ok
			}
			if n, is := number(i + 2); is {
				ok = true
				switch fields[i+1] {
				case "cp":
					info.Score, info.Mate = ai.Centipawns(n), 0
				case "mate":
					info.Score, info.Mate = mateScore(n), n
				}
				i += 2
			}
			continue
		case "nodes":
			if i+1 < len(fields) {
				info.Nodes, _ = strconv.ParseUint(fields[i+1], 10, 64)
				i++
			}
			continue
		}
		n, is := number(i + 1)
		if !is {
			continue
		}
		switch fields[i] {
		case "depth":
			info.Depth = n
		case "seldepth":
			info.SelDepth = n
		case "multipv":
			info.Line = n
		case "time":
			info.Elapsed = time.Duration(n) * time.Millisecond
		case "hashfull":
			info.HashFull = n
		default:
			continue
		}
		i++
	}
	return info, nil, ok
}

// mateScore is what a game decided in n moves, negative when lost, is worth; an
// engine says mate 0 of a side that is mated.
func mateScore(n int) ai.Centipawns {
	const decided = 30000
	if n > 0 {
		return ai.Centipawns(decided - min(n, 1000))
	}
	return ai.Centipawns(-decided - max(n, -1000))
}
