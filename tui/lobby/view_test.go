package lobby

import (
	"fmt"
	"testing"
	"time"

	"rookery/tui/remote"
)

// latest is the newest hall of a visit; ok is false when none has come.
func latest(v *Visit) (view View, ok bool) {
	for {
		select {
		case view, ok = <-v.C():
		default:
			return view, ok
		}
	}
}

// TestWhoDoesNotLookHearsOfHisOwn has somebody look away: he is told of a challenge
// and of his table, and of nothing else until he looks again.
func TestWhoDoesNotLookHearsOfHisOwn(t *testing.T) {
	c := open(t)
	a, b := c.Enter(anna), c.Enter(ben)
	a.Look(false)
	latest(a)
	d := c.Enter(cleo)
	if view, ok := latest(a); ok {
		t.Errorf("is told who comes: %+v", view)
	}
	if view, ok := latest(b); !ok || len(view.Here) != 3 {
		t.Errorf("who looks sees %+v", view)
	}
	if _, err := d.Seek(t.Context(), remote.Terms{Parts: []string{"chess"}}, remote.AnyColour, "", 0); err != nil {
		t.Fatal(err)
	}
	if view, ok := latest(a); ok {
		t.Errorf("is told of a seek of others: %+v", view)
	}
	if _, err := b.Seek(t.Context(), remote.Terms{Parts: []string{"chess"}}, remote.AnyColour, anna.ID, 0); err != nil {
		t.Fatal(err)
	}
	view, ok := latest(a)
	if !ok || !view.Brief || len(view.Seeks) != 1 || view.Seeks[0].From != ben || view.Here != nil || view.Games != nil {
		t.Errorf("is told of a challenge: %+v", view)
	}
	table, white, _ := c.sit("chess")
	if view, _ := latest(a); view.Table != table.ID() {
		t.Errorf("is told of the table %q", view.Table)
	}
	if err := white.Move(t.Context(), "e4"); err != nil {
		t.Fatal(err)
	}
	c.wait(time.Second)
	if view, ok := latest(a); ok {
		t.Errorf("is told of a move: %+v", view)
	}
	if view, _ := latest(b); len(view.Games) != 1 || view.Games[0].Ply != 1 {
		t.Errorf("who looks sees the games %+v", view.Games)
	}
	if view := a.View(); view.Brief || len(view.Here) != 3 || len(view.Seeks) != 2 || view.Table != table.ID() {
		t.Errorf("the hall for who asks is %+v", view)
	}
	a.Look(true)
	if view, ok := latest(a); !ok || view.Brief || len(view.Here) != 3 || len(view.Games) != 1 {
		t.Errorf("who looks again sees %+v", view)
	}
}

// TestCrowdIsToldAFewTimes holds that in a crowd news wait for ticks, those of others
// for the third, and that all are told in the end.
func TestCrowdIsToldAFewTimes(t *testing.T) {
	c := open(t)
	visits := make([]*Visit, crowdSize+1)
	for i := range visits {
		visits[i] = c.Enter(remote.Player{ID: fmt.Sprint("p", i), Name: fmt.Sprint("P", i)})
	}
	for range 3 {
		c.wait(time.Second / 10)
	}
	for i, v := range visits {
		if view, ok := latest(v); !ok || len(view.Here) != len(visits) {
			t.Fatalf("visitor %d sees %d", i, len(view.Here))
		}
	}
	if _, err := visits[0].Seek(t.Context(), remote.Terms{Parts: []string{"chess"}}, remote.AnyColour, "p1", 0); err != nil {
		t.Fatal(err)
	}
	visits[2].Leave()
	if _, ok := latest(visits[1]); ok {
		t.Error("a challenge did not wait for the tick")
	}
	told := 0
	for tick := range 3 {
		c.wait(time.Second / 10)
		if view, ok := latest(visits[1]); tick == 0 && (!ok || len(view.Seeks) != 1) {
			t.Errorf("the challenge is not told with the first tick: %+v", view.Seeks)
		}
		if view, ok := latest(visits[3]); ok {
			if told++; len(view.Here) != crowdSize {
				t.Errorf("%d are here", len(view.Here))
			}
		}
	}
	if told != 1 {
		t.Errorf("others are told %d times in three ticks, want once", told)
	}
}
