package tournament

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestArenaScore holds points to the examples and rules of lichess's page on arenas.
func TestArenaScore(t *testing.T) {
	const long = 80
	for _, c := range []struct {
		games string // W, D, L; small for a short game; ! for berserk before it
		want  []int
		fire  bool
	}{
		{"WWD", []int{2, 2, 2}, false}, // lichess: two wins followed by a draw are worth 6 points
		{"WLD", []int{2, 0, 1}, false},
		{"WWWW", []int{2, 2, 4, 4}, true},
		{"WWLWW", []int{2, 2, 0, 2, 2}, true},
		{"WWWLWD", []int{2, 2, 4, 0, 2, 1}, false},
		{"!W", []int{3}, false},
		{"!W!W!W", []int{3, 3, 5}, true},
		{"!w", []int{2}, false}, // under seven moves
		{"!L!D", []int{0, 1}, false},
		{"dd", []int{1, 0}, false},
		{"ddd", []int{1, 0, 0}, false},
		{"dLd", []int{1, 0, 0}, false}, // a win alone ends it
		{"dWd", []int{1, 2, 1}, false},
		{"dD", []int{1, 1}, false}, // thirty moves and more count
		{"WWdd", []int{2, 2, 2, 0}, false},
		{"", nil, false},
	} {
		var games []ArenaGame
		berserk := false
		for _, r := range c.games {
			g := ArenaGame{Berserk: berserk, Plies: long}
			switch r {
			case '!':
				berserk = true
				continue
			case 'w', 'd':
				g.Plies = 10
			}
			switch r {
			case 'W', 'w':
				g.Points = 2
			case 'D', 'd':
				g.Points = 1
			}
			berserk = false
			games = append(games, g)
		}
		if got, fire := ArenaScore(games); !slices.Equal(got, c.want) || fire != c.fire {
			t.Errorf("%s: %v %v, want %v %v", c.games, got, fire, c.want, c.fire)
		}
	}
}

func TestPairArenaByStanding(t *testing.T) {
	wait := func(n int) (all []Waiting) {
		for i := range n {
			all = append(all, Waiting{Player: i, Rank: i + 1, Last: -1})
		}
		return all
	}
	of := func(pairs []Pair) string {
		var all [][2]int
		for _, p := range pairs {
			all = append(all, [2]int{min(p.White, p.Black), max(p.White, p.Black)})
		}
		slices.SortFunc(all, func(a, b [2]int) int { return a[0] - b[0] })
		return fmt.Sprint(all)
	}
	four := wait(4)
	if got := of(PairArena(four, false)); got != "[[0 1] [2 3]]" {
		t.Errorf("neighbours: %s", got)
	}
	four[0].Last, four[1].Last = 1, 0
	if got := of(PairArena(four, false)); got != "[[0 2] [1 3]]" {
		t.Errorf("not the last opponent again: %s", got)
	}
	two := four[:2]
	if got := PairArena(two, false); len(got) != 0 {
		t.Errorf("two who have just played are paired: %v", got)
	}
	if got := PairArena(two, true); len(got) != 1 {
		t.Errorf("two who are alone: %v", got)
	}
	five := wait(5)
	five[4].Missed = 1
	if got := PairArena(five, false); !slices.ContainsFunc(got, func(p Pair) bool { return p.White == 4 || p.Black == 4 }) {
		t.Errorf("who was left over is left over again: %v", got)
	}
	colours := wait(2)
	colours[0].Whites = 1
	if got := PairArena(colours, false); got[0] != (Pair{1, 0}) {
		t.Errorf("White for the one with fewer Whites: %v", got)
	}
}

// TestPairArenaPairsAll holds for large crowds that all are paired, near each other.
func TestPairArenaPairsAll(t *testing.T) {
	r := rand.New(rand.NewChaCha8([32]byte{23}))
	for _, n := range []int{39, 41, 42, 83, 500, 1000} {
		all := make([]Waiting, n)
		for i := range all {
			all[i] = Waiting{Player: i, Rank: i + 1, Last: -1, Whites: r.IntN(3) - 1}
		}
		for i := 0; i+1 < n; i += 2 {
			all[i].Last, all[i+1].Last = i+1, i
		}
		pairs := PairArena(all, false)
		if len(pairs) != n/2 {
			t.Errorf("%d players: %d pairs", n, len(pairs))
		}
		for _, p := range pairs {
			if d := max(p.White-p.Black, p.Black-p.White); d > 5 || p.White/2 == p.Black/2 && p.White != n-1 && p.Black != n-1 {
				t.Errorf("%d players: %v", n, p)
			}
		}
	}
}

func TestStandings(t *testing.T) {
	// Three players, each beat the next, the third drew with the first: 1½, 1, ½.
	game := func(o, points int) Game { return Game{Opponent: o, Played: true, Points: points} }
	entries := []Entry{
		{Games: []Game{game(1, 2), game(2, 1)}},
		{Games: []Game{game(0, 0), game(2, 2)}},
		{Games: []Game{game(1, 0), game(0, 1)}},
	}
	got := SwissStandings(entries)
	for i, want := range []Standing{
		{0, 1, 3, [3]int{2, 3, 2*2 + 1*1}},
		{1, 2, 2, [3]int{3, 4, 2 * 1}},
		{2, 3, 1, [3]int{3, 5, 1 * 3}},
	} {
		if got[i] != want {
			t.Errorf("place %d: %+v, want %+v", i+1, got[i], want)
		}
	}
	if rr := RoundRobinStandings(entries); rr[0].Ties != [3]int{5, 1, 0} {
		t.Errorf("round robin: %+v", rr[0])
	}
	arena := ArenaStandings([][]ArenaResult{
		{{ArenaGame{2, false, 40}, 1600}},
		{{ArenaGame{2, false, 40}, 1700}},
		{},
	})
	if arena[0].Player != 1 || arena[0].Ties[0] != 2200 || arena[1].Rank != 2 || arena[2].Points != 0 {
		t.Errorf("arena: %+v", arena)
	}
}

func BenchmarkArena1000(b *testing.B) {
	all := make([]Waiting, 1000)
	for i := range all {
		all[i] = Waiting{Player: i, Rank: i + 1, Last: i ^ 1}
	}
	for b.Loop() {
		if n := len(PairArena(all, false)); n != 500 {
			b.Fatal(n, "pairs")
		}
	}
}
