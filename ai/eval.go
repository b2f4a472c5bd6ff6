package ai

import (
	"rookery/ai/network"
	"rookery/chess"
)

// Evaluator values positions of one game, in centipawns. It caches values and pawn
// structures without a lock, so that each thread needs its own.
type Evaluator struct {
	traits  traits
	weights *Weights
	style   styleWeights
	side    chess.Color // whose style counts

	pieceSquare [2][8][64]pair // value and place of a piece, both for White
	pawns       []pawnEntry    // by pawnKey
	cache       []uint64       // by the position's key: its upper 48 bits, then the value
	network     *network.State // nil where there is none
	alone       bool           // its value is the whole, but for what the style likes
	plain       *Evaluator     // without the style, where that changes what stands alone; else nil
	onValue     func(p *chess.Position)
}

// The caches, in entries: powers of two, small enough to stay near the processor.
const (
	pawnEntries  = 1 << 12
	cacheEntries = 1 << 14
)

// NewEvaluator makes an evaluator for a game by given weights.
func NewEvaluator(r chess.Rules, w *Weights) *Evaluator {
	return newEvaluator(traitsOf(r), w, Balanced.weights())
}

func newEvaluator(t traits, w *Weights, likes styleWeights) *Evaluator {
	w = likes.apply(w)
	e := &Evaluator{traits: t, weights: w, style: likes, pawns: make([]pawnEntry, pawnEntries), cache: make([]uint64, cacheEntries)}
	for c := range chess.Color(2) {
		for r := chess.Pawn; r <= chess.King; r++ {
			for sq := range chess.Square(64) {
				e.pieceSquare[c][r][sq] = w.value[r] + w.place[r][sq^flip[c]]
			}
		}
	}
	return e
}

// flip mirrors the ranks for Black, so that weights hold for both sides.
var flip = [2]chess.Square{0, 56}

// attackInfo is what the pieces of both sides attack, gathered once for a position.
type attackInfo struct {
	p                *chess.Position
	occ              chess.Bitboard
	entry            *pawnEntry
	pawns            [2]chess.Bitboard    // squares that pawns of a colour attack
	all              [2]chess.Bitboard    // squares that any piece attacks
	byRole           [2][8]chess.Bitboard // squares that pieces of a role attack
	kings            [2]chess.Square
	kingZone         [2]chess.Bitboard // around the king of a colour
	twice            [2]chess.Bitboard // squares that two pieces attack
	kingAttackers    [2]int            // enemy pieces that attack squares around the king of a colour
	kingAttackWeight [2]int            // the sum of their kingAttackWeights
	kingAttacks      [2]int            // squares next to that king that they attack, each piece for itself
	phase            int
}

// phaseOf is what a piece of a role adds to the phase.
var phaseOf = [8]int{chess.Knight: 1, chess.Bishop: 1, chess.Rook: 2, chess.Queen: 4}

// fullPhase is the phase of the whole set of pieces; 0 is an ending of pawns.
const fullPhase = 24

// useNetwork lets e value positions with a network, nil for none.
func (e *Evaluator) useNetwork(n *network.Network) {
	e.network, e.alone, e.plain = nil, false, nil
	if n == nil {
		return
	}
	e.network, e.alone = n.NewState(), n.Alone
	if e.alone && e.style != Balanced.weights() {
		e.plain = newEvaluator(e.traits, WeightsOf(e.traits.rules), Balanced.weights())
	}
}

// eval is Value and what the network adds, or the network's value alone, cached by the
// position's key.
func (e *Evaluator) eval(p *chess.Position, key uint64) int {
	slot := &e.cache[key&(cacheEntries-1)]
	if *slot>>16 == key>>16 {
		return int(int16(*slot))
	}
	if e.onValue != nil {
		e.onValue(p)
	}
	v := 0
	switch {
	case e.alone:
		v = e.aloneValue(p)
		if e.plain != nil {
			v += e.Value(p) - e.plain.Value(p)
		}
	case e.network != nil:
		v = e.Value(p) + e.network.Value(p)
	default:
		v = e.Value(p)
	}
	v = max(-decisive+1, min(decisive-1, v))
	*slot = key>>16<<16 | uint64(uint16(int16(v)))
	return v
}

// A network that stands alone has learned who wins, but hardly by how much, nor where a lone king is mated: from
// surely on, and against one piece, the hand-crafted value tells that, and at certainly it tells all.
const (
	surely    = 300
	certainly = 500
)

