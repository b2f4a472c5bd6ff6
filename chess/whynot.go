package chess

import (
	"fmt"
	"slices"
	"strings"
)

// whyNot says which rule forbids what was read: of the likeliest reading, or
// of the first for which there is a piece that could go there at all.
func (r *reader) whyNot(found []reading) string {
	switch {
	case len(r.moves) == 0:
		return ErrGameOver.Error()
	case found[0].toFile != "":
		return fmt.Sprintf("no such capture on the %s-file", found[0].toFile)
	case r.p == nil:
		return r.whyNotElsewhere(&found[0])
	}
	for i := range found {
		want := &found[i]
		if want.drop {
			return r.whyNotDrop(want)
		}
		if pieces := r.candidates(want); pieces != 0 {
			return r.whyNotLegal(want, pieces)
		}
	}
	return r.whyNotReach(&found[0])
}

// candidates are the own pieces that fit a reading and could go there if the
// king's safety and compulsory captures did not matter.
func (r *reader) candidates(want *reading) Bitboard {
	p := r.p
	var pieces Bitboard
	for own := r.origins(want); own != 0; {
		from := own.Pop()
		if want.role == Pawn && want.from == NoSquare && want.file == "" && from.File() != want.to.File() {
			continue // a capture names its file
		}
		if p.pseudo(from, want.to, NoRole) != 0 {
			pieces |= Bit(from)
		}
	}
	return pieces
}

// origins are the own pieces that fit what was read of kind and origin.
func (r *reader) origins(want *reading) Bitboard {
	p := r.p
	pieces := p.color[p.turn]
	if want.role != NoRole {
		pieces &= p.role[want.role]
	}
	var fit Bitboard
	for pieces != 0 {
		from := pieces.Pop()
		if want.from == from || want.from == NoSquare && want.fits(from.String()) {
			fit |= Bit(from)
		}
	}
	return fit
}

// pseudo makes the move of the piece of the side to move on from to another
// square, the king's safety and compulsory captures left aside; 0 when it does
// not move so. A pawn that promotes becomes role.
func (p *Position) pseudo(from, to Square, role Role) Move {
	occ, enemy := p.Occupied(), p.color[p.turn.Other()]
	kind := Quiet
	if enemy.Has(to) {
		kind = Taking
	}
	piece := p.RoleAt(from)
	if p.color[p.turn].Has(to) || kind == Taking && p.rules.convert {
		return 0
	}
	if piece != Pawn {
		if !PieceAttacks(piece, from, occ).Has(to) {
			return 0
		}
		return NewMove(from, to, kind)
	}
	one := forward(p.turn, Bit(from)) &^ occ
	starts := p.rules.doubleFrom[p.turn&1]
	switch {
	case PawnAttacks(p.turn, from).Has(to):
		if kind == Quiet {
			if to != p.enPassant {
				return 0
			}
			kind = EnPassant
		}
	case one.Has(to):
	case starts.Has(from) && (forward(p.turn, one) &^ occ).Has(to):
		kind = DoubleStep
	default:
		return 0
	}
	if !p.rules.promotes || !lastRank(p.turn).Has(to) {
		return NewMove(from, to, kind)
	}
	if role == NoRole {
		role = p.rules.promotion[0]
	}
	if kind == Taking {
		return NewPromotion(from, to, TakePromote, role)
	}
	return NewPromotion(from, to, Promotion, role)
}

// piece names the piece on a square: "the rook on e8".
func (p *Position) piece(sq Square) string { return fmt.Sprintf("the %s on %s", p.RoleAt(sq), sq) }

