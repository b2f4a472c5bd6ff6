package lobby

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"rookery/chess"
	"rookery/tui/remote"
)

// TestTeam founds teams, has players join, ask, leave, be taken and refused, and the leader go.
func TestTeam(t *testing.T) {
	c := open(t)
	ctx := t.Context()
	a, b, d, e := c.account("Anna"), c.account("Bea"), c.account("Dora"), c.account("Emil")
	if _, err := c.FoundTeam(ctx, c.Guest(), "Night Owls", "", true); err == nil {
		t.Error("a guest has a team")
	}
	owls, err := c.FoundTeam(ctx, a, "Night Owls", "we\x1b[31m play late", false)
	if err != nil || owls.About != "we[31m play late" || !owls.Has(a.ID) {
		t.Fatalf("%+v, %v", owls, err)
	}
	for _, name := range []string{"Night Owls", "nlght 0wls", "NightOwls", "x", strings.Repeat("x", 31), "a\x07b c"} {
		if _, err := c.FoundTeam(ctx, b, name, "", true); err == nil {
			t.Errorf("a second team %q", name)
		}
	}
	join := func(p remote.Player, want string) {
		t.Helper()
		_, err := c.JoinTeam(ctx, p, owls.ID)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s joins: %v", p.Name, err)
		}
	}
	join(a, "in this team already")
	join(b, "")
	join(b, "have asked")
	join(d, "")
	if _, err := c.AnswerAsking(ctx, b, owls.ID, d, true); !errors.Is(err, errLeader) {
		t.Errorf("one who asks takes others in: %v", err)
	}
	if _, err := c.AnswerAsking(ctx, a, owls.ID, d, false); err != nil {
		t.Error(err)
	}
	if owls, err = c.AnswerAsking(ctx, a, owls.ID, b, true); err != nil || !owls.Has(b.ID) || len(owls.Asking) != 0 {
		t.Errorf("%+v, %v", owls, err)
	}
	join(d, "")
	if owls, err = c.DescribeTeam(ctx, a, owls.ID, "all may come", true); err != nil || !owls.Has(d.ID) {
		t.Errorf("open now: %+v, %v", owls, err)
	}
	if err := c.Block(ctx, a, e, false); err != nil {
		t.Fatal(err)
	}
	join(e, "does not want to hear")
	c.restart()
	if owls, err = c.RemoveMember(ctx, a, owls.ID, d); err != nil || owls.Has(d.ID) {
		t.Errorf("%+v, %v", owls, err)
	}
	if _, err = c.RemoveMember(ctx, a, owls.ID, a); err == nil {
		t.Error("the leader removes himself")
	}
	if owls, err = c.HandTeamOver(ctx, a, owls.ID, b); err != nil || owls.Leader != b.ID {
		t.Errorf("%+v, %v", owls, err)
	}
	if owls, err = c.LeaveTeam(ctx, b, owls.ID); err != nil || owls.Leader != a.ID {
		t.Errorf("the leader goes: %+v, %v", owls, err)
	}
	if err := c.DeleteAccount(ctx, a); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Team(ctx, owls.ID); !errors.Is(err, ErrNoTeam) {
		t.Errorf("a team without members: %v", err)
	}
	if again, err := c.FoundTeam(ctx, b, "night owls", "", true); err != nil {
		t.Errorf("its name is free: %+v, %v", again, err)
	}
	for i := range MaxTeams {
		if _, err := c.FoundTeam(ctx, d, fmt.Sprintf("Team %c", 'P'+i), "", true); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := c.FoundTeam(ctx, d, "One more", "", true); err == nil {
		t.Error("too many teams")
	}
}

// matchOf plans a match of Owls and Rooks with so many players on each side, who have all entered.
func matchOf(c *club, boards, rounds int, owls, rooks int) *contest {
	c.t.Helper()
	k := &contest{club: c}
	ctx := c.t.Context()
	var teams [2]Team
	for side, n := range []int{owls, rooks} {
		for i := range n {
			p := c.account(fmt.Sprintf("%s-%d", []string{"Owl", "Rook"}[side], i+2))
			var err error
			if i == 0 {
				teams[side], err = c.FoundTeam(ctx, p, []string{"Owls", "Rooks"}[side], "", true)
			} else {
				_, err = c.JoinTeam(ctx, p, teams[side].ID)
			}
			if err != nil {
				c.t.Fatal(err)
			}
			k.players = append(k.players, p)
			c.Enter(p)
		}
	}
	plan := TournamentPlan{Name: "Owls - Rooks", Format: TeamMatch, Boards: boards, Rounds: rounds, Begins: c.time.Add(time.Minute),
		Terms: remote.Terms{Parts: []string{"chess"}, Control: chess.Control{Base: 3 * time.Minute}},
		Teams: [2]TeamSide{{ID: teams[0].ID}, {ID: teams[1].ID}}}
	if _, err := c.PlanTournament(ctx, k.players[1], plan, false); err == nil {
		c.t.Error("a member who does not lead plans a match")
	}
	t, err := c.PlanTournament(ctx, k.players[0], plan, false)
	if err != nil {
		c.t.Fatal(err)
	}
	k.id = t.ID()
	for i := range k.players { // the last of each team first: equal ratings keep this order
		p := k.players[len(k.players)-1-i]
		if err := t.Join(ctx, p); err != nil {
			c.t.Fatal(err)
		}
	}
	return k
}

