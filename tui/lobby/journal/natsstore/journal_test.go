package natsstore

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"rookery/tui/lobby/journal"
)

// opened starts a journal that is closed at the end of the test.
func opened(t *testing.T, dir string) *Store {
	t.Helper()
	j, err := Open(t.Context(), dir, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := j.Close(); err != nil {
			t.Error(err)
		}
	})
	return j
}

// data lists what the events of a game hold.
func data(t *testing.T, j journal.Journal, game string) string {
	t.Helper()
	events, err := j.Read(t.Context(), game, 0)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, e := range events {
		all = append(all, string(e.Data))
	}
	return strings.Join(all, " ")
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
	j = opened(t, dir)
	for _, game := range []string{"one", "two"} {
		if got, want := data(t, j, game), "0 1 2 3 4 5 6 7 8 9"; got != want {
			t.Errorf("%s: %s, want %s", game, got, want)
		}
	}
	games, err := j.Games(t.Context())
	if err != nil || len(games) != 2 {
		t.Errorf("%d games %v, want 2", len(games), err)
	}
	if _, err := j.Append(t.Context(), "one", last["one"], []byte("after")); err != nil {
		t.Errorf("append after restart: %v", err)
	}
}

func TestStaleAppendRefused(t *testing.T) {
	j := opened(t, t.TempDir())
	first, err := j.Append(t.Context(), "g", 0, []byte("e4"))
	if err != nil {
		t.Fatal(err)
	}
	for _, expected := range []uint64{0, first + 1} {
		var stale *journal.StaleError
		if _, err := j.Append(t.Context(), "g", expected, []byte("d4")); !errors.As(err, &stale) || stale.Expected != expected {
			t.Errorf("after event %d: %v, want a stale error", expected, err)
		}
	}
	if got := data(t, j, "g"); got != "e4" {
		t.Errorf("%s, want e4", got)
	}
}

func TestOfTwoWritersOneWins(t *testing.T) {
	j := opened(t, t.TempDir())
	var last uint64
	for round := range 50 {
		var seqs [2]uint64
		var errs [2]error
		var wait sync.WaitGroup
		for w := range 2 {
			wait.Go(func() { seqs[w], errs[w] = j.Append(context.Background(), "g", last, fmt.Append(nil, w)) })
		}
		wait.Wait()
		winner := 0
		if errs[0] != nil {
			winner = 1
		}
		var stale *journal.StaleError
		if errs[winner] != nil || !errors.As(errs[1-winner], &stale) {
			t.Fatalf("round %d: %v and %v, want one accepted and one stale", round, errs[0], errs[1])
		}
		last = seqs[winner]
	}
}

func TestSecondProcessRefused(t *testing.T) {
	dir := t.TempDir()
	opened(t, dir)
	if _, err := Open(t.Context(), dir, 0); !errors.Is(err, journal.ErrLocked) {
		t.Errorf("%v, want %v", err, journal.ErrLocked)
	}
}

func TestNamesAreHeldToTheirLetters(t *testing.T) {
	j := opened(t, t.TempDir())
	for _, name := range []string{"", "*", ">", "a.b", "a b", "A", "ä", "a\n", strings.Repeat("x", journal.MaxName+1)} {
		if _, err := j.Append(t.Context(), name, 0, nil); err == nil {
			t.Errorf("%q was taken", name)
		}
	}
	if _, err := j.Append(t.Context(), "g", 0, make([]byte, journal.MaxEvent+1)); err == nil {
		t.Error("an event of more than MaxEvent was taken")
	}
	if _, err := j.Append(t.Context(), "g", 0, make([]byte, journal.MaxEvent)); err != nil {
		t.Errorf("an event of MaxEvent: %v", err)
	}
}

func TestWatch(t *testing.T) {
	j := opened(t, t.TempDir())
	a, err := j.Append(t.Context(), "g", 0, []byte("before"))
	if err != nil {
		t.Fatal(err)
	}
	got := make(chan journal.Event, 8)
	stop, err := j.Watch(t.Context(), 0, func(e journal.Event) { got <- e })
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	if _, err := j.Append(t.Context(), "g", a, []byte("after")); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"before", "after"} {
		if e := <-got; string(e.Data) != want || e.Game != "g" || e.Time.IsZero() {
			t.Errorf("%q of %q at %v, want %q of g", e.Data, e.Game, e.Time, want)
		}
	}
}

func TestBucket(t *testing.T) {
	dir := t.TempDir()
	j := opened(t, dir)
	b, err := j.Bucket(t.Context(), "names")
	if err != nil {
		t.Fatal(err)
	}
	changes := make(chan journal.Value, 16)
	stop, err := b.Watch(t.Context(), func(v journal.Value) { changes <- v })
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	rev, err := b.Create(t.Context(), "anna", []byte("1"))
	if err != nil {
		t.Fatal(err)
	}
	if v := <-changes; v.Key != "anna" || string(v.Data) != "1" || v.Deleted {
		t.Errorf("watched %+v, want anna 1", v)
	}
	if _, err := b.Create(t.Context(), "anna", []byte("2")); !errors.Is(err, journal.ErrExists) {
		t.Errorf("second create: %v, want %v", err, journal.ErrExists)
	}
	var stale *journal.StaleError
	if _, err := b.Update(t.Context(), "anna", []byte("3"), rev+1); !errors.As(err, &stale) {
		t.Errorf("update of another revision: %v, want a stale error", err)
	}
	if _, err := b.Update(t.Context(), "anna", []byte("3"), rev); err != nil {
		t.Error(err)
	}
	if v, err := b.Get(t.Context(), "anna"); err != nil || string(v.Data) != "3" {
		t.Errorf("%q %v, want 3", v.Data, err)
	}
	if err := b.Delete(t.Context(), "anna"); err != nil {
		t.Error(err)
	}
	if _, err := b.Get(t.Context(), "anna"); !errors.Is(err, journal.ErrNotFound) {
		t.Errorf("deleted: %v, want %v", err, journal.ErrNotFound)
	}
	if _, err := b.Create(t.Context(), "anna", []byte("4")); err != nil {
		t.Errorf("create after delete: %v", err)
	}
	if keys, err := b.Keys(t.Context()); err != nil || len(keys) != 1 {
		t.Errorf("keys %v %v, want anna", keys, err)
	}
}
