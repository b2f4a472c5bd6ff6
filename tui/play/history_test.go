package play

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"rookery/chess"
)

// played is a game of chess that one side has lost by resigning after a move.
func played(t *testing.T, n int) Saved {
	t.Helper()
	rules, err := RulesOf([]string{"chess"})
	if err != nil {
		t.Fatal(err)
	}
	cfg := Config{Rules: rules, Variant: []string{"chess"}, Setup: -1}
	game, err := chess.NewGame(rules, -1)
	if err != nil {
		t.Fatal(err)
	}
	m, err := chess.ParseMove(game.Board(), "e4")
	if err != nil {
		t.Fatal(err)
	}
	began := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC).Add(time.Duration(n) * time.Second)
	cfg.Players[chess.White].Name, cfg.Players[chess.Black].Name = strings.Repeat("W", 5000), "B"
	return Saved{ID: NewID(began, uint64(n)), Config: cfg, Start: game.Start(), Moves: []chess.Move{m}, Began: began, Saved: began,
		Outcome: chess.Outcome{Result: chess.WhiteWins, Reason: chess.ByResignation}}
}

// TestBoundedHistory keeps the latest games in few files of bounded length; a game that is
// played on stands there once, the last; another store's games are moved over.
func TestBoundedHistory(t *testing.T) {
	st := NewStore(t.TempDir(), "")
	dir := Dir(t.TempDir())
	st.KeepHistoryIn(dir)
	const all = 250
	for n := range all {
		if err := st.Record(played(t, n)); err != nil {
			t.Fatal(n, err)
		}
	}
	count := func(st *Store) (games int, last string) {
		t.Helper()
		names, err := st.History()
		if err != nil {
			t.Fatal(err)
		}
		if len(names) > HistoryFiles+1 {
			t.Errorf("there are %d files", len(names))
		}
		for _, name := range names {
			text, err := st.HistoryFiles().Read(name)
			if err != nil || len(text) > playedFile {
				t.Fatalf("%s has %d bytes, %v", name, len(text), err)
			}
			games += strings.Count(string(text), "[Event ")
			last = string(text)
		}
		return games, last
	}
	games, _ := count(st)
	if games < 150 || games >= all {
		t.Errorf("%d games are kept, want the latest 150 or some more", games)
	}
	again := played(t, all-50)
	again.Outcome.Result = chess.BlackWins
	if err := st.Record(again); err != nil {
		t.Fatal(err)
	}
	n, last := count(st)
	if n != games || !strings.Contains(last, idTag(again.ID)) || strings.Count(last, `[Result "0-1"]`) != 1 {
		t.Errorf("played on, there are %d games, want %d; the last file ends %q", n, games, last[max(len(last)-900, 0):])
	}
	file, game, err := st.Recorded(again)
	if err != nil || file == "" || game < 1 {
		t.Errorf("it is found in %q, %d, %v", file, game, err)
	}

	other := NewStore(t.TempDir(), "")
	other.Limit(3)
	other.KeepHistory(t.TempDir())
	for n := range 5 {
		if err := other.Record(played(t, all+n)); err != nil {
			t.Fatal(err)
		}
	}
	moved, err := st.JoinHistory(other)
	if left, _ := count(other); moved != 5 || left != 0 || err != nil {
		t.Errorf("%d games moved, %d left, %v", moved, left, err)
	}
	if _, last := count(st); !strings.Contains(last, fmt.Sprint(played(t, all+4).ID)) {
		t.Error("the last game of the other store is missing")
	}
}
