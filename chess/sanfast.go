package chess

import (
	"slices"
)

// reach is where a piece of each role, not a pawn, could go on an empty board.
var reach = func() (t [King + 1][64]Bitboard) {
	for sq := range Square(64) {
		for _, s := range bishopSteps {
			t[Bishop][sq] |= ray(sq, s[0], s[1], 0, false)
			t[King][sq] |= ray(sq, s[0], s[1], all, false)
		}
		for _, s := range rookSteps {
			t[Rook][sq] |= ray(sq, s[0], s[1], 0, false)
			t[King][sq] |= ray(sq, s[0], s[1], all, false)
		}
		t[Queen][sq] = t[Bishop][sq] | t[Rook][sq]
		for _, s := range [...][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}} {
			t[Knight][sq] |= ray(sq, s[0], s[1], all, false)
		}
	}
	return t
}()

// Follow reads a legal move in well-formed SAN, with or without signs of check,
// and makes next the position after it. It generates no list of moves. checked must be p.InCheck(), and check is that of next, so that
// playing a game through need not ask. ok is false for any other text and for
// what is not legal; [ParseSAN] is lenient and says what is wrong. next must
// not be p.
func (p *Position) Follow(text []byte, checked bool, next *Position) (m Move, check, ok bool) {
	if p.rules.fastSAN {
		if m, check, ok = p.followPlain(text, checked, next); ok {
			return m, check, true
		}
	}
	if m, ok = p.readSAN(text, checked); !ok {
		return 0, false, false
	}
	p.Apply(m, next)
	return m, next.checkedBy(m), true
}

// checkedBy is InCheck after m, the last move, for a side that was not in
// check before it.
func (p *Position) checkedBy(m Move) bool {
	if !p.rules.pinRulesOnly || m.Kind() == EnPassant || m.Kind() == Castling {
		return p.InCheck()
	}
	king, from, to, occ := p.King(p.turn)&63, m.From()&63, m.To()&63, p.Occupied()
	role := p.RoleAt(to)
	if role == Pawn {
		if pawnAttacks[p.turn][king].Has(to) {
			return true
		}
	} else if reach[role&7][to].Has(king) && between[king][to]&occ == 0 {
		return true
	}
	return m.Kind() != Dropping && p.opened(king, from, occ, p.turn^1)
}

// opened reports whether a piece of c attacks king over the square from, which was
// left, or will be.
func (p *Position) opened(king, from Square, occ Bitboard, c Color) bool {
	sliders := p.role[Queen]
	switch {
	case reach[Bishop][king&63].Has(from):
		sliders |= p.role[Bishop]
	case reach[Rook][king&63].Has(from):
		sliders |= p.role[Rook]
	default:
		return false
	}
	for sliders &= lines[king&63][from&63] & p.color[c]; sliders != 0; {
		if between[king&63][sliders.Pop()&63]&occ == 0 {
			return true
		}
	}
	return false
}

// readSAN reads a move as Follow does.
func (p *Position) readSAN(s []byte, checked bool) (m Move, ok bool) {
	n := len(s)
	for n > 0 && (s[n-1] == '+' || s[n-1] == '#') {
		n--
	}
	if n < 2 {
		return 0, false
	}
	s = s[:n]
	role := NoRole
	switch c := s[0]; c {
	case 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h':
		return p.readPawn(s, checked)
	case 'N':
		role = Knight
	case 'B':
		role = Bishop
	case 'R':
		role = Rook
	case 'Q':
		role = Queen
	case 'K':
		role = King
	case 'P':
		role = Pawn
	case 'O':
		return p.readCastling(s, checked)
	}
	switch {
	case role == NoRole:
		return 0, false
	case s[1] == '@':
		to, ok := squareAt(s, 2)
		m := NewDrop(role, to)
		return m, ok && n == 4 && p.IsLegal(m)
	case role == Pawn:
		return 0, false
	}
	return p.readPiece(role, s[1:], checked)
}

// squareAt reads the two bytes of s from i on as a square.
func squareAt(s []byte, i int) (Square, bool) {
	if i < 0 || i+2 > len(s) {
		return NoSquare, false
	}
	file, rank := s[i]-'a', s[i+1]-'1'
	return At(int(file), int(rank)), file < 8 && rank < 8
}

// readPiece reads what follows the letter of a piece.
func (p *Position) readPiece(role Role, s []byte, checked bool) (Move, bool) {
	n := len(s) - 2
	to, ok := squareAt(s, n)
	if !ok {
		return 0, false
	}
	s = s[:n]
	if n > 0 && s[n-1] == 'x' {
		s = s[:n-1]
	}
	from := all
	for i := range len(s) {
		switch c := s[i]; {
		case c >= 'a' && c <= 'h':
			from &= fileA << (c - 'a')
		case c >= '1' && c <= '8':
			from &= rank1 << (8 * (c - '1'))
		default:
			return 0, false
		}
	}
	kind := Quiet
	if p.color[p.turn^1].Has(to) {
		kind = Taking
	}
	if p.color[p.turn].Has(to) || kind == Taking && p.rules.convert {
		return 0, false
	}
	var found Move
	occ := p.Occupied()
	for from &= reach[role][to&63] & p.Pieces(p.turn, role); from != 0; {
		sq := from.Pop()
		if between[sq&63][to&63]&occ != 0 {
			continue
		}
		if m := NewMove(sq, to, kind); p.soundMove(m, checked) {
			if found != 0 {
				return 0, false
			}
			found = m
		}
	}
	return found, found != 0
}

