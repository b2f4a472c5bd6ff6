package chess

// castle generates castling as king takes rook, by the rules for drawn arrays,
// which are those of chess on its own array. A king that is not royal may pass
// attacked squares.
func (g *generator) castle(dst []Move) []Move {
	p := g.p
	king, ok := p.castlingKing(g.us)
	if !ok {
		return dst
	}
	for rooks := p.castling & g.own; rooks != 0; {
		rook := rooks.Pop()
		if between[king&63][rook&63]&g.occ != 0 {
			continue // whatever the array, those are among the squares to be empty
		}
		if m := NewMove(king, rook, Castling); p.castlingClear(m, g.occ) && (g.king == NoSquare || g.castlingSafe(m)) {
			dst = append(dst, m)
		}
	}
	return dst
}

// castlingKing is the king on its home rank that holds the castling rights of c.
func (p *Position) castlingKing(c Color) (Square, bool) {
	k := p.role[King] & p.color[c] & homeRank(c)
	if k == 0 {
		return NoSquare, false
	}
	return k.First(), true
}

// rookLanding is where the rook of a castling move arrives.
func (m Move) rookLanding() Square {
	if m.To() > m.From() {
		return m.Landing() - 1
	}
	return m.Landing() + 1
}

// castlingClear tells whether all squares that king and rook cross or reach
// are empty but for themselves.
func (p *Position) castlingClear(m Move, occ Bitboard) bool {
	king, rook, kingTo, rookTo := m.From(), m.To(), m.Landing(), m.rookLanding()
	path := between[king&63][kingTo&63] | between[rook&63][rookTo&63] | Bit(kingTo) | Bit(rookTo)
	return path&occ&^(Bit(king)|Bit(rook)) == 0
}

// castlingSafe tells whether the king crosses no attacked square and stands
// unattacked when both pieces have arrived.
func (g *generator) castlingSafe(m Move) bool {
	king, rook, kingTo := m.From(), m.To(), m.Landing()
	lifted := g.occ &^ Bit(king)
	near := Bitboard(0)
	if g.rules.explode {
		near = g.nearEnemyKing()
	}
	for path := between[king&63][kingTo&63] &^ (near | g.safe); path != 0; {
		if g.p.attacked(path.Pop(), g.them, lifted) {
			return false
		}
	}
	after := lifted&^Bit(rook) | Bit(kingTo) | Bit(m.rookLanding())
	return near.Has(kingTo) || !g.p.attacked(kingTo, g.them, after)
}
