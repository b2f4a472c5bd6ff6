package lobby

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"rookery/chess"
	"rookery/tui/lobby/journal/sqljournal"
	"rookery/tui/remote"
)

// club is a lobby on a fresh journal with a clock that the test sets.
type club struct {
	*Lobby
	t     *testing.T
	dir   string
	j     *sqljournal.Store
	opens byte // how often it was opened: no ID comes twice

	mu   sync.Mutex
	time time.Time
}

func open(t *testing.T) *club {
	c := &club{t: t, dir: t.TempDir(), time: time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)}
	c.restart()
	t.Cleanup(func() { c.j.Close() })
	return c
}

// restart opens the lobby anew from its directory alone.
func (c *club) restart() {
	c.t.Helper()
	if c.j != nil {
		if err := c.j.Close(); err != nil {
			c.t.Fatal(err)
		}
	}
	c.opens++
	var err error
	if c.j, err = sqljournal.Open(c.t.Context(), c.dir, sqljournal.Options{}); err != nil {
		c.t.Fatal(err)
	}
	now := func() time.Time {
		c.mu.Lock()
		defer c.mu.Unlock()
		return c.time
	}
	if c.Lobby, err = Open(c.t.Context(), c.j, now, [32]byte{c.opens}); err != nil {
		c.t.Fatal(err)
	}
}

func (c *club) wait(d time.Duration) {
	c.mu.Lock()
	c.time = c.time.Add(d)
	c.mu.Unlock()
	if err := c.Tick(c.t.Context()); err != nil {
		c.t.Fatal(err)
	}
}

var (
	anna = remote.Player{ID: "anna", Name: "Anna"}
	ben  = remote.Player{ID: "ben", Name: "Ben"}
	cleo = remote.Player{ID: "cleo", Name: "Cleo"}
)

// sit starts a game of Anna, White, with Ben and seats both.
func (c *club) sit(parts ...string) (*Table, *Reader, *Reader) {
	c.t.Helper()
	table, err := c.Start(c.t.Context(), remote.Terms{Parts: parts, Control: chess.Control{Base: time.Minute}}, anna, ben)
	if err != nil {
		c.t.Fatal(err)
	}
	return table, c.join(table, anna), c.join(table, ben)
}

func (c *club) join(table *Table, p remote.Player) *Reader {
	c.t.Helper()
	r, err := table.Join(c.t.Context(), p)
	if err != nil {
		c.t.Fatal(err)
	}
	return r
}

// last is the newest snapshot of a reader.
func last(t *testing.T, r *Reader) (s remote.Snapshot) {
	t.Helper()
	for n := 0; ; n++ {
		select {
		case got, ok := <-r.C():
			if !ok {
				t.Fatal("the line was closed")
			}
			s = got
		default:
			if n == 0 {
				t.Fatal("no snapshot came")
			}
			return s
		}
	}
}

// play makes moves in turn.
func play(t *testing.T, white, black *Reader, moves ...string) {
	t.Helper()
	for _, m := range moves {
		r := white
		white.table.mu.Lock()
		if white.table.rec.game.Turn() == chess.Black {
			r = black
		}
		white.table.mu.Unlock()
		if err := r.Move(t.Context(), m); err != nil {
			t.Fatalf("%s: %v", m, err)
		}
	}
}

func TestMovesAreCheckedByTheServer(t *testing.T) {
	c := open(t)
	table, white, black := c.sit("chess")
	watcher := c.join(table, cleo)
	if err := black.Move(t.Context(), "e4"); err == nil {
		t.Error("Black moved for White")
	}
	if err := white.Move(t.Context(), "e2e5"); err == nil {
		t.Error("an illegal move was taken")
	}
	if err := watcher.Move(t.Context(), "e4"); !errors.Is(err, remote.ErrNotSeated) {
		t.Errorf("a spectator moved: %v", err)
	}
	play(t, white, black, "f3", "e5", "g4", "Qh4")
	for _, r := range []*Reader{white, black, watcher} {
		s := last(t, r)
		if s.Outcome.Reason != chess.ByCheckmate || strings.Join(s.Moves, " ") != "f3 e5 g4 Qh4#" {
			t.Errorf("seat %d sees %v after %v", s.Seat, s.Outcome, s.Moves)
		}
	}
}

func TestEveryMoveSurvivesARestart(t *testing.T) {
	c := open(t)
	table, white, black := c.sit("chess")
	for i, m := range []string{"e4", "e5", "Nf3", "Nc6", "Bb5"} {
		play(t, white, black, m)
		before := last(t, white)
		c.wait(3 * time.Second) // lost with the power
		c.restart()
		c.wait(time.Hour)
		var err error
		if table, err = c.Table(table.ID()); err != nil {
			t.Fatal(err)
		}
		white, black = c.join(table, anna), c.join(table, ben)
		after := last(t, white)
		if after.Ply != i+1 || after.Left != before.Left {
			t.Errorf("after %s: ply %d with %v left, want %d with %v", m, after.Ply, after.Left, i+1, before.Left)
		}
	}
}

