package variants

import "rookery/chess"

// AllQueens is chess with seven queens a side.
var AllQueens = chess.Rules{
	Name: "All Queens", Aim: "Checkmate the king among fourteen queens.",
	Start: &chess.StartPositions{Name: "queens around each king", Count: 1, FEN: func(int) string {
		return "qqqqkqqq/pppppppp/8/8/8/8/PPPPPPPP/QQQQKQQQ w - - 0 1"
	}},
}

var allQueensVariant = Variant{
	ID: "allqueens", Rules: AllQueens, PGN: "All Queens",
	Aliases: []string{"queens"},
	Card: `All pieces behind the pawns except the king are queens. Otherwise as in chess, but there
is no castling, since there are no rooks.`,
	Source: "FIDE Laws of Chess; seven queens around a king on the e-file: house rule",
	Sample: "b4 a5 e4 b5 Ke2 Qxe4#",
	Lesson: Lesson{About: "Seven queens a side. Look at every line before you move.", Exercises: []Exercise{
		{"4k3/Q7/8/8/8/8/8/1Q2K3 w - - 0 1", "Two queens, one rank each. Checkmate.", ToWin, ""},
		{"1q2k3/8/8/8/4q3/8/8/Q3K2Q w - - 0 1", "You are in check. Capture the queen that gives it.", ToCapture, ""},
		{"3qk3/8/8/8/q7/8/8/3Q2K1 w - - 0 1", "Take the queen that nothing protects.", ToReach, "a4"},
		{"qqqqkqqq/ppppp1pp/5p2/8/4P3/8/PPPP1PPP/QQQQKQQQ w - - 0 2", "Give check through the open diagonal.", ToCheck, ""},
		{"k7/8/1K6/8/8/8/8/3Q4 w - - 0 1", "Checkmate with king and queen.", ToWin, ""},
	}},
}
