package hex

import "rookery/chess"

// guard is what binds the pieces of the side to move: checks and pins.
type guard struct {
	checks int
	// answer holds the cells on which one check is met: the checker's and
	// those between it and the king.
	answer set
	// shadow holds the cells behind the king on the line of a check: empty
	// now as far as the checker sees, attacked once the king has moved there.
	shadow set
	// axis is 1 + half the direction of the line that a pinned piece must keep,
	// 0 for a free piece.
	axis [cells]uint8
}

// survey finds the checks and pins around the king.
func (g *guard) survey(p *position) {
	us, them := p.turn, p.turn.Other()
	king := p.king[us]
	pawn := chess.PieceOf(them, chess.Pawn)
	for _, d := range [2]chess.Color{2 | us, 4 | us} {
		if from := next[d][king]; p.at[from] == pawn {
			g.checks++
			g.answer.add(from)
		}
	}
	knight := chess.PieceOf(them, chess.Knight)
	for i := 0; leaps[king][i] != wall; i++ {
		if from := leaps[king][i]; p.at[from] == knight {
			g.checks++
			g.answer.add(from)
		}
	}
	for d := range next {
		line := &next[d]
		to := line[king]
		for p.at[to] == 0 {
			to = line[to]
		}
		piece := p.at[to]
		if piece.Color() == us {
			behind := line[to]
			for p.at[behind] == 0 {
				behind = line[behind]
			}
			if pinner := p.at[behind]; pinner.Color() == them && slides(pinner.Role(), d) {
				g.axis[to] = uint8(1 + d/2)
			}
			continue
		}
		if piece.Color() == them && slides(piece.Role(), d) {
			g.checks++
			for sq := line[king]; sq != to; sq = line[sq] {
				g.answer.add(sq)
			}
			g.answer.add(to)
			if back := next[d^1][king]; back != wall {
				g.shadow.add(back)
			}
		}
	}
}

// allows reports whether a piece may go from a cell in direction d to a cell.
func (g *guard) allows(from, to chess.Square, d int) bool {
	return (g.axis[from] == 0 || g.axis[from] == uint8(1+d/2)) && (g.checks == 0 || g.answer.has(to))
}

func (p *position) moves(dst []chess.Move) []chess.Move {
	var g guard
	g.survey(p)
	dst = p.kingMoves(dst, &g)
	if g.checks > 1 {
		return dst
	}
	for pieces := p.pieces[p.turn]; !pieces.empty(); {
		from := pieces.pop()
		switch p.at[from].Role() {
		case chess.Pawn:
			dst = p.pawnMoves(dst, from, &g)
		case chess.Knight:
			dst = p.knightMoves(dst, from, &g)
		case chess.Bishop:
			dst = p.slides(dst, from, sides, len(next), &g)
		case chess.Rook:
			dst = p.slides(dst, from, 0, sides, &g)
		case chess.Queen:
			dst = p.slides(dst, from, 0, len(next), &g)
		}
	}
	return dst
}

func (p *position) kingMoves(dst []chess.Move, g *guard) []chess.Move {
	them := p.turn.Other()
	from := p.king[p.turn]
	for d := range next {
		to := next[d][from]
		kind := chess.Quiet
		if piece := p.at[to]; piece != 0 {
			if piece.Color() != them {
				continue
			}
			kind = chess.Taking
		}
		if !g.shadow.has(to) && !p.attacked(to, them) {
			dst = append(dst, chess.NewMove(from, to, kind))
		}
	}
	return dst
}

// knightMoves appends a knight's leaps; a pinned one has none, as no leap
// keeps to a line.
func (p *position) knightMoves(dst []chess.Move, from chess.Square, g *guard) []chess.Move {
	if g.axis[from] != 0 {
		return dst
	}
	them := p.turn.Other()
	for i := 0; leaps[from][i] != wall; i++ {
		to := leaps[from][i]
		if g.checks != 0 && !g.answer.has(to) {
			continue
		}
		if piece := p.at[to]; piece == 0 {
			dst = append(dst, chess.NewMove(from, to, chess.Quiet))
		} else if piece.Color() == them {
			dst = append(dst, chess.NewMove(from, to, chess.Taking))
		}
	}
	return dst
}

// slides appends the moves along the directions from first up to but not
// including last.
func (p *position) slides(dst []chess.Move, from chess.Square, first, last int, g *guard) []chess.Move {
	them := p.turn.Other()
	for d := first; d < last; d++ {
		if axis := g.axis[from]; axis != 0 && axis != uint8(1+d/2) {
			continue
		}
		line := &next[d]
		to := line[from]
		for ; p.at[to] == 0; to = line[to] {
			if g.checks == 0 || g.answer.has(to) {
				dst = append(dst, chess.NewMove(from, to, chess.Quiet))
			}
		}
		if p.at[to].Color() == them && (g.checks == 0 || g.answer.has(to)) {
			dst = append(dst, chess.NewMove(from, to, chess.Taking))
		}
	}
	return dst
}

// pawnMoves appends a pawn's steps and captures.
func (p *position) pawnMoves(dst []chess.Move, from chess.Square, g *guard) []chess.Move {
	us, them := p.turn, p.turn.Other()
	ahead := int(us)
	if to := next[ahead][from]; p.at[to] == 0 {
		if g.allows(from, to, ahead) {
			dst = p.arrive(dst, from, to, chess.Quiet)
		}
		if two := next[ahead][to]; p.at[two] == 0 && firstRow[us].has(from) && g.allows(from, two, ahead) {
			dst = append(dst, chess.NewMove(from, two, chess.DoubleStep))
		}
	}
	for _, d := range [2]int{2 | ahead, 4 | ahead} {
		to := next[d][from]
		switch {
		case to == p.enPassant:
			if p.canTakeEnPassant(from) {
				dst = append(dst, chess.NewMove(from, to, chess.EnPassant))
			}
		case p.at[to] != 0 && p.at[to].Color() == them && g.allows(from, to, d):
			dst = p.arrive(dst, from, to, chess.Taking)
		}
	}
	return dst
}

// promotions are the roles a pawn may take, the most valuable first.
var promotions = [...]chess.Role{chess.Queen, chess.Rook, chess.Bishop, chess.Knight}

// arrive appends a pawn's move with all promotions when it ends on the last row.
func (p *position) arrive(dst []chess.Move, from, to chess.Square, kind chess.Kind) []chess.Move {
	if !lastRow[p.turn].has(to) {
		return append(dst, chess.NewMove(from, to, kind))
	}
	promoted := chess.Promotion
	if kind == chess.Taking {
		promoted = chess.TakePromote
	}
	for _, role := range promotions {
		dst = append(dst, chess.NewPromotion(from, to, promoted, role))
	}
	return dst
}
