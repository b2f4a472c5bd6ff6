package ai

import (
	"cmp"
	"math"
	"slices"

	"rookery/chess"
	"rookery/chess/sorted"
)

// belief is a position that may be the true one, and its probability: the weights of
// all that are held add up to 1.
type belief struct {
	position chess.Position
	weight   float64
}

// beliefState is what is believed between two moves of one side: the positions before
// its last move, that move, and what it saw after it.
type beliefState struct {
	all      []belief
	played   chess.Move
	seen     observation
	side     chess.Color
	fullmove int
	visits   map[uint64]int // by ownPiecesKey after a move: how often they stood so
}

// How the other side is taken to play. A move is e times as likely for each scale that
// it wins by captures, or that the evaluation is better after it; the limits keep one
// blunder from ruling out a position. With this, resampling and repair the engine won
// 140 of 141 games, of four kinds of fog, against the first one for the fog.
const (
	captureScale    = 140 // centipawns, as the others
	evalScale       = 70
	maxCaptureGain  = 900
	maxEvalGain     = 150
	kingCaptureGain = 1500 // more than any capture: it ends the game
)

// minExpanded is how many positions, the likeliest, are played on even if it is late.
const minExpanded = 64

// successor is a position after one reply, before it is known whether it is kept.
type successor struct {
	parent int
	move   chess.Move
	key    uint64
	weight float64
}

// updateBeliefs brings the beliefs to the present, at most n of them. When it is late
// it leaves out the positions that it has not come to, the less likely ones.
func (e *Engine) updateBeliefs(r chess.Rules, s *observation, n int, late func() bool) {
	was := e.beliefs
	e.beliefs = beliefState{side: s.us, visits: was.visits, fullmove: s.fullmove}
	if was.side != s.us || was.visits == nil || s.fullmove < was.fullmove {
		e.beliefs.visits = make(map[uint64]int)
	}
	var parents, rejected []belief
	switch {
	case was.side == s.us && len(was.all) > 0 && s.fullmove == was.fullmove:
		for _, b := range was.all {
			if s.matches(&b.position) {
				e.beliefs.all = append(e.beliefs.all, b)
			}
		}
		if len(e.beliefs.all) > 0 {
			normalize(e.beliefs.all)
			return
		}
	case was.side == s.us && len(was.all) > 0 && s.fullmove == was.fullmove+1 && was.played != 0:
		for i := range was.all {
			b := &was.all[i]
			if !b.position.IsLegal(was.played) {
				continue
			}
			next := belief{weight: b.weight}
			b.position.Apply(was.played, &next.position)
			if was.seen.matches(&next.position) {
				parents = append(parents, next)
			} else {
				rejected = append(rejected, next)
			}
		}
	default:
		parents, rejected = e.initialBeliefs(r, s)
		if len(parents) == 0 && len(rejected) > 0 && rejected[0].position.Turn() == s.us {
			if s.matches(&rejected[0].position) {
				e.beliefs.all = []belief{{rejected[0].position, 1}}
				return
			}
		}
	}
	normalize(parents)
	sorted.By(parents, func(a, b belief) int { return cmp.Compare(b.weight, a.weight) })
	e.beliefs.all = e.expandReplies(parents, s, n, late)
	if few := n / 4; len(e.beliefs.all) < few {
		if len(parents) == 0 {
			parents = rejected
			normalize(parents)
		}
		e.addRepaired(r, parents, s, few, late)
	}
	normalize(e.beliefs.all)
}

