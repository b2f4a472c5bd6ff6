package chess

// mans is the role that a capital letter of SAN stands for; none for a pawn.
var mans = [256]Role{'N': Knight, 'B': Bishop, 'R': Rook, 'Q': Queen, 'K': King}

// followPlain is Follow for the moves that make up nearly every game: a piece or
// a pawn goes or takes, and nothing but the safety of its king can forbid it.
// All is asked and changed with the role and the squares that the text gives.
// done is false for everything else, legal or not. rules.fastSAN must hold.
func (p *Position) followPlain(s []byte, checked bool, next *Position) (m Move, check, done bool) {
	n := len(s)
	for n > 2 && (s[n-1] == '+' || s[n-1] == '#') {
		n--
	}
	if n < 2 || n > 7 || n > len(s) {
		return 0, false, false
	}
	file, rank := s[n-2]-'a', s[n-1]-'1'
	if file > 7 || rank > 7 {
		return 0, false, false
	}
	to := Square(rank<<3|file) & 63
	us := p.turn & 1
	own, enemy := p.color[us], p.color[us^1]
	occ := own | enemy
	takes := enemy.Has(to)
	role := mans[s[0]]
	var from Square
	kind := Quiet
	if takes {
		kind = Taking
	}
	if role == NoRole {
		if from, kind = p.plainPawn(s[:n], to, kind); from == NoSquare || !p.leaves(from, to, us, occ, checked) {
			return 0, false, false
		}
		role = Pawn
	} else {
		pieces := reach[role&7][to] & p.role[role&7] & own
		if n > 3 {
			origin, ok := originOf(s[1 : n-2])
			if !ok {
				return 0, false, false
			}
			pieces &= origin
		}
		if from = p.onlyPiece(role, pieces, to, us, occ, checked); from == NoSquare || own.Has(to) {
			return 0, false, false
		}
	}
	from &= 63
	p.shifted(role, from, to, takes, next)
	if kind == DoubleStep {
		next.openEnPassant(us, from, to)
	}
	return NewMove(from, to, kind), next.givenBy(role, from, to), true
}

// originOf reads what stands between the letter of a piece and its target: file,
// rank, the sign of a capture.
func originOf(s []byte) (Bitboard, bool) {
	from := all
	if n := len(s); n > 0 && s[n-1] == 'x' {
		s = s[:n-1]
	}
	for _, c := range s {
		switch {
		case c-'a' < 8:
			from &= fileA << (c - 'a')
		case c-'1' < 8:
			from &= rank1 << (8 * (c - '1'))
		default:
			return 0, false
		}
	}
	return from, true
}

// onlyPiece is the one of some pieces of a role that may go to a square, NoSquare
// when none or several may.
func (p *Position) onlyPiece(role Role, pieces Bitboard, to Square, us Color, occ Bitboard, checked bool) Square {
	found := NoSquare
	for pieces != 0 {
		from := pieces.Pop() & 63
		if role > Knight && between[from][to]&occ != 0 {
			continue
		}
		if role == King {
			if p.reached(to, us^1, occ&^Bit(from)) {
				continue
			}
		} else if !p.leaves(from, to, us, occ, checked) {
			continue
		}
		if found != NoSquare {
			return NoSquare
		}
		found = from
	}
	return found
}

// leaves tells whether a piece other than the king may go from one square to
// another without its king being taken.
func (p *Position) leaves(from, to Square, us Color, occ Bitboard, checked bool) bool {
	king := (p.color[us&1] & p.role[King]).First() & 63
	from &= 63
	if checked {
		return p.attackersOf(king, occ&^Bit(from)|Bit(to))&p.color[us&1^1]&^Bit(to) == 0
	}
	return !reach[Queen][king].Has(from) || !p.opened(king, from, occ&^Bit(from), us^1) || lines[king][from].Has(to)
}

// plainPawn finds where the pawn of e4 or exd5 comes from, NoSquare for what is
// no such move, promotes or takes in passing.
func (p *Position) plainPawn(s []byte, to Square, kind Kind) (Square, Kind) {
	us := p.turn & 1
	back := Square(8)
	if us == White {
		back = ^Square(7) // eight less
	}
	one := to + back
	if one > 63 || lastRank(us).Has(to) {
		return NoSquare, kind
	}
	pawns := p.role[Pawn] & p.color[us]
	if len(s) == 2 {
		switch {
		case kind != Quiet || p.color[us].Has(to):
		case pawns.Has(one):
			return one, Quiet
		case !p.Occupied().Has(one) && one+back <= 63 && pawns.Has(one+back) && pawnRank(us).Has(one+back):
			return one + back, DoubleStep
		}
		return NoSquare, kind
	}
	if len(s) != 4 || s[1] != 'x' || kind != Taking || s[0]-'a' > 7 {
		return NoSquare, kind
	}
	from := one&^7 | Square(s[0]-'a')
	if !pawns.Has(from) || !pawnAttacks[us][from&63].Has(to) {
		return NoSquare, kind
	}
	return from, Taking
}

// shifted makes next the position after a piece went from one square to another
// and took what stood there.
func (p *Position) shifted(role Role, from, to Square, takes bool, next *Position) {
	*next = *p
	us, them := p.turn&1, p.turn&1^1
	from, to = from&63, to&63
	key := p.key ^ zobristTurn ^ zobristPieces[us][role&7][from] ^ zobristPieces[us][role&7][to]
	next.halfmoves++
	if takes {
		taken := p.RoleAt(to) & 7
		next.role[taken] &^= Bit(to)
		next.color[them] &^= Bit(to)
		key ^= zobristPieces[them][taken][to]
	}
	if takes || role == Pawn {
		next.halfmoves = 0
	}
	both := Bit(from) | Bit(to)
	next.role[role&7] ^= both
	next.color[us] ^= both
	next.key = key
	next.enPassant = NoSquare
	next.turn = them
	next.fullmove += uint16(us)
	if p.castling != 0 {
		lost := both
		if role == King && homeRank(us).Has(from) {
			lost |= homeRank(us) & p.color[us]
		}
		if lost &= p.castling; lost != 0 {
			next.loseCastling(lost)
		}
	}
}

// givenBy tells whether the side to move stands in check after a piece of the
// other side went from one square to another.
func (p *Position) givenBy(role Role, from, to Square) bool {
	us := p.turn & 1
	king, occ := (p.color[us]&p.role[King]).First()&63, p.Occupied()
	to, from = to&63, from&63
	if role == Pawn {
		if pawnAttacks[us][king].Has(to) {
			return true
		}
	} else if reach[role&7][to].Has(king) && (role == Knight || between[king][to]&occ == 0) {
		return true
	}
	return reach[Queen][king].Has(from) && p.opened(king, from, occ, us^1)
}
