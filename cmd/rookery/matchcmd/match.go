// Package matchcmd holds the commands that let engines play and learn: match, bench, tune
// and train. It may import cmd/internal/cli, ai and below, pgn and tui/play; the work is
// done in ai/match, ai/tune and ai/network/train. Start reading with [New].
package matchcmd

import (
	"fmt"
	"os"
	"os/signal"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"rookery/ai"
	"rookery/ai/book"
	"rookery/ai/match"
	"rookery/cmd/internal/cli"
	"rookery/tui/lang"
	"rookery/variants"
)

// matchConfig is what a match is played with, as the command line says it.
type matchConfig struct {
	fixtures  []fixture
	fixed     bool // the first player has White in every game
	allow     [2]match.Allowance
	games     int
	workers   int
	end       match.Adjudication
	margin    time.Duration
	seed      uint64
	test      *match.SPRT
	openings  string // a file, or nothing for random ones
	band      int    // centipawns
	weigh     uint64 // positions
	threads   int
	hash      int // megabytes, 0 for the usual size
	resigns   bool
	networks  [2]string  // files for A and B, "none", or nothing for the usual
	margins   [2]string  // files for A and B, or nothing for the usual
	book      *book.Book // what our engines open from; nil for none
	score     string     // a PGN file for all games, or nothing
	resume    bool
	asJSON    bool
	table     bool     // one row of Markdown for each fixture
	notes     []string // to print below the table
	style     bool     // tell what shows of the players' styles
	styleBase string   // a PGN file of another match to compare with, or nothing
	lang      *lang.Language
}

// fixture is two players that meet.
type fixture struct {
	specs [2]string
	event string // in the PGN file, to know its games by
}

const matchHelp = `Play a match between two engines and measure which is stronger. A player is

  ai                      the built-in engine at full strength
  ai:LEVEL[:STYLE]        one of its levels, by name or number, and styles
  uci:PATH?NAME=VALUE&…   an external UCI engine, with its options
  xboard:PATH?depth=6&…   an external XBoard engine

The options args, dir, name, depth, nodes, movetime and timeout are handled by
Rookery: command line arguments, working directory, display name, and limits.

Without --openings, each pair of games starts with six to eight random moves that
keep the position even (within --balance), from a random starting position if the
variant has several; each player gets every opening once as White. The report gives
the score of the first player A, its Elo with a 95 % interval from game pairs, the
likelihood of superiority, and with --sprt the log-likelihood ratio, which ends
the match. A player that crashes, plays an illegal move or exceeds its time loses
the game; it is named on standard error and restarted.

--variant takes several variants, separated by commas. With --ladder and --styles,
the levels and styles play each of them.

With --white and --black instead of A and B, colours stay fixed and every game
starts from the starting position: the score is then White's.

With a --nodes or --depth limit, the same --seed gives the same games on every
machine, at any concurrency. Exit status 1 if the built-in engine failed.`

