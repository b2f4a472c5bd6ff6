package serve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	gossh "golang.org/x/crypto/ssh"

	"rookery/tui"
	"rookery/tui/club"
	"rookery/tui/ui"
)

// probe is a program that tells what reaches it, and does what an attack needs.
type probe struct {
	program
	got   chan tea.Msg // what came; never waited for
	noisy bool         // draws much on a wide window, and each time something else
	wide  bool
	torn  bool // the next frame panics
	n     int
}

// SetSize implements program.
func (p *probe) SetSize(width, height int) {
	p.wide = width == 500
	p.program.SetSize(width, height)
}

// Update implements tea.Model.
func (p *probe) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	p.n++
	select {
	case p.got <- msg:
	default:
	}
	if k, ok := msg.(tea.KeyMsg); ok {
		switch k.String() {
		case "f5":
			panic("in an update\x1b[31m")
		case "f6":
			return p, func() tea.Msg { panic("in a command") }
		case "f7":
			return p, tea.Batch(func() tea.Msg { panic("in one of several commands") })
		case "f8":
			p.torn = true
			return p, nil
		}
	}
	_, cmd := p.program.Update(msg)
	return p, cmd
}

// drawn says that a frame is drawn.
type drawn struct{}

// View implements tea.Model.
func (p *probe) View() string {
	if p.torn {
		panic("in a view")
	}
	if !p.noisy || !p.wide {
		return p.program.View()
	}
	select {
	case p.got <- drawn{}:
	default:
	}
	chance := rand.New(rand.NewPCG(uint64(p.n), 1))
	var b strings.Builder
	for range 200 {
		for range 500 { // more in a frame than a client takes unread
			c := chance.Uint32()
			fmt.Fprintf(&b, "\x1b[38;2;%d;%d;%dm\x1b[48;2;%d;%d;200mx", c>>24, c>>16&0xff, c>>8&0xff, c&0xff, c>>20&0xff)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// startProbed runs a server whose sessions are probed; the channel brings what
// reaches any of them.
func startProbed(t *testing.T, noisy bool, change func(*Limits)) (s *Server, addr string, got chan tea.Msg, stop func() error) {
	t.Helper()
	got = make(chan tea.Msg, 1<<12)
	s, addr, stop = start(t, change)
	s.open = func(session *ui.Session) program {
		return &probe{program: tui.NewClub(session, club.NewClubhouse), got: got, noisy: noisy}
	}
	return s, addr, got, stop
}

// await takes what reaches a program until one fits.
func await[M tea.Msg](t *testing.T, got <-chan tea.Msg, fits func(M) bool) M {
	t.Helper()
	limit := time.After(patience)
	for {
		select {
		case msg := <-got:
			if m, ok := msg.(M); ok && fits(m) {
				return m
			}
		case <-limit:
			var m M
			t.Fatalf("no fitting %T came", m)
		}
	}
}

// holds waits for something to become true.
func holds(t *testing.T, what string, is func() bool) {
	t.Helper()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for n := 0; !is(); n++ { // looks are counted, not a deadline: see visitor.until
		if <-tick.C; n > int(patience/(5*time.Millisecond)) {
			t.Fatalf("it does not come to pass: %s", what)
		}
	}
}

// drain reads and forgets what a session shows.
func (sh *shell) drain() {
	go func() {
		for range sh.out {
		}
	}()
}

// heap is what the process holds, in bytes.
func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

type winch struct{ W, H, X, Y uint32 }

// Rows 3 and 4 of the study: a flood of window changes, the size of the last of
// them, and a change between the request of a terminal and the shell.
func TestAttackWindowChanges(t *testing.T) {
	s, addr, got, _ := startProbed(t, false, nil)
	sh := open(t, mustDial(t, addr, asGuest), func(sess *gossh.Session) {
		for range 3 {
			if _, err := sess.SendRequest("window-change", false, gossh.Marshal(winch{W: 99, H: 33})); err != nil {
				t.Fatal(err)
			}
		}
	})
	sh.drain()
	await(t, got, func(m tea.WindowSizeMsg) bool { return m.Width == 99 && m.Height == 33 })
	flood := uint32(50_000)
	if testing.Short() {
		flood = 5_000
	}
	for i := range flood {
		if _, err := sh.SendRequest("window-change", false, gossh.Marshal(winch{W: 80 + i%50, H: 24 + i%20})); err != nil {
			t.Fatal(err)
		}
	}
	for _, size := range []struct{ w, h, width, height uint32 }{
		{1<<32 - 1, 1<<32 - 1, 500, 200}, {0, 0, 1, 1}, {1, 1, 1, 1}, {1 << 31, 0, 500, 1}, {61, 21, 61, 21},
	} {
		if ok, err := sh.SendRequest("window-change", true, gossh.Marshal(winch{W: size.w, H: size.h})); !ok || err != nil {
			t.Fatalf("a window change after the flood: %v, %v", ok, err)
		}
		await(t, got, func(m tea.WindowSizeMsg) bool { return m.Width == int(size.width) && m.Height == int(size.height) })
	}
	// One that says nothing is refused and the session lives.
	if ok, _ := sh.SendRequest("window-change", true, []byte{1, 2}); ok {
		t.Error("a window change without a size was granted")
	}
	sessions(t, s, 1)
}

// openDeaf begins a session whose client reads nothing of what it is shown.
func openDeaf(t *testing.T, c *gossh.Client) *gossh.Session {
	t.Helper()
	deaf, err := c.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	_, inErr := deaf.StdinPipe() // else the input would be closed at once
	_, outErr := deaf.StdoutPipe()
	if err := errors.Join(inErr, outErr, deaf.RequestPty("xterm-256color", 200, 500, nil), deaf.Shell()); err != nil {
		t.Fatal(err)
	}
	return deaf
}

// Row 5: a client that stops reading is cut, and nobody else waits for it.
func TestAttackReadsNothing(t *testing.T) {
	s, addr, _, stop := startProbed(t, true, func(l *Limits) { l.Stall = 300 * time.Millisecond })
	deaf := openDeaf(t, mustDial(t, addr, asGuest))
	sessions(t, s, 1)
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		for i := uint32(0); ; i++ { // has the server draw until it can no more
			if _, err := deaf.SendRequest("window-change", true, gossh.Marshal(winch{W: 500, H: 100 + i%100})); err != nil {
				return
			}
		}
	}()
	other := open(t, mustDial(t, addr, asGuest), nil)
	other.drain()
	select {
	case <-gone:
	case <-time.After(patience):
		t.Fatal("a client that reads nothing is not cut")
	}
	sessions(t, s, 1) // the other
	if err := stop(); err != nil {
		t.Errorf("Serve: %v", err)
	}
}

// Row 6: pastes without an end and floods of text. What the program is given is
// bounded, what the server holds too, and others are served meanwhile.
func TestAttackPaste(t *testing.T) {
	for name, begin := range map[string]string{"a paste without an end": string(pasteBegin), "plain text": "", "keys": "\x1b[A"} {
		t.Run(name, func(t *testing.T) {
			s, addr, _, _ := startProbed(t, false, nil)
			sh := open(t, mustDial(t, addr, asGuest), nil)
			sh.see("New game")
			sh.drain()
			before := heap()
			var sent atomic.Int64
			go func() {
				chunk := []byte(strings.Repeat("a", 32<<10))
				if begin == "\x1b[A" {
					chunk = []byte(strings.Repeat(begin, 10<<10))
				}
				sh.in.Write([]byte(begin))
				for range 640 {
					n, err := sh.in.Write(chunk)
					sent.Add(int64(n))
					if err != nil {
						return
					}
				}
			}()
			holds(t, "the client has filled what the server takes", func() bool { return sent.Load() > 1<<20 })
			open(t, mustDial(t, addr, asGuest), nil).see("New game") // others are served
			if now := heap(); now > before+16<<20 {
				t.Errorf("%d MB are held, %d MB before", now>>20, before>>20)
			}
			if got := sent.Load(); got > 8<<20 {
				t.Errorf("%d MB were taken at once", got>>20)
			}
			sh.Close()
			sessions(t, s, 1)
		})
	}
}

// Row 7: variables without end before the shell.
func TestAttackEnvironment(t *testing.T) {
	_, addr, _ := start(t, nil)
	sess, err := mustDial(t, addr, asGuest).NewSession()
	if err != nil {
		t.Fatal(err)
	}
	if err := sess.RequestPty("xterm", 24, 80, nil); err != nil {
		t.Fatal(err)
	}
	before := heap()
	value := strings.Repeat("A", 16<<10)
	for i := range 2 << 10 { // 32 MB
		if _, err := sess.SendRequest("env", false, gossh.Marshal(struct{ K, V string }{fmt.Sprint("K", i), value})); err != nil {
			t.Fatal(err)
		}
	}
	if ok, err := sess.SendRequest("env", true, gossh.Marshal(struct{ K, V string }{"LAST", "1"})); ok || err != nil {
		t.Errorf("one more variable: %v, %v; want it refused", ok, err)
	}
	if now := heap(); now > before+4<<20 {
		t.Errorf("%d KB more are held", (now-before)>>10)
	}
}

// Row 8: many sessions on one connection.
func TestAttackManyShells(t *testing.T) {
	s, addr, _ := start(t, nil)
	c := mustDial(t, addr, asGuest)
	var wg sync.WaitGroup
	var granted, scarce atomic.Int32
	for range 300 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			ch, requests, err := c.OpenChannel("session", nil)
			var refused *gossh.OpenChannelError
			switch {
			case err == nil:
				granted.Add(1)
				go gossh.DiscardRequests(requests)
				ch.SendRequest("pty-req", true, gossh.Marshal(struct {
					Term string
					W, H uint32
					X, Y uint32
					Mode string
				}{Term: "xterm", W: 80, H: 24}))
				ch.SendRequest("shell", true, nil)
				go io.Copy(io.Discard, ch)
			case errors.As(err, &refused) && refused.Reason == gossh.ResourceShortage:
				scarce.Add(1)
			}
		}()
	}
	wg.Wait()
	if granted.Load() != 1 || scarce.Load() != 299 {
		t.Errorf("%d sessions and %d refusals, want 1 and 299", granted.Load(), scarce.Load())
	}
	sessions(t, s, 1)
}

