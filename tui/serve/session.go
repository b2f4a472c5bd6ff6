package serve

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/ssh"
	"github.com/muesli/termenv"
	gossh "golang.org/x/crypto/ssh"

	"rookery/tui"
	"rookery/tui/club"
	"rookery/tui/delta"
	"rookery/tui/lang"
	"rookery/tui/lobby"
	"rookery/tui/remote"
	"rookery/tui/ui"
)

// Why a session ends, in words for the player.
var (
	errEnding  = errors.New("the server is shutting down; your games are saved if you connected with a key")
	errIdle    = errors.New("disconnected for inactivity")
	errLongest = errors.New("the session has reached its time limit")
	errGone    = errors.New("the connection was lost")
	errDeaf    = errors.New("the client stopped reading")
	errPanic   = errors.New("something went wrong in the program; the error was logged")
	errForgot  = errors.New("this key was removed from your account: connect with another one")
	errScreen  = errors.New("the terminal cannot move its cursor")
	errTaken   = errors.New("this name is reserved for the operator of the server")
)

const needsTerminal = "Rookery needs a terminal that can move its cursor: ssh -t, and a TERM such as xterm-256color."

const (
	frameGap  = time.Second / 30
	resizeGap = time.Second / 20
)

// handle runs one session from its beginning to its end.
func (s *Server) handle(sess ssh.Session) {
	ctx := sess.Context()
	conn := ctx.Value(ssh.ContextKeyConn).(*gossh.ServerConn)
	defer s.caught(conn)
	// A client that does not close its side of the channel is cut.
	defer func() { time.AfterFunc(time.Second, func() { conn.Close() }) }()
	if t, ok := ctx.Value(loginKey{}).(*time.Timer); ok {
		t.Stop()
	}
	out := &watched{w: sess, stall: s.cfg.Limits.Stall, cut: func() { conn.Close() }}
	if sess.User() == adminName {
		sess.Exit(s.admin(sess, out))
		if ctx.Value(haltKey{}) != nil {
			select {
			case <-ctx.Value(sizesKey{}).(*sizes).done: // the client has heard it
			case <-time.After(time.Second):
			}
			s.halt()
		}
		return
	}
	if sess.RawCommand() != "" && sess.RawCommand() != plainCommand {
		sess.Exit(s.own(sess, out))
		return
	}
	line := NewLine()
	line.Plain = sess.RawCommand() == plainCommand
	line.In, line.Out, line.Environ, line.sizes = sess, out, sess.Environ(), ctx.Value(sizesKey{}).(*sizes)
	line.Ping = func() error {
		_, _, err := conn.SendRequest("keepalive@openssh.com", true, nil)
		return err
	}
	line.Cut, line.Deaf = func() { conn.Close() }, out.stalled.Load
	if pty, _, ok := sess.Pty(); ok {
		line.Term = pty.Term
		select {
		case <-line.sizes.news: // the window changed before the session began
			line.sizes.tell()
		default:
			line.sizes.put(pty.Window)
		}
	}
	if began, _ := s.Host(ctx, visitorOf(sess), line); !began {
		sess.Exit(1)
		return
	}
	sess.Exit(0)
}

// visitorOf is who has logged in.
func visitorOf(sess ssh.Session) Visitor {
	who := Visitor{Name: "guest " + sess.Context().SessionID(), From: network(sess.RemoteAddr())}
	if k := sess.PublicKey(); k != nil { // the key that signed, not one that was only shown
		sum := sha256.Sum256(k.Marshal())
		who.Name, who.Named, who.Key = hex.EncodeToString(sum[:]), true, gossh.FingerprintSHA256(k)
	}
	return who
}

// attend runs a session that was let in from its beginning to its end.
func (s *Server) attend(g *client, l *Line, profile termenv.Profile) error {
	began := s.cfg.Now()
	log := s.cfg.Log.With("session", g.id, "from", g.from.String())
	log.Info("session begins", "key", g.key)
	var err error
	if l.Plain {
		err = s.talk(g, l)
	} else {
		err = s.run(g, l, profile)
	}
	if l.Deaf != nil && l.Deaf() {
		err = errDeaf
	}
	log.Info("session ends", "account", s.accountOf(g), "after", s.cfg.Now().Sub(began).Round(time.Second).String(), "why", fmt.Sprint(err))
	if err != nil {
		fmt.Fprintf(l.Out, "Rookery: %s.\r\n", g.lang.Text(err.Error()))
	}
	return err
}

