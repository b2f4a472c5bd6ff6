package lobby

import (
	"testing"

	"rookery/tui/remote"
)

func TestFewGamesAtATime(t *testing.T) {
	c := open(t)
	terms := remote.Terms{Parts: []string{"chess"}}
	var first *Table
	for range MaxGames {
		table, err := c.Start(t.Context(), terms, anna, ben)
		if err != nil {
			t.Fatal(err)
		}
		first = table
	}
	if n := c.Running(); n != MaxGames {
		t.Errorf("%d games run, want %d", n, MaxGames)
	}
	a, guest := c.Enter(anna), c.Enter(c.Guest())
	if _, err := a.Seek(t.Context(), terms, remote.AnyColour, "", 0); err == nil {
		t.Error("a further game was sought")
	}
	s, err := guest.Seek(t.Context(), terms, remote.AnyColour, "", 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.Accept(t.Context(), s.ID); err == nil {
		t.Error("a further game was taken")
	}
	line, err := first.Join(t.Context(), anna)
	if err != nil {
		t.Fatal(err)
	}
	if err := line.Abort(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Accept(t.Context(), s.ID); err != nil {
		t.Errorf("with one game less: %v", err)
	}
}
