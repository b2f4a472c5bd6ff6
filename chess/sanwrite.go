package chess

// AppendSAN writes a legal move of p, or Pass, as the function [SAN] does. next
// is the position behind it and check its InCheck: whoever plays a game through
// has both, see [Position.Follow].
func (p *Position) AppendSAN(dst []byte, m Move, next *Position, check bool) []byte {
	if m == Pass {
		return append(dst, passText...)
	}
	switch from, to := m.From(), m.To(); {
	case m.Kind() == Castling:
		dst = appendCastling(dst, m)
	case m.Kind() == Dropping:
		dst = appendSquare(append(dst, m.Role().Letter(), '@'), to)
	default:
		role := p.RoleAt(from)
		if role != Pawn {
			dst = append(dst, role.Letter())
			dst = p.appendOrigin(dst, role, m)
		} else if m.IsCapture() {
			dst = append(dst, 'a'+byte(from.File()))
		}
		if m.IsCapture() {
			dst = append(dst, 'x')
		}
		dst = appendSquare(dst, to)
		if m.IsPromotion() {
			dst = append(dst, '=', m.Role().Letter())
		}
	}
	return next.AppendSign(dst, check)
}

// AppendSign writes the sign that SAN has behind the move that led to p: # where
// it decided the game, + where it gave check, which check tells, else nothing.
func (p *Position) AppendSign(dst []byte, check bool) []byte {
	if !check && p.rules.onlyCheckDecides {
		return dst
	}
	return p.appendSign(dst, check)
}

func (p *Position) appendSign(dst []byte, check bool) []byte {
	switch {
	case p.decided(check):
		return append(dst, '#')
	case check:
		return append(dst, '+')
	}
	return dst
}

// decided tells whether the game is over with a winner; check is p.InCheck().
func (p *Position) decided(check bool) bool {
	l := p.rules
	if l.source.Stalemate == StalemateDraws && !check {
		if !l.ends {
			return false
		}
		_, won := p.VariantEnd().Winner()
		return won
	}
	if l.pinRulesOnly {
		return check && !p.kingEscapes() && !p.hasMove()
	}
	_, won := p.End().Winner()
	return won
}

// kingEscapes tells whether the king that must move can go to some square, an
// attacker's among them.
func (p *Position) kingEscapes() bool {
	king := p.King(p.turn)
	occ := p.Occupied() &^ Bit(king)
	for to := reach[King][king&63] &^ p.color[p.turn]; to != 0; {
		if !p.reached(to.Pop(), p.turn^1, occ) {
			return true
		}
	}
	return false
}

func appendSquare(dst []byte, sq Square) []byte {
	return append(dst, 'a'+byte(sq.File()), '1'+byte(sq.Rank()))
}

// appendOrigin writes as much of m's origin as other legal moves of the same
// kind of piece to the same square demand.
func (p *Position) appendOrigin(dst []byte, role Role, m Move) []byte {
	from, to, occ := m.From(), m.To(), p.Occupied()
	others := reach[role][to&63] & p.Pieces(p.turn, role) &^ Bit(from)
	if others == 0 {
		return dst
	}
	for rest := others; rest != 0; {
		// That p may be in check makes soundMove look closer, and is never wrong.
		if sq := rest.Pop(); between[sq&63][to&63]&occ != 0 || !p.soundMove(NewMove(sq, to, m.Kind()), true) {
			others &^= Bit(sq)
		}
	}
	file, rank := fileA<<from.File(), rank1<<(8*from.Rank())
	switch {
	case others == 0:
		return dst
	case others&file == 0:
		return append(dst, 'a'+byte(from.File()))
	case others&rank == 0:
		return append(dst, '1'+byte(from.Rank()))
	}
	return appendSquare(dst, from)
}
