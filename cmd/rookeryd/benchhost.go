package main

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"rookery/chess"
	"rookery/cmd/internal/cli"
	"rookery/cmd/rookeryd/load"
	"rookery/tui/lobby"
	"rookery/tui/remote"
	"rookery/tui/serve"
	"rookery/tui/serve/web"
)

// benchHost is the command by which bench starts the server that it measures.
const benchHost = "bench-host"

// newBenchHost builds it. The server is that of serve but that it refuses
// nobody for coming too fast and knows the players before they come.
func newBenchHost() *cobra.Command {
	cmd := &cobra.Command{
		Use: benchHost + " DIR", Hidden: true,
		Args: cli.Between(1, 1, "DIR"),
		RunE: func(cmd *cobra.Command, args []string) error {
			lean()
			b, err := cli.Book(cmd, "")
			if err != nil {
				return err
			}
			const many = 1 << 20
			lim := serve.Usual()
			lim.Thinkers = max(1, runtime.NumCPU()-1)
			lim.Connections, lim.PerAddress, lim.Logins = many, many, many
			cfg := serve.Config{
				Dir: args[0], Book: b, Limits: lim, Now: time.Now, Seed: cli.Seed, Relieve: relieve,
				Log: slog.New(slog.NewJSONHandler(cmd.ErrOrStderr(), &slog.HandlerOptions{Level: slog.LevelWarn})),
			}
			return hostClub(cmd.Context(), &storeFlags{dir: args[0]}, &cfg, "127.0.0.1:0", func(s *serve.Server, l net.Listener) error {
				ctx, stop := context.WithCancel(cmd.Context())
				defer stop()
				pages, err := web.New(web.Config{Sessions: s, Lobby: cfg.Lobby, Archive: cfg.Archive, Limits: lim, Log: cfg.Log, Now: time.Now, Requests: many,
					Hold: time.Second, // so that what is left soon shows what is kept
				})
				if err != nil {
					return err
				}
				at, err := net.Listen("tcp", "127.0.0.1:0")
				if err != nil {
					return err
				}
				done := make(chan error, 2)
				go func() { done <- s.Serve(ctx, l) }()
				go func() { done <- pages.Serve(ctx, at) }()
				err = load.Answer(cmd.InOrStdin(), cmd.OutOrStdout(), l.Addr().String(), at.Addr().String(), func(all []load.Account) error {
					return seat(ctx, cfg.Lobby, all)
				})
				stop()
				return errors.Join(err, <-done, <-done)
			})
		},
	}
	cli.AddBookFlag(cmd)
	return cmd
}

// seat makes accounts, and begins a game where there are two: a long one, so that
// no flag falls.
func seat(ctx context.Context, l *lobby.Lobby, all []load.Account) error {
	players := make([]remote.Player, len(all))
	for i, a := range all {
		var err error
		if players[i], err = l.Register(ctx, a.Key, a.Name); err != nil {
			return err
		}
	}
	if len(players) != 2 {
		return nil
	}
	terms := remote.Terms{Parts: []string{"chess"}, Control: chess.Control{Base: 50 * time.Minute}, Rated: true}
	_, err := l.Start(ctx, terms, players[0], players[1])
	return err
}
