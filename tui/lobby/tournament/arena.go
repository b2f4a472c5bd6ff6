package tournament

import "slices"

// ArenaGame is a finished game of a player in an arena.
type ArenaGame struct {
	Points  int  // 2 for a win, 1 for a draw
	Berserk bool // the player had half his time
	Plies   int
}

const (
	// berserkPlies is how long a game is at least for berserk to count: seven moves of either side.
	berserkPlies = 14
	// longDraw is how long a draw is that counts whatever was drawn before: thirty moves.
	longDraw = 60
)

// ArenaScore counts points as lichess does: 2 for a win and 1 for a draw, doubled from the third game on after two
// wins in a row until a game is not won, one more for a win with berserk. A draw after a draw
// without a win in between brings nothing unless it was long. points are those of each game; fire tells
// whether the next one counts double.
func ArenaScore(games []ArenaGame) (points []int, fire bool) {
	wins, drawn := 0, false
	for _, g := range games {
		n := 0
		switch g.Points {
		case 2:
			n = 2
			drawn = false
		case 1:
			if !drawn || g.Plies >= longDraw {
				n = 1
			}
			drawn = true
		}
		if wins >= 2 {
			n *= 2
		}
		if g.Points == 2 {
			wins++
			if g.Berserk && g.Plies >= berserkPlies {
				n++
			}
		} else {
			wins = 0
		}
		points = append(points, n)
	}
	return points, wins >= 2
}

// Waiting is a player who waits for an opponent in an arena.
type Waiting struct {
	Player    int
	Rank      int // in the standings; before the first games by rating
	Last      int // the opponent of the last game, -1 for none
	Whites    int // games with White less games with Black
	LastWhite bool
	Missed    int // how often nobody was left for him
}

// arenaBlock is how many neighbours are paired as well as can be at once.
const arenaBlock = 40

// PairArena pairs players who wait, each with one who stands near. Nobody meets the opponent of his last game unless
// again is true, as where two alone are left. With an odd number one goes on waiting, not
// twice the same as long as there is another way.
func PairArena(waiting []Waiting, again bool) (pairs []Pair) {
	all := slices.Clone(waiting)
	slices.SortStableFunc(all, func(a, b Waiting) int { return a.Rank - b.Rank })
	for len(all) > 1 {
		block := all[:min(arenaBlock, len(all))]
		if len(all)-len(block) < arenaBlock/2 {
			block = all
		}
		mates := maxMatching(len(block), func(i, j int) (weight, bool) {
			a, b := &block[i], &block[j]
			if !again && (a.Last == b.Player || b.Last == a.Player) {
				return weight{}, false
			}
			apart := int64(min(max(i-j, j-i), arenaBlock))
			cost := 8 * apart * apart
			if a.Last == b.Player || b.Last == a.Player {
				cost += 400
			}
			if a.Whites*b.Whites > 0 { // both have had the same colour more often
				cost += 2 * int64(min(wide(a.Whites), wide(b.Whites)))
			}
			return weight{1, int64(a.Missed + b.Missed), 1<<30 - cost}, true
		})
		var left []Waiting
		for i, j := range mates {
			switch {
			case j < 0:
				left = append(left, block[i])
			case i < j:
				pairs = append(pairs, arenaColours(block[i], block[j]))
			}
		}
		rest := all[len(block):]
		if len(rest) == 0 || len(left) == len(block) {
			return pairs
		}
		all = append(left, rest...)
	}
	return pairs
}

// arenaColours gives White to the one who had it less often, then to the one who had Black last.
func arenaColours(a, b Waiting) Pair {
	white := a.Whites < b.Whites
	if a.Whites == b.Whites {
		white = !a.LastWhite && b.LastWhite || a.LastWhite == b.LastWhite && (a.Player+b.Player)%2 == 1
	}
	if white {
		return Pair{a.Player, b.Player}
	}
	return Pair{b.Player, a.Player}
}