func New() *cobra.Command {
	var c matchConfig
	var variant, white, black string
	var limits limitFlags
	var test, draw, resign string
	var ladder, styles bool
	cmd := &cobra.Command{
		Use:   "match [A B] [--variant V,V…|all] [--games N] [--tc 8+0.08 | --movetime T | --nodes N | --depth N]",
		Short: "Play a match between two engines",
		Long:  matchHelp,
		Args:  cli.Between(0, 2, "two players, A and B"),
		RunE: func(cmd *cobra.Command, args []string) error {
			var err error
			colours := cmd.Flags().Changed("white") || cmd.Flags().Changed("black")
			if c.fixtures, err = pairings(args, colours, ladder, styles); err != nil {
				return err
			}
			if c.table = ladder || styles; c.fixtures == nil {
				c.fixtures, c.fixed = []fixture{{[2]string{white, black}, matchEvent}}, true
			}
			if c.games < 1 || c.workers < 1 || c.end.Plies < 0 || c.margin < 0 || c.threads < 1 || c.hash < 0 || c.band < 1 {
				return cli.Usagef("--games, --concurrency, --threads and --balance must be at least 1; --plies, --margin and --hash must not be negative")
			}
			if c.resume && c.score == "" {
				return cli.Usagef("--resume needs the match file: name it with --pgn")
			}
			if c.book, err = cli.Book(cmd, ""); err != nil {
				return err
			}
			defer c.book.Close()
			if c.allow, err = limits.read(); err != nil {
				return err
			}
			if err := readAdjudication(&c.end, draw, resign); err != nil {
				return err
			}
			if c.test, err = readSPRT(test); err != nil {
				return err
			}
			if c.test != nil && c.fixed {
				return cli.Usagef("--sprt needs game pairs: name the players as A B, without --white and --black")
			}
			played, err := findVariants(variant)
			if err != nil {
				return err
			}
			ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt)
			defer stop()
			c.lang = cli.Locale(cmd)
			return c.run(ctx, cmd.OutOrStdout(), cmd.ErrOrStderr(), played)
		},
	}
	cli.AddVariantFlag(cmd, &variant, "chess")
	f := cmd.Flags()
	f.StringVar(&white, "white", "ai:1", "player with White in every game")
	f.StringVar(&black, "black", "ai:1", "player with Black in every game")
	f.IntVar(&c.games, "games", 10, "games per variant; with --sprt, the maximum")
	f.IntVar(&c.workers, "concurrency", 1, "games played in parallel")
	limits.add(cmd)
	f.DurationVar(&c.margin, "margin", 100*time.Millisecond, "tolerance for exceeding the time")
	f.StringVar(&c.openings, "openings", "", "opening file: PGN, or one FEN or EPD per line (default: random openings)")
	f.IntVar(&c.band, "balance", 120, "largest evaluation of a random opening, in centipawns")
	f.Uint64Var(&c.weigh, "weigh", 8_000, "nodes to evaluate a random opening, at least 8000")
	f.StringVar(&draw, "draw", "", "SCORE,MOVES,FROM: adjudicate a draw when both scores stay within SCORE for MOVES moves, from move FROM on")
	f.StringVar(&resign, "resign", "", "SCORE,MOVES: adjudicate a loss when both scores agree on SCORE for MOVES moves")
	f.IntVar(&c.end.Plies, "plies", 600, "half-moves after which a game is adjudicated a draw; 0: never")
	f.StringVar(&test, "sprt", "", "ELO0,ELO1[,ALPHA,BETA]: stop once the test is decided")
	f.Uint64Var(&c.seed, "seed", 1, "random seed")
	f.IntVar(&c.threads, "threads", 1, "threads per built-in engine")
	f.IntVar(&c.hash, "hash", 0, "hash table size of the built-in engine in MB; 0: default")
	f.StringVar(&c.networks[0], "a-network", "", "network of A, the built-in engine: a file, or none; default: the variant's own")
	f.StringVar(&c.networks[1], "b-network", "", "network of B, likewise")
	f.StringVar(&c.margins[0], "a-margins", "", "search margins of A, the built-in engine: a file of tune --spsa")
	f.StringVar(&c.margins[1], "b-margins", "", "search margins of B, likewise")
	for _, hidden := range []string{"a-margins", "b-margins"} { // for those who tune
		f.Lookup(hidden).Hidden = true
	}
	f.String("book", "off", "opening book for the built-in engine, in standard chess: own, off or a Polyglot file")
	f.BoolVar(&c.resigns, "resigns", false, "let the built-in engine resign lost games")
	f.StringVar(&c.score, "pgn", "", "append each finished game to this file")
	f.BoolVar(&c.resume, "resume", false, "resume the match recorded in the --pgn file")
	f.BoolVar(&ladder, "ladder", false, "play each level against the one below and print table rows")
	f.BoolVar(&styles, "styles", false, "play each style against the first at the highest level and print table rows")
	f.BoolVar(&c.style, "style-stats", false, "show how the players' styles appear in their games")
	f.StringVar(&c.styleBase, "style-base", "", "compare A's results with those of A in another match, a PGN file")
	f.BoolVar(&c.asJSON, "json", false, "print one JSON object per variant")
	return cmd
}

const matchEvent = "Rookery match"

// pairings are who meets whom, nothing when colours are fixed.
func pairings(args []string, colours, ladder, styles bool) ([]fixture, error) {
	switch {
	case ladder && styles || (ladder || styles) && (colours || len(args) > 0):
		return nil, cli.Usagef("--ladder and --styles choose the players: give one of them and no players")
	case ladder:
		return ladderOf(len(ai.Levels())), nil
	case styles:
		return stylesOf(ai.Styles()), nil
	case len(args) == 1:
		return nil, cli.Usagef("match needs two players, e.g. ai ai:1")
	case len(args) == 2 && colours:
		return nil, cli.Usagef("name the players only once: A B, or --white and --black")
	case len(args) == 2:
		return []fixture{{[2]string{args[0], args[1]}, matchEvent}}, nil
	}
	return nil, nil
}

// ladderOf lets each level meet the one below.
func ladderOf(levels int) []fixture {
	var all []fixture
	for n := 2; n <= levels; n++ {
		all = append(all, fixture{[2]string{fmt.Sprint("ai:", n), fmt.Sprint("ai:", n-1)}, fmt.Sprintf("Rookery ladder, step %d", n-1)})
	}
	return all
}

// stylesOf lets each style meet the first at the highest level.
func stylesOf(styles []ai.Style) []fixture {
	level := fmt.Sprint("ai:", len(ai.Levels()), ":")
	var all []fixture
	for _, s := range styles[1:] {
		all = append(all, fixture{[2]string{level + s.Name(), level + styles[0].Name()}, "Rookery styles, " + s.Name()})
	}
	return all
}

// findVariants reads all, or names with commas between.
func findVariants(list string) ([]variants.Variant, error) {
	if list == "all" {
		return variants.All(), nil
	}
	var found []variants.Variant
	for name := range strings.SplitSeq(list, ",") {
		v, err := cli.FindVariant(strings.TrimSpace(name))
		if err != nil {
			return nil, err
		}
		if v.ID == "" {
			v.ID = name
		}
		found = append(found, v)
	}
	return found, nil
}