// Row 9: a thousand connections that say nothing.
func TestAttackSilence(t *testing.T) {
	const most = 40
	s, addr, _ := start(t, func(l *Limits) {
		l.Connections, l.PerAddress, l.Logins, l.Login = most, most, 10_000, 500*time.Millisecond
	})
	inside := func() int {
		s.gate.mu.Lock()
		defer s.gate.mu.Unlock()
		return s.gate.all
	}
	var over atomic.Int32
	var wg sync.WaitGroup
	for range 1000 {
		c, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		if n := inside(); n > most {
			over.Store(int32(n))
		}
		wg.Add(1)
		go func() {
			defer wg.Done()
			defer c.Close()
			c.SetReadDeadline(time.Now().Add(patience))
			if _, err := io.Copy(io.Discard, c); errors.Is(err, context.DeadlineExceeded) {
				t.Error("a silent connection is left open")
			} else if ne := net.Error(nil); errors.As(err, &ne) && ne.Timeout() {
				t.Error("a silent connection is left open")
			}
		}()
	}
	wg.Wait() // the server has closed them all
	if over.Load() > 0 {
		t.Errorf("%d connections at a time, want at most %d", over.Load(), most)
	}
	holds(t, "all have left", func() bool { return inside() == 0 })
	open(t, mustDial(t, addr, asGuest), nil).see("New game")
}

