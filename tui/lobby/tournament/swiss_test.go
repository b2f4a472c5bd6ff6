package tournament

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// literal pairs a round as the rules are written: it makes every candidate of a bracket in their order and
// takes the first of the best. It is slow and for few players.
type literal struct{ *swiss }

type candidate struct {
	pairs    [][2]int
	floaters []int
	worth    []int // the greater the better, compared one after the other
}

func (l literal) pair() (all [][2]int, bye int) {
	bye = -1
	var down []int
	rest := slices.Clone(l.order)
	for len(rest) > 0 {
		n := l.group(rest)
		residents := rest[:n]
		rest = rest[n:]
		var best *candidate
		for c := range l.candidates(down, residents) {
			if !l.completesWith(append(slices.Clone(c.floaters), rest...), l.byeScore) {
				continue
			}
			c.worth = l.worth(c, down, residents, rest)
			if best == nil || slices.Compare(c.worth, best.worth) > 0 {
				best = &candidate{slices.Clone(c.pairs), slices.Clone(c.floaters), c.worth}
			}
		}
		if best == nil {
			return nil, -2
		}
		all, down = append(all, best.pairs...), best.floaters
		slices.SortFunc(down, l.rank)
	}
	if len(down) > 0 {
		bye = down[0]
	}
	return all, bye
}

func (l literal) rank(a, b int) int {
	if a == b {
		return 0
	}
	if l.above(a, b) {
		return -1
	}
	return 1
}

func (l literal) group(rest []int) (n int) {
	for n < len(rest) && l.players[rest[n]].score == l.players[rest[0]].score {
		n++
	}
	return n
}

// subsets gives all sets of k of n in lexicographic order.
func subsets(n, k int, yield func([]int)) {
	var set []int
	var add func(from int)
	add = func(from int) {
		if len(set) == k {
			yield(set)
			return
		}
		for i := from; i < n; i++ {
			set = append(set, i)
			add(i + 1)
			set = set[:len(set)-1]
		}
	}
	add(0)
}

// arrangements gives all ordered choices of k of some in lexicographic order.
func arrangements(all []int, k int, yield func(chosen, left []int)) {
	var chosen []int
	used := make([]bool, len(all))
	var add func()
	add = func() {
		if len(chosen) == k {
			var left []int
			for i, x := range all {
				if !used[i] {
					left = append(left, x)
				}
			}
			yield(chosen, left)
			return
		}
		for i, x := range all {
			if !used[i] {
				used[i] = true
				chosen = append(chosen, x)
				add()
				chosen = chosen[:len(chosen)-1]
				used[i] = false
			}
		}
	}
	add()
}

func (l literal) candidates(down, residents []int) func(func(candidate) bool) {
	return func(yield func(candidate) bool) {
		for high := min(len(down), len(residents)); high >= 0; high-- {
			subsets(len(down), high, func(set []int) {
				var s1, limbo []int
				for i, d := range down {
					if slices.Contains(set, i) {
						s1 = append(s1, d)
					} else {
						limbo = append(limbo, d)
					}
				}
				arrangements(residents, high, func(with, left []int) {
					var pairs [][2]int
					for i, d := range s1 {
						if !l.may(d, with[i]) {
							return
						}
						pairs = append(pairs, [2]int{d, with[i]})
					}
					for n := len(left) / 2; n >= 0; n-- {
						l.homogeneous(left, n, func(more [][2]int, free []int) {
							yield(candidate{pairs: append(slices.Clone(pairs), more...), floaters: append(slices.Clone(limbo), free...)})
						})
					}
				})
			})
		}
	}
}

