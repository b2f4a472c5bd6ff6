package lobby

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"rookery/chess"
	"rookery/tui/lobby/journal/natsstore/clustertest"
	"rookery/tui/remote"
)

var dora = remote.Player{ID: "dora", Name: "Dora"}

var partnerTerms = remote.Terms{Parts: []string{"bughouse"}, Control: chess.Control{Base: 3 * time.Minute}}

// four are the lines of those who play at two boards: Anna, White, against Ben, and Cleo, White, against Dora. Anna and
// Dora are partners.
type four struct {
	c       *club
	tables  [2]*Table
	readers [2][2]*Reader // by board and Color
}

func (c *club) partners() *four {
	c.t.Helper()
	table, err := c.StartPartners(c.t.Context(), partnerTerms, [2]remote.Player{anna, ben}, [2]remote.Player{cleo, dora})
	if err != nil {
		c.t.Fatal(err)
	}
	f := &four{c: c}
	f.sit(table.id)
	return f
}

// sit seats all four.
func (f *four) sit(id string) {
	f.c.t.Helper()
	for b, table := range []string{id, id + twinID} {
		f.tables[b] = f.c.again(table)
		for side, p := range f.tables[b].who {
			f.readers[b][side] = f.c.join(f.tables[b], p)
		}
	}
}

// play makes moves, each with the letter of its board in front: "A:e4".
func (f *four) play(moves string) {
	f.c.t.Helper()
	for _, text := range strings.Fields(moves) {
		board, move, _ := strings.Cut(text, ":")
		b := int(board[0] - 'A')
		f.tables[b].mu.Lock()
		turn := f.tables[b].rec.game.Turn()
		f.tables[b].mu.Unlock()
		if err := f.readers[b][turn].Move(f.c.t.Context(), move); err != nil {
			f.c.t.Fatalf("%s: %v", text, err)
		}
	}
}

// snap is the newest snapshot of somebody.
func (f *four) snap(b int, c chess.Color) remote.Snapshot {
	f.c.t.Helper()
	return last(f.c.t, f.readers[b][c])
}

// TestPartnersPassPieces: what one captures the partner drops, on both boards, over restarts between all moves, in one order.
func TestPartnersPassPieces(t *testing.T) {
	c := open(t)
	f := c.partners()
	id := f.tables[0].id
	for _, text := range strings.Fields("A:e4 B:e4 A:d5 A:exd5 B:d5 B:exd5 A:Qxd5 B:Qxd5 A:Nc3 B:P@d4 B:P@d6 A:Qxg2 B:Nc3 B:Qxd4 A:Bxg2 A:P@d4") {
		f.play(text)
		before := [2]remote.Snapshot{f.snap(0, chess.White), f.snap(1, chess.White)}
		c.restart()
		f.sit(id)
		for b := range 2 {
			after := f.snap(b, chess.White)
			if !slices.Equal(after.Moves, before[b].Moves) || fmt.Sprint(after.View.Pockets, after.Gifts) != fmt.Sprint(before[b].View.Pockets, before[b].Gifts) {
				t.Fatalf("after %s and a restart board %d has %v %v, want %v %v", text, b, after.Moves, after.View.Pockets, before[b].Moves, before[b].View.Pockets)
			}
		}
	}
	f.sit(id)
	a, b := f.snap(0, chess.White), f.snap(1, chess.Black)
	if a.Twin == nil || !slices.Equal(a.Twin.Moves, b.Moves) || b.Twin == nil || !slices.Equal(b.Twin.Moves, a.Moves) || a.Twin.Twin != nil {
		t.Error("the boards do not see each other")
	}
	if got := a.View.Pockets[chess.White][chess.Pawn] + b.View.Pockets[chess.White][chess.Queen]; got == 0 {
		t.Errorf("pockets %v and %v", a.View.Pockets, b.View.Pockets)
	}
	// Other players do not give what somebody else has captured.
	if err := f.readers[0][chess.White].Move(t.Context(), "Q@e3"); err == nil {
		t.Error("a queen was dropped that went elsewhere")
	}
}

