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
	book      *book.Book // what our engines open from; nil for none
	score     string     // a PGN file for all games, or nothing
	resume    bool
	asJSON    bool
	table     bool     // one row of Markdown for each fixture
	notes     []string // to print below the table
	style     bool     // tell what shows of the players' styles
	styleBase string   // a PGN file of another match to compare with, or nothing
}

// fixture is two players that meet.
type fixture struct {
	specs [2]string
	event string // in the PGN file, to know its games by
}

const matchHelp = `Let two players meet and say which is stronger. A player is

  ai                      the computer with all that the machine has
  ai:LEVEL[:STYLE]        one of its levels, by name or number, and styles
  uci:PATH?NAME=VALUE&…   another program by the UCI protocol, with its options
  xboard:PATH?depth=6&…   another program by XBoard's protocol

Of a program's options args, dir, name, depth, nodes, movetime and timeout are
ours: words for its command line, where it runs, what to call it, and limits.

Without --openings each pair of games begins with six to eight random moves that
leave the position even (within --balance), from a drawn array where there are
many; both players have each opening with White. What is measured is the score of
the first player A, its Elo with the 95 % interval from pairs of games, the
likelihood that it is the stronger, and with --sprt the log-likelihood ratio, on
which the match stops. A player that crashes, plays an illegal move or oversteps
its time has lost the game; it is named on standard error and started anew.

--variant takes several games with commas between. With --ladder and --styles the
levels and styles meet in each of them.

With --white and --black instead of A and B colours do not change and there is no
opening but the array: then the score is White's.

A limit of --nodes or --depth and the same --seed give the same games on every
machine, however many are played at a time. Status 1 when our own engine failed.`

func New() *cobra.Command {
	var c matchConfig
	var variant, white, black string
	var limits limitFlags
	var test, draw, resign string
	var ladder, styles bool
	cmd := &cobra.Command{
		Use:   "match [A B] [--variant V,V…|all] [--games N] [--tc 8+0.08 | --movetime T | --nodes N | --depth N]",
		Short: "Let two engines meet and say which is stronger",
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
				return cli.Usagef("--games, --concurrency, --threads and --balance are 1 or more; --plies, --margin and --hash are not negative")
			}
			if c.resume && c.score == "" {
				return cli.Usagef("--resume goes on with the games of a file: name it with --pgn")
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
				return cli.Usagef("--sprt judges pairs of games: name the players as A B, without --white and --black")
			}
			played, err := findVariants(variant)
			if err != nil {
				return err
			}
			ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt)
			defer stop()
			return c.run(ctx, cmd.OutOrStdout(), cmd.ErrOrStderr(), played)
		},
	}
	cli.AddVariantFlag(cmd, &variant, "chess")
	f := cmd.Flags()
	f.StringVar(&white, "white", "ai:1", "who plays White in every game")
	f.StringVar(&black, "black", "ai:1", "who plays Black in every game")
	f.IntVar(&c.games, "games", 10, "how many games of each variant, at most with --sprt")
	f.IntVar(&c.workers, "concurrency", 1, "games at a time")
	limits.add(cmd)
	f.DurationVar(&c.margin, "margin", 100*time.Millisecond, "by how much a player may overstep its time")
	f.StringVar(&c.openings, "openings", "", "a file of openings: PGN, or a FEN or EPD a line; nothing for random ones")
	f.IntVar(&c.band, "balance", 120, "centipawns that a random opening may be worth to one side")
	f.Uint64Var(&c.weigh, "weigh", 8_000, "positions searched to tell what a random opening is worth, at least 8000")
	f.StringVar(&draw, "draw", "", "SCORE,MOVES,FROM: a draw when both scores stayed within SCORE for MOVES moves, from move FROM on")
	f.StringVar(&resign, "resign", "", "SCORE,MOVES: lost when both scores say so by SCORE for MOVES moves")
	f.IntVar(&c.end.Plies, "plies", 600, "half-moves after which a game is given up as a draw; 0 for never")
	f.StringVar(&test, "sprt", "", "ELO0,ELO1[,ALPHA,BETA]: stop as soon as the pairs tell which it is")
	f.Uint64Var(&c.seed, "seed", 1, "where chance begins")
	f.IntVar(&c.threads, "threads", 1, "threads of each of our engines")
	f.IntVar(&c.hash, "hash", 0, "megabytes of the transposition table of each of our engines; 0 for the usual size")
	f.String("book", "off", "what our engines open games of chess from: own, off or a Polyglot file")
	f.BoolVar(&c.resigns, "resigns", false, "let our engines give up lost games")
	f.StringVar(&c.score, "pgn", "", "write each game to this file as it ends")
	f.BoolVar(&c.resume, "resume", false, "go on with the match whose games are in the file of --pgn")
	f.BoolVar(&ladder, "ladder", false, "let each level meet the one below, and print rows of a table")
	f.BoolVar(&styles, "styles", false, "let each style meet the first at the highest level, and print rows of a table")
	f.BoolVar(&c.style, "style-stats", false, "tell what shows of the players' styles in their games")
	f.StringVar(&c.styleBase, "style-base", "", "compare A's figures with those of A in the games of another match, a PGN file")
	f.BoolVar(&c.asJSON, "json", false, "print one JSON object a variant")
	return cmd
}

const matchEvent = "Rookery match"

// pairings are who meets whom, nothing when colours are fixed.
func pairings(args []string, colours, ladder, styles bool) ([]fixture, error) {
	switch {
	case ladder && styles || (ladder || styles) && (colours || len(args) > 0):
		return nil, cli.Usagef("--ladder and --styles say who plays: give one of them and no players")
	case ladder:
		return ladderOf(len(ai.Levels())), nil
	case styles:
		return stylesOf(ai.Styles()), nil
	case len(args) == 1:
		return nil, cli.Usagef("match needs two players, as ai ai:1")
	case len(args) == 2 && colours:
		return nil, cli.Usagef("name the players once: A B, or --white and --black")
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
