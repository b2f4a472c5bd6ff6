package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"rookery/ai"
	"rookery/ai/match"
	"rookery/chess"
	"rookery/pgn"
	"rookery/tui"
	"rookery/variants"
)

// encounter is what a match is played with.
type encounter struct {
	players [2]tui.PlayerConfig // by chess.Color
	limit   ai.Limit
	games   int
	plies   int // after so many a game is given up as a draw; 0 for never
	seed    uint64
	scores  string // a PGN file to write all games to, or nothing
}

func newMatch() *cobra.Command {
	var variant, white, black string
	var e encounter
	cmd := &cobra.Command{
		Use:   "match [--variant V|all] [--games N] [--white ai:LEVEL:STYLE] [--black ai:LEVEL:STYLE]",
		Short: "Let the computer play itself",
		Long: `Play games of the computer against itself and print, for each variant, the score
of White and how the games ended. An illegal move stops the match with status 1.
Where a variant has many starting arrays, each game draws one. With the same seed
and a limit of nodes or depth, the same games are played on every machine.`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			var err error
			for side, spec := range [2]string{white, black} {
				if e.players[side], err = parsePlayer(spec); err != nil {
					return err
				}
				if e.players[side].Kind != tui.Computer {
					return usagef("in a match the computer plays: ai:LEVEL:STYLE, not %q", spec)
				}
			}
			if e.games < 1 || e.plies < 0 || e.limit.Depth < 0 {
				return usagef("--games is 1 or more, --plies and --depth are not negative")
			}
			played := variants.All()
			if variant != "all" {
				v, err := findVariant(variant)
				if err != nil {
					return err
				}
				played = []variants.Variant{v}
			}
			ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt)
			defer stop()
			return e.run(ctx, cmd.OutOrStdout(), cmd.ErrOrStderr(), played)
		},
	}
	addVariantFlag(cmd, &variant, "chess")
	f := cmd.Flags()
	f.StringVar(&white, "white", "ai:1", "who plays White")
	f.StringVar(&black, "black", "ai:1", "who plays Black")
	f.IntVar(&e.games, "games", 10, "how many games of each variant")
	f.Uint64Var(&e.limit.Nodes, "nodes", 0, "positions looked at for one move; 0 leaves it to the level")
	f.IntVar(&e.limit.Depth, "depth", 0, "plies searched for one move; 0 leaves it to the level")
	f.IntVar(&e.plies, "plies", 600, "half-moves after which a game is given up as a draw; 0 for never")
	f.Uint64Var(&e.seed, "seed", 1, "where chance begins")
	f.StringVar(&e.scores, "pgn", "", "write the games to this file")
	return cmd
}

// run plays all games of all variants, several at a time, and prints a line for each variant.
func (e *encounter) run(ctx context.Context, out, errs io.Writer, played []variants.Variant) error {
	began := time.Now()
	var sheets []*pgn.Game
	plies := 0
	for _, v := range played {
		games, err := e.playAll(ctx, v)
		if err != nil {
			return fmt.Errorf("%s: %w", v.ID, err)
		}
		var score match.Tally
		ends := make(map[chess.Reason]int)
		for i, g := range games {
			score.Add(g.Outcome().Result, chess.White)
			ends[g.Outcome().Reason]++
			plies += g.Ply()
			if e.scores != "" {
				sheets = append(sheets, pgn.FromGame(g, map[string]string{
					"Event": "Rookery match", "Round": fmt.Sprint(i + 1), "Date": began.Format("2006.01.02"),
					"White": e.players[chess.White].Name, "Black": e.players[chess.Black].Name,
				}))
			}
		}
		if _, err := fmt.Fprintf(out, "%-16s %s: %d won, %d drawn, %d lost by White; %s\n",
			v.ID, plural(len(games), "game"), score.Wins, score.Draws, score.Losses, endings(ends)); err != nil {
			return err
		}
	}
	took := time.Since(began)
	fmt.Fprintf(errs, "%d half-moves in %.1f s\n", plies, took.Seconds())
	if e.scores != "" {
		return pgn.Save(e.scores, sheets...)
	}
	return nil
}

// playAll plays the games of one variant.
func (e *encounter) playAll(ctx context.Context, v variants.Variant) ([]*chess.Game, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	games := make([]*chess.Game, e.games)
	faults := make([]error, e.games)
	next := make(chan int)
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), e.games) {
		workers.Go(func() {
			for i := range next {
				if games[i], faults[i] = e.playOne(ctx, v.Rules, i); faults[i] != nil {
					cancel()
				}
			}
		})
	}
	for i := range games {
		next <- i
	}
	close(next)
	workers.Wait()
	// What stopped the match goes before the games that it cut short.
	slices.SortStableFunc(faults, func(a, b error) int {
		return order(errors.Is(a, context.Canceled)) - order(errors.Is(b, context.Canceled))
	})
	for _, err := range faults {
		if err != nil {
			return nil, err
		}
	}
	return games, nil
}

func order(last bool) int {
	if last {
		return 1
	}
	return 0
}

// playOne plays game i to its end.
func (e *encounter) playOne(ctx context.Context, r chess.Rules, i int) (*chess.Game, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	seed := e.seed + 2*uint64(i)
	array := -1
	if r.Setup != nil && r.Setup.Count > 1 {
		array = int(seed * 2654435761 % uint64(r.Setup.Count))
	}
	g, err := chess.NewGame(r, array)
	if err != nil {
		return nil, err
	}
	return g, match.Play(ctx, g, e.player(chess.White, seed), e.player(chess.Black, seed+1), e.plies)
}

// player makes one side's computer. It plays to the end: a match is about how games end.
func (e *encounter) player(side chess.Color, seed uint64) match.Player {
	engine := ai.New(e.players[side].Level, e.players[side].Style, seed)
	engine.Resigns = false
	return func(ctx context.Context, b chess.Board, keys []uint64) (chess.Move, error) {
		engine.History(keys)
		c, err := engine.Choose(ctx, b, e.limit)
		if err == nil {
			err = ctx.Err()
		}
		return c.Move, err
	}
}

// endings lists how games ended, the most frequent first.
func endings(ends map[chess.Reason]int) string {
	var why []chess.Reason
	for r := range ends {
		why = append(why, r)
	}
	slices.SortFunc(why, func(a, b chess.Reason) int {
		if ends[a] != ends[b] {
			return ends[b] - ends[a]
		}
		return int(a) - int(b)
	})
	words := make([]string, len(why))
	for i, r := range why {
		words[i] = fmt.Sprintf("%d %s", ends[r], r)
	}
	return strings.Join(words, ", ")
}
