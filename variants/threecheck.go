package variants

import "rookery/chess"

// ThreeCheck is won by the third check, too.
var ThreeCheck = chess.Rules{
	Name: "Three-check", Aim: "Give check three times, or checkmate.",
	Goal: chess.ThreeChecks,
}

var threeCheckVariant = Variant{
	ID: "3check", Rules: ThreeCheck, PGN: "Three-check", UCI: "3check",
	Aliases: []string{"threecheck", "three check", "triple check"},
	Card: `You win by giving check for the third time, or by checkmate.
A double check counts once. Otherwise as in chess.`,
	Source: "lichess, Three-check",
	Sample: "e4 e5 Bc4 Nc6 Bxf7+ Kxf7 Qh5+ g6 Qxg6#",
}