// homogeneous makes the candidates with n pairs: exchanges in their order, transpositions of each.
func (l literal) homogeneous(left []int, n int, yield func(pairs [][2]int, free []int)) {
	type exchange struct{ down, up []int }
	var all []exchange
	for k := 0; k <= min(n, len(left)-n); k++ {
		var some []exchange
		subsets(n, k, func(a []int) {
			a = slices.Clone(a)
			subsets(len(left)-n, k, func(c []int) {
				up := slices.Clone(c)
				for i := range up {
					up[i] += n
				}
				some = append(some, exchange{a, up})
			})
		})
		sum := func(x []int) (s int) {
			for _, v := range x {
				s += v
			}
			return s
		}
		slices.SortStableFunc(some, func(x, y exchange) int {
			// The highest number that differs among those moved down comes first, then the lowest among those moved up.
			a, c := slices.Clone(x.down), slices.Clone(y.down)
			slices.Reverse(a)
			slices.Reverse(c)
			return cmp.Or(sum(x.up)-sum(x.down)-sum(y.up)+sum(y.down), -slices.Compare(a, c), slices.Compare(x.up, y.up))
		})
		all = append(all, some...)
	}
	for _, e := range all {
		var s1, s2 []int
		for i, x := range left {
			if i < n && !slices.Contains(e.down, i) || slices.Contains(e.up, i) {
				s1 = append(s1, x)
			} else {
				s2 = append(s2, x)
			}
		}
		arrangements(s2, n, func(with, free []int) {
			var pairs [][2]int
			for i, x := range s1 {
				if !l.may(x, with[i]) {
					return
				}
				pairs = append(pairs, [2]int{x, with[i]})
			}
			yield(pairs, slices.Clone(free))
		})
	}
}

// worth says how well a candidate meets the criteria.
func (l literal) worth(c candidate, down, residents, rest []int) []int {
	w := []int{len(c.pairs)} // C6
	scores := func(list []int) (s []int) {
		for _, i := range list {
			s = append(s, -l.players[i].score)
		}
		slices.Sort(s) // the highest first
		return s
	}
	pad := func(s []int) []int {
		for len(s) < 12 {
			s = append(s, 0)
		}
		return s
	}
	w = append(w, pad(scores(c.floaters))...) // C7
	if len(rest) > 0 {                        // C8
		n := l.group(rest)
		var best []int
		for next := range l.loose(append(slices.Clone(c.floaters), rest[:n]...), len(c.floaters)) {
			if !l.completesWith(append(slices.Clone(next.floaters), rest[n:]...), l.byeScore) {
				continue
			}
			if v := append([]int{len(next.pairs)}, pad(scores(next.floaters))...); best == nil || slices.Compare(v, best) > 0 {
				best = v
			}
		}
		w = append(w, best...)
	}
	if len(c.floaters) == 1 && l.players[c.floaters[0]].score == l.byeScore { // C9: nobody else gets the bye
		w = append(w, -l.players[c.floaters[0]].unplayed)
	} else {
		w = append(w, 0)
	}
	var v [4]int
	for _, p := range c.pairs {
		a, b, x, y := l.violations(p[0], p[1])
		v[0], v[1], v[2], v[3] = v[0]-a, v[1]-b, v[2]-x, v[3]-y
	}
	w = append(w, v[:]...)
	float := func(late int, of func(i int) bool) (n int) {
		for _, i := range c.floaters {
			if of(i) && l.players[i].down[late] {
				n--
			}
		}
		return n
	}
	isDown := func(i int) bool { return slices.Contains(down, i) }
	for late := range 2 {
		ups := 0
		for _, p := range c.pairs {
			if isDown(p[0]) && l.players[p[1]].up[late] {
				ups--
			}
		}
		w = append(w, float(late, func(i int) bool { return !isDown(i) }), ups)
	}
	for late := range 2 {
		var a, b []int
		for _, p := range c.pairs {
			if !isDown(p[0]) {
				continue
			}
			d := l.players[p[1]].score - l.players[p[0]].score
			if l.players[p[1]].up[late] {
				b = append(b, d)
			}
			if l.players[p[0]].down[late] {
				a = append(a, d)
			}
		}
		for _, i := range c.floaters {
			if isDown(i) && l.players[i].down[late] {
				a = append(a, l.players[residents[0]].score-2-l.players[i].score)
			}
		}
		slices.Sort(a)
		slices.Sort(b)
		w = append(w, pad(a)...)
		w = append(w, pad(b)...)
	}
	return w
}

