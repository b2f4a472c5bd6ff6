package main

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"path/filepath"
	"time"

	"github.com/adrg/xdg"
	"github.com/spf13/cobra"

	"rookery/tui/lobby"
	"rookery/tui/lobby/archive"
	"rookery/tui/lobby/archive/sqlstore"
	"rookery/tui/lobby/journal"
	"rookery/tui/lobby/journal/natsstore"
	"rookery/tui/lobby/journal/sqljournal"
	"rookery/tui/serve"
)

// storeFlags say where the club keeps what must not be lost.
type storeFlags struct {
	dir      string   // of this machine
	urls     []string // of an external cluster; none for the store in dir
	cluster  natsstore.Options
	maxBytes int64
}

// add gives a command and those below it the flags.
func (s *storeFlags) add(cmd *cobra.Command) {
	f := cmd.PersistentFlags()
	f.StringVar(&s.dir, "data", filepath.Join(xdg.DataHome, "rookery", "serve"), "directory of the host key and player data")
	f.StringSliceVar(&s.urls, "nats", nil, "NATS servers that store the data instead of the directory, nats:// or tls://HOST:PORT")
	f.StringVar(&s.cluster.Credentials, "nats-creds", "", "credentials file for the cluster")
	f.StringVar(&s.cluster.Authority, "nats-ca", "", "CA certificate file for the cluster")
	f.IntVar(&s.cluster.Replicas, "nats-replicas", 3, "number of cluster servers that store each move")
	f.StringSliceVar(&s.cluster.Monitors, "nats-monitor", nil, "http://HOST:PORT of a server's monitoring page; servers that could lose moves are refused")
	f.Int64Var(&s.maxBytes, "store-bytes", 0, "maximum size of the store in bytes; no new games start when it is nearly full (default: as much as the disk has)")
}

// journalDir is the directory of the store of this machine.
func (s *storeFlags) journalDir() string { return filepath.Join(s.dir, "journal") }

// open opens the store and tells the log, if there is one, what was found damaged.
func (s *storeFlags) open(ctx context.Context, log *slog.Logger) (journal.Journal, error) {
	if len(s.urls) == 0 {
		j, err := sqljournal.Open(ctx, s.journalDir(), sqljournal.Options{MaxBytes: s.maxBytes, Move: isMove, Found: func(fault error) {
			if log != nil {
				logDamage(log, fault)
			}
		}})
		if err != nil {
			return nil, err
		}
		return j, nil
	}
	s.cluster.MaxBytes = s.maxBytes
	return natsstore.Dial(ctx, s.urls, s.cluster)
}

// logDamage tells what of a store is damaged or lost, or was done about it.
func logDamage(log *slog.Logger, fault error) {
	d := (*journal.DamageError)(nil)
	if !errors.As(fault, &d) {
		log.Info("store", "what", fault.Error())
		return
	}
	log.Error("store damaged", "file", d.File, "game", d.Game, "event", d.Event, "ply", d.Ply, "what", d.What)
}

// openClub opens the lobby, the archive and the bans on the store, and writes them
// with what counts into cfg. Games that cannot be read are logged and left out.
func openClub(ctx context.Context, where *storeFlags, cfg *serve.Config) (closing func() error, err error) {
	j, err := where.open(ctx, cfg.Log)
	if err != nil {
		return nil, err
	}
	if len(damageOf(j)) > 0 {
		returned, err := takeBack(ctx, where, j)
		for _, r := range returned {
			cfg.Log.Info("game taken back from the archive", "game", r.Game, "from", r.From, "events", r.Events)
		}
		if err != nil { // the rest may be there
			cfg.Log.Error("not all games could be taken back from the archive", "err", err.Error())
		}
	}
	if cfg.Bans, err = j.Bucket(ctx, "bans"); err != nil {
		return nil, errors.Join(err, j.Close())
	}
	var chance [32]byte
	rand.Read(chance[:]) // never fails
	cfg.Meters = serve.NewMeters()
	cfg.Meters.CountDamage(func() (n int) {
		for _, fault := range damageOf(j) {
			if errors.As(fault, new(*journal.DamageError)) {
				n++
			}
		}
		return n
	})
	if q, ok := j.(interface{ Waiting() int }); ok {
		cfg.Meters.CountWaiting(q.Waiting)
	}
	cfg.Lobby, err = lobby.Open(ctx, cfg.Meters.Journal(j), time.Now, chance)
	if cfg.Lobby == nil {
		return nil, errors.Join(err, j.Close())
	}
	if err != nil {
		cfg.Log.Error("games are left out", "err", err.Error())
	}
	games, err := sqlstore.Open(ctx, sqlstore.Config{Path: where.archivePath(), Journal: j, Now: time.Now, Log: cfg.Log})
	if err != nil {
		cfg.Lobby.Close()
		return nil, errors.Join(err, j.Close())
	}
	cfg.Archive = games
	cfg.Lobby.UseRatings(archive.Ratings{Archive: games})
	return func() error {
		cfg.Lobby.Close()
		return errors.Join(games.Close(), j.Close())
	}, nil
}
