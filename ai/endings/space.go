package endings

import "rookery/chess"

// slot is one piece of a space.
type slot struct {
	color chess.Color
	role  chess.Role
}

// squares are those of the pieces of a space, by slot.
type squares [MaxPieces]chess.Square

// space numbers the positions of one material, images of each other as one. Position
// numbers run from 0 to size-1; the first half has White to move.
//
//	number = (((turn * leaders + leader) * 64 + second) * 64 + third) * 64 + …
//
// The leader is on one of the squares that no reflection of the board brings lower: a1 to d1,
// b2 to d2, c3, d3 and d4 where the board can also be turned, the files a to d where there are pawns or a
// rank matters. Equal pieces are in rising order of their squares.
type space struct {
	material                     Material
	n                            int
	slots                        [MaxPieces]slot
	rules                        *chess.Position // an empty board, for what the rules say of squares
	pawnOn, doubleFrom, lastRank [2]chess.Bitboard
	promotes                     bool

	eight        bool            // eight images of a position, else two
	single       bool            // the leader has no equal
	twins        [MaxPieces]bool // slot i is the same piece as slot i-1
	inTwins      [MaxPieces]bool // slot i has an equal
	hasTwin      bool
	secondSingle bool // the second piece has no equal

	leader  [64]uint32 // number of a square where a leader can be, else noLeader
	leaders []chess.Square
	half    uint32
}

const noLeader = ^uint32(0)

// reflect gives the images of squares: bit 0 exchanges the files, bit 1 the ranks, bit 2
// files with ranks, in this order. lowest is the first image that brings a square where leaders are, for
// eight images and for two.
var (
	reflect    [8][64]chess.Square
	lowest     [64]uint8
	onDiagonal chess.Bitboard // a1 to h8
)

func init() {
	for t := range 8 {
		for sq := range chess.Square(64) {
			to := sq
			if t&1 != 0 {
				to ^= 7
			}
			if t&2 != 0 {
				to ^= 56
			}
			if t&4 != 0 {
				to = chess.At(to.Rank(), to.File())
			}
			reflect[t][sq] = to
		}
	}
	for sq := range chess.Square(64) {
		if sq.File() == sq.Rank() {
			onDiagonal |= chess.Bit(sq)
		}
		for t := range 8 {
			if to := reflect[t][sq]; to.File() < 4 && to.Rank() <= to.File() {
				lowest[sq] = uint8(t)
				break
			}
		}
	}
}

// newSpace numbers the positions of m. rules is an empty board; turns tells that
// the ranks of the board do not matter but for pawns.
func newSpace(m Material, rules *chess.Position, turns bool) *space {
	s := &space{material: m, rules: rules, eight: turns && m.pawns() == 0}
	for c := range chess.Color(2) {
		s.pawnOn[c], s.doubleFrom[c] = rules.PawnSquares(c), rules.DoubleStepSquares(c)
	}
	s.lastRank = [2]chess.Bitboard{0xff << 56, 0xff}
	s.promotes = len(rules.PromotionRoles()) > 0
	s.order()
	mayLead := ^chess.Bitboard(0)
	if s.slots[0].role == chess.Pawn {
		mayLead = s.pawnOn[s.slots[0].color]
	}
	for sq := range chess.Square(64) {
		s.leader[sq] = noLeader
		first := sq.File() < 4 && (!s.eight || sq.Rank() <= sq.File())
		if first && mayLead.Has(sq) {
			s.leader[sq] = uint32(len(s.leaders))
			s.leaders = append(s.leaders, sq)
		}
	}
	s.half = uint32(len(s.leaders)) << (6 * (s.n - 1))
	return s
}

// order gives each piece its slot: the leader first, a pawn that has no equal
// where there is one, because it has fewer squares; then pieces without an equal; then the others.
func (s *space) order() {
	m := &s.material
	single := func(c chess.Color, r chess.Role) bool { return m.Count[c][r] == 1 }
	add := func(c chess.Color, r chess.Role) {
		for i := range m.Count[c][r] {
			s.slots[s.n] = slot{c, r}
			s.twins[s.n] = i > 0
			s.inTwins[s.n] = m.Count[c][r] > 1
			s.hasTwin = s.hasTwin || i > 0
			s.n++
		}
	}
	for c := range chess.Color(2) {
		if s.n == 0 && single(c, chess.Pawn) {
			add(c, chess.Pawn)
		}
	}
	lead := s.slots[0]
	for _, alone := range [2]bool{true, false} {
		for r := chess.King; r >= chess.Pawn; r-- {
			for c := range chess.Color(2) {
				if single(c, r) == alone && (lead.role == chess.NoRole || lead != slot{c, r}) {
					add(c, r)
				}
			}
		}
	}
	s.single, s.secondSingle = !s.inTwins[0], !s.inTwins[1]
}

