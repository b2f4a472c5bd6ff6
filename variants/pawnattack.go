package variants

import "rookery/chess"

// PawnAttack is chess with fifteen pawns a side.
var PawnAttack = chess.Rules{
	Name: "Pawn attack", Aim: "Checkmate the king with fifteen pawns.",
	Start: &chess.StartPositions{Name: "fifteen pawns per side", Count: 1, FEN: func(int) string {
		return "ppppkppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPKPPP w - - 0 1"
	}},
}

var pawnAttackVariant = Variant{
	ID: "pawnattack", Rules: PawnAttack, PGN: "Pawn Attack",
	Card: `Each side has a king and fifteen pawns. A pawn on the first rank moves one square; one
on the second rank may advance two, however it got there. Otherwise as in chess.`,
	Source: "EVP Chess",
	Sample: "f3 d6 b4 a5 f2 g6 d3 axb4 a3 b3 a2 b2 d2 bxc1=Q#",
}
