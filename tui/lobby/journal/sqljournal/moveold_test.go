package sqljournal

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rookery/tui/lobby/journal"
	"rookery/tui/lobby/journal/journaltest"
	"rookery/tui/lobby/journal/natsstore"
	"rookery/tui/lobby/journal/natsstore/clustertest"
)

// oldStore has a NATS server write what earlier versions kept, and copies its files while
// it runs, as a kill leaves them.
func oldStore(t *testing.T) (dir string, w *small) {
	t.Helper()
	nodes := clustertest.Start(t, 1)
	j, err := natsstore.Dial(t.Context(), nodes.URLs(0), natsstore.Options{Replicas: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	w = &small{events: make(map[string][]string), values: make(map[string]string)}
	last := make(map[string]uint64)
	for n := range 40 {
		for g := range 3 {
			game, text := fmt.Sprintf("game%d", g), fmt.Sprintf("event %d %s", n, strings.Repeat("x", 5*n))
			if last[game], err = j.Append(t.Context(), game, last[game], []byte(text)); err != nil {
				t.Fatal(err)
			}
			w.events[game] = append(w.events[game], text)
		}
	}
	b, err := j.Bucket(t.Context(), "keys")
	if err != nil {
		t.Fatal(err)
	}
	for n := range 20 {
		key, text := fmt.Sprintf("k%d", n%7), fmt.Sprintf("part 0 value %d %s", n, strings.Repeat("y", 300*n))
		if _, err := b.Put(t.Context(), key, []byte(text)); err != nil {
			t.Fatal(err)
		}
		w.values[key] = text
	}
	if _, err := b.Put(t.Context(), "gone", []byte("was here")); err != nil {
		t.Fatal(err)
	}
	if err := b.Delete(t.Context(), "gone"); err != nil {
		t.Fatal(err)
	}
	if h, err := j.Bucket(t.Context(), journal.Here); err != nil {
		t.Fatal(err)
	} else if _, err := h.Put(t.Context(), "f-me", []byte("here")); err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, oldName), os.DirFS(filepath.Join(nodes.Dir(0), "jetstream"))); err != nil {
		t.Fatal(err)
	}
	return dir, w
}

func TestOldStoreIsMovedOver(t *testing.T) {
	dir, w := oldStore(t)
	before := listing(t, filepath.Join(dir, oldName))
	s := opened(t, dir)
	told := s.Damage()
	if len(told) != 1 || !errors.As(told[0], new(*Moved)) || !strings.Contains(told[0].Error(), "120 events and 7 values") {
		t.Errorf("told: %v", told)
	}
	times, err := s.Read(t.Context(), "game0", 0)
	if err != nil || len(times) == 0 || times[0].Time.IsZero() || times[0].Seq != 1 {
		t.Errorf("first event: %+v %v", times, err)
	}
	if events, values := w.lost(t, s); events+values > 0 {
		t.Errorf("%d events and %d values are lost", events, values)
	}
	if names, err := s.Buckets(t.Context()); err != nil || len(names) != 1 {
		t.Errorf("buckets %v %v, want keys alone", names, err)
	}
	if after := listing(t, filepath.Join(dir, movedDir)); after != before {
		t.Errorf("the old files were changed:\n%s\n%s", before, after)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = opened(t, dir)
	if told := s.Damage(); len(told) > 0 {
		t.Errorf("the second start tells %v", told)
	}
	if got := journaltest.Data(t, s, "game0"); !strings.HasSuffix(got, "goes on") {
		t.Errorf("after the second start: %.80s", got)
	}
}

// TestMoveIsWhole stops between the two steps of a move.
func TestMoveIsWhole(t *testing.T) {
	dir, w := oldStore(t)
	s := opened(t, dir)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(dir, movedDir), filepath.Join(dir, oldName)); err != nil {
		t.Fatal(err)
	}
	s = opened(t, dir)
	if events, values := w.lost(t, s); events+values > 0 {
		t.Errorf("%d events and %d values are lost", events, values)
	}
	if _, err := os.Stat(filepath.Join(dir, oldName)); err == nil {
		t.Error("the old folder still has its name")
	}
}

// TestDamagedOldStore flips bytes of each block of an old store, which lost everything
// behind them in its own server, and removes what else it had: one record is lost each
// time, and named.
func TestDamagedOldStore(t *testing.T) {
	from, w := oldStore(t)
	blocks, err := filepath.Glob(filepath.Join(from, oldName, "$G", "streams", "*", "msgs", "*.blk"))
	if err != nil || len(blocks) < 2 {
		t.Fatalf("blocks %v %v", blocks, err)
	}
	try := func(name string, most int, damage func(dir string) error) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS(from)); err != nil {
				t.Fatal(err)
			}
			if err := damage(dir); err != nil {
				t.Fatal(err)
			}
			s, err := Open(t.Context(), dir, Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			strays := 0
			if err := s.read.QueryRow(`SELECT count(*) FROM strays`).Scan(&strays); err != nil {
				t.Fatal(err)
			}
			events, values := w.lost(t, s)
			if lost := events - strays + values; lost > most {
				t.Errorf("%d records are lost (%d events, of which %d are put aside, and %d values)", lost, events, strays, values)
			}
			if told := s.Damage(); events+values > 0 && len(told) < 2 {
				t.Errorf("%d events and %d values are lost, told is %v", events, values, told)
			}
		})
	}
	for _, block := range blocks {
		rel, err := filepath.Rel(from, block)
		if err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(block)
		if err != nil {
			t.Fatal(err)
		}
		for n := range 10 {
			at := len(data) * n / 10
			try(fmt.Sprintf("%s flipped at %d", rel, at), 1, func(dir string) error {
				bad := append([]byte(nil), data...)
				bad[at] ^= 0x40
				return os.WriteFile(filepath.Join(dir, rel), bad, 0o600)
			})
		}
	}
	try("no index", 0, func(dir string) error {
		indexes, err := filepath.Glob(filepath.Join(dir, oldName, "$G", "streams", "*", "msgs", "index.db"))
		for _, path := range indexes {
			err = errors.Join(err, os.Remove(path))
		}
		return err
	})
}

// listing is what a folder holds.
func listing(t *testing.T, dir string) string {
	t.Helper()
	var text strings.Builder
	err := filepath.Walk(dir, func(path string, info os.FileInfo, err error) error {
		if err == nil && info.Mode().IsRegular() {
			rel, _ := filepath.Rel(dir, path)
			fmt.Fprintln(&text, rel, info.Size())
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return text.String()
}
