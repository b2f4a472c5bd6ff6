// Command rookeryd is the club's server: it hosts the whole program for anyone with
// an SSH client. Its other commands tell a running server what to do, write and read
// its store, and measure it under load. It may import everything. Start reading with newRoot.
//
// Exit status: 0 when all is well, 1 when the answer is no or the input is bad
// (then the reason stands on standard error), 2 when the command line itself
// cannot be understood.
package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"rookery/cmd/internal/cli"
	"rookery/cmd/internal/pages"
	"rookery/cmd/internal/silence"
	"rookery/tui/serve"
)

func main() {
	silence.End()
	os.Exit(cli.Run(context.Background(), newRoot(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// newRoot builds the whole command tree. The root hosts the club, and so does the
// command serve below it, which has the same flags.
func newRoot() *cobra.Command {
	o := serveOptions{limits: serve.Usual()}
	o.limits.Thinkers = max(1, runtime.NumCPU()-1)
	const short = "Host Rookery for players with an SSH client or a browser"
	long := "Host Rookery for players with an SSH client: ssh -p 2222 HOST. With --web, for browsers too.\n" +
		"Players with a key find their settings and unfinished games again.\n" +
		"SIGTERM, SIGINT and SIGHUP notify all players and shut down."
	root := cli.Root("rookeryd", short, long)
	root.RunE = func(cmd *cobra.Command, _ []string) error { return o.run(cmd) }
	root.PersistentPreRunE = func(cmd *cobra.Command, args []string) error {
		if err := cli.CheckLanguage(cmd, args); err != nil {
			return err
		}
		return configure(cmd, os.Environ())
	}
	o.add(root)
	o.store.add(root)
	root.PersistentFlags().String("config", "", "TOML settings file, one setting per flag: idle = \"30m\"")
	serve := &cobra.Command{Use: "serve", Short: short, Long: long, Args: cli.NoArgs, RunE: root.RunE}
	o.add(serve)
	root.AddCommand(serve, newAdmin(&o.store), newCheck(&o.store), newRepair(&o.store),
		newBackup(&o.store), newRestore(&o.store), newExport(&o.store), newImport(&o.store), newGames(&o.store), newBench(), newBenchHost())
	return root
}

// serveOptions are the settings of the server.
type serveOptions struct {
	listen, admins, metrics string
	proxies                 []string // networks
	limits                  serve.Limits
	store                   storeFlags
	web                     webOptions
}

// add gives a command the flags that only hosting has.
func (o *serveOptions) add(cmd *cobra.Command) {
	lim := &o.limits
	f := cmd.Flags()
	f.StringVar(&o.listen, "listen", "127.0.0.1:2222", "address to listen on")
	f.StringVar(&o.admins, "admins", "", "file with the operators' keys, as in authorized_keys (default DATA/admins)")
	f.StringVar(&o.metrics, "metrics", "", "address for Prometheus metrics, 127.0.0.1:PORT")
	f.StringSliceVar(&o.proxies, "proxies", nil, "networks of proxies that send the PROXY protocol, 192.0.2.0/24")
	f.IntVar(&lim.Connections, "connections", lim.Connections, "maximum connections in total")
	f.IntVar(&lim.PerAddress, "per-address", lim.PerAddress, "maximum connections per address")
	f.IntVar(&lim.PerKey, "per-key", lim.PerKey, "maximum sessions per key")
	f.IntVar(&lim.Logins, "logins", lim.Logins, "maximum connections per minute per address")
	f.IntVar(&lim.Names, "names", lim.Names, "maximum new names per day per address")
	f.IntVar(&lim.Keys, "keys", lim.Keys, "maximum keys per second per session")
	f.IntVar(&lim.Games, "games", lim.Games, "maximum unfinished games kept per player, and as many saved ones")
	f.DurationVar(&lim.Idle, "idle", lim.Idle, "idle time after which a session ends")
	f.DurationVar(&lim.Longest, "longest", lim.Longest, "maximum length of a session")
	f.IntVar(&lim.Thinkers, "thinkers", lim.Thinkers, "maximum parallel computer searches")
	f.DurationVar(&lim.Think, "think", lim.Think, "maximum time per search")
	o.web.add(cmd)
	cli.AddBookFlag(cmd)
}

// run hosts the club until a signal ends it.
func (o *serveOptions) run(cmd *cobra.Command) error {
	lean()
	b, err := cli.Book(cmd, "")
	if err != nil {
		return err
	}
	proxies, err := networks(o.proxies)
	if err != nil {
		return err
	}
	log := slog.New(slog.NewJSONHandler(cmd.ErrOrStderr(), nil))
	ctx, stop := signal.NotifyContext(cmd.Context(), syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
	defer stop()
	cfg := serve.Config{
		Dir: o.store.dir, Book: b, Admins: o.admins, Limits: o.limits, Log: log, Now: time.Now, Seed: cli.Seed, Relieve: relieve, Browsers: o.web.listen != "",
	}
	return hostClub(ctx, &o.store, &cfg, o.listen, func(s *serve.Server, l net.Listener) error {
		if o.metrics != "" {
			end, err := tellMetrics(ctx, cfg.Meters, o.metrics, log)
			if err != nil {
				return errors.Join(err, l.Close())
			}
			defer end()
		}
		if len(proxies) > 0 {
			l = serve.BehindProxies(l, proxies, o.limits.Login)
		}
		fmt.Fprintln(cmd.OutOrStdout(), cli.Locale(cmd).Sprintf("Listening on %s, host key %s", l.Addr(), s.Fingerprint()))
		return o.web.host(ctx, cmd, &cfg, s, l)
	})
}

// networks reads networks and single addresses.
func networks(texts []string) (all []netip.Prefix, err error) {
	for _, text := range texts {
		p, err := netip.ParsePrefix(text)
		if addr, addrErr := netip.ParseAddr(text); addrErr == nil {
			p, err = addr.Unmap().Prefix(addr.Unmap().BitLen())
		}
		if err != nil {
			return nil, fmt.Errorf("%q is no network: write it as 192.0.2.0/24 or 2001:db8::/32", text)
		}
		all = append(all, p.Masked())
	}
	return all, nil
}

// serveGC is by how many per cent the heap of a server may grow before it is
// cleaned. Its sessions hold much that stays, and little is made anew while clocks
// run, so that memory is dearer than the work.
const serveGC = 35

// leastProcs is how many goroutines may run at a time at least, on a machine of fewer processors too. With three or
// fewer Go's collector has none of its own: it takes turns on each, ahead of everything that waits there, and on a busy machine a
// move then passes a dozen such waits. The kernel shares the processors better.
const leastProcs = 4

// lean has a server hold less memory than other commands, and answer while it is being cleaned, unless who runs it
// has said how.
func lean() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(serveGC)
	}
	if os.Getenv("GOMAXPROCS") == "" && runtime.GOMAXPROCS(0) < leastProcs {
		runtime.GOMAXPROCS(leastProcs)
	}
}

// relieve gives back the memory that only a crowd needed; where that cannot be done,
// the server is merely larger.
func relieve() { _ = pages.GiveBack() }

// hostClub opens the club of a server, which cfg gets, and lets run serve it on an
// address; then it closes the club.
func hostClub(ctx context.Context, where *storeFlags, cfg *serve.Config, address string, run func(*serve.Server, net.Listener) error) (err error) {
	closeClub, err := openClub(ctx, where, cfg)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeClub()) }()
	s, err := serve.New(*cfg)
	if err != nil {
		return err
	}
	l, err := listen(address)
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
