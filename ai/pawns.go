package ai

import (
	"rookery/chess"
)

// pawnEntry caches what is known of one pawn structure.
type pawnEntry struct {
	pawns  [2]chess.Bitboard
	passed [2]chess.Bitboard
	score  pair // for White, with the value and place of the pawns
	// For the kings that were behind them last: what the pawns are worth to each, how
	// many files before it are uncovered, and where it was.
	shelter   [2]pair
	uncovered [2]int8
	kings     [2]chess.Square // NoSquare until one was looked at
	filled    bool
}

// masks are sets of squares around one square, for pawns of each colour.
var masks = func() (m struct {
	ahead  [2][64]chess.Bitboard // the squares before it on its file
	front  [2][64]chess.Bitboard // the same and those of the files beside
	guards [2][64]chess.Bitboard // where an enemy pawn may come to attack it
	beside [64]chess.Bitboard    // the files beside
}) {
	for sq := range chess.Square(64) {
		file, rank := sq.File(), sq.Rank()
		if file > 0 {
			m.beside[sq] |= fileA << (file - 1)
		}
		if file < 7 {
			m.beside[sq] |= fileA << (file + 1)
		}
		above := ^chess.Bitboard(0) << (8*rank + 7) << 1
		below := chess.Bitboard(1)<<(8*rank) - 1
		for c, half := range [2]chess.Bitboard{above, below} {
			m.ahead[c][sq] = fileA << file & half
			m.guards[c][sq] = m.beside[sq] & half
			m.front[c][sq] = m.ahead[c][sq] | m.guards[c][sq]
		}
	}
	return m
}()

// pawnsOf finds or makes the entry for the pawns of p.
func (e *Evaluator) pawnsOf(p *chess.Position) *pawnEntry {
	white, black := p.Pieces(chess.White, chess.Pawn), p.Pieces(chess.Black, chess.Pawn)
	entry := &e.pawns[pawnHash(p)&(pawnEntries-1)]
	if entry.filled && entry.pawns[0] == white && entry.pawns[1] == black {
		return entry
	}
	*entry = pawnEntry{pawns: [2]chess.Bitboard{white, black}, filled: true,
		kings: [2]chess.Square{chess.NoSquare, chess.NoSquare}}
	entry.score = e.pawnsFor(entry, chess.White) - e.pawnsFor(entry, chess.Black)
	return entry
}

// pawnsFor notes the passed pawns in entry.
func (e *Evaluator) pawnsFor(entry *pawnEntry, c chess.Color) pair {
	var sum pair
	w := e.weights
	own, theirs := entry.pawns[c], entry.pawns[c.Other()]
	guards := pawnAttacks(c, own)
	hostile := pawnAttacks(c.Other(), theirs)
	for pieces := own; pieces != 0; {
		sq := pieces.Pop()
		gained := relativeRank(c, sq)
		sum += e.pieceSquare[c][chess.Pawn][sq]
		if own&masks.ahead[c][sq] != 0 {
			sum += w.pawn[1]
		} else if theirs&masks.front[c][sq] == 0 {
			entry.passed[c] |= chess.Bit(sq)
			sum += w.passed[gained]
		}
		beside := own & masks.beside[sq]
		row := chess.Bitboard(0xff) << (sq &^ 7)
		weak := false
		switch {
		case beside == 0:
			sum += w.pawn[0]
			weak = true
		case guards.Has(sq) || beside&row != 0:
			sum += w.connected[gained]
		case beside&^masks.guards[c][sq] == 0 && hostile.Has(squareInFront(c, sq)):
			sum += w.pawn[2]
			weak = true
		}
		if weak && theirs&masks.ahead[c][sq] == 0 {
			sum += w.pawn[3]
		}
	}
	return sum
}

func relativeRank(c chess.Color, sq chess.Square) int { return (sq ^ flip[c]).Rank() }

// squareInFront is the square before a pawn, or its own on the last rank.
func squareInFront(c chess.Color, sq chess.Square) chess.Square {
	switch {
	case c == chess.White && sq < 56:
		return sq + 8
	case c == chess.Black && sq > 7:
		return sq - 8
	}
	return sq
}

// passedPawns is what all passed pawns are worth to White by what blocks them and by
// the kings.
func (e *Evaluator) passedPawns(v *attackInfo) pair {
	p, entry := v.p, v.entry
	var sum [2]pair
	for c := range chess.Color(2) {
		for pieces := entry.passed[c]; pieces != 0; {
			sq := pieces.Pop()
			gained := relativeRank(c, sq)
			next := squareInFront(c, sq)
			if v.occ.Has(next) {
				sum[c] += e.weights.blockedPasser[gained]
			}
			if gained < 3 {
				continue
			}
			if them := c.Other(); masks.ahead[c][sq]&(v.all[them]|p.Side(them)) == 0 {
				sum[c] += e.weights.freePasser[gained]
			}
			if v.all[c].Has(next) {
				sum[c] += e.weights.guardedPasser[gained]
			}
			if k := v.kings[c]; k != chess.NoSquare {
				sum[c] += e.weights.escort[distance(k, next)] * pair(gained-2)
			}
			if k := v.kings[c.Other()]; k != chess.NoSquare {
				sum[c] += e.weights.chase[distance(k, next)] * pair(gained-2)
			}
		}
	}
	return sum[chess.White] - sum[chess.Black]
}

// distance is in steps of a king.
func distance(a, b chess.Square) int {
	return max(abs(a.File()-b.File()), abs(a.Rank()-b.Rank()))
}
