package web

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"rookery/tui/serve"
)

// socketOf opens a socket as something else than a page does.
func (h *house) socketOf(header http.Header) (*websocket.Conn, *http.Response, error) {
	ctx, cancel := context.WithTimeout(h.t.Context(), patience)
	defer cancel()
	return websocket.Dial(ctx, "ws"+strings.TrimPrefix(h.url, "http")+"/session", &websocket.DialOptions{HTTPHeader: header})
}

// TestForeignPages opens no terminal for a page of another origin, and none for another host where
// the pages have an address of their own.
func TestForeignPages(t *testing.T) {
	h := open(t, nil)
	for _, origin := range []string{"https://evil.example", "http://127.0.0.1:1", "null", "file://"} {
		socket, answer, err := h.socketOf(http.Header{"Origin": {origin}})
		if err == nil {
			socket.CloseNow()
			t.Fatalf("a page of %s has a terminal", origin)
		}
		if answer == nil || answer.StatusCode != http.StatusForbidden {
			t.Errorf("%s: %v", origin, err)
		}
	}
	own, _, err := h.socketOf(http.Header{"Origin": {h.url}})
	if err != nil {
		t.Fatal(err)
	}
	own.CloseNow()
	named := open(t, func(_ *serve.Limits, c *Config) { c.URL = "https://club.example" })
	for host, want := range map[string]int{"": http.StatusMisdirectedRequest, "evil.example": http.StatusMisdirectedRequest, "Club.Example": http.StatusOK} {
		answer, _ := named.get("/", func(r *http.Request) { r.Host = host })
		if answer.StatusCode != want {
			t.Errorf("as %q: %s, want %d", host, answer.Status, want)
		}
	}
}

// wantClosed waits until the server closes a socket.
func wantClosed(t *testing.T, socket *websocket.Conn, what string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	for {
		if _, _, err := socket.Read(ctx); err != nil {
			if ctx.Err() != nil {
				t.Errorf("%s: the socket is not closed", what)
			}
			return
		}
	}
}

// noSessions waits until nobody is here any more.
func (h *house) noSessions() {
	h.t.Helper()
	done := make(chan struct{})
	go func() { h.pages.all.Wait(); close(done) }()
	select {
	case <-done:
	case <-time.After(patience):
		h.t.Fatal("sessions are left")
	}
}

