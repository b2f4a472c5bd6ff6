package serve

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
	gossh "golang.org/x/crypto/ssh"
)

// patience is how long a test waits for what must happen.
const patience = 20 * time.Second

// usual is how a server is run for a test.
func usual(t *testing.T) Config {
	return Config{Dir: t.TempDir(), Limits: Usual(), Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
		Now: time.Now, Seed: func() uint64 { return 1 }}
}

// start runs a server with other limits.
func start(t *testing.T, change func(*Limits)) (s *Server, addr string, stop func() error) {
	t.Helper()
	return startWith(t, func(c *Config) {
		if change != nil {
			change(&c.Limits)
		}
	})
}

// startWith runs a server on the loopback; stop ends it and gives what Serve gave.
// After the test nothing of it may run any more.
func startWith(t *testing.T, change func(*Config)) (s *Server, addr string, stop func() error) {
	t.Helper()
	return startOn(t, change, func(l net.Listener) net.Listener { return l })
}

// leaking has the tests that look for what still runs when all of their servers have ended: before that, the
// connections of one server may still be coming up when another starts.
var leaking sync.Map

// startOn is startWith on a listener of a kind.
func startOn(t *testing.T, change func(*Config), kind func(net.Listener) net.Listener) (s *Server, addr string, stop func() error) {
	t.Helper()
	if _, looked := leaking.LoadOrStore(t, true); !looked {
		before := goleak.IgnoreCurrent()
		ticks := goleak.IgnoreTopFunction("github.com/charmbracelet/bubbletea.Tick.func1")              // a toast's time, which ends
		waits := goleak.IgnoreAnyFunction("github.com/charmbracelet/bubbletea.(*Program).execBatchMsg") // for such a tick
		t.Cleanup(func() {                                                                              // the last of all
			goleak.VerifyNone(t, before, ticks, waits)
			leaking.Delete(t)
		})
	}
	cfg := usual(t)
	change(&cfg)
	s, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx, kind(l)) }()
	var ended bool
	stop = func() error {
		if ended {
			return nil
		}
		ended = true
		cancel()
		select {
		case err := <-done:
			return err
		case <-time.After(patience):
			return errors.New("the server does not end")
		}
	}
	t.Cleanup(func() { stop() })
	return s, l.Addr().String(), stop
}

func newSigner(t *testing.T) gossh.Signer {
	t.Helper()
	_, secret, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	signer, err := gossh.NewSignerFromKey(secret)
	if err != nil {
		t.Fatal(err)
	}
	return signer
}

var asGuest = gossh.KeyboardInteractive(func(string, string, []string, []bool) ([]string, error) { return nil, nil })

func dial(addr string, auth ...gossh.AuthMethod) (*gossh.Client, error) {
	return gossh.Dial("tcp", addr, &gossh.ClientConfig{User: "anyone", Auth: auth,
		HostKeyCallback: gossh.InsecureIgnoreHostKey(), Timeout: patience})
}

