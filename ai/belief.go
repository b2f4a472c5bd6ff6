package ai

import (
	"cmp"
	"math"
	"slices"

	"rookery/chess"
)

// belief is a position that may be the true one, and how likely it is: the
// weights of all that are held add up to 1.
type belief struct {
	at     chess.Position
	weight float64
}

// beliefs are the positions that may be true before the side's own last move,
// that move, and what the side saw after it.
type beliefs struct {
	all      []belief
	played   chess.Move
	after    sighting
	side     chess.Color
	fullmove int
	// stood counts how often the own men stood as they do after a move, by
	// ownKey: a side that does not see the other must not walk in circles.
	stood map[uint64]int
}

// How the other side is taken to play: a move is e times as likely for so many
// centipawns more that it wins at once, or that the board is worth after it. So
// much is counted at most, of which taking a king is more than all.
const (
	greed    = 140
	care     = 70
	mostGain = 900
	mostCare = 150
	regicide = 1500
)

// fewReplied is how many positions are played on even if it is late.
const fewReplied = 64

// growth is one reply to one position, before it is known whether it is kept.
type growth struct {
	parent int
	move   chess.Move
	key    uint64
	weight float64
}

// follow brings the beliefs to the present, at most n of them. When it is late
// it leaves out what it has not come to: the less likely.
func (e *Engine) follow(r chess.Rules, s *sighting, n int, late func() bool) {
	was := e.faith
	e.faith = beliefs{side: s.us, stood: was.stood, fullmove: s.fullmove}
	if was.side != s.us || was.stood == nil || s.fullmove < was.fullmove {
		e.faith.stood = make(map[uint64]int)
	}
	var parents, strays []belief
	switch {
	case was.side == s.us && len(was.all) > 0 && s.fullmove == was.fullmove:
		for _, b := range was.all {
			if s.fits(&b.at) {
				e.faith.all = append(e.faith.all, b)
			}
		}
		if len(e.faith.all) > 0 {
			weigh(e.faith.all)
			return
		}
	case was.side == s.us && len(was.all) > 0 && s.fullmove == was.fullmove+1 && was.played != 0:
		for i := range was.all {
			b := &was.all[i]
			if !b.at.IsLegal(was.played) {
				continue
			}
			next := belief{weight: b.weight}
			b.at.Apply(was.played, &next.at)
			if was.after.fits(&next.at) {
				parents = append(parents, next)
			} else {
				strays = append(strays, next)
			}
		}
	default:
		parents, strays = e.opening(r, s)
		if len(parents) == 0 && len(strays) > 0 && strays[0].at.Turn() == s.us {
			if s.fits(&strays[0].at) {
				e.faith.all = []belief{{strays[0].at, 1}}
				return
			}
		}
	}
	weigh(parents)
	slices.SortStableFunc(parents, func(a, b belief) int { return cmp.Compare(b.weight, a.weight) })
	e.faith.all = e.reply(parents, s, n, late)
	if few := n / 4; len(e.faith.all) < few {
		if len(parents) == 0 {
			parents = strays
			weigh(parents)
		}
		e.patch(r, parents, s, few, late)
	}
	weigh(e.faith.all)
}

// opening is the positions before the other side's last move at the very start
// of a game of one array: the array itself, or what one move of either side
// made of it. The array comes second, for what is not so simple.
func (e *Engine) opening(r chess.Rules, s *sighting) (parents, strays []belief) {
	if r.Setup != nil && r.Setup.Count > 1 {
		return nil, nil
	}
	b, err := chess.NewBoard(r, "")
	if err != nil {
		return nil, nil
	}
	first, ok := b.(chess.Positioned)
	if !ok {
		return nil, nil
	}
	array := *first.Position()
	strays = []belief{{array, 1}}
	switch {
	case s.fullmove == 1 && array.Turn() != s.us:
		return strays, nil
	case s.fullmove == 2 && array.Turn() == s.us:
		for _, m := range array.AppendMoves(nil) {
			next := belief{weight: 1}
			array.Apply(m, &next.at)
			if next.at.Side(s.us) == s.own() {
				parents = append(parents, next)
			}
		}
	case s.fullmove == 2:
		for _, m := range array.AppendMoves(nil) {
			var next chess.Position
			array.Apply(m, &next)
			for _, own := range next.AppendMoves(nil) {
				after := belief{weight: 1}
				next.Apply(own, &after.at)
				if after.at.Side(s.us) == s.own() {
					parents = append(parents, after)
				}
			}
		}
	}
	return parents, strays
}

