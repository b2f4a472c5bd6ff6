package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os/signal"
	"path/filepath"
	"runtime"
	"syscall"
	"time"

	"github.com/adrg/xdg"
	"github.com/spf13/cobra"

	"rookery/tui/lobby"
	"rookery/tui/lobby/journal"
	"rookery/tui/serve"
)

// newServe builds the command that hosts the program over SSH.
func newServe() *cobra.Command {
	lim := serve.Usual()
	lim.Thinkers = max(1, runtime.NumCPU()-1)
	var listen, dir string
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
			club, closeClub, err := openClub(ctx, dir, log)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, closeClub()) }()
			s, err := serve.New(serve.Config{Dir: dir, Book: b, Lobby: club, Limits: lim, Log: log, Now: time.Now, Seed: seed})
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
	f.StringVar(&dir, "data", filepath.Join(xdg.DataHome, "rookery", "serve"), "directory of the host key and the players")
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
	return cmd
}

// openClub opens the lobby on the journal that is kept below a directory.
// Games that cannot be read are logged and left out.
func openClub(ctx context.Context, dir string, log *slog.Logger) (*lobby.Lobby, func() error, error) {
	j, err := journal.Open(ctx, filepath.Join(dir, "journal"), 0)
	if err != nil {
		return nil, nil, err
	}
	var chance [32]byte
	rand.Read(chance[:]) // never fails
	club, err := lobby.Open(ctx, j, time.Now, chance)
	if club == nil {
		return nil, nil, errors.Join(err, j.Close())
	}
	if err != nil {
		log.Error("games are left out", "err", err.Error())
	}
	return club, j.Close, nil
}
