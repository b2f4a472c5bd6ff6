package variants

import "rookery/chess"

// RacingKings is a race of the kings to the eighth rank.
var RacingKings = chess.Rules{
	Name: "Racing Kings", Aim: "Bring your king to the eighth rank first; nobody may give check.",
	Start: &chess.StartPositions{Name: "all men on two ranks", Count: 1, Array: func(int) string {
		return "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1"
	}},
	NoChecks:   true,
	Goal:       chess.Race,
	NoCastling: true,
}

var racingKingsVariant = Variant{
	ID: "racingkings", Rules: RacingKings, PGN: "Racing Kings", UCI: "racingkings",
	Aliases: []string{"racekings", "race"},
	Card: `Both armies stand on the first two ranks and run up the board; there are no pawns.
The first king on the eighth rank wins.
If White arrives first and Black can arrive on his next move, he may: then it is a draw.
No move may give check, and no king may be left attacked.
A player without a legal move draws. There is no other draw by material.`,
	Source: "V. Dickins; lichess; SchemingMind",
	Sample: "Kg3 Kb3 Qh6 Qa5 Kh4 Nc3 Qh8 Nb5 Qa8 Qb6 Qc6 Kb4 Kg5 Ba4 Kg6 Nd4 Kg7 Bc2 Kf8#",
}
