package tournament

import "slices"

// best finds the best candidate of a bracket and, of several, the first in the order of the rules. What the
// rules ask for in turn becomes the weight of an edge, and a matching of the greatest weight is the answer;
// then one choice after the other is made in the order of the rules, with the weight kept.
//
// All players below are in the graph, so that the round can be completed. Of very many the scoregroup below
// alone is, and whether the round can be completed is looked at afterwards.
func (b *bracket) best() (pairs [][2]int, floaters []int, ok bool) {
	local := len(b.rest)-len(b.next) > mostBelow && b.byeScore < b.players[b.next[0]].score
	pairs, floaters, ok = b.bestOf(local)
	if local && (!ok || !b.completesWith(append(slices.Clone(floaters), b.rest...), b.byeScore)) {
		return b.bestOf(false)
	}
	return pairs, floaters, ok
}

// mostBelow is how many players below the next scoregroup are looked at with a bracket.
const mostBelow = 30

// graph is a bracket as the matching sees it: first those moved down, then the residents, those below, and
// the bye.
type graph struct {
	*bracket
	all   []int
	m, n  int // moved down; all of the bracket
	below int // where the scoregroup below ends
	bye   int // the vertex; -1 for none
	local bool
	// decidesBye says that the only downfloater gets the bye, whoever he is.
	decidesBye bool
	levels     []int // scores of those moved down, the highest first
	shut       [][]bool
	group      []int // S1 is 1, S2 is 2 of what is left of the residents; 0 for no part
	mates      []int
}

func (b *bracket) bestOf(local bool) (pairs [][2]int, floaters []int, ok bool) {
	g := &graph{bracket: b, m: len(b.down), n: len(b.down) + len(b.residents), local: local, bye: -1}
	g.all = slices.Concat(b.down, b.residents)
	if local {
		g.all = append(g.all, b.next...)
	} else {
		g.all = append(g.all, b.rest...)
	}
	g.below = g.n + len(b.next)
	if !local && len(g.all)%2 == 1 {
		g.bye = len(g.all)
		g.all = append(g.all, -1)
	}
	for _, i := range b.down {
		if s := b.players[i].score; !slices.Contains(g.levels, s) {
			g.levels = append(g.levels, s)
		}
	}
	g.shut = make([][]bool, len(g.all))
	for i := range g.shut {
		g.shut[i] = make([]bool, len(g.all))
	}
	g.group = make([]int, len(g.all))
	g.choose(nil)
	if !local && slices.Contains(g.mates, -1) {
		return nil, nil, false
	}
	if g.bye >= 0 && g.mates[g.bye] < g.n {
		alone := 0
		for _, y := range g.mates[:g.n] {
			if y >= g.n {
				alone++
			}
		}
		g.decidesBye = alone == 1
	}
	g.pairDown()
	g.pairRest()
	for x := range g.n {
		switch y := g.mates[x]; {
		case y < 0 || y >= g.n:
			floaters = append(floaters, g.all[x])
		case x < y:
			pairs = append(pairs, [2]int{g.all[x], g.all[y]})
		}
	}
	slices.SortFunc(floaters, func(x, y int) int {
		if b.above(x, y) {
			return -1
		}
		return 1
	})
	return pairs, floaters, true
}

// inside tells whether an edge is a pair of the bracket.
func (g *graph) inside(x, y int) bool { return x < g.n && y < g.n }

// count is something to count beside the criteria: how many values its sum has at most, less one, and
// what an edge brings.
type count struct {
	span int
	of   func(x, y int) int // x before y
}

// choose finds the best matching. Behind the criteria the further counts decide, the most important first.
func (g *graph) choose(further []count) {
	counts := append(g.criteria(), further...)
	var l layout
	for _, c := range counts {
		if !l.add(c.span) {
			break // see pieces
		}
	}
	values := make([]int, len(l.at))
	g.mates = maxMatching(len(g.all), func(x, y int) (weight, bool) {
		if x > y {
			x, y = y, x
		}
		switch {
		case g.shut[x][y]:
			return weight{}, false
		case y == g.bye:
			if p := &g.players[g.all[x]]; !p.mayBye || p.score != g.byeScore {
				return weight{}, false
			}
		case y < g.m || !g.may(g.all[x], g.all[y]):
			return weight{}, false
		case g.local && x >= g.n && y >= g.below:
			return weight{}, false
		}
		for i := range values {
			values[i] = counts[i].of(x, y)
		}
		return l.pack(values), true
	})
}

// pieces gives further counts to choose in as many steps as they need, and has decided called after each
// with the numbers of those that were looked at.
func (g *graph) pieces(all []count, decided func(from, to int)) {
	for from := 0; from < len(all); {
		var l layout
		for _, c := range g.criteria() {
			l.add(c.span)
		}
		to := from
		for to < len(all) && l.add(all[to].span) {
			to++
		}
		if to == from {
			to++ // cannot be: criteria leave room
		}
		g.choose(all[from:to])
		decided(from, to)
		from = to
	}
}

