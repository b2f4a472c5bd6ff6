package syzygy

import (
	"errors"

	"rookery/chess"
)

// mostPieces is how many pieces tables have at most.
const mostPieces = 7

// Tables of squares, of which the board a1 is 0 and h8 63.
var (
	// triangle numbers the squares b1 c1 d1 c2 d2 d3, then a1 b2 c3 d4; others as their image there.
	triangle [64]int
	// below numbers the 28 squares under the diagonal a1-h8, rank by rank, and their images.
	below [64]int
	// kings numbers pairs of kings that do not touch, by the triangle of the first and the second's square; pairs
	// numbers those of equal pieces.
	kings, pairs [10][64]int
	// twist orders the squares of three and more equal pieces: those on the edge last.
	twist [64]int
	// alikeFrom is the first number with the least piece on each square of the triangle, and
	// alikeSize how many there are, by the count of equal pieces.
	alikeFrom [mostPieces][10]int
	alikeSize [mostPieces]int
	// pawnRank orders the squares of pawns: the leading pawn has the highest.
	pawnRank [64]int
	// pawnFrom is the first number with the leading pawn on a square, and pawnSize how many there are with
	// it on a file, by the count of leading pawns.
	pawnFrom [mostPieces][64]int
	pawnSize [mostPieces][4]int
	// choose is binomial coefficients: how many ways to take the second from the first.
	choose [65][mostPieces]int
)

// cornerOf is the squares of the triangle in their order.
var cornerOf = [10]int{1, 2, 3, 10, 11, 19, 0, 9, 18, 27}

// centreOrder is the order of squares of equal pieces, as the format has it.
var centreOrder = [64]int{
	15, 63, 55, 47, 40, 48, 56, 12,
	62, 11, 39, 31, 24, 32, 8, 57,
	54, 38, 7, 23, 16, 4, 33, 49,
	46, 30, 22, 3, 0, 17, 25, 41,
	45, 29, 21, 2, 1, 18, 26, 42,
	53, 37, 6, 20, 19, 5, 34, 50,
	61, 10, 36, 28, 27, 35, 9, 58,
	14, 60, 52, 44, 43, 51, 59, 13,
}

// side is 0 on the diagonal a1-h8, negative below it and positive above.
func side(sq int) int { return sq>>3 - sq&7 }

// turned is the image of a square in the diagonal a1-h8.
func turned(sq int) int { return sq>>3 | sq&7<<3 }

func init() {
	for n := range choose {
		choose[n][0] = 1
		for k := 1; k < mostPieces && n > 0; k++ {
			choose[n][k] = choose[n-1][k-1] + choose[n-1][k]
		}
	}
	for i, corner := range cornerOf {
		for _, sq := range [4]int{corner, corner ^ 7, corner ^ 56, corner ^ 63} {
			triangle[sq], triangle[turned(sq)] = i, i
		}
	}
	next := 0
	for sq := range 64 {
		if side(sq) < 0 {
			below[sq], below[turned(sq)] = next, next
			next++
		}
	}
	twist = centreOrder
	numberKings()
	numberPairs()
	for k := 1; k < mostPieces; k++ {
		for i, corner := range cornerOf {
			alikeFrom[k][i] = alikeSize[k]
			alikeSize[k] += choose[twist[corner]][k-1]
		}
	}
	left := 48
	for file := range 4 {
		for rank := 1; rank < 7; rank++ {
			left -= 2
			pawnRank[rank*8+file], pawnRank[rank*8+7-file] = left+1, left
		}
	}
	for k := 1; k < mostPieces; k++ {
		for file := range 4 {
			for rank := 1; rank < 7; rank++ {
				sq := rank*8 + file
				pawnFrom[k][sq] = pawnSize[k][file]
				pawnSize[k][file] += choose[pawnRank[sq]][k-1]
			}
		}
	}
}

// numberKings numbers two kings apart from each other, the first in the triangle: where it is on the diagonal, the
// second is not above; where both are there, they come last.
func numberKings() {
	next := 0
	for _, both := range [2]bool{false, true} {
		for i, first := range cornerOf {
			near := chess.KingAttacks(chess.Square(first)) | chess.Bit(chess.Square(first))
			for second := range 64 {
				switch on := side(first) == 0 && side(second) == 0; {
				case near.Has(chess.Square(second)), side(first) == 0 && side(second) > 0:
					if !both {
						kings[i][second] = -1
					}
				case on == both:
					kings[i][second] = next
					next++
				}
			}
		}
	}
}

// numberPairs numbers two equal pieces, that with the lower number of the triangle first.
func numberPairs() {
	next := 0
	for i, first := range cornerOf {
		for second := range 64 {
			pairs[i][second] = -1
		}
		for _, diagonal := range [2]bool{true, false} {
			for second := range 64 {
				switch {
				case second == first || triangle[second] < i,
					triangle[second] == i && farCorner(second),
					side(first) == 0 && side(second) > 0,
					side(first) == 0 && (side(second) == 0) != diagonal,
					side(first) != 0 && !diagonal: // in one go
				default:
					pairs[i][second] = next
					next++
				}
			}
		}
	}
}

