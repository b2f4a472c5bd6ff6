// Package serve hosts the program for those who come with an SSH client. It
// trusts none of them: see docs/security.md for what is promised. It may import tui and what
// that may. Start reading at [Server], then session.go.
package serve

import (
	"context"
	"crypto/rsa"
	"errors"
	"io"
	"log/slog"
	"net"
	"sync"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/ssh"
	"github.com/muesli/termenv"
	gossh "golang.org/x/crypto/ssh"

	"rookery/ai/book"
	"rookery/tui"
	"rookery/tui/club"
	"rookery/tui/draw"
	"rookery/tui/lobby"
	"rookery/tui/lobby/archive"
	"rookery/tui/lobby/journal"
	"rookery/tui/ui"
)

// Config is how a server is run.
type Config struct {
	Dir     string          // where the host key and the players' games are kept
	Book    *book.Book      // what computers open with; nil for no book
	Lobby   *lobby.Lobby    // where players meet; nil for a server without one
	Archive archive.Archive // finished games; nil for none
	Admins  string          // file of the operators' keys; empty for DIR/admins
	Bans    journal.Bucket  // where bans are kept; nil keeps them until the server ends
	Meters  *Meters         // what counts what the server does; nil for meters that nobody reads
	Limits  Limits
	// Browsers tells that there are pages (package web), to which players can sign in.
	Browsers bool
	Log      *slog.Logger
	Now      func() time.Time
	Seed     func() uint64
	Relieve  func() // called when a crowd has left and Go has given its memory back; nil for nothing
}

// Server hosts sessions. Make one with New.
type Server struct {
	cfg  Config
	key  gossh.Signer
	ssh  *ssh.Server
	gate *gate
	pool *pool
	bans *bans
	open func(*ui.Session) program // makes the program of a session

	farewells chan struct{} // holds one for each connection that is told why it is refused

	renderers map[termenv.Profile]*lipgloss.Renderer
	themes    draw.Themes

	mu      sync.Mutex
	ending  bool
	stop    chan struct{} // closed when an operator stops the server
	count   int           // sessions so far
	most    int           // sessions at a time, since memory was given back
	clients map[*client]struct{}
	keys    map[string]int // sessions by player
	all     sync.WaitGroup // sessions

	relief  *time.Timer // gives memory back when a crowd has left
	reliefs int         // how often it is still to do so
}

// program is what a session shows: that of package tui.
type program interface {
	tea.Model
	SetSize(width, height int)
	Close()
}

// New reads the host key, or makes it at the first start.
func New(cfg Config) (*Server, error) {
	key, err := hostKey(cfg.Dir)
	if err != nil {
		return nil, err
	}
	s := &Server{
		cfg: cfg, key: key, gate: newGate(cfg.Limits, cfg.Now),
		pool: newPool(cfg.Limits.Thinkers, cfg.Limits.Think, cfg.Now),
		bans: &bans{bucket: cfg.Bans, now: cfg.Now, all: make(map[string]ban)}, stop: make(chan struct{}), farewells: make(chan struct{}, farewells),
		clients: make(map[*client]struct{}), keys: make(map[string]int), renderers: make(map[termenv.Profile]*lipgloss.Renderer),
		open: func(session *ui.Session) program { return tui.NewClub(session, club.NewClubhouse) },
	}
	for _, p := range []termenv.Profile{termenv.TrueColor, termenv.ANSI256, termenv.ANSI, termenv.Ascii} {
		r := lipgloss.NewRenderer(io.Discard)
		r.SetColorProfile(p)
		r.SetHasDarkBackground(true) // never asked
		s.renderers[p] = r
	}
	s.relief = time.AfterFunc(time.Hour, s.relieved)
	s.relief.Stop()
	if s.cfg.Meters == nil {
		s.cfg.Meters = NewMeters()
	}
	if _, err := s.admins(); err != nil {
		return nil, err
	}
	if err := s.cfg.Meters.watch(s); err != nil {
		return nil, err
	}
	if s.ssh, err = s.newSSH(); err != nil {
		return nil, err
	}
	if s.cfg.Lobby != nil {
		s.cfg.Lobby.OnForget(s.forget)
		s.cfg.Lobby.OnReport(func(r lobby.Report) {
			s.cfg.Log.Warn("a player was reported: rookeryd admin report tells more", "report", r.ID, "of", r.Of.ID, "by", r.By.ID)
		})
	}
	return s, nil
}

// forget ends the sessions of a key that was taken from its player.
func (s *Server) forget(fingerprint string) {
	for _, g := range s.present() {
		if g.player == fingerprint {
			g.cancel(errForgot)
		}
	}
}

