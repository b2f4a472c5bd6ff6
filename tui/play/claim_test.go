package play

import (
	"errors"
	"testing"
	"time"

	"rookery/chess"
)

// TestClaim has two programs on one unfinished game: neither overwrites, ends or deletes what
// the other plays.
func TestClaim(t *testing.T) {
	dir := t.TempDir()
	first, second := NewStore(dir, ""), NewStore(dir, "")
	history := t.TempDir()
	first.KeepHistory(history)
	second.KeepHistory(history)
	began := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	g := Saved{ID: NewID(began, 7), Config: Config{Variant: []string{"chess"}, Setup: -1}, Began: began, Saved: began}
	play := func(text string) {
		game, err := g.Replay()
		if err != nil {
			t.Fatal(err)
		}
		m, err := chess.ParseMove(game.Board(), text)
		if err != nil {
			t.Fatal(err)
		}
		g.Moves = append(g.Moves, m)
	}
	is := func(err, want error) {
		t.Helper()
		if !errors.Is(err, want) {
			t.Fatalf("%v, want %v", err, want)
		}
	}
	play("e4")
	is(first.SaveUnfinished(g), nil)
	_, err := second.Claim(g.ID, false)
	is(err, ErrElsewhere)
	is(second.SaveUnfinished(g), ErrElsewhere)
	is(second.Abandon(g.ID), ErrElsewhere)
	is(second.Finish(g.ID), ErrElsewhere)
	if games := second.Unfinished(); len(games) != 1 || !games[0].Elsewhere {
		t.Errorf("the list has %+v, want the game with its program", games)
	}

	_, err = second.Claim(g.ID, true)
	is(err, nil)
	play("e5")
	is(first.SaveUnfinished(g), ErrTaken)
	is(first.Record(g), ErrTaken)
	is(second.SaveUnfinished(g), nil)
	second.Release(g.ID)

	// A game that its program has left is free; one that another has ended is not begun again.
	third := NewStore(dir, "")
	at, err := third.Claim(g.ID, false)
	is(err, nil)
	if len(at.Moves) != 2 {
		t.Errorf("the game has %d moves, want 2", len(at.Moves))
	}
	is(third.Finish(g.ID), nil)
	is(third.SaveUnfinished(g), nil) // a move was taken back after the end
	third.Release(g.ID)
	is(first.SaveUnfinished(g), ErrTaken)
	is(second.Abandon(g.ID), nil)
	is(first.SaveUnfinished(g), ErrTaken)
	first.Release(g.ID)
	if files, _ := Dir(first.UnfinishedDir()).List(); len(files) != 1 {
		t.Errorf("the folder holds %q, want the lock alone", files)
	}
}
