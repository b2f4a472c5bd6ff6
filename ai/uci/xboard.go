package uci

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"

	"rookery/ai"
	"rookery/chess"
)

// xboardProtocol speaks the Chess Engine Communication Protocol to an engine. Such an
// engine keeps a board of its own, which is brought up to date before it moves.
type xboardProtocol struct {
	*Client
	features features
	fresh    bool     // the engine stands at the start of a game, as after new
	start    string   // FEN its board started from
	played   []string // the moves made on it since, as we write them
	level    string   // the level command that was last sent
	pings    int
}

func (x *xboardProtocol) handshake(ctx context.Context) error {
	x.features = oldFeatures()
	if err := x.send("xboard", "protover 2"); err != nil {
		return err
	}
	if err := x.negotiate(ctx); err != nil {
		return err
	}
	if name := x.features.name; name != "" && x.options.Name == "" {
		x.name = name
	}
	if err := x.configure(); err != nil {
		return err
	}
	return x.newGame(ctx)
}

// negotiate reads the features that the engine announces. An engine older than the
// feature command announces none, and gets what XBoard would give it.
func (x *xboardProtocol) negotiate(ctx context.Context) error {
	patience, heeded := min(2*time.Second, x.options.StartTime), false
	for began := time.Now(); ; patience = x.options.StartTime - time.Since(began) {
		err := x.waitFor(ctx, patience, "feature done=1", func(line string) (bool, error) {
			first, rest := cutWord(line)
			if first != "feature" {
				return false, nil
			}
			for _, f := range x.features.parse(rest) {
				answer := "rejected "
				if f.known {
					answer = "accepted "
				}
				if err := x.send(answer + f.name); err != nil {
					return false, err
				}
			}
			return x.features.done || x.features.slow && !heeded, nil
		})
		switch slow := x.features.slow; {
		case x.features.done:
			return nil
		case err == nil:
			heeded = true // it has asked for more time
		case errors.Is(err, ErrSilent) && slow:
			return x.newError(ErrStart, "it asked for time and was not ready after "+x.options.StartTime.String())
		case errors.Is(err, ErrSilent):
			return nil
		default:
			return x.startError(ctx, err)
		}
	}
}

// configure sets the options asked for and sees that the engine knows the game.
func (x *xboardProtocol) configure() error {
	if v := x.variant(); v != "normal" && !slices.Contains(x.features.variants, v) {
		if len(x.features.variants) == 0 {
			return x.newError(ErrUnsupported, "it plays no variant like "+v)
		}
		return x.newError(ErrUnsupported, "it does not play "+v)
	}
	names := make([]string, 0, len(x.options.Set))
	for name := range x.options.Set {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		command := ""
		switch known, ok := x.features.option(name); {
		case ok:
			command = "option " + known + "=" + featureValue(x.options.Set[name])
		case strings.EqualFold(name, "Hash"):
			command = "memory " + x.options.Set[name]
		case strings.EqualFold(name, "Threads"):
			command = "cores " + x.options.Set[name]
		default:
			return x.newError(ErrUnsupported, fmt.Sprintf("it has no option %q", name))
		}
		if err := x.send(command); err != nil {
			return err
		}
	}
	return nil
}

func (x *xboardProtocol) variant() string {
	if v := x.options.Variant; v != "" {
		return v
	}
	return "normal"
}

func (x *xboardProtocol) newGame(ctx context.Context) error {
	if err := x.reset(); err != nil {
		return err
	}
	return x.sync(ctx, x.options.StartTime)
}

// reset brings the engine to the start of a game, waiting for moves.
func (x *xboardProtocol) reset() error {
	x.fresh, x.start, x.played, x.level = true, "", nil, ""
	commands := []string{"new"}
	if v := x.variant(); v != "normal" {
		commands = append(commands, "variant "+v)
	}
	return x.send(append(commands, "force", "easy", "post")...)
}

// sync waits until the engine has done what it was told, where it can say so.
func (x *xboardProtocol) sync(ctx context.Context, patience time.Duration) error {
	if !x.features.ping {
		x.discardOutput()
		return x.permanentError()
	}
	x.pings++
	if err := x.send("ping " + strconv.Itoa(x.pings)); err != nil {
		return err
	}
	err := x.waitFor(ctx, patience, "pong", func(line string) (bool, error) {
		if refused(line) {
			return false, x.newError(ErrRefused, line)
		}
		first, rest := cutWord(line)
		return first == "pong" && rest == strconv.Itoa(x.pings), nil
	})
	if ctx.Err() != nil && err == ctx.Err() {
		return x.newError(ErrSilent, "its start was cancelled")
	}
	return err
}

