package main

import (
	"io"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// TestServeWeb runs the server with pages as a setting has it: a page, a session over a socket beside
// one of SSH, and an end of both in good order.
func TestServeWeb(t *testing.T) {
	dir := t.TempDir()
	h := host(t, dir, "--config", settings(t, "web = '127.0.0.1:0'\n"))
	url := ""
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for limit := time.Now().Add(20 * time.Second); url == "" && time.Now().Before(limit); <-tick.C {
		h.mu.Lock()
		if found := regexp.MustCompile(`"url":"(http://[^"]+)"`).FindStringSubmatch(h.log.String()); found != nil {
			url = found[1]
		}
		h.mu.Unlock()
	}
	answer, err := http.Get(url + "/")
	if err != nil {
		t.Fatal(err)
	}
	text, _ := io.ReadAll(answer.Body)
	answer.Body.Close()
	_, port, _ := strings.Cut(h.addr, ":")
	if !strings.Contains(string(text), "ssh -p "+port+" 127.0.0.1") || !strings.Contains(string(text), "SHA256:") {
		t.Errorf("the front page:\n%s", text)
	}
	socket, _, err := websocket.Dial(t.Context(), "ws"+strings.TrimPrefix(url, "http")+"/session", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer socket.CloseNow()
	socket.SetReadLimit(1 << 20)
	if err := socket.Write(t.Context(), websocket.MessageText, []byte(`{"cols":80,"rows":24}`)); err != nil {
		t.Fatal(err)
	}
	_, all := visit(t, h.addr, "anyone", nobody)
	seen := ""
	for !strings.Contains(seen, "New game") {
		_, data, err := socket.Read(t.Context())
		if err != nil {
			t.Fatalf("%v: %q", err, seen)
		}
		seen += string(data)
	}
	if err := h.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	for {
		_, data, err := socket.Read(t.Context())
		if err != nil {
			break
		}
		seen += string(data)
	}
	for where, screen := range map[string]string{"the browser": seen, "the SSH client": all()} {
		if !strings.Contains(screen, "shutting down") {
			t.Errorf("%s is not told of the end: %.500q", where, screen)
		}
	}
	h.ends(t)
	for _, args := range [][]string{{"--web", "127.0.0.1:0", "--web-cert", "none"}, {"--web", "127.0.0.1:0", "--web-url", "club"}, {"--web", "127.0.0.1:0", "--web-proxies", "x"}} {
		if got := run(t, "", append([]string{"serve", "--listen", "127.0.0.1:0", "--data", t.TempDir()}, args...)...); got.Status != 1 || got.Err == "" {
			t.Errorf("%q: %+v", args, got)
		}
	}
}
