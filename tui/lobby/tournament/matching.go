package tournament

import "slices"

// weight is what an edge is worth: words that are compared one after the other. Each word
// packs several counts; see packer.
type weight [weightWords]int64

const weightWords = 8

func (a weight) plus(b weight) weight {
	for i := range a {
		a[i] += b[i]
	}
	return a
}

func (a weight) minus(b weight) weight {
	for i := range a {
		a[i] -= b[i]
	}
	return a
}

func (a weight) times(n int64) weight {
	for i := range a {
		a[i] *= n
	}
	return a
}

func (a weight) half() weight {
	for i := range a {
		a[i] /= 2 // it is even: see matcher
	}
	return a
}

func (a *weight) compare(b *weight) int {
	for i := range a {
		if a[i] != b[i] {
			if a[i] < b[i] {
				return -1
			}
			return 1
		}
	}
	return 0
}

// matcher finds a matching of the greatest weight in a graph by Edmonds' primal-dual method in
// O(n³) steps. Vertices are 1 to n, blossoms n+1 and more; 0 is none. Weights count double, so
// that all changes of the duals are whole.
type matcher struct {
	n, used int // used is the highest number of a vertex or blossom
	edge    [][]matchEdge
	dual    []weight
	mate    []int // the vertex at the other end, for blossoms too
	slack   []int // the vertex of a tree nearest to what is outside
	top     []int // the outermost blossom of each
	parent  []int // the vertex from which a tree came here
	via     [][]int
	label   []int8 // outside, even or odd in a tree
	seen    []int
	round   int
	petals  [][]int
	queue   []int
}

type matchEdge struct {
	u, v int
	w    weight
	on   bool
}

const (
	outside int8 = iota - 1
	evenLabel
	oddLabel
)

// maxMatching tells the mate of each of n vertices, -1 for none. Edges that do not exist have
// ok false; all weights must be positive.
func maxMatching(n int, weigh func(i, j int) (w weight, ok bool)) []int {
	size := n + n/2 + 2
	m := &matcher{n: n, used: n, edge: make([][]matchEdge, size), via: make([][]int, size), petals: make([][]int, size)}
	m.dual = make([]weight, size)
	for _, list := range []*[]int{&m.mate, &m.slack, &m.top, &m.parent, &m.seen} {
		*list = make([]int, size)
	}
	m.label = make([]int8, size)
	var most weight
	for u := range size {
		m.edge[u] = make([]matchEdge, size)
		m.via[u] = make([]int, n+1)
		if u >= 1 && u <= n {
			m.top[u], m.via[u][u] = u, u
		}
	}
	for u := 1; u <= n; u++ {
		for v := 1; v < u; v++ {
			w, ok := weigh(u-1, v-1)
			m.edge[u][v] = matchEdge{u, v, w, ok}
			m.edge[v][u] = matchEdge{v, u, w, ok}
			if ok && w.compare(&most) > 0 {
				most = w
			}
		}
	}
	for u := 1; u <= n; u++ {
		m.dual[u] = most
	}
	for m.grow() {
	}
	mates := make([]int, n)
	for i := range mates {
		mates[i] = m.mate[i+1] - 1
	}
	return mates
}

// gap is how far an edge is from being tight.
func (m *matcher) gap(e *matchEdge) weight {
	w := &m.edge[e.u][e.v].w
	a, b := &m.dual[e.u], &m.dual[e.v]
	var g weight
	for i := range g {
		g[i] = a[i] + b[i] - 2*w[i]
	}
	return g
}

func (m *matcher) tight(e *matchEdge) bool { return m.gap(e) == weight{} }

func (m *matcher) nearer(u, x int) {
	if m.slack[x] == 0 {
		m.slack[x] = u
		return
	}
	a, b := m.gap(&m.edge[u][x]), m.gap(&m.edge[m.slack[x]][x])
	if a.compare(&b) < 0 {
		m.slack[x] = u
	}
}

func (m *matcher) findSlack(x int) {
	m.slack[x] = 0
	for u := 1; u <= m.n; u++ {
		if m.edge[u][x].on && m.top[u] != x && m.label[m.top[u]] == evenLabel {
			m.nearer(u, x)
		}
	}
}

func (m *matcher) push(x int) {
	if x <= m.n {
		m.queue = append(m.queue, x)
		return
	}
	for _, p := range m.petals[x] {
		m.push(p)
	}
}

func (m *matcher) setTop(x, b int) {
	m.top[x] = b
	if x > m.n {
		for _, p := range m.petals[x] {
			m.setTop(p, b)
		}
	}
}

// evenWay turns a blossom so that its petal x is at an even distance from the base, and tells
// the distance.
func (m *matcher) evenWay(b, x int) int {
	at := slices.Index(m.petals[b], x)
	if at%2 == 0 {
		return at
	}
	slices.Reverse(m.petals[b][1:])
	return len(m.petals[b]) - at
}

