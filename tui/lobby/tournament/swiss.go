package tournament

import (
	"cmp"
	"errors"
	"slices"
)

// Game is what a player had in one round.
type Game struct {
	Opponent int // -1 for none
	White    bool
	Played   bool // moves were made: a game that one side did not begin is not played
	Points   int  // in half points
	Bye      bool // given by the pairing
}

// Entry is a player of a Swiss tournament. Its number is its place in the initial ranking list.
type Entry struct {
	Games  []Game // one for each round before
	Absent bool   // is not paired in this round
}

// Points in half points.
func (e Entry) Points() (n int) {
	for _, g := range e.Games {
		n += g.Points
	}
	return n
}

// Pair is a game to be played.
type Pair struct{ White, Black int }

// ErrNoPairing says that not all can be paired under the rules.
var ErrNoPairing = errors.New("no pairing is possible: everybody has played everybody, or colours do not allow it")

// Swiss pairs the next round of a tournament of so many rounds by FIDE's Dutch system. In the first round
// the highest player who has a game gets White with whiteFirst. bye is the player who gets the
// pairing-allocated bye, -1 for none. Pairs come in the order of the boards.
func Swiss(entries []Entry, rounds int, whiteFirst bool) (pairs []Pair, bye int, err error) {
	s := newSwiss(entries, rounds, whiteFirst)
	if err := s.pair(); err != nil {
		return nil, -1, err
	}
	for _, p := range s.pairs {
		pairs = append(pairs, s.colours(p[0], p[1]))
	}
	score := func(i int) int { return s.players[i].score }
	slices.SortStableFunc(pairs, func(a, b Pair) int {
		return cmp.Or(
			max(score(b.White), score(b.Black))-max(score(a.White), score(a.Black)),
			score(b.White)+score(b.Black)-score(a.White)-score(a.Black),
			min(a.White, a.Black)-min(b.White, b.Black))
	})
	return pairs, s.bye, nil
}

// Strengths of a colour preference.
const (
	noPreference = iota
	mild
	strong
	absolute
)

// swissPlayer is what the rules ask about a player.
type swissPlayer struct {
	score      int
	difference int    // games with White less games with Black
	history    []bool // of the games that were played, true for White
	rounds     []int8 // colour by round: 1 White, -1 Black, 0 no game
	white      bool   // the preference
	strength   int
	down, up   [2]bool // floats one and two rounds before
	mayBye     bool
	unplayed   int
	top        bool // more than half of what was possible, in the last round
}

type swiss struct {
	players    []swissPlayer
	met        [][]bool
	order      []int // who is paired, by score and number
	whiteFirst bool
	pairs      [][2]int // the higher ranked first
	bye        int
	byeScore   int // of the one who gets it; -1 for nobody
}

func newSwiss(entries []Entry, rounds int, whiteFirst bool) *swiss {
	n := len(entries)
	s := &swiss{players: make([]swissPlayer, n), met: make([][]bool, n), whiteFirst: whiteFirst, bye: -1, byeScore: -1}
	round := 0
	for i, e := range entries {
		s.met[i] = make([]bool, n)
		round = max(round, len(e.Games))
		if !e.Absent {
			s.order = append(s.order, i)
		}
	}
	before := func(i, r int) (points int) { return Entry{Games: entries[i].Games[:r]}.Points() }
	for i, e := range entries {
		p := &s.players[i]
		p.score, p.mayBye = e.Points(), true
		p.rounds = make([]int8, round)
		for r, g := range e.Games {
			late := round - r - 1 // 0 for the round before this one
			if !g.Played {
				p.unplayed++
				if g.Points >= 2 {
					p.mayBye = false
				}
				if g.Points > 0 && late < 2 {
					p.down[late] = true
				}
				continue
			}
			s.met[i][g.Opponent], s.met[g.Opponent][i] = true, true
			p.history = append(p.history, g.White)
			if p.rounds[r] = -1; g.White {
				p.rounds[r] = 1
			}
			p.difference += int(p.rounds[r])
			if late < 2 {
				own, other := before(i, r), before(g.Opponent, r)
				p.down[late], p.up[late] = own > other, own < other
			}
		}
		p.prefer()
		p.top = round == rounds-1 && round > 0 && p.score > round
	}
	slices.SortStableFunc(s.order, func(a, b int) int { return s.players[b].score - s.players[a].score })
	return s
}

// prefer works out the colour preference.
func (p *swissPlayer) prefer() {
	h := p.history
	if len(h) == 0 {
		return
	}
	last := h[len(h)-1]
	twice := len(h) > 1 && h[len(h)-2] == last
	switch {
	case p.difference > 1 || p.difference < -1:
		p.white, p.strength = p.difference < 0, absolute
	case twice:
		p.white, p.strength = !last, absolute
	case p.difference != 0:
		p.white, p.strength = p.difference < 0, strong
	default:
		p.white, p.strength = !last, mild
	}
}