// farCorner tells whether a square is in the triangle a5-a7-c5: a pair with its other piece in the mirrored
// place is turned round.
func farCorner(sq int) bool {
	file, rank := sq&7, sq>>3
	return file < 3 && rank >= 4 && file+rank <= 6
}

// grouping is how the pieces of a block are numbered: groups of equal pieces, after a leading group.
type grouping struct {
	pieces  []byte // a nibble: 1 to 6 for pawn to king, 8 more for black
	lens    []int
	factors []uint64
	size    uint64
}

var errDamaged = errors.New("the file is damaged")

// group divides pieces into groups; order tells as which the leading group and the other side's pawns
// count, file is that of the leading pawn.
func (t *table) group(pieces []byte, order [2]int, file int) (grouping, error) {
	g := grouping{pieces: pieces}
	at := 0
	if !t.pawns {
		switch {
		case t.single >= 3:
			at = 3
		case t.single == 2:
			at = 2
		default:
			at = t.alike
		}
		g.lens = append(g.lens, at)
	}
	for at < len(pieces) {
		n := 1
		for at+n < len(pieces) && pieces[at+n] == pieces[at] {
			n++
		}
		g.lens, at = append(g.lens, n), at+n
	}
	g.factors = make([]uint64, len(g.lens))
	next, free := 1, 64-g.lens[0]
	if t.bothPawns {
		if len(g.lens) < 2 {
			return g, errDamaged
		}
		next, free = 2, free-g.lens[1]
	}
	size := uint64(1)
	for k := 0; next < len(g.lens) || k == order[0] || k == order[1]; k++ {
		switch k {
		case order[0]:
			g.factors[0] = size
			switch {
			case t.pawns:
				size *= uint64(pawnSize[g.lens[0]][file])
			case t.single >= 3:
				size *= 31_332 // three different pieces, but for images
			case t.single == 2 && t.kind.touching:
				size *= 518
			case t.single == 2:
				size *= 462
			case t.alike == 2:
				size *= 278
			default:
				size *= uint64(alikeSize[t.alike])
			}
		case order[1]:
			if !t.bothPawns {
				return g, errDamaged
			}
			g.factors[1] = size
			size *= uint64(choose[48-g.lens[0]][g.lens[1]])
		default:
			if next >= len(g.lens) {
				return g, errDamaged
			}
			g.factors[next] = size
			size *= uint64(choose[free][g.lens[next]])
			free -= g.lens[next]
			next++
		}
	}
	for _, f := range g.factors {
		if f == 0 {
			return g, errDamaged
		}
	}
	g.size = size
	return g, nil
}

// place is where a value stands in a table.
type place struct {
	block *block
	index uint64
}

// find is the place of a position, whose pieces are those of the table; ok is false where a DTZ table has
// the other side to move.
func (t *table) find(p *chess.Position) (at place, ok bool) {
	flip := chess.White
	if keyOf(p) != t.key || t.symmetric && p.Turn() == chess.Black {
		flip = chess.Black
	}
	black := p.Turn() != flip
	mirror := chess.Square(0)
	if flip == chess.Black {
		mirror = 56
	}
	var sq [mostPieces]int
	n := 0
	take := func(piece byte) {
		set := p.Pieces(chess.Color(piece>>3)^flip, chess.Role(piece&7))
		for ; set != 0; n++ {
			sq[n] = int(set.Pop() ^ mirror)
		}
	}
	file := 0
	if t.pawns {
		take(t.parts[0][0].pieces[0])
		for i := 1; i < n; i++ {
			if pawnRank[sq[0]] < pawnRank[sq[i]] {
				sq[0], sq[i] = sq[i], sq[0]
			}
		}
		if file = sq[0] & 7; file > 3 {
			file = 7 - file
		}
	}
	b := t.parts[file][0]
	if black && len(t.parts[file]) > 1 {
		b = t.parts[file][1]
	}
	if t.distance && b.flags&blackToMove != 0 != black && (!t.symmetric || t.pawns) {
		return place{}, false
	}
	for n < len(b.pieces) {
		take(b.pieces[n])
	}
	if t.pawns {
		return place{b, t.pawnNumber(&b.grouping, &sq)}, true
	}
	return place{b, t.pieceNumber(&b.grouping, &sq)}, true
}

// each does something to the squares of all pieces.
func (g *grouping) each(sq *[mostPieces]int, f func(int) int) {
	for i := range g.pieces {
		sq[i] = f(sq[i])
	}
}

// toTriangle reflects the board so that the first piece is in the files a to d and the ranks 1 to 4.
func (g *grouping) toTriangle(sq *[mostPieces]int) {
	if sq[0]&4 != 0 {
		g.each(sq, func(s int) int { return s ^ 7 })
	}
	if sq[0]&32 != 0 {
		g.each(sq, func(s int) int { return s ^ 56 })
	}
}

