package variants

import "rookery/chess"

// Crazyhouse lets captured pieces come back on the captor's side.
var Crazyhouse = chess.Rules{
	Name: "Crazyhouse", Aim: "Mate the king; captured men come back as yours.",
	Pocket: chess.Anywhere,
}

// Crazyhouse960 is Crazyhouse on the arrays of Chess960.
var Crazyhouse960 = joined("Crazyhouse 960", Crazyhouse.Aim, Crazyhouse, Chess960)

var crazyhouseVariant = Variant{
	ID: "crazyhouse", Rules: Crazyhouse, PGN: "Crazyhouse", UCI: "crazyhouse",
	Aliases: []string{"crazy house", "house", "zh"},
	Card: `A man you capture changes sides and goes into your pocket.
Instead of moving you may drop a man from your pocket on any empty square: N@f3.
A pawn may not be dropped on the first or the last rank.
A drop may give check or mate, and may answer a check.
A pawn dropped on its second rank may step two squares; dropped rooks cannot castle.
A promoted man goes back into a pocket as a pawn.
It is mate or stalemate only when no drop helps. Fifty moves and bare kings do not draw.`,
	Source: "lichess; FICS, help crazyhouse",
	Sample: "Nf3 g6 d4 g5 Bxg5 f6 Bxf6 exf6 P@h6 Nxh6 P@f4 B@g4",
}

var crazyhouse960Variant = Variant{
	ID: "crazyhouse960", Rules: Crazyhouse960,
	Card: `Crazyhouse from one of the 960 arrays, with the castling of Chess960.
` + crazyhouseVariant.Card,
	Source: crazyhouseVariant.Source,
}
