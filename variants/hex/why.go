package hex

import (
	"fmt"

	"rookery/chess"
)

// WhyNot says which rule forbids the piece on from to go to a cell; empty when
// it just does not move that way. See [chess.Explainer].
func (b *board) WhyNot(from, to chess.Square) string {
	p := b.now()
	piece := p.at[from]
	if piece == 0 || piece.Color() != p.turn || from == to {
		return ""
	}
	way, block := p.way(from, to)
	switch {
	case block != wall:
		return p.pieceName(block) + " is in the way"
	case piece.Role() == chess.Pawn && way == int(p.turn) && p.at[to] != 0:
		return layout.SquareName(to) + " is occupied, and a pawn captures only to the sides"
	case piece.Role() == chess.Pawn && way >= 0 && way != int(p.turn) && p.at[to] == 0 && to != p.enPassant:
		return "nothing to capture on " + layout.SquareName(to)
	case way < 0 || p.at[to] != 0 && p.at[to].Color() == p.turn:
		return ""
	}
	return p.whyNotSafe(from, to)
}

// pieceName names the piece on a cell: "the rook on e3".
func (p *position) pieceName(sq chess.Square) string {
	return fmt.Sprintf("the %s on %s", p.at[sq].Role(), layout.SquareName(sq))
}

// way is the direction in which the piece on from gets to a cell as it
// moves, whatever stands there, 0 for a knight's leap and -1 when it does not.
// Block is the first piece between, the wall when there is none.
func (p *position) way(from, to chess.Square) (d int, block chess.Square) {
	piece := p.at[from]
	if piece.Role() == chess.Knight {
		for i := 0; leaps[from][i] != wall; i++ {
			if leaps[from][i] == to {
				return 0, wall
			}
		}
		return -1, wall
	}
	for d := range next {
		reach, block := 20, wall
		switch {
		case piece.Role() == chess.King:
			reach = 1
		case piece.Role() == chess.Pawn && d == int(p.turn) && firstRow[p.turn].has(from):
			reach = 2
		case piece.Role() == chess.Pawn && (d == int(p.turn) || d == 2|int(p.turn) || d == 4|int(p.turn)):
			reach = 1
		case !slides(piece.Role(), d):
			continue
		}
		for sq := next[d][from]; sq != wall && reach > 0; sq, reach = next[d][sq], reach-1 {
			if sq == to {
				return d, block
			}
			if p.at[sq] != 0 && block == wall {
				block = sq
			}
		}
	}
	return -1, wall
}

// whyNotSafe says who would attack the king after a move; empty when nobody.
func (p *position) whyNotSafe(from, to chess.Square) string {
	after := *p
	if to == p.enPassant && p.at[from].Role() == chess.Pawn {
		after.lift(after.skipped())
	}
	piece := after.lift(from)
	if after.at[to] != 0 {
		after.lift(to)
	}
	after.put(piece, to)
	var before, then guard
	before.survey(p)
	then.survey(&after)
	if then.checks == 0 {
		return ""
	}
	by := after.checker()
	switch {
	case piece.Role() != chess.King && before.checks > 0:
		return "the king is in check from " + by
	case before.checks == 0 && before.axis[from] != 0:
		return fmt.Sprintf("%s is pinned: the king would be in check from %s", p.pieceName(from), by)
	}
	return "the king would be in check from " + by
}

// checker names a piece that attacks the king of the side to move.
func (p *position) checker() string {
	king := p.king[p.turn]
	for pieces := p.pieces[p.turn.Other()]; !pieces.empty(); {
		sq := pieces.pop()
		only := *p
		only.turn = p.turn.Other()
		d, block := only.way(sq, king)
		if d < 0 || block != wall || p.at[sq].Role() == chess.Pawn && d == int(only.turn) {
			continue
		}
		return p.pieceName(sq)
	}
	return "the other side"
}
