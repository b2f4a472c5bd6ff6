package ai

import "rookery/chess"

// Evaluator values positions of one game, in centipawns. It keeps what it
// found out about pawns, so that one is good for one thread.
type Evaluator struct {
	t     traits
	w     *Weights
	taste taste
	us    chess.Color // whose tastes count

	men   [2][8][64]pair // value and place of a man
	pawns []pawnEntry    // by pawnKey
	known []uint64       // values by the key of the position: its upper bits, and the value
}

// The sizes of what an evaluator remembers, in entries; powers of two.
const (
	pawnEntries  = 1 << 12
	knownEntries = 1 << 14
)

// NewEvaluator makes an evaluator for a game by given weights.
func NewEvaluator(r chess.Rules, w *Weights) *Evaluator {
	return newEvaluator(traitsOf(r), w, Balanced.taste())
}

func newEvaluator(t traits, w *Weights, likes taste) *Evaluator {
	w = likes.season(w)
	e := &Evaluator{t: t, w: w, taste: likes, pawns: make([]pawnEntry, pawnEntries), known: make([]uint64, knownEntries)}
	for c := range chess.Color(2) {
		for r := chess.Pawn; r <= chess.King; r++ {
			for sq := range chess.Square(64) {
				e.men[c][r][sq] = w.value[r] + w.place[r][sq^flip[c]]
			}
		}
	}
	return e
}

// flip mirrors squares for Black, so that weights hold for both sides.
var flip = [2]chess.Square{0, 56}

// vision is what the men of both sides see, gathered once for a position.
type vision struct {
	p         *chess.Position
	occ       chess.Bitboard
	entry     *pawnEntry
	pawns     [2]chess.Bitboard    // squares that pawns of a colour guard
	all       [2]chess.Bitboard    // squares that any man guards
	by        [2][8]chess.Bitboard // squares that men of a role guard
	king      [2]chess.Square
	zone      [2]chess.Bitboard // round the king of a colour
	twice     [2]chess.Bitboard // squares that two men guard
	attackers [2]int            // men that see squares round the king of a colour
	weight    [2]int            // what they weigh together
	touches   [2]int            // squares next to that king that they see, each man for itself
	phase     int
}

// phases counts how far a game is from its ending: 24 with all men.
var phases = [8]int{chess.Knight: 1, chess.Bishop: 1, chess.Rook: 2, chess.Queen: 4}

// fullPhase is the phase of a whole set of men.
const fullPhase = 24

// eval is the value of p for the side to move, remembered by its key.
func (e *Evaluator) eval(p *chess.Position, key uint64) int {
	slot := &e.known[key&(knownEntries-1)]
	if *slot>>16 == key>>16 {
		return int(int16(*slot))
	}
	v := e.Value(p)
	*slot = key>>16<<16 | uint64(uint16(int16(v)))
	return v
}

// Value is the value of p for the side to move.
func (e *Evaluator) Value(p *chess.Position) int {
	v := vision{p: p, occ: p.Occupied()}
	v.look()
	v.entry = e.pawnsOf(p)
	score := v.entry.score
	score += e.side(&v, chess.White) - e.side(&v, chess.Black)
	score += e.passers(&v)
	if e.t.kings {
		score += e.safety(&v, chess.White) - e.safety(&v, chess.Black)
	}
	score += e.threats(&v, chess.White) - e.threats(&v, chess.Black)
	if e.t.aims {
		score += e.aims(&v, chess.White) - e.aims(&v, chess.Black)
	}
	if p.Turn() == chess.White {
		score += e.w.lines[3]
	} else {
		score -= e.w.lines[3]
	}
	phase := min(v.phase, fullPhase)
	end := score.end() * e.chances(&v, score.end()) / 16
	total := (score.middle()*phase + end*(fullPhase-phase)) / fullPhase
	if e.taste.leans() {
		press := min(v.press(e.us.Other()), 40)
		rams := (p.Men(chess.White, chess.Pawn) << 8 & p.Men(chess.Black, chess.Pawn)).Count()
		if e.us == chess.White {
			total += e.taste.lean(total, phase, press, rams)
		} else {
			total -= e.taste.lean(-total, phase, press, rams)
		}
	}
	if p.Turn() == chess.Black {
		total = -total
	}
	return max(-decided+1, min(decided-1, total))
}

