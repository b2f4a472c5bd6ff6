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
	Lesson: Lesson{About: "Whoever has lost the last piece of a kind has lost. The king is a kind like others.", Exercises: []Exercise{
		{"rnb1kbnr/pppp1ppp/8/4p1q1/4P3/7N/PPPP1PPP/RNBQKB1R w KQkq - 0 1", "Capture the only queen.", ToWin, ""},
		{"rnbqkbnr/ppppp1pp/5p2/7Q/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 0 1", "There is no check. Capture the only king.", ToWin, ""},
		{"r1bqkb1r/pppppppp/2n5/1B6/4P3/8/PPPP1PPP/RNBQK1NR w KQkq - 0 1", "One knight is left. Capture it.", ToWin, ""},
		{"1nbqkbn1/ppppppp1/7r/8/8/3P4/PPP1PPPP/RNBQKBNR w KQ - 0 1", "One rook is left. Capture it.", ToWin, ""},
		{"1nbqkb1r/P4ppp/8/8/8/8/2P2PPP/1NBQKB1R w Kk - 0 1", "Promote: to a king, too, if you like.", ToPromote, ""},
	}},
}
