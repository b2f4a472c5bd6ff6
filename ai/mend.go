package ai

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"

	"rookery/chess"
)

// shareOfMends is the weight of all mended positions where others fit as well.
const shareOfMends = 0.15

// fewMended is how many positions are mended even if it is late.
const fewMended = 12

// patch adds up to n positions that fit, made from those that nearly do: what
// cannot be so is put right, the rest stays where it was. They share little of
// the weight where others fit without. It makes fewer when it is late.
func (e *Engine) patch(r chess.Rules, near []belief, s *sighting, n int, late func() bool) {
	known := make(map[uint64]bool, len(e.faith.all)+n)
	for i := range e.faith.all {
		known[e.faith.all[i].at.Key()] = true
	}
	manned, empty := s.known(r)
	var made []belief
	var moves []chess.Move
	for try := 0; try < 2*n && len(made) < n-len(e.faith.all); try++ {
		if len(made) >= fewMended && late() {
			break
		}
		m := mender{s: s, r: r, rng: e.rng, must: manned, free: ^s.seen &^ empty}
		if len(near) > 0 {
			p := near[e.pickOf(near)].at
			if moves = p.AppendMoves(moves[:0]); p.Turn() != s.us && len(moves) > 0 && e.rng.IntN(3) > 0 {
				was := p
				was.Apply(moves[e.rng.IntN(len(moves))], &p)
			}
			m.take(&p)
		}
		at, ok := m.mend()
		if !ok || known[at.Key()] {
			continue
		}
		known[at.Key()] = true
		made = append(made, belief{at, 1})
	}
	weigh(made)
	share := shareOfMends
	if len(e.faith.all) == 0 {
		share = 1
	}
	for _, b := range made {
		b.weight *= share
		e.faith.all = append(e.faith.all, b)
	}
}

// pickOf draws one of the beliefs by weight.
func (e *Engine) pickOf(all []belief) int {
	at := e.rng.Float64()
	for i := range all {
		if at -= all[i].weight; at < 0 {
			return i
		}
	}
	return len(all) - 1
}

// mender makes a position that fits out of one that may not.
type mender struct {
	s    *sighting
	r    chess.Rules
	rng  *rand.Rand
	must chess.Bitboard // hidden squares on which an enemy stands
	free chess.Bitboard // hidden squares on which one may stand
	// loose is the enemies on hidden squares; lost is where men of a role were
	// that cannot be there.
	loose    [8]chess.Bitboard
	lost     [8]chess.Bitboard
	promoted chess.Bitboard
	castling chess.Bitboard
	at       [64]chess.Piece
}

// take starts from a position: its enemies stay where they may still be.
func (m *mender) take(p *chess.Position) {
	them := m.s.us.Other()
	for r := chess.Pawn; r <= chess.King; r++ {
		men := p.Men(them, r)
		m.loose[r] = men & m.free
		m.lost[r] = men &^ m.free &^ m.s.men[them][r]
	}
	m.castling = p.CastlingRooks()
	m.promoted = p.Promoted() & m.free & p.Side(them)
}

// mend completes the position. ok is false when it did not come out right.
func (m *mender) mend() (at chess.Position, ok bool) {
	them := m.s.us.Other()
	for r := chess.Pawn; r <= chess.King; r++ {
		missing := int(m.s.count[them][r]) - m.s.men[them][r].Count() - m.loose[r].Count()
		for ; missing < 0; missing++ {
			m.loose[r] &^= m.nearest(m.loose[r], m.s.men[them][r])
		}
		for ; missing > 0; missing-- {
			from := m.one(m.lost[r])
			m.lost[r] &^= from
			sq := m.settle(r, from)
			if sq == 0 {
				return at, false
			}
			m.loose[r] |= sq
		}
	}
	if !m.fill() {
		return at, false
	}
	for c := range chess.Color(2) {
		for r := chess.Pawn; r <= chess.King; r++ {
			for set := m.s.men[c][r]; set != 0; {
				m.at[set.Pop()] = chess.PieceOf(c, r)
			}
		}
	}
	for r := chess.Pawn; r <= chess.King; r++ {
		for set := m.loose[r]; set != 0; {
			m.at[set.Pop()] = chess.PieceOf(them, r)
		}
	}
	b, err := chess.NewBoard(m.r, m.fen())
	if err != nil {
		return at, false
	}
	on, ok := b.(chess.Positioned)
	if !ok || b.Outcome().Over() || !m.s.fits(on.Position()) {
		return at, false
	}
	return *on.Position(), true
}

// fill brings men to the squares that must not be empty.
func (m *mender) fill() bool {
	for {
		empty := m.must &^ m.hiddenMen()
		if empty == 0 {
			return true
		}
		sq := empty.First()
		var total float64
		var from chess.Bitboard
		var role chess.Role
		for r := chess.Pawn; r <= chess.King; r++ {
			for set := m.loose[r] &^ m.must; set != 0; {
				man := chess.Bit(set.Pop())
				w := m.ease(r, man, sq)
				if total += w; w > 0 && m.rng.Float64()*total < w {
					from, role = man, r
				}
			}
		}
		if from == 0 {
			return false
		}
		m.loose[role] ^= from | chess.Bit(sq)
		m.promoted &^= from
	}
}

