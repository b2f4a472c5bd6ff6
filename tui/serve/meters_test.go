package serve

import (
	"context"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"rookery/chess"
	"rookery/tui/lobby"
	"rookery/tui/lobby/journal/sqljournal"
	"rookery/tui/remote"
)

// metrics reads what a server tells of itself.
func metrics(t *testing.T, url string) map[string]float64 {
	t.Helper()
	r, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	if err != nil || r.StatusCode != http.StatusOK {
		t.Fatalf("%s, %v", r.Status, err)
	}
	all := make(map[string]float64)
	for _, line := range strings.Split(string(text), "\n") {
		name, value, ok := strings.Cut(line, " ")
		if v, err := strconv.ParseFloat(value, 64); ok && err == nil && name != "#" {
			all[name] = v
		}
	}
	return all
}

func TestMeters(t *testing.T) {
	m := NewMeters()
	j, err := sqljournal.Open(t.Context(), t.TempDir(), sqljournal.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	club, err := lobby.Open(t.Context(), m.Journal(j), time.Now, [32]byte{1})
	if err != nil {
		t.Fatal(err)
	}
	defer club.Close()
	s, addr, stop := startWith(t, func(c *Config) { c.Meters, c.Limits.PerKey, c.Limits.Logins = m, 1, 1000; c.Lobby = club })
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	done := make(chan error, 1)
	go func() { done <- m.Serve(ctx, l) }()
	url := "http://" + l.Addr().String() + "/metrics"

	key := gossh.PublicKeys(newSigner(t))
	open(t, mustDial(t, addr, key), nil).drain()
	sessions(t, s, 1)
	open(t, mustDial(t, addr, key), nil).see("the limit of sessions with one key")
	if c, err := dial(addr, gossh.Password("x")); err == nil {
		c.Close()
		t.Fatal("a password was taken")
	}
	terms := remote.Terms{Parts: []string{"chess"}}
	white, black := club.Guest(), club.Guest()
	table, err := club.Start(t.Context(), terms, white, black)
	if err != nil {
		t.Fatal(err)
	}
	var lines [2]*lobby.Reader
	for side, p := range []remote.Player{white, black} {
		if lines[side], err = table.Join(t.Context(), p); err != nil {
			t.Fatal(err)
		}
		defer lines[side].Leave()
	}
	holds(t, "the refusals are counted", func() bool {
		got := metrics(t, url)
		return got[`rookery_refused_total{reason="sessions"}`] == 1 && got[`rookery_refused_total{reason="login"}`] == 1
	})
	if got := metrics(t, url); got["rookery_games_running"] != 1 {
		t.Errorf("%v games run, want 1", got["rookery_games_running"])
	}
	for i, move := range []string{"f2f3", "e7e5", "g2g4", "d8h4"} {
		if err := lines[i%2].Move(t.Context(), move); err != nil {
			t.Fatal(err)
		}
	}
	if err := lines[chess.White].Move(t.Context(), "a2a3"); err == nil {
		t.Error("a move after mate was taken")
	}
	got := metrics(t, url)
	for name, want := range map[string]float64{
		"rookery_sessions": 1, "rookery_sessions_total": 1, "rookery_moves_total": 4, "rookery_games_finished_total": 1,
		"rookery_games_running": 0, "rookery_durable_seconds_count": 5, "rookery_thinking_queue": 0,
		`rookery_journal_errors_total{reason="other"}`: 0, "rookery_panics_total": 0,
	} {
		if v, ok := got[name]; v != want || !ok {
			t.Errorf("%s is %v, want %v", name, v, want)
		}
	}
	for _, name := range []string{"go_goroutines", "rookery_connections"} {
		if got[name] < 1 {
			t.Errorf("%s is %v", name, got[name])
		}
	}
	cancel()
	if err := <-done; err != nil {
		t.Errorf("Serve: %v", err)
	}
	if err := stop(); err != nil {
		t.Errorf("Serve: %v", err)
	}
	http.DefaultClient.CloseIdleConnections()
}
