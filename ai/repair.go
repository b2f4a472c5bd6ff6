package ai

import (
	"math"
	"math/rand/v2"

	"rookery/chess"
)

const (
	// repairedShare is the weight of all repaired positions together where others fit
	// as they are: a repaired one need not be reachable by legal moves.
	repairedShare = 0.15
	// minRepaired is how many positions are repaired even if it is late: as many as
	// are needed to compare moves.
	minRepaired = minBeliefs
)

// addRepaired adds positions made from those of near, which nearly fit: what cannot be
// so is put right, the rest stays where it was. It adds until n are held, fewer when it
// is late.
func (e *Engine) addRepaired(r chess.Rules, near []belief, s *observation, n int, late func() bool) {
	known := make(map[uint64]bool, len(e.beliefs.all)+n)
	for i := range e.beliefs.all {
		known[e.beliefs.all[i].position.Key()] = true
	}
	occupied, empty := s.constraints(r)
	var made []belief
	var moves []chess.Move
	for try := 0; try < 2*n && len(made) < n-len(e.beliefs.all); try++ {
		if len(made) >= minRepaired && late() {
			break
		}
		m := positionRepairer{view: s, rules: r, rng: e.rng, mustOccupy: occupied, mayOccupy: ^s.seen &^ empty}
		if len(near) > 0 {
			p := near[e.sampleBelief(near)].position
			if moves = p.AppendMoves(moves[:0]); p.Turn() != s.us && len(moves) > 0 && e.rng.IntN(3) > 0 {
				was := p
				was.Apply(moves[e.rng.IntN(len(moves))], &p)
			}
			m.startFrom(&p)
		}
		at, ok := m.repair()
		if !ok || known[at.Key()] {
			continue
		}
		known[at.Key()] = true
		made = append(made, belief{at, 1})
	}
	normalize(made)
	share := repairedShare
	if len(e.beliefs.all) == 0 {
		share = 1
	}
	for _, b := range made {
		b.weight *= share
		e.beliefs.all = append(e.beliefs.all, b)
	}
}

// sampleBelief is the index of one of the beliefs, drawn by weight.
func (e *Engine) sampleBelief(all []belief) int {
	at := e.rng.Float64()
	for i := range all {
		if at -= all[i].weight; at < 0 {
			return i
		}
	}
	return len(all) - 1
}

// positionRepairer makes a position that fits an observation out of one that may not.
type positionRepairer struct {
	view       *observation
	rules      chess.Rules
	rng        *rand.Rand
	mustOccupy chess.Bitboard    // hidden squares on which an enemy stands
	mayOccupy  chess.Bitboard    // hidden squares on which one may stand
	placed     [8]chess.Bitboard // enemies on hidden squares so far, by role
	displaced  [8]chess.Bitboard // where enemies were that cannot be there
	promoted   chess.Bitboard
	castling   chess.Bitboard
}

// startFrom leaves the enemies of p where they may still be.
func (m *positionRepairer) startFrom(p *chess.Position) {
	them := m.view.us.Other()
	for r := chess.Pawn; r <= chess.King; r++ {
		pieces := p.Pieces(them, r)
		m.placed[r] = pieces & m.mayOccupy
		m.displaced[r] = pieces &^ m.mayOccupy &^ m.view.pieces[them][r]
	}
	m.castling = p.CastlingRooks()
	m.promoted = p.Promoted() & m.mayOccupy & p.Side(them)
}

// repair completes the position. ok is false where that came to nothing.
func (m *positionRepairer) repair() (at chess.Position, ok bool) {
	them := m.view.us.Other()
	for r := chess.Pawn; r <= chess.King; r++ {
		missing := int(m.view.totals[them][r]) - m.view.pieces[them][r].Count() - m.placed[r].Count()
		for ; missing < 0; missing++ {
			m.placed[r] &^= m.nearestTo(m.placed[r], m.view.pieces[them][r])
		}
		for ; missing > 0; missing-- {
			from := m.randomSquare(m.displaced[r])
			m.displaced[r] &^= from
			sq := m.placeNear(r, from)
			if sq == 0 {
				return at, false
			}
			m.placed[r] |= sq
		}
	}
	if !m.fillRequired() {
		return at, false
	}
	b, err := chess.NewBoard(m.rules, m.setup().FEN())
	if err != nil {
		return at, false
	}
	on, ok := b.(chess.Positioned)
	if !ok || b.Outcome().Over() || !m.view.matches(on.Position()) {
		return at, false
	}
	return *on.Position(), true
}

