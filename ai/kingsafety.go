package ai

import (
	"rookery/chess"
)

// kingSafety is the shelter of the king of c less the danger it is in.
func (e *Evaluator) kingSafety(v *attackInfo, c chess.Color) pair {
	k := v.kings[c]
	if k == chess.NoSquare {
		return 0
	}
	sum := e.weights.kingLines[min(chess.QueenAttacks(k, v.occ&^v.p.Of(chess.King)).Count(), 27)]
	pawns := v.entry
	if pawns.kings[c] != k {
		e.updateShelter(pawns, c, k)
	}
	shelter, danger := pawns.shelter[c], e.weights.danger[e.dangerIndex(v, c, k, int(pawns.uncovered[c]))]
	if c == e.side {
		shelter, danger = shelter.percent(e.style.shelter), danger.percent(e.style.danger)
	} else {
		danger = danger.percent(e.style.attack)
	}
	return sum + shelter - danger
}

// updateShelter caches what pawns are worth to the king of c on k: its own before it and
// the enemy's that storm it, on its file and the two beside. A file that no own pawn
// covers within two ranks is uncovered.
func (e *Evaluator) updateShelter(pawns *pawnEntry, c chess.Color, k chess.Square) {
	own, theirs := pawns.pawns[c], pawns.pawns[c.Other()]
	rank := relativeRank(c, k)
	middle := max(1, min(6, k.File()))
	bare, sum := int8(0), pair(0)
	for file := middle - 1; file <= middle+1; file++ {
		at := 1
		if file == k.File() {
			at = 0
		}
		steps := ranksAhead(c, own, file, rank)
		if steps == 0 || steps > 2 {
			bare++
		}
		sum += e.weights.shelter[at][steps] + e.weights.storm[at][ranksAhead(c, theirs, file, rank)]
	}
	pawns.kings[c], pawns.uncovered[c], pawns.shelter[c] = k, bare, sum
}

// ranksAhead is the distance from rank, seen from c, to the next pawn ahead on a file; 0
// without one.
func ranksAhead(c chess.Color, pawns chess.Bitboard, file, rank int) int {
	pieces := pawns & (fileA << file)
	if c == chess.White {
		pieces &= ^chess.Bitboard(0) << (8 * rank) << 8
		if pieces == 0 {
			return 0
		}
		return pieces.First().Rank() - rank
	}
	pieces &= chess.Bitboard(1)<<(8*(7-rank)) - 1
	if pieces == 0 {
		return 0
	}
	return 7 - pieces.Last().Rank() - rank
}

// pocketWeight is what a piece in the enemy's pocket weighs against a king: it may be
// dropped next to it.
var pocketWeight = [8]int{chess.Pawn: 48, chess.Knight: 190, chess.Bishop: 145, chess.Rook: 190, chess.Queen: 330}

// dangerStep is the units for each of the 64 weights of danger.
const dangerStep = 48

// flanks are the files on which pieces come at a king, by its file.
var flanks = func() (f [8]chess.Bitboard) {
	for file := range f {
		for near := max(0, min(4, file-2)); near <= min(7, max(3, file+2)); near++ {
			f[file] |= fileA << near
		}
	}
	return f
}()

// camp is the half of the board where a king of each colour lives, and a rank more.
var camp = [2]chess.Bitboard{0x000000ffffffffff, 0xffffffffff000000}

// The units that each thing counts against a king. They were fitted, together with all other weights of
// chess, to positions that another engine's searches scored, begun alike, with a danger that grows with the
// square of their sum.
const (
	weakSquare    = 8 // next to the king, badly guarded
	rookCheck     = 631
	queenCheck    = 554
	bishopCheck   = 415
	knightCheck   = 638
	unsafeCheck   = 40
	knightNear    = 105 // the king's own
	withoutQueen  = 400
	uncoveredFile = 78
	anyAttack     = 86
)

// dangerIndex is the index into Weights.danger for the king of c: pieces that attack
// its neighbourhood, badly guarded squares there, safe checks, pieces that may be
// dropped, and uncovered files.
func (e *Evaluator) dangerIndex(v *attackInfo, c chess.Color, k chess.Square, bare int) int {
	p, them := v.p, c.Other()
	units, dropping := 0, false
	if e.traits.drops {
		hand := p.Pocket(them)
		for r := chess.Pawn; r <= chess.Queen; r++ {
			if n := int(hand[r]); n > 0 {
				units += pocketWeight[r] * min(n, 2)
				dropping = true
			}
		}
	}
	if v.kingAttackers[c] == 0 && !dropping {
		return 0
	}
	own := &v.byRole[c]
	weak := v.all[them] &^ v.twice[c] & (^v.all[c] | own[chess.King] | own[chess.Queen])
	free := ^p.Side(them) & (^v.all[c] | weak&v.twice[them])
	units += v.kingAttackers[c]*v.kingAttackWeight[c] + kingAttackWeight*v.kingAttacks[c] + weakSquare*(v.kingZone[c]&weak).Count()
	straight, slanted := chess.RookAttacks(k, v.occ&^p.Pieces(c, chess.Queen)), chess.BishopAttacks(k, v.occ&^p.Pieces(c, chess.Queen))
	by := &v.byRole[them]
	var unsafe chess.Bitboard
	rooks := straight & by[chess.Rook]
	if rooks&free != 0 {
		units += rookCheck
	} else {
		unsafe |= rooks
	}
	if (straight|slanted)&by[chess.Queen]&free&^own[chess.Queen]&^(rooks&free) != 0 {
		units += queenCheck
	}
	bishops := slanted & by[chess.Bishop]
	if bishops&free&^(slanted&by[chess.Queen]&free&^own[chess.Queen]) != 0 {
		units += bishopCheck
	} else {
		unsafe |= bishops
	}
	knights := chess.KnightAttacks(k) & by[chess.Knight]
	if knights&free != 0 {
		units += knightCheck
	} else {
		unsafe |= knights
	}
	flank := flanks[k.File()] & camp[c]
	come := flank & v.all[them]
	n := come.Count() + (come & v.twice[them]).Count()
	units += unsafeCheck*unsafe.Count() + 3*n*n/4
	if own[chess.Knight]&own[chess.King] != 0 {
		units -= knightNear
	}
	if p.Pieces(them, chess.Queen) == 0 && !dropping {
		units -= withoutQueen
	}
	units += uncoveredFile*bare + anyAttack
	return max(0, min(units/dangerStep, len(e.weights.danger)-1))
}
