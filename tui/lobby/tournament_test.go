package lobby

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"rookery/chess"
	"rookery/tui/lobby/journal"
	"rookery/tui/remote"
)

// contest is a tournament in a club whose players are all here.
type contest struct {
	*club
	id      string
	players []remote.Player
}

func (c *club) contest(plan TournamentPlan, n int) *contest {
	c.t.Helper()
	k := &contest{club: c}
	for i := range n {
		k.players = append(k.players, remote.Player{ID: fmt.Sprintf("p%d", i), Name: fmt.Sprintf("Player %d", i)})
		c.Enter(k.players[i])
	}
	if plan.Name == "" {
		plan.Name = "Evening"
	}
	if plan.Terms.Parts == nil {
		plan.Terms = remote.Terms{Parts: []string{"chess"}, Control: chess.Control{Base: 3 * time.Minute, Increment: 2 * time.Second}}
	}
	plan.Begins = c.time.Add(time.Minute)
	t, err := c.PlanTournament(c.t.Context(), anna, plan, false)
	if err != nil {
		c.t.Fatal(err)
	}
	k.id = t.ID()
	for _, p := range k.players {
		if err := t.Join(c.t.Context(), p); err != nil {
			c.t.Fatal(err)
		}
	}
	return k
}

func (k *contest) now() *Tournament {
	k.t.Helper()
	t, err := k.Tournament(k.t.Context(), k.id)
	if err != nil {
		k.t.Fatal(err)
	}
	return t
}

// reenter has all players come back after a restart.
func (k *contest) reenter() {
	k.restart()
	for _, p := range k.players {
		k.Enter(p)
	}
}

// finish ends all games that are on: white tells for a game who wins, "" draws it, "-" leaves it alone.
func (k *contest) finish(result func(g TournamentGame) string) {
	k.t.Helper()
	v := k.now().View()
	for _, g := range v.Playing() {
		table, err := k.Table(g.Table)
		if err != nil {
			k.t.Fatal(err)
		}
		who := result(g)
		if who == "-" {
			continue
		}
		readers := [2]*Reader{}
		for c := range readers {
			readers[c] = k.join(table, table.who[c])
		}
		for i, m := range []string{"e2e4", "e7e5", "g1f3", "b8c6"} {
			if err := readers[i%2].Move(k.t.Context(), m); err != nil {
				k.t.Fatal(err)
			}
		}
		ctx := k.t.Context()
		switch who {
		case "white":
			err = readers[1].Resign(ctx)
		case "black":
			err = readers[0].Resign(ctx)
		default:
			err = errors.Join(readers[0].Offer(ctx, remote.Draw), readers[1].Accept(ctx))
		}
		if err != nil {
			k.t.Fatal(err)
		}
		readers[0].Leave()
		readers[1].Leave()
	}
}

func (k *contest) standings() string {
	var b strings.Builder
	for _, r := range k.now().View().Rows {
		fmt.Fprintf(&b, "%d %s %d %s\n", r.Rank, r.Name, r.Points, strings.Join(r.Sheet, " "))
	}
	return b.String()
}