// newSSH is the server below ours, with nothing left of what it would allow by itself.
// Its terminals are emulated: a real one costs two files and four goroutines.
func (s *Server) newSSH() (*ssh.Server, error) {
	srv := &ssh.Server{
		Version:     "Rookery",
		HostSigners: []ssh.Signer{s.key},
		Handler:     s.handle,
		PublicKeyHandler: func(ctx ssh.Context, k ssh.PublicKey) bool {
			if ctx.User() == adminName {
				_, ok := s.operator(k)
				return ok && acceptableKey(k)
			}
			return acceptableKey(k)
		},
		ServerConfigCallback: func(ssh.Context) *gossh.ServerConfig { return cryptoConfig() },
		ConnCallback:         s.connected,
		// A client without a key is a guest. It is asked nothing, but only after
		// the keys: one that need not show any would never show them.
		KeyboardInteractiveHandler: func(ctx ssh.Context, _ gossh.KeyboardInteractiveChallenge) bool {
			return ctx.User() != adminName
		},
		ChannelHandlers:   map[string]ssh.ChannelHandler{"session": s.channel},
		RequestHandlers:   map[string]ssh.RequestHandler{},
		SubsystemHandlers: map[string]ssh.SubsystemHandler{},
		ConnectionFailedCallback: func(c net.Conn, err error) {
			s.cfg.Meters.refuse(err)
			s.cfg.Log.Info("login refused", "from", network(c.RemoteAddr()).String(), "err", truncate(err.Error()))
		},
	}
	return srv, srv.SetOption(ssh.EmulatePty())
}

// Fingerprint is that of the host key, for players to compare.
func (s *Server) Fingerprint() string { return gossh.FingerprintSHA256(s.key.PublicKey()) }

// tickGap is how exactly flags fall.
const tickGap = 100 * time.Millisecond

// tick keeps the clocks of the lobby going until ctx ends. A fault that lasts is
// logged once.
func (s *Server) tick(ctx context.Context) {
	ticker := time.NewTicker(tickGap)
	defer ticker.Stop()
	said := ""
	outage := outageLog{log: s.cfg.Log}
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		text := ""
		if err := s.cfg.Lobby.Tick(ctx); err != nil && ctx.Err() == nil {
			text = truncate(err.Error())
		}
		if text != said && text != "" {
			s.cfg.Log.Error("the lobby's clocks", "err", text)
		}
		said = text
		outage.look(s.cfg.Lobby.Outage())
	}
}

// ready tells why nobody can play here now; nil for no reason.
func (s *Server) ready() error {
	s.mu.Lock()
	ending := s.ending
	s.mu.Unlock()
	if ending {
		return errEnding
	}
	if s.cfg.Lobby == nil {
		return nil
	}
	_, why := s.cfg.Lobby.Outage()
	return why
}

// outageLog tells the log when the store begins and ceases to accept nothing.
type outageLog struct {
	log *slog.Logger
	why error
	at  time.Time
}

func (o *outageLog) look(_ time.Time, why error) {
	switch {
	case why != nil && !errors.Is(o.why, why):
		if o.why == nil {
			o.at = time.Now()
		}
		o.log.Error("the store accepts nothing: clocks stand", "reason", outageReason(why))
	case why == nil && o.why != nil:
		o.log.Info("the store accepts events again: clocks run", "after", time.Since(o.at).Round(time.Second).String())
	}
	o.why = why
}

// outageReason is a word for why a store accepts nothing; empty for no reason.
func outageReason(why error) string {
	switch {
	case why == nil:
		return ""
	case errors.Is(why, journal.ErrFull):
		return "full"
	}
	return "away"
}

// lastWords is how long a stop waits for sessions to end in good order, and
// then once more for those whose connection it has cut.
const lastWords = 10 * time.Second

// Serve takes connections until ctx ends. Then it tells everyone, waits until
// their games are kept, and returns nil; it takes no longer than 20 seconds,
// whatever the clients do. The lobby is its owner's to close afterwards.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	if s.cfg.Lobby != nil {
		// Clocks go on until the last session has ended.
		ticking, stop := context.WithCancel(context.WithoutCancel(ctx))
		done := make(chan struct{})
		go func() { defer close(done); s.tick(ticking) }()
		defer func() { stop(); <-done }()
	}
	unfollow, err := s.bans.follow(ctx, s.expel)
	if err != nil {
		if ctx.Err() != nil {
			err = nil // stopped before it had begun
		}
		return errors.Join(err, l.Close())
	}
	defer unfollow()
	failed := make(chan error, 1)
	go func() { failed <- s.ssh.Serve(l) }()
	select {
	case err = <-failed:
	case <-ctx.Done():
	case <-s.stop:
	}
	l.Close()
	defer s.relief.Stop()
	if s.cfg.Lobby != nil {
		s.cfg.Lobby.Retire()
	}
	s.mu.Lock()
	s.ending = true
	for g := range s.clients {
		g.cancel(errEnding)
	}
	s.mu.Unlock()
	ended := s.waits(lastWords)
	if closeErr := s.ssh.Close(); err == nil && !errors.Is(closeErr, net.ErrClosed) {
		err = closeErr
	}
	if !ended && !s.waits(lastWords) {
		err = errors.Join(err, errors.New("some sessions did not end"))
	}
	return err
}