// TestPartnersEnd: whatever decides one board decides both, for the partner as well.
func TestPartnersEnd(t *testing.T) {
	for _, sc := range []struct {
		name    string
		end     func(*four)
		result  [2]chess.Result
		reason  [2]chess.Reason
		aborted bool
	}{
		{"mate on the second board", func(f *four) { f.play("A:e4 A:e5 B:e4 B:e5 B:Qh5 B:Nc6 B:Bc4 B:Nf6 B:Qxf7") },
			[2]chess.Result{chess.BlackWins, chess.WhiteWins}, [2]chess.Reason{chess.ByPartner, chess.ByCheckmate}, false},
		{"resignation", func(f *four) {
			f.play("A:e4 A:e5")
			_ = f.readers[0][chess.White].Resign(f.c.t.Context())
		}, [2]chess.Result{chess.BlackWins, chess.WhiteWins}, [2]chess.Reason{chess.ByResignation, chess.ByPartner}, false},
		{"a flag on the first board", func(f *four) {
			f.play("A:e4 A:e5 B:e4 B:e5")
			f.c.wait(time.Minute)
			f.play("B:Nf3")
			f.c.wait(2 * time.Minute)
		}, [2]chess.Result{chess.BlackWins, chess.WhiteWins}, [2]chess.Reason{chess.ByTime, chess.ByPartner}, false},
		{"a flag on the second board", func(f *four) {
			f.play("A:e4 A:e5 B:e4 B:e5")
			f.c.wait(time.Minute)
			f.play("A:Nf3")
			f.c.wait(2 * time.Minute)
		}, [2]chess.Result{chess.BlackWins, chess.BlackWins}, [2]chess.Reason{chess.ByPartner, chess.ByTime}, false},
		{"a draw on the second board", func(f *four) {
			f.play("A:e4 A:e5 B:e4 B:e5")
			_ = f.readers[1][chess.Black].Offer(f.c.t.Context(), remote.Draw)
			_ = f.readers[1][chess.White].Accept(f.c.t.Context())
		}, [2]chess.Result{chess.Drawn, chess.Drawn}, [2]chess.Reason{chess.ByPartner, chess.ByAgreement}, false},
		{"nobody begins on the second board", func(f *four) {
			f.play("A:e4 A:e5")
			f.c.wait(FirstMove)
		}, [2]chess.Result{}, [2]chess.Reason{}, true},
	} {
		t.Run(sc.name, func(t *testing.T) {
			c := open(t)
			f := c.partners()
			sc.end(f)
			if sc.name == "a flag on the second board" { // White's, whose partner is Black on the first
				sc.result = [2]chess.Result{chess.WhiteWins, chess.BlackWins}
			}
			for b := range 2 {
				s := f.snap(b, chess.Black)
				if s.Outcome.Result != sc.result[b] || s.Outcome.Reason != sc.reason[b] || s.Aborted != sc.aborted || !s.Over() {
					t.Errorf("board %d ended with %v %v, aborted %v", b, s.Outcome.Result, s.Outcome.Reason, s.Aborted)
				}
				if s.Running {
					t.Errorf("the clock of board %d runs on", b)
				}
			}
			if err := f.readers[0][chess.Black].Move(t.Context(), "Nf6"); err == nil {
				t.Error("a move after the end")
			}
			c.restart()
			if tables := c.Tables(); len(tables) != 0 {
				t.Errorf("after a restart there are %d tables", len(tables))
			}
		})
	}
}

