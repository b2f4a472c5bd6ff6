package chess

// sight is what the pieces of c see in the fog: their own squares and those their
// moves could reach if it were their turn, the safety of the king left aside.
// A pawn sees a square before it only when it is empty, and a diagonal only
// when it could take there. En passant counts on c's own turn alone.
func (p *Position) sight(c Color) Bitboard {
	own, enemy := p.color[c], p.color[c^1]
	occ := own | enemy
	seen := own
	reach := all
	if p.rules.convert {
		reach = ^enemy
	}
	for role := Knight; role <= King; role++ {
		for pieces := p.role[role] & own; pieces != 0; {
			targets := attacksOf(role, pieces.Pop(), occ)
			if role == King && p.rules.explode && p.rules.source.Royalty != Commoner {
				targets &^= enemy // a king may not capture where captures explode
			}
			seen |= targets & reach
		}
	}
	pawns := p.role[Pawn] & own
	one := forward(c, pawns) &^ occ
	starts := pawnRank(c)
	if p.rules.fromHome {
		starts |= homeRank(c)
	}
	if !p.rules.promotes {
		starts &^= lastRank(c)
	}
	seen |= one | forward(c, forward(c, pawns&starts)&^occ)&^occ
	if !p.rules.convert {
		seen |= pawnsAttack(c, pawns) & enemy
		if p.turn == c && p.enPassant != NoSquare && pawnsAttack(c, pawns).Has(p.enPassant) {
			seen |= Bit(p.enPassant) | Bit(p.enPassant^8)
		}
	}
	if king, ok := p.castlingKing(c); ok {
		for rooks := p.castling & own; rooks != 0; {
			m := NewMove(king, rooks.Pop(), Castling)
			if p.castlingClear(m, occ) {
				seen |= Bit(m.Landing()) | Bit(m.rookLanding())
			}
		}
	}
	return seen
}

// Sight is the squares that c sees in the fog, as [View] shows them; all of
// them where there is none.
func (p *Position) Sight(c Color) Bitboard { return p.visible(EyesOf(c)) }

// visible is what an observer sees of the board: all of it without fog.
func (p *Position) visible(o Observer) Bitboard {
	if !p.rules.source.Fog || o == Everyone {
		return all
	}
	c := Color(o)
	seen := p.sight(c)
	if p.rules.drops && !p.rules.seenOnly {
		seen |= p.droppable(c)
	}
	return seen
}

// droppable is the empty squares on which c could drop a piece.
func (p *Position) droppable(c Color) Bitboard {
	empty := ^p.Occupied()
	var onlyPawns RoleCounts
	onlyPawns[Pawn] = p.pockets[c][Pawn]
	switch {
	case p.pockets[c].Empty():
		return 0
	case p.pockets[c] == onlyPawns:
		return empty &^ (rank1 | rank8)
	}
	return empty
}

// view is the position as an observer sees it.
func (p *Position) view(o Observer) View {
	v := View{
		Cells:      make([]Cell, 64),
		Turn:       p.turn,
		Pockets:    p.pockets,
		ChecksLeft: p.checksLeft,
		Halfmoves:  int(p.halfmoves),
		Fullmove:   int(p.fullmove),
	}
	for c := range Color(2) {
		for r := Pawn; r <= King; r++ {
			v.PieceCounts[c][r] = uint8(p.Pieces(c, r).Count())
		}
	}
	seen := p.visible(o)
	for sq := range Square(64) {
		if !seen.Has(sq) {
			v.Cells[sq] = Cell{Hidden: true}
			continue
		}
		cell := Cell{Piece: p.At(sq), Promoted: p.promoted.Has(sq)}
		if p.rules.disguise && cell.Piece != 0 {
			cell.Look = p.lookAt(sq)
		}
		v.Cells[sq] = cell
	}
	for _, sq := range p.checked() {
		if seen.Has(sq) {
			v.Checked = append(v.Checked, sq)
		}
	}
	if seen != all {
		v.Halfmoves = 0 // it would tell of captures and pawn moves unseen
	}
	return v
}

// checked lists the royal king of the side to move when it is in check.
func (p *Position) checked() []Square {
	if !p.InCheck() {
		return nil
	}
	return []Square{p.King(p.turn)}
}