// aloneValue is the value of p by a network that stands alone.
func (e *Evaluator) aloneValue(p *chess.Position) int {
	v := e.network.Value(p)
	share := max(0, min(certainly, abs(v))-surely)
	bare := onePiece(p, chess.White) || onePiece(p, chess.Black)
	if bare {
		share = certainly - surely
	}
	if share == 0 {
		return v
	}
	hand := e.Value(p)
	if !bare && (abs(hand) <= abs(v) || hand < 0 != (v < 0)) {
		return v
	}
	return v + (hand-v)*share/(certainly-surely)
}

// onePiece tells whether a side has one piece left.
func onePiece(p *chess.Position, side chess.Color) bool {
	return p.Side(side).Count() == 1 && p.Pocket(side) == chess.RoleCounts{}
}

// Value is the hand-crafted value of p for the side to move.
func (e *Evaluator) Value(p *chess.Position) int {
	v := attackInfo{p: p, occ: p.Occupied()}
	v.init()
	v.entry = e.pawnsOf(p)
	score := v.entry.score
	score += e.pieces(&v, chess.White) - e.pieces(&v, chess.Black)
	score += e.passedPawns(&v)
	if e.traits.kingSafety {
		score += e.kingSafety(&v, chess.White) - e.kingSafety(&v, chess.Black)
	}
	score += e.threats(&v, chess.White) - e.threats(&v, chess.Black)
	if e.traits.extraGoals {
		score += e.goals(&v, chess.White) - e.goals(&v, chess.Black)
	}
	if p.Turn() == chess.White {
		score += e.weights.lines[tempo]
	} else {
		score -= e.weights.lines[tempo]
	}
	phase := min(v.phase, fullPhase)
	end := score.end() * e.endgameScale(&v, score.end()) / 16
	total := (score.middle()*phase + end*(fullPhase-phase)) / fullPhase
	if e.style.hasLeaning() {
		press := min(v.kingPressure(e.side.Other()), 40)
		rams := (p.Pieces(chess.White, chess.Pawn) << 8 & p.Pieces(chess.Black, chess.Pawn)).Count()
		if e.side == chess.White {
			total += e.style.leaning(total, phase, press, rams)
		} else {
			total -= e.style.leaning(-total, phase, press, rams)
		}
	}
	if p.Turn() == chess.Black {
		total = -total
	}
	return max(-decisive+1, min(decisive-1, total))
}

// init gathers what pawns and kings attack; Evaluator.pieces adds the others.
func (v *attackInfo) init() {
	for c := range chess.Color(2) {
		pawns := v.p.Pieces(c, chess.Pawn)
		v.pawns[c] = pawnAttacks(c, pawns)
		v.kings[c] = v.p.OnlyKing(c) // the first of several is another one on a board turned round
		v.all[c] = v.pawns[c]
		if k := v.kings[c]; k != chess.NoSquare {
			near := chess.KingAttacks(k)
			v.byRole[c][chess.King] = near
			v.twice[c] = v.all[c] & near
			v.all[c] |= near
			v.kingZone[c] = near | chess.Bit(k)
			if c == chess.White {
				v.kingZone[c] |= near << 8
			} else {
				v.kingZone[c] |= near >> 8
			}
		}
	}
}

const (
	fileA chess.Bitboard = 0x0101010101010101
	fileH chess.Bitboard = 0x8080808080808080
)

func pawnAttacks(c chess.Color, pawns chess.Bitboard) chess.Bitboard {
	if c == chess.White {
		return pawns&^fileA<<7 | pawns&^fileH<<9
	}
	return pawns&^fileA>>9 | pawns&^fileH>>7
}

// kingAttackWeights is what a piece that attacks squares around a king weighs against
// it, by role, in the units of dangerIndex.
var kingAttackWeights = [8]int{chess.Knight: 35, chess.Rook: 31, chess.Queen: 44}

// kingAttackWeight is the same for each square next to the king that it attacks.
const kingAttackWeight = 59

// kingPressure is what attacks the king of c, on the scale of styles: 0 to about 40.
func (v *attackInfo) kingPressure(c chess.Color) int {
	return (v.kingAttackWeight[c] + kingAttackWeight*v.kingAttacks[c]) / 20
}

