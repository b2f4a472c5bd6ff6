package hex

import "rookery/chess"

// position is a plain value: a move is played on a copy and never undone.
type position struct {
	at     [cells + 1]chess.Piece // by cell; the last is the brick of the wall
	pieces [2]set                 // by colour
	king   [2]chess.Square
	key    uint64 // without the en passant cell
	// enPassant is the cell that a pawn has just skipped, NoSquare unless an
	// enemy pawn stands ready to capture there.
	enPassant chess.Square
	turn      chess.Color
	halfmoves int
	fullmove  int
}

// Zobrist words: of each piece on each cell, of Black to move, and of the en
// passant cell. The seed is fixed, so that keys are the same in every run.
var (
	pieceKeys     [16][cells]uint64
	enPassantKeys [cells]uint64
	blackKey      uint64
)

func init() {
	seed := uint64(0x676c696e736b69)
	word := func() uint64 { // splitmix64 of S. Vigna
		seed += 0x9e3779b97f4a7c15
		z := seed
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		return z ^ z>>31
	}
	for sq := range cells {
		for _, c := range [2]chess.Color{chess.White, chess.Black} {
			for r := chess.Pawn; r <= chess.King; r++ {
				pieceKeys[chess.PieceOf(c, r)][sq] = word()
			}
		}
		enPassantKeys[sq] = word()
	}
	blackKey = word()
}

func (p *position) put(piece chess.Piece, sq chess.Square) {
	p.at[sq] = piece
	p.pieces[piece.Color()].add(sq)
	p.key ^= pieceKeys[piece][sq]
	if piece.Role() == chess.King {
		p.king[piece.Color()] = sq
	}
}

// lift takes the piece off a cell that has one.
func (p *position) lift(sq chess.Square) chess.Piece {
	piece := p.at[sq]
	p.at[sq] = 0
	p.pieces[piece.Color()].remove(sq)
	p.key ^= pieceKeys[piece][sq]
	return piece
}

// slides reports whether a piece goes any distance in direction d.
func slides(r chess.Role, d int) bool {
	if d < sides {
		return r == chess.Rook || r == chess.Queen
	}
	return r == chess.Bishop || r == chess.Queen
}

// attacked reports whether a piece of side by could take on sq.
func (p *position) attacked(sq chess.Square, by chess.Color) bool {
	pawn := chess.PieceOf(by, chess.Pawn)
	if p.at[next[(2|by)^1][sq]] == pawn || p.at[next[(4|by)^1][sq]] == pawn {
		return true
	}
	knight := chess.PieceOf(by, chess.Knight)
	for i := 0; leaps[sq][i] != wall; i++ {
		if p.at[leaps[sq][i]] == knight {
			return true
		}
	}
	king := chess.PieceOf(by, chess.King)
	for d := range next {
		to := next[d][sq]
		if p.at[to] == king {
			return true
		}
		for p.at[to] == 0 {
			to = next[d][to]
		}
		if piece := p.at[to]; piece.Color() == by && slides(piece.Role(), d) {
			return true
		}
	}
	return false
}

func (p *position) inCheck() bool { return p.attacked(p.king[p.turn], p.turn.Other()) }

// skipped is the pawn that an en passant capture on p.enPassant takes away.
func (p *position) skipped() chess.Square { return next[p.turn.Other()][p.enPassant] }

// canTakeEnPassant reports whether the pawn on from, which attacks the en passant cell,
// may capture there: two pieces leave their cells, and neither may have covered
// the king.
func (p *position) canTakeEnPassant(from chess.Square) bool {
	after := *p
	after.lift(after.skipped())
	after.put(after.lift(from), after.enPassant)
	return !after.inCheck()
}

// repetitionKey tells positions apart as threefold repetition does: an en
// passant cell counts when a capture there is legal.
func (p *position) repetitionKey() uint64 {
	if p.enPassant != chess.NoSquare && p.enPassantLegal() {
		return p.key ^ enPassantKeys[p.enPassant]
	}
	return p.key
}

func (p *position) enPassantLegal() bool {
	pawn := chess.PieceOf(p.turn, chess.Pawn)
	for _, d := range [2]chess.Color{2 | p.turn, 4 | p.turn} {
		if from := next[d^1][p.enPassant]; p.at[from] == pawn && p.canTakeEnPassant(from) {
			return true
		}
	}
	return false
}
