package variants

import "rookery/chess"

// Crazyhouse lets captured pieces come back on the capturing side.
var Crazyhouse = chess.Rules{
	Name: "Crazyhouse", Aim: "Checkmate the king; captured pieces come back as yours.",
	Pocket: chess.Anywhere,
}

// Crazyhouse960 is Crazyhouse from the starting positions of Chess960.
var Crazyhouse960 = mustCombine("Crazyhouse 960", Crazyhouse.Aim, Crazyhouse, Chess960)

var crazyhouseVariant = Variant{
	ID: "crazyhouse", Rules: Crazyhouse, PGN: "Crazyhouse", UCI: "crazyhouse",
	Aliases: []string{"crazy house", "house", "zh"},
	Card: `A piece you capture changes colour and goes into your pocket.
Instead of moving, you may drop a piece from your pocket on any empty square: N@f3.
Pawns cannot be dropped on the first or last rank.
A drop may give check or checkmate, and may block a check.
A pawn dropped on its second rank may advance two squares; dropped rooks cannot castle.
A captured promoted piece goes into the pocket as a pawn.
It is checkmate or stalemate only if no drop helps. Fifty moves and bare kings are not a
draw.`,
	Source: "lichess; FICS, help crazyhouse",
	Sample: "Nf3 g6 d4 g5 Bxg5 f6 Bxf6 exf6 P@h6 Nxh6 P@f4 B@g4",
	Lesson: Lesson{About: "What you capture is yours: put it on the board instead of a move.", Exercises: []Exercise{
		{"4k3/8/8/7q/8/8/8/3QK3[] w - - 0 1", "Capture the queen. It comes into your pocket.", ToCapture, ""},
		{"4r1k1/8/8/8/8/8/8/4K3[P] w - - 0 1", "You are in check. Drop the pawn in between: P@e2.", ToDrop, ""},
		{"4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "Drop the knight with check.", ToCheck, ""},
		{"6k1/5ppp/8/8/8/8/8/6K1[R] w - - 0 1", "Drop the rook and checkmate.", ToWin, ""},
		{"6rk/6pp/8/8/8/8/8/6K1[N] w - - 0 1", "Drop the knight and checkmate.", ToWin, ""},
	}},
}

var crazyhouse960Variant = Variant{
	ID: "crazyhouse960", Rules: Crazyhouse960,
	Card: `Crazyhouse from one of the 960 starting positions, with Chess960 castling.
` + crazyhouseVariant.Card,
	Source: crazyhouseVariant.Source,
}