// fillRequired moves enemies to the squares that must not be empty.
func (m *positionRepairer) fillRequired() bool {
	for {
		empty := m.mustOccupy &^ m.placedPieces()
		if empty == 0 {
			return true
		}
		sq := empty.First()
		var total float64
		var from chess.Bitboard
		var role chess.Role
		for r := chess.Pawn; r <= chess.King; r++ {
			for set := m.placed[r] &^ m.mustOccupy; set != 0; {
				piece := chess.Bit(set.Pop())
				w := m.placementWeight(r, piece, sq)
				if total += w; w > 0 && m.rng.Float64()*total < w {
					from, role = piece, r
				}
			}
		}
		if from == 0 {
			return false
		}
		m.placed[role] ^= from | chess.Bit(sq)
		m.promoted &^= from
	}
}

func (m *positionRepairer) placedPieces() (all chess.Bitboard) {
	for _, set := range m.placed {
		all |= set
	}
	return all
}

// placeNear draws a hidden square for a piece that was on from, if on any.
func (m *positionRepairer) placeNear(r chess.Role, from chess.Bitboard) chess.Bitboard {
	var total float64
	var to chess.Bitboard
	for set := m.mayOccupy &^ m.placedPieces(); set != 0; {
		sq := set.Pop()
		w := m.placementWeight(r, from, sq)
		if m.mustOccupy.Has(sq) {
			w *= 8 // it would be filled in any case
		}
		if total += w; w > 0 && m.rng.Float64()*total < w {
			to = chess.Bit(sq)
		}
	}
	return to
}

// placementWeight is how likely a piece that was on from now stands on sq, by the way
// there, or without from how likely one that has stayed there still does. Chosen by hand: near
// squares first, a piece that can go there in a move far ahead of others, and what no
// single piece can have done almost never.
func (m *positionRepairer) placementWeight(r chess.Role, from chess.Bitboard, sq chess.Square) float64 {
	rank := sq.Rank()
	if m.view.us == chess.White {
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
		if m.view.us == chess.Black {
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
	occ := m.placedPieces()
	for c := range m.view.pieces {
		for _, set := range m.view.pieces[c] {
			occ |= set
		}
	}
	if r != chess.Pawn && chess.PieceAttacks(r, old, occ).Has(sq) {
		w = 4*w + 0.2
	}
	return w
}

// randomSquare draws one square of a set, none from none.
func (m *positionRepairer) randomSquare(set chess.Bitboard) chess.Bitboard {
	if set == 0 {
		return 0
	}
	for range m.rng.IntN(set.Count()) {
		set.Pop()
	}
	return chess.Bit(set.First())
}

// nearestTo is the square of set nearest to one of to, or a random one without to.
func (m *positionRepairer) nearestTo(set, to chess.Bitboard) chess.Bitboard {
	if to == 0 {
		return m.randomSquare(set)
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

// setup is the position so far. Castling rights stay where king and rook do.
func (m *positionRepairer) setup() *chess.Setup {
	s := &chess.Setup{
		Cells: make([]chess.Cell, 64), Turn: m.view.us, EnPassant: chess.NoSquare,
		HasPockets: m.rules.Pocket != chess.NoPocket, Pockets: m.view.pockets,
		CountsChecks: m.view.checksLeft != [2]uint8{}, ChecksLeft: m.view.checksLeft,
		Fullmove: max(1, m.view.fullmove),
	}
	place := func(c chess.Color, r chess.Role, squares chess.Bitboard) {
		for squares != 0 {
			sq := squares.Pop()
			s.Cells[sq] = chess.Cell{Piece: chess.PieceOf(c, r), Promoted: (m.promoted | m.view.promoted).Has(sq)}
		}
	}
	for r := chess.Pawn; r <= chess.King; r++ {
		place(chess.White, r, m.view.pieces[chess.White][r])
		place(chess.Black, r, m.view.pieces[chess.Black][r])
		place(m.view.us.Other(), r, m.placed[r])
	}
	for rooks := m.castling; rooks != 0; {
		sq := rooks.Pop()
		c := chess.White
		if sq.Rank() == 7 {
			c = chess.Black
		}
		king := false
		for file := range 8 {
			king = king || s.Cells[chess.At(file, sq.Rank())].Piece == chess.PieceOf(c, chess.King)
		}
		if king && s.Cells[sq].Piece == chess.PieceOf(c, chess.Rook) {
			s.Castling += string("Aa"[c] + byte(sq.File()))
		}
	}
	return s
}
