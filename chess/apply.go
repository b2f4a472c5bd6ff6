package chess

// Apply writes into next the position after m, a legal move of p or Pass. It
// copies and changes the copy, so that explosions, conversions, drops and
// promoted marks need no undoing; next must not be p.
func (p *Position) Apply(m Move, next *Position) {
	*next = *p
	n := next
	us, them := p.turn, p.turn^1
	n.enPassant = NoSquare
	n.halfmoves++
	switch from, to := m.From(), m.To(); m.Kind() {
	case Quiet, DoubleStep:
		role := p.RoleAt(from)
		n.shift(us, role, from, to)
		if role == Pawn {
			n.halfmoves = 0
			if m.Kind() == DoubleStep {
				n.openEnPassant(us, from, to)
			}
		}
		if n.castling != 0 {
			n.leave(us, role, from)
		}
	case Taking, TakePromote, EnPassant:
		n.halfmoves = 0
		n.capture(m, us, them)
	case Promotion:
		n.halfmoves = 0
		n.lift(us, Pawn, from)
		n.promote(us, m.Role(), from, to)
	case Castling:
		n.castle(m, us)
	case Dropping:
		n.setPocket(us, m.Role(), n.pockets[us][m.Role()]-1)
		n.put(us, m.Role(), to)
		if n.rules.disguise {
			n.mark(to, m.Role())
		}
		if m.Role() == Pawn {
			n.halfmoves = 0
		}
	}
	if n.rules.convert && m != Pass {
		n.convert(us, m.Landing())
	}
	if us == Black {
		n.fullmove++
	}
	n.turn = them
	n.key ^= zobristTurn
	if n.rules.checks != 0 && n.checksLeft[us] > 0 && n.checkersOf(them) != 0 {
		left := n.checksLeft[us]
		n.key ^= zobristChecks[us][left&7] ^ zobristChecks[us][(left-1)&7]
		n.checksLeft[us] = left - 1
	}
}

// shift moves a piece to an empty square with its marks and keeps the key.
func (p *Position) shift(c Color, r Role, from, to Square) {
	both := Bit(from) | Bit(to)
	p.role[r] ^= both
	p.color[c] ^= both
	p.key ^= zobristPieces[c][r][from&63] ^ zobristPieces[c][r][to&63]
	if p.promoted.Has(from) {
		p.promoted ^= both
		p.key ^= zobristPromoted[from&63] ^ zobristPromoted[to&63]
	}
	if p.rules.disguise {
		look := p.lookAt(from)
		p.unmark(from)
		p.mark(to, look)
	}
}

// mark says what the piece on sq, so far without a look, looks like.
func (p *Position) mark(sq Square, look Role) {
	p.setLook(sq, look)
	p.key ^= zobristLook[look][sq&63]
}

// leave takes the castling rights away that end when a piece leaves from.
func (p *Position) leave(c Color, r Role, from Square) {
	if r == King {
		if homeRank(c).Has(from) {
			p.loseCastling(homeRank(c) & p.color[c])
		}
		return
	}
	p.loseCastling(Bit(from))
}

// openEnPassant notes the square a pawn skipped when an enemy pawn stands to
// take there. A pawn that came from its first rank cannot be taken so.
func (p *Position) openEnPassant(us Color, from, to Square) {
	if !p.rules.enPassant || homeRank(us).Has(from) {
		return
	}
	skipped := (from + to) / 2
	if pawnAttacks[us][skipped&63]&p.role[Pawn]&p.color[us^1] != 0 {
		p.enPassant = skipped
	}
}

// promote puts a new piece for a pawn that came from from.
func (p *Position) promote(us Color, role Role, from, to Square) {
	p.put(us, role, to)
	if p.rules.disguise {
		p.unmark(from)
		p.mark(to, role)
	}
	if p.rules.drops {
		p.promoted |= Bit(to)
		p.key ^= zobristPromoted[to&63]
	}
}

// kept is what a piece becomes in a pocket.
func (p *Position) kept(sq Square) Role {
	if p.promoted.Has(sq) {
		return Pawn
	}
	return p.RoleAt(sq)
}

// Passed is the piece that a move captures for the partner, where captured pieces go to the other board.
func (p *Position) Passed(m Move) (piece Piece, ok bool) {
	if !p.rules.partner || !m.IsCapture() {
		return 0, false
	}
	victim := m.To()
	if m.Kind() == EnPassant {
		victim ^= 8
	}
	return PieceOf(p.turn^1, p.kept(victim)), true
}

