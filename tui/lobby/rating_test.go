package lobby

import (
	"context"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"rookery/chess"
	"rookery/tui/remote"
)

// fixedRatings are ratings by name; those who are in full can play no more rated games.
type fixedRatings struct {
	of   map[string]remote.Rating
	full bool
}

func (f *fixedRatings) Of(_ context.Context, p remote.Player, _ remote.Terms) (remote.Rating, error) {
	return f.of[p.Name], nil
}
func (f *fixedRatings) Main(_ context.Context, p remote.Player) (remote.MainRating, error) {
	return remote.MainRating{Rating: f.of[p.Name], Variant: "Chess", Speed: "blitz"}, nil
}
func (f *fixedRatings) Await(context.Context, string) error { return nil }
func (f *fixedRatings) Full(context.Context, remote.Player, remote.Player) (bool, error) {
	return f.full, nil
}

func TestSeeksHaveRanges(t *testing.T) {
	c := open(t)
	ratings := &fixedRatings{of: map[string]remote.Rating{anna.Name: {Value: 1500}, ben.Name: {Value: 1650, Provisional: true}}}
	c.UseRatings(ratings)
	a, b, guest := c.Enter(anna), c.Enter(ben), c.Enter(c.Guest())
	terms := remote.Terms{Parts: []string{"chess"}, Control: chess.Control{Base: 5 * time.Minute}, Rated: true}
	s, err := a.Seek(t.Context(), terms, remote.AnyColour, "", 100)
	if err != nil || s.Range != (Range{1400, 1600}) || s.Rating.String() != "1500" {
		t.Fatalf("%+v, %v", s, err)
	}
	if _, err := b.Accept(t.Context(), s.ID); err == nil || !strings.Contains(err.Error(), "1400-1600, and yours is 1650?") {
		t.Errorf("somebody of 1650: %v", err)
	}
	if err := a.Withdraw(s.ID); err != nil {
		t.Fatal(err)
	}
	if s, err = a.Seek(t.Context(), terms, remote.WantsWhite, "", 200); err != nil {
		t.Fatal(err)
	}
	if _, err := guest.Accept(t.Context(), s.ID); err == nil {
		t.Error("a guest took a rated seek")
	}
	ratings.full = true
	if _, err := b.Accept(t.Context(), s.ID); err == nil || !strings.Contains(err.Error(), "many rated games with each other today") {
		t.Errorf("one game too many: %v", err)
	}
	ratings.full = false
	table, err := b.Accept(t.Context(), s.ID)
	if err != nil {
		t.Fatal(err)
	}
	r, err := table.Join(t.Context(), anna)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Leave()
	if snap := <-r.C(); snap.Ratings != [2]remote.Rating{{Value: 1500}, {Value: 1650, Provisional: true}} {
		t.Errorf("the table shows %v", snap.Ratings)
	}
	c.restart()
	again, err := c.Table(table.ID())
	if err != nil {
		t.Fatal(err)
	}
	if r, err = again.Join(t.Context(), ben); err != nil {
		t.Fatal(err)
	}
	defer r.Leave()
	if snap := <-r.C(); snap.Ratings[chess.Black].String() != "1650?" {
		t.Errorf("after a restart the table shows %v", snap.Ratings)
	}
}

// TestRatingsInTheList has the list of players show ratings, and new ones after a game.
func TestRatingsInTheList(t *testing.T) {
	c := open(t)
	ratings := &changingRatings{of: map[string]int{anna.Name: 1500, ben.Name: 1600}}
	c.UseRatings(ratings)
	c.Enter(anna)
	v := c.Enter(ben)
	want := func(a, b int) {
		t.Helper()
		for {
			here := v.View().Here
			if here[0].Rating.Value == a && here[1].Rating.Value == b {
				return
			}
			if t.Context().Err() != nil {
				t.Fatalf("%+v", here)
			}
			runtime.Gosched()
		}
	}
	want(1500, 1600)
	table, err := c.Start(t.Context(), remote.Terms{Parts: []string{"chess"}, Rated: true}, anna, ben)
	if err != nil {
		t.Fatal(err)
	}
	ratings.set(anna.Name, 1490)
	ratings.set(ben.Name, 1610)
	want(1500, 1600)
	line, err := table.Join(t.Context(), anna)
	if err == nil {
		err = line.Resign(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	want(1490, 1610)
}

// changingRatings are ratings by name that games change.
type changingRatings struct {
	fixedRatings
	mu sync.Mutex
	of map[string]int
}

func (r *changingRatings) set(name string, value int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.of[name] = value
}

func (r *changingRatings) Main(_ context.Context, p remote.Player) (remote.MainRating, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return remote.MainRating{Rating: remote.Rating{Value: r.of[p.Name]}, Variant: "Chess", Speed: "unlimited"}, nil
}
