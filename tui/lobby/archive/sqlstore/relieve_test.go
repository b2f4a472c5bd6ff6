package sqlstore

import (
	"strings"
	"testing"

	"rookery/tui/remote"
)

// TestRelievedInAGame drops what the club and the archive keep in memory of a game that runs: it goes
// on, and the archive has all its moves.
func TestRelievedInAGame(t *testing.T) {
	c := newClub(t)
	a := c.open()
	table, err := c.Start(t.Context(), remote.Terms{Parts: []string{"chess"}}, anna, ben)
	if err != nil {
		t.Fatal(err)
	}
	for i, m := range []string{"f3", "e5", "g4", "Qh4"} {
		player := []remote.Player{anna, ben}[i%2]
		r, err := table.Join(t.Context(), player)
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Move(t.Context(), m); err != nil {
			t.Fatal(err)
		}
		r.Leave()
		c.Relieve()
		a.Relieve()
		if s, err := table.Join(t.Context(), cleo); err != nil {
			t.Fatal(err)
		} else {
			if got := <-s.C(); got.Ply != i+1 || got.Players != [2]remote.Player{anna, ben} {
				t.Errorf("after %s the table shows %d half-moves of %v", m, got.Ply, got.Players)
			}
			s.Leave()
		}
	}
	await(t, a, table.ID())
	sheet, err := a.Sheet(t.Context(), table.ID())
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(sheet, "1. f3 e5 2. g4 Qh4# 0-1") {
		t.Errorf("the archive has this of the game:\n%s", sheet)
	}
}