// whyNotReach explains why no piece goes where it was asked to.
func (r *reader) whyNotReach(want *reading) string {
	p, to := r.p, want.to
	origins := r.origins(want)
	if want.from != NoSquare {
		switch {
		case !p.Occupied().Has(want.from):
			return fmt.Sprintf("no piece on %s", want.from)
		case !p.color[p.turn].Has(want.from):
			return p.piece(want.from) + " is not yours"
		case want.role != NoRole && origins == 0:
			return fmt.Sprintf("there is %s on %s", article(p.RoleAt(want.from).String()), want.from)
		}
	}
	switch {
	case origins == 0 && p.Pieces(p.turn, want.role) == 0:
		return fmt.Sprintf("you have no %s", want.role)
	case origins == 0:
		return fmt.Sprintf("you have no %s there", want.role)
	case want.from != NoSquare && want.from == p.King(p.turn) && p.rules.castling && p.Pieces(p.turn, Rook).Has(to):
		return r.whyNotCastle(to.File() - want.from.File())
	case p.color[p.turn].Has(to):
		return fmt.Sprintf("your own %s is on %s", p.RoleAt(to), to)
	case p.color[p.turn.Other()].Has(to) && p.rules.convert:
		return fmt.Sprintf("there are no captures in this variant, and %s is occupied", to)
	}
	if from, by := p.barred(origins, to); by != NoSquare {
		return fmt.Sprintf("%s blocks %s", p.piece(by), p.piece(from))
	}
	if origins&^p.role[Pawn] == 0 {
		return r.whyNotPawn(want, origins)
	}
	if !origins.Several() {
		return fmt.Sprintf("%s cannot go to %s", p.piece(origins.First()), to)
	}
	return fmt.Sprintf("no %s can go to %s", want.role, to)
}

// barred finds the one piece of a set whose line to a square is barred, and the
// first piece in its way; by is NoSquare when there is none or more than one.
func (p *Position) barred(pieces Bitboard, to Square) (from, by Square) {
	by = NoSquare
	for pieces &^= p.role[Pawn]; pieces != 0; {
		sq := pieces.Pop()
		block := Between(sq, to) & p.Occupied()
		if block == 0 || !PieceAttacks(p.RoleAt(sq), sq, 0).Has(to) {
			continue
		}
		if by != NoSquare {
			return NoSquare, NoSquare
		}
		if from, by = sq, block.First(); by < from {
			by = block.Last()
		}
	}
	return from, by
}

// whyNotPawn explains why no pawn goes where it was asked to.
func (r *reader) whyNotPawn(want *reading, origins Bitboard) string {
	p, to := r.p, want.to
	if want.from == NoSquare && want.file == "" {
		for _, m := range r.moves {
			if m.To() == to && m.IsCapture() && p.role[Pawn].Has(m.From()) {
				return fmt.Sprintf("to capture there with a pawn, enter %s", strings.TrimRight(p.SAN(m), "+#"))
			}
		}
	}
	straight := origins&(fileA<<to.File()) != 0 && (want.from != NoSquare || want.file == "")
	switch {
	case straight && p.Occupied().Has(to):
		return fmt.Sprintf("%s is occupied, and pawns capture only diagonally", to)
	case want.from == NoSquare && want.file == "":
		return fmt.Sprintf("no pawn can move to %s", to)
	case !straight && !p.Occupied().Has(to) && (want.from == NoSquare || pawnsAttack(p.turn, origins).Has(to)):
		return fmt.Sprintf("nothing to capture on %s", to)
	case want.from != NoSquare:
		return fmt.Sprintf("%s cannot go to %s", p.piece(want.from), to)
	}
	return fmt.Sprintf("no pawn can move from there to %s", to)
}