// hiddenMen is where enemies stand unseen so far.
func (m *mender) hiddenMen() (all chess.Bitboard) {
	for _, set := range m.loose {
		all |= set
	}
	return all
}

// settle finds a hidden square for a man that was on from, if on any.
func (m *mender) settle(r chess.Role, from chess.Bitboard) chess.Bitboard {
	var total float64
	var to chess.Bitboard
	for set := m.free &^ m.hiddenMen(); set != 0; {
		sq := set.Pop()
		w := m.ease(r, from, sq)
		if m.must.Has(sq) {
			w *= 8
		}
		if total += w; w > 0 && m.rng.Float64()*total < w {
			to = chess.Bit(sq)
		}
	}
	return to
}

// ease is how soon a man of a role that was on from may stand on sq; without
// from, how near that is to where such men begin.
func (m *mender) ease(r chess.Role, from chess.Bitboard, sq chess.Square) float64 {
	rank := sq.Rank()
	if m.s.us == chess.White {
		rank = 7 - rank
	}
	if r == chess.Pawn && (rank == 0 || rank == 7) {
		return 0
	}
	if from == 0 {
		if r == chess.Pawn {
			return math.Exp(-0.8 * float64(abs(rank-1)))
		}
		return math.Exp(-0.6 * float64(rank))
	}
	old := from.First()
	files, ranks := abs(old.File()-sq.File()), abs(old.Rank()-sq.Rank())
	w := math.Exp(-0.7 * float64(max(files, ranks)))
	switch r {
	case chess.Pawn:
		forward := old.Rank() > sq.Rank()
		if m.s.us == chess.Black {
			forward = old.Rank() < sq.Rank()
		}
		if !forward {
			return w / 1000
		}
		for range files {
			w /= 8
		}
	case chess.Bishop:
		if (files+ranks)%2 != 0 {
			return w / 1000
		}
	}
	occ := m.hiddenMen()
	for c := range m.s.men {
		for _, set := range m.s.men[c] {
			occ |= set
		}
	}
	if r != chess.Pawn && reachOf(r, old, occ).Has(sq) {
		w = 4*w + 0.2
	}
	return w
}

// one draws a square of a set, none from none.
func (m *mender) one(set chess.Bitboard) chess.Bitboard {
	if set == 0 {
		return 0
	}
	for range m.rng.IntN(set.Count()) {
		set.Pop()
	}
	return chess.Bit(set.First())
}

// nearest is the square of set next to one of to, or any where to is empty.
func (m *mender) nearest(set, to chess.Bitboard) chess.Bitboard {
	if to == 0 {
		return m.one(set)
	}
	best, found := 99, chess.Bitboard(0)
	for to != 0 {
		t := to.Pop()
		for left := set; left != 0; {
			sq := left.Pop()
			if d := distance(t, sq); d < best {
				best, found = d, chess.Bit(sq)
			}
		}
	}
	return found
}

// fen writes the men as FEN. Rights to castle stay where king and rook do.
func (m *mender) fen() string {
	var s strings.Builder
	for rank := 7; rank >= 0; rank-- {
		empty := 0
		for file := range 8 {
			sq := chess.At(file, rank)
			man := m.at[sq]
			if man == 0 {
				empty++
				continue
			}
			if empty > 0 {
				s.WriteByte('0' + byte(empty))
				empty = 0
			}
			s.WriteByte(man.Letter())
			if (m.promoted | m.s.promoted).Has(sq) {
				s.WriteByte('~')
			}
		}
		if empty > 0 {
			s.WriteByte('0' + byte(empty))
		}
		if rank > 0 {
			s.WriteByte('/')
		}
	}
	if m.r.Pocket != chess.NoPocket {
		s.WriteByte('[')
		for c := range chess.Color(2) {
			for role := chess.Pawn; role <= chess.King; role++ {
				for range m.s.hands[c][role] {
					s.WriteByte(chess.PieceOf(c, role).Letter())
				}
			}
		}
		s.WriteByte(']')
	}
	s.WriteByte(' ')
	s.WriteByte("wb"[m.s.us])
	s.WriteByte(' ')
	s.WriteString(m.rights())
	s.WriteString(" - ")
	if left := m.s.checksLeft; left != [2]uint8{} {
		s.WriteString(strconv.Itoa(int(left[0])) + "+" + strconv.Itoa(int(left[1])) + " ")
	}
	s.WriteString("0 " + strconv.Itoa(max(1, m.s.fullmove)))
	return s.String()
}

// rights writes the rights to castle of the rooks that still stand beside
// their king.
func (m *mender) rights() string {
	var s strings.Builder
	for set := m.castling; set != 0; {
		sq := set.Pop()
		c := chess.White
		if sq.Rank() == 7 {
			c = chess.Black
		}
		king := false
		for file := range 8 {
			king = king || m.at[chess.At(file, sq.Rank())] == chess.PieceOf(c, chess.King)
		}
		if king && m.at[sq] == chess.PieceOf(c, chess.Rook) {
			s.WriteByte("Aa"[c] + byte(sq.File()))
		}
	}
	if s.Len() == 0 {
		return "-"
	}
	return s.String()
}
