package tournament

import "slices"

// RoundRobin are the rounds of a tournament in which everybody plays everybody, by FIDE's Berger tables
// (C.05 annex 1). With twice everybody plays everybody with either colour; as FIDE advises, the last two rounds
// of the first half change places, so that nobody has a colour three times. Where the number is odd the
// one who is free in a round is missing from it.
func RoundRobin(players int, twice bool) [][]Pair {
	n := players + players%2
	if players < 2 {
		return nil
	}
	first := make([]Pair, n/2)
	for i := range first {
		first[i] = Pair{i, n - 1 - i}
	}
	rounds := make([][]Pair, n-1)
	for r := range rounds {
		round := make([]Pair, len(first))
		for i, p := range first {
			// All but the last go on by half a circle from round to round.
			move := func(x int) int { return (x + r*n/2) % (n - 1) }
			if i == 0 {
				if round[0] = (Pair{move(p.White), n - 1}); r%2 == 1 {
					round[0] = Pair{n - 1, move(p.White)}
				}
				continue
			}
			round[i] = Pair{move(p.White), move(p.Black)}
		}
		rounds[r] = round
	}
	if twice {
		back := make([][]Pair, len(rounds))
		for r, round := range rounds {
			for _, p := range round {
				back[r] = append(back[r], Pair{p.Black, p.White})
			}
		}
		if k := len(rounds); k > 2 {
			rounds[k-1], rounds[k-2] = rounds[k-2], rounds[k-1]
		}
		rounds = append(rounds, back...)
	}
	if n > players {
		for r := range rounds {
			rounds[r] = slices.DeleteFunc(rounds[r], func(p Pair) bool { return max(p.White, p.Black) == players })
		}
	}
	return rounds
}
