package matchcmd

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"rookery/ai"
	"rookery/ai/match"
	"rookery/chess"
	"rookery/cmd/internal/cli"
)

// limitFlags are what the sides may spend: for both, and for A and B alone.
type limitFlags struct {
	both, a, b limitSet
}

type limitSet struct {
	control  string
	moveTime time.Duration
	nodes    uint64
	depth    int
}

func (l *limitFlags) add(cmd *cobra.Command) {
	f := cmd.Flags()
	for _, s := range []struct {
		set         *limitSet
		prefix, who string
	}{{&l.both, "", ""}, {&l.a, "a-", " for A"}, {&l.b, "b-", " for B"}} {
		f.StringVar(&s.set.control, s.prefix+"tc", "", "time control"+s.who+" in seconds: 8+0.08, or 40/60 for 60 s per 40 moves")
		f.DurationVar(&s.set.moveTime, s.prefix+"movetime", 0, "time per move"+s.who+", e.g. 100ms")
		f.Uint64Var(&s.set.nodes, s.prefix+"nodes", 0, "nodes per move"+s.who+"; 0: set by the level")
		f.IntVar(&s.set.depth, s.prefix+"depth", 0, "search depth per move"+s.who+", in plies; 0: set by the level")
	}
}

// read gives each side's allowance: its own flags, else those for both. A limit
// of its own takes the place of all common ones.
func (l *limitFlags) read() (allow [2]match.Allowance, err error) {
	for i, own := range []limitSet{l.a, l.b} {
		set := l.both
		if own != (limitSet{}) {
			set = own
		}
		if set.depth < 0 || set.moveTime < 0 {
			return allow, cli.Usagef("--depth and --movetime must not be negative")
		}
		allow[i] = match.Allowance{MoveTime: set.moveTime, Nodes: set.nodes, Depth: set.depth}
		if set.control != "" {
			if allow[i].Control, err = parseSeconds(set.control); err != nil {
				return allow, err
			}
		}
	}
	return allow, nil
}

// parseSeconds reads a time control as engine matches write it: seconds, with an
// increment behind a plus and a number of moves before a slash.
func parseSeconds(s string) (chess.Control, error) {
	bad := cli.Usagef("--tc must be seconds and increment like 8+0.08, or 40/60+0.6, not %q", s)
	moves, rest, several := strings.Cut(s, "/")
	var c chess.Control
	if several {
		n, err := strconv.Atoi(moves)
		if err != nil || n < 1 {
			return c, bad
		}
		c.MovesPer = n
	} else {
		rest = s
	}
	base, increment, added := strings.Cut(rest, "+")
	var ok bool
	if c.Base, ok = seconds(base); !ok || c.Base == 0 {
		return c, bad
	}
	if added {
		if c.Increment, ok = seconds(increment); !ok {
			return c, bad
		}
	}
	return c, nil
}

// seconds reads a time of at most a day.
func seconds(s string) (time.Duration, bool) {
	x, err := strconv.ParseFloat(s, 64)
	if err != nil || !(x >= 0 && x <= 86400) {
		return 0, false
	}
	return time.Duration(x * float64(time.Second)), true
}

// describeAllowance writes what a side may spend.
func describeAllowance(a match.Allowance) string {
	var parts []string
	if c := a.Control; !c.None() {
		s := trimSeconds(c.Base)
		if c.MovesPer > 0 {
			s = fmt.Sprintf("%d/%s", c.MovesPer, s)
		}
		if c.Increment > 0 {
			s += "+" + trimSeconds(c.Increment)
		}
		parts = append(parts, s+" s")
	}
	if a.MoveTime > 0 {
		parts = append(parts, a.MoveTime.String()+" a move")
	}
	if a.Nodes > 0 {
		parts = append(parts, fmt.Sprintf("%d nodes", a.Nodes))
	}
	if a.Depth > 0 {
		parts = append(parts, fmt.Sprintf("depth %d", a.Depth))
	}
	if len(parts) == 0 {
		return "as the level does"
	}
	return strings.Join(parts, ", ")
}

func trimSeconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) }

// readAdjudication reads --draw and --resign.
func readAdjudication(end *match.Adjudication, draw, resign string) error {
	if draw != "" {
		n, ok := numbers(draw, 3)
		if !ok {
			return cli.Usagef("--draw must be SCORE,MOVES,FROM like 10,8,40, not %q", draw)
		}
		end.DrawScore, end.DrawMoves, end.DrawAfter = ai.Centipawns(n[0]), int(n[1]), int(n[2])
	}
	if resign != "" {
		n, ok := numbers(resign, 2)
		if !ok {
			return cli.Usagef("--resign must be SCORE,MOVES like 600,4, not %q", resign)
		}
		end.ResignScore, end.ResignMoves = ai.Centipawns(n[0]), int(n[1])
	}
	for _, n := range []int{int(end.DrawScore), end.DrawMoves, end.DrawAfter, int(end.ResignScore), end.ResignMoves} {
		if n < 0 {
			return cli.Usagef("the numbers of --draw and --resign must not be negative")
		}
	}
	return nil
}

// readSPRT reads --sprt; nil for an empty text.
func readSPRT(s string) (*match.SPRT, error) {
	if s == "" {
		return nil, nil
	}
	t := &match.SPRT{Alpha: 0.05, Beta: 0.05}
	if n, ok := numbers(s, 2); ok {
		t.Low, t.High = n[0], n[1]
	} else if n, ok := numbers(s, 4); ok {
		t.Low, t.High, t.Alpha, t.Beta = n[0], n[1], n[2], n[3]
	} else {
		return nil, cli.Usagef("--sprt must be ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA like 0,5,0.05,0.05, not %q", s)
	}
	if t.Low >= t.High || t.Alpha <= 0 || t.Beta <= 0 || t.Alpha+t.Beta >= 1 {
		return nil, cli.Usagef("--sprt needs ELO0 below ELO1, and ALPHA and BETA above 0 and together below 1")
	}
	return t, nil
}

// numbers reads n numbers with commas between.
func numbers(s string, n int) ([]float64, bool) {
	parts := strings.Split(s, ",")
	if len(parts) != n {
		return nil, false
	}
	out := make([]float64, n)
	for i, p := range parts {
		x, err := strconv.ParseFloat(strings.TrimSpace(p), 64)
		if err != nil {
			return nil, false
		}
		out[i] = x
	}
	return out, true
}