func refused(line string) bool {
	s := strings.ToLower(line)
	return strings.HasPrefix(s, "illegal move") || strings.HasPrefix(s, "illegal position") ||
		strings.HasPrefix(s, "tellusererror illegal position")
}

func (x *xboardProtocol) syncBoard(ctx context.Context, at position) error {
	onward := len(x.played) <= len(at.text) && slices.Equal(x.played, at.text[:len(x.played)])
	if x.fresh && len(x.played) == 0 {
		onward = at.usualStart && !x.options.ShuffledStart
	} else {
		onward = onward && x.start == at.start
	}
	if !onward {
		if err := x.reset(); err != nil {
			return err
		}
		if !at.usualStart || x.options.ShuffledStart {
			if err := x.setBoard(at); err != nil {
				return err
			}
		}
	} else if err := x.send("force"); err != nil {
		return err
	}
	prefix := ""
	if x.features.userMove {
		prefix = "usermove "
	}
	for _, text := range at.text[len(x.played):] {
		if err := x.send(prefix + text); err != nil {
			return err
		}
	}
	x.fresh, x.start, x.played = false, at.start, slices.Clone(at.text)
	return x.sync(context.WithoutCancel(ctx), x.options.MoveGrace)
}

func (x *xboardProtocol) clock(lim ai.Limit, us chess.Color) error {
	var commands []string
	switch {
	case lim.Infinite:
		commands = append(commands, "st 86400")
		x.level = ""
	case lim.MoveTime > 0:
		// Many engines read whole seconds only. What is less is cut off by
		// telling it to move now.
		seconds := (lim.MoveTime + time.Second - 1) / time.Second
		commands = append(commands, fmt.Sprintf("st %d", seconds))
		x.level = ""
	case lim.Time[us] > 0:
		if x.level == "" {
			x.level = fmt.Sprintf("level %d %s %s", lim.MovesToGo, minutes(lim.Time[us]), seconds(lim.Increment[us]))
			commands = append(commands, x.level)
		}
	}
	if x.features.time && lim.Time[us] > 0 {
		commands = append(commands,
			fmt.Sprintf("time %d", max(1, lim.Time[us].Milliseconds()/10)),
			fmt.Sprintf("otim %d", max(1, lim.Time[us.Other()].Milliseconds()/10)))
	}
	if lim.Depth > 0 {
		commands = append(commands, fmt.Sprintf("sd %d", lim.Depth))
	}
	return x.send(commands...)
}

// minutes writes the base time of the level command: whole minutes, else with
// seconds after a colon.
func minutes(d time.Duration) string {
	total := max(1, int((d+time.Second-1)/time.Second))
	if total%60 == 0 {
		return strconv.Itoa(total / 60)
	}
	return fmt.Sprintf("%d:%02d", total/60, total%60)
}

func seconds(d time.Duration) string {
	return strconv.FormatFloat(d.Seconds(), 'f', -1, 64)
}

func (x *xboardProtocol) think(ctx context.Context, at position, lim ai.Limit) (ai.Choice, error) {
	if lim.Nodes > 0 && lim.Depth == 0 && lim.MoveTime == 0 && lim.Time[at.board.Turn()] == 0 {
		return ai.Choice{}, x.newError(ErrUnsupported, "XBoard has no limit of nodes: give a depth or a time")
	}
	choice, claimed, err := x.ask(ctx, at, lim)
	if err == nil && claimed {
		// It says that the game is over where it is not, or not before a claim,
		// which is up to the players. Shown the board without its past, it has
		// nothing to claim.
		x.start, x.fresh, x.played = "", false, nil
		alone := position{start: withoutHalfmoves(at.board), board: at.board}
		if choice, claimed, err = x.ask(ctx, alone, lim); err == nil && claimed {
			err = x.newError(ErrMove, "it says the game is over in "+at.board.FEN())
		}
	}
	return choice, err
}

// withoutHalfmoves is the FEN of b as if the last move had been a pawn's. That of a
// board which is not 8×8 stays as it is.
func withoutHalfmoves(b chess.Board) string {
	setup, err := chess.ParseSetup(b.FEN())
	if err != nil {
		return b.FEN()
	}
	setup.Halfmoves = 0
	return setup.FEN()
}

