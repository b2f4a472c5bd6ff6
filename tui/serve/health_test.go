package serve

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"rookery/tui/lobby"
	"rookery/tui/lobby/journal"
	"rookery/tui/lobby/journal/sqljournal"
)

// fillable is a journal whose disk a test fills.
type fillable struct {
	journal.Journal
	full atomic.Bool
}

func (f *fillable) Ready(ctx context.Context) error {
	if f.full.Load() {
		return journal.ErrFull
	}
	return f.Journal.Ready(ctx)
}

// TestHealth asks a server over HTTP whether it lives and whether one can play there, while
// its disk is full and afterwards.
func TestHealth(t *testing.T) {
	j, err := sqljournal.Open(t.Context(), t.TempDir(), sqljournal.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	f, m := &fillable{Journal: j}, NewMeters()
	m.CountDamage(func() int { return 3 })
	club, err := lobby.Open(t.Context(), f, time.Now, [32]byte{1})
	if err != nil {
		t.Fatal(err)
	}
	defer club.Close()
	startWith(t, func(c *Config) { c.Meters, c.Lobby = m, club })
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- m.Serve(ctx, l) }()
	defer func() {
		cancel()
		if err := <-done; err != nil && !errors.Is(err, net.ErrClosed) {
			t.Error(err)
		}
	}()
	base := "http://" + l.Addr().String()
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	get := func(path string) (int, string) {
		resp, err := client.Get(base + path)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		text, _ := io.ReadAll(resp.Body)
		return resp.StatusCode, string(text)
	}
	for _, full := range []bool{false, true, false} {
		f.full.Store(full)
		want := http.StatusOK
		if full {
			want = http.StatusServiceUnavailable
		}
		holds(t, "readiness follows the disk", func() bool { status, _ := get("/readyz"); return status == want })
		if status, text := get("/readyz"); full != strings.Contains(text, "disk is full") {
			t.Errorf("full %v: %d %q", full, status, text)
		}
		if status, _ := get("/healthz"); status != http.StatusOK {
			t.Errorf("full %v: not healthy: %d", full, status)
		}
		got := metrics(t, base+"/metrics")
		if out := got[`rookery_store_outage{reason="full"}`]; (out == 1) != full || got["rookery_store_damage"] != 3 {
			t.Errorf("full %v: outage %v, damage %v", full, out, got["rookery_store_damage"])
		}
	}
}