// whyNotLegal explains why none of the pieces that could go there may.
func (r *reader) whyNotLegal(want *reading, pieces Bitboard) string {
	p := r.p
	from := pieces.First()
	m := p.pseudo(from, want.to, want.promotion)
	switch {
	case want.promotion != NoRole && p.RoleAt(from) != Pawn:
		return "only pawns can promote"
	case want.promotion != NoRole && !m.IsPromotion():
		return "pawns do not promote there"
	case want.promotion != NoRole && !slices.Contains(p.rules.promotion, want.promotion):
		var names []string
		for _, role := range p.rules.promotion {
			names = append(names, article(role.String()))
		}
		return "pawns promote to " + either(names)
	}
	if p.rules.forced && !m.IsCapture() && r.moves[0].IsCapture() {
		return r.mustCapture()
	}
	if p.rules.explode && m.IsCapture() && p.Blast(m)&p.Pieces(p.turn, King) != 0 && (p.rules.royal || p.rules.exposed) {
		if p.RoleAt(from) == King {
			return "a king may not capture: the explosion would kill it"
		}
		return "the explosion would kill your own king"
	}
	if reason := r.whyNotSafe(m); reason != "" {
		return reason
	}
	if p.rules.noChecks && p.GivesCheck(m) {
		return "checks are not allowed in this variant"
	}
	return "the rules do not allow this"
}

// mustCapture names the captures that a player has to choose from.
func (r *reader) mustCapture() string {
	const most = 4
	var names []string
	for i, m := range r.moves {
		if i == most && len(r.moves) > most+1 {
			names = append(names, fmt.Sprintf("%d others", len(r.moves)-most))
			break
		}
		names = append(names, strings.TrimRight(r.p.SAN(m), "+#"))
	}
	return "you must capture: " + either(names)
}

// whyNotSafe says who would attack the king after a move; empty when nobody.
func (r *reader) whyNotSafe(m Move) string {
	p := r.p
	var next Position
	p.Apply(m, &next)
	checkers := next.checkersOf(p.turn)
	if checkers == 0 {
		return ""
	}
	by := next.piece(checkers.First())
	king := p.King(p.turn)
	switch {
	case m.Kind() == Dropping, p.InCheck() && p.RoleAt(m.From()) != King && p.Checkers()&checkers != 0:
		return "the king is in check from " + by
	case p.RoleAt(m.From()) != King && Between(king, checkers.First()).Has(m.From()):
		return fmt.Sprintf("%s is pinned: the king would be in check from %s", p.piece(m.From()), by)
	}
	return "the king would be in check from " + by
}

func (r *reader) whyNotDrop(want *reading) string {
	p := r.p
	m := NewDrop(want.role, want.to)
	switch {
	case !p.rules.drops:
		return "there are no drops in this variant"
	case p.pockets[p.turn][want.role] == 0:
		return fmt.Sprintf("no %s in your pocket", want.role)
	case p.Occupied().Has(want.to):
		return fmt.Sprintf("%s is occupied", want.to)
	case want.role == Pawn && (rank1 | rank8).Has(want.to):
		return "pawns cannot be dropped on the first or last rank"
	case p.rules.forced && r.moves[0].IsCapture():
		return r.mustCapture()
	}
	if reason := r.whyNotSafe(m); reason != "" {
		return reason
	}
	if p.rules.noChecks && p.GivesCheck(m) {
		return "checks are not allowed in this variant"
	}
	return fmt.Sprintf("your pieces do not see %s", want.to)
}

// whyNotCastle explains why castling on the king's right, or left where side is
// negative, is not possible.
func (r *reader) whyNotCastle(side int) string {
	switch {
	case len(r.moves) == 0:
		return ErrGameOver.Error()
	case r.p == nil, !r.p.rules.castling:
		return "there is no castling in this variant"
	}
	p := r.p
	king, ok := p.castlingKing(p.turn)
	right, left := p.castlingSides(p.turn)
	rook := right
	if side < 0 {
		rook = left
	}
	if !ok || rook == NoSquare {
		return "you can no longer castle on that side: the king or rook has moved"
	}
	m := NewMove(king, rook, Castling)
	if block := p.castlingPath(m) & p.Occupied(); block != 0 {
		return p.piece(block.First()) + " is in the way"
	}
	if p.rules.forced && r.moves[0].IsCapture() {
		return r.mustCapture()
	}
	if checkers := p.Checkers(); checkers != 0 {
		return "you cannot castle out of check from " + p.piece(checkers.First())
	}
	return r.whyNotThrough(m)
}

