package chess

import "fmt"

// What follows serves those who go through all positions of a few pieces: they
// set pieces on an empty board one by one, without a FEN and without a judge.

// Blank is a board of r without pieces: White to move, no rights to castle, all
// checks still to be given. The rules are those that Combine accepts, of the 8×8 board.
func (r Rules) Blank() *Position {
	p := &Position{rules: compile(r), enPassant: NoSquare, fullmove: 1}
	p.checksLeft = [2]uint8{p.rules.checks, p.rules.checks}
	p.key = p.freshKey()
	return p
}

// Put sets a piece on an empty square.
func (p *Position) Put(piece Piece, sq Square) {
	p.put(piece.Color(), piece.Role(), sq)
	if p.rules.disguise {
		p.mark(sq, piece.Role())
	}
}

// Clear takes the piece on sq, which must not be empty, off the board.
func (p *Position) Clear(sq Square) { p.clear(sq) }

// SetTurn gives the move to c; a capture en passant is no longer possible.
func (p *Position) SetTurn(c Color) {
	if p.turn != c {
		p.key ^= zobristTurn
	}
	p.turn, p.enPassant = c, NoSquare
}

// SetChecksLeft says how many checks each side has still to give; it does nothing where
// checks are not counted.
func (p *Position) SetChecksLeft(white, black int) {
	if p.rules.checks == 0 {
		return
	}
	for c, n := range [2]uint8{uint8(white), uint8(black)} {
		p.key ^= zobristChecks[c][p.checksLeft[c]&7] ^ zobristChecks[c][n&7]
		p.checksLeft[c] = n
	}
}

// Proper reports whether play could go on from pieces that were set up one by one: each
// side has the king that it needs and no more, and no king can be taken that
// must not be left under attack.
func (p *Position) Proper() bool {
	l := p.rules
	if l.royal || l.exposed {
		for c := range Color(2) {
			want := 0
			if l.hasKing[c] {
				want = 1
			}
			if p.Pieces(c, King).Count() != want {
				return false
			}
		}
	}
	return p.checkersOf(p.turn^1) == 0 && !(l.noChecks && p.checkersOf(p.turn) != 0)
}

// PawnSquares is where a pawn of c may stand.
func (p *Position) PawnSquares(c Color) Bitboard {
	home, last := p.rules.pawnRanks()
	set := all &^ (homeRank(c) | lastRank(c))
	if home {
		set |= homeRank(c)
	}
	if last {
		set |= lastRank(c)
	}
	return set
}

// DoubleStepSquares is from where a pawn of c may take two steps.
func (p *Position) DoubleStepSquares(c Color) Bitboard {
	return p.rules.doubleFrom[c&1]
}

// PromotionRoles are what pawns promote to, the most valuable first; none where they do not.
func (p *Position) PromotionRoles() []Role {
	if !p.rules.promotes {
		return nil
	}
	return p.rules.promotion
}

// NeedsKing reports whether c has a king that decides the game.
func (r Rules) NeedsKing(c Color) bool {
	l := compile(r)
	return (l.royal || l.exposed) && l.hasKing[c]
}

// PlayKey is equal for rules under which play from a position without rights to castle
// is the same: starting positions, looks and castling are left out. It says nothing
// to people.
func (r Rules) PlayKey() string {
	l := *compile(r)
	l.source = Rules{Stalemate: r.Stalemate}
	l.start, l.numbered, l.castling, l.disguise, l.fastSAN = "", false, false, false, false
	home, last := l.pawnRanks()
	return fmt.Sprintf("%+v pawns on first rank %t last %t", l, home, last)
}