// TestRoundRobinThroughRestarts plays one whose server is started anew after every step: right after each the standings
// are what they were.
func TestRoundRobinThroughRestarts(t *testing.T) {
	k := open(t).contest(TournamentPlan{Format: RoundRobin, Rounds: 1}, 4)
	k.wait(2 * time.Minute)
	for round := 1; round <= 3; round++ {
		k.wait(time.Second)
		if v := k.now().View(); v.Round != round || len(v.Playing()) != 2 {
			t.Fatalf("round %d: %d games of round %d: %+v", round, len(v.Playing()), v.Round, v.Games)
		}
		before := k.standings()
		k.reenter()
		if got := k.standings(); got != before {
			t.Fatalf("after a restart:\n%swant\n%s", got, before)
		}
		k.finish(func(g TournamentGame) string { // the lower number wins
			if g.Players[0] < g.Players[1] {
				return "white"
			}
			return "black"
		})
		k.reenter() // the results are in the games alone
		k.wait(time.Second)
		k.reenter()
		k.wait(roundBreak)
	}
	v := k.now().View()
	if v.State != Done || v.Winner != "Player 0" {
		t.Fatalf("%s, won by %q", v.State, v.Winner)
	}
	for i, want := range []int{6, 4, 2, 0} {
		if r := v.Rows[i]; r.Points != want || r.Name != fmt.Sprintf("Player %d", i) {
			t.Errorf("place %d: %s with %d", i+1, r.Name, r.Points)
		}
	}
	k.wait(2 * remembered)
	if len(k.Tournaments()) != 0 {
		t.Error("it is in the schedule for ever")
	}
	past, err := k.PastTournaments(t.Context(), 10)
	if err != nil || len(past) != 1 || past[0].Winner != "Player 0" {
		t.Errorf("past: %+v, %v", past, err)
	}
	if got := k.now().View(); len(got.Games) != 6 {
		t.Errorf("long after: %d games", len(got.Games))
	}
}

// refuseGames lets no game begin, as a process that dies between a pairing and its games.
type refuseGames struct{ journal.Journal }

func (r refuseGames) Append(ctx context.Context, game string, expected uint64, data []byte) (uint64, error) {
	if !IsTournament(game) {
		return 0, errors.New("killed")
	}
	return r.Journal.Append(ctx, game, expected, data)
}

