package lobby

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"rookery/chess"
	"rookery/tui/lobby/journal/natsstore"
	"rookery/tui/lobby/journal/natsstore/clustertest"
	"rookery/tui/remote"
)

func TestMain(m *testing.M) {
	clustertest.Child()
	goleak.VerifyTestMain(m)
}

// frontEnd is a lobby that shares its journal, with a clock that may be wrong and
// that a test may put forward.
type frontEnd struct {
	*Lobby
	t     *testing.T
	store *natsstore.Store
	skip  atomic.Int64
	end   func() // without a word
}

// serveFrom opens a lobby on the nodes of a cluster, at first at node first. It
// ticks until the test ends.
func serveFrom(t *testing.T, nodes *clustertest.Nodes, first, replicas int, wrong time.Duration) *frontEnd {
	t.Helper()
	f := &frontEnd{t: t}
	f.skip.Store(int64(wrong))
	var err error
	if f.store, err = natsstore.Dial(t.Context(), nodes.URLs(first), natsstore.Options{Replicas: replicas}); err != nil {
		t.Fatal(err)
	}
	now := func() time.Time { return time.Now().Add(time.Duration(f.skip.Load())) }
	if f.Lobby, err = Open(t.Context(), f.store, now, [32]byte{byte(first), 7}); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ticking := make(chan struct{})
	go func() {
		defer close(ticking)
		for ticker := time.NewTicker(20 * time.Millisecond); ; {
			select {
			case <-ctx.Done():
				ticker.Stop()
				return
			case <-ticker.C:
				_ = f.Tick(ctx) // a store that is away is part of the tests
			}
		}
	}()
	var once sync.Once
	f.end = func() {
		once.Do(func() {
			stop()
			<-ticking
			f.store.Close()
			f.Lobby.Close()
		})
	}
	t.Cleanup(f.end)
	return f
}

// wait lets the clock of the front end go forward.
func (f *frontEnd) wait(d time.Duration) { f.skip.Add(int64(d)) }

// await reads until something holds, and fails when it does not for very long.
func await[S any](t *testing.T, c <-chan S, what string, holds func(S) bool) S {
	t.Helper()
	late := time.NewTimer(time.Minute)
	defer late.Stop()
	var last S
	for {
		select {
		case s, ok := <-c:
			if !ok {
				t.Fatalf("%s: the line was closed", what)
			}
			if last = s; holds(s) {
				return s
			}
		case <-late.C:
			t.Fatalf("%s did not come; the last was %+v", what, last)
		}
	}
}

// sit joins a table as soon as the front end knows it.
func (f *frontEnd) sit(table string, p remote.Player) *Reader {
	f.t.Helper()
	for limit := time.Now().Add(time.Minute); ; time.Sleep(time.Millisecond) {
		t, err := f.Table(table)
		if err == nil {
			r, err := t.Join(f.t.Context(), p)
			if err != nil {
				f.t.Fatal(err)
			}
			return r
		}
		if time.Now().After(limit) {
			f.t.Fatal(err)
		}
	}
}

func move(t *testing.T, r *Reader, text string) {
	t.Helper()
	if err := r.Move(t.Context(), text); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
}

func ply(n int) func(remote.Snapshot) bool { return func(s remote.Snapshot) bool { return s.Ply == n } }

