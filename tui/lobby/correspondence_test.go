package lobby

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"rookery/chess"
	"rookery/tui/remote"
)

var byPost = remote.Terms{Parts: []string{"chess"}, Control: chess.Control{Days: 3}}

// post starts a correspondence game of Anna, White, with Ben; nobody is there.
func (c *club) post() *Table {
	c.t.Helper()
	table, err := c.Start(c.t.Context(), byPost, anna, ben)
	if err != nil {
		c.t.Fatal(err)
	}
	return table
}

// again finds a table after a restart.
func (c *club) again(id string) *Table {
	c.t.Helper()
	table, err := c.Table(id)
	if err != nil {
		c.t.Fatal(err)
	}
	return table
}

// visit has a player come to a table, make a move there, and go.
func (c *club) visit(id string, p remote.Player, move string) remote.Snapshot {
	c.t.Helper()
	r := c.join(c.again(id), p)
	defer r.Leave()
	if move != "" {
		if err := r.Move(c.t.Context(), move); err != nil {
			c.t.Fatalf("%s: %v", move, err)
		}
	}
	return last(c.t, r)
}

// TestWeeksOfCorrespondence plays a game over five weeks: nobody is ever there with the other, the server is
// started anew between all moves, and the flag falls on the day and in the minute in which it should.
func TestWeeksOfCorrespondence(t *testing.T) {
	c := open(t)
	id := c.post().id
	players := [2]remote.Player{anna, ben}
	game := strings.Fields("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O")
	began := c.now()
	for i, move := range game {
		if s := c.visit(id, players[i%2], ""); s.Left[i%2] != 3*chess.Day || !s.Running {
			t.Fatalf("before move %d the mover has %v", i, s.Left[i%2])
		}
		for range 50 { // hour by hour, with a restart each ten
			c.wait(time.Hour)
		}
		c.restart()
		c.wait(time.Hour)
		if s := c.visit(id, players[i%2], ""); s.Left[i%2] != 21*time.Hour || s.Over() || s.ClaimAt != [2]time.Time{} || s.FirstMove != 0 {
			t.Fatalf("after 51 hours and a restart %+v", s.Left)
		}
		c.visit(id, players[i%2], move)
	}
	if weeks := c.now().Sub(began) / (7 * chess.Day); weeks < 4 {
		t.Fatalf("only %d weeks", weeks)
	}
	c.wait(3*chess.Day - time.Minute)
	c.restart()
	if s := c.visit(id, ben, ""); s.Over() {
		t.Fatal("the flag fell a minute early")
	}
	r := c.join(c.again(id), ben)
	c.wait(time.Minute)
	if s := last(t, r); s.Outcome.Reason != chess.ByTime || s.Outcome.Result != chess.BlackWins || strings.Join(s.Moves, " ") != strings.Join(game, " ") {
		t.Errorf("it ended with %v after %v", s.Outcome, s.Moves)
	}
}

// TestCorrespondenceNeverBegun: a game that one side has not begun in its days is aborted, not lost.
func TestCorrespondenceNeverBegun(t *testing.T) {
	c := open(t)
	table := c.post()
	c.visit(table.id, anna, "e4")
	r := c.join(table, anna)
	c.wait(3*chess.Day - time.Second)
	if last(t, r).Over() {
		t.Fatal("over before its time")
	}
	c.wait(time.Second)
	if s := last(t, r); !s.Aborted {
		t.Errorf("it ended with %v", s.Outcome)
	}
}

// TestConditionalMoves: they are played at once, as far as they go, by whichever server is there, and forgotten
// when something else happens.
func TestConditionalMoves(t *testing.T) {
	c := open(t)
	id := c.post().id
	c.visit(id, anna, "e4")
	a := c.join(c.again(id), anna)
	for _, lines := range [][]string{{"e5"}, {"e5 Nf3 Nc6"}, {"e5 Ke3"}, {"Qh4 Nf3"}, {"e5 Nf3", "e5 Nc3"}, {"e5 Nf3 Nc6 Bb5", "e5 Nf3 Nc6 Bc4"}} {
		if err := a.Plan(t.Context(), fieldsOf(lines...)); err == nil {
			t.Errorf("the lines %q were taken", lines)
		}
	}
	if err := a.Plan(t.Context(), fieldsOf("e5 Nf3 Nc6 Bb5 a6 Bxc6", "e5 Nf3 d6 d4", "c5 c3")); err != nil {
		t.Fatal(err)
	}
	if s := last(t, a); len(s.Plan) != 3 || strings.Join(s.Plan[0], " ") != "e5 Nf3 Nc6 Bb5 a6 Bxc6" {
		t.Fatalf("the plan is %v", s.Plan)
	}
	b := c.join(c.again(id), ben)
	if s := last(t, b); s.Plan != nil {
		t.Fatal("the opponent sees the plan")
	}
	if err := b.Plan(t.Context(), fieldsOf("Nf3 Nc6")); err == nil {
		t.Error("the one to move plans")
	}
	a.Leave()
	c.wait(time.Hour)
	c.restart()
	s := c.visit(id, ben, "e5")
	if got := strings.Join(s.Moves, " "); got != "e4 e5 Nf3" || s.Left[chess.Black] != 3*chess.Day {
		t.Fatalf("after e5 there is %q, and Ben has %v", got, s.Left[chess.Black])
	}
	if s = c.visit(id, ben, "Nc6"); strings.Join(s.Moves, " ") != "e4 e5 Nf3 Nc6 Bb5" {
		t.Fatalf("after Nc6 %v", s.Moves)
	}
	if s = c.visit(id, ben, "Nf6"); strings.Join(s.Moves, " ") != "e4 e5 Nf3 Nc6 Bb5 Nf6" {
		t.Fatalf("after a move that was not expected %v", s.Moves)
	}
	a = c.join(c.again(id), anna)
	if s := last(t, a); s.Plan != nil {
		t.Errorf("what is left of the plan: %v", s.Plan)
	}
	// Both have planned: the moves play themselves to the end of the shorter line.
	if err := a.Move(t.Context(), "O-O"); err != nil {
		t.Fatal(err)
	}
	if err := a.Plan(t.Context(), fieldsOf("Nxe4 d4 Nd6 Bxc6 dxc6 dxe5")); err != nil {
		t.Fatal(err)
	}
	b = c.join(c.again(id), ben)
	if err := b.Move(t.Context(), "Nxe4"); err != nil {
		t.Fatal(err)
	}
	if err := b.Plan(t.Context(), fieldsOf("d4 Nd6")); err == nil {
		t.Fatal("Ben plans although it is his move")
	}
	if s := last(t, b); s.Moves[len(s.Moves)-1] != "d4" {
		t.Fatalf("after Nxe4 %v", s.Moves)
	}
	// A takeback forgets what was planned.
	if err := a.Offer(t.Context(), remote.TakeBack); err != nil {
		t.Fatal(err)
	}
	if err := b.Accept(t.Context()); err != nil {
		t.Fatal(err)
	}
	if s := last(t, a); s.Plan != nil || s.Turn != chess.White {
		t.Errorf("after a takeback %v, %v to move", s.Plan, s.Turn)
	}
}

