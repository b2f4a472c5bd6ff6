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
	Lesson: Lesson{About: "The third check wins.", Exercises: []Exercise{
		{"4k3/8/8/8/8/8/8/R5K1 w - - 3+3 0 1", "Give your first check.", ToCheck, ""},
		{"4k3/8/8/8/8/8/8/R5K1 w - - 1+3 0 1", "One check is missing. Win.", ToWin, ""},
		{"rnbqkbnr/ppppp1pp/8/5p2/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1+3 0 2", "One check is missing. Win.", ToWin, ""},
		{"r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR w KQkq - 1+3 0 3", "Give a piece for the last check.", ToWin, ""},
		{"6k1/5ppp/8/8/8/8/8/R5K1 w - - 3+3 0 1", "Checkmate wins, too.", ToWin, ""},
	}},
}
