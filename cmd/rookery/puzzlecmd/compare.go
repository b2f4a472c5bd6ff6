package puzzlecmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/signal"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"rookery/ai/puzzlemaker"
	"rookery/chess"
	"rookery/chess/sorted"
	"rookery/cmd/internal/cli"
	"rookery/pgn/puzzle"
)

// NewCompare holds the maker to puzzles that others have made.
func NewCompare() *cobra.Command {
	var sample, level int
	var seed uint64
	var verbose bool
	cmd := &cobra.Command{
		Use:   "compare [FILE]",
		Short: "Compare found solutions and themes with known puzzles",
		Long: `Look for the solution of known puzzles, as make does, and compare solutions and themes:
those of the program that are from lichess, or those of a file. A solution is the same when the
solver's moves agree as far as both lines go; of mates any is right.`,
		Args: cli.Between(0, 1, "FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if sample < 1 || level < 1 || level > 6 {
				return cli.Usagef("--sample is at least 1, --level 1 to 6")
			}
			ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt)
			defer stop()
			set := slices.Clone(puzzle.Embedded())
			if len(args) > 0 {
				var err error
				if set, err = puzzle.Open(ctx, args[0], puzzle.Filter{Variant: "*"}, seed, nil); err != nil {
					return err
				}
			} else {
				set = slices.DeleteFunc(set, func(p puzzle.Puzzle) bool { return !p.Lichess() })
			}
			rng := rand.New(rand.NewPCG(seed, 1))
			rng.Shuffle(len(set), func(i, j int) { set[i], set[j] = set[j], set[i] })
			c := comparison{cmd: cmd, verbose: verbose, ours: map[string]int{}, theirs: map[string]int{}, both: map[string]int{}}
			m := making{level: level}
			err := c.run(ctx, m.maker(), set[:min(sample, len(set))])
			if err == nil || errors.Is(err, context.Canceled) {
				c.print() // what was done before it was stopped
			}
			return err
		},
	}
	cmd.Flags().IntVar(&sample, "sample", 300, "how many puzzles, drawn by chance")
	cmd.Flags().IntVar(&level, "level", 3, "how thorough: 1 to 6")
	cmd.Flags().Uint64Var(&seed, "seed", 1, "random seed")
	cmd.Flags().BoolVar(&verbose, "verbose", false, "print each puzzle that differs")
	return cmd
}

// comparison counts what agrees.
type comparison struct {
	cmd                *cobra.Command
	verbose            bool
	all, found         int
	first, same, whole int // the first move, all moves as far as both go, the whole line
	shared, sharedNote int // puzzles with a common theme, and with one that is not length, phase or outcome
	noted              int // puzzles that have such a theme
	ours, theirs, both map[string]int
}

// plain are the themes that say how long a line is, when in the game, and how it ends.
var plain = []string{"oneMove", "short", "long", "veryLong", "opening", "middlegame", "endgame", "crushing", "advantage", "equality",
	"mate", "mateIn1", "mateIn2", "mateIn3", "mateIn4", "mateIn5", "goal", "explosion", "master", "masterVsMaster"}

func (c *comparison) run(ctx context.Context, m *puzzlemaker.Maker, set []puzzle.Puzzle) error {
	for i := range set {
		p := &set[i]
		start, line, err := p.Line()
		if err != nil {
			return err
		}
		b := start.Clone()
		b.Make(line[0])
		got, err := m.Puzzle(ctx, b)
		if err != nil {
			return err
		}
		c.all++
		text := "none"
		same := false
		if got != nil {
			c.found++
			first, agrees := agree(b, line[1:], got.Moves)
			if first {
				c.first++
			}
			if same = agrees; same {
				c.same++
				if len(got.Moves) == len(line)-1 {
					c.whole++
				}
			}
			text = strings.Join(movesText(b, got.Moves), " ")
		}
		if !same && c.verbose {
			fmt.Fprintf(c.cmd.OutOrStdout(), "%s %s\t%s\twe: %s\n", p.ID, p.FEN, strings.Join(movesText(b, line[1:]), " "), text)
		}
		// Themes are told of the line that is known, so that they can be compared.
		c.themes(p, puzzlemaker.Themes(start, line, gainOf(p)))
	}
	return nil
}

// gainOf is what the table says that the solver has in the end.
func gainOf(p *puzzle.Puzzle) float64 {
	switch {
	case p.HasTheme("equality"):
		return 0
	case p.HasTheme("advantage"):
		return 0.6
	}
	return 1
}

func movesText(b chess.Board, moves []chess.Move) []string {
	on := b.Clone()
	var out []string
	for _, m := range moves {
		out = append(out, chess.MoveText(on, m))
		on.Make(m)
	}
	return out
}

// agree tells whether the first moves are the same, and all of the solver's as far as
// both lines go with the same replies; a move that ends the game as won agrees with any other
// that does.
func agree(b chess.Board, want, got []chess.Move) (first, all bool) {
	on := b.Clone()
	wins := func(m chess.Move) bool {
		on.Make(m)
		defer on.Undo()
		winner, won := on.Outcome().Winner()
		return won && winner != on.Turn()
	}
	for i := range min(len(want), len(got)) {
		if want[i] != got[i] {
			right := i%2 == 1 || wins(want[i]) && wins(got[i])
			return i > 0 || right, right
		}
		on.Make(want[i])
	}
	return true, true
}

// themes counts those of both.
func (c *comparison) themes(p *puzzle.Puzzle, ours []string) {
	shared, sharedNote, noted := false, false, false
	for _, t := range ours {
		c.ours[t]++
		if p.HasTheme(t) {
			c.both[t]++
			shared = true
			sharedNote = sharedNote || !slices.Contains(plain, t)
		}
	}
	for t := range strings.FieldsSeq(p.Themes) {
		c.theirs[t]++
		noted = noted || !slices.Contains(plain, t)
	}
	if shared {
		c.shared++
	}
	if noted {
		c.noted++
		if sharedNote {
			c.sharedNote++
		}
	}
}

// print writes the table.
func (c *comparison) print() {
	w := c.cmd.OutOrStdout()
	part := func(n, of int) string {
		return fmt.Sprintf("%d of %d (%.1f %%)", n, of, 100*float64(n)/float64(max(of, 1)))
	}
	fmt.Fprintf(w, "found a solution         %s\n", part(c.found, c.all))
	fmt.Fprintf(w, "same first move          %s\n", part(c.first, c.all))
	fmt.Fprintf(w, "same solution            %s\n", part(c.same, c.all))
	fmt.Fprintf(w, "same and as long         %s\n", part(c.whole, c.all))
	fmt.Fprintf(w, "a theme in common        %s\n", part(c.shared, c.all))
	fmt.Fprintf(w, "a motif in common        %s\n\n", part(c.sharedNote, c.noted))
	fmt.Fprintf(w, "%-20s %6s %6s %6s\n", "theme", "theirs", "ours", "both")
	keys := sorted.Keys(c.theirs, func(a, b string) int { return cmp.Or(c.theirs[b]-c.theirs[a], strings.Compare(a, b)) })
	for t := range c.ours {
		if c.theirs[t] == 0 {
			keys = append(keys, t)
		}
	}
	for _, t := range keys {
		fmt.Fprintf(w, "%-20s %6d %6d %6d\n", t, c.theirs[t], c.ours[t], c.both[t])
	}
}
