package natsstore

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"strings"
	"testing"

	"rookery/tui/lobby/journal"
	"rookery/tui/lobby/journal/natsstore/clustertest"
)

// same holds that two stores have the same events, with their times, and the same
// values.
func same(t *testing.T, a, b *Store) {
	t.Helper()
	ctx := t.Context()
	var all [2][]string
	for i, s := range []*Store{a, b} {
		games, err := s.Games(ctx)
		if err != nil {
			t.Fatal(err)
		}
		for n := range games {
			game := fmt.Sprintf("g%d", n)
			events, err := s.Read(ctx, game, 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range events {
				all[i] = append(all[i], fmt.Sprint(e.Game, e.Time.UnixNano(), string(e.Data)))
			}
		}
		for _, name := range []string{"names", "players"} {
			bucket, err := s.Bucket(ctx, name)
			if err != nil {
				t.Fatal(err)
			}
			for n := range 5 {
				v, err := bucket.Get(ctx, fmt.Sprint("k", n))
				all[i] = append(all[i], fmt.Sprint(string(v.Data), err))
			}
		}
	}
	if x, y := strings.Join(all[0], "\n"), strings.Join(all[1], "\n"); x != y || len(all[0]) < 300 {
		t.Errorf("the stores differ:\n%.500s\n\n%.500s", x, y)
	}
}

func TestExportAndImport(t *testing.T) {
	ctx := t.Context()
	from := opened(t, t.TempDir())
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
	sum, err := journal.Export(ctx, from, &file)
	if want := (journal.Sum{Events: 300, Values: 8}); err != nil || sum != want {
		t.Fatalf("%+v %v, want %+v", sum, err, want)
	}
	embedded := opened(t, t.TempDir())
	cluster := dial(t, clustertest.Start(t, 1), 0, 1)
	for _, to := range []*Store{embedded, cluster} {
		if got, err := journal.Import(ctx, to, bytes.NewReader(file.Bytes())); err != nil || got != sum {
			t.Fatalf("%+v %v, want %+v", got, err, sum)
		}
		same(t, from, to)
		if _, err := journal.Import(ctx, to, bytes.NewReader(file.Bytes())); err == nil {
			t.Error("a store that is not empty took it again")
		}
	}
	var back bytes.Buffer
	if _, err := journal.Export(ctx, cluster, &back); err != nil {
		t.Fatal(err)
	}
	again := opened(t, t.TempDir())
	if _, err := journal.Import(ctx, again, &back); err != nil {
		t.Fatal(err)
	}
	same(t, from, again)
	events, err := again.Read(ctx, "g0", 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := again.Append(ctx, "g0", events[99].Seq, []byte("goes on")); err != nil {
		t.Errorf("a game that was imported: %v", err)
	}
}

func TestBrokenExportRefused(t *testing.T) {
	pack := func(text string) []byte {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		fmt.Fprint(w, text)
		w.Close()
		return b.Bytes()
	}
	const head = `{"format":"rookery store","version":1}` + "\n"
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
	} {
		s := opened(t, t.TempDir())
		if _, err := journal.Import(t.Context(), s, bytes.NewReader(file)); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
}