// TestTeamMatch plays a match over two rounds, whose server is started anew after every step: boards by the line-ups, colours in
// turn and then turned, the score by boards, a reserve without a game, a result for who has withdrawn.
func TestTeamMatch(t *testing.T) {
	c := open(t)
	k := matchOf(c, 3, 2, 3, 4)
	stranger := c.account("Stranger")
	if err := k.now().Join(t.Context(), stranger); err == nil || !strings.Contains(err.Error(), "members of the two teams") {
		t.Errorf("a stranger joins: %v", err)
	}
	owls, err := k.Team(t.Context(), k.now().View().Plan.Teams[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	both := func(p remote.Player) string {
		t.Helper()
		if _, err := k.JoinTeam(t.Context(), p, owls.ID); err != nil {
			t.Fatal(err)
		}
		if side, err := k.sideOf(t.Context(), p, k.now().View().Plan); err != nil {
			return err.Error()
		} else {
			return fmt.Sprint(side)
		}
	}
	if said := both(k.players[4]); !strings.Contains(said, "both teams") {
		t.Errorf("a member of both: %s", said)
	}
	if said := both(k.players[3]); said != "2" {
		t.Errorf("who leads one of both teams plays for %s", said)
	}
	same := func(want string) {
		t.Helper()
		for range 2 {
			if got := strings.SplitN(k.now().View().Text(), "\n", 3)[2]; got != want {
				t.Fatalf("the match stands\n%s\nwant\n%s", got, want)
			}
			k.reenter()
		}
	}
	if b := k.now().View().Boards; len(b) != 4 || b[3].Number != 0 || b[3].Players != [2]int{-1, 3} {
		t.Errorf("before the match: %+v", b)
	}
	k.wait(time.Minute)
	k.wait(time.Second)
	v := k.now().View()
	games := v.Playing()
	if v.State != Running || len(games) != 3 {
		t.Fatalf("%d games are on in %+v", len(games), v.TournamentInfo)
	}
	for i, g := range v.Games {
		white, black := v.Entrants[g.Players[0]], v.Entrants[g.Players[1]]
		if white.Side == black.Side || white.Side == v.Entrants[v.Games[0].Players[0]].Side != (i%2 == 0) {
			t.Errorf("board %d: %s has White", g.Board, white.Name)
		}
	}
	same("Owls 0 - 0 Rooks\n   1 Owl-4                0-0 Rook-5\n   2 Owl-3                0-0 Rook-4\n   3 Owl-2                0-0 Rook-3\n")
	side := func(g TournamentGame, c chess.Color) int { return k.now().View().Entrants[g.Players[c]].Side }
	owlsWin := func(g TournamentGame) string {
		if side(g, chess.White) == 1 {
			return "white"
		}
		return "black"
	}
	k.finish(func(g TournamentGame) string {
		if g.Board == 2 {
			return ""
		}
		return owlsWin(g)
	})
	k.wait(time.Second)
	first := "Owls 2.5 - 0.5 Rooks\n   1 Owl-4                1-0 Rook-5\n   2 Owl-3                0.5-0.5 Rook-4\n   3 Owl-2                1-0 Rook-3\n"
	same(first)
	if err := k.now().Withdraw(t.Context(), k.players[0]); err != nil { // Owl-2, on the third board
		t.Fatal(err)
	}
	k.wait(roundBreak)
	k.wait(time.Second)
	v = k.now().View()
	if len(v.Playing()) != 2 || v.Games[3].Players[0] != v.Games[0].Players[1] || v.Games[5].Points[0]+v.Games[5].Points[1] != 2 {
		t.Fatalf("the second round: %+v", v.Games)
	}
	k.finish(func(TournamentGame) string { return "" })
	k.wait(time.Second)
	k.wait(time.Second)
	v = k.now().View()
	if v.State != Done || v.Winner != "Owls" || v.Score != [2]int{7, 5} {
		t.Errorf("%+v", v.TournamentInfo)
	}
	same("Owls 3.5 - 2.5 Rooks\n   1 Owl-4                1.5-0.5 Rook-5\n   2 Owl-3                1-1 Rook-4\n   3 Owl-2                1-1 Rook-3\n")
	past, err := k.PastTournaments(t.Context(), 5)
	if err != nil || len(past) != 1 || past[0].Score != [2]int{7, 5} {
		t.Errorf("%+v, %v", past, err)
	}
}

// TestTeamMatchOfOneSide: a match for which one team has no players is called off.
func TestTeamMatchOfOneSide(t *testing.T) {
	c := open(t)
	k := matchOf(c, 3, 1, 2, 2)
	for _, p := range k.players[2:] {
		if err := k.now().Withdraw(t.Context(), p); err != nil {
			t.Fatal(err)
		}
	}
	if err := k.now().Start(t.Context(), k.players[0], false); err == nil {
		t.Error("it begins against nobody")
	}
	k.wait(time.Minute)
	if s := k.now().View().State; s != Cancelled {
		t.Errorf("the match is %s", s)
	}
}