func (p *Position) capture(m Move, us, them Color) {
	from, to := m.From(), m.To()
	victim := to
	if m.Kind() == EnPassant {
		victim = to ^ 8
	}
	role, taken := p.RoleAt(from), p.RoleAt(victim)
	if p.rules.drops && !p.rules.partner {
		kept := p.kept(victim)
		p.setPocket(us, kept, p.pockets[us][kept]+1)
	}
	if p.rules.explode {
		p.explode(from, to, victim)
		return
	}
	p.lift(them, taken, victim)
	if p.promoted|p.look[0]|p.look[1]|p.look[2] != 0 {
		p.unmark(victim)
	}
	if p.castling != 0 {
		p.loseCastling(Bit(victim))
		p.leave(us, role, from)
		if taken == King {
			p.loseCastling(homeRank(them) & p.color[them])
		}
	}
	if m.Kind() == TakePromote {
		p.lift(us, Pawn, from)
		p.promote(us, m.Role(), from, to)
		return
	}
	p.shift(us, role, from, to)
}

// explode removes the capturing piece, the captured one and every piece but pawns around
// the square.
func (p *Position) explode(from, to, victim Square) {
	gone := p.blast(from, to, victim)
	kings := p.role[King]
	p.loseCastling(gone)
	for pieces := gone; pieces != 0; {
		p.clear(pieces.Pop())
	}
	for c := range Color(2) {
		if kings&gone&homeRank(c) != 0 && p.role[King]&p.color[c] == 0 {
			p.loseCastling(homeRank(c) & p.color[c])
		}
	}
}

// blast is the pieces that a capture removes where captures explode.
func (p *Position) blast(from, to, victim Square) Bitboard {
	return kingAttacks[to&63]&p.Occupied()&^p.role[Pawn] | Bit(from) | Bit(victim)
}

// Blast is the squares that a capture m empties where captures explode: the
// capturing piece's, the captured one's and those of all pieces but pawns around
// the target.
// It is empty for other moves and other rules.
func (p *Position) Blast(m Move) Bitboard {
	if !p.rules.explode || !m.IsCapture() {
		return 0
	}
	victim := m.To()
	if m.Kind() == EnPassant {
		victim ^= 8
	}
	return p.blast(m.From(), m.To(), victim)
}

func (p *Position) castle(m Move, us Color) {
	king, rook := m.From(), m.To()
	p.loseCastling(homeRank(us) & p.color[us])
	var looks [2]Role
	if p.rules.disguise {
		looks = [2]Role{p.lookAt(king), p.lookAt(rook)}
		p.unmark(king)
		p.unmark(rook)
	}
	p.lift(us, King, king)
	p.lift(us, Rook, rook)
	p.put(us, King, m.Landing())
	p.put(us, Rook, m.rookLanding())
	if p.rules.disguise {
		p.mark(m.Landing(), looks[0])
		p.mark(m.rookLanding(), looks[1])
	}
}

// convert turns the enemies that the piece of us on sq attacks.
func (p *Position) convert(us Color, sq Square) {
	turned := p.turnedBy(us, sq)
	if turned == 0 {
		return
	}
	p.halfmoves = 0
	them := us ^ 1
	if turned&p.role[King] != 0 {
		p.loseCastling(homeRank(them) & p.color[them])
	}
	p.loseCastling(turned)
	for pieces := turned; pieces != 0; {
		to := pieces.Pop()
		role := p.RoleAt(to)
		p.key ^= zobristPieces[them][role][to&63] ^ zobristPieces[us][role][to&63]
	}
	p.color[them] &^= turned
	p.color[us] |= turned
}

// turnedBy is the enemies that the piece of us on sq attacks.
func (p *Position) turnedBy(us Color, sq Square) Bitboard {
	enemy := p.color[us^1]
	if p.role[Pawn].Has(sq) {
		return pawnAttacks[us][sq&63] & enemy
	}
	return PieceAttacks(p.RoleAt(sq), sq, p.Occupied()) & enemy
}

// Converted is the enemy pieces that m turns where a moved piece turns those it
// attacks; none under other rules.
func (p *Position) Converted(m Move) Bitboard {
	if !p.rules.convert || m == Pass {
		return 0
	}
	role := m.Role()
	occ := p.Occupied()
	switch m.Kind() {
	case Castling:
		role = King
		occ = occ&^(Bit(m.From())|Bit(m.To())) | Bit(m.Landing()) | Bit(m.rookLanding())
	case Dropping:
	default:
		if role == NoRole {
			role = p.RoleAt(m.From())
		}
		occ = occ&^Bit(m.From()) | Bit(m.To())
	}
	if role == Pawn {
		return pawnAttacks[p.turn][m.To()&63] & p.color[p.turn^1]
	}
	return PieceAttacks(role, m.Landing(), occ) & p.color[p.turn^1]
}