// TestAttackMessages sends what no page sends: words that are none, messages that are too long,
// before a session and in one. The socket is closed; the session of another goes on.
func TestAttackMessages(t *testing.T) {
	h := open(t, func(_ *serve.Limits, c *Config) { c.Hold = 10 * time.Millisecond })
	honest := h.visit("", nil)
	honest.see("New game")
	ctx := t.Context()
	type message struct {
		kind websocket.MessageType
		data string
	}
	good := message{websocket.MessageText, `{"cols":80,"rows":24}`}
	for what, messages := range map[string][]message{
		"no words":             {{websocket.MessageText, "\xff\xfe{"}},
		"keys first":           {{websocket.MessageBinary, "q"}},
		"long words first":     {{websocket.MessageText, `{"session":"` + strings.Repeat("x", 600) + `"}`}},
		"a long message":       {good, {websocket.MessageBinary, strings.Repeat("x", mostMessage+1)}},
		"a long first message": {{websocket.MessageText, strings.Repeat("[", 100_000)}},
		"words later":          {good, {websocket.MessageText, `{"cols":"many"}`}},
		"long words later":     {good, {websocket.MessageText, `{"cols":80,"rows":` + strings.Repeat("1", 600) + `}`}},
		"deep words":           {good, {websocket.MessageText, strings.Repeat(`{"a":`, 100)}},
	} {
		socket, _, err := h.socketOf(nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range messages {
			socket.Write(ctx, m.kind, []byte(m.data)) // the answer is that it is closed
		}
		wantClosed(t, socket, what)
		socket.CloseNow()
	}
	for _, size := range []order{{}, {Cols: -5, Rows: -5}, {Cols: 1 << 30, Rows: 1 << 30}, {Cols: 1, Rows: 1}, {Cols: 30, Rows: 8}} {
		honest.order(size)
	}
	honest.see("too small") // such a window takes no key but q, and sizes are at least 50 ms apart
	honest.order(order{Cols: cols, Rows: rows})
	honest.see("R O O K E R Y")
	honest.keys("1")
	honest.see("Seeks")
	honest.cut()
	h.noSessions()
}

// TestAttackTyping pastes and types megabytes: as over SSH they wait, and little is held of them.
func TestAttackTyping(t *testing.T) {
	h := open(t, func(l *serve.Limits, c *Config) { l.Keys = 100; c.Hold = 10 * time.Millisecond })
	b := h.visit("", nil)
	b.see("New game")
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	flood := []byte("\x1b[200~" + strings.Repeat("x", mostMessage-6))
	ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
	defer cancel()
	sent := 0
	for b.socket.Write(ctx, websocket.MessageBinary, flood) == nil {
		sent += len(flood)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 16<<20 {
		t.Errorf("%d bytes are held of %d", grown, sent)
	}
	if sent > 32<<20 {
		t.Errorf("%d bytes were taken in half a second", sent)
	}
	b.cut()
	h.noSessions()
}

// TestAttackSilence opens sockets and says nothing: they are closed in time, and those of one address
// are counted.
func TestAttackSilence(t *testing.T) {
	h := open(t, func(l *serve.Limits, _ *Config) { l.Login = 100 * time.Millisecond })
	for range 20 {
		socket, _, err := h.socketOf(nil)
		if err != nil {
			t.Fatal(err)
		}
		wantClosed(t, socket, "silence")
		socket.CloseNow()
	}
}

// TestAttackCrowd opens more sessions from one address than it may have: the others are told why.
func TestAttackCrowd(t *testing.T) {
	h := open(t, func(l *serve.Limits, c *Config) { l.PerAddress = 3; c.Hold = 10 * time.Millisecond })
	var in []*browser
	for range 3 {
		b := h.visit("", nil)
		b.see("New game")
		in = append(in, b)
	}
	out := h.visit("", nil)
	out.see("limit of connections from one address (3)")
	<-out.ended
	answer, _ := h.get("/")
	if answer.StatusCode != http.StatusOK {
		t.Errorf("the front page: %s", answer.Status)
	}
	for _, b := range in {
		b.cut()
	}
	h.noSessions()
	again := h.visit("", nil)
	again.see("New game")
}

// TestAttackReadsNothing has a client that types and reads nothing: its socket is dropped, others
// are served meanwhile.
func TestAttackReadsNothing(t *testing.T) {
	h := open(t, func(l *serve.Limits, c *Config) {
		l.Stall, l.Keys = 3*time.Second, 100000 // the honest one reads in time on a busy machine, too
		c.Hold = 10 * time.Millisecond
	})
	conn, err := net.Dial("tcp", strings.TrimPrefix(h.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	conn.(*net.TCPConn).SetReadBuffer(2048)
	fmt.Fprintf(conn, "GET /session HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n", strings.TrimPrefix(h.url, "http://"))
	frame := func(kind byte, data string) []byte { // masked with zeros
		return append([]byte{0x80 | kind, 0x80 | byte(len(data)), 0, 0, 0, 0}, data...)
	}
	conn.Write(frame(1, `{"cols":500,"rows":200}`))
	conn.Write(frame(2, "9")) // a board as large as can be
	honest := h.visit("", nil)
	honest.see("New game")
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		keys := bytes.Repeat(frame(2, "\x14"), 16) // other colours: the whole screen
		for {
			if _, err := conn.Write(keys); err != nil {
				return
			}
		}
	}()
	select {
	case <-closed:
	case <-time.After(patience):
		t.Error("who reads nothing stays")
	}
	conn.Close()
	<-closed
	honest.keys("1")
	honest.see("Seeks")
	honest.cut()
	h.noSessions()
}

// stopped has no time pass for what counts requests, however slow the machine is.
func stopped(_ *serve.Limits, c *Config) {
	now := time.Now()
	c.Now = func() time.Time { return now }
}

// TestManyRequests answers a crowd of requests of one address with the limit, and others go on.
func TestManyRequests(t *testing.T) {
	h := open(t, stopped)
	refused := 0
	for range requestBurst + 50 {
		if answer, _ := h.get("/robots.txt"); answer.StatusCode == http.StatusTooManyRequests {
			refused++
		}
	}
	if refused == 0 {
		t.Error("no request is refused")
	}
	if len(h.pages.rates.all) != 1 {
		t.Errorf("%d addresses are remembered", len(h.pages.rates.all))
	}
}

// TestStop tells those in browsers that the server ends.
func TestStop(t *testing.T) {
	h := open(t, nil)
	b := h.visit("", nil)
	b.see("New game")
	away := h.visit("", nil)
	away.see("New game")
	away.cut()
	h.stop()
	b.see("shutting down")
	<-b.ended
}

// TestLimitsAreShared counts sessions of browsers and of SSH together.
func TestLimitsAreShared(t *testing.T) {
	h := open(t, func(l *serve.Limits, c *Config) { l.Connections = 2; c.Hold = 10 * time.Millisecond })
	conn, err := net.Dial("tcp", h.ssh)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	line := make([]byte, 7)
	if _, err := conn.Read(line); err != nil || string(line) != "SSH-2.0" {
		t.Fatal(string(line), err)
	}
	first := h.visit("", nil)
	first.see("New game")
	second := h.visit("", nil)
	second.see("limit of connections to this server (2)")
	<-second.ended
}
