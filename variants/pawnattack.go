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
	Lesson: Lesson{About: "A king and fifteen pawns a side. The first pawn that promotes usually decides.", Exercises: []Exercise{
		{"4k3/8/8/8/8/8/8/3P2K1 w - - 0 1", "A pawn on the first rank goes one square. Move it.", ToReach, "d2"},
		{"4k3/8/8/8/8/8/3P4/6K1 w - - 0 1", "On the second rank it may go two squares. Do that.", ToReach, "d4"},
		{"4k3/8/8/3np3/4P3/8/8/4K3 w - - 0 1", "Capture the knight with the pawn.", ToCapture, ""},
		{"7k/ppp5/8/PPP5/8/8/8/6K1 w - - 0 1", "Break through: give a pawn or two, and one will promote.", ToReach, "b6"},
		{"6k1/1P3ppp/8/8/8/8/8/6K1 w - - 0 1", "Promote and checkmate.", ToWin, ""},
	}},
}
