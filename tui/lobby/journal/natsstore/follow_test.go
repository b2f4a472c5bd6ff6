package natsstore

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"rookery/tui/lobby/journal"
)

func TestFollow(t *testing.T) {
	s := opened(t, t.TempDir())
	last := make(map[string]uint64)
	add := func(game, text string) {
		t.Helper()
		seq, err := s.Append(t.Context(), game, last[game], []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		last[game] = seq
	}
	for n := range 3 {
		add("a", fmt.Sprint("a", n))
		add("b", fmt.Sprint("b", n))
	}
	got := make(chan string, 16)
	stop, err := s.Follow(t.Context(), func(e journal.Event) { got <- e.Game + " " + string(e.Data) })
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	if len(got) != 2 {
		t.Errorf("%d events had come, want 2", len(got))
	}
	add("a", "a3")
	add("c", "c0")
	for _, want := range []string{"a a2", "b b2", "a a3", "c c0"} {
		if e := <-got; e != want {
			t.Errorf("%s, want %s", e, want)
		}
	}
}

// TestManyGames opens a store of 10,000 games and finds out which of them run.
func TestManyGames(t *testing.T) {
	if os.Getenv(lengthy) == "" {
		t.Skip("set " + lengthy + "=1 to write 10,000 games")
	}
	const games, plies = 10_000, 80
	dir := t.TempDir()
	s, err := open(t.Context(), dir, 0, false)
	if err != nil {
		t.Fatal(err)
	}
	data := make([]byte, 150)
	slots := make(chan struct{}, 512)
	var wait sync.WaitGroup
	for ply := range plies {
		for g := range games {
			slots <- struct{}{}
			ack, err := s.js.PublishAsync(subject+"g"+strconv.Itoa(g), data)
			if err != nil {
				t.Fatal(err)
			}
			wait.Go(func() {
				defer func() { <-slots }()
				awaitAck(t, ack)
			})
		}
		if ply%20 == 19 {
			t.Logf("%d half-moves of each game", ply+1)
		}
	}
	wait.Wait()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	if s, err = Open(t.Context(), dir, 0); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	opened := time.Since(began)
	n := 0
	stop, err := s.Follow(t.Context(), func(journal.Event) { n++ })
	if err != nil {
		t.Fatal(err)
	}
	stop()
	followed := time.Since(began)
	events, err := s.Read(context.Background(), "g17", 0)
	if err != nil || len(events) != plies || n != games {
		t.Errorf("%d events of a game and %d games, %v", len(events), n, err)
	}
	t.Logf("%d games of %d half-moves: opened in %v, the last events read in %v, one game in %v", games, plies, opened, followed-opened, time.Since(began)-followed)
}

func awaitAck(t *testing.T, ack jetstream.PubAckFuture) {
	select {
	case <-ack.Ok():
	case err := <-ack.Err():
		t.Error(err)
	}
}