// pieces values the pieces of one side that are no pawns, and notes what they attack.
func (e *Evaluator) pieces(v *attackInfo, c chess.Color) pair {
	var sum pair
	p, w, them := v.p, e.weights, c.Other()
	own := p.Pieces(c, chess.Pawn)
	area := ^(own | v.pawns[them])
	for r := chess.Knight; r <= chess.King; r++ {
		for pieces := p.Pieces(c, r); pieces != 0; {
			sq := pieces.Pop()
			sum += e.pieceSquare[c][r][sq]
			reach := chess.PieceAttacks(r, sq, v.occ)
			sum += w.mobility[r][(reach & area).Count()]
			if r == chess.King {
				v.all[c] |= reach // where the king is not royal there may be several
				continue
			}
			v.phase += phaseOf[r]
			v.byRole[c][r] |= reach
			v.twice[c] |= v.all[c] & reach
			v.all[c] |= reach
			if reach&v.kingZone[them] != 0 {
				v.kingAttackers[them]++
				v.kingAttackWeight[them] += kingAttackWeights[r]
				v.kingAttacks[them] += (reach & v.byRole[them][chess.King]).Count()
			}
		}
	}
	if p.Pieces(c, chess.Bishop).Several() {
		sum += w.lines[0]
	}
	for rooks := p.Pieces(c, chess.Rook); rooks != 0; {
		file := fileA << (rooks.Pop() & 7)
		if file&own == 0 {
			if file&p.Pieces(them, chess.Pawn) == 0 {
				sum += w.lines[2]
			} else {
				sum += w.lines[1]
			}
		}
	}
	return sum + e.minors(v, c) + e.outposts(v, c)
}

// minors values where knights and bishops stand to pawns and to their king.
func (e *Evaluator) minors(v *attackInfo, c chess.Color) pair {
	var sum pair
	p, w, k := v.p, e.weights, v.kings[c]
	knights, bishops := p.Pieces(c, chess.Knight), p.Pieces(c, chess.Bishop)
	sum += w.minor[0] * pair(((knights | bishops) & pawnPushes(c.Other(), p.Of(chess.Pawn))).Count())
	for pieces := bishops; pieces != 0; {
		sq := pieces.Pop()
		shade := darkSquares
		if !shade.Has(sq) {
			shade = ^shade
		}
		sum += w.minor[1] * pair((p.Pieces(c, chess.Pawn) & shade).Count())
		if k != chess.NoSquare {
			sum += w.minor[3] * pair(distance(k, sq))
		}
	}
	if k != chess.NoSquare {
		for pieces := knights; pieces != 0; {
			sum += w.minor[2] * pair(distance(k, pieces.Pop()))
		}
	}
	return sum
}

func pawnPushes(c chess.Color, pieces chess.Bitboard) chess.Bitboard {
	if c == chess.White {
		return pieces << 8
	}
	return pieces >> 8
}

// outposts values knights and bishops that no enemy pawn can drive away.
func (e *Evaluator) outposts(v *attackInfo, c chess.Color) pair {
	var sum pair
	theirs := v.p.Pieces(c.Other(), chess.Pawn)
	ranks := chess.Bitboard(0x0000ffffff000000) // the fourth to the sixth, from White's side
	if c == chess.Black {
		ranks = 0x000000ffffff0000
	}
	for i, r := range [2]chess.Role{chess.Knight, chess.Bishop} {
		for pieces := v.p.Pieces(c, r) & ranks; pieces != 0; {
			sq := pieces.Pop()
			if masks.guards[c][sq]&theirs != 0 {
				continue
			}
			at := 2 * i
			if v.pawns[c].Has(sq) {
				at++
			}
			sum += e.weights.outpost[at]
		}
	}
	return sum
}

// threats values enemy pieces that lesser pieces attack, and those that hang.
func (e *Evaluator) threats(v *attackInfo, c chess.Color) pair {
	var sum pair
	p, w, them := v.p, e.weights, c.Other()
	enemy := p.Side(them)
	push := pawnPushes(c, p.Pieces(c, chess.Pawn)) &^ v.occ
	push |= pawnPushes(c, push&(chess.Bitboard(0xff)<<(16+24*int(c)))) &^ v.occ
	push &^= v.pawns[them]
	push &= v.all[c] | ^v.all[them]
	sum += w.grip[0] * pair((pawnAttacks(c, push) & enemy &^ p.Of(chess.Pawn)).Count())
	sum += w.grip[1] * pair((v.all[them] & v.all[c] &^ v.twice[them] &^ v.pawns[them]).Count())
	seen := v.all[c] & enemy
	if seen == 0 {
		return sum
	}
	minors := v.byRole[c][chess.Knight] | v.byRole[c][chess.Bishop]
	rooks := v.byRole[c][chess.Rook]
	king := v.byRole[c][chess.King] &^ v.all[them]
	loose := seen &^ v.all[them]
	for r := chess.Pawn; r <= chess.Queen; r++ {
		pieces := p.Of(r) & seen
		if pieces == 0 {
			continue
		}
		sum += w.threat[0][r]*pair((pieces&v.pawns[c]).Count()) + w.threat[1][r]*pair((pieces&minors).Count()) +
			w.threat[2][r]*pair((pieces&rooks).Count()) + w.threat[3][r]*pair((pieces&king).Count()) +
			w.hanging[r]*pair((pieces&loose).Count())
	}
	return sum
}

