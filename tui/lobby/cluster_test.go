package lobby

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"testing"
	"time"

	"rookery/chess"
	"rookery/tui/lobby/journal"
	"rookery/tui/lobby/journal/natsstore/clustertest"
	"rookery/tui/lobby/journal/sqljournal"
	"rookery/tui/remote"
)

// lengthy asks for the tests of minutes; see docs/testing.md.
const lengthy = "ROOKERY_TEST_CLUSTER"

// step is one of sixteen pawn moves of each side that take nothing.
func step(ply int) string {
	file := string("abcdefgh"[ply/2%8])
	ranks := []string{"3", "6", "4", "5"}
	return file + ranks[ply%2+2*(ply/16)]
}

// TestClusterGame plays one game through three front ends on three nodes while the
// leader of the moves is killed and comes back, another node is lost and comes
// back, and the front end of a player dies.
func TestClusterGame(t *testing.T) {
	if os.Getenv(lengthy) == "" {
		t.Skip("set " + lengthy + "=1 to play on a cluster of three nodes")
	}
	nodes := clustertest.Spawn(t, 3)
	var fronts [3]*frontEnd
	for i := range fronts {
		fronts[i] = serveFrom(t, nodes, i, 3, time.Duration(i-1)*time.Minute)
	}
	const base = 3 * time.Minute
	table, err := fronts[0].Start(t.Context(), remote.Terms{Parts: []string{"chess"}, Control: chess.Control{Base: base}}, anna, ben)
	if err != nil {
		t.Fatal(err)
	}
	lines := []*Reader{fronts[0].sit(table.ID(), anna), fronts[1].sit(table.ID(), ben)}
	// Who watches may be shown it later than who is to move: nobody waits for him.
	type view struct {
		remote.Snapshot
		came time.Time
	}
	watcher, views := fronts[2].sit(table.ID(), cleo), make(chan view, 1000)
	t.Cleanup(watcher.Leave)
	go func() {
		for s := range watcher.C() {
			views <- view{s, time.Now()}
		}
	}()
	var seen view
	made := make(map[int]time.Time) // when a half-move was accepted
	play := func(from, to int) {
		t.Helper()
		for n := from; n < to; n++ {
			await(t, lines[n%2].C(), fmt.Sprintf("the turn %d", n), ply(n))
			began := time.Now()
			move(t, lines[n%2], step(n))
			made[n+1] = time.Now()
			if took := time.Since(began); took > time.Second {
				t.Logf("half-move %d took %v", n+1, took.Round(time.Millisecond))
			}
		}
		shown := from
		seen = await(t, views, fmt.Sprintf("half-move %d", to), func(v view) bool {
			for ; shown < v.Ply; shown++ {
				if late := v.came.Sub(made[shown+1]); late > 500*time.Millisecond {
					t.Logf("half-move %d was shown %v late to who watches", shown+1, late.Round(time.Millisecond))
				}
			}
			return ply(to)(v.Snapshot)
		})
	}
	play(0, 8)
	info, err := fronts[2].store.Leader(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	leader := nodes.Number(info)
	nodes.Kill(leader)
	play(8, 14)
	for c := range seen.Left {
		if used := base - seen.Left[c]; used > 5*time.Second {
			t.Errorf("%v has lost %v while the leader was away", chess.Color(c), used)
			fronts[1].tell(table.ID())
		}
	}
	nodes.Run(leader)
	play(14, 20)
	other := (leader + 1) % 3
	nodes.Kill(other)
	play(20, 24)
	nodes.Run(other)
	play(24, 26)
	before := seen.Left
	fronts[0].end()
	await(t, views, "the clocks stand", func(v view) bool { return !v.Running })
	lines[0] = fronts[2].sit(table.ID(), anna)
	play(26, 32)
	for c := range seen.Left {
		if used := before[c] - seen.Left[c]; used > 10*time.Second {
			t.Errorf("%v has lost %v with a front end", chess.Color(c), used)
		}
	}
	events, err := fronts[1].store.Read(t.Context(), table.ID(), 0)
	if err != nil {
		t.Fatal(err)
	}
	moves := 0
	for _, entry := range events {
		e, err := parse(entry)
		if err != nil {
			t.Fatal(err)
		}
		if e.Kind == moved {
			moves++
		}
	}
	if moves != 32 {
		t.Errorf("%d moves lie in the journal, want 32", moves)
	}
	t.Logf("32 half-moves, each once; left %v of %v", seen.Left, base)
}

// tell logs the events of a game with the times that count.
func (f *frontEnd) tell(game string) {
	events, err := f.store.Read(f.t.Context(), game, 0)
	if err != nil {
		f.t.Log(err)
	}
	for _, entry := range events {
		e, err := parse(entry)
		f.t.Log(entry.Time.Format("05.000"), e.Kind, e.By, e.Move, "sent", e.Sent.Format("05.000"), err)
	}
}

// TestMoveRaceOnTheCluster lets two front ends on different nodes make the same
// move at once, a thousand times.
func TestMoveRaceOnTheCluster(t *testing.T) {
	if os.Getenv(lengthy) == "" {
		t.Skip("set " + lengthy + "=1 for a cluster of three nodes")
	}
	nodes := clustertest.Spawn(t, 3)
	a, b := serveFrom(t, nodes, 0, 3, 0), serveFrom(t, nodes, 1, 3, 0)
	races := 0
	for races < 1000 {
		table, err := a.Start(t.Context(), remote.Terms{Parts: []string{"chess"}}, anna, ben)
		if err != nil {
			t.Fatal(err)
		}
		var tables [2]*Table
		for i, f := range []*frontEnd{a, b} {
			r := f.sit(table.ID(), cleo)
			tables[i] = r.table
			r.Leave()
		}
		for n := range 32 {
			var wait sync.WaitGroup
			var errs [2]error
			for i, there := range tables {
				wait.Go(func() {
					there.mu.Lock()
					defer there.mu.Unlock()
					if err := there.catchUpLocked(t.Context()); err != nil || there.rec.game.Ply() != n {
						errs[i] = fmt.Errorf("the other was quicker: %v", err)
						return
					}
					m, err := chess.ParseMove(there.rec.game.Board(), step(n))
					if err == nil {
						err = there.writeLocked(t.Context(), event{Kind: moved, By: chess.Color(n % 2), At: there.lobby.time(), Move: chess.UCI(there.rec.game.Board(), m)})
					}
					errs[i] = err
				})
			}
			wait.Wait()
			races++
			if (errs[0] == nil) == (errs[1] == nil) {
				t.Fatalf("race %d: %v and %v, want one accepted", races, errs[0], errs[1])
			}
		}
	}
	t.Logf("%d races, one accepted in each", races)
}

func TestFullStoreLetsGamesFinish(t *testing.T) {
	j, err := sqljournal.Open(t.Context(), t.TempDir(), sqljournal.Options{MaxBytes: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	l, err := Open(t.Context(), j, time.Now, [32]byte{1})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	terms := remote.Terms{Parts: []string{"chess"}}
	table, err := l.Start(t.Context(), terms, anna, ben)
	if err != nil {
		t.Fatal(err)
	}
	white, err := table.Join(t.Context(), anna)
	if err != nil {
		t.Fatal(err)
	}
	black, err := table.Join(t.Context(), ben)
	if err != nil {
		t.Fatal(err)
	}
	for n := 0; err == nil; n++ {
		if n > 10_000 {
			t.Fatal("games begin for ever")
		}
		_, err = l.Start(t.Context(), terms, cleo, l.Guest())
	}
	if !errors.Is(err, journal.ErrNearlyFull) {
		t.Fatalf("a new game: %v, want %v", err, journal.ErrNearlyFull)
	}
	for n := range 32 {
		r := []*Reader{white, black}[n%2]
		for len(white.C()) > 0 {
			<-white.C()
		}
		for len(black.C()) > 0 {
			<-black.C()
		}
		move(t, r, step(n))
	}
	if err := white.Resign(t.Context()); err != nil {
		t.Error(err)
	}
}
