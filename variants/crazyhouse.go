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
}

var crazyhouse960Variant = Variant{
	ID: "crazyhouse960", Rules: Crazyhouse960,
	Card: `Crazyhouse from one of the 960 starting positions, with Chess960 castling.
` + crazyhouseVariant.Card,
	Source: crazyhouseVariant.Source,
}
