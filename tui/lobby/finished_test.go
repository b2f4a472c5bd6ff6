package lobby

import (
	"testing"
	"time"

	"rookery/chess"
	"rookery/tui/remote"
)

// chronicle reads a game's journal into a Chronicle.
func (c *club) chronicle(table *Table) (*Chronicle, *Finished) {
	c.t.Helper()
	events, err := c.j.Read(c.t.Context(), table.ID(), 0)
	if err != nil {
		c.t.Fatal(err)
	}
	var ch Chronicle
	var done *Finished
	for range 2 { // a second reading changes nothing
		for _, e := range events {
			f, err := ch.Add(e)
			if err != nil {
				c.t.Fatal(err)
			}
			if f != nil && done != nil {
				c.t.Error("the game was finished twice")
			}
			if f != nil {
				done = f
			}
		}
	}
	return &ch, done
}

func TestFinishedGame(t *testing.T) {
	c := open(t)
	table, white, black := c.sit("chess")
	play(t, white, black, "e4", "e5")
	if _, f := c.chronicle(table); f != nil {
		t.Error("a running game counts as finished")
	}
	c.wait(2 * time.Second)
	play(t, white, black, "f3")
	if err := white.Offer(t.Context(), remote.TakeBack); err != nil {
		t.Fatal(err)
	}
	if err := black.Accept(t.Context()); err != nil {
		t.Fatal(err)
	}
	c.wait(3 * time.Second)
	play(t, white, black, "Nf3")
	c.wait(7 * time.Second)
	if err := black.Resign(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := black.Offer(t.Context(), remote.Rematch); err != nil {
		t.Fatal(err)
	}
	ch, f := c.chronicle(table)
	if f == nil || !ch.Over() {
		t.Fatal("the game is not finished")
	}
	if got := f.Game.SANs(); len(got) != 3 || got[2] != "Nf3" {
		t.Errorf("moves %v", got)
	}
	if f.Game.Outcome() != (chess.Outcome{Result: chess.WhiteWins, Reason: chess.ByResignation}) {
		t.Errorf("outcome %v", f.Game.Outcome())
	}
	want := []time.Duration{time.Minute, time.Minute, time.Minute - 5*time.Second}
	if len(f.Left) != 3 || f.Left[2] != want[2] || f.Left[0] != want[0] || f.Left[1] != want[1] {
		t.Errorf("left %v, want %v", f.Left, want)
	}
	if f.Players != [2]remote.Player{anna, ben} || f.ID != table.ID() || f.Ended.Sub(f.Began) != 12*time.Second {
		t.Errorf("%+v", f)
	}
}

func TestAbortedGameIsNotFinished(t *testing.T) {
	c := open(t)
	table, white, _ := c.sit("chess")
	if err := white.Abort(t.Context()); err != nil {
		t.Fatal(err)
	}
	if ch, f := c.chronicle(table); f != nil || !ch.Over() {
		t.Errorf("over %v, finished %v; want it over and not finished", ch.Over(), f)
	}
}
