package variants

import "rookery/chess"

// Losers keeps check and mate but turns the aim round.
var Losers = chess.Rules{
	Name: "Losers", Aim: "Be left with a bare king, or be mated; captures are compulsory.",
	Forced:    true,
	Goal:      chess.BareOrMated,
	Stalemate: chess.StalemateWins,
}

var losersVariant = Variant{
	ID: "losers", Rules: Losers, PGN: "Losers", UCI: "losers",
	Card: `You win when only your king is left, when you are mated, or when you have no move.
If you can capture, you must, but you may not leave your king in check.
All else is as in chess.`,
	Source: "FICS, help losers_chess",
	Sample: "f3 e5 g4 Qh4#",
}
