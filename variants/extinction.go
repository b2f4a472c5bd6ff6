package variants

import "rookery/chess"

// Extinction is lost with the last piece of any kind.
var Extinction = chess.Rules{
	Name: "Extinction", Aim: "Capture all enemy pieces of one kind.",
	Royalty:   chess.Commoner,
	Goal:      chess.Extinct,
	Promotion: promotionsWithKing,
}

var extinctionVariant = Variant{
	ID: "extinction", Rules: Extinction, PGN: "Extinction", UCI: "extinction",
	Card: `You lose when you have no pieces left of some kind: no pawn, no knight, no bishop, no
rook, no queen or no king. One of several kings can be captured.
There is no check. Pawns promote to queen, rook, bishop, knight or king.
If one move makes a kind extinct on both sides, the player who moved wins.`,
	Source: "R. W. Schmittberger; Fairy-Stockfish",
	Sample: "e4 e5 Nh3 Qg5 Nxg5#",
}
