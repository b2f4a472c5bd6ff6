package sqljournal

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"rookery/tui/lobby/journal"
)

// TestManyGames opens a store of 10,000 games, which reads all of it, and finds out which
// of them run.
func TestManyGames(t *testing.T) {
	if os.Getenv("ROOKERY_TEST_STORE") == "" {
		t.Skip("set ROOKERY_TEST_STORE=1 to write 10,000 games")
	}
	const games, plies = 10_000, 80
	dir := t.TempDir()
	path := filepath.Join(dir, fileName)
	b, err := newBuilder(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	last, data := make([]row, games), make([]byte, 150)
	seq := uint64(0)
	for range plies {
		for g := range games {
			seq++
			e := row{Event: journal.Event{Game: fmt.Sprint("g", g), Seq: seq, Time: time.Unix(0, int64(seq)), Data: data}, no: last[g].no + 1, before: last[g].link}
			e.link = journal.LinkOf(e.before, e.Event)
			if err := b.event(&e); err != nil {
				t.Fatal(err)
			}
			last[g] = e
		}
	}
	if err := b.close(path, nil); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(markPath(path), []byte(marked{number: seq, closed: true}.text()), 0o600); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	s := opened(t, dir)
	opened := time.Since(began)
	if told := s.Damage(); len(told) > 0 {
		t.Fatal(told)
	}
	n := 0
	stop, err := s.Follow(t.Context(), func(journal.Event) { n++ })
	if err != nil {
		t.Fatal(err)
	}
	stop()
	followed := time.Since(began)
	events, err := s.Read(t.Context(), "g17", 0)
	if err != nil || len(events) != plies || n != games {
		t.Errorf("%d events of a game and %d games, %v", len(events), n, err)
	}
	t.Logf("%d games of %d half-moves, %d MB: read through and opened in %v, the last events read in %v, one game in %v",
		games, plies, size(path)>>20, opened, followed-opened, time.Since(began)-followed)
}