func (m *matcher) setMate(u, v int) {
	e := m.edge[u][v]
	m.mate[u] = e.v
	if u <= m.n {
		return
	}
	x := m.via[u][e.u]
	at := m.evenWay(u, x)
	for i := range at {
		m.setMate(m.petals[u][i], m.petals[u][i^1])
	}
	m.setMate(x, v)
	m.petals[u] = append(slices.Clone(m.petals[u][at:]), m.petals[u][:at]...)
}

func (m *matcher) augment(u, v int) {
	for {
		next := m.top[m.mate[u]]
		m.setMate(u, v)
		if next == 0 {
			return
		}
		m.setMate(next, m.top[m.parent[next]])
		u, v = m.top[m.parent[next]], next
	}
}

// meeting is where the ways to the roots of two trees meet, 0 for nowhere.
func (m *matcher) meeting(u, v int) int {
	m.round++
	for u != 0 || v != 0 {
		if u != 0 {
			if m.seen[u] == m.round {
				return u
			}
			m.seen[u] = m.round
			if u = m.top[m.mate[u]]; u != 0 {
				u = m.top[m.parent[u]]
			}
		}
		u, v = v, u
	}
	return 0
}

func (m *matcher) shrink(u, base, v int) {
	b := m.n + 1
	for b <= m.used && m.top[b] != 0 {
		b++
	}
	m.used = max(m.used, b)
	m.dual[b], m.label[b], m.mate[b] = weight{}, evenLabel, m.mate[base]
	ring := []int{base}
	for x := u; x != base; {
		y := m.top[m.mate[x]]
		ring = append(ring, x, y)
		m.push(y)
		x = m.top[m.parent[y]]
	}
	slices.Reverse(ring[1:])
	for x := v; x != base; {
		y := m.top[m.mate[x]]
		ring = append(ring, x, y)
		m.push(y)
		x = m.top[m.parent[y]]
	}
	m.petals[b] = ring
	m.setTop(b, b)
	for x := 1; x <= m.used; x++ {
		m.edge[b][x].on, m.edge[x][b].on = false, false
	}
	clear(m.via[b])
	for _, p := range ring {
		for x := 1; x <= m.used; x++ {
			e := &m.edge[p][x]
			if !e.on {
				continue
			}
			if m.edge[b][x].on {
				a, c := m.gap(e), m.gap(&m.edge[b][x])
				if a.compare(&c) >= 0 {
					continue
				}
			}
			m.edge[b][x], m.edge[x][b] = *e, m.edge[x][p]
		}
		for x := 1; x <= m.n; x++ {
			if m.via[p][x] != 0 {
				m.via[b][x] = p
			}
		}
	}
	m.findSlack(b)
}

func (m *matcher) expand(b int) {
	for _, p := range m.petals[b] {
		m.setTop(p, p)
	}
	x := m.via[b][m.edge[b][m.parent[b]].u]
	at := m.evenWay(b, x)
	ring := m.petals[b]
	for i := 0; i < at; i += 2 {
		odd, even := ring[i], ring[i+1]
		m.parent[odd] = m.edge[even][odd].u
		m.label[odd], m.label[even] = oddLabel, evenLabel
		m.slack[odd] = 0
		m.findSlack(even)
		m.push(even)
	}
	m.label[x], m.parent[x] = oddLabel, m.parent[b]
	for _, p := range ring[at+1:] {
		m.label[p] = outside
		m.findSlack(p)
	}
	m.top[b] = 0
}

// follow takes a tight edge into the trees and tells whether the matching has grown.
func (m *matcher) follow(e matchEdge) bool {
	u, v := m.top[e.u], m.top[e.v]
	switch m.label[v] {
	case outside:
		m.parent[v], m.label[v] = e.u, oddLabel
		next := m.top[m.mate[v]]
		m.slack[v], m.slack[next] = 0, 0
		m.label[next] = evenLabel
		m.push(next)
	case evenLabel:
		base := m.meeting(u, v)
		if base == 0 {
			m.augment(u, v)
			m.augment(v, u)
			return true
		}
		m.shrink(u, base, v)
	}
	return false
}

