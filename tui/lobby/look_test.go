package lobby

import (
	"fmt"
	"testing"
	"time"
)

// latest is the newest hall of a visit; ok is false when none has come.
func latest(v *Visit) (hall Hall, ok bool) {
	for {
		select {
		case hall, ok = <-v.C():
		default:
			return hall, ok
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
	if hall, ok := latest(a); ok {
		t.Errorf("is told who comes: %+v", hall)
	}
	if hall, ok := latest(b); !ok || len(hall.Here) != 3 {
		t.Errorf("who looks sees %+v", hall)
	}
	if _, err := d.Seek(Terms{Parts: []string{"chess"}}, AnyColour, ""); err != nil {
		t.Fatal(err)
	}
	if hall, ok := latest(a); ok {
		t.Errorf("is told of a seek of others: %+v", hall)
	}
	if _, err := b.Seek(Terms{Parts: []string{"chess"}}, AnyColour, anna.ID); err != nil {
		t.Fatal(err)
	}
	hall, ok := latest(a)
	if !ok || !hall.Brief || len(hall.Seeks) != 1 || hall.Seeks[0].From != ben || hall.Here != nil || hall.Games != nil {
		t.Errorf("is told of a challenge: %+v", hall)
	}
	table, white, _ := c.sit("chess")
	if hall, _ := latest(a); hall.Table != table.ID() {
		t.Errorf("is told of the table %q", hall.Table)
	}
	if err := white.Move(t.Context(), "e4"); err != nil {
		t.Fatal(err)
	}
	c.wait(time.Second)
	if hall, ok := latest(a); ok {
		t.Errorf("is told of a move: %+v", hall)
	}
	if hall, _ := latest(b); len(hall.Games) != 1 || hall.Games[0].Ply != 1 {
		t.Errorf("who looks sees the games %+v", hall.Games)
	}
	if hall := a.Hall(); hall.Brief || len(hall.Here) != 3 || len(hall.Seeks) != 2 || hall.Table != table.ID() {
		t.Errorf("the hall for who asks is %+v", hall)
	}
	a.Look(true)
	if hall, ok := latest(a); !ok || hall.Brief || len(hall.Here) != 3 || len(hall.Games) != 1 {
		t.Errorf("who looks again sees %+v", hall)
	}
}

// TestCrowdIsToldAFewTimes holds that in a crowd news wait for ticks, those of others
// for the third, and that all are told in the end.
func TestCrowdIsToldAFewTimes(t *testing.T) {
	c := open(t)
	visits := make([]*Visit, crowd+1)
	for i := range visits {
		visits[i] = c.Enter(Player{ID: fmt.Sprint("p", i), Name: fmt.Sprint("P", i)})
	}
	for range 3 {
		c.wait(time.Second / 10)
	}
	for i, v := range visits {
		if hall, ok := latest(v); !ok || len(hall.Here) != len(visits) {
			t.Fatalf("visitor %d sees %d", i, len(hall.Here))
		}
	}
	if _, err := visits[0].Seek(Terms{Parts: []string{"chess"}}, AnyColour, "p1"); err != nil {
		t.Fatal(err)
	}
	visits[2].Leave()
	if _, ok := latest(visits[1]); ok {
		t.Error("a challenge did not wait for the tick")
	}
	told := 0
	for tick := range 3 {
		c.wait(time.Second / 10)
		if hall, ok := latest(visits[1]); tick == 0 && (!ok || len(hall.Seeks) != 1) {
			t.Errorf("the challenge is not told with the first tick: %+v", hall.Seeks)
		}
		if hall, ok := latest(visits[3]); ok {
			if told++; len(hall.Here) != crowd {
				t.Errorf("%d are here", len(hall.Here))
			}
		}
	}
	if told != 1 {
		t.Errorf("others are told %d times in three ticks, want once", told)
	}
}