// loose gives all sets of pairs of a bracket, whatever their order.
func (l literal) loose(all []int, down int) func(func(candidate) bool) {
	return func(yield func(candidate) bool) {
		var pairs [][2]int
		var free []int
		var next func(i int, used uint)
		next = func(i int, used uint) {
			if i == len(all) {
				yield(candidate{pairs: pairs, floaters: slices.Clone(free)})
				return
			}
			if used>>i&1 == 1 {
				next(i+1, used)
				return
			}
			for j := max(i+1, down); j < len(all); j++ {
				if used>>j&1 == 0 && l.may(all[i], all[j]) {
					pairs = append(pairs, [2]int{all[i], all[j]})
					next(i+1, used|1<<j)
					pairs = pairs[:len(pairs)-1]
				}
			}
			free = append(free, all[i])
			next(i+1, used)
			free = free[:len(free)-1]
		}
		next(0, 0)
	}
}

// playRound gives results to pairs: mostly to the stronger, some games are drawn or not played.
func playRound(r *rand.Rand, entries []Entry, pairs []Pair, bye int) {
	for i := range entries {
		if entries[i].Absent {
			entries[i].Games = append(entries[i].Games, Game{Opponent: -1, Points: r.IntN(2)})
		}
	}
	for _, p := range pairs {
		won := 2
		switch x := r.IntN(10); {
		case x < 3:
			won = 1
		case x < 6 && p.White > p.Black || x == 9:
			won = 0
		}
		played := r.IntN(25) > 0
		if !played && won == 1 {
			won = 2
		}
		entries[p.White].Games = append(entries[p.White].Games, Game{Opponent: p.Black, White: true, Played: played, Points: won})
		entries[p.Black].Games = append(entries[p.Black].Games, Game{Opponent: p.White, Played: played, Points: 2 - won})
	}
	if bye >= 0 {
		entries[bye].Games = append(entries[bye].Games, Game{Opponent: -1, Points: 2, Bye: true})
	}
}

func sortedPairs(pairs [][2]int) string {
	s := slices.Clone(pairs)
	for i, p := range s {
		s[i] = [2]int{min(p[0], p[1]), max(p[0], p[1])}
	}
	slices.SortFunc(s, func(a, b [2]int) int { return a[0] - b[0] })
	return fmt.Sprint(s)
}

// TestSwissIsTheRules plays small tournaments and holds each round to the rules as they are written.
func TestSwissIsTheRules(t *testing.T) {
	r := rand.New(rand.NewChaCha8([32]byte{20}))
	trials := 200
	if testing.Short() {
		trials = 60
	}
	rounds := 0
	for trial := range trials {
		entries := make([]Entry, 4+r.IntN(5))
		last := 3 + r.IntN(4)
		for round := range last {
			for i := range entries {
				entries[i].Absent = r.IntN(20) == 0
			}
			s := newSwiss(entries, last, true)
			err := s.pair()
			if err != nil {
				break
			}
			want, bye := literal{newSwissAs(s, entries, last)}.pair()
			if got := sortedPairs(s.pairs); got != sortedPairs(want) || s.bye != bye {
				t.Fatalf("trial %d, round %d of %d: %s bye %d, want %s bye %d\n%+v", trial, round+1, last, got, s.bye, sortedPairs(want), bye, entries)
			}
			rounds++
			pairs, free, _ := Swiss(entries, last, true)
			playRound(r, entries, pairs, free)
		}
	}
	t.Logf("%d rounds", rounds)
}

func newSwissAs(s *swiss, entries []Entry, last int) *swiss {
	n := newSwiss(entries, last, s.whiteFirst)
	n.byeScore = s.byeScore
	return n
}