// grow makes the matching one edge larger and tells whether that was worth anything.
func (m *matcher) grow() bool {
	m.queue = m.queue[:0]
	for x := 1; x <= m.used; x++ {
		m.label[x], m.slack[x] = outside, 0
	}
	for x := 1; x <= m.used; x++ {
		if m.top[x] == x && m.mate[x] == 0 {
			m.parent[x], m.label[x] = 0, evenLabel
			m.push(x)
		}
	}
	if len(m.queue) == 0 {
		return false
	}
	for {
		for len(m.queue) > 0 {
			u := m.queue[0]
			m.queue = m.queue[1:]
			if m.label[m.top[u]] == oddLabel {
				continue
			}
			for v := 1; v <= m.n; v++ {
				e := &m.edge[u][v]
				if !e.on || m.top[u] == m.top[v] {
					continue
				}
				if m.tight(e) {
					if m.follow(*e) {
						return true
					}
				} else {
					m.nearer(u, m.top[v])
				}
			}
		}
		d, some := weight{}, false
		least := func(w weight) {
			if !some || w.compare(&d) < 0 {
				d, some = w, true
			}
		}
		for b := m.n + 1; b <= m.used; b++ {
			if m.top[b] == b && m.label[b] == oddLabel {
				least(m.dual[b].half())
			}
		}
		for x := 1; x <= m.used; x++ {
			if m.top[x] != x || m.slack[x] == 0 {
				continue
			}
			switch g := m.gap(&m.edge[m.slack[x]][x]); m.label[x] {
			case outside:
				least(g)
			case evenLabel:
				least(g.half())
			}
		}
		for u := 1; u <= m.n; u++ {
			if m.label[m.top[u]] == evenLabel && (!some || m.dual[u].compare(&d) <= 0) {
				return false // nothing is gained any more
			}
		}
		for u := 1; u <= m.n; u++ {
			switch m.label[m.top[u]] {
			case evenLabel:
				m.dual[u] = m.dual[u].minus(d)
			case oddLabel:
				m.dual[u] = m.dual[u].plus(d)
			}
		}
		for b := m.n + 1; b <= m.used; b++ {
			if m.top[b] != b {
				continue
			}
			switch m.label[b] {
			case evenLabel:
				m.dual[b] = m.dual[b].plus(d.times(2))
			case oddLabel:
				m.dual[b] = m.dual[b].minus(d.times(2))
			}
		}
		m.queue = m.queue[:0]
		for x := 1; x <= m.used; x++ {
			if m.top[x] != x || m.slack[x] == 0 || m.top[m.slack[x]] == x {
				continue
			}
			if e := m.edge[m.slack[x]][x]; m.tight(&e) && m.follow(e) {
				return true
			}
		}
		for b := m.n + 1; b <= m.used; b++ {
			if m.top[b] == b && m.label[b] == oddLabel && (m.dual[b] == weight{}) {
				m.expand(b)
			}
		}
	}
}

// layout packs counts into weights, the most important first.
type layout struct {
	at    []int
	times []int64
	word  int
	room  int64
}

// wordRange is how many values a word may tell apart; the rest is for the duals, which are sums of weights.
const wordRange = 1 << 48

// add makes room for a count whose sum over a matching takes at most so many values more than one, and
// tells whether there is.
func (l *layout) add(span int) bool {
	need := int64(span) + 1
	if l.room == 0 {
		l.room = wordRange
	}
	if l.room < need {
		if l.word == weightWords-1 {
			return false
		}
		l.word++
		l.room = wordRange
	}
	l.room /= need
	l.at, l.times = append(l.at, l.word), append(l.times, l.room)
	return true
}

func (l *layout) pack(counts []int) (w weight) {
	for i, c := range counts {
		w[l.at[i]] += int64(c) * l.times[i]
	}
	return w
}

// completes tells whether n vertices can all be paired, by Edmonds' method for matchings of the
// greatest size.
func completes(n int, may func(i, j int) bool) bool {
	if n%2 == 1 {
		return false
	}
	mate := make([]int, n)
	for i := range mate {
		mate[i] = -1
	}
	for i := range n {
		for j := n - 1; j > i && mate[i] < 0; j-- {
			if mate[j] < 0 && may(i, j) {
				mate[i], mate[j] = j, i
			}
		}
	}
	parent, base := make([]int, n), make([]int, n)
	inTree, inBlossom, seen := make([]bool, n), make([]bool, n), make([]bool, n)
	var queue []int
	meet := func(a, b int) int {
		clear(seen)
		for {
			a = base[a]
			seen[a] = true
			if mate[a] < 0 {
				break
			}
			a = parent[mate[a]]
		}
		for !seen[base[b]] {
			b = parent[mate[base[b]]]
		}
		return base[b]
	}
	mark := func(v, b, child int) {
		for base[v] != b {
			inBlossom[base[v]], inBlossom[base[mate[v]]] = true, true
			parent[v] = child
			child = mate[v]
			v = parent[mate[v]]
		}
	}
	search := func(root int) int {
		for i := range n {
			parent[i], base[i], inTree[i] = -1, i, false
		}
		inTree[root] = true
		queue = append(queue[:0], root)
		for len(queue) > 0 {
			v := queue[0]
			queue = queue[1:]
			for to := range n {
				if to == v || base[v] == base[to] || mate[v] == to || !may(v, to) {
					continue
				}
				switch {
				case to == root || mate[to] >= 0 && parent[mate[to]] >= 0:
					b := meet(v, to)
					clear(inBlossom)
					mark(v, b, to)
					mark(to, b, v)
					for i := range n {
						if inBlossom[base[i]] {
							base[i] = b
							if !inTree[i] {
								inTree[i] = true
								queue = append(queue, i)
							}
						}
					}
				case parent[to] < 0:
					parent[to] = v
					if mate[to] < 0 {
						return to
					}
					inTree[mate[to]] = true
					queue = append(queue, mate[to])
				}
			}
		}
		return -1
	}
	for i := range n {
		if mate[i] >= 0 {
			continue
		}
		end := search(i)
		if end < 0 {
			return false
		}
		for end >= 0 {
			before := parent[end]
			next := mate[before]
			mate[end], mate[before] = before, end
			end = next
		}
	}
	return true
}