func mustDial(t *testing.T, addr string, auth ...gossh.AuthMethod) *gossh.Client {
	t.Helper()
	c, err := dial(addr, auth...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// shell is a session that runs the program.
type shell struct {
	*gossh.Session
	t   *testing.T
	in  io.WriteCloser
	out chan []byte
	saw bytes.Buffer
}

func open(t *testing.T, c *gossh.Client, before func(*gossh.Session)) *shell {
	t.Helper()
	sess, err := c.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	in, _ := sess.StdinPipe()
	out, _ := sess.StdoutPipe()
	if err := sess.RequestPty("xterm-256color", 24, 80, nil); err != nil {
		t.Fatal(err)
	}
	if before != nil {
		before(sess)
	}
	if err := sess.Shell(); err != nil {
		t.Fatal(err)
	}
	sh := &shell{Session: sess, t: t, in: in, out: make(chan []byte)}
	go func() {
		defer close(sh.out)
		for {
			b := make([]byte, 4096)
			n, err := out.Read(b)
			if n > 0 {
				select {
				case sh.out <- b[:n]:
				case <-t.Context().Done():
					return
				}
			}
			if err != nil {
				return
			}
		}
	}()
	return sh
}

// see waits until the session has shown a text.
func (sh *shell) see(text string) {
	sh.t.Helper()
	limit := time.After(patience)
	for !strings.Contains(sh.saw.String(), text) {
		select {
		case b, ok := <-sh.out:
			if !ok {
				sh.t.Fatalf("the session ended without showing %q: %q", text, sh.saw.String())
			}
			sh.saw.Write(b)
		case <-limit:
			sh.t.Fatalf("%q is not shown: %q", text, sh.saw.String())
		}
	}
}

// sessions waits until a server has so many.
func sessions(t *testing.T, s *Server, want int) {
	t.Helper()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	limit := time.After(patience)
	for {
		s.mu.Lock()
		got := len(s.clients)
		s.mu.Unlock()
		if got == want {
			return
		}
		select {
		case <-tick.C:
		case <-limit:
			t.Fatalf("%d sessions, want %d", got, want)
		}
	}
}

func TestMenuAndStop(t *testing.T) {
	s, addr, stop := start(t, nil)
	sh := open(t, mustDial(t, addr, asGuest), func(sess *gossh.Session) {
		sess.WindowChange(30, 100) // before the shell, as some clients do
	})
	sh.see("New game")
	for range 2000 {
		sh.SendRequest("window-change", false, gossh.Marshal(struct{ W, H, X, Y uint32 }{1<<32 - 1, 0, 0, 0}))
	}
	if err := sh.WindowChange(24, 80); err != nil {
		t.Fatal(err)
	}
	sessions(t, s, 1)
	if err := stop(); err != nil {
		t.Errorf("Serve: %v", err)
	}
	sh.see("the server is shutting down")
}

func TestSessionEnds(t *testing.T) {
	for name, leave := range map[string]func(*shell, *gossh.Client){
		"the channel is closed":    func(sh *shell, _ *gossh.Client) { sh.Close() },
		"the input is closed":      func(sh *shell, _ *gossh.Client) { sh.in.Close() },
		"the connection is closed": func(_ *shell, c *gossh.Client) { c.Close() },
	} {
		t.Run(name, func(t *testing.T) {
			s, addr, _ := start(t, nil)
			c := mustDial(t, addr, asGuest)
			sh := open(t, c, nil)
			sh.see("New game")
			sessions(t, s, 1)
			go func() {
				for range sh.out {
				}
			}()
			leave(sh, c)
			sessions(t, s, 0)
		})
	}
}

func TestRefused(t *testing.T) {
	_, addr, _ := start(t, nil)
	c := mustDial(t, addr, asGuest)
	if _, err := c.Dial("tcp", "127.0.0.1:1"); err == nil {
		t.Error("a port was forwarded")
	}
	if _, err := c.Listen("tcp", "127.0.0.1:0"); err == nil {
		t.Error("a port was opened")
	}
	sess, err := c.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range []string{"exec", "subsystem", "auth-agent-req@openssh.com", "x11-req", "signal"} {
		if ok, _ := sess.SendRequest(kind, true, gossh.Marshal(struct{ V string }{"sftp"})); ok {
			t.Errorf("%s was granted", kind)
		}
	}
	granted := 0
	for range 2 * mostVars {
		if ok, _ := sess.SendRequest("env", true, gossh.Marshal(struct{ K, V string }{"K", "v"})); ok {
			granted++
		}
	}
	if granted != mostVars {
		t.Errorf("%d variables were taken, want %d", granted, mostVars)
	}
	if _, err := c.NewSession(); err == nil {
		t.Error("a second session was opened on one connection")
	}
}

// forger shows one key and signs with another, or not at all.
type forger struct{ shown, own gossh.Signer }

func (f forger) PublicKey() gossh.PublicKey { return f.shown.PublicKey() }
func (f forger) Sign(r io.Reader, data []byte) (*gossh.Signature, error) {
	if f.own == nil {
		return nil, errors.New("there is no secret")
	}
	return f.own.Sign(r, data)
}

func TestIdentity(t *testing.T) {
	s, addr, _ := start(t, nil)
	victim, own := newSigner(t), newSigner(t)
	cert := &gossh.Certificate{Key: own.PublicKey(), CertType: gossh.UserCert, ValidBefore: gossh.CertTimeInfinity}
	if err := cert.SignCert(rand.Reader, victim); err != nil {
		t.Fatal(err)
	}
	certified, err := gossh.NewCertSigner(cert, own)
	if err != nil {
		t.Fatal(err)
	}
	if c, err := dial(addr, gossh.PublicKeys(certified)); err == nil {
		c.Close()
		t.Error("a certificate was taken for a key")
	}
	named := func(auth ...gossh.AuthMethod) (player string) {
		c := mustDial(t, addr, auth...)
		open(t, c, nil).see("New game")
		s.mu.Lock()
		for k := range s.clients {
			if k.named {
				player = k.player
			}
		}
		s.mu.Unlock()
		c.Close()
		sessions(t, s, 0)
		return player
	}
	alone := named(gossh.PublicKeys(own))
	if alone == "" {
		t.Fatal("a key was taken for a guest")
	}
	// Only the key that signs counts, whatever was shown before it.
	if c, err := dial(addr, gossh.PublicKeys(forger{victim, own}), asGuest); err == nil {
		c.Close()
		t.Error("a forged signature was taken")
	}
	// A key that was shown, found good and not signed with leaves no trace.
	if got := named(gossh.PublicKeys(forger{victim, nil}), asGuest); got != "" {
		t.Errorf("a guest who showed the key of another is %q", got)
	}
	if got := named(gossh.PublicKeys(victim)); got == alone || got == "" {
		t.Errorf("the victim is %q", got)
	}
	if got := named(asGuest); got != "" {
		t.Errorf("a guest is %q", got)
	}
}

func TestLimits(t *testing.T) {
	s, addr, _ := start(t, func(l *Limits) { l.PerAddress, l.PerKey, l.Login = 3, 1, 2*time.Second })
	silent, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	silent.SetReadDeadline(time.Now().Add(patience))
	if _, err := io.Copy(io.Discard, silent); err != nil {
		t.Errorf("a silent connection: %v, want it closed by the server", err)
	}
	key := gossh.PublicKeys(newSigner(t))
	first := open(t, mustDial(t, addr, key), nil)
	first.see("New game")
	open(t, mustDial(t, addr, key), nil).see("the limit of sessions with one key")
	sessions(t, s, 1)
}

func TestIdle(t *testing.T) {
	s, addr, _ := start(t, func(l *Limits) { l.Idle = 200 * time.Millisecond })
	open(t, mustDial(t, addr, asGuest), nil).see("disconnected for inactivity")
	open(t, mustDial(t, addr, asGuest), func(sess *gossh.Session) { sess.Setenv("LANG", "hu_HU.UTF-8") }).see("tétlenség miatt")
	sessions(t, s, 0)
}

func TestHostKey(t *testing.T) {
	dir := t.TempDir()
	a, err := hostKey(dir)
	if err != nil {
		t.Fatal(err)
	}
	b, err := hostKey(dir)
	if err != nil || !bytes.Equal(a.PublicKey().Marshal(), b.PublicKey().Marshal()) {
		t.Errorf("the second start has another key (%v)", err)
	}
	path := filepath.Join(dir, "host_ed25519")
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode of the key: %v, %v", info, err)
	}
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := hostKey(dir); err == nil {
		t.Error("a key that others may read was taken")
	}
}

func TestGuardCutsPaste(t *testing.T) {
	long := strings.Repeat("a", 3*mostPaste/2)
	in := strings.NewReader("x\x1b[200~" + long + "\x1b[201~y")
	got, err := io.ReadAll(newGuard(context.Background(), in, 1000, func() {}, func(error) {}))
	if err != nil {
		t.Fatal(err)
	}
	if want := "x\x1b[200~" + long[:mostPaste] + "\x1b[201~y"; string(got) != want {
		t.Errorf("%d bytes came through, want %d", len(got), len(want))
	}
}