// initialBeliefs is the positions before the other side's last move in the first two
// moves of a game with one starting position: that, or what a move of either side made of it.
// rejected holds the starting position, from which positions are repaired in all other cases.
func (e *Engine) initialBeliefs(r chess.Rules, s *observation) (parents, rejected []belief) {
	if r.Start != nil && r.Start.Count > 1 {
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
	start := *first.Position()
	rejected = []belief{{start, 1}}
	switch {
	case s.fullmove == 1 && start.Turn() != s.us:
		return rejected, nil
	case s.fullmove == 2 && start.Turn() == s.us:
		for _, m := range start.AppendMoves(nil) {
			next := belief{weight: 1}
			start.Apply(m, &next.position)
			if next.position.Side(s.us) == s.ownPieces() {
				parents = append(parents, next)
			}
		}
	case s.fullmove == 2:
		for _, m := range start.AppendMoves(nil) {
			var next chess.Position
			start.Apply(m, &next)
			for _, own := range next.AppendMoves(nil) {
				after := belief{weight: 1}
				next.Apply(own, &after.position)
				if after.position.Side(s.us) == s.ownPieces() {
					parents = append(parents, after)
				}
			}
		}
	}
	return parents, rejected
}

// expandReplies plays each position on by every reply after which the board would look
// as it looks, and keeps about n of the results. A reply weighs more the better it is
// for the other side among all that it had.
func (e *Engine) expandReplies(parents []belief, s *observation, n int, late func() bool) []belief {
	var found []successor
	known := make(map[uint64]int)
	moves := make([]chess.Move, 0, 320)
	var next chess.Position
	for i := range parents {
		p := &parents[i].position
		if p.VariantEnd().Over() {
			continue
		}
		if i >= minExpanded && i%8 == 0 && len(found) > 0 && late() {
			break
		}
		o := e.newReplyModel(p)
		moves = p.AppendMoves(moves[:0])
		first, all := len(found), 0.0
		for _, m := range moves {
			likelihood := o.captureLikelihood(m)
			all += likelihood
			p.Apply(m, &next)
			if !s.matches(&next) || next.VariantEnd().Over() {
				continue
			}
			found = append(found, successor{i, m, next.Key(), likelihood * o.evalLikelihood(m, &next)})
		}
		// the evaluation moves weight among the replies that fit, not to other positions
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
	found = e.resample(found, n)
	grown := make([]belief, len(found))
	for i, g := range found {
		parents[g.parent].position.Apply(g.move, &grown[i].position)
		grown[i].weight = g.weight
	}
	normalize(grown)
	return grown
}

// replyModel is how the other side is taken to judge the replies to one position.
type replyModel struct {
	traits    *traits
	evaluator *Evaluator
	p         *chess.Position
	value     int
	sees      chess.Bitboard // squares that it sees
}

func (e *Engine) newReplyModel(p *chess.Position) replyModel {
	s := e.searches[0]
	return replyModel{traits: s.traits, evaluator: s.evaluator, p: p, value: s.evaluator.eval(p, p.Key()), sees: p.Sight(p.Turn())}
}

// captureLikelihood is how much rather than a quiet move m is played for what it wins
// or loses by captures. A loss counts less where the mover may not see what takes back.
func (o *replyModel) captureLikelihood(m chess.Move) float64 {
	gain := o.traits.exchangeGain(o.p, m)
	switch {
	case gain < 0:
		takers := o.p.Attackers(m.Landing(), o.p.Occupied()) & o.p.Side(o.p.Turn().Other())
		if takers&o.sees == 0 {
			gain /= 4
		}
	case o.traits.exposed && m.IsCapture() && o.p.RoleAt(m.To()) == chess.King:
		return math.Exp(kingCaptureGain / captureScale)
	}
	return math.Exp(float64(max(-maxCaptureGain/2, min(maxCaptureGain, gain))) / captureScale)
}

// evalLikelihood is how much rather m is played for the evaluation after it.
func (o *replyModel) evalLikelihood(m chess.Move, next *chess.Position) float64 {
	if o.traits.noisy(o.p, m) {
		return 1
	}
	better := -o.evaluator.eval(next, next.Key()) - o.value
	return math.Exp(float64(max(-maxEvalGain, min(maxEvalGain, better))) / evalScale)
}

// resample keeps about n of the replies. The likely ones are kept with their
// weights, the others drawn and given the same weight each, so that nothing
// counts more than it did (P. Fearnhead and P. Clifford, "On-line inference for
// hidden Markov models via particle filters", 2003).
func (e *Engine) resample(found []successor, n int) []successor {
	if len(found) <= n {
		return found
	}
	sorted.By(found, func(a, b successor) int { return cmp.Compare(b.weight, a.weight) })
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

// normalize makes the weights add up to 1.
func normalize(all []belief) {
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

// sampleBeliefs picks n of the beliefs by weight, each at most once, in random order.
// Their weights add up to 1.
func (e *Engine) sampleBeliefs(n int) []belief {
	all := e.beliefs.all
	if len(all) <= n {
		picked := slices.Clone(all)
		e.rng.Shuffle(len(picked), func(i, j int) { picked[i], picked[j] = picked[j], picked[i] })
		return picked
	}
	found := make([]successor, len(all))
	for i, b := range all {
		found[i] = successor{parent: i, weight: b.weight}
	}
	var picked []belief
	for _, g := range e.resample(found, n) {
		picked = append(picked, belief{all[g.parent].position, g.weight})
	}
	e.rng.Shuffle(len(picked), func(i, j int) { picked[i], picked[j] = picked[j], picked[i] })
	normalize(picked)
	return picked
}

// observation is what one side sees of the 8×8 board in the fog: its View as
// bitboards, so that many positions are compared with it quickly.
type observation struct {
	us         chess.Color // who looks
	seen       chess.Bitboard
	pieces     [2][8]chess.Bitboard // on seen squares, by colour and role
	totals     [2]chess.RoleCounts  // all pieces, the hidden ones too
	pockets    [2]chess.RoleCounts
	promoted   chess.Bitboard
	checked    chess.Bitboard
	checksLeft [2]uint8
	fullmove   int
}

func observe(v chess.View, us chess.Color) observation {
	s := observation{us: us, totals: v.PieceCounts, pockets: v.Pockets, checksLeft: v.ChecksLeft, fullmove: v.Fullmove}
	for i, c := range v.Cells {
		if c.Hidden {
			continue
		}
		sq := chess.Bit(chess.Square(i))
		s.seen |= sq
		if c.Piece != 0 {
			s.pieces[c.Piece.Color()][c.Piece.Role()] |= sq
		}
		if c.Promoted {
			s.promoted |= sq
		}
	}
	for _, sq := range v.Checked {
		s.checked |= chess.Bit(sq)
	}
	return s
}

// matches reports whether p would look the same.
func (s *observation) matches(p *chess.Position) bool {
	if p.Sight(s.us) != s.seen || p.Promoted()&s.seen != s.promoted {
		return false
	}
	for c := range chess.Color(2) {
		if p.Pocket(c) != s.pockets[c] || p.ChecksLeft(c) != int(s.checksLeft[c]) {
			return false
		}
		for r := chess.Pawn; r <= chess.King; r++ {
			pieces := p.Pieces(c, r)
			if pieces&s.seen != s.pieces[c][r] || pieces.Count() != int(s.totals[c][r]) {
				return false
			}
		}
	}
	var checked chess.Bitboard
	if p.InCheck() {
		checked = chess.Bit(p.King(p.Turn())) & s.seen
	}
	return checked == s.checked
}

func (s *observation) ownOf(r chess.Role) chess.Bitboard { return s.pieces[s.us][r] }

// ownPieces is complete: a side sees all its pieces.
func (s *observation) ownPieces() (pieces chess.Bitboard) {
	for _, set := range s.pieces[s.us] {
		pieces |= set
	}
	return pieces
}

// constraints is what follows for hidden squares. An enemy stands where the side would
// see an empty square: before its pawns, at the end of the lines of its pieces where
// these see no piece, and wherever it could drop one. A square that its pawns could
// take on is empty.
func (s *observation) constraints(r chess.Rules) (occupied, empty chess.Bitboard) {
	own := s.ownPieces()
	occ := own
	for _, set := range s.pieces[s.us.Other()] {
		occ |= set
	}
	pawns := s.ownOf(chess.Pawn)
	start := chess.Bitboard(0xff00)
	if s.us == chess.Black {
		start = 0xff << 48
	}
	occupied = pawnPushes(s.us, pawns) | pawnPushes(s.us, pawnPushes(s.us, pawns&start)&s.seen&^occ)
	for role := chess.Knight; role <= chess.King; role++ {
		for pieces := s.ownOf(role); pieces != 0; {
			occupied |= chess.PieceAttacks(role, pieces.Pop(), occ|^s.seen)
		}
	}
	if hand := s.pockets[s.us]; r.Pocket == chess.Anywhere && !hand.Empty() {
		hand[chess.Pawn] = 0
		if hand.Empty() {
			occupied |= 0x00ffffffffffff00
		} else {
			occupied = ^chess.Bitboard(0)
		}
	}
	if r.Capture != chess.Convert {
		empty = pawnAttacks(s.us, pawns)
	}
	return occupied &^ s.seen, empty &^ s.seen
}