// ask lets the engine move once. claimed tells that it gave a result instead.
func (x *xboardProtocol) ask(ctx context.Context, at position, lim ai.Limit) (choice ai.Choice, claimed bool, err error) {
	if err := x.syncBoard(ctx, at); err != nil {
		return choice, false, err
	}
	us := at.board.Turn()
	if err := x.clock(lim, us); err != nil {
		return choice, false, err
	}
	offered := false
	t := &clientSearch{client: x.Client, position: at, lim: lim, started: time.Now(), stopCommand: "?"}
	t.answer = func(line string) (bool, error) {
		first, rest := cutWord(line)
		switch {
		case first == "move":
		case strings.HasPrefix(line, "My move is"):
			_, rest, _ = strings.Cut(line, ":")
		case first == "resign":
			choice.Resign = true
			return true, nil
		case line == "offer draw":
			offered = true
			return false, nil
		case first == "1-0" || first == "0-1" || first == "1/2-1/2":
			lost := [2]string{"0-1", "1-0"}[us]
			choice.Resign = first == lost
			claimed = !choice.Resign
			return true, nil
		case refused(line):
			return false, x.newError(ErrRefused, line)
		default:
			if info, pv, ok := parseThinking(line); ok {
				t.report(info, pv)
			}
			return false, nil
		}
		text := strings.TrimSpace(rest)
		m, err := x.readMove(at.board, text)
		if err != nil {
			return false, x.newError(ErrMove, fmt.Sprintf("%q in position %s", text, at.board.FEN()))
		}
		choice = t.choice(m)
		choice.Draw = offered
		x.played = append(x.played, x.writeMove(at.board, m))
		return true, nil
	}
	if err := x.send("go"); err != nil {
		return choice, false, err
	}
	err = t.run(ctx)
	return choice, claimed, err
}

// parseThinking reads a line of thinking output: depth, score in centipawns,
// time in hundredths of a second, nodes, and the moves it expects.
func parseThinking(line string) (info ai.Info, pv []string, ok bool) {
	fields := strings.Fields(line)
	if len(fields) < 4 {
		return info, nil, false
	}
	var n [4]int64
	for i := range n {
		digits := fields[i]
		if i == 0 {
			digits = strings.TrimRight(digits, ".+-&?!")
		}
		var err error
		if n[i], err = strconv.ParseInt(digits, 10, 64); err != nil {
			return info, nil, false
		}
	}
	if n[0] < 0 || n[0] > 1<<20 || n[2] < 0 || n[2] > 1<<40 || n[3] < 0 {
		return info, nil, false
	}
	info = ai.Info{Depth: int(n[0]), Line: 1, Elapsed: time.Duration(n[2]) * 10 * time.Millisecond, Nodes: uint64(n[3])}
	const mate = 100000 // and the number of moves
	switch score := max(-2*mate, min(n[1], 2*mate)); {
	case score > mate:
		info.Mate = int(score - mate)
	case score < -mate:
		info.Mate = int(score + mate)
	default:
		info.Score = ai.Centipawns(score)
	}
	if info.Mate != 0 {
		info.Score = mateScore(info.Mate)
	}
	return info, fields[4:], true
}

// setBoard sets the engine's board to the start of at: by a FEN where it reads
// one, else piece by piece, by which castling rights cannot be told.
func (x *xboardProtocol) setBoard(at position) error {
	if x.features.setBoard {
		setup, err := chess.ParseSetup(at.start)
		if err != nil {
			return x.newError(ErrRefused, err.Error())
		}
		held := holding(setup.Pockets)
		setup.HasPockets = false
		if err := x.send("setboard " + setup.FEN()); err != nil || held == "" {
			return err
		}
		return x.send("holding " + held)
	}
	first, err := chess.NewBoard(at.board.Rules(), at.start)
	if err != nil {
		return x.newError(ErrRefused, err.Error())
	}
	var commands []string
	if first.Turn() == chess.Black {
		// The edit command keeps whose turn it is: so that it is Black's, White
		// makes a move first, which need not be legal afterwards.
		commands = append(commands, "a2a3")
	}
	commands = append(commands, "edit", "#")
	view, layout := first.View(chess.Everyone), first.Layout()
	for _, side := range []chess.Color{chess.White, chess.Black} {
		for sq, cell := range view.Cells {
			if r := cell.Piece.Role(); r != chess.NoRole && cell.Piece.Color() == side {
				commands = append(commands, string(r.Letter())+layout.SquareName(chess.Square(sq)))
			}
		}
		if side == chess.White {
			commands = append(commands, "c")
		}
	}
	return x.send(append(commands, ".")...)
}

