package tournament

import (
	"fmt"
	"strings"
	"testing"
)

// berger are FIDE's tables for 4, 6 and 8 players (Handbook C.05, annex 1).
var berger = map[int]string{
	4: "1-4 2-3, 4-3 1-2, 2-4 3-1",
	6: "1-6 2-5 3-4, 6-4 5-3 1-2, 2-6 3-1 4-5, 6-5 1-4 2-3, 3-6 4-2 5-1",
	8: "1-8 2-7 3-6 4-5, 8-5 6-4 7-3 1-2, 2-8 3-1 4-7 5-6, 8-6 7-5 1-4 2-3, 3-8 4-2 5-1 6-7, 8-7 1-6 2-5 3-4, 4-8 5-3 6-2 7-1",
}

func TestBergerTables(t *testing.T) {
	for n, want := range berger {
		var rounds []string
		for _, round := range RoundRobin(n, false) {
			var pairs []string
			for _, p := range round {
				pairs = append(pairs, fmt.Sprintf("%d-%d", p.White+1, p.Black+1))
			}
			rounds = append(rounds, strings.Join(pairs, " "))
		}
		if got := strings.Join(rounds, ", "); got != want {
			t.Errorf("%d players:\n got %s\nwant %s", n, got, want)
		}
	}
}

// TestRoundRobinIsFair holds for every number that each plays each once, or once with either colour, with
// colours that differ by one at most and never three times the same.
func TestRoundRobinIsFair(t *testing.T) {
	for n := 2; n <= 33; n++ {
		for _, twice := range []bool{false, true} {
			met := make(map[Pair]int)
			white, row := make([]int, n), make([]int, n)
			for _, round := range RoundRobin(n, twice) {
				busy := make(map[int]bool)
				for _, p := range round {
					if busy[p.White] || busy[p.Black] {
						t.Fatalf("%d players: somebody plays twice in a round", n)
					}
					busy[p.White], busy[p.Black] = true, true
					met[p]++
					white[p.White]++
					white[p.Black]--
					row[p.White], row[p.Black] = max(row[p.White], 0)+1, min(row[p.Black], 0)-1
					if row[p.White] > 2 || row[p.Black] < -2 {
						t.Errorf("%d players, twice %v: three times the same colour", n, twice)
					}
				}
			}
			for i := range n {
				if d := white[i]; twice && d != 0 || d > 1 || d < -1 {
					t.Errorf("%d players, twice %v: player %d has %+d with White", n, twice, i+1, d)
				}
				for j := range i {
					if a, b := met[Pair{i, j}], met[Pair{j, i}]; a+b != 1 && !twice || twice && (a != 1 || b != 1) {
						t.Errorf("%d players, twice %v: %d and %d meet %d times", n, twice, i+1, j+1, a+b)
					}
				}
			}
		}
	}
}