func TestTwoFrontEnds(t *testing.T) {
	nodes := clustertest.Start(t, 1)
	a := serveFrom(t, nodes, 0, 1, 0)
	b := serveFrom(t, nodes, 0, 1, time.Hour) // a clock that is wrong decides nothing
	b.random.Uint64()                         // draws others than a
	va, vb := a.Enter(anna), b.Enter(ben)
	for _, v := range []*Visit{va, vb} {
		await(t, v.C(), "both are shown", func(h View) bool { return states(h) == "Anna idle, Ben idle" })
	}
	if err := va.Say("hello"); err != nil {
		t.Fatal(err)
	}
	await(t, vb.C(), "Anna is heard", func(h View) bool { return len(h.Chat) == 1 && h.Chat[0].Text == "hello" && h.Chat[0].From == anna })
	seek, err := va.Seek(t.Context(), remote.Terms{Parts: []string{"chess"}, Control: chess.Control{Base: time.Minute}}, remote.WantsWhite, ben.ID, 0)
	if err != nil {
		t.Fatal(err)
	}
	await(t, vb.C(), "the challenge", func(h View) bool { return len(h.Seeks) == 1 })
	table, err := vb.Accept(t.Context(), seek.ID)
	if err != nil {
		t.Fatal(err)
	}
	await(t, va.C(), "the table", func(h View) bool { return h.Table == table.ID() && len(h.Seeks) == 0 })
	white, black, watcher := a.sit(table.ID(), anna), b.sit(table.ID(), ben), b.sit(table.ID(), cleo)
	for i, text := range strings.Fields("e4 e5 Nf3 Nc6 Bc4 Nd4 Nxe5 Qg5") {
		mover, other := white, black
		if i%2 == 1 {
			mover, other = black, white
		}
		move(t, mover, text)
		await(t, other.C(), text, ply(i+1))
	}
	await(t, watcher.C(), "the game", ply(8))
	if err := watcher.Say("players read this after the game"); err != nil {
		t.Fatal(err)
	}
	if err := black.Say("well"); err != nil {
		t.Fatal(err)
	}
	s := await(t, white.C(), "what is said", func(s remote.Snapshot) bool { return len(s.Chat) == 1 && s.Watched == 1 })
	if !s.Running || s.Left[chess.White] < 50*time.Second || s.Left[chess.Black] < 50*time.Second || !s.ClaimAt[chess.Black].IsZero() {
		t.Errorf("the clocks show %v, running %v; Black may be claimed at %v", s.Left, s.Running, s.ClaimAt)
	}
	await(t, va.C(), "what people do", func(h View) bool {
		return states(h) == "Anna playing, Ben playing, Cleo watching" && len(h.Games) == 1 && h.Games[0].Ply == 8 && h.Games[0].Watched == 1
	})
	if err := white.Resign(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, r := range []*Reader{white, black, watcher} {
		await(t, r.C(), "the end, and all that was said", func(s remote.Snapshot) bool { return s.Over() && len(s.Chat) == 2 })
	}
	for _, r := range []*Reader{white, black} {
		if err := r.Offer(t.Context(), remote.Rematch); err != nil {
			t.Fatal(err)
		}
		if r == white {
			await(t, black.C(), "the offer", func(s remote.Snapshot) bool { return s.Offer == remote.Rematch })
		}
	}
	next := await(t, white.C(), "the rematch", func(s remote.Snapshot) bool { return s.Next != "" }).Next
	if r := a.sit(next, anna); r.Seat() != remote.BlackSeat {
		t.Errorf("Anna sits at %v, want Black", r.Seat())
	}
	vb.Leave()
	black.Leave()
	watcher.Leave()
	await(t, va.C(), "Ben goes", func(h View) bool { return states(h) == "Anna playing" })
}

func TestOfTwoWhoAcceptOneWins(t *testing.T) {
	nodes := clustertest.Start(t, 1)
	a, b := serveFrom(t, nodes, 0, 1, 0), serveFrom(t, nodes, 0, 1, 0)
	va, vb, vc := a.Enter(anna), b.Enter(ben), a.Enter(cleo)
	for range 5 {
		seek, err := va.Seek(t.Context(), remote.Terms{Parts: []string{"chess"}}, remote.AnyColour, "", 0)
		if err != nil {
			t.Fatal(err)
		}
		await(t, vb.C(), "the seek", func(h View) bool { return len(h.Seeks) == 1 && h.Seeks[0].ID == seek.ID })
		var wait sync.WaitGroup
		var won atomic.Int32
		for _, v := range []*Visit{vb, vc} {
			wait.Go(func() {
				if _, err := v.Accept(t.Context(), seek.ID); err == nil {
					won.Add(1)
				} else if !errors.Is(err, errTaken) {
					t.Error(err)
				}
			})
		}
		wait.Wait()
		if won.Load() != 1 {
			t.Fatalf("%d have taken one seek", won.Load())
		}
		await(t, vb.C(), "no seek", func(h View) bool { return len(h.Seeks) == 0 })
	}
}

func TestSitsDownAtAnotherFrontEnd(t *testing.T) {
	nodes := clustertest.Start(t, 1)
	a, b := serveFrom(t, nodes, 0, 1, 0), serveFrom(t, nodes, 0, 1, 0)
	table, err := a.Start(t.Context(), remote.Terms{Parts: []string{"chess"}}, anna, ben)
	if err != nil {
		t.Fatal(err)
	}
	old, black := a.sit(table.ID(), anna), a.sit(table.ID(), ben)
	await(t, black.C(), "both sit", func(s remote.Snapshot) bool { return s.ClaimAt[chess.White].IsZero() })
	again := b.sit(table.ID(), anna)
	late := time.After(time.Minute)
	for closed := false; !closed; {
		select {
		case _, ok := <-old.C():
			closed = !ok
		case <-late:
			t.Fatal("the old line stays open")
		}
	}
	if !errors.Is(old.Err(), remote.ErrElsewhere) {
		t.Errorf("the old line was closed: %v", old.Err())
	}
	move(t, again, "e4")
	if s := await(t, black.C(), "e4", ply(1)); !s.ClaimAt[chess.White].IsZero() {
		t.Error("White counts as gone")
	}
	again.Leave()
	await(t, black.C(), "Anna goes", func(s remote.Snapshot) bool { return !s.ClaimAt[chess.White].IsZero() })
}

// TestFrontEndDies kills a front end in the midst of a game. The other notices it,
// and the time of the player who was there stands still until she is back.
func TestFrontEndDies(t *testing.T) {
	nodes := clustertest.Start(t, 1)
	a, b := serveFrom(t, nodes, 0, 1, 0), serveFrom(t, nodes, 0, 1, 0)
	va, vb := a.Enter(anna), b.Enter(ben)
	if _, err := va.Seek(t.Context(), remote.Terms{Parts: []string{"chess"}}, remote.AnyColour, "", 0); err != nil {
		t.Fatal(err)
	}
	table, err := a.Start(t.Context(), remote.Terms{Parts: []string{"chess"}, Control: chess.Control{Base: time.Minute}}, anna, ben)
	if err != nil {
		t.Fatal(err)
	}
	white, black := a.sit(table.ID(), anna), b.sit(table.ID(), ben)
	for i, text := range []string{"e4", "e5", "Nf3", "Nc6"} {
		r := white
		if i%2 == 1 {
			r = black
		}
		await(t, r.C(), "the turn", ply(i))
		move(t, r, text)
	}
	before := await(t, black.C(), "Nc6", ply(4)).Left
	await(t, vb.C(), "Anna and her seek", func(h View) bool { return len(h.Here) == 2 && len(h.Seeks) == 1 })
	a.end()
	b.wait(lease + time.Second)
	s := await(t, black.C(), "the clocks stand", func(s remote.Snapshot) bool { return !s.Running })
	if s.Left[chess.White] < before[chess.White] || s.ClaimAt[chess.White].IsZero() || s.Over() {
		t.Errorf("%v left, want at least %v; claimed at %v; %v", s.Left, before, s.ClaimAt, s.Outcome)
	}
	await(t, vb.C(), "Anna and her seek are gone", func(h View) bool { return len(h.Here) == 1 && len(h.Seeks) == 0 })
	c := serveFrom(t, nodes, 0, 1, 0) // she comes back elsewhere
	white = c.sit(table.ID(), anna)
	await(t, black.C(), "the clocks run", func(s remote.Snapshot) bool { return s.Running && s.ClaimAt[chess.White].IsZero() })
	move(t, white, "Bb5")
	s = await(t, black.C(), "Bb5", ply(5))
	if lost := before[chess.White] - s.Left[chess.White]; lost > 10*time.Second {
		t.Errorf("White has lost %v", lost)
	}
}

// TestFrontEndStops stops a front end in good order in the midst of a game: the
// clock of the player who was there stands, and he is waited for longer.
func TestFrontEndStops(t *testing.T) {
	nodes := clustertest.Start(t, 1)
	a, b, table, white, black := apart(t, nodes)
	for i, text := range []string{"e4", "e5"} {
		r := []*Reader{white, black}[i]
		await(t, r.C(), "the turn", ply(i))
		move(t, r, text)
	}
	now := await(t, black.C(), "e5", ply(2))
	before, control := now.Left, now.Terms.Control
	await(t, white.C(), "e5", ply(2))
	a.Retire()
	white.Leave()
	a.Lobby.Close()
	a.end()
	s := await(t, black.C(), "Anna is gone", func(s remote.Snapshot) bool { return !s.ClaimAt[chess.White].IsZero() && !s.Running })
	if wait := s.ClaimAt[chess.White].Sub(b.now()); s.Left[chess.White] < before[chess.White] || wait < b.patience(control) {
		t.Errorf("%v left, want at least %v; %v until a claim", s.Left, before, wait)
	}
	b.wait(b.patience(control) + extraPatience/2)
	if err := black.ClaimWin(t.Context()); !errors.Is(err, remote.ErrNotYet) {
		t.Errorf("a claim: %v", err)
	}
	c := serveFrom(t, nodes, 0, 1, 0)
	white = c.sit(table.ID(), anna)
	await(t, black.C(), "the clocks run", func(s remote.Snapshot) bool { return s.Running && s.ClaimAt[chess.White].IsZero() })
	white.Leave() // by herself
	s = await(t, black.C(), "Anna goes", func(s remote.Snapshot) bool { return !s.ClaimAt[chess.White].IsZero() })
	if wait := s.ClaimAt[chess.White].Sub(b.now()); wait > b.patience(control) {
		t.Errorf("%v until a claim, want %v", wait, b.patience(control))
	}
}

// TestAllFrontEndsStop holds that clocks stand while no front end is there.
func TestAllFrontEndsStop(t *testing.T) {
	nodes := clustertest.Start(t, 1)
	a := serveFrom(t, nodes, 0, 1, 0)
	table, err := a.Start(t.Context(), remote.Terms{Parts: []string{"chess"}, Control: chess.Control{Base: time.Minute}}, anna, ben)
	if err != nil {
		t.Fatal(err)
	}
	white, black := a.sit(table.ID(), anna), a.sit(table.ID(), ben)
	move(t, white, "e4")
	move(t, black, "e5")
	a.Lobby.Close() // says that it goes
	a.end()
	b := serveFrom(t, nodes, 0, 1, 0)
	black = b.sit(table.ID(), ben)
	if s := await(t, black.C(), "the game", ply(2)); s.Running {
		t.Error("the clock of White, who is not there, runs")
	}
	move(t, b.sit(table.ID(), anna), "Nf3")
	await(t, black.C(), "Nf3", func(s remote.Snapshot) bool { return s.Ply == 3 && s.Running })
}

// TestOneMoveThroughTwoFrontEnds lets a player move at two front ends at once.
func TestOneMoveThroughTwoFrontEnds(t *testing.T) {
	nodes := clustertest.Start(t, 1)
	a, b := serveFrom(t, nodes, 0, 1, 0), serveFrom(t, nodes, 0, 1, 0)
	table, err := a.Start(t.Context(), remote.Terms{Parts: []string{"chess"}}, anna, ben)
	if err != nil {
		t.Fatal(err)
	}
	read := func(r *Reader) *Reader {
		t.Cleanup(r.Leave)
		go func() {
			for range r.C() { // a line that is not read is closed
			}
		}()
		return r
	}
	black := read(a.sit(table.ID(), ben))
	lines := []*Reader{read(a.sit(table.ID(), anna)), read(b.sit(table.ID(), anna))}
	for n := range 16 { // pawns step forward, then once more
		file := string("abcdefgh"[n%8])
		text, answer := file+"3", file+"6"
		if n >= 8 {
			text, answer = file+"4", file+"5"
		}
		var wait sync.WaitGroup
		var won atomic.Int32
		for _, r := range lines {
			wait.Go(func() {
				if r.Move(t.Context(), text) == nil {
					won.Add(1)
				}
			})
		}
		wait.Wait()
		if won.Load() != 1 {
			t.Fatalf("round %d: %d have made one move", n, won.Load())
		}
		see := func(r *Reader) {
			r.table.mu.Lock()
			defer r.table.mu.Unlock()
			if err := r.table.catchUpLocked(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		see(black)
		move(t, black, answer)
		// Whichever was closed comes back, and the other is about to be closed.
		lines[n%2] = read([]*frontEnd{a, b}[n%2].sit(table.ID(), anna))
		see(lines[0])
		see(lines[1])
	}
	events, err := a.store.Read(t.Context(), table.ID(), 0)
	if err != nil || len(events) != 33 {
		t.Errorf("%d events %v, want 33", len(events), err)
	}
}
