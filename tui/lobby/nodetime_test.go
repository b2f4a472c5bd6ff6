package lobby

import (
	"testing"
	"time"

	"rookery/chess"
	"rookery/tui/lobby/journal/natsstore/clustertest"
	"rookery/tui/remote"
)

// apart starts a game of a minute a side between two front ends: Anna sits at the
// first with White, Ben at the second.
func apart(t *testing.T, nodes *clustertest.Nodes) (a, b *frontEnd, table *Table, white, black *Reader) {
	t.Helper()
	a, b = serveFrom(t, nodes, 0, 1, 0), serveFrom(t, nodes, 0, 1, 0)
	terms := remote.Terms{Parts: []string{"chess"}, Control: chess.Control{Base: time.Minute}}
	table, err := a.Start(t.Context(), terms, anna, ben)
	if err != nil {
		t.Fatal(err)
	}
	return a, b, table, a.sit(table.ID(), anna), b.sit(table.ID(), ben)
}

func TestEarlyFlagDoesNotFall(t *testing.T) {
	began := time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)
	var r record
	do := func(e event) {
		t.Helper()
		if err := r.apply(e); err != nil {
			t.Fatal(err)
		}
	}
	at := func(s int) time.Time { return began.Add(time.Duration(s) * time.Second) }
	do(event{Kind: started, At: at(0), Terms: remote.Terms{Parts: []string{"chess"}, Control: chess.Control{Base: time.Minute}}, Players: [2]remote.Player{anna, ben}, Array: -1})
	do(event{Kind: moved, At: at(1), By: chess.White, Move: "e2e4"})
	do(event{Kind: moved, At: at(2), By: chess.Black, Move: "e7e5"})
	do(event{Kind: flagged, At: at(61), By: chess.White})
	if r.over() {
		t.Fatal("the flag fell a second before its time")
	}
	do(event{Kind: paused, At: at(62), Sent: at(61)})
	do(event{Kind: flagged, At: at(1000), By: chess.White})
	if r.over() {
		t.Fatal("the flag fell while the clocks stood")
	}
	do(event{Kind: resumed, At: at(2000), Sent: at(61)})
	if got := r.clock.Left(chess.White, at(2000)); got != time.Second {
		t.Errorf("%v left, want 1s", got)
	}
	do(event{Kind: moved, At: at(2010), Sent: at(2002), By: chess.White, Move: "g1f3"})
	if !r.over() || r.game.Ply() != 2 || r.game.Outcome().Reason != chess.ByTime {
		t.Errorf("a move a second late was taken: ply %d, %v", r.game.Ply(), r.game.Outcome())
	}
}

// TestLateNewsAreCredited has a front end learn late that its player is to move, by
// reading on and not by what it listens to. The time until then is given back.
func TestLateNewsAreCredited(t *testing.T) {
	a, b, table, white, black := apart(t, clustertest.Start(t, 1))
	move(t, white, "e4")
	await(t, black.C(), "e4", ply(1))
	move(t, black, "e5")
	await(t, white.C(), "e5", ply(2))
	there := black.table
	there.mu.Lock()
	move(t, white, "Nf3")
	b.wait(10 * time.Second) // it hears nothing so long
	err := there.catchUpLocked(t.Context())
	there.mu.Unlock()
	if err != nil {
		t.Fatal(err)
	}
	at := await(t, white.C(), "Nf3", ply(3))
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for limit := time.Now().Add(time.Minute); ; <-tick.C {
		events, err := a.store.Read(t.Context(), table.ID(), 0)
		if err != nil {
			t.Fatal(err)
		}
		news := events[3] // after the start and two moves
		if len(events) > 4 {
			e, err := parse(events[4])
			if err != nil || e.Kind != resumed || !e.Sent.Equal(news.Time) {
				t.Fatalf("%+v (%v) follows, want what gives back the time since %v", e, err, news.Time)
			}
			break
		}
		if time.Now().After(limit) {
			t.Fatalf("nothing is given back; the clocks show %v", at.Left)
		}
	}
}

// TestMoveIsTimedOnce has a move wait, and be tried twice because another process has
// written something in between: its time ended when it was made.
func TestMoveIsTimedOnce(t *testing.T) {
	a, b, table, white, black := apart(t, clustertest.Start(t, 1))
	for i, text := range []string{"e4", "e5", "Nf3"} {
		r := []*Reader{white, black}[i%2]
		await(t, r.C(), "the turn", ply(i))
		move(t, r, text)
	}
	await(t, black.C(), "Nf3", ply(3))
	sent := b.time()
	b.wait(10 * time.Second) // for the table, or for the journal
	black.table.mu.Lock()
	err := white.Offer(t.Context(), remote.Draw)
	black.table.mu.Unlock()
	if err != nil {
		t.Fatal(err)
	}
	if err := black.do(t.Context(), event{Kind: moved, Sent: sent, Move: "b8c6"}); err != nil {
		t.Fatal(err)
	}
	events, err := a.store.Read(t.Context(), table.ID(), 0)
	if err != nil {
		t.Fatal(err)
	}
	e, err := parse(events[len(events)-1])
	if err != nil || e.Kind != moved || !e.Sent.Equal(sent) {
		t.Errorf("%+v (%v), want a move sent at %v", e, err, sent)
	}
}