// may tells whether two can be paired at all: criteria C1 and C3.
func (s *swiss) may(a, b int) bool {
	if s.met[a][b] {
		return false
	}
	p, q := &s.players[a], &s.players[b]
	return p.strength != absolute || q.strength != absolute || p.white != q.white || p.top || q.top
}

// same tells whether two want the same colour.
func (s *swiss) same(a, b int) bool {
	p, q := &s.players[a], &s.players[b]
	return p.strength > 0 && q.strength > 0 && p.white == q.white
}

// above tells who is ranked higher.
func (s *swiss) above(a, b int) bool {
	return cmp.Or(s.players[b].score-s.players[a].score, a-b) < 0
}

// colours gives two players theirs.
func (s *swiss) colours(a, b int) Pair {
	if s.above(b, a) {
		a, b = b, a
	}
	p, q := &s.players[a], &s.players[b]
	var white bool // a
	switch {
	case p.strength == 0 && q.strength == 0:
		white = s.whiteFirst == (a%2 == 0)
	case q.strength == 0 || p.strength > 0 && p.white != q.white:
		white = p.white
	case p.strength == 0:
		white = !q.white
	case p.strength > q.strength:
		white = p.white
	case q.strength > p.strength:
		white = !q.white
	case p.strength == absolute && wide(p.difference) != wide(q.difference):
		white = p.white == (wide(p.difference) > wide(q.difference))
	default:
		white = p.white // the higher ranked has his way, if the last different colours do not tell
		// Unplayed rounds are left out on either side.
		h, g := p.history, q.history
		for len(h) > 0 && len(g) > 0 {
			x, y := h[len(h)-1], g[len(g)-1]
			if x != y {
				white = y // they alternate
				break
			}
			h, g = h[:len(h)-1], g[:len(g)-1]
		}
	}
	if white {
		return Pair{a, b}
	}
	return Pair{b, a}
}

func wide(n int) int { return max(n, -n) }

// completesWith tells whether all of some players can be paired, one of them with the bye where
// their number is odd.
func (s *swiss) completesWith(all []int, byeScore int) bool {
	n := len(all)
	odd := n % 2
	return completes(n+odd, func(i, j int) bool {
		if max(i, j) == n {
			p := &s.players[all[min(i, j)]]
			return p.mayBye && p.score == byeScore
		}
		return s.may(all[i], all[j])
	})
}

// pair pairs bracket after bracket.
func (s *swiss) pair() error {
	if len(s.order)%2 == 1 {
		scores := make([]int, 0, len(s.order))
		for _, i := range s.order {
			scores = append(scores, s.players[i].score)
		}
		slices.Sort(scores)
		for _, score := range slices.Compact(scores) {
			if s.completesWith(s.order, score) {
				s.byeScore = score
				break
			}
		}
		if s.byeScore < 0 {
			return ErrNoPairing
		}
	} else if !s.completesWith(s.order, -1) {
		return ErrNoPairing
	}
	var groups [][]int
	for i := 0; i < len(s.order); {
		j := i
		for j < len(s.order) && s.players[s.order[j]].score == s.players[s.order[i]].score {
			j++
		}
		groups = append(groups, s.order[i:j])
		i = j
	}
	var down []int
	at := 0
	for i, residents := range groups {
		at += len(residents)
		b := &bracket{swiss: s, down: down, residents: residents, rest: s.order[at:]}
		if i+1 < len(groups) {
			b.next = groups[i+1]
		}
		pairs, floaters, ok := b.straight()
		if !ok {
			pairs, floaters, ok = b.best()
		}
		if !ok {
			return ErrNoPairing
		}
		s.pairs = append(s.pairs, pairs...)
		down = floaters
	}
	if len(down) > 0 {
		s.bye = down[0]
	}
	return nil
}

// bracket is the part of the players that is paired next.
type bracket struct {
	*swiss
	down      []int // moved down from higher brackets
	residents []int
	next      []int // the scoregroup below
	rest      []int // all below, next among them
}

// violations of colours by a pair: C10 to C13.
func (s *swiss) violations(a, b int) (wideDifference, thrice, preference, strongOne int) {
	p, q := &s.players[a], &s.players[b]
	if s.same(a, b) {
		preference = 1
		if min(p.strength, q.strength) >= strong {
			strongOne = 1
		}
	}
	if !p.top && !q.top {
		return 0, 0, preference, strongOne
	}
	c := s.colours(a, b)
	for i, who := range [2]int{c.White, c.Black} {
		x := &s.players[who]
		d := x.difference + 1 - 2*i
		if wide(d) > 2 {
			wideDifference++
		}
		if n := len(x.history); n > 1 && x.history[n-1] == x.history[n-2] && x.history[n-1] == (i == 0) {
			thrice++
		}
	}
	return wideDifference, thrice, preference, strongOne
}

// wants counts those who want a colour.
type wants struct{ white, black, strongWhite, strongBlack int }

