package sqlstore

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rookery/chess"
	"rookery/tui/lobby/archive"
	"rookery/tui/lobby/journal"
)

func TestDamagedFileIsReplaced(t *testing.T) {
	c := newClub(t)
	a := c.open()
	ids := season(c)
	await(t, a, ids...)
	want := dump(t, a)
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(c.path())
	if err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func([]byte) []byte{
		"missing": func([]byte) []byte { return nil },
		"empty":   func([]byte) []byte { return []byte{} },
		"of another program": func(b []byte) []byte {
			return append([]byte("#!/bin/sh\n"), b[10:]...)
		},
		"cut in two": func(b []byte) []byte { return b[:len(b)/2] },
		"cut inside a page": func(b []byte) []byte {
			return b[:len(b)-1000]
		},
		"overwritten behind the head": func(b []byte) []byte {
			for i := 4096; i < 6*4096; i++ {
				b[i] = 0xa5
			}
			return b
		},
		"of a newer version": func(b []byte) []byte {
			copy(b[60:64], []byte{0, 0, 0, 99}) // user_version
			return b
		},
		"with another move in a game": func(b []byte) []byte {
			return []byte(strings.ReplaceAll(string(b), "1. e4", "1. d4"))
		},
		"with the mark of another program": func(b []byte) []byte {
			copy(b[68:72], "xxxx") // application_id
			return b
		},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "archive.db")
			bad := spoil(append([]byte(nil), whole...))
			if bad != nil {
				if err := os.WriteFile(path, bad, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			a := c.openAt(path)
			await(t, a, ids...)
			if got := dump(t, a); got != want {
				t.Errorf("the rows differ:\n%s\nwant\n%s", got, want)
			}
			aside, err := os.ReadFile(path + ".damaged")
			if len(bad) > 0 && (err != nil || string(aside) != string(bad)) {
				t.Errorf("the damaged file was not kept: %v", err)
			}
			if len(bad) > 0 != strings.Contains(c.log.String(), path) {
				t.Errorf("the log says %q", c.log.String())
			}
			info, err := os.Stat(path)
			if err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("%v, %v; want a file for its owner alone", info.Mode(), err)
			}
		})
	}
}

