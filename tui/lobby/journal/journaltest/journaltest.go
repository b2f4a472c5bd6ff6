// Package journaltest tests what every [journal.Journal] promises, whatever keeps it. Only tests import it.
package journaltest

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"rookery/tui/lobby/journal"
)

// Run holds a kind of journal to the contract. open makes an empty one that is closed at
// the end of the test.
func Run(t *testing.T, open func(t *testing.T) journal.Journal) {
	for name, test := range map[string]func(*testing.T, func(*testing.T) journal.Journal){
		"append": appends, "names": names, "watch": watch, "follow": follow, "bucket": bucket, "tell": tell,
		"export and import": exportImport, "broken exports": brokenExports,
	} {
		t.Run(name, func(t *testing.T) { test(t, open) })
	}
}

// Data lists what the events of a game hold.
func Data(t *testing.T, j journal.Journal, game string) string {
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

// Race lets two journals append behind the same event, round by round, and holds that
// exactly one is accepted each time.
func Race(t *testing.T, a, b journal.Journal, rounds int) {
	t.Helper()
	var last uint64
	for round := range rounds {
		var seqs [2]uint64
		var errs [2]error
		var wait sync.WaitGroup
		for w, j := range []journal.Journal{a, b} {
			wait.Go(func() { seqs[w], errs[w] = j.Append(context.Background(), "race", last, []byte("e4")) })
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
	events, err := b.Read(t.Context(), "race", 0)
	if err != nil || len(events) != rounds {
		t.Errorf("%d events %v, want %d", len(events), err, rounds)
	}
}

func appends(t *testing.T, open func(*testing.T) journal.Journal) {
	j := open(t)
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
	if got := Data(t, j, "g"); got != "e4" {
		t.Errorf("%s, want e4", got)
	}
	if err := j.Ready(t.Context()); err != nil {
		t.Errorf("ready: %v", err)
	}
	Race(t, j, j, 50)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := j.Append(ctx, "h", 0, []byte("late")); err == nil {
		t.Error("appended after the end of the context")
	}
}

func names(t *testing.T, open func(*testing.T) journal.Journal) {
	j := open(t)
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

func watch(t *testing.T, open func(*testing.T) journal.Journal) {
	j := open(t)
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

func follow(t *testing.T, open func(*testing.T) journal.Journal) {
	j := open(t)
	last := make(map[string]uint64)
	add := func(game, text string) {
		t.Helper()
		seq, err := j.Append(t.Context(), game, last[game], []byte(text))
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
	stop, err := j.Follow(t.Context(), func(e journal.Event) { got <- e.Game + " " + string(e.Data) })
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

func tell(t *testing.T, open func(*testing.T) journal.Journal) {
	j := open(t)
	heard := make(chan string, 1)
	stop, err := j.Hear(func(topic string, data []byte) { heard <- topic + " " + string(data) })
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	if err := j.Tell("hall", []byte("hello")); err != nil {
		t.Fatal(err)
	}
	if got := <-heard; got != "hall hello" {
		t.Errorf("heard %q", got)
	}
}

func bucket(t *testing.T, open func(*testing.T) journal.Journal) {
	j := open(t)
	b, err := j.Bucket(t.Context(), "names")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Put(t.Context(), "here", []byte("0")); err != nil {
		t.Fatal(err)
	}
	changes := make(chan journal.Value, 16)
	stop, err := b.Watch(t.Context(), func(v journal.Value) { changes <- v })
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	if len(changes) != 1 {
		t.Errorf("%d values had come, want 1", len(changes))
	}
	<-changes
	rev, err := b.Create(t.Context(), "anna", []byte("1"))
	if err != nil {
		t.Fatal(err)
	}
	if v := <-changes; v.Key != "anna" || string(v.Data) != "1" || v.Deleted || v.Rev != rev {
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
	if v := <-changes; string(v.Data) != "3" {
		t.Errorf("watched %+v, want 3", v)
	}
	if v, err := b.Get(t.Context(), "anna"); err != nil || string(v.Data) != "3" {
		t.Errorf("%q %v, want 3", v.Data, err)
	}
	if err := b.Delete(t.Context(), "anna"); err != nil {
		t.Error(err)
	}
	if v := <-changes; v.Key != "anna" || !v.Deleted {
		t.Errorf("watched %+v, want anna deleted", v)
	}
	if err := b.Delete(t.Context(), "nobody"); err != nil {
		t.Errorf("delete of a free key: %v", err)
	}
	if _, err := b.Get(t.Context(), "anna"); !errors.Is(err, journal.ErrNotFound) {
		t.Errorf("deleted: %v, want %v", err, journal.ErrNotFound)
	}
	if _, err := b.Create(t.Context(), "anna", []byte("4")); err != nil {
		t.Errorf("create after delete: %v", err)
	}
	if keys, err := b.Keys(t.Context()); err != nil || len(keys) != 2 {
		t.Errorf("keys %v %v, want anna and here", keys, err)
	}
}

// list is all that a journal holds, for comparing.
func list(t *testing.T, j journal.Journal) string {
	t.Helper()
	ctx := t.Context()
	var all []string
	games, err := j.Games(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for n := range games {
		game := fmt.Sprintf("g%d", n)
		events, err := j.Read(ctx, game, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range events {
			all = append(all, fmt.Sprint(e.Game, e.Time.UnixNano(), string(e.Data)))
		}
	}
	for _, name := range []string{"names", "players"} {
		bucket, err := j.Bucket(ctx, name)
		if err != nil {
			t.Fatal(err)
		}
		for n := range 5 {
			v, err := bucket.Get(ctx, fmt.Sprint("k", n))
			all = append(all, fmt.Sprint(string(v.Data), err))
		}
	}
	return strings.Join(all, "\n")
}

func exportImport(t *testing.T, open func(*testing.T) journal.Journal) {
	ctx := t.Context()
	from := open(t)
	for n := range 3 {
		var last uint64
		for ply := range 100 {
			var err error
			if last, err = from.Append(ctx, fmt.Sprintf("g%d", n), last, fmt.Appendf(nil, "<%d> \x00 é", ply)); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, name := range []string{"names", "players", journal.Here} {
		b, err := from.Bucket(ctx, name)
		if err != nil {
			t.Fatal(err)
		}
		for n := range 5 {
			if _, err := b.Put(ctx, fmt.Sprint("k", n), []byte(name)); err != nil {
				t.Fatal(err)
			}
		}
		if err := b.Delete(ctx, "k3"); err != nil {
			t.Fatal(err)
		}
	}
	var file bytes.Buffer
	sum, err := journal.Export(ctx, from, &file, 0)
	if want := (journal.Sum{Events: 300, Values: 8}); err != nil || sum != want {
		t.Fatalf("%+v %v, want %+v", sum, err, want)
	}
	to := open(t)
	if got, err := journal.Import(ctx, to, bytes.NewReader(file.Bytes())); err != nil || got != sum {
		t.Fatalf("%+v %v, want %+v", got, err, sum)
	}
	if a, b := list(t, from), list(t, to); a != b {
		t.Errorf("the stores differ:\n%.500s\n\n%.500s", a, b)
	}
	if _, err := journal.Import(ctx, to, bytes.NewReader(file.Bytes())); err == nil {
		t.Error("a store that is not empty took it again")
	}
	events, err := to.Read(ctx, "g0", 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := to.Append(ctx, "g0", events[99].Seq, []byte("goes on")); err != nil {
		t.Errorf("a game that was imported: %v", err)
	}
}

func brokenExports(t *testing.T, open func(*testing.T) journal.Journal) {
	pack := func(text string) []byte {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		fmt.Fprint(w, text)
		w.Close()
		return b.Bytes()
	}
	const head = `{"format":"rookery store","version":1}` + "\n"
	j := open(t)
	for name, file := range map[string][]byte{
		"nothing":          nil,
		"no gzip":          []byte("hello"),
		"another format":   pack(`{"format":"tar","version":1}`),
		"a later version":  pack(`{"format":"rookery store","version":2}`),
		"no end":           pack(head),
		"no JSON":          pack(head + "{"),
		"an unknown part":  pack(head + "{}\n"),
		"a wrong sum":      pack(head + `{"end":{"events":1,"values":0}}`),
		"beyond the end":   pack(head + `{"end":{"events":0,"values":0}}` + "\n" + `{"end":{"events":0,"values":0}}`),
		"a wild name":      pack(head + `{"event":{"game":"*","data":""}}`),
		"cut in its bytes": pack(head + `{"end":{"events":0,"values":0}}`)[:40],
		"a line too long":  pack(head + `{"event":{"game":"g","data":"` + strings.Repeat("A", 4*journal.MaxEvent) + `"}}`),
		"a value, no end":  pack(head + `{"value":{"bucket":"names","key":"k","data":"AAAA"}}` + "\n"),
	} {
		if _, err := journal.Import(t.Context(), j, bytes.NewReader(file)); err == nil {
			t.Errorf("%s: taken", name)
		}
		games, err := j.Games(t.Context())
		if err != nil || len(games) > 0 {
			t.Errorf("%s: left games %v %v", name, games, err)
		}
		b, err := j.Bucket(t.Context(), "names")
		if err != nil {
			t.Fatal(err)
		}
		if keys, err := b.Keys(t.Context()); err != nil || len(keys) > 0 {
			t.Errorf("%s: left keys %v %v", name, keys, err)
		}
	}
}

// Fill appends to a store that may have so many bytes until it takes no new game, and
// gives the last event of a game that runs.
func Fill(t *testing.T, s journal.Journal, room int) (running uint64) {
	t.Helper()
	running, err := s.Append(t.Context(), "running", 0, []byte("started"))
	if err != nil {
		t.Fatal(err)
	}
	big := []byte(strings.Repeat("x", journal.MaxEvent))
	for n := 0; err == nil; n++ {
		if n*journal.MaxEvent > room {
			t.Fatal("the store takes more than it may")
		}
		_, err = s.Append(t.Context(), fmt.Sprint("g", n), 0, big)
	}
	if !errors.Is(err, journal.ErrNearlyFull) {
		t.Fatalf("a new game: %v, want %v", err, journal.ErrNearlyFull)
	}
	return running
}