// soundMove reports whether a move that goes as its piece goes is legal. Where only
// the king's safety can forbid it, that is quicker asked than by IsLegal.
func (p *Position) soundMove(m Move, checked bool) bool {
	if !p.rules.pinRulesOnly || m.Kind() == EnPassant {
		return p.IsLegal(m)
	}
	king, from, to := p.King(p.turn), m.From(), m.To()
	occ := p.Occupied() &^ Bit(from)
	switch {
	case from == king:
		return !p.reached(to, p.turn^1, occ)
	case !checked:
		return lines[king&63][from&63].Has(to) || !p.opened(king, from, occ, p.turn^1)
	}
	return p.attackersOf(king, occ|Bit(to))&p.color[p.turn^1]&^Bit(to) == 0
}

func (p *Position) reached(sq Square, c Color, occ Bitboard) bool {
	sq &= 63
	if (pawnAttacks[c^1][sq]&p.role[Pawn]|reach[Knight][sq]&p.role[Knight]|reach[King][sq]&p.role[King])&p.color[c] != 0 {
		return true
	}
	sliders := (reach[Bishop][sq]&(p.role[Bishop]|p.role[Queen]) | reach[Rook][sq]&(p.role[Rook]|p.role[Queen])) & p.color[c]
	for sliders != 0 {
		if between[sq][sliders.Pop()&63]&occ == 0 {
			return true
		}
	}
	return false
}

// readPawn reads e4, exd5, e8=Q and exd8=Q.
func (p *Position) readPawn(s []byte, checked bool) (Move, bool) {
	role := NoRole
	if n := len(s) - 2; n >= 2 && s[n] == '=' {
		if role = RoleOf(s[n+1]); role == NoRole || s[n+1] > 'Z' {
			return 0, false
		}
		s = s[:n]
	}
	if len(s) != 2 && (len(s) != 4 || s[1] != 'x') {
		return 0, false
	}
	to, ok := squareAt(s, len(s)-2)
	if !ok {
		return 0, false
	}
	back := -8
	if p.turn == Black {
		back = 8
	}
	one := int(to) + back
	if one < 0 || one > 63 {
		return 0, false
	}
	from := Square(one)
	if len(s) == 4 {
		if from = At(int(s[0]-'a'), from.Rank()); s[0] < 'a' || s[0] > 'h' || from.File() == to.File() {
			return 0, false
		}
	} else if two := one + back; !p.Occupied().Has(from) && two >= 0 && two < 64 {
		from = Square(two)
	}
	if !p.Pieces(p.turn, Pawn).Has(from) {
		return 0, false
	}
	m := p.pseudo(from, to, role)
	if m == 0 || m.Role() != role || role != NoRole && !slices.Contains(p.rules.promotion, role) {
		return 0, false
	}
	return m, p.soundMove(m, checked)
}

func (p *Position) readCastling(s []byte, checked bool) (Move, bool) {
	king, ok := p.castlingKing(p.turn)
	right, left := p.castlingSides(p.turn)
	rook := right
	switch string(s) {
	case "O-O":
	case "O-O-O":
		rook = left
	default:
		return 0, false
	}
	if !ok || rook == NoSquare {
		return 0, false
	}
	m := NewMove(king, rook, Castling)
	if !p.rules.pinRulesOnly {
		return m, p.IsLegal(m)
	}
	return m, !checked && p.soundCastling(m)
}

// soundCastling reports whether a side that may castle and is not in check can,
// where nothing but the safety of its king and what is in the way forbids it.
func (p *Position) soundCastling(m Move) bool {
	king, rook, kingTo, occ := m.From(), m.To(), m.Landing(), p.Occupied()
	if between[king&63][rook&63]&occ != 0 || !p.castlingClear(m, occ) {
		return false
	}
	them := p.turn ^ 1
	lifted := occ &^ Bit(king)
	for path := between[king&63][kingTo&63]; path != 0; {
		if p.reached(path.Pop(), them, lifted) {
			return false
		}
	}
	return !p.reached(kingTo, them, lifted&^Bit(rook)|Bit(kingTo)|Bit(m.rookLanding()))
}

// sanRoles is the role that a capital letter of SAN stands for; none for a pawn.
var sanRoles = [256]Role{'N': Knight, 'B': Bishop, 'R': Rook, 'Q': Queen, 'K': King}

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
	role := sanRoles[s[0]]
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

// leaves reports whether a piece other than the king may go from one square to
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

// givenBy reports whether the side to move stands in check after a piece of the
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