// criteria are C4 to C21.
func (g *graph) criteria() []count {
	one := func(is bool) int {
		if is {
			return 1
		}
		return 0
	}
	player := func(x int) *swissPlayer { return &g.players[g.all[x]] }
	half := g.n/2 + 1
	var all []count
	add := func(span int, of func(x, y int) int) { all = append(all, count{span, of}) }
	// inside counts something of the pairs of the bracket.
	inside := func(span int, of func(x, y int) int) {
		add(span, func(x, y int) int {
			if !g.inside(x, y) {
				return 0
			}
			return of(x, y)
		})
	}
	// high counts something of the pairs of those moved down.
	high := func(of func(x, y int) int) {
		if g.m > 0 {
			inside(g.m, func(x, y int) int {
				if x >= g.m {
					return 0
				}
				return of(x, y)
			})
		}
	}
	// byLevel does so for each score of theirs, the highest first.
	byLevel := func(of func(x, y int) int) {
		for _, score := range g.levels {
			high(func(x, y int) int {
				if player(x).score != score {
					return 0
				}
				return of(x, y)
			})
		}
	}
	if !g.local {
		add(len(g.all), func(x, y int) int { return 1 }) // C4; C5 in the edges of the bye
	}
	inside(half, func(x, y int) int { return 1 }) // C6
	byLevel(func(x, y int) int { return 1 })      // C7
	if len(g.next) > 0 {                          // C8
		next := func(x, y int) bool { return y >= g.n && y < g.below }
		add(g.below/2+1, func(x, y int) int { return one(next(x, y)) })
		levels := g.levels
		if len(g.residents) > 0 {
			levels = append(slices.Clone(levels), g.players[g.residents[0]].score)
		}
		for _, score := range levels {
			add(g.n, func(x, y int) int { return one(next(x, y) && x < g.n && player(x).score == score) })
		}
	}
	if g.decidesBye { // C9
		most := 0
		for x := range g.n {
			most = max(most, player(x).unplayed)
		}
		if most > 0 {
			add(most, func(x, y int) int {
				if y != g.bye || x >= g.n {
					return 0
				}
				return -player(x).unplayed
			})
		}
	}
	violation := func(n int) func(x, y int) int {
		return func(x, y int) int {
			w10, w11, w12, w13 := g.violations(g.all[x], g.all[y])
			return -[]int{w10, w11, w12, w13}[n]
		}
	}
	if slices.ContainsFunc(g.all[:g.n], func(i int) bool { return g.players[i].top }) {
		inside(g.n, violation(0)) // C10
		inside(g.n, violation(1)) // C11
	}
	inside(half, violation(2)) // C12
	inside(half, violation(3)) // C13
	for late := range 2 {
		// C14 and C16
		inside(g.n, func(x, y int) int {
			return one(x >= g.m && player(x).down[late]) + one(y >= g.m && player(y).down[late])
		})
		// C15 and C17
		high(func(x, y int) int { return -one(player(y).up[late]) })
	}
	for late := range 2 {
		byLevel(func(x, y int) int { return one(player(x).down[late]) }) // C18 and C20
		byLevel(func(x, y int) int { return -one(player(y).up[late]) })  // C19 and C21
	}
	return all
}

// keep shuts all edges of a vertex but one; with none all within the bracket.
func (g *graph) keep(x, mate int) {
	for y := range g.all {
		if mate >= 0 && y != mate || mate < 0 && y < g.n {
			g.shut[x][y], g.shut[y][x] = true, true
		}
	}
}

// stay shuts the edges of a vertex that leave the bracket.
func (g *graph) stay(x int) {
	for y := g.n; y < len(g.all); y++ {
		g.shut[x][y], g.shut[y][x] = true, true
	}
}

// pairDown finds the opponents of those moved down: first who of them is paired, then with whom.
func (g *graph) pairDown() {
	if g.m == 0 {
		return
	}
	var counts []count
	for i := range g.m {
		counts = append(counts, count{1, func(x, y int) int {
			if x == i && g.inside(x, y) {
				return 1
			}
			return 0
		}})
	}
	var high []int
	g.pieces(counts, func(from, to int) {
		for i := from; i < to; i++ {
			if y := g.mates[i]; y >= 0 && y < g.n {
				g.stay(i)
				high = append(high, i)
			} else {
				g.keep(i, -1)
			}
		}
	})
	g.nearest(high, func(i, x, y int) (int, bool) { return y - g.m, x == i && y < g.n }, g.n-g.m)
}