// halt has Serve end as if its context had.
func (s *Server) halt() {
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case <-s.stop:
	default:
		close(s.stop)
	}
}

// waits waits until all sessions have ended, but not for ever.
func (s *Server) waits(limit time.Duration) (ended bool) {
	done := make(chan struct{})
	go func() { s.all.Wait(); close(done) }()
	select {
	case <-done:
		return true
	case <-time.After(limit):
		return false
	}
}

// cryptoConfig is the cryptography that is offered, and nothing older.
func cryptoConfig() *gossh.ServerConfig {
	return &gossh.ServerConfig{
		Config: gossh.Config{
			KeyExchanges: []string{gossh.KeyExchangeMLKEM768X25519, gossh.KeyExchangeCurve25519},
			Ciphers:      []string{gossh.CipherAES256GCM, gossh.CipherChaCha20Poly1305, gossh.CipherAES128GCM},
			MACs:         []string{gossh.HMACSHA256ETM, gossh.HMACSHA512ETM},
		},
		MaxAuthTries: 3,
		PublicKeyAuthAlgorithms: []string{
			gossh.KeyAlgoED25519, gossh.KeyAlgoSKED25519, gossh.KeyAlgoECDSA256, gossh.KeyAlgoECDSA384,
			gossh.KeyAlgoECDSA521, gossh.KeyAlgoSKECDSA256, gossh.KeyAlgoRSASHA256, gossh.KeyAlgoRSASHA512,
		},
	}
}

// acceptableKey tells whether a key may be an account: no certificate, of which anyone
// can make any number for one key, and no RSA key too weak or too dear to check.
func acceptableKey(k ssh.PublicKey) bool {
	switch k.Type() {
	case gossh.KeyAlgoED25519, gossh.KeyAlgoSKED25519, gossh.KeyAlgoSKECDSA256,
		gossh.KeyAlgoECDSA256, gossh.KeyAlgoECDSA384, gossh.KeyAlgoECDSA521:
		return true
	case gossh.KeyAlgoRSA:
		c, ok := k.(gossh.CryptoPublicKey)
		if !ok {
			return false
		}
		key, ok := c.CryptoPublicKey().(*rsa.PublicKey)
		return ok && key.N.BitLen() >= 2048 && key.N.BitLen() <= 4096
	}
	return false
}

// The keys under which a connection keeps what belongs to it.
type (
	loginKey struct{} // *time.Timer that cuts it unless a session begins
	sizesKey struct{} // *sizes of its session, set by the first channel
	haltKey  struct{} // set where an operator has stopped the server
)

// connected lets a connection in, which must then be quick to log in.
func (s *Server) connected(ctx ssh.Context, c net.Conn) net.Conn {
	leave, why := s.gate.enter(network(c.RemoteAddr()))
	if why != nil {
		s.cfg.Meters.refused.WithLabelValues(refusedAddress).Inc()
		s.cfg.Log.Info("connection refused", "from", network(c.RemoteAddr()).String(), "limit", why.Error())
		select {
		case s.farewells <- struct{}{}:
			_ = refuse(c, why) // who does not listen is not told
			<-s.farewells
		default:
		}
		return nil
	}
	in := &counted{Conn: c, leave: leave}
	ctx.SetValue(loginKey{}, time.AfterFunc(s.cfg.Limits.Login, func() { in.Close() }))
	return in
}

// channel begins the one session that a connection may have.
func (s *Server) channel(srv *ssh.Server, conn *gossh.ServerConn, ch gossh.NewChannel, ctx ssh.Context) {
	defer s.caught(conn)
	sz := newSizes()
	ctx.Lock()
	_, second := ctx.Value(sizesKey{}).(*sizes)
	if !second {
		ctx.SetValue(sizesKey{}, sz)
	}
	ctx.Unlock()
	if second {
		ch.Reject(gossh.ResourceShortage, "one session for each connection")
		return
	}
	defer conn.Close()
	ssh.DefaultSessionHandler(srv, conn, &strictChannel{ch, sz, conn.User() == adminName}, ctx)
}

// truncate cuts what came from outside to a length fit for a log.
func truncate(text string) string {
	if len(text) > 200 {
		return text[:200]
	}
	return text
}
