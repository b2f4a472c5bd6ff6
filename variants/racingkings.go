package variants

import "rookery/chess"

// RacingKings is a race of the kings to the eighth rank.
var RacingKings = chess.Rules{
	Name: "Racing Kings", Aim: "Race your king to the eighth rank; checks are not allowed.",
	Start: &chess.StartPositions{Name: "all pieces on two ranks", Count: 1, FEN: func(int) string {
		return "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1"
	}},
	NoChecks:   true,
	Goal:       chess.Race,
	NoCastling: true,
}

var racingKingsVariant = Variant{
	ID: "racingkings", Rules: RacingKings, PGN: "Racing Kings", UCI: "racingkings",
	Aliases: []string{"racekings", "race"},
	Card: `Both sides start on the first two ranks and race up the board; there are no pawns.
The first king to reach the eighth rank wins.
If White gets there first and Black can follow on the very next move, Black may do
so: then it is a draw.
No move may give check, and no king may be left attacked.
If a player has no legal moves, it is a draw. No draw by insufficient material.`,
	Source: "V. Dickins; lichess; SchemingMind",
	Sample: "Kg3 Kb3 Qh6 Qa5 Kh4 Nc3 Qh8 Nb5 Qa8 Qb6 Qc6 Kb4 Kg5 Ba4 Kg6 Nd4 Kg7 Bc2 Kf8#",
	Lesson: Lesson{About: "The first king on the eighth rank wins. Nobody may give check.", Exercises: []Exercise{
		{"8/8/8/8/8/8/1K4k1/8 w - - 0 1", "Both go the same way. Bring your king a rank on.", ToReach, "a3 b3 c3"},
		{"8/K7/8/8/8/8/8/7k w - - 0 1", "Reach the eighth rank.", ToWin, ""},
		{"8/K7/8/8/8/8/8/1r4k1 w - - 0 1", "A king may not step into check. Reach the eighth rank.", ToWin, ""},
		{"7r/1K6/8/8/8/8/k7/7R w - - 0 1", "The rook guards the eighth rank. Capture it.", ToCapture, ""},
		{"8/1K4N1/8/8/7k/8/8/8 w - - 0 1", "Win the race.", ToWin, ""},
	}},
}