func over(a, b int) int {
	if a > b {
		return 1
	}
	return 0
}

// pieceNumber is the index of a placement without pawns.
func (t *table) pieceNumber(g *grouping, sq *[mostPieces]int) uint64 {
	number := 0
	if t.single >= 2 {
		g.toTriangle(sq)
		for i := range g.lens[0] {
			if s := side(sq[i]); s != 0 {
				if s > 0 {
					g.each(sq, turned)
				}
				break
			}
		}
	}
	a, b, c := sq[0], sq[1], sq[2]
	second := over(b, a)
	switch {
	case t.single >= 3:
		third := over(c, a) + over(c, b)
		switch {
		case side(a) != 0:
			number = (triangle[a]*63+b-second)*62 + c - third
		case side(b) != 0:
			number = 6*63*62 + (a>>3*28+below[b])*62 + c - third
		case side(c) != 0:
			number = 6*63*62 + 4*28*62 + (a>>3*7+b>>3-second)*28 + below[c]
		default:
			number = 6*63*62 + 4*28*62 + 4*7*28 + (a>>3*7+b>>3-second)*6 + c>>3 - third
		}
	case t.single == 2 && t.kind.touching:
		switch {
		case side(a) != 0:
			number = triangle[a]*63 + b - second
		case side(b) != 0:
			number = 6*63 + a>>3*28 + below[b]
		default:
			number = 6*63 + 4*28 + a>>3*7 + b>>3 - second
		}
	case t.single == 2:
		number = max(kings[triangle[a]][b], 0) // kings that touch are asked about by nobody
	case t.alike == 2:
		number = g.pairNumber(sq)
	default:
		number = g.alikeNumber(sq)
	}
	return g.rest(sq, uint64(number)*g.factors[0], 1, 0)
}

// pairNumber is that of two equal pieces that lead.
func (g *grouping) pairNumber(sq *[mostPieces]int) int {
	if triangle[sq[0]] > triangle[sq[1]] {
		sq[0], sq[1] = sq[1], sq[0]
	}
	g.toTriangle(sq)
	if s := side(sq[0]); s > 0 || s == 0 && side(sq[1]) > 0 {
		g.each(sq, turned)
	}
	if farCorner(sq[1]) && triangle[sq[0]] == triangle[sq[1]] {
		sq[0], sq[1] = sq[1], sq[0]
		g.each(sq, func(s int) int { return turned(s ^ 56) })
	}
	return max(pairs[triangle[sq[0]]][sq[1]], 0)
}

// alikeNumber is that of three and more equal pieces that lead.
func (g *grouping) alikeNumber(sq *[mostPieces]int) int {
	n := g.lens[0]
	for i := 1; i < n; i++ {
		if triangle[sq[0]] > triangle[sq[i]] {
			sq[0], sq[i] = sq[i], sq[0]
		}
	}
	g.toTriangle(sq)
	if side(sq[0]) > 0 {
		g.each(sq, turned)
	}
	sortBy(sq[1:n], func(s int) int { return twist[s] })
	number := alikeFrom[n][triangle[sq[0]]]
	for i := 1; i < n; i++ {
		number += choose[twist[sq[i]]][i]
	}
	return number
}

// pawnNumber is the index of a placement with pawns, the leading one first.
func (t *table) pawnNumber(g *grouping, sq *[mostPieces]int) uint64 {
	if sq[0]&4 != 0 {
		g.each(sq, func(s int) int { return s ^ 7 })
	}
	n := g.lens[0]
	number := pawnFrom[n][sq[0]]
	sortBy(sq[1:n], func(s int) int { return pawnRank[s] })
	for i := 1; i < n; i++ {
		number += choose[pawnRank[sq[i]]][i]
	}
	others := 0
	if t.bothPawns {
		others = 1
	}
	return g.rest(sq, uint64(number)*g.factors[0], 1, others)
}

// rest adds the groups from the second on; the second is of pawns where pawns is 1.
func (g *grouping) rest(sq *[mostPieces]int, number uint64, from, pawns int) uint64 {
	at := g.lens[0]
	for k := from; k < len(g.lens); k++ {
		n := g.lens[k]
		group := sq[at : at+n]
		sortBy(group, func(s int) int { return s })
		sum := 0
		for i, s := range group {
			free := s - 8*pawns
			for _, before := range sq[:at] {
				free -= over(s, before)
			}
			sum += choose[max(free, 0)][i+1]
		}
		number += uint64(sum) * g.factors[k]
		at, pawns = at+n, 0
	}
	return number
}

// sortBy sorts a few squares.
func sortBy(sq []int, rank func(int) int) {
	for i := 1; i < len(sq); i++ {
		for j := i; j > 0 && rank(sq[j-1]) > rank(sq[j]); j-- {
			sq[j-1], sq[j] = sq[j], sq[j-1]
		}
	}
}
