package lobby

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"rookery/chess"
	"rookery/tui/lobby/tournament"
	"rookery/tui/remote"
)

// TeamSide is one of the two teams of a match.
type TeamSide struct {
	ID   string `json:"id"`
	Name string `json:"name"` // then
	// Leader, then, by ID: he may cancel the match before it begins, whoever has planned it.
	Leader string `json:"leader,omitempty"`
}

// MaxMatchBoards is how many boards a match of two teams has at most.
const MaxMatchBoards = 50

// MatchBoard is a board of a match of two teams: who plays there, by side, and how it stands.
type MatchBoard struct {
	Number  int    // from 1; 0 for reserves
	Players [2]int // numbers of entrants; -1 for nobody
	Games   []int  // among those of the match
	Points  [2]int // in half points, by side
	White   int    // the side that has White in the first game; -1 before it is paired
	Table   string // of the game that is on; empty for none
}

// checkTeams sees to the teams of a match that is planned: the leader of the first plans it.
func (l *Lobby) checkTeams(ctx context.Context, by remote.Player, plan *TournamentPlan, operator bool) error {
	for i := range plan.Teams {
		t, err := l.Team(ctx, plan.Teams[i].ID)
		if err != nil {
			return err
		}
		if i == 0 && t.Leader != by.ID && !operator {
			return errors.New("only the leader of a team can plan its matches")
		}
		plan.Teams[i].Name, plan.Teams[i].Leader = t.Name, t.Leader
	}
	return l.apart(ctx, by, remote.Player{ID: plan.Teams[1].Leader})
}

// sideOf is for which team of a match a player enters, from 1; 0 in other tournaments.
func (l *Lobby) sideOf(ctx context.Context, p remote.Player, plan TournamentPlan) (side int, err error) {
	if plan.Format != TeamMatch {
		return 0, nil
	}
	leads := 0
	for i, s := range plan.Teams {
		t, err := l.Team(ctx, s.ID)
		if err != nil && !errors.Is(err, ErrNoTeam) {
			return 0, err
		}
		if err != nil || !t.Has(p.ID) {
			continue
		}
		if t.Leader == p.ID {
			leads += i + 1
		}
		side += i + 1
	}
	switch {
	case side == 3 && (leads == 1 || leads == 2): // of two teams he plays for that which he leads
		return leads, nil
	case side == 3:
		return 0, errors.New("you are in both teams: leave one of them to play for the other")
	case side == 0:
		return 0, errors.New("this match is for members of the two teams: join one of them first")
	}
	return side, nil
}

// lineUp are those who play for a side, by rating, and behind them those for whom there is no board.
func (r *tournamentRecord) lineUp(side int) (all []int) {
	for i, p := range r.entrants {
		if p.Side == side+1 && !p.Withdrawn && !p.Paused {
			all = append(all, i)
		}
	}
	slices.SortStableFunc(all, func(a, b int) int { return r.entrants[b].Rating.Value - r.entrants[a].Rating.Value })
	return all
}

// lineUps are both, and on how many boards they meet.
func (r *tournamentRecord) lineUps() (sides [2][]int, boards int) {
	sides = [2][]int{r.lineUp(0), r.lineUp(1)}
	return sides, min(len(sides[0]), len(sides[1]), r.plan.Boards)
}

// matchPairs are the games of the next round. On the first board the side has White that was drawn, on each further
// one the other; in the second round everybody has the other colour.
func (r *tournamentRecord) matchPairs() (pairs []tablePair) {
	if r.round > 0 {
		for _, g := range r.games {
			if g.Round == 1 {
				pairs = append(pairs, tablePair{White: g.Players[chess.Black], Black: g.Players[chess.White]})
			}
		}
		return pairs
	}
	sides, boards := r.lineUps()
	for i := range boards {
		p := tablePair{White: sides[0][i], Black: sides[1][i]}
		if (i%2 == 0) != r.whiteFirst {
			p.White, p.Black = p.Black, p.White
		}
		pairs = append(pairs, p)
	}
	return pairs
}

// matchBoards are the boards as they stand; before the match as they would be now.
func (r *tournamentRecord) matchBoards() (all []MatchBoard) {
	sides, boards := r.lineUps()
	if r.round == 0 {
		for i := range boards {
			all = append(all, MatchBoard{Number: i + 1, Players: [2]int{sides[0][i], sides[1][i]}, White: -1})
		}
	}
	playing := make(map[int]bool)
	for n, g := range r.games {
		if g.Board > len(all) {
			b := MatchBoard{Number: g.Board}
			for c, i := range g.Players {
				b.Players[r.entrants[i].Side-1] = i
				if chess.Color(c) == chess.White {
					b.White = r.entrants[i].Side - 1
				}
			}
			all = append(all, b)
		}
		b := &all[g.Board-1]
		b.Games = append(b.Games, n)
		for c, i := range g.Players {
			playing[i] = true
			if g.Over {
				b.Points[r.entrants[i].Side-1] += g.Points[c]
			}
		}
		if r.open[n] {
			b.Table = g.Table
		}
	}
	for i := range boards {
		if r.round == 0 {
			playing[sides[0][i]], playing[sides[1][i]] = true, true
		}
	}
	var reserves [2][]int
	for side, all := range sides {
		for _, i := range all {
			if !playing[i] {
				reserves[side] = append(reserves[side], i)
			}
		}
	}
	for i := range max(len(reserves[0]), len(reserves[1])) {
		b := MatchBoard{Players: [2]int{-1, -1}, White: -1}
		for side, who := range reserves {
			if i < len(who) {
				b.Players[side] = who[i]
			}
		}
		all = append(all, b)
	}
	return all
}

// matchScore is the score of a match in half points, by side.
func (r *tournamentRecord) matchScore() (score [2]int) {
	for _, g := range r.games {
		for c, i := range g.Players {
			if g.Over {
				score[r.entrants[i].Side-1] += g.Points[c]
			}
		}
	}
	return score
}

// matchStandings are the players of both teams by their points, equal ones by their boards.
func (r *tournamentRecord) matchStandings() []tournament.Standing {
	all := make([]tournament.Standing, len(r.entrants))
	board := make([]int, len(r.entrants))
	for i := range all {
		all[i].Player, board[i] = i, MaxPlayers
	}
	for _, g := range r.games {
		for c, i := range g.Players {
			if board[i] = g.Board; g.Over {
				all[i].Points += g.Points[c]
			}
		}
	}
	slices.SortStableFunc(all, func(a, b tournament.Standing) int {
		return cmp.Or(b.Points-a.Points, board[a.Player]-board[b.Player])
	})
	for i := range all {
		if all[i].Rank = i + 1; i > 0 && all[i].Points == all[i-1].Points {
			all[i].Rank = all[i-1].Rank
		}
	}
	return all
}
