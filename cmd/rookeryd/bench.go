package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"time"

	"github.com/spf13/cobra"

	"rookery/cmd/internal/cli"
	"rookery/cmd/rookeryd/load"
)

// newBench builds the command that measures a server under load.
func newBench() *cobra.Command {
	p := load.Usual()
	var within time.Duration
	var dir string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Run a load test on this machine",
		Long: "Start a server on the loopback interface, with an empty store, and real SSH clients\n" +
			"in this process: two players per game, and spectators for some. Prints the results\n" +
			"next to the targets, which are meant for the default numbers on two otherwise idle\n" +
			"cores. Linux only.",
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, cancel := context.WithTimeout(cmd.Context(), within)
			defer cancel()
			own, err := os.MkdirTemp(dir, "rookery-bench-*")
			if err != nil {
				return err
			}
			defer os.RemoveAll(own)
			self, err := os.Executable()
			if err != nil {
				return err
			}
			server := exec.CommandContext(ctx, self, benchHost, own)
			f, err := load.Run(ctx, p, server, own, func(part string) { fmt.Fprintln(cmd.ErrOrStderr(), part) })
			if err != nil {
				f.WriteText(cmd.ErrOrStderr())
				return err
			}
			if asJSON {
				return f.WriteJSON(cmd.OutOrStdout())
			}
			return f.WriteText(cmd.OutOrStdout())
		},
	}
	f := cmd.Flags()
	f.IntVar(&p.Sessions, "sessions", p.Sessions, "number of players, two per game")
	f.IntVar(&p.Browsers, "browsers", p.Browsers, "number of players in browsers, one per game")
	f.IntVar(&p.Games, "games", p.Games, "number of games with moves")
	f.IntVar(&p.Watched, "watched", p.Watched, "number of games with spectators")
	f.IntVar(&p.Spectators, "spectators", p.Spectators, "spectators per game")
	f.IntVar(&p.Guests, "guests", p.Guests, "guests who play the strongest computer")
	f.IntVar(&p.Analysts, "analysts", p.Analysts, "guests with the analysis board open")
	f.IntVar(&p.Keys, "key-rate", p.Keys, "keys per second, over all players")
	f.IntVar(&p.Moves, "move-rate", p.Moves, "moves per second, over all games")
	f.DurationVar(&p.Span, "span", p.Span, "duration of each test")
	f.DurationVar(&p.Thought, "computer-span", p.Thought, "duration of the test with guests and analysts")
	f.IntVar(&p.Cols, "columns", p.Cols, "columns of each terminal")
	f.IntVar(&p.Rows, "rows", p.Rows, "rows of each terminal")
	f.DurationVar(&within, "within", 4*time.Minute, "maximum total duration")
	f.StringVar(&dir, "store", "", "temporary directory for the store (default: system temporary directory)")
	f.BoolVar(&asJSON, "json", false, "print results as JSON")
	return cmd
}
