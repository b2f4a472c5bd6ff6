package chess

// attackersOf is the pieces of both colours that attack sq when the squares of
// occ are occupied; pieces that stand off occ still count, the caller masks them.
func (p *Position) attackersOf(sq Square, occ Bitboard) Bitboard {
	return pawnAttacks[White][sq&63]&p.role[Pawn]&p.color[Black] |
		pawnAttacks[Black][sq&63]&p.role[Pawn]&p.color[White] |
		knightAttacks[sq&63]&p.role[Knight] |
		kingAttacks[sq&63]&p.role[King] |
		BishopAttacks(sq, occ)&(p.role[Bishop]|p.role[Queen]) |
		RookAttacks(sq, occ)&(p.role[Rook]|p.role[Queen])
}

// Attackers is the pieces of both colours that attack sq, with occ as the
// occupied squares; it knows no rules.
func (p *Position) Attackers(sq Square, occ Bitboard) Bitboard {
	return p.attackersOf(sq, occ) & occ
}

// attacked reports whether sq is attacked by a piece of c so that a royal king of
// the other side could not stand there. Where captures explode a king does not
// attack.
func (p *Position) attacked(sq Square, c Color, occ Bitboard) bool {
	pieces := p.color[c]
	if pawnAttacks[c^1][sq&63]&p.role[Pawn]&pieces != 0 || knightAttacks[sq&63]&p.role[Knight]&pieces != 0 {
		return true
	}
	if kingAttacks[sq&63]&p.role[King]&pieces != 0 && !p.rules.explode {
		return true
	}
	if BishopAttacks(sq, occ)&(p.role[Bishop]|p.role[Queen])&pieces != 0 {
		return true
	}
	return RookAttacks(sq, occ)&(p.role[Rook]|p.role[Queen])&pieces != 0
}

// Checkers is the pieces that give check to the side to move; none where the king
// is not royal, or touches the other king in a game of explosions.
func (p *Position) Checkers() Bitboard { return p.checkersOf(p.turn) }

// InCheck reports whether the side to move is in check.
func (p *Position) InCheck() bool { return p.checkersOf(p.turn) != 0 }

// checkersOf is the pieces that attack the royal king of c.
func (p *Position) checkersOf(c Color) Bitboard {
	king := p.role[King] & p.color[c]
	if !p.rules.royal || king == 0 {
		return 0
	}
	sq := king.First()
	enemy := p.color[c^1]
	if p.rules.explode {
		if kingAttacks[sq&63]&p.role[King]&enemy != 0 {
			return 0
		}
		enemy &^= p.role[King]
	}
	return p.attackersOf(sq, p.Occupied()) & enemy
}

// GivesCheck reports whether a legal or pseudo-legal move leaves the opponent's
// royal king attacked.
func (p *Position) GivesCheck(m Move) bool {
	if !p.rules.royal {
		return false
	}
	king := p.role[King] & p.color[p.turn^1]
	if king == 0 {
		return false
	}
	if p.rules.explode || m.Kind() >= EnPassant && m.Kind() != Dropping {
		var next Position
		p.Apply(m, &next)
		return next.checkersOf(next.turn) != 0
	}
	sq, from, to := king.First(), m.From(), m.To()
	role := m.Role()
	occ := p.Occupied()
	if m.Kind() != Dropping {
		role = p.RoleAt(from)
		occ &^= Bit(from)
	}
	occ |= Bit(to)
	switch role {
	case Pawn:
		if pawnAttacks[p.turn][to&63].Has(sq) {
			return true
		}
	default:
		if PieceAttacks(role, to, occ).Has(sq) {
			return true
		}
	}
	if m.Kind() == Dropping || lines[sq&63][from&63] == 0 {
		return false
	}
	sliders := p.color[p.turn] &^ Bit(from)
	return BishopAttacks(sq, occ)&(p.role[Bishop]|p.role[Queen])&sliders != 0 ||
		RookAttacks(sq, occ)&(p.role[Rook]|p.role[Queen])&sliders != 0
}

// enPassantLegal reports whether a capture on the en passant square is legal; it
// must not be NoSquare.
func (p *Position) enPassantLegal() bool {
	if !p.rules.enPassant || p.rules.ends && p.VariantEnd().Over() {
		return false
	}
	var g generator
	g.begin(p, takes)
	var buf [4]Move
	for _, m := range g.enPassant(buf[:0]) {
		if !p.rules.noChecks || !p.GivesCheck(m) {
			return true
		}
	}
	return false
}