// run runs the program until the player leaves, or gives why he had to.
func (s *Server) run(g *client, l *Line, profile termenv.Profile) error {
	lim := s.cfg.Limits
	idle := time.AfterFunc(lim.Idle, func() { g.cancel(errIdle) })
	defer idle.Stop()
	defer time.AfterFunc(lim.Longest, func() { g.cancel(errLongest) }).Stop()

	session, err := s.session(g, l.Term, profile, l.Environ)
	if err != nil {
		return err
	}
	var line lag
	session.Lag = line.last
	app := s.open(session)
	defer app.Close()
	app.SetSize(l.sizes.get())
	screen := delta.NewScreen(l.Out)
	screen.Gap, screen.Stays = frameGap, true
	defer screen.Close()
	model := &recovering{model: app, panicked: func(v any) { s.panicked(v); g.cancel(errPanic) }}
	in := newGuard(g.ctx, l.In, lim.Keys, func() { idle.Reset(lim.Idle) }, func(error) { g.cancel(errGone) })
	program := delta.NewProgram(model, screen, tea.WithContext(g.ctx), tea.WithInput(in), tea.WithOutput(io.Discard),
		tea.WithoutSignalHandler())

	go tell(g, l, screen, program)
	defer alive(g, l, &line, lim.Alive)()
	_, err = program.Run()
	g.lang = session.Lang
	if cause := context.Cause(g.ctx); errors.Is(cause, context.Canceled) {
		return errGone // the connection went, and with it the session
	} else if cause != nil {
		return cause
	}
	if err != nil {
		s.cfg.Log.Error("program failed", "err", truncate(err.Error()))
	}
	return err
}

// tell passes on to the program what is said to all, and the size of the window
// at a bounded rate.
func tell(g *client, l *Line, screen *delta.Screen, program *tea.Program) {
	for {
		select {
		case <-g.ctx.Done():
			return
		case <-l.sizes.done:
			g.cancel(errGone)
			return
		case text := <-g.said:
			program.Send(ui.Announcement(text))
			continue
		case <-l.again:
			if err := screen.Close(); err != nil {
				g.cancel(errGone)
				return
			}
			program.Send(tea.ResumeMsg{}) // opens it again
			continue
		case <-l.sizes.news:
			width, height := l.sizes.get()
			program.Send(tea.WindowSizeMsg{Width: width, Height: height})
		}
		pause := time.NewTimer(resizeGap)
		select {
		case <-pause.C:
		case <-g.ctx.Done():
			pause.Stop()
		}
	}
}

// alive asks a client now and then until stop is called, cuts a connection whose
// other end does not answer for twice that time, and measures how long the answer
// takes. No goroutine waits between.
func alive(g *client, l *Line, line *lag, every time.Duration) (stop func()) {
	var next *time.Timer
	next = time.AfterFunc(every, func() {
		cut := time.AfterFunc(2*every, l.Cut)
		err := line.measure(l.Ping)
		cut.Stop()
		if err != nil {
			g.cancel(errGone)
		}
		if g.ctx.Err() == nil {
			next.Reset(every)
		}
	})
	next.Reset(0)
	return func() { next.Stop() }
}

// session makes what the program of a player needs. One without a key keeps
// nothing; see home.go for the others.
func (s *Server) session(g *client, term string, profile termenv.Profile, environ []string) (*ui.Session, error) {
	club, store, err := s.club(g)
	if errors.As(err, new(ban)) {
		return nil, err
	}
	if err != nil {
		s.cfg.Log.Error("the account cannot be read", "err", truncate(err.Error()))
		return nil, errors.New("your account cannot be read right now: try again in a moment")
	}
	settings, err := store.Settings()
	if err != nil {
		s.cfg.Log.Warn("settings cannot be read", "err", truncate(err.Error()))
		return nil, errors.New("your settings cannot be read: tell the operator of this server")
	}
	env := func(name string) string { return valueOf(environ, name) }
	session := &ui.Session{
		Terminal:  ui.Terminal{Renderer: s.renderers[profile], Themes: &s.themes},
		Locale:    ui.Locale{System: lang.OfLocale(env)},
		Opponents: ui.Opponents{Book: s.cfg.Book, Turns: fairTurns{playerTurns{s.pool, g.player}, func() (lobby.GameInfo, bool) { return s.playing(g) }}},
		Store:     store, Now: s.cfg.Now, Seed: s.cfg.Seed, Club: club,
	}
	if err := session.Apply(settings); err != nil {
		s.cfg.Log.Warn("settings cannot be applied", "err", truncate(err.Error()))
		return nil, errors.New("your settings cannot be read: tell the operator of this server")
	}
	session.Fit(func(name string) string {
		if name == "TERM" {
			return term
		}
		return env(name)
	}, profile)
	return session, nil
}