func (w *wants) add(p *swissPlayer, n int) {
	switch {
	case p.strength == 0:
	case p.white:
		w.white += n
		if p.strength >= strong {
			w.strongWhite += n
		}
	default:
		w.black += n
		if p.strength >= strong {
			w.strongBlack += n
		}
	}
}

// least is how many at least do not get their colour in so many pairs, and of those with a strong
// preference, when free of them are not paired.
func (w *wants) least(pairs, free int) (any, strongOnes int) {
	return max(0, w.white-pairs-free, w.black-pairs-free), max(0, w.strongWhite-pairs-free, w.strongBlack-pairs-free)
}

// patience is how many tries a straight search makes before the bracket is given to best.
const patience = 20_000

// straight looks for the first candidate, in the order of the rules, that is perfect in all criteria.
// Most brackets have one. ok is false where it found none: then there may be a good one all the same.
func (b *bracket) straight() (pairs [][2]int, floaters []int, ok bool) {
	n, m := len(b.down)+len(b.residents), len(b.down)
	free := n % 2
	if m > len(b.residents) || n == 0 {
		return nil, nil, false
	}
	if free == 0 && len(b.rest) > 0 && !b.completesWith(b.rest, b.byeScore) {
		return nil, nil, false
	}
	if len(b.rest) > 0 && free == 0 && b.byeScore > b.players[b.rest[0]].score {
		return nil, nil, false // somebody of this bracket has the bye
	}
	var want wants
	for _, i := range b.down {
		want.add(&b.players[i], 1)
	}
	for _, i := range b.residents {
		want.add(&b.players[i], 1)
	}
	targetAny, targetStrong := want.least(n/2, free)
	fewest := 1 << 30 // unplayed games of who may have the bye
	for _, i := range b.residents {
		if b.players[i].mayBye {
			fewest = min(fewest, b.players[i].unplayed)
		}
	}
	mayFloat := func(i int) bool {
		p := &b.players[i]
		if p.down[0] || p.down[1] {
			return false
		}
		if len(b.rest) == 0 {
			return p.mayBye && p.score == b.byeScore && p.unplayed == fewest
		}
		if b.byeScore > b.players[b.rest[0]].score {
			return false
		}
		// The bracket below pairs him, and as many of its own as can be.
		below := append([]int{i}, b.next...)
		odd := len(below) % 2
		return completes(len(below)+odd, func(x, y int) bool {
			if hi, lo := max(x, y), min(x, y); hi == len(below) {
				return lo > 0
			}
			return b.may(below[x], below[y])
		}) && b.completesWith(append([]int{i}, b.rest...), b.byeScore)
	}
	left := slices.Clone(b.residents) // those who have no opponent yet, in order; -1 for those who have
	tries := patience
	usedAny, usedStrong := 0, 0
	// try pairs a with a resident from a place on and goes on with rest.
	try := func(a, from int, floats bool, rest func() bool) bool {
		want.add(&b.players[a], -1)
		for at := from; at < len(left); at++ {
			c := left[at]
			if c < 0 || !b.may(a, c) {
				continue
			}
			if floats && (b.players[c].up[0] || b.players[c].up[1]) {
				continue
			}
			if tries--; tries < 0 {
				break
			}
			w10, w11, w12, w13 := b.violations(a, c)
			if w10+w11 > 0 {
				continue
			}
			usedAny, usedStrong = usedAny+w12, usedStrong+w13
			want.add(&b.players[c], -1)
			left[at] = -1
			pairs = append(pairs, [2]int{a, c})
			any, strongOnes := want.least(n/2-len(pairs), free)
			if usedAny+any <= targetAny && usedStrong+strongOnes <= targetStrong && rest() {
				return true
			}
			pairs = pairs[:len(pairs)-1]
			left[at] = c
			want.add(&b.players[c], 1)
			usedAny, usedStrong = usedAny-w12, usedStrong-w13
		}
		want.add(&b.players[a], 1)
		return false
	}
	var pairDown func(i int) bool
	remainder := func() bool {
		var s1 []int
		from := 0
		for from < len(left) && len(s1) < n/2-m {
			if left[from] >= 0 {
				s1 = append(s1, left[from])
				left[from] = -1
			}
			from++
		}
		var pairHigh func(i int) bool
		pairHigh = func(i int) bool {
			if i == len(s1) {
				for _, c := range left {
					if c >= 0 {
						if tries -= patience / 40; !mayFloat(c) {
							return false
						}
						floaters = []int{c}
					}
				}
				return true
			}
			return try(s1[i], from, false, func() bool { return pairHigh(i + 1) })
		}
		if pairHigh(0) {
			return true
		}
		tries = -1 // exchanges come before the next opponents of those moved down
		return false
	}
	pairDown = func(i int) bool {
		if i == m {
			return remainder()
		}
		return try(b.down[i], 0, true, func() bool { return pairDown(i + 1) })
	}
	if pairDown(0) {
		return pairs, floaters, true
	}
	return nil, nil, false
}