// reply plays each position on by every reply after which the board would look
// as it looks, and keeps about n of the results. A reply is as likely as the
// other side would find it good among all it had.
func (e *Engine) reply(parents []belief, s *sighting, n int, late func() bool) []belief {
	var found []growth
	known := make(map[uint64]int)
	moves := make([]chess.Move, 0, 320)
	var next chess.Position
	for i := range parents {
		p := &parents[i].at
		if p.VariantEnd().Over() {
			continue
		}
		if i >= fewReplied && i%8 == 0 && len(found) > 0 && late() {
			break
		}
		o := e.opponent(p)
		moves = p.AppendMoves(moves[:0])
		first, all := len(found), 0.0
		for _, m := range moves {
			quick := o.quick(m)
			all += quick
			p.Apply(m, &next)
			if !s.fits(&next) || next.VariantEnd().Over() {
				continue
			}
			found = append(found, growth{i, m, next.Key(), quick * o.liking(m, &next)})
		}
		// likings move weight among the replies that fit, not to other positions
		for j := first; j < len(found); j++ {
			found[j].weight *= parents[i].weight / all
		}
		kept := found[:first]
		for _, g := range found[first:] {
			if at, ok := known[g.key]; ok {
				kept[at].weight += g.weight
				continue
			}
			known[g.key] = len(kept)
			kept = append(kept, g)
		}
		found = kept
	}
	found = e.thin(found, n)
	grown := make([]belief, len(found))
	for i, g := range found {
		parents[g.parent].at.Apply(g.move, &grown[i].at)
		grown[i].weight = g.weight
	}
	weigh(grown)
	return grown
}

// opponent is how the other side may think of a position.
type opponent struct {
	t     *traits
	e     *Evaluator
	p     *chess.Position
	value int
	sees  chess.Bitboard
}

func (e *Engine) opponent(p *chess.Position) opponent {
	s := e.searches[0]
	return opponent{t: s.t, e: s.e, p: p, value: s.e.eval(p, p.Key()), sees: p.Sight(p.Turn())}
}

// quick is how much rather than a quiet move m is played, for what it wins or
// loses at once. What can take the moved man may stand where it is not seen.
func (o *opponent) quick(m chess.Move) float64 {
	gain := o.t.exchange(o.p, m)
	switch {
	case gain < 0:
		takers := o.p.Attackers(m.Landing(), o.p.Occupied()) & o.p.Side(o.p.Turn().Other())
		if takers&o.sees == 0 {
			gain /= 4
		}
	case o.t.exposed && m.IsCapture() && o.p.RoleAt(m.To()) == chess.King:
		return math.Exp(regicide / greed)
	}
	return math.Exp(float64(max(-mostGain/2, min(mostGain, gain))) / greed)
}

// liking is how much rather m is played for what the board is worth after it.
func (o *opponent) liking(m chess.Move, next *chess.Position) float64 {
	if o.t.noisy(o.p, m) {
		return 1
	}
	better := -o.e.eval(next, next.Key()) - o.value
	return math.Exp(float64(max(-mostCare, min(mostCare, better))) / care)
}

// thin keeps about n of the replies. The likely ones are kept with their
// weights, the others drawn and given the same weight each, so that nothing
// counts more than it did (P. Fearnhead and P. Clifford, "On-line inference for
// hidden Markov models via particle filters", 2003).
func (e *Engine) thin(found []growth, n int) []growth {
	if len(found) <= n {
		return found
	}
	slices.SortStableFunc(found, func(a, b growth) int { return cmp.Compare(b.weight, a.weight) })
	rest := 0.0
	for _, g := range found {
		rest += g.weight
	}
	sure := 0
	for sure < n && found[sure].weight*float64(n-sure) >= rest {
		rest -= found[sure].weight
		sure++
	}
	if sure == n || rest <= 0 {
		return found[:sure]
	}
	kept := found[:sure]
	each := rest / float64(n-sure)
	at := e.rng.Float64() * each
	for _, g := range found[sure:] {
		if at -= g.weight; at < 0 {
			at += each
			g.weight = each
			kept = append(kept, g)
		}
	}
	return kept
}

// weigh scales weights so that they add up to 1.
func weigh(all []belief) {
	sum := 0.0
	for _, b := range all {
		sum += b.weight
	}
	for i := range all {
		if sum > 0 {
			all[i].weight /= sum
		} else {
			all[i].weight = 1 / float64(len(all))
		}
	}
}

// drawn picks n of the beliefs by weight, each at most once where there are
// enough, in no order. Their weights add up to 1.
func (e *Engine) drawn(n int) []belief {
	all := e.faith.all
	if len(all) <= n {
		picked := slices.Clone(all)
		e.rng.Shuffle(len(picked), func(i, j int) { picked[i], picked[j] = picked[j], picked[i] })
		return picked
	}
	found := make([]growth, len(all))
	for i, b := range all {
		found[i] = growth{parent: i, weight: b.weight}
	}
	var picked []belief
	for _, g := range e.thin(found, n) {
		picked = append(picked, belief{all[g.parent].at, g.weight})
	}
	e.rng.Shuffle(len(picked), func(i, j int) { picked[i], picked[j] = picked[j], picked[i] })
	weigh(picked)
	return picked
}
