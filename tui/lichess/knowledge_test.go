package lichess_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"rookery/chess"
	"rookery/tui/lichess"
	"rookery/variants"
)

const (
	mastersAnswer = `{"opening":null,"white":5,"draws":3,"black":2,"moves":[{"uci":"g1f3","san":"Nf3","averageRating":2400,"white":4,"draws":3,"black":2,"game":null,"opening":null}],"topGames":[]}`
	cloudText     = `{"fen":"x","knodes":1,"depth":40,"pvs":[{"cp":20,"moves":"e2e4 e7e5 g1f3"}]}`
	tableText     = `{"category":"win","dtz":1,"moves":[{"uci":"h7h8q","san":"h8=Q+","category":"loss"}]}`
)

// TestAnswersAreKept asks once about each position, on whatever day, until the answer is old; a damaged file is
// told of and asked for again.
func TestAnswersAreKept(t *testing.T) {
	s := newSetting(t)
	board := func(fen string) chess.Board {
		b, err := chess.NewBoard(variants.Chess, fen)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	start, end, unknown := board(""), board("4k3/6KP/8/8/8/8/7p/8 w - - 0 1"), board("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
	s.Answer("/masters", mastersAnswer)
	s.Answer("/api/cloud-eval", cloudText)
	s.Answer("/standard", tableText)
	dir := filepath.Join(t.TempDir(), "positions")
	ask := func() (damaged bool) {
		t.Helper()
		k := &lichess.Knowledge{Dir: dir}
		for range 2 {
			if p, err := k.Explore(t.Context(), s.client, lichess.Source{Name: "masters"}, start, nil); err != nil || len(p.Moves) != 1 || p.Moves[0].SAN != "Nf3" || p.Moves[0].Games() != 9 {
				t.Errorf("explorer %+v: %v", p, err)
			}
			if c, err := k.Cloud(t.Context(), s.client, start); err != nil || c.Depth != 40 || len(c.Lines) != 1 || c.Lines[0].Centipawns != 20 {
				t.Errorf("cloud %+v: %v", c, err)
			}
			if e, err := k.Table(t.Context(), s.client, end); err != nil || e.Category != "win" || len(e.Moves) != 1 || e.Moves[0].SAN != "h8=Q+" {
				t.Errorf("tables %+v: %v", e, err)
			}
		}
		return k.Damaged()
	}
	asked := func(masters, cloud, tables int) {
		t.Helper()
		if m, c, e := s.Count("GET /masters"), s.Count("GET /api/cloud-eval"), s.Count("GET /standard"); m != masters || c != cloud || e != tables {
			t.Errorf("asked %d, %d and %d times, want %d, %d and %d", m, c, e, masters, cloud, tables)
		}
	}
	ask()
	asked(1, 1, 1)
	if ask() {
		t.Error("what was kept is called damaged")
	}
	asked(1, 1, 1)
	s.clock.Advance(20 * 24 * time.Hour) // the cloud may know more by now
	ask()
	asked(1, 2, 1)

	files, err := os.ReadDir(dir)
	if err != nil || len(files) != 3 {
		t.Fatalf("%d files: %v", len(files), err)
	}
	for i, text := range []string{"", `{"server":"x"}`, "\x00\xff"} {
		if info, err := files[i].Info(); err != nil || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("kept with %v: %v", info.Mode(), err)
		}
		s.must(os.WriteFile(filepath.Join(dir, files[i].Name()), []byte(text), 0o600))
	}
	if !ask() {
		t.Error("nothing is told of damaged files")
	}
	asked(2, 3, 2)
	if ask() {
		t.Error("damaged files were not mended")
	}
	asked(2, 3, 2)

	// That nobody knows a position is kept, too.
	s.Answer("/api/cloud-eval", "")
	for range 2 {
		s.Fail("/api/cloud-eval", 404, "No cloud evaluation available for that position")
		k := &lichess.Knowledge{Dir: dir}
		if _, err := k.Cloud(t.Context(), s.client, unknown); !errors.Is(err, lichess.ErrNotFound) {
			t.Errorf("an unknown position: %v", err)
		}
	}
	asked(2, 4, 2)
}

// TestAnswersAreBounded keeps no more than so many answers, the latest.
func TestAnswersAreBounded(t *testing.T) {
	s := newSetting(t)
	s.Answer("/masters", mastersAnswer)
	dir := t.TempDir()
	for i := range 5300 {
		name := filepath.Join(dir, fmt.Sprintf("%05d.json", i))
		s.must(os.WriteFile(name, nil, 0o600))
		s.must(os.Chtimes(name, noon, noon.Add(time.Duration(i)*time.Second)))
	}
	start, err := chess.NewBoard(variants.Chess, "")
	if err != nil {
		t.Fatal(err)
	}
	k := &lichess.Knowledge{Dir: dir}
	if _, err := k.Explore(t.Context(), s.client, lichess.Source{Name: "masters"}, start, nil); err != nil {
		t.Fatal(err)
	}
	files, err := os.ReadDir(dir)
	if err != nil || len(files) != 4800 || files[1].Name() < "00500" {
		t.Errorf("%d files are left, from %v on: %v", len(files), files[:2], err)
	}
}