// TestPartnersWait: who has no move but may get a piece waits for it; his clock runs.
func TestPartnersWait(t *testing.T) {
	c := open(t)
	f := c.partners()
	f.play("A:f3 A:e5 A:g4 A:Qh4 B:e4 B:d5")
	s := f.snap(0, chess.White)
	if s.Over() || len(s.Legal) != 0 || !s.Running || s.Turn != chess.White {
		t.Fatalf("%v, %d moves, running %v", s.Outcome, len(s.Legal), s.Running)
	}
	f.play("B:exd5 B:Qxd5") // Dora, Anna's partner, takes a white pawn
	if s = f.snap(0, chess.White); len(s.Legal) == 0 || s.View.Pockets[chess.White][chess.Pawn] != 1 {
		t.Fatalf("a pawn came, and there are %d moves", len(s.Legal))
	}
	f.play("A:P@g3")
	if got := f.snap(0, chess.Black).Moves; got[3] != "Qh4+" || got[4] != "P@g3" {
		t.Errorf("the moves are %v", got)
	}
}

// TestPartnersChat: what is said to the partner reaches him alone.
func TestPartnersChat(t *testing.T) {
	c := open(t)
	f := c.partners()
	watcher := c.join(f.tables[1], remote.Player{ID: "eve", Name: "Eve"})
	say := func(r *Reader, text string) {
		t.Helper()
		if err := r.Say(text); err != nil {
			t.Fatal(err)
		}
	}
	say(f.readers[0][chess.White], "/I need a knight")
	say(f.readers[0][chess.White], "hello all")
	if err := watcher.Say("/hm"); err == nil {
		t.Error("a spectator has a partner")
	}
	heard := func(r *Reader) (all []string) {
		for _, l := range last(t, r).Chat {
			all = append(all, l.Text)
		}
		return all
	}
	for i, want := range map[*Reader][]string{
		f.readers[0][chess.White]: {"I need a knight", "hello all"}, f.readers[1][chess.Black]: {"I need a knight", "hello all"},
		f.readers[0][chess.Black]: {"hello all"}, f.readers[1][chess.White]: {"hello all"}, watcher: {"hello all"},
	} {
		if got := heard(i); !slices.Equal(got, want) {
			t.Errorf("%s heard %q, want %q", i.player.Name, got, want)
		}
	}
}

