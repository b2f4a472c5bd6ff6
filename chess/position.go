package chess

// Position is one position on the 8×8 board: a plain value of bitboards that
// is copied, never undone. It knows nothing of the moves before it. The search
// takes it from a Board (see [Positioned]) and plays with [Position.Apply].
type Position struct {
	rules *compiledRules

	role  [7]Bitboard // by Role, both colours; role[NoRole] is unused
	color [2]Bitboard
	// promoted marks pieces that go back into the pocket as pawns; zero without one.
	promoted Bitboard
	// look holds the three bits of the Role each piece looks like; zero unless
	// pieces are disguised.
	look [3]Bitboard
	// castling marks the rooks that may still castle; the king's side is the
	// one to the right of the king.
	castling Bitboard

	pockets [2]RoleCounts
	// key is the zobrist key without the en passant square.
	key uint64

	checksLeft [2]uint8 // checks each side has still to give
	halfmoves  uint16   // since the last irreversible move
	fullmove   uint16   // from 1
	enPassant  Square   // the square a pawn skipped, NoSquare when none can take there
	turn       Color
}

// Positioned is a Board that stands on a Position. The search asks for it once
// and falls back to Board where it is absent. The Position belongs to the
// board and is valid until the next Make or Undo.
type Positioned interface{ Position() *Position }

// Turn is the side to move.
func (p *Position) Turn() Color { return p.turn }

// Rules of the game.
func (p *Position) Rules() Rules { return p.rules.source }

// Pieces of one colour and role.
func (p *Position) Pieces(c Color, r Role) Bitboard { return p.color[c] & p.role[r] }

// Side is all pieces of one colour.
func (p *Position) Side(c Color) Bitboard { return p.color[c] }

// Of is all pieces of one role, of both colours.
func (p *Position) Of(r Role) Bitboard { return p.role[r] }

// Occupied is all pieces.
func (p *Position) Occupied() Bitboard { return p.color[White] | p.color[Black] }

// Promoted marks the pieces that return to a pocket as pawns.
func (p *Position) Promoted() Bitboard { return p.promoted }

// CastlingRooks marks the rooks that may still castle.
func (p *Position) CastlingRooks() Bitboard { return p.castling }

// Pocket is what c may drop.
func (p *Position) Pocket(c Color) RoleCounts { return p.pockets[c] }

// ChecksLeft is the number of checks c has still to give; 0 where they are not counted.
func (p *Position) ChecksLeft(c Color) int { return int(p.checksLeft[c]) }

// EnPassant is the square that a pawn has just skipped where an enemy pawn stands
// to take it, even if it may not because its king is in the way; else NoSquare.
func (p *Position) EnPassant() Square { return p.enPassant }

// Halfmoves since the last irreversible move, in plies.
func (p *Position) Halfmoves() int { return int(p.halfmoves) }

// Fullmove is the number of the move, from 1.
func (p *Position) Fullmove() int { return int(p.fullmove) }

// King is the square of c's first king, NoSquare when there is none.
func (p *Position) King(c Color) Square {
	k := p.color[c] & p.role[King]
	if k == 0 {
		return NoSquare
	}
	return k.First()
}

// OnlyKing is the square of c's king, NoSquare where c has none or several.
func (p *Position) OnlyKing(c Color) Square {
	k := p.color[c] & p.role[King]
	if k == 0 || k.Several() {
		return NoSquare
	}
	return k.First()
}

// RoleAt is the role of the piece on sq, NoRole when it is empty.
func (p *Position) RoleAt(sq Square) Role {
	r := &p.role
	return Role((r[Pawn]|r[Bishop]|r[Queen])>>(sq&63)&1 |
		(r[Knight]|r[Bishop]|r[King])>>(sq&63)&1<<1 |
		(r[Rook]|r[Queen]|r[King])>>(sq&63)&1<<2)
}

// At is the piece on sq.
func (p *Position) At(sq Square) Piece {
	r := p.RoleAt(sq)
	if p.color[Black].Has(sq) {
		return PieceOf(Black, r)
	}
	return PieceOf(White, r)
}