// Row 10: a panic in any part of a program ends its session and is logged.
func TestAttackPanics(t *testing.T) {
	s, addr, _, _ := startProbed(t, false, nil)
	var log syncedBuffer
	s.cfg.Log = slog.New(slog.NewJSONHandler(&log, nil))
	other := open(t, mustDial(t, addr, asGuest), nil)
	other.see("New game")
	other.drain()
	for key, where := range map[string]string{
		"\x1b[15~": "in an update", "\x1b[17~": "in a command",
		"\x1b[18~": "in one of several commands", "\x1b[19~": "in a view",
	} {
		sh := open(t, mustDial(t, addr, asGuest), nil)
		sh.see("New game")
		if _, err := sh.in.Write([]byte(key)); err != nil {
			t.Fatal(err)
		}
		sh.see("something went wrong in the program")
		sessions(t, s, 1)
		if text := log.String(); !strings.Contains(text, where) || !strings.Contains(text, "goroutine") || strings.Contains(text, "\x1b") {
			t.Errorf("the panic %s is not in the log, or not as it should be: %.400q", where, text)
		}
	}
}

// syncedBuffer is a buffer for several writers.
type syncedBuffer struct {
	mu sync.Mutex
	b  strings.Builder
}

// Write implements io.Writer.
func (s *syncedBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

// String is what was written.
func (s *syncedBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// Row 11: a stop does not wait for those who do not listen.
func TestAttackStopUnheard(t *testing.T) {
	s, addr, got, stop := startProbed(t, true, func(l *Limits) { l.Stall = 300 * time.Millisecond })
	openDeaf(t, mustDial(t, addr, asGuest))
	await(t, got, func(drawn) bool { return true })
	sessions(t, s, 1)
	if err := stop(); err != nil {
		t.Errorf("Serve: %v", err)
	}
}

// Row 12: what raced in the library, under the race detector.
func TestAttackRaces(t *testing.T) {
	s, addr, _ := start(t, nil)
	var wg sync.WaitGroup
	for range 8 {
		c := mustDial(t, addr, asGuest)
		sh := open(t, c, func(sess *gossh.Session) {
			sess.SendRequest("window-change", false, gossh.Marshal(winch{W: 90, H: 30}))
		})
		sh.drain()
		wg.Add(2)
		go func() {
			defer wg.Done()
			for i := range uint32(200) {
				sh.SendRequest("window-change", false, gossh.Marshal(winch{W: 80 + i, H: 24}))
				sh.SendRequest("env", false, gossh.Marshal(struct{ K, V string }{"K", "v"}))
			}
		}()
		go func() {
			defer wg.Done()
			for range 20 {
				sh.in.Write([]byte("\x1b[B"))
			}
		}()
	}
	sessions(t, s, 8)
	wg.Wait()
}