// endgameScale is how much of an ending's value is left by its likely draws, in
// sixteenths: little where the better side has no pawn and hardly more pieces, half
// where only bishops of opposite colours are left.
func (e *Evaluator) endgameScale(v *attackInfo, end int) int {
	if !e.traits.royal || e.traits.goal != chess.Mate || e.traits.drops || e.traits.explode {
		return 16
	}
	p := v.p
	strong := chess.White
	if end < 0 {
		strong = chess.Black
	}
	weak := strong.Other()
	if p.Pieces(strong, chess.Pawn) == 0 {
		a, b := pieceMaterial(p, strong), pieceMaterial(p, weak)
		switch {
		case a <= 3 && p.Pieces(strong, chess.Knight)|p.Pieces(strong, chess.Bishop) != 0 || a == 6 && p.Pieces(strong, chess.Knight).Count() == 2 && b == 0:
			return 0
		case a-b <= 3:
			return 3
		}
		return 16
	}
	bishops := p.Of(chess.Bishop)
	if p.Pieces(chess.White, chess.Bishop).Count() == 1 && p.Pieces(chess.Black, chess.Bishop).Count() == 1 &&
		(bishops&darkSquares != 0) && (bishops&^darkSquares != 0) {
		if p.Of(chess.Knight)|p.Of(chess.Rook)|p.Of(chess.Queen) == 0 {
			return 8
		}
		return 13
	}
	return 16
}

const darkSquares chess.Bitboard = 0xaa55aa55aa55aa55

// pieceMaterial is in pawns, without pawns and kings.
func pieceMaterial(p *chess.Position, c chess.Color) int {
	return 3*(p.Pieces(c, chess.Knight)|p.Pieces(c, chess.Bishop)).Count() + 5*p.Pieces(c, chess.Rook).Count() + 9*p.Pieces(c, chess.Queen).Count()
}

func abs(n int) int { return max(n, -n) }

// goals values for one side what chess does not have: pockets, explosions, conversions,
// and the goals other than mate.
func (e *Evaluator) goals(v *attackInfo, c chess.Color) pair {
	var sum pair
	p, w, them := v.p, e.weights, c.Other()
	if e.traits.drops {
		hand := p.Pocket(c)
		for r := chess.Pawn; r <= chess.King; r++ {
			for n := range int(hand[r]) {
				sum += w.pocket[r][min(n, 3)]
				v.phase += phaseOf[r]
			}
		}
	}
	king, enemy := v.kings[c], v.kings[them]
	if e.traits.explode && enemy != chess.NoSquare {
		sum += e.blasts(v, c, enemy)
	}
	if e.traits.convert {
		sum += w.convertible[min((v.all[c]&p.Side(them)).Count(), 15)]
	}
	switch e.traits.goal {
	case chess.Race:
		if king != chess.NoSquare {
			rank := king.Rank()
			sum += w.race[rank]
			next := chess.KingAttacks(king) & (chess.Bitboard(0xff) << (8 * rank) << 8)
			sum += w.path[(next &^ p.Side(c) &^ v.all[them]).Count()]
		}
	case chess.Hill:
		if king != chess.NoSquare {
			file, rank := king.File(), king.Rank()
			sum += w.hill[min(3, max(3-file, file-4, 3-rank, rank-4, 0))]
		}
	case chess.ThreeChecks:
		sum += w.checks[min(p.ChecksLeft(c), 3)]
	case chess.Extinct:
		for r := chess.Pawn; r <= chess.King; r++ {
			if !p.Pieces(c, r).Several() {
				sum += w.last[r]
			}
		}
	}
	return sum
}

// blasts values what c could capture next to the enemy king, which would end the game,
// and the squares there that its pieces attack.
func (e *Evaluator) blasts(v *attackInfo, c chess.Color, king chess.Square) pair {
	near := chess.KingAttacks(king)
	officers := v.byRole[c][chess.Knight] | v.byRole[c][chess.Bishop] | v.byRole[c][chess.Rook] | v.byRole[c][chess.Queen]
	takes := (near | chess.Bit(king)) & v.p.Side(c.Other()) & (v.pawns[c] | officers)
	sum := e.weights.blast[min(takes.Count(), 7)] + e.weights.reach[min((near&officers).Count(), 23)]
	if c == e.side {
		sum = sum.percent(e.style.attack)
	}
	return sum
}
