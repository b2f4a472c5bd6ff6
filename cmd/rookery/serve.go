package main

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os/signal"
	"runtime"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"rookery/tui/serve"
)

// newServe builds the command that hosts the program over SSH.
func newServe() *cobra.Command {
	lim := serve.Usual()
	lim.Thinkers = max(1, runtime.NumCPU()-1)
	var listen string
	var where storeFlags
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Host the program for anyone with an SSH client",
		Long: "Serve hosts the whole program for anyone with an SSH client: ssh -p 2222 HOST.\n" +
			"A player who comes with a key finds his settings and unfinished games again.\n" +
			"SIGTERM, SIGINT and SIGHUP tell everyone and end it.",
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			b, err := bookOf(cmd, "")
			if err != nil {
				return err
			}
			log := slog.New(slog.NewJSONHandler(cmd.ErrOrStderr(), nil))
			ctx, stop := signal.NotifyContext(cmd.Context(), syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
			defer stop()
			club, closeClub, err := openClub(ctx, &where, log)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, closeClub()) }()
			s, err := serve.New(serve.Config{Dir: where.dir, Book: b, Lobby: club, Limits: lim, Log: log, Now: time.Now, Seed: seed})
			if err != nil {
				return err
			}
			l, err := net.Listen("tcp", listen)
			if err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "Listening on %s, host key %s\n", l.Addr(), s.Fingerprint())
			return s.Serve(ctx, l)
		},
	}
	f := cmd.Flags()
	f.StringVar(&listen, "listen", "127.0.0.1:2222", "address to listen on")
	f.IntVar(&lim.Connections, "connections", lim.Connections, "most connections in all")
	f.IntVar(&lim.PerAddress, "per-address", lim.PerAddress, "most connections from one address")
	f.IntVar(&lim.PerKey, "per-key", lim.PerKey, "most sessions of one key")
	f.IntVar(&lim.Logins, "logins", lim.Logins, "most connections a minute from one address")
	f.IntVar(&lim.Keys, "keys", lim.Keys, "most keys a second in one session")
	f.IntVar(&lim.Games, "games", lim.Games, "most unfinished games that are kept of one player, and as many saved ones")
	f.DurationVar(&lim.Idle, "idle", lim.Idle, "time without a key after which a session ends")
	f.DurationVar(&lim.Longest, "longest", lim.Longest, "longest time of a session")
	f.IntVar(&lim.Thinkers, "thinkers", lim.Thinkers, "most searches of the computer at a time")
	f.DurationVar(&lim.Think, "think", lim.Think, "longest time of one search")
	addBookFlag(cmd)
	where.add(cmd)
	cmd.AddCommand(newServeExport(&where), newServeImport(&where))
	return cmd
}
