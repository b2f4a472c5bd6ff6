package variants

import "rookery/chess"

// KingOfTheHill is won in the middle of the board, too.
var KingOfTheHill = chess.Rules{
	Name: "King of the Hill", Aim: "Bring your king to the centre, or give checkmate.",
	Goal: chess.Hill,
}

var kingOfTheHillVariant = Variant{
	ID: "kingofthehill", Rules: KingOfTheHill, PGN: "King of the Hill", UCI: "kingofthehill",
	Aliases: []string{"koth", "hill"},
	Card: `You win at once when your king reaches d4, e4, d5 or e5, or by checkmate.
The king still may not move into check. Otherwise as in chess; bare kings are not a
draw.`,
	Source: "lichess, King of the Hill",
	Sample: "e4 e5 Ke2 Ke7 Ke3 Ke6 d4 exd4+ Kxd4#",
	Lesson: Lesson{About: "A king on d4, e4, d5 or e5 wins.", Exercises: []Exercise{
		{"4k3/8/8/8/8/4K3/8/8 w - - 0 1", "Step into the centre.", ToWin, ""},
		{"4k3/8/4K3/8/r7/8/8/8 w - - 0 1", "The rook guards one rank. Step into the centre.", ToWin, ""},
		{"4k3/8/8/8/8/8/1b6/3RK3 w - - 0 1", "The bishop guards the centre. Attack it with the rook.", ToReach, "b1 d2"},
		{"4k3/8/8/1r6/8/8/3K4/1R6 w - - 0 1", "The rook keeps your king away. Capture it.", ToCapture, ""},
		{"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "Checkmate wins, too.", ToWin, ""},
	}},
}
