package sqljournal

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rookery/tui/lobby/journal"
)

// small is a store with a few games and accounts; what it holds is in the maps.
type small struct {
	dir    string
	events map[string][]string
	values map[string]string
}

// fill writes some more games and values.
func (w *small) fill(t *testing.T, s *Store, part int) {
	t.Helper()
	for g := range 4 {
		game := fmt.Sprintf("game%d", g)
		events, err := s.Read(t.Context(), game, 0)
		if err != nil {
			t.Fatal(err)
		}
		var last uint64
		if len(events) > 0 {
			last = events[len(events)-1].Seq
		}
		for n := range 15 {
			text := fmt.Sprintf("%s part %d event %d %s", game, part, n, strings.Repeat("x", 200))
			if last, err = s.Append(t.Context(), game, last, []byte(text)); err != nil {
				t.Fatal(err)
			}
			w.events[game] = append(w.events[game], text)
		}
	}
	b, err := s.Bucket(t.Context(), "keys")
	if err != nil {
		t.Fatal(err)
	}
	for n := range 6 {
		key := fmt.Sprintf("k%d", n)
		text := fmt.Sprintf("key %d part %d %s", n, part, strings.Repeat("y", n*2500)) // some are longer than a page
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
}

// smallStores are the files that a store leaves when it was closed, when its process was
// killed, and when it was killed after a restart.
func smallStores(t *testing.T) map[string]*small {
	all := make(map[string]*small)
	for name, closed := range map[string][2]bool{"closed": {true, true}, "killed": {false, false}, "killed later": {true, false}} {
		w := &small{dir: t.TempDir(), events: make(map[string][]string), values: make(map[string]string)}
		from := t.TempDir()
		s := opened(t, from)
		w.fill(t, s, 0)
		if closed[0] {
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			s = opened(t, from)
		}
		w.fill(t, s, 1)
		if closed[1] {
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
		}
		copyStore(t, from, w.dir)
		all[name] = w
	}
	return all
}

// copyStore copies the files of a store as a kill leaves them.
func copyStore(t *testing.T, from, to string) {
	t.Helper()
	for _, name := range []string{fileName, fileName + "-wal", fileName + "-shm", "club.mark"} {
		data, err := os.ReadFile(filepath.Join(from, name))
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(to, name), data, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// lost reads a store that was damaged: what is there must be as it was, and it counts what
// is missing.
func (w *small) lost(t *testing.T, s *Store) (events, values int) {
	t.Helper()
	for game, all := range w.events {
		got, err := s.Read(t.Context(), game, 0)
		if err != nil {
			t.Errorf("%s: %v", game, err)
		}
		for i, e := range got {
			if i >= len(all) || string(e.Data) != all[i] {
				t.Errorf("%s: event %d is %.40q", game, i+1, e.Data)
			}
		}
		events += len(all) - len(got)
		var last uint64
		if len(got) > 0 {
			last = got[len(got)-1].Seq
		}
		if _, err := s.Append(t.Context(), game, last, []byte("goes on")); err != nil {
			t.Errorf("%s does not go on: %v", game, err)
		}
	}
	b, err := s.Bucket(t.Context(), "keys")
	if err != nil {
		t.Fatal(err)
	}
	for key, want := range w.values {
		v, err := b.Get(t.Context(), key)
		switch {
		case errors.Is(err, journal.ErrNotFound):
			values++
		case err != nil:
			t.Errorf("%s: %v", key, err)
		case string(v.Data) != want:
			values++
			if !strings.Contains(string(v.Data), "part 0") {
				t.Errorf("%s is %.40q", key, v.Data)
			}
		}
	}
	if _, err := b.Get(t.Context(), "gone"); !errors.Is(err, journal.ErrNotFound) {
		t.Errorf("a deleted value came back: %v", err)
	}
	return events, values
}

// TestWalkOfDamage damages each file of small stores in many ways. One flipped byte costs
// nothing; what a file takes with it is told.
func TestWalkOfDamage(t *testing.T) {
	for state, w := range smallStores(t) {
		files, err := os.ReadDir(w.dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			data, err := os.ReadFile(filepath.Join(w.dir, f.Name()))
			if err != nil {
				t.Fatal(err)
			}
			ways := map[string]func(path string) error{
				"removed": os.Remove,
				"emptied": func(path string) error { return os.Truncate(path, 0) },
				"cut":     func(path string) error { return os.Truncate(path, int64(len(data)*6/10)) },
			}
			places := 30
			if testing.Short() || strings.HasSuffix(f.Name(), "-shm") { // which is made anew anyway
				places = 5
			}
			for n := range places {
				at := len(data) * n / places
				ways[fmt.Sprintf("flipped at %d", at)] = func(path string) error {
					bad := append([]byte(nil), data...)
					bad[at] ^= 0x40
					return os.WriteFile(path, bad, 0o600)
				}
			}
			for way, damage := range ways {
				t.Run(state+"/"+f.Name()+"/"+way, func(t *testing.T) {
					t.Parallel() // the time goes into waiting for the disk
					dir := t.TempDir()
					copyStore(t, w.dir, dir)
					if err := damage(filepath.Join(dir, f.Name())); err != nil {
						t.Fatal(err)
					}
					s, err := Open(t.Context(), dir, Options{})
					if err != nil {
						t.Fatal(err)
					}
					defer s.Close()
					events, values := w.lost(t, s)
					told := s.Damage()
					if events+values == 0 {
						return
					}
					if strings.HasPrefix(way, "flipped") {
						t.Errorf("one byte costs %d events and %d values", events, values)
					}
					named := false
					for _, err := range told {
						d := (*journal.DamageError)(nil)
						named = named || errors.As(err, &d) && strings.Contains(d.File, f.Name())
					}
					if !named {
						t.Errorf("%d events and %d values are lost, told is %v", events, values, told)
					}
				})
			}
		}
	}
}

// TestDamageWhileOpen flips a byte of every page below a store that is in use.
func TestDamageWhileOpen(t *testing.T) {
	w := smallStores(t)["closed"]
	s, err := Open(t.Context(), w.dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	data, err := os.ReadFile(s.path)
	if err != nil {
		t.Fatal(err)
	}
	for at := pageSize + 2000; at < len(data); at += 2 * pageSize {
		data[at] ^= 0x40
	}
	f, err := os.OpenFile(s.path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteAt(data[pageSize:], pageSize); err != nil {
		t.Fatal(err)
	}
	f.Close()
	events, values := w.lost(t, s)
	if events+values > 0 && len(s.Damage()) == 0 {
		t.Errorf("%d events and %d values are lost, and nothing is told", events, values)
	}
	t.Logf("lost: %d events, %d values; %v", events, values, s.Damage())
}