// castlingPath is the squares that king and rook cross or reach, their own left out.
func (p *Position) castlingPath(m Move) Bitboard {
	path := Between(m.From(), m.Landing()) | Between(m.To(), m.rookLanding()) | Bit(m.Landing()) | Bit(m.rookLanding())
	return path &^ (Bit(m.From()) | Bit(m.To()))
}

// whyNotThrough names the attacked square that a castling king passes or reaches.
func (r *reader) whyNotThrough(m Move) string {
	p := r.p
	them := p.turn.Other()
	lifted := p.Occupied() &^ Bit(m.From())
	for path := Between(m.From(), m.Landing()); path != 0; {
		if sq := path.Pop(); p.attacked(sq, them, lifted) {
			by := p.attackersOf(sq, lifted) & p.color[them]
			return fmt.Sprintf("the king would cross %s, which %s attacks", sq, p.piece(by.First()))
		}
	}
	if reason := r.whyNotSafe(m); reason != "" {
		return reason
	}
	if p.rules.noChecks && p.GivesCheck(m) {
		return "checks are not allowed in this variant"
	}
	return "castling is not possible now"
}

// whyNotElsewhere explains on boards without a Position, from what can be seen.
func (r *reader) whyNotElsewhere(want *reading) string {
	l := r.b.Layout()
	to := l.SquareName(want.to)
	if want.drop {
		return "there are no drops in this variant"
	}
	if want.from != NoSquare {
		switch piece := r.cells[want.from].Piece; {
		case piece == 0:
			return "no piece on " + l.SquareName(want.from)
		case piece.Color() != r.b.Turn():
			return fmt.Sprintf("the %s on %s is not yours", piece.Role(), l.SquareName(want.from))
		}
	}
	if piece := r.cells[want.to].Piece; piece != 0 && piece.Color() == r.b.Turn() {
		return fmt.Sprintf("your own %s is on %s", piece.Role(), to)
	}
	role := want.role
	if role == NoRole {
		role = r.cells[want.from].Piece.Role()
	}
	for _, m := range r.moves {
		if m.To() == want.to && r.roleAt(m.From()) == role && m.IsCapture() && role == Pawn {
			return fmt.Sprintf("to capture there, enter %s", SAN(r.b, m))
		}
	}
	if reason := r.boardSays(want, role); reason != "" {
		return reason
	}
	if len(r.b.Checked()) > 0 {
		return fmt.Sprintf("no %s can go to %s while the king is in check", role, to)
	}
	return fmt.Sprintf("no %s can go to %s", role, to)
}

// article puts a or an before a word.
func article(word string) string {
	if strings.ContainsRune("aeiou", rune(word[0])) {
		return "an " + word
	}
	return "a " + word
}

// Explainer is a Board that can say which rule forbids a move. Those who read
// moves ask for it where the board does not stand on a [Position].
type Explainer interface {
	// WhyNot says, in words for a player, why the piece of the side to move on
	// from may not go to to; empty when it just does not move that way.
	WhyNot(from, to Square) string
}

// boardSays asks the board itself about each piece of a role that was named;
// empty when it has nothing to say.
func (r *reader) boardSays(want *reading, role Role) string {
	board, ok := r.b.(Explainer)
	if !ok {
		return ""
	}
	for sq := range r.cells {
		from := Square(sq)
		file, rank := splitName(r.b.Layout().SquareName(from))
		if want.from != NoSquare && want.from != from || r.cells[sq].Piece != PieceOf(r.b.Turn(), role) ||
			want.file != "" && want.file != file || want.rank != "" && want.rank != rank {
			continue
		}
		if reason := board.WhyNot(from, want.to); reason != "" {
			return reason
		}
	}
	return ""
}
