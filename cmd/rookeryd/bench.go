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
		Short: "Measure a server under load on this machine",
		Long: "Bench starts a server of its own on the loopback, with an empty store, and real SSH\n" +
			"clients in this process: two players at each game, and spectators of some. It prints\n" +
			"what was measured beside the goals, which are meant for the usual numbers on two\n" +
			"cores that do nothing else. It needs Linux.",
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
	f.IntVar(&p.Sessions, "sessions", p.Sessions, "players, two of them at each game")
	f.IntVar(&p.Games, "games", p.Games, "games in which moves are made")
	f.IntVar(&p.Watched, "watched", p.Watched, "games that have spectators")
	f.IntVar(&p.Spectators, "spectators", p.Spectators, "spectators of each of them")
	f.IntVar(&p.Keys, "key-rate", p.Keys, "keys a second, over all players")
	f.IntVar(&p.Moves, "move-rate", p.Moves, "moves a second, over all games")
	f.DurationVar(&p.Span, "span", p.Span, "how long each part is measured")
	f.IntVar(&p.Cols, "columns", p.Cols, "columns of each terminal")
	f.IntVar(&p.Rows, "rows", p.Rows, "rows of each terminal")
	f.DurationVar(&within, "within", 4*time.Minute, "longest time of it all")
	f.StringVar(&dir, "store", "", "directory of the store for the time being (default that of temporary files)")
	f.BoolVar(&asJSON, "json", false, "print the figures as JSON")
	return cmd
}