func TestPairingWithoutGames(t *testing.T) {
	k := open(t).contest(TournamentPlan{Format: Swiss, Rounds: 3}, 6)
	k.mu.Lock()
	k.time = k.time.Add(2 * time.Minute)
	k.mu.Unlock()
	k.journal = refuseGames{k.journal}
	if err := k.Tick(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := k.Tick(t.Context()); err == nil {
		t.Fatal("the games began")
	}
	pairs := k.now().View().Games
	k.reenter()
	k.wait(time.Second)
	v := k.now().View()
	if len(v.Playing()) != 3 || len(v.Games) != 3 {
		t.Fatalf("%d games are on", len(v.Playing()))
	}
	for i, g := range v.Games {
		if g != pairs[i] {
			t.Errorf("game %d is another one: %+v, was %+v", i, g, pairs[i])
		}
		if _, err := k.Table(g.Table); err != nil {
			t.Error(err)
		}
	}
}

// TestSwissNoShow has a player not begin: he loses and is not paired again until he is back.
func TestSwissNoShow(t *testing.T) {
	k := open(t).contest(TournamentPlan{Format: Swiss, Rounds: 3}, 5)
	k.wait(2 * time.Minute)
	k.wait(time.Second)
	v := k.now().View()
	if len(v.Playing()) != 2 || v.Byes[0] < 0 {
		t.Fatalf("%d games, bye %v", len(v.Playing()), v.Byes)
	}
	absent := v.Games[0].Players[0] // White
	k.finish(func(g TournamentGame) string {
		if g.Table == v.Games[0].Table {
			return "-"
		}
		return ""
	})
	k.wait(FirstMove + time.Second)
	k.wait(time.Second)
	row, _ := k.now().View().Row(k.players[absent].ID)
	if !row.Paused || row.Points != 0 || !strings.HasPrefix(row.Sheet[0], "-") {
		t.Errorf("who did not come: %+v", row)
	}
	k.wait(roundBreak)
	v = k.now().View()
	if v.Round != 2 || len(v.Playing()) != 2 {
		t.Fatalf("round %d: %d games", v.Round, len(v.Playing()))
	}
	if row, _ := v.Row(k.players[absent].ID); row.Table != "" {
		t.Error("who did not come is paired again")
	}
	if err := k.now().Join(t.Context(), k.players[absent]); err != nil {
		t.Fatal(err)
	}
	k.finish(func(g TournamentGame) string { return "" })
	k.wait(time.Second)
	k.wait(roundBreak)
	if row, _ := k.now().View().Row(k.players[absent].ID); row.Table == "" && len(row.Sheet) == 3 && row.Sheet[2] != "bye" {
		t.Errorf("who is back is not paired: %+v", row)
	}
}

// TestArena plays one with berserk, a streak, a pause and a restart until its time is over.
func TestArena(t *testing.T) {
	k := open(t).contest(TournamentPlan{Format: Arena, Minutes: 30, Berserk: true}, 6)
	k.wait(2 * time.Minute)
	for range 4 {
		k.wait(arenaRest)
		v := k.now().View()
		if len(v.Playing()) == 0 {
			t.Fatal("nobody is paired")
		}
		for _, g := range v.Playing() { // the lower number takes half the time
			table, err := k.Table(g.Table)
			if err != nil {
				t.Fatal(err)
			}
			r := k.join(table, k.players[min(g.Players[0], g.Players[1])])
			if err := r.Berserk(t.Context()); err != nil {
				t.Fatal(err)
			}
			s := last(t, r)
			c, _ := r.Seat().Player()
			if s.Left[c] != 90*time.Second || s.Left[c.Other()] != 3*time.Minute || s.MayBerserk {
				t.Errorf("clocks after berserk: %v", s.Left)
			}
			if err := r.Abort(t.Context()); err == nil {
				t.Error("a game of a tournament was aborted")
			}
		}
		k.finish(func(g TournamentGame) string {
			if g.Players[0] < g.Players[1] {
				return "white"
			}
			return "black"
		})
		k.wait(time.Second)
		before := k.standings()
		k.reenter()
		if got := k.standings(); got != before {
			t.Fatalf("after a restart:\n%swant\n%s", got, before)
		}
	}
	row, _ := k.now().View().Row("p0")
	if fmt.Sprint(row.Sheet) != "[2 2 4 4]" || !row.Fire || row.Rank != 1 {
		t.Errorf("the first: %+v", row) // too few moves for berserk to count
	}
	if err := k.now().Pause(t.Context(), k.players[0]); err != nil {
		t.Fatal(err)
	}
	k.wait(arenaWave)
	if row, _ := k.now().View().Row("p0"); row.Table != "" {
		t.Error("who pauses is paired")
	}
	k.wait(30 * time.Minute)
	if v := k.now().View(); v.State != Done || v.Winner != "Player 0" {
		t.Errorf("at its end: %s, %s", v.State, v.Winner)
	}
}

// TestSimul has the host play all at once, go from table to table, and nobody win because he is elsewhere.
func TestSimul(t *testing.T) {
	c := open(t)
	host := remote.Player{ID: "host", Name: "Host"}
	c.Enter(host)
	k := c.contest(TournamentPlan{Format: Simul, Host: host, Colour: remote.WantsWhite, Extra: 10 * time.Minute}, 3)
	k.wait(2 * time.Minute)
	k.wait(time.Second)
	games := k.now().View().Playing()
	if len(games) != 3 {
		t.Fatalf("%d games", len(games))
	}
	for _, g := range games {
		table, err := k.Table(g.Table)
		if err != nil {
			t.Fatal(err)
		}
		r := k.join(table, host)
		if s := last(t, r); s.Seat != remote.WhiteSeat || s.Left[chess.White] != 13*time.Minute || s.Left[chess.Black] != 3*time.Minute {
			t.Errorf("the host sits at %d with %v", s.Seat, s.Left)
		}
		if err := r.Move(t.Context(), "e4"); err != nil {
			t.Fatal(err)
		}
		r.Leave()
	}
	table, _ := k.Table(games[0].Table)
	other := k.join(table, table.who[chess.Black])
	if err := other.Move(t.Context(), "e5"); err != nil {
		t.Fatal(err)
	}
	k.wait(2 * time.Minute)
	if err := other.ClaimWin(t.Context()); !errors.Is(err, remote.ErrNotYet) {
		t.Errorf("a claim while the host is at another table: %v", err)
	}
	for _, g := range games {
		table, err := k.Table(g.Table)
		if err != nil {
			t.Fatal(err)
		}
		if err := k.join(table, host).Resign(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	k.wait(time.Second)
	k.wait(time.Second)
	if v := k.now().View(); v.State != Done || v.Rows[0].Points != 2 || v.Rows[2].Points != 2 {
		t.Errorf("%s: %+v", v.State, v.Rows)
	}
}

// TestTickWhileATournamentIsPlanned takes the lobby on all the while: a tournament is found when it can be looked at, no sooner.
func TestTickWhileATournamentIsPlanned(t *testing.T) {
	c := open(t)
	plan := TournamentPlan{Format: Arena, Minutes: 30, Begins: c.time.Add(time.Hour), Terms: remote.Terms{Parts: []string{"chess"}, Control: chess.Control{Base: time.Minute}}}
	var ticking sync.WaitGroup
	stop := make(chan struct{})
	ticking.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
				if err := c.tickTournaments(t.Context()); err != nil {
					t.Error(err)
					return
				}
			}
		}
	})
	for i := range 100 {
		plan.Name = fmt.Sprint("Cup ", i)
		if _, err := c.PlanTournament(t.Context(), anna, plan, true); err != nil {
			t.Error(err)
		}
	}
	close(stop)
	ticking.Wait()
}