// TestConditionalMoveAfterKill: a server that dies between the move and its answer leaves it to the next.
func TestConditionalMoveAfterKill(t *testing.T) {
	c := open(t)
	table := c.post()
	id := table.id
	c.visit(id, anna, "e4")
	a := c.join(table, anna)
	if err := a.Plan(t.Context(), fieldsOf("e5 Nf3")); err != nil {
		t.Fatal(err)
	}
	table.mu.Lock()
	err := table.writeLocked(t.Context(), event{Kind: moved, By: chess.Black, At: c.now(), Sent: c.now(), Move: "e7e5"})
	table.mu.Unlock()
	if err != nil {
		t.Fatal(err)
	}
	c.restart()
	c.wait(time.Second)
	if s := c.visit(id, ben, ""); strings.Join(s.Moves, " ") != "e4 e5 Nf3" {
		t.Errorf("after the restart %v", s.Moves)
	}
}

func fieldsOf(lines ...string) (all [][]string) {
	for _, line := range lines {
		all = append(all, strings.Fields(line))
	}
	return all
}

// TestWaitingGames: the games in which a player is to move are told, those with the least time first, and
// are no reason to be seated or to have help switched off.
func TestWaitingGames(t *testing.T) {
	c := open(t)
	first := c.post()
	c.wait(time.Hour)
	second, err := c.Start(t.Context(), remote.Terms{Parts: []string{"atomic"}, Control: chess.Control{Days: 1}}, anna, cleo)
	if err != nil {
		t.Fatal(err)
	}
	v := c.Enter(anna)
	view := v.View()
	if view.Table != "" || !slices.Equal(view.Waiting, []string{second.id, first.id}) {
		t.Errorf("table %q, waiting %v", view.Table, view.Waiting)
	}
	if _, on := c.Playing(anna.ID); on {
		t.Error("correspondence switches help off")
	}
	c.visit(second.id, anna, "e4")
	if view = v.View(); !slices.Equal(view.Waiting, []string{first.id}) {
		t.Errorf("after a move %v wait", view.Waiting)
	}
	games := c.Games(anna.ID)
	if len(games) != 2 || games[0].Table != first.id || !games[0].Due.Equal(c.now().Add(3*chess.Day-time.Hour)) {
		t.Errorf("her games are %+v", games)
	}
	if got := c.Enter(cleo).View().Waiting; !slices.Equal(got, []string{second.id}) {
		t.Errorf("for Cleo %v wait", got)
	}
}

// TestPostedSeeks: a seek for correspondence outlives the visit and the server, and one of two gets it.
func TestPostedSeeks(t *testing.T) {
	c := open(t)
	ctx := context.Background()
	for _, p := range []remote.Player{anna, ben} {
		if _, err := c.players.Create(ctx, p.ID, []byte(`{"id":"`+p.ID+`","name":"`+p.Name+`"}`)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := c.Enter(c.Guest()).Seek(ctx, byPost, remote.AnyColour, "", 0); err == nil {
		t.Error("a guest seeks a correspondence game")
	}
	v := c.Enter(anna)
	if _, err := v.Seek(ctx, byPost, remote.WantsBlack, "", 0); err != nil {
		t.Fatal(err)
	}
	if _, err := v.Seek(ctx, byPost, remote.AnyColour, ben.ID, 0); err != nil { // who is not here
		t.Fatal(err)
	}
	v.Leave()
	c.restart()
	w := c.Enter(cleo)
	if seeks := w.View().Seeks; len(seeks) != 1 || seeks[0].From != anna {
		t.Fatalf("Cleo sees %+v", seeks)
	}
	table, err := w.Accept(ctx, w.View().Seeks[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	if table.who != [2]remote.Player{cleo, anna} {
		t.Errorf("they play as %v", table.who)
	}
	b := c.Enter(ben)
	seeks := b.View().Seeks
	if len(seeks) != 1 || seeks[0].To != ben.ID {
		t.Fatalf("Ben sees %+v", seeks)
	}
	if err := b.Withdraw(seeks[0].ID); err != nil {
		t.Fatal(err)
	}
	c.restart()
	if seeks := c.Enter(ben).View().Seeks; len(seeks) != 0 {
		t.Errorf("after a refusal and a restart there is %+v", seeks)
	}
}