func (s *space) size() uint32 { return 2 * s.half }

// at is where the pieces stand in position number i.
func (s *space) at(i uint32) (sq squares, turn chess.Color) {
	if i >= s.half {
		i -= s.half
		turn = chess.Black
	}
	for k := s.n - 1; k > 0; k-- {
		sq[k] = chess.Square(i & 63)
		i >>= 6
	}
	sq[0] = s.leaders[i]
	return sq, turn
}

// placeable reports whether pieces can stand so: on different squares, pawns where pawns may be.
func (s *space) placeable(sq squares) bool {
	var taken chess.Bitboard
	for k := range s.n {
		if taken.Has(sq[k]) || s.slots[k].role == chess.Pawn && !s.pawnOn[s.slots[k].color].Has(sq[k]) {
			return false
		}
		taken |= chess.Bit(sq[k])
	}
	return true
}

// code is the number of squares that are in their order and not reflected.
func (s *space) code(sq *squares, turn chess.Color) uint32 {
	i := s.leader[sq[0]&63]
	for k := 1; k < s.n; k++ {
		i = i<<6 | uint32(sq[k])
	}
	if turn == chess.Black {
		i += s.half
	}
	return i
}

// number is that of any placement.
func (s *space) number(sq squares, turn chess.Color) uint32 {
	if !s.single {
		s.least(&sq)
		return s.code(&sq, turn)
	}
	if s.eight {
		if t := lowest[sq[0]&63]; t != 0 {
			for k := range s.n {
				sq[k] = reflect[t][sq[k]&63]
			}
		}
	} else if sq[0].File() > 3 {
		for k := range s.n {
			sq[k] ^= 7
		}
	}
	s.sort(&sq)
	if s.eight && onDiagonal.Has(sq[0]) {
		other := sq
		for k := range s.n {
			other[k] = reflect[4][sq[k]&63]
		}
		s.sort(&other)
		if s.less(&other, &sq) {
			sq = other
		}
	}
	return s.code(&sq, turn)
}

// least replaces a placement by the image whose squares come first. It is the slow
// way, for material in which every piece has an equal.
func (s *space) least(sq *squares) {
	images := 2
	if s.eight {
		images = 8
	}
	best, found := squares{}, false
	for t := range images {
		var image squares
		for k := range s.n {
			image[k] = reflect[t][sq[k]&63]
		}
		s.sort(&image)
		if s.leader[image[0]&63] == noLeader {
			continue
		}
		if !found || s.less(&image, &best) {
			best, found = image, true
		}
	}
	*sq = best
}

// sort puts equal pieces in rising order.
func (s *space) sort(sq *squares) {
	if !s.hasTwin {
		return
	}
	for k := 1; k < s.n; k++ {
		for j := k; s.twins[j] && sq[j-1] > sq[j]; j-- {
			sq[j-1], sq[j] = sq[j], sq[j-1]
		}
	}
}

func (s *space) less(a, b *squares) bool {
	for k := range s.n {
		if a[k] != b[k] {
			return a[k] < b[k]
		}
	}
	return false
}

// images is how many placements of the whole board have the number of sq.
func (s *space) images(sq squares) int {
	n := 2
	if s.eight {
		n = 8
	}
	same := 0
	s.sort(&sq)
	for t := range n {
		var image squares
		for k := range s.n {
			image[k] = reflect[t][sq[k]&63]
		}
		s.sort(&image)
		if image == sq {
			same++
		}
	}
	return n / same
}

// numberOf is the number of a position of this material; flip tells that its colours are
// exchanged for those of the space.
func (s *space) numberOf(p *chess.Position, flip bool) uint32 {
	var sq squares
	for k := 0; k < s.n; {
		piece := s.slots[k]
		c := piece.color
		if flip {
			c ^= 1
		}
		for set := p.Pieces(c, piece.role); set != 0; k++ {
			sq[k] = set.Pop()
			if flip {
				sq[k] ^= 56
			}
		}
	}
	turn := p.Turn()
	if flip {
		turn ^= 1
	}
	return s.number(sq, turn)
}