func TestTournamentRefusals(t *testing.T) {
	c := open(t)
	guest := remote.Player{ID: "guest", Name: "guest", Guest: true}
	plan := TournamentPlan{Name: "Cup", Format: Arena, Minutes: 30, Begins: c.time.Add(time.Hour), Terms: remote.Terms{Parts: []string{"chess"}, Control: chess.Control{Base: time.Minute}, Rated: true}}
	if _, err := c.PlanTournament(t.Context(), guest, plan, false); err == nil {
		t.Error("a guest plans a tournament")
	}
	for name, alter := range map[string]func(*TournamentPlan){
		"no name":       func(p *TournamentPlan) { p.Name = " " },
		"control signs": func(p *TournamentPlan) { p.Name = "Cup\x1b[2J" },
		"no clock":      func(p *TournamentPlan) { p.Terms.Control = chess.Control{} },
		"too long":      func(p *TournamentPlan) { p.Minutes = 5000 },
		"no format":     func(p *TournamentPlan) { p.Format = "knockout" },
		"no rounds":     func(p *TournamentPlan) { p.Format = Swiss },
		"too late":      func(p *TournamentPlan) { p.Begins = c.time.Add(365 * 24 * time.Hour) },
		"no game":       func(p *TournamentPlan) { p.Terms.Parts = []string{"nothing"} },
	} {
		bad := plan
		alter(&bad)
		if _, err := c.PlanTournament(t.Context(), anna, bad, true); err == nil {
			t.Errorf("%s: planned", name)
		}
	}
	cup, err := c.PlanTournament(t.Context(), anna, plan, false)
	if err != nil {
		t.Fatal(err)
	}
	if err := cup.Join(t.Context(), guest); err == nil {
		t.Error("a guest joins a rated tournament")
	}
	if err := cup.Join(t.Context(), ben); err != nil {
		t.Fatal(err)
	}
	if err := cup.Join(t.Context(), ben); err == nil {
		t.Error("he joins twice")
	}
	if err := cup.Pause(t.Context(), cleo); err == nil {
		t.Error("somebody pauses who does not take part")
	}
	if err := cup.Cancel(t.Context(), ben, false); err == nil {
		t.Error("anybody cancels it")
	}
	for range MaxPlanned - 1 {
		if _, err := c.PlanTournament(t.Context(), anna, plan, false); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := c.PlanTournament(t.Context(), anna, plan, false); err == nil {
		t.Error("one player plans any number")
	}
	if err := cup.Cancel(t.Context(), anna, false); err != nil {
		t.Fatal(err)
	}
	if v := cup.View(); v.State != Cancelled {
		t.Errorf("cancelled: %s", v.State)
	}
	c.wait(2 * time.Hour) // the others are called off: too few players
	for _, info := range c.Tournaments() {
		if info.State != Cancelled {
			t.Errorf("%s without players is %s", info.Plan.Name, info.State)
		}
	}
}
