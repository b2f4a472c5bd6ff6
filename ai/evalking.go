package ai

import "rookery/chess"

// safety values what protects the king of c and what stands against it; the
// second is negative.
func (e *Evaluator) safety(v *vision, c chess.Color) pair {
	k := v.king[c]
	if k == chess.NoSquare {
		return 0
	}
	sum := e.w.air[min(chess.QueenAttacks(k, v.occ&^v.p.Of(chess.King)).Count(), 27)]
	shelter := e.shelter(v, c, k)
	danger := e.w.danger[e.pressed(v, c, k)]
	if c == e.us {
		shelter, danger = shelter.percent(e.taste.shelter), danger.percent(e.taste.fear)
	} else {
		danger = danger.percent(e.taste.attack)
	}
	return sum + shelter - danger
}

// shelter values the own pawns before the king and the enemy's that come
// against it, on its file and the two beside.
func (e *Evaluator) shelter(v *vision, c chess.Color, k chess.Square) pair {
	var sum pair
	own, theirs := v.p.Men(c, chess.Pawn), v.p.Men(c.Other(), chess.Pawn)
	rank := gainedBy(c, k)
	middle := max(1, min(6, k.File()))
	for file := middle - 1; file <= middle+1; file++ {
		at := 1
		if file == k.File() {
			at = 0
		}
		sum += e.w.shelter[at][nearest(c, own, file, rank)] + e.w.storm[at][nearest(c, theirs, file, rank)]
	}
	return sum
}

// nearest is how many ranks before rank, seen from c, the next of the pawns on
// a file stands; 0 when there is none.
func nearest(c chess.Color, pawns chess.Bitboard, file, rank int) int {
	men := pawns & (fileA << file)
	if c == chess.White {
		men &= ^chess.Bitboard(0) << (8 * rank) << 8
		if men == 0 {
			return 0
		}
		return men.First().Rank() - rank
	}
	men &= chess.Bitboard(1)<<(8*(7-rank)) - 1
	if men == 0 {
		return 0
	}
	return 7 - men.Last().Rank() - rank
}

// inHand is what a man in the enemy's pocket weighs against a king.
var inHand = [8]int{chess.Pawn: 1, chess.Knight: 4, chess.Bishop: 3, chess.Rook: 4, chess.Queen: 7}

// pressed is the place in the table of danger for the king of c: men that see
// its neighbourhood, squares there that only the king guards, checks that
// nobody can answer by taking, and men that may be dropped.
func (e *Evaluator) pressed(v *vision, c chess.Color, k chess.Square) int {
	p, them := v.p, c.Other()
	units := v.press[c]
	dropping := false
	if e.t.drops {
		hand := p.Hand(them)
		for r := chess.Pawn; r <= chess.Queen; r++ {
			if n := int(hand[r]); n > 0 {
				units += inHand[r] * min(n, 2)
				dropping = true
			}
		}
	}
	if v.attackers[c] == 0 && !dropping {
		return 0
	}
	guards := v.pawns[c] | v.by[c][chess.Knight] | v.by[c][chess.Bishop] | v.by[c][chess.Rook] | v.by[c][chess.Queen]
	weak := v.zone[c] & v.all[them] &^ guards
	units += 2 * weak.Count()
	free := ^p.Side(them) & (^v.all[c] | weak&v.by[c][chess.King]&(v.by[them][chess.Queen]&v.by[them][chess.Rook]))
	straight, slanted := chess.RookAttacks(k, v.occ), chess.BishopAttacks(k, v.occ)
	if v.by[them][chess.Rook]&straight&free != 0 {
		units += 6
	}
	if v.by[them][chess.Bishop]&slanted&free != 0 {
		units += 4
	}
	if v.by[them][chess.Queen]&(straight|slanted)&free != 0 {
		units += 5
	}
	if v.by[them][chess.Knight]&chess.KnightAttacks(k)&free != 0 {
		units += 6
	}
	if p.Men(them, chess.Queen) == 0 && !dropping {
		units -= 7
	}
	return max(0, min(units, len(e.w.danger)-1))
}
