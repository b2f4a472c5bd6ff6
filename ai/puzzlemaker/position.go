package puzzlemaker

import "rookery/chess"

// worth of pieces, in pawns, as themes count them.
var worth = [...]int{chess.Pawn: 1, chess.Knight: 3, chess.Bishop: 3, chess.Rook: 5, chess.Queen: 9, chess.King: 99}

// slides tells whether a piece goes along lines.
func slides(r chess.Role) bool { return r == chess.Bishop || r == chess.Rook || r == chess.Queen }

// attackers are the pieces of a side that attack a square; a piece behind another on the same
// line counts where through is set.
func attackers(p *chess.Position, c chess.Color, sq chess.Square, through bool) chess.Bitboard {
	occ := p.Occupied()
	found := p.Attackers(sq, occ) & p.Side(c)
	if through {
		for _, r := range [...]chess.Role{chess.Bishop, chess.Rook, chess.Queen} {
			occ &^= p.Pieces(c, r)
		}
		found |= p.Attackers(sq, occ) & p.Side(c)
	}
	return found &^ chess.Bit(sq)
}

// hanging tells whether the piece on sq is guarded by nobody.
func hanging(p *chess.Position, sq chess.Square) bool {
	return attackers(p, p.At(sq).Color(), sq, true) == 0
}

// inDanger tells whether the piece on sq can be taken with gain: it hangs, or is attacked by
// one worth less.
func inDanger(p *chess.Position, sq chess.Square) bool {
	pc := p.At(sq)
	by := attackers(p, pc.Color().Other(), sq, false)
	if by == 0 {
		return false
	}
	if hanging(p, sq) {
		return true
	}
	for by != 0 {
		if r := p.RoleAt(by.Pop()); r != chess.King && worth[r] < worth[pc.Role()] {
			return true
		}
	}
	return false
}

// through is the whole line on which two squares stand; 0 where they share none.
func through(a, b chess.Square) chess.Bitboard {
	both := chess.Bit(a) | chess.Bit(b)
	if chess.RookAttacks(a, 0).Has(b) {
		return chess.RookAttacks(a, 0)&chess.RookAttacks(b, 0) | both
	}
	if chess.BishopAttacks(a, 0).Has(b) {
		return chess.BishopAttacks(a, 0)&chess.BishopAttacks(b, 0) | both
	}
	return 0
}

// pinLine is the line on which the piece on sq is pinned to its king; 0 where it is not.
func pinLine(p *chess.Position, sq chess.Square) chess.Bitboard {
	pc := p.At(sq)
	king := p.King(pc.Color())
	if king == chess.NoSquare || king == sq {
		return 0
	}
	line := through(king, sq)
	if line == 0 {
		return 0
	}
	without := p.Occupied() &^ chess.Bit(sq)
	them := p.Side(pc.Color().Other())
	straight := king.File() == sq.File() || king.Rank() == sq.Rank()
	var pinners chess.Bitboard
	if straight {
		pinners = chess.RookAttacks(king, without) & (p.Of(chess.Rook) | p.Of(chess.Queen))
	} else {
		pinners = chess.BishopAttacks(king, without) & (p.Of(chess.Bishop) | p.Of(chess.Queen))
	}
	for pinners &= them & line; pinners != 0; {
		from := pinners.Pop()
		if chess.Between(king, from).Has(sq) && chess.Between(king, from)&without == 0 {
			return line
		}
	}
	return 0
}

// trapped tells whether the piece on sq, whose side is to move, cannot be saved.
func trapped(p *chess.Position, sq chess.Square) bool {
	role := p.RoleAt(sq)
	if role == chess.Pawn || role == chess.King || p.InCheck() || pinLine(p, sq) != 0 || !inDanger(p, sq) {
		return false
	}
	for _, m := range p.AppendMoves(nil) {
		if m.From() != sq || m.Kind() == chess.Dropping {
			continue
		}
		if m.IsCapture() && worth[p.RoleAt(m.To())] >= worth[role] {
			return false
		}
		var next chess.Position
		p.Apply(m, &next)
		if !inDanger(&next, m.Landing()) {
			return false
		}
	}
	return true
}

// material is what a side has more than the other, in pawns; with pockets.
func material(p *chess.Position, c chess.Color) int {
	n := 0
	for r := chess.Pawn; r < chess.King; r++ {
		n += worth[r] * (p.Pieces(c, r).Count() - p.Pieces(c.Other(), r).Count())
	}
	return n
}

// pieces counts all but kings and pawns.
func pieces(p *chess.Position) int {
	return (p.Occupied() &^ p.Of(chess.Pawn) &^ p.Of(chess.King)).Count()
}