func (p *Position) lookAt(sq Square) Role {
	return Role(p.look[0]>>sq&1 | p.look[1]>>sq&1<<1 | p.look[2]>>sq&1<<2)
}

// setLook says what the piece on sq looks like; NoRole clears it.
func (p *Position) setLook(sq Square, r Role) {
	for i := range p.look {
		p.look[i] = p.look[i]&^Bit(sq) | Bitboard(r>>i&1)<<sq
	}
}

// put sets a piece on an empty square and keeps the key.
func (p *Position) put(c Color, r Role, sq Square) {
	p.role[r] |= Bit(sq)
	p.color[c] |= Bit(sq)
	p.key ^= zobristPieces[c][r][sq]
}

// lift takes the piece of a known colour and role off sq and keeps the key.
// Marks of promotion and disguise are the caller's.
func (p *Position) lift(c Color, r Role, sq Square) {
	p.role[r] &^= Bit(sq)
	p.color[c] &^= Bit(sq)
	p.key ^= zobristPieces[c][r][sq]
}

// clear takes whatever stands on sq off the board with all its marks.
func (p *Position) clear(sq Square) {
	b := Bit(sq)
	c := White
	if p.color[Black]&b != 0 {
		c = Black
	}
	p.lift(c, p.RoleAt(sq), sq)
	p.unmark(sq)
}

// unmark takes the marks of promotion and disguise off sq and keeps the key.
func (p *Position) unmark(sq Square) {
	if p.promoted.Has(sq) {
		p.promoted &^= Bit(sq)
		p.key ^= zobristPromoted[sq]
	}
	if p.rules.disguise {
		p.key ^= zobristLook[p.lookAt(sq)][sq]
		p.setLook(sq, NoRole)
	}
}

// setPocket changes how many pieces of a role c holds and keeps the key.
func (p *Position) setPocket(c Color, r Role, n uint8) {
	p.key ^= zobristPocket[c][r][p.pockets[c][r]] ^ zobristPocket[c][r][n]
	p.pockets[c][r] = n
}

// loseCastling takes away the rights of the rooks on the given squares and keeps the key.
func (p *Position) loseCastling(rooks Bitboard) {
	for lost := p.castling & rooks; lost != 0; {
		p.key ^= zobristCastling[lost.Pop()]
	}
	p.castling &^= rooks
}

// Key is equal for positions that count as repeated: pieces, marks, pockets, side
// to move, castling rights, checks still to give, and the en passant square
// when a capture there is legal.
func (p *Position) Key() uint64 {
	if p.enPassant != NoSquare && p.enPassantLegal() {
		return p.key ^ zobristEnPassant[p.enPassant&7]
	}
	return p.key
}

// FreshKey computes the key from nothing but the pieces and counters on the
// board; it always equals Key, which tests hold it to.
func (p *Position) FreshKey() uint64 {
	key := p.freshKey()
	if p.enPassant != NoSquare && p.enPassantLegal() {
		key ^= zobristEnPassant[p.enPassant&7]
	}
	return key
}

func (p *Position) freshKey() uint64 {
	var key uint64
	for occ := p.Occupied(); occ != 0; {
		sq := occ.Pop()
		m := p.At(sq)
		key ^= zobristPieces[m.Color()][m.Role()][sq]
		if p.promoted.Has(sq) {
			key ^= zobristPromoted[sq]
		}
		if p.rules.disguise {
			key ^= zobristLook[p.lookAt(sq)][sq]
		}
	}
	for rooks := p.castling; rooks != 0; {
		key ^= zobristCastling[rooks.Pop()]
	}
	for c := range Color(2) {
		for r := Pawn; r <= King; r++ {
			key ^= zobristPocket[c][r][p.pockets[c][r]]
		}
		key ^= zobristChecks[c][p.checksLeft[c]&7]
	}
	if p.turn == Black {
		key ^= zobristTurn
	}
	return key
}