// A file that goes bad under a running server.
func TestDamageWhileOpen(t *testing.T) {
	c := newClub(t)
	a := c.open()
	ids := season(c)
	await(t, a, ids...)
	if _, err := a.current().write.ExecContext(t.Context(), `PRAGMA wal_checkpoint(TRUNCATE)`); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(c.path(), os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteAt([]byte(strings.Repeat("\xa5", int(info.Size())-4096)), 4096); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	st := a.current()
	for _, pool := range []*sql.DB{st.read, st.write} {
		pool.SetMaxIdleConns(0) // new ones remember no page
	}
	ids = append(ids, c.play(rated, anna, ben, "e4 e5", chess.Black))
	deadline, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for { // a question may find the damage, which is told to who asked
		err := a.Await(deadline, ids[0])
		if err == nil {
			break
		}
		if deadline.Err() != nil {
			t.Fatal(err)
		}
	}
	await(t, a, ids...)
	if !strings.Contains(c.log.String(), "rebuilding") {
		t.Errorf("the log says %q", c.log.String())
	}
	fresh := c.openAt(filepath.Join(c.dir, "fresh.db"))
	await(t, fresh, ids...)
	if got, want := dump(t, a), dump(t, fresh); got != want {
		t.Errorf("the rows differ:\n%s\nwant\n%s", got, want)
	}
}

// TestArchiveKnowsMore follows a journal that has lost everything, and one that lost the
// end of a game.
func TestArchiveKnowsMore(t *testing.T) {
	c := newClub(t)
	a := c.open()
	ids := season(c)
	await(t, a, ids...)
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	other := seeded(t, 2)
	id := other.play(rated, anna, cleo, "e4", chess.Black)
	a = other.openAt(c.path())
	await(t, a, id)
	if games := list(t, a, archive.Filter{}); len(games) != len(ids)+1 || games[0].ID != id {
		t.Errorf("%d games, want those of both journals", len(games))
	}
	if !strings.Contains(other.log.String(), "does not have the last game") {
		t.Errorf("the log says %q", other.log.String())
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	a = other.openAt(c.path()) // nothing is looked for again
	await(t, a, id)
	if n := strings.Count(other.log.String(), "does not have"); n != 1 {
		t.Errorf("told %d times", n)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	// One game of the first club is there up to its third event.
	events, err := c.j.Read(t.Context(), ids[0], 0)
	if err != nil || len(events) < 4 {
		t.Fatalf("%d events %v", len(events), err)
	}
	if err := other.j.Restore(t.Context(), events[:3]); err != nil {
		t.Fatal(err)
	}
	returned, err := GiveBack(t.Context(), c.path(), other.j)
	if err != nil || len(returned) != len(ids) || returned[0].Game != ids[0] || returned[0].From != 4 {
		t.Errorf("returned %+v %v, want %d games, the first from event 4", returned, err, len(ids))
	}
	for _, id := range ids {
		had, err := c.j.Read(t.Context(), id, 0)
		if err != nil {
			t.Fatal(err)
		}
		got, err := other.j.Read(t.Context(), id, 0)
		if err != nil || len(got) != len(had) {
			t.Fatalf("%s: %d events %v, want %d", id, len(got), err, len(had))
		}
		for i := range got {
			if string(got[i].Data) != string(had[i].Data) || !got[i].Time.Equal(had[i].Time) {
				t.Errorf("%s: event %d is %+v", id, i, got[i])
			}
		}
	}
	if returned, err := GiveBack(t.Context(), c.path(), other.j); err != nil || len(returned) > 0 {
		t.Errorf("a second time: %+v %v", returned, err)
	}
}

// TestDamagedArchiveGivesBack damages an archive that knows games which its journal has
// lost.
func TestDamagedArchiveGivesBack(t *testing.T) {
	c := newClub(t)
	a := c.open()
	ids := season(c)
	await(t, a, ids...)
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(c.path(), os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteAt([]byte(strings.Repeat("\xa5", 4096)), 3*4096); err != nil { // a page of an index
		t.Fatal(err)
	}
	f.Close()
	other := seeded(t, 2)
	a = other.openAt(c.path())
	await(t, a, ids...)
}

// An event that nobody can read costs its game and no other.
func TestUnreadableGameIsLeftOut(t *testing.T) {
	c := newClub(t)
	append1 := func(game, data string) {
		t.Helper()
		if _, err := c.j.Append(t.Context(), game, 0, []byte(data)); err != nil {
			t.Fatal(err)
		}
	}
	append1("aaaaaaaaaaaa", "no event")
	append1("bbbbbbbbbbbb", `{"kind":"moved","move":"e2e4"}`)
	append1("cccccccccccc", `{"kind":"started","terms":{"parts":["no such game"]}}`)
	a := c.open()
	await(t, a, season(c)...)
	if n := strings.Count(c.log.String(), "left out"); n != 3 {
		t.Errorf("%d games are told to be left out, want 3: %s", n, c.log.String())
	}
}

func TestReadOnlyBesideAServer(t *testing.T) {
	c := newClub(t)
	if _, err := Read(t.Context(), c.path(), c.now); err == nil {
		t.Error("an archive that is not there was opened")
	}
	a := c.open()
	ids := season(c)
	await(t, a, ids...)
	r, err := Read(t.Context(), c.path(), c.now)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if got := list(t, r, archive.Filter{}); len(got) != len(ids) {
		t.Errorf("%d games are read, want %d", len(got), len(ids))
	}
	more := c.play(rated, anna, ben, "e4", chess.Black)
	await(t, a, more)
	if got := list(t, r, archive.Filter{}); len(got) != len(ids)+1 || got[0].ID != more {
		t.Errorf("the new game is not read")
	}
	if err := r.Rebuild(t.Context()); err == nil {
		t.Error("a reader rebuilds the archive")
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	late, err := Read(t.Context(), c.path(), c.now)
	if err != nil {
		t.Fatalf("without a server: %v", err)
	}
	defer late.Close()
	list(t, late, archive.Filter{})
}

// A journal that fails now and then stops nothing for good.
type flaky struct {
	journal.Journal
	fail chan error // each error fails one Watch
}

func (f *flaky) Watch(ctx context.Context, after uint64, deliver func(journal.Event)) (func(), error) {
	select {
	case err := <-f.fail:
		return nil, err
	default:
		return f.Journal.Watch(ctx, after, deliver)
	}
}

func TestJournalThatFails(t *testing.T) {
	c := newClub(t)
	f := &flaky{c.j, make(chan error, 1)}
	f.fail <- errors.New("no quorum")
	c.j = f
	a := c.open()
	await(t, a, season(c)...)
	if !strings.Contains(c.log.String(), "no quorum") {
		t.Errorf("the log says %q", c.log.String())
	}
}

// TestEarlierShape opens a file of the second shape: it gets the events of its games.
func TestEarlierShape(t *testing.T) {
	c := newClub(t)
	a := c.open()
	ids := season(c)
	await(t, a, ids...)
	want := dump(t, a)
	if _, err := a.current().write.Exec(`DROP TABLE erased; ALTER TABLE sheets DROP COLUMN sum; ALTER TABLE sheets DROP COLUMN events; ALTER TABLE place DROP COLUMN game; PRAGMA user_version = 2`); err != nil {
		t.Fatal(err)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	a = c.open()
	id := c.play(rated, anna, ben, "e4", chess.Black) // behind it all are there
	await(t, a, id)
	var without int
	if err := a.current().read.QueryRow(`SELECT count(*) FROM sheets WHERE coalesce(length(events), 0) = 0`).Scan(&without); err != nil || without > 0 {
		t.Errorf("%d games have no events, %v", without, err)
	}
	if err := a.current().read.QueryRow(`SELECT count(*) FROM sheets WHERE sum IS NULL`).Scan(&without); err != nil || without > 0 {
		t.Errorf("%d games have no check sum, %v", without, err)
	}
	if got := dump(t, a); len(got) <= len(want) {
		t.Errorf("%d bytes of rows, want more than %d", len(got), len(want))
	}
}

// TestFlippedLetterIsFound flips a bit at 20 places of what is kept of a game in plain text: SQLite finds none of them.
func TestFlippedLetterIsFound(t *testing.T) {
	c := newClub(t)
	a := c.open()
	await(t, a, season(c)...)
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	if faults, err := Check(t.Context(), c.path()); err != nil || len(faults) > 0 {
		t.Fatalf("a sound archive: %v %v", faults, err)
	}
	copied := filepath.Join(t.TempDir(), "copy.db")
	if err := Copy(t.Context(), c.path(), copied); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(copied)
	if err != nil {
		t.Fatal(err)
	}
	begin := bytes.LastIndex(whole, []byte("[Event ")) // those before it may be what stood on a page before it was divided
	if begin < 0 {
		t.Fatal("there is no game")
	}
	length := bytes.Index(whole[begin:], []byte("\n\n"))
	for n := range 20 {
		bad := bytes.Clone(whole)
		at := begin + n*length/20
		bad[at] ^= 1
		path := filepath.Join(t.TempDir(), "archive.db")
		if err := os.WriteFile(path, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		faults, err := Check(t.Context(), path)
		if err != nil || len(faults) != 1 || !strings.Contains(faults[0].Error(), "does not agree with its check sum") {
			t.Errorf("byte %d, %q: %v %v", at, whole[at], faults, err)
		}
	}
}
