package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
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
	var listen, admins, metrics string
	var where storeFlags
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Host the program for anyone with an SSH client",
		Long: "Serve hosts the whole program for anyone with an SSH client: ssh -p 2222 HOST.\n" +
			"A player who comes with a key finds his settings and unfinished games again.\n" +
			"SIGTERM, SIGINT and SIGHUP tell everyone and end it.",
		Args:              noArgs,
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error { return configure(cmd, os.Environ()) },
		RunE: func(cmd *cobra.Command, _ []string) error {
			lean()
			b, err := bookOf(cmd, "")
			if err != nil {
				return err
			}
			log := slog.New(slog.NewJSONHandler(cmd.ErrOrStderr(), nil))
			ctx, stop := signal.NotifyContext(cmd.Context(), syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
			defer stop()
			cfg := serve.Config{Dir: where.dir, Book: b, Admins: admins, Limits: lim, Log: log, Now: time.Now, Seed: seed, Relieve: relieve}
			return hostClub(ctx, &where, &cfg, listen, func(s *serve.Server, l net.Listener) error {
				if metrics != "" {
					end, err := tellMetrics(ctx, cfg.Meters, metrics, log)
					if err != nil {
						return errors.Join(err, l.Close())
					}
					defer end()
				}
				fmt.Fprintln(cmd.OutOrStdout(), tongue(cmd).Sprintf("Listening on %s, host key %s", l.Addr(), s.Fingerprint()))
				return s.Serve(ctx, l)
			})
		},
	}
	f := cmd.Flags()
	f.StringVar(&listen, "listen", "127.0.0.1:2222", "address to listen on")
	f.StringVar(&admins, "admins", "", "file of the keys of operators, as in authorized_keys (default DATA/admins)")
	f.StringVar(&metrics, "metrics", "", "address to tell figures on in the form of Prometheus, 127.0.0.1:PORT")
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
	cmd.PersistentFlags().String("config", "", "file of settings in TOML, one for each flag: idle = \"30m\"")
	cmd.AddCommand(newServeExport(&where), newServeImport(&where), newServeAdmin(&where), newServeGames(&where), newServeBench(), newServeBenchHost())
	return cmd
}

// hostClub opens the club of a server, which cfg gets, and lets run serve it on an
// address; then it closes the club.
func hostClub(ctx context.Context, where *storeFlags, cfg *serve.Config, listen string, run func(*serve.Server, net.Listener) error) (err error) {
	closeClub, err := openClub(ctx, where, cfg)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeClub()) }()
	s, err := serve.New(*cfg)
	if err != nil {
		return err
	}
	l, err := net.Listen("tcp", listen)
	if err != nil {
		return err
	}
	return run(s, l)
}

// tellMetrics listens for those who ask for figures until end is called.
func tellMetrics(ctx context.Context, m *serve.Meters, addr string, log *slog.Logger) (end func(), err error) {
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, err
	}
	if at, ok := l.Addr().(*net.TCPAddr); !ok || !at.IP.IsLoopback() {
		log.Warn("figures are told to anyone who can reach this address", "metrics", l.Addr().String())
	}
	log.Info("figures are told", "url", "http://"+l.Addr().String()+"/metrics")
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := m.Serve(ctx, l); err != nil {
			log.Error("figures are told no more", "err", err.Error())
		}
	}()
	return func() { cancel(); <-done }, nil
}