// nearest fixes the opponents of some vertices one after the other: each gets the first that he can have.
// place tells of an edge whether it is vertex i's and which place the other has.
func (g *graph) nearest(vertices []int, place func(i, x, y int) (int, bool), places int) {
	var counts []count
	for _, i := range vertices {
		counts = append(counts, count{places, func(x, y int) int {
			if at, ok := place(i, x, y); ok {
				return places - at
			}
			return 0
		}})
	}
	g.pieces(counts, func(from, to int) {
		for _, i := range vertices[from:to] {
			g.keep(i, g.mates[i])
			g.keep(g.mates[i], i)
		}
	})
}

// pairRest pairs what is left of the residents as a bracket of one score: S1 against S2, with the fewest
// exchanges, and of those the first; then the first transposition.
func (g *graph) pairRest() {
	var left []int
	inPairs := 0
	for x := g.m; x < g.n; x++ {
		if y := g.mates[x]; y < 0 || y >= g.m {
			left = append(left, x)
			if y >= 0 && y < g.n {
				inPairs++
			}
		}
	}
	s1 := left[:inPairs/2]
	number := make([]int, len(g.all)) // the place in the remainder
	for i, x := range left {
		number[x] = i
		if g.group[x] = 2; i < len(s1) {
			g.group[x] = 1
		}
	}
	kind := func(x, y int) int { // 11, 12, 22, 0 for no pair of the remainder
		if !g.inside(x, y) || g.group[x] == 0 || g.group[y] == 0 {
			return 0
		}
		return 10*g.group[x] + g.group[y]
	}
	g.choose([]count{{len(left), func(x, y int) int {
		if kind(x, y) == 22 {
			return -1
		}
		return 0
	}}})
	exchanges := 0
	for _, x := range left {
		if y := g.mates[x]; y > x && kind(x, y) == 22 {
			exchanges++
		}
	}
	moved := make([]bool, len(g.all))
	if exchanges > 0 {
		counts := []count{
			{len(left), func(x, y int) int {
				if kind(x, y) == 22 {
					return -1
				}
				return 0
			}},
			// The difference between the numbers of those who are exchanged.
			{2 * len(left) * len(left), func(x, y int) int {
				if k := kind(x, y); k != 0 {
					return -number[x]
				}
				return 0
			}},
		}
		var who []int
		for _, i := range slices.Backward(s1) {
			who = append(who, i)
			counts = append(counts, count{1, func(x, y int) int {
				if k := kind(x, y); x == i && (k == 12 || k == 11) {
					return -1 // he stays in S1
				}
				return 0
			}})
		}
		for _, i := range left[len(s1):] {
			who = append(who, i)
			counts = append(counts, count{1, func(x, y int) int {
				if x == i && kind(x, y) == 22 {
					return 1
				}
				return 0
			}})
		}
		// The first two decide with every piece.
		first := counts[:2]
		for from := 2; from < len(counts); {
			var l layout
			for _, c := range append(g.criteria(), first...) {
				l.add(c.span)
			}
			to := from
			for to < len(counts) && l.add(counts[to].span) {
				to++
			}
			g.choose(append(slices.Clone(first), counts[from:to]...))
			for _, i := range who[from-2 : to-2] {
				y := g.mates[i]
				paired := y >= 0 && y < g.n
				if moved[i] = g.group[i] == 1 && !(paired && i < y) || g.group[i] == 2 && paired && i < y; moved[i] {
					g.fixMoved(i, kind)
				} else {
					g.fixStaying(i, kind)
				}
			}
			if to == from {
				break
			}
			from = to
		}
	}
	// The new S1 and S2, in order.
	var high, low []int
	for _, x := range left {
		if (g.group[x] == 1) != moved[x] {
			high = append(high, x)
		} else {
			low = append(low, x)
		}
	}
	place := make([]int, len(g.all))
	for i, x := range low {
		place[x] = i
	}
	isHigh := make([]bool, len(g.all))
	for _, x := range high {
		isHigh[x] = true
		g.stay(x)
	}
	for _, x := range left {
		for _, y := range left {
			if isHigh[x] == isHigh[y] {
				g.shut[x][y] = true
			}
		}
	}
	g.nearest(high, func(i, x, y int) (int, bool) {
		switch {
		case !g.inside(x, y):
		case x == i:
			return place[y], true
		case y == i:
			return place[x], true
		}
		return 0, false
	}, len(low))
}

// fixMoved leaves a vertex only edges with which he is exchanged, fixStaying those with which he is not.
func (g *graph) fixMoved(i int, kind func(x, y int) int) { g.fix(i, kind, true) }

func (g *graph) fixStaying(i int, kind func(x, y int) int) { g.fix(i, kind, false) }

func (g *graph) fix(i int, kind func(x, y int) int, moved bool) {
	for j := range g.all {
		x, y := min(i, j), max(i, j)
		if x == y {
			continue
		}
		exchanged := false // by this edge
		switch k := kind(x, y); {
		case g.group[i] == 1:
			exchanged = k == 0 || k == 11 && i == y
		case k == 22:
			exchanged = i == x
		}
		if exchanged != moved {
			g.shut[x][y], g.shut[y][x] = true, true
		}
	}
}