func TestClockForgivesLag(t *testing.T) {
	c := open(t)
	_, white, black := c.sit("chess")
	white.SetLag(10 * time.Second) // no more than MaxLag counts
	play(t, white, black, "e4", "e5")
	c.wait(2 * time.Second)
	play(t, white, black, "d4")
	if got, want := last(t, white).Left[chess.White], time.Minute-2*time.Second+MaxLag; got != want {
		t.Errorf("%v left, want %v", got, want)
	}
	c.wait(time.Minute)
	if s := last(t, white); s.Outcome.Reason != chess.ByTime || s.Outcome.Result != chess.Wins(chess.White) {
		t.Errorf("Black's flag: %v", s.Outcome)
	}
}

func TestNobodyBegins(t *testing.T) {
	c := open(t)
	_, white, _ := c.sit("chess")
	c.wait(FirstMove)
	if s := last(t, white); !s.Aborted {
		t.Error("the game stays open")
	}
}

func TestOffers(t *testing.T) {
	c := open(t)
	table, white, black := c.sit("chess")
	play(t, white, black, "e4", "e5", "Nf3")
	ctx := t.Context()
	steps := []struct {
		name string
		do   func(context.Context) error
		ok   bool
	}{
		{"nothing to accept", black.Accept, false},
		{"White wants his move back", func(ctx context.Context) error { return white.Offer(ctx, remote.TakeBack) }, true},
		{"White may not accept himself", white.Accept, false},
		{"Black accepts", black.Accept, true},
		{"White offers a draw", func(ctx context.Context) error { return white.Offer(ctx, remote.Draw) }, true},
		{"Black declines", black.Decline, true},
		{"no rematch while it goes on", func(ctx context.Context) error { return black.Offer(ctx, remote.Rematch) }, false},
		{"it is too late to abort alone", white.Abort, false},
		{"Black resigns", black.Resign, true},
		{"the game is over", white.Resign, false},
		{"Black asks for a rematch", func(ctx context.Context) error { return black.Offer(ctx, remote.Rematch) }, true},
		{"White too", func(ctx context.Context) error { return white.Offer(ctx, remote.Rematch) }, true},
		{"one rematch is enough", func(ctx context.Context) error { return white.Offer(ctx, remote.Rematch) }, false},
	}
	for _, step := range steps {
		if err := step.do(ctx); (err == nil) != step.ok {
			t.Fatalf("%s: %v", step.name, err)
		}
	}
	s := last(t, white)
	if s.Ply != 2 || s.Outcome.Reason != chess.ByResignation {
		t.Errorf("ply %d, %v; want 2 and a resignation", s.Ply, s.Outcome)
	}
	next, err := c.Table(s.Next)
	if err != nil || next == table {
		t.Fatalf("no rematch: %v", err)
	}
	if next.who != [2]remote.Player{ben, anna} {
		t.Errorf("the rematch seats %v", next.who)
	}
}

func TestOldLineHangs(t *testing.T) {
	c := open(t)
	table, white, black := c.sit("chess")
	again := c.join(table, anna)
	last(t, again)
	for range white.C() { // what came before, then closed
	}
	if err := white.Err(); !errors.Is(err, remote.ErrElsewhere) {
		t.Errorf("the old line was closed: %v", err)
	}
	if err := white.Move(t.Context(), "e4"); !errors.Is(err, remote.ErrNotSeated) {
		t.Errorf("the old line moved: %v", err)
	}
	if !last(t, black).ClaimAt[chess.White].IsZero() {
		t.Error("White counts as gone")
	}
	play(t, again, black, "e4")
}

func TestGoneLineMayBeClaimed(t *testing.T) {
	c := open(t)
	_, white, black := c.sit("chess")
	play(t, white, black, "e4", "e5")
	white.Leave()
	if last(t, black).ClaimAt[chess.White].IsZero() {
		t.Error("nothing is counted down")
	}
	if err := black.ClaimWin(t.Context()); !errors.Is(err, remote.ErrNotYet) {
		t.Errorf("claimed at once: %v", err)
	}
	c.wait(40 * time.Second)
	if err := black.ClaimWin(t.Context()); err != nil {
		t.Fatal(err)
	}
	if s := last(t, black); s.Outcome.Result != chess.Wins(chess.Black) {
		t.Errorf("%v, want a win for Black", s.Outcome)
	}
}

func TestFogHides(t *testing.T) {
	c := open(t)
	table, white, black := c.sit("Dark chess 2")
	watcher := c.join(table, cleo)
	play(t, white, black, "e4", "d5")
	s := last(t, white)
	if s.Moves[0] != "e4" || s.Moves[1] != "" || s.Start != "" {
		t.Errorf("White reads %q from %q", s.Moves, s.Start)
	}
	for i, r := range []*Reader{white, black} {
		seat := chess.Color(i)
		if seat == chess.Black {
			s = last(t, black)
		}
		v, ok := r.Past(2)
		if !ok {
			t.Fatal("no view of ply 2")
		}
		for _, cells := range [][]chess.Cell{s.View.Cells, v.Cells} {
			for sq, cell := range cells {
				if cell.Hidden && cell.Piece != 0 {
					t.Errorf("%v sees the hidden man on %d", seat, sq)
				}
			}
		}
		if back := table.rec.game.Board().View(chess.ObserverOf(seat)); back.Placement() != s.View.Placement() {
			t.Errorf("%v sees %s, want %s", seat, s.View.Placement(), back.Placement())
		}
	}
	for sq, cell := range last(t, watcher).View.Cells {
		if !cell.Hidden || cell.Piece != 0 {
			t.Errorf("a spectator sees %d", sq)
		}
	}
}

