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
	Lesson: Lesson{About: "Lose everything but the king, or be checkmated. Captures are compulsory.", Exercises: []Exercise{
		{"4k3/8/8/3p4/8/4P3/7P/4K3 w - - 0 1", "Give a pawn away: it must be captured.", ToOffer, ""},
		{"4k3/8/8/8/1p6/8/8/R3K3 w - - 0 1", "Put the rook where the pawn must capture it.", ToOffer, ""},
		{"4k3/8/8/r7/8/8/8/1B2K3 w - - 0 1", "Offer the bishop.", ToOffer, ""},
		{"4k3/7p/8/8/8/8/3Q4/4K3 w - - 0 1", "Put the queen where the king must capture it.", ToOffer, ""},
		{"4k3/8/8/8/2p5/8/3P4/4K3 w - - 0 1", "Give your last pawn away: only the king is left, and you win.", ToOffer, ""},
	}},
}
