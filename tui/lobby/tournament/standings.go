package tournament

import (
	"cmp"
	"slices"
)

// Standing is how a player stands.
type Standing struct {
	Player int
	Rank   int    // from 1; equal players have the same
	Points int    // in half points; in an arena its points
	Ties   [3]int // tie-breaks, the most important first; see their functions
}

// rank orders standings and numbers them.
func rank(all []Standing) []Standing {
	compare := func(a, b Standing) int {
		return cmp.Or(b.Points-a.Points, slices.Compare(b.Ties[:], a.Ties[:]))
	}
	slices.SortStableFunc(all, compare)
	for i := range all {
		if all[i].Rank = i + 1; i > 0 && compare(all[i-1], all[i]) == 0 {
			all[i].Rank = all[i-1].Rank
		}
	}
	return all
}

// SwissStandings orders the players of a Swiss tournament. Ties are broken by Buchholz without the lowest opponent, by
// Buchholz, and by Sonneborn-Berger. A round without a game counts as one against somebody with
// the player's own points.
func SwissStandings(entries []Entry) []Standing {
	return standings(entries, func(opponents []int, berger, wins int) [3]int {
		buchholz := 0
		for _, p := range opponents {
			buchholz += p
		}
		cut := buchholz
		if len(opponents) > 0 {
			cut -= slices.Min(opponents)
		}
		return [3]int{cut, buchholz, berger}
	})
}

// RoundRobinStandings orders the players of a round robin. Ties are broken by Sonneborn-Berger and by the number of wins.
func RoundRobinStandings(entries []Entry) []Standing {
	return standings(entries, func(_ []int, berger, wins int) [3]int { return [3]int{berger, wins, 0} })
}

func standings(entries []Entry, ties func(opponents []int, berger, wins int) [3]int) []Standing {
	all := make([]Standing, len(entries))
	for i, e := range entries {
		var opponents []int
		berger, wins, own := 0, 0, e.Points()
		for _, g := range e.Games {
			points := own
			if g.Played {
				points = entries[g.Opponent].Points()
				if g.Points == 2 {
					wins++
				}
			}
			opponents = append(opponents, points)
			berger += g.Points * points
		}
		all[i] = Standing{Player: i, Points: own, Ties: ties(opponents, berger, wins)}
	}
	return rank(all)
}

// ArenaResult is a finished game of an arena as its standings need it.
type ArenaResult struct {
	ArenaGame
	Opponent int // his rating, 0 for none
}

// ArenaStandings orders the players of an arena. Ties are broken by performance: the mean of the opponents'
// ratings, 500 more for a win and 500 less for a loss.
func ArenaStandings(results [][]ArenaResult) []Standing {
	all := make([]Standing, len(results))
	for i, games := range results {
		sum, performance := 0, 0
		plain := make([]ArenaGame, len(games))
		for k, g := range games {
			plain[k] = g.ArenaGame
			rating := g.Opponent
			if rating == 0 {
				rating = unrated
			}
			performance += rating + 500*(g.Points-1)
		}
		points, _ := ArenaScore(plain)
		for _, p := range points {
			sum += p
		}
		if len(games) > 0 {
			performance /= len(games)
		}
		all[i] = Standing{Player: i, Points: sum, Ties: [3]int{performance}}
	}
	return rank(all)
}

// unrated is what a player without a rating counts for.
const unrated = 1500