func TestSlowReaderGetsTheNewest(t *testing.T) {
	c := open(t)
	table, white, black := c.sit("chess")
	slow := c.join(table, cleo)
	for i, m := range []string{"e4", "e5", "Nf3", "Nc6"} {
		if err := []*Reader{white, black}[i%2].Move(t.Context(), m); err != nil {
			t.Fatal(err)
		}
	}
	if n, s := len(slow.C()), <-slow.C(); n != 1 || s.Ply != 4 {
		t.Errorf("%d snapshots waited, the first of ply %d; want one of ply 4", n, s.Ply)
	}
}

// TestPauseAfterARefusal has an offer declined, and one passed over by a move: the same is not
// offered again at once, another is, and the other side may offer it. The pause outlives a restart.
func TestPauseAfterARefusal(t *testing.T) {
	c := open(t)
	table, white, black := c.sit("chess")
	play(t, white, black, "e4", "e5")
	ctx := t.Context()
	offer := func(r *Reader, o remote.Offer, ok bool) {
		t.Helper()
		err := r.Offer(ctx, o)
		if (err == nil) != ok {
			t.Errorf("%s of seat %d: %v", o, r.Seat(), err)
		}
	}
	offer(white, remote.Draw, true)
	if err := black.Decline(ctx); err != nil {
		t.Fatal(err)
	}
	offer(white, remote.Draw, false)
	offer(white, remote.TakeBack, true)
	if err := black.Decline(ctx); err != nil {
		t.Fatal(err)
	}
	offer(white, remote.Draw, false) // not by turns, either
	offer(black, remote.Draw, true)
	play(t, white, black, "Nf3") // which declines it
	offer(black, remote.Draw, false)
	c.restart()
	c.wait(0)
	var err error
	if table, err = c.Table(table.ID()); err != nil {
		t.Fatal(err)
	}
	white, black = c.join(table, anna), c.join(table, ben)
	offer(black, remote.Draw, false)
	play(t, white, black, "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O", "Be7", "Re1", "b5", "Bb3")
	offer(black, remote.Draw, true)
	if err := white.Decline(ctx); err != nil {
		t.Fatal(err)
	}
	if err := black.Resign(ctx); err != nil {
		t.Fatal(err)
	}
	offer(white, remote.Rematch, true)
	if err := black.Decline(ctx); err != nil {
		t.Fatal(err)
	}
	offer(white, remote.Rematch, false)
	c.wait(31 * time.Second)
	offer(white, remote.Rematch, true)
}

// TestReports keeps what was said and played with a report, bounds how many one player may have open, and
// forgets those that are closed.
func TestReports(t *testing.T) {
	c := open(t)
	_, white, black := c.sit("chess")
	play(t, white, black, "e4", "e5")
	if err := black.Say("you are a fish"); err != nil {
		t.Fatal(err)
	}
	ctx := t.Context()
	for _, bad := range []struct {
		of  remote.Player
		why string
	}{{ben, "  "}, {anna, "me"}, {cleo, "not here"}} {
		if err := white.Report(ctx, bad.of, bad.why); err == nil {
			t.Errorf("a report of %s for %q was taken", bad.of.Name, bad.why)
		}
	}
	if err := white.Report(ctx, ben, "insults\x1b[2J me"); err != nil {
		t.Fatal(err)
	}
	c.restart()
	all, err := c.Reports(ctx)
	if err != nil || len(all) != 1 {
		t.Fatalf("%d reports after a restart: %v", len(all), err)
	}
	r := all[0]
	if r.By.ID != anna.ID || r.Of.ID != ben.ID || strings.Contains(r.Why, "\x1b") || strings.Join(r.Moves, " ") != "e4 e5" ||
		len(r.Chat) != 1 || r.Chat[0].Text != "you are a fish" {
		t.Errorf("the report holds %+v", r)
	}
	v, w := c.Enter(anna), c.Enter(ben)
	defer v.Leave()
	defer w.Leave()
	for n := range mostReports {
		err := v.Report(ctx, ben, "again")
		if last := n == mostReports-1; (err != nil) != last {
			t.Errorf("report %d: %v", n+2, err)
		}
	}
	if err := c.CloseReport(ctx, r.ID); err != nil {
		t.Error(err)
	}
	if err := c.CloseReport(ctx, r.ID); err == nil {
		t.Error("a report was closed twice")
	}
	if all, _ = c.Reports(ctx); len(all) != mostReports-1 {
		t.Errorf("%d reports are left", len(all))
	}
}
