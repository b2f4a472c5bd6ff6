package variants

import "rookery/chess"

// Losers keeps check and mate but turns the aim round.
var Losers = chess.Rules{
	Name: "Losers", Aim: "Lose all pieces but your king, or be checkmated; captures are compulsory.",
	Forced:    true,
	Goal:      chess.BareOrMated,
	Stalemate: chess.StalemateWins,
}

var losersVariant = Variant{
	ID: "losers", Rules: Losers, PGN: "Losers", UCI: "losers",
	Card: `You win when only your king is left, when you are checkmated, or when you have no legal
moves.
If you can capture, you must, but you may not leave your king in check.
Otherwise as in chess.`,
	Source: "FICS, help losers_chess",
	Sample: "f3 e5 g4 Qh4#",
}