// TestStraightIsBest holds the quick search to the thorough one.
func TestStraightIsBest(t *testing.T) {
	r := rand.New(rand.NewChaCha8([32]byte{21}))
	quick, all := 0, 0
	for trial := range 12 {
		entries := make([]Entry, 20+r.IntN(21))
		for range 7 {
			s := newSwiss(entries, 7, true)
			if len(s.order)%2 == 1 {
				for score := 0; s.byeScore < 0; score++ {
					if s.completesWith(s.order, score) {
						s.byeScore = score
					}
				}
			}
			var down []int
			rest := s.order
			for len(rest) > 0 {
				n := literal{s}.group(rest)
				b := &bracket{swiss: s, down: down, residents: rest[:n], rest: rest[n:]}
				if rest = rest[n:]; len(rest) > 0 {
					b.next = rest[:literal{s}.group(rest)]
				}
				pairs, floaters, ok := b.best()
				if !ok {
					t.Fatal("no pairing")
				}
				all++
				if p, f, ok := b.straight(); ok {
					quick++
					if sortedPairs(p) != sortedPairs(pairs) || !slices.Equal(f, floaters) {
						t.Fatalf("trial %d: straight %v %v, best %v %v", trial, sortedPairs(p), f, sortedPairs(pairs), floaters)
					}
				}
				down = floaters
			}
			pairs, bye, err := Swiss(entries, 7, true)
			if err != nil {
				t.Fatal(err)
			}
			playRound(r, entries, pairs, bye)
		}
	}
	t.Logf("%d of %d brackets were straight", quick, all)
	if quick*2 < all {
		t.Error("most brackets should be")
	}
}

// published are tournaments with the pairs of their next round.
type published struct {
	name    string
	rounds  int
	entries []Entry
	pairs   []string
}

func readPublished(t *testing.T) (all []published) {
	t.Helper()
	text, err := os.ReadFile("testdata/dutch.txt")
	if err != nil {
		t.Fatal(err)
	}
	var p published
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		switch {
		case len(fields) == 0 || fields[0] == "#":
		case fields[0] == "tournament":
			p = published{name: fields[1]}
			p.rounds, _ = strconv.Atoi(fields[3])
		case fields[0] == "pairs":
			p.pairs = fields[1:]
			all = append(all, p)
		default:
			var e Entry
			for _, f := range fields {
				n := len(f)
				who, err := strconv.Atoi(f[:n-2])
				if err != nil {
					t.Fatal(err)
				}
				e.Games = append(e.Games, Game{
					Opponent: who - 1, White: f[n-2] == 'w', Played: strings.Contains("10=", f[n-1:]), // Z: was away
					Points: map[byte]int{'1': 2, '+': 2, '=': 1}[f[n-1]],
				})
			}
			p.entries = append(p.entries, e)
		}
	}
	for _, p := range all { // who has a game more is away in the round to come
		rounds := len(slices.MinFunc(p.entries, func(a, b Entry) int { return len(a.Games) - len(b.Games) }).Games)
		for i := range p.entries {
			e := &p.entries[i]
			e.Absent, e.Games = len(e.Games) > rounds, e.Games[:rounds]
		}
	}
	return all
}

// TestPublishedPairings holds rounds to what FIDE's programs make of them.
func TestPublishedPairings(t *testing.T) {
	for _, p := range readPublished(t) {
		pairs, bye, err := Swiss(p.entries, p.rounds, true)
		if err != nil {
			t.Fatalf("%s: %v", p.name, err)
		}
		var got []string
		for _, g := range pairs {
			got = append(got, fmt.Sprintf("%d-%d", g.White+1, g.Black+1))
		}
		if bye >= 0 {
			got = append(got, fmt.Sprintf("%d-0", bye+1))
		}
		want := slices.Clone(p.pairs)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("tournament %s:\n got %v\nwant %v", p.name, got, want)
		}
	}
}

func BenchmarkSwiss1000(b *testing.B) {
	r := rand.New(rand.NewChaCha8([32]byte{22}))
	entries := make([]Entry, 1000)
	for round := range 9 {
		var pairs []Pair
		var bye int
		b.Run(strconv.Itoa(round+1), func(b *testing.B) {
			for b.Loop() {
				var err error
				if pairs, bye, err = Swiss(entries, 9, true); err != nil {
					b.Fatal(err)
				}
			}
		})
		if pairs == nil {
			return
		}
		playRound(r, entries, pairs, bye)
	}
}
