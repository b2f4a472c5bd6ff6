// Package web shows the club in a browser: the whole program in a page, by a terminal over a
// WebSocket, and pages that need no terminal: who plays, a game as it goes on, a player, a board
// for other pages. Sessions are those of package serve, with its limits, its pool and its bans.
//
// Nothing that a page needs comes from elsewhere, no script stands in a page, and what
// others have typed is escaped by html/template. The package may import tui/serve and what that may. Start reading with [Server.routes].
package web

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"rookery/tui/lobby"
	"rookery/tui/lobby/archive"
	"rookery/tui/serve"
)

// Config is how the pages are served.
type Config struct {
	Sessions *serve.Server
	Lobby    *lobby.Lobby
	Archive  archive.Archive // nil for none
	Limits   serve.Limits    // those of Sessions
	Log      *slog.Logger
	Now      func() time.Time
	// SSH is the address that pages name for SSH clients; its host may be empty, for that of
	// the page.
	SSH string
	// URL is the address under which players find the pages, "https://club.example". Requests
	// for another host are refused. Empty takes every host for its own.
	URL string
	// Proxies are the networks that are believed when they say for whom they ask, by the
	// PROXY protocol or by X-Forwarded-For and X-Forwarded-Proto.
	Proxies []netip.Prefix
	// Cert and Key are files for TLS, read anew when they change; empty for plain HTTP.
	Cert, Key string
	// Requests is how many one address may make a second, and ten times as many at once; 0 for 10.
	Requests int
	// Hold is how long the session of a socket that is lost waits for another one; 0 for a minute.
	Hold time.Duration
}

// Server serves the pages. Make one with New.
type Server struct {
	cfg      Config
	public   *url.URL // nil for none
	handler  http.Handler
	rates    rates // of requests
	signs    rates // of tries to sign in
	seats    seats
	previews previews
	life     context.Context // of the sessions; ends with Serve
	end      context.CancelFunc
	all      sync.WaitGroup // sessions
}

// New makes the server; it listens nowhere yet.
func New(cfg Config) (*Server, error) {
	s := &Server{cfg: cfg, signs: rates{now: cfg.Now, each: signRate / 60.0, burst: signRate}, seats: seats{all: make(map[string]*seat)}}
	if cfg.URL != "" {
		u, err := url.Parse(cfg.URL)
		if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || u.Path != "" && u.Path != "/" {
			return nil, errors.New("the address of the pages is written as https://club.example, without a path")
		}
		s.public = u
	}
	if (cfg.Cert == "") != (cfg.Key == "") {
		return nil, errors.New("TLS needs two files: the certificate and its key")
	}
	each := cmp.Or(cfg.Requests, requestRate)
	s.rates = rates{now: cfg.Now, each: rate.Limit(each), burst: each * (requestBurst / requestRate)}
	if s.cfg.Hold == 0 {
		s.cfg.Hold = time.Minute
	}
	s.life, s.end = context.WithCancel(context.Background())
	s.handler = s.guarded(s.routes())
	return s, nil
}

// routes are all pages and what they ask for.
func (s *Server) routes() *http.ServeMux {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", s.front)
	mux.HandleFunc("GET /play", s.play)
	mux.HandleFunc("GET /lines", s.lines)
	mux.HandleFunc("GET /session", s.session)
	mux.HandleFunc("GET /game/{id}", s.game)
	mux.HandleFunc("GET /game/{id}/live", s.live)
	mux.HandleFunc("GET /embed/{id}", s.embed)
	mux.HandleFunc("GET /player/{name}", s.player)
	mux.HandleFunc("GET /tournament/{id}", s.tournament)
	mux.HandleFunc("GET /tournament/{id}/live", s.tournamentLive)
	mux.HandleFunc("GET /account", s.sign)
	mux.HandleFunc("GET /account/waiting", s.waiting)
	mux.HandleFunc("POST /account/in", s.signIn)
	mux.HandleFunc("POST /account/code", s.askCode)
	mux.HandleFunc("POST /account/out", s.signOut)
	mux.HandleFunc("GET /position.svg", s.position)
	mux.HandleFunc("GET /position.png", s.position)
	mux.HandleFunc("GET /static/", s.static)
	mux.HandleFunc("GET /robots.txt", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		w.Write([]byte("User-agent: *\nDisallow: /session\nDisallow: /position.svg\n"))
	})
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { s.missing(w, r) })
	return mux
}

const (
	headerTime = 5 * time.Second
	readTime   = 10 * time.Second
	writeTime  = 20 * time.Second
	idleTime   = time.Minute
	mostHeader = 16 << 10 // bytes
	// Browsers open up to six connections for a page, and WebSockets and streams come on top.
	connectionsEach = 4
	// requestsEach is how many connections a minute one address may open, for each session.
	requestsEach = 20
)

// Serve answers on a listener until ctx ends.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	lim := s.cfg.Limits
	lim.Connections *= connectionsEach
	lim.PerAddress *= connectionsEach
	lim.Logins *= requestsEach
	l = serve.Limited(l, lim, s.cfg.Sessions, s.cfg.Proxies)
	if len(s.cfg.Proxies) > 0 {
		l = serve.MaybeBehindProxies(l, s.cfg.Proxies, headerTime)
	}
	srv := &http.Server{
		Handler: s.handler, ReadHeaderTimeout: headerTime, ReadTimeout: readTime, WriteTimeout: writeTime, IdleTimeout: idleTime,
		MaxHeaderBytes: mostHeader, ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelError),
	}
	if s.cfg.Cert != "" {
		files := &certificate{cert: s.cfg.Cert, key: s.cfg.Key, now: s.cfg.Now, log: s.cfg.Log}
		if _, err := files.get(nil); err != nil {
			return errors.Join(err, l.Close())
		}
		srv.TLSConfig = &tls.Config{MinVersion: tls.VersionTLS12, GetCertificate: files.get}
	}
	stopped := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(stopped)
		// Sessions are told by their own server why they end, and get time for it.
		s.waits(lastWords)
		s.end()
		srv.Close()
	})
	var err error
	if s.cfg.Cert != "" {
		err = srv.ServeTLS(l, "", "")
	} else {
		err = srv.Serve(l)
	}
	if stop() { // it failed by itself
		s.end()
		srv.Close()
	} else {
		<-stopped
		err = nil
	}
	s.all.Wait()
	return err
}

// lastWords is how long a stop waits for sessions to end.
const lastWords = 10 * time.Second

// waits waits until all sessions have ended, but not for ever.
func (s *Server) waits(limit time.Duration) {
	done := make(chan struct{})
	go func() { s.all.Wait(); close(done) }()
	select {
	case <-done:
	case <-time.After(limit):
	}
}