// look gathers what pawns and kings see.
func (v *vision) look() {
	for c := range chess.Color(2) {
		pawns := v.p.Men(c, chess.Pawn)
		v.pawns[c] = guarded(c, pawns)
		v.king[c] = v.p.King(c)
		v.all[c] = v.pawns[c]
		if k := v.king[c]; k != chess.NoSquare {
			near := chess.KingAttacks(k)
			v.by[c][chess.King] = near
			v.twice[c] = v.all[c] & near
			v.all[c] |= near
			v.zone[c] = near | chess.Bit(k)
			if c == chess.White {
				v.zone[c] |= near << 8
			} else {
				v.zone[c] |= near >> 8
			}
		}
	}
}

const (
	fileA chess.Bitboard = 0x0101010101010101
	fileH chess.Bitboard = 0x8080808080808080
)

// guarded is the squares that pawns of c attack.
func guarded(c chess.Color, pawns chess.Bitboard) chess.Bitboard {
	if c == chess.White {
		return pawns&^fileA<<7 | pawns&^fileH<<9
	}
	return pawns&^fileA>>9 | pawns&^fileH>>7
}

// weighs is what a man of each role weighs against a king round which it sees
// squares, in the units of pressed.
var weighs = [8]int{chess.Knight: 81, chess.Bishop: 52, chess.Rook: 44, chess.Queen: 10}

// touch is what each square next to a king weighs that a man sees.
const touch = 69

// press is what stands against the king of c, as tastes see it.
func (v *vision) press(c chess.Color) int { return (v.weight[c] + touch*v.touches[c]) / 24 }

// side adds up the men of one side that are no pawns, and what they reach.
func (e *Evaluator) side(v *vision, c chess.Color) pair {
	var sum pair
	p, w, them := v.p, e.w, c.Other()
	own := p.Men(c, chess.Pawn)
	area := ^(own | v.pawns[them])
	for r := chess.Knight; r <= chess.King; r++ {
		for men := p.Men(c, r); men != 0; {
			sq := men.Pop()
			sum += e.men[c][r][sq]
			reach := reachOf(r, sq, v.occ)
			sum += w.mobility[r][(reach & area).Count()]
			if r == chess.King {
				v.all[c] |= reach // where kings are men, there are several
				continue
			}
			v.phase += phases[r]
			v.by[c][r] |= reach
			v.twice[c] |= v.all[c] & reach
			v.all[c] |= reach
			if reach&v.zone[them] != 0 {
				v.attackers[them]++
				v.weight[them] += weighs[r]
				v.touches[them] += (reach & v.by[them][chess.King]).Count()
			}
		}
	}
	if p.Men(c, chess.Bishop).Several() {
		sum += w.lines[0]
	}
	for rooks := p.Men(c, chess.Rook); rooks != 0; {
		file := fileA << (rooks.Pop() & 7)
		if file&own == 0 {
			if file&p.Men(them, chess.Pawn) == 0 {
				sum += w.lines[2]
			} else {
				sum += w.lines[1]
			}
		}
	}
	return sum + e.minors(v, c) + e.outposts(v, c)
}

// minors values where knights and bishops stand to pawns and to their king.
func (e *Evaluator) minors(v *vision, c chess.Color) pair {
	var sum pair
	p, w, k := v.p, e.w, v.king[c]
	knights, bishops := p.Men(c, chess.Knight), p.Men(c, chess.Bishop)
	sum += w.minor[0] * pair(((knights | bishops) & stepped(c.Other(), p.Of(chess.Pawn))).Count())
	for men := bishops; men != 0; {
		sq := men.Pop()
		shade := darkSquares
		if !shade.Has(sq) {
			shade = ^shade
		}
		sum += w.minor[1] * pair((p.Men(c, chess.Pawn) & shade).Count())
		if k != chess.NoSquare {
			sum += w.minor[3] * pair(distance(k, sq))
		}
	}
	if k != chess.NoSquare {
		for men := knights; men != 0; {
			sum += w.minor[2] * pair(distance(k, men.Pop()))
		}
	}
	return sum
}

// stepped is the squares one step before men of c.
func stepped(c chess.Color, men chess.Bitboard) chess.Bitboard {
	if c == chess.White {
		return men << 8
	}
	return men >> 8
}

