package sqljournal

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"rookery/tui/lobby/journal"
	"rookery/tui/lobby/journal/journaltest"
)

// opened opens a store that is closed at the end of the test.
func opened(t *testing.T, dir string) *Store {
	t.Helper()
	s, err := Open(t.Context(), dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func TestJournal(t *testing.T) {
	journaltest.Run(t, func(t *testing.T) journal.Journal { return opened(t, t.TempDir()) })
}

func TestAppendSurvivesRestart(t *testing.T) {
	dir := t.TempDir()
	j := opened(t, dir)
	last := map[string]uint64{}
	for i := range 10 {
		for _, game := range []string{"one", "two"} {
			seq, err := j.Append(t.Context(), game, last[game], fmt.Append(nil, i))
			if err != nil {
				t.Fatal(err)
			}
			last[game] = seq
		}
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"-wal", "-shm"} {
		if _, err := os.Stat(filepath.Join(dir, fileName+name)); err == nil {
			t.Errorf("%s is left", name)
		}
	}
	j = opened(t, dir)
	if damage := j.Damage(); len(damage) > 0 {
		t.Errorf("damage: %v", damage)
	}
	for _, game := range []string{"one", "two"} {
		if got, want := journaltest.Data(t, j, game), "0 1 2 3 4 5 6 7 8 9"; got != want {
			t.Errorf("%s: %s, want %s", game, got, want)
		}
	}
	if _, err := j.Append(t.Context(), "one", last["one"], []byte("after")); err != nil {
		t.Errorf("append after restart: %v", err)
	}
}

func TestSecondProcessRefused(t *testing.T) {
	dir := t.TempDir()
	opened(t, dir)
	if _, err := Open(t.Context(), dir, Options{}); !errors.Is(err, journal.ErrLocked) {
		t.Errorf("%v, want %v", err, journal.ErrLocked)
	}
}

func TestTooSmallAStoreIsRefused(t *testing.T) {
	if _, err := Open(t.Context(), t.TempDir(), Options{MaxBytes: 1000}); err == nil || !strings.Contains(err.Error(), "too few for a game") {
		t.Errorf("%v, want that it is too small", err)
	}
}

// TestManyWriters lets many games be written at once, and holds that they share
// transactions.
func TestManyWriters(t *testing.T) {
	s := opened(t, t.TempDir())
	const games, plies = 64, 20
	var wait sync.WaitGroup
	for g := range games {
		wait.Go(func() {
			var last uint64
			for n := range plies {
				var err error
				if last, err = s.Append(context.Background(), fmt.Sprint("g", g), last, fmt.Append(nil, n)); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	wait.Wait()
	count := 0
	if err := s.All(t.Context(), func(journal.Event) error { count++; return nil }); err != nil || count != games*plies {
		t.Errorf("%d events %v, want %d", count, err, games*plies)
	}
	for g := range games {
		if got := journaltest.Data(t, s, fmt.Sprint("g", g)); !strings.HasSuffix(got, " 19") {
			t.Errorf("game %d: %s", g, got)
		}
	}
}

// TestFull fills a bounded store: games that run go on for longer than new ones begin.
func TestFull(t *testing.T) {
	const room = 2 << 20
	s, err := Open(t.Context(), t.TempDir(), Options{MaxBytes: room})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	running := journaltest.Fill(t, s, room)
	if err := s.Ready(t.Context()); err != nil {
		t.Errorf("ready for games that run: %v", err)
	}
	for range 300 { // half-moves
		if running, err = s.Append(t.Context(), "running", running, []byte(strings.Repeat("y", 200))); err != nil {
			t.Fatalf("a game that runs: %v", err)
		}
	}
	for n := 0; err == nil; n++ {
		if n*journal.MaxEvent > room {
			t.Fatal("the store takes more than it may")
		}
		running, err = s.Append(t.Context(), "running", running, []byte(strings.Repeat("x", journal.MaxEvent)))
	}
	if !errors.Is(err, journal.ErrFull) || !errors.Is(s.Ready(t.Context()), journal.ErrFull) {
		t.Errorf("the last room: %v, want %v", err, journal.ErrFull)
	}
	if got := journaltest.Data(t, s, "running"); len(got) < 300*200 {
		t.Errorf("%d bytes of the game", len(got))
	}
}

// TestFullDisk takes the room from under the file and gives it back.
func TestFullDisk(t *testing.T) {
	s := opened(t, t.TempDir())
	last, err := s.Append(t.Context(), "g", 0, []byte("0"))
	if err != nil {
		t.Fatal(err)
	}
	set := func(pages int) {
		t.Helper()
		if err := s.do(t.Context(), func(ctx context.Context, b *batch) error {
			_, err := s.conn.ExecContext(ctx, fmt.Sprintf("PRAGMA max_page_count = %d", pages))
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
	set(1) // as few as there are
	big := []byte(strings.Repeat("x", 3000))
	n := 1
	for ; err == nil; n++ {
		var seq uint64
		if seq, err = s.Append(t.Context(), "g", last, big); err == nil {
			last = seq
		}
		if n > 100 {
			t.Fatal("it never is full")
		}
	}
	if !errors.Is(err, journal.ErrFull) {
		t.Errorf("%v, want %v", err, journal.ErrFull)
	}
	b, err := s.Bucket(t.Context(), "homes")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Put(t.Context(), "k", []byte(strings.Repeat("x", 30000))); !errors.Is(err, journal.ErrFull) {
		t.Errorf("a value: %v, want %v", err, journal.ErrFull)
	}
	set(1 << 20)
	if err := s.Ready(t.Context()); err != nil {
		t.Errorf("with room again: %v", err)
	}
	if _, err := s.Append(t.Context(), "g", last, []byte("goes on")); err != nil {
		t.Errorf("with room again: %v", err)
	}
}

// TestStalledDiskIsAway holds a transaction up: the store says that it is away until it goes on.
func TestStalledDiskIsAway(t *testing.T) {
	s := opened(t, t.TempDir())
	s.stall = 10 * time.Millisecond
	if err := s.Ready(t.Context()); err != nil {
		t.Fatal(err)
	}
	disk, done := make(chan struct{}), make(chan error, 1)
	go func() {
		done <- s.do(context.Background(), func(ctx context.Context, b *batch) error {
			<-disk
			return b.probe(ctx)
		})
	}()
	for look := time.NewTicker(time.Millisecond); s.Ready(t.Context()) == nil; <-look.C {
	}
	if err := s.Ready(t.Context()); !errors.Is(err, journal.ErrAway) {
		t.Error(err)
	}
	close(disk)
	if err := <-done; err != nil {
		t.Error(err)
	}
	if _, err := s.Append(t.Context(), "one", 0, []byte("e4")); err != nil {
		t.Error(err)
	}
	if err := s.Ready(t.Context()); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}