// TestPartnersMeet: four come together by a seek: the first who joins is the partner; who leaves makes room.
func TestPartnersMeet(t *testing.T) {
	c := open(t)
	ctx := t.Context()
	visits := make(map[remote.Player]*Visit)
	for _, p := range []remote.Player{anna, ben, cleo, dora} {
		visits[p] = c.Enter(p)
	}
	rated := partnerTerms
	rated.Rated = true
	if _, err := visits[anna].Seek(ctx, rated, remote.AnyColour, "", 0); err == nil {
		t.Error("a rated game of two teams")
	}
	s, err := visits[anna].Seek(ctx, partnerTerms, remote.WantsWhite, dora.ID, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := visits[ben].Accept(ctx, s.ID); err == nil {
		t.Fatal("Ben took what was for Dora")
	}
	join := func(p remote.Player) *Table {
		t.Helper()
		table, err := visits[p].Accept(ctx, s.ID)
		if err != nil {
			t.Fatalf("%s: %v", p.Name, err)
		}
		return table
	}
	if join(dora) != nil || join(ben) != nil {
		t.Fatal("the game began before four were there")
	}
	if _, err := visits[ben].Accept(ctx, s.ID); err == nil {
		t.Error("Ben has joined twice")
	}
	if err := visits[ben].Withdraw(s.ID); err != nil {
		t.Fatal(err)
	}
	if seeks := visits[cleo].View().Seeks; len(seeks) != 1 || len(seeks[0].Joined) != 1 || seeks[0].Joined[0] != dora {
		t.Fatalf("the seek is %+v", seeks)
	}
	if join(ben) != nil {
		t.Fatal("the game began before four were there")
	}
	table := join(cleo)
	if table == nil || table.who != [2]remote.Player{cleo, dora} || table.twin.who != [2]remote.Player{anna, ben} {
		t.Fatalf("they sit at %+v", table)
	}
	if view := visits[ben].View(); view.Table != table.twin.id || len(view.Seeks) != 0 || len(view.Games) != 2 {
		t.Errorf("Ben sees %+v", view)
	}
	if _, err := c.Start(ctx, partnerTerms, anna, ben); err == nil {
		t.Error("two play alone")
	}
}

// TestPartnersFinished: the archive is given both boards and the order of their moves.
func TestPartnersFinished(t *testing.T) {
	c := open(t)
	f := c.partners()
	f.play("A:f3 B:e4 A:e5 A:g4 B:d5 A:Qh4 B:exd5 B:Qxd5 A:P@g3")
	if err := f.readers[1][chess.White].Resign(t.Context()); err != nil {
		t.Fatal(err)
	}
	events, err := c.j.Read(t.Context(), f.tables[0].id, 0)
	if err != nil {
		t.Fatal(err)
	}
	var ch Chronicle
	var got *Finished
	for _, e := range events {
		if got != nil {
			t.Fatal("events behind the end")
		}
		if got, err = ch.Add(e); err != nil {
			t.Fatal(err)
		}
	}
	if got == nil || got.Twin == nil || fmt.Sprint(got.Order) != "[0 1 0 0 1 0 1 1 0]" {
		t.Fatalf("finished: %+v", got)
	}
	if a, b := got.Game.SANs(), got.Twin.Game.SANs(); strings.Join(a, " ") != "f3 e5 g4 Qh4+ P@g3" || strings.Join(b, " ") != "e4 d5 exd5 Qxd5" || len(got.Left) != 5 || len(got.Twin.Left) != 4 {
		t.Errorf("%v and %v, %v", a, b, got.Left)
	}
	if got.Game.Outcome().Result != chess.WhiteWins || got.Twin.Game.Outcome().Result != chess.BlackWins || got.Twin.Players != [2]remote.Player{cleo, dora} {
		t.Errorf("%v and %v", got.Game.Outcome(), got.Twin.Game.Outcome())
	}
}

// TestPartnersTwoFrontEnds: a board at each of two front ends, both moved at once, have one order, and pieces go over.
func TestPartnersTwoFrontEnds(t *testing.T) {
	nodes := clustertest.Start(t, 1)
	a, b := serveFrom(t, nodes, 0, 1, 0), serveFrom(t, nodes, 0, 1, 0)
	table, err := a.StartPartners(t.Context(), partnerTerms, [2]remote.Player{anna, ben}, [2]remote.Player{cleo, dora})
	if err != nil {
		t.Fatal(err)
	}
	first := [2]*Reader{a.sit(table.id, anna), a.sit(table.id, ben)}
	second := [2]*Reader{b.sit(table.id+twinID, cleo), b.sit(table.id+twinID, dora)}
	var both sync.WaitGroup
	for _, board := range [][2]*Reader{first, second} {
		both.Go(func() {
			for n := range 16 {
				if err := board[n%2].Move(t.Context(), step(n)); err != nil {
					t.Errorf("half-move %d: %v", n, err)
					return
				}
			}
		})
	}
	both.Wait()
	if t.Failed() {
		return
	}
	for n, text := range []string{"a4", "b5", "axb5", "axb5"} {
		move(t, first[n%2], text)
	}
	await(t, second[1].C(), "a white pawn from the first board", func(s remote.Snapshot) bool { return s.View.Pockets[chess.Black][chess.Pawn] == 1 })
	s := await(t, second[0].C(), "a black pawn taken on the first board", func(s remote.Snapshot) bool { return s.Twin.Ply == 20 })
	if s.View.Pockets[chess.White][chess.Pawn] != 1 || len(s.Gifts) != 2 {
		t.Errorf("the second board has %v, gifts %v", s.View.Pockets, s.Gifts)
	}
	move(t, second[0], "P@e4")
	if err := second[1].Resign(t.Context()); err != nil {
		t.Fatal(err)
	}
	over := await(t, first[0].C(), "the end at the first board", remote.Snapshot.Over)
	if over.Outcome.Result != chess.BlackWins || over.Outcome.Reason != chess.ByPartner || over.Twin.Moves[16] != "P@e4" {
		t.Errorf("the first board ended with %v, the second has %v", over.Outcome, over.Twin.Moves)
	}
}