// club is who a session is in the lobby, nil where there is none, and where his
// things are kept.
func (s *Server) club(g *client) (ui.Club, *ui.Store, error) {
	store := tui.NewStore(ui.Dirs{})
	if g.named {
		store = s.storeIn(s.ownDir(g.player))
	}
	if s.cfg.Lobby == nil {
		return nil, store, nil
	}
	club := &club.Club{Lobby: s.cfg.Lobby, Archive: s.cfg.Archive, Browsers: s.cfg.Browsers}
	if !g.named {
		club.Me = s.cfg.Lobby.Guest()
		s.mu.Lock()
		g.guestName, g.playerID = club.Me.Name, club.Me.ID
		s.mu.Unlock()
		return club, store, nil
	}
	club.Fingerprint = g.player
	club.Naming = func(keep func() error) error { return s.gate.name(g.from, keep) }
	club.Home = func(_ context.Context, p remote.Player) (*ui.Store, ui.Joined, error) {
		if err := s.enter(g, p); err != nil {
			return nil, ui.Joined{}, err
		}
		return s.home(p, g.player)
	}
	me, err := s.cfg.Lobby.Account(g.ctx, g.player)
	if errors.Is(err, lobby.ErrNoAccount) {
		return club, store, nil
	}
	if err != nil {
		return nil, nil, err
	}
	club.Me = me
	if err := s.cfg.Lobby.NoteKey(g.ctx, me, g.player); err != nil {
		s.cfg.Log.Warn("a key cannot be listed", "err", truncate(err.Error()))
	}
	store, _, err = club.Home(g.ctx, me)
	return club, store, err
}

// enter notes whose session it is and ends it if he is banned. What is banned from
// now on finds it by itself.
func (s *Server) enter(g *client, p remote.Player) error {
	s.mu.Lock()
	g.account, g.playerID = p.ID, p.ID
	s.mu.Unlock()
	if b, banned := s.bans.of(accountKey(p.ID)); banned {
		g.cancel(b)
		return b
	}
	s.cfg.Log.Info("session has an account", "session", g.id, "account", p.ID, "name", p.Name)
	return nil
}

// languageOf is the language that an environment asks for.
func languageOf(environ []string) *lang.Language {
	return lang.OfLocale(func(name string) string { return valueOf(environ, name) })
}

// valueOf is the value of a variable in an environment, or nothing.
func valueOf(environ []string, name string) string {
	for _, v := range environ {
		if value, ok := strings.CutPrefix(v, name+"="); ok {
			return value
		}
	}
	return ""
}

// caught ends the connection whose goroutine panics, and nothing else.
func (s *Server) caught(conn *gossh.ServerConn) {
	if v := recover(); v != nil {
		s.panicked(v)
		conn.Close()
	}
}

func (s *Server) panicked(v any) {
	s.cfg.Meters.panics.Inc()
	s.cfg.Log.Error("panic", "value", truncate(fmt.Sprint(v)), "stack", string(debug.Stack()))
}

// mostWrite is how many bytes are written at a time: the library keeps buffers as
// long as the longest write for each session.
const mostWrite = 2 << 10

// watched cuts the connection when a write is not taken in time.
type watched struct {
	w       io.Writer
	stall   time.Duration
	cut     func()
	stalled atomic.Bool
}

// Write implements io.Writer.
func (w *watched) Write(p []byte) (n int, err error) {
	defer time.AfterFunc(w.stall, func() {
		w.stalled.Store(true)
		w.cut()
	}).Stop()
	for piece := range slices.Chunk(p, mostWrite) {
		m, err := w.w.Write(piece)
		n += m
		if err != nil {
			return n, err
		}
	}
	return n, nil
}