// outposts values knights and bishops that no enemy pawn can drive away.
func (e *Evaluator) outposts(v *vision, c chess.Color) pair {
	var sum pair
	theirs := v.p.Men(c.Other(), chess.Pawn)
	ranks := chess.Bitboard(0x0000ffffff000000) // the fourth to the sixth, from White's side
	if c == chess.Black {
		ranks = 0x000000ffffff0000
	}
	for i, r := range [2]chess.Role{chess.Knight, chess.Bishop} {
		for men := v.p.Men(c, r) & ranks; men != 0; {
			sq := men.Pop()
			if masks.guards[c][sq]&theirs != 0 {
				continue
			}
			at := 2 * i
			if v.pawns[c].Has(sq) {
				at++
			}
			sum += e.w.outpost[at]
		}
	}
	return sum
}

// threats values the enemy men that lesser men attack, and those nobody guards.
func (e *Evaluator) threats(v *vision, c chess.Color) pair {
	var sum pair
	p, w, them := v.p, e.w, c.Other()
	enemy := p.Side(them)
	push := stepped(c, p.Men(c, chess.Pawn)) &^ v.occ
	push |= stepped(c, push&(chess.Bitboard(0xff)<<(16+24*int(c)))) &^ v.occ
	push &^= v.pawns[them]
	push &= v.all[c] | ^v.all[them]
	sum += w.grip[0] * pair((guarded(c, push) & enemy &^ p.Of(chess.Pawn)).Count())
	sum += w.grip[1] * pair((v.all[them] & v.all[c] &^ v.twice[them] &^ v.pawns[them]).Count())
	seen := v.all[c] & enemy
	if seen == 0 {
		return sum
	}
	minors := v.by[c][chess.Knight] | v.by[c][chess.Bishop]
	rooks := v.by[c][chess.Rook]
	king := v.by[c][chess.King] &^ v.all[them]
	loose := seen &^ v.all[them]
	for r := chess.Pawn; r <= chess.Queen; r++ {
		men := p.Of(r) & seen
		if men == 0 {
			continue
		}
		sum += w.threat[0][r]*pair((men&v.pawns[c]).Count()) + w.threat[1][r]*pair((men&minors).Count()) +
			w.threat[2][r]*pair((men&rooks).Count()) + w.threat[3][r]*pair((men&king).Count()) +
			w.hanging[r]*pair((men&loose).Count())
	}
	return sum
}

// reachOf is where a man that is no pawn could go.
func reachOf(r chess.Role, sq chess.Square, occ chess.Bitboard) chess.Bitboard {
	switch r {
	case chess.Knight:
		return chess.KnightAttacks(sq)
	case chess.Bishop:
		return chess.BishopAttacks(sq, occ)
	case chess.Rook:
		return chess.RookAttacks(sq, occ)
	case chess.Queen:
		return chess.QueenAttacks(sq, occ)
	}
	return chess.KingAttacks(sq)
}

// chances is how much of an ending's value can be hoped for, in sixteenths:
// little where the better side has no pawn and hardly more men, half where
// only bishops of opposite colours are left.
func (e *Evaluator) chances(v *vision, end int) int {
	if !e.t.royal || e.t.goal != chess.Mate || e.t.drops || e.t.explode {
		return 16
	}
	p := v.p
	strong := chess.White
	if end < 0 {
		strong = chess.Black
	}
	weak := strong.Other()
	if p.Men(strong, chess.Pawn) == 0 {
		a, b := officers(p, strong), officers(p, weak)
		switch {
		case a <= 3 && p.Men(strong, chess.Knight)|p.Men(strong, chess.Bishop) != 0 || a == 6 && p.Men(strong, chess.Knight).Count() == 2 && b == 0:
			return 0
		case a-b <= 3:
			return 3
		}
		return 16
	}
	bishops := p.Of(chess.Bishop)
	if p.Men(chess.White, chess.Bishop).Count() == 1 && p.Men(chess.Black, chess.Bishop).Count() == 1 &&
		(bishops&darkSquares != 0) && (bishops&^darkSquares != 0) {
		if p.Of(chess.Knight)|p.Of(chess.Rook)|p.Of(chess.Queen) == 0 {
			return 8
		}
		return 13
	}
	return 16
}

const darkSquares chess.Bitboard = 0xaa55aa55aa55aa55

// officers is the worth of the men of c that are neither pawns nor kings, in pawns.
func officers(p *chess.Position, c chess.Color) int {
	return 3*(p.Men(c, chess.Knight)|p.Men(c, chess.Bishop)).Count() + 5*p.Men(c, chess.Rook).Count() + 9*p.Men(c, chess.Queen).Count()
}

func abs(n int) int { return max(n, -n) }