// holding writes pockets as the command of that name wants them, "[white] [black]";
// nothing where both are empty.
func holding(pockets [2]chess.RoleCounts) string {
	if pockets[chess.White].Empty() && pockets[chess.Black].Empty() {
		return ""
	}
	var sides [2]string
	for c, pocket := range pockets {
		for r := chess.King; r >= chess.Pawn; r-- {
			sides[c] += strings.Repeat(string(r.Letter()), int(pocket[r]))
		}
	}
	return "[" + sides[chess.White] + "] [" + sides[chess.Black] + "]"
}

type features struct {
	name                           string
	ping, setBoard, userMove, time bool
	variants                       []string
	options                        []Option
	memory, smp                    bool // it takes Hash and Threads
	done                           bool // it has said all
	slow                           bool // it has ever asked for more time
}

// oldFeatures are those of an engine that says nothing.
func oldFeatures() features { return features{time: true} }

// announcement is one feature, and whether we accept it.
type announcement struct {
	name  string
	known bool
}

func (f *features) parse(s string) (all []announcement) {
	for {
		name, value, rest, ok := cutFeature(s)
		if !ok {
			return all
		}
		s = rest
		on, known := value == "1", true
		switch name {
		case "ping":
			f.ping = on
		case "setboard":
			f.setBoard = on
		case "usermove":
			f.userMove = on
		case "time":
			f.time = on
		case "myname":
			f.name = value
		case "variants":
			f.variants = nil
			for _, v := range strings.Split(value, ",") {
				f.variants = append(f.variants, strings.TrimSpace(v))
			}
		case "option":
			if o, ok := parseFeatureOption(value); ok && len(f.options) < maxOptions {
				f.options = append(f.options, o)
			}
		case "done":
			f.done, f.slow = on, f.slow || !on
		case "san":
			known = !on // moves are given as e2e4
		case "memory":
			f.memory = on
		case "smp":
			f.smp = on
		case "reuse", "analyze", "colors", "draw", "sigint", "sigterm", "name", "nps", "debug":
		default:
			known = false
		}
		all = append(all, announcement{name, known})
	}
}

// option is the exact name of an option that the engine has.
func (f *features) option(name string) (string, bool) {
	for _, known := range f.options {
		if strings.EqualFold(known.Name, name) {
			return known.Name, true
		}
	}
	return "", false
}

// parseFeatureOption reads "NAME -KIND VALUE": for a spin with its bounds behind it, for a
// combo with all values and an asterisk before the one that is set.
func parseFeatureOption(s string) (o Option, ok bool) {
	name, rest, ok := strings.Cut(s, " -")
	kind, value := cutWord(rest)
	o = Option{Name: name, Kind: kind, Default: value}
	switch kind {
	case "check":
		o.Default = map[bool]string{true: "true", false: "false"}[value == "1"]
	case "spin", "slider":
		o.Kind = "spin"
		if fields := strings.Fields(value); len(fields) == 3 {
			o.Default, o.Min, o.Max = fields[0], fields[1], fields[2]
		}
	case "combo":
		for v := range strings.SplitSeq(value, "///") {
			v, set := strings.CutPrefix(strings.TrimSpace(v), "*")
			if o.Values = append(o.Values, v); set {
				o.Default = v
			}
		}
	case "file", "path", "string":
		o.Kind = "string"
	case "save", "reset", "button":
		o.Kind = "button"
	}
	return o, ok && name != ""
}

// featureValue writes true and false as XBoard's protocol has them.
func featureValue(value string) string {
	switch value {
	case "true":
		return "1"
	case "false":
		return "0"
	}
	return value
}

func (x *xboardProtocol) answered() bool { return x.features.done || x.features.name != "" }

func (x *xboardProtocol) list() []Option {
	all := slices.Clone(x.features.options)
	if x.features.memory {
		all = append(all, Option{Name: "Hash", Kind: "spin", Min: "1"})
	}
	if x.features.smp {
		all = append(all, Option{Name: "Threads", Kind: "spin", Min: "1"})
	}
	return all
}

// cutFeature takes name=value, the value perhaps in quotation marks, off the
// head of a line.
func cutFeature(s string) (name, value, rest string, ok bool) {
	name, value, ok = strings.Cut(strings.TrimLeft(s, " "), "=")
	if !ok || name == "" || strings.Contains(name, " ") {
		return "", "", "", false
	}
	if quoted, is := strings.CutPrefix(value, `"`); is {
		value, rest, ok = strings.Cut(quoted, `"`)
		return name, value, rest, ok
	}
	value, rest, _ = strings.Cut(value, " ")
	return name, value, rest, true
}
