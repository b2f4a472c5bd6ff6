package variants

import "rookery/chess"

// promotionsWithKing is the promotions of games in which the king is a common piece.
var promotionsWithKing = chess.Roles(chess.Queen, chess.Rook, chess.Bishop, chess.Knight, chess.King)

// Suicide is won by losing everything.
var Suicide = chess.Rules{
	Name: "Suicide", Aim: "Lose all your pieces; captures are compulsory.",
	Forced:     true,
	Royalty:    chess.Commoner,
	Goal:       chess.LoseAll,
	Stalemate:  chess.StalemateFewerWins,
	Promotion:  promotionsWithKing,
	NoCastling: true,
}

// Suicide960 is Suicide from the starting positions of Chess960.
var Suicide960 = mustCombine("Suicide 960", Suicide.Aim, Suicide, Chess960)

var suicideVariant = Variant{
	ID: "suicide", Rules: Suicide, PGN: "Suicide", UCI: "suicide",
	Aliases: []string{"suicide chess", "franciasakk"},
	Card: `You win when your last piece is gone.
If you can capture, you must; you choose which capture.
The king is an ordinary piece: no check, no checkmate, and it can be captured.
Pawns promote to queen, rook, bishop, knight or king. There is no castling.
If you have no legal moves, the side with fewer pieces wins; equal numbers are a draw.
Only bishops left, with the two sides on opposite colours: draw.`,
	Source: "FICS, help suicide_chess; SchemingMind",
	Sample: "e4 d5 exd5 Qxd5 Qg4 Qxa2 Qxc8 Qxb2 Qxe8 Qxc1 Rxa7 Qxe1 Qxf8 Qxd2 Rxa8 Qxc2 Qxg7 Qxf2 Qxh8 Qxf1 Rxb8 Qxb1 Rxg8 Qxg1 Rxg1 h5 Qxh5 e5 Qxe5 c5 Qxc5 f5 Qxf5 b6 Qb5#",
	Lesson: Lesson{About: "Who has lost all pieces wins, and captures are compulsory. Without a move, whoever has fewer pieces wins.", Exercises: []Exercise{
		{"8/8/8/4p3/8/8/3P3P/8 w - - 0 1", "Give a pawn away: it must be captured.", ToOffer, ""},
		{"8/8/5n2/8/8/8/8/3Q4 w - - 0 1", "Put the queen where the knight must capture it.", ToOffer, ""},
		{"8/8/8/8/3r4/6K1/8/8 w - - 0 1", "The king can be given away, too.", ToOffer, ""},
		{"7r/P7/8/8/8/8/2P5/8 w - - 0 1", "Promote where the rook must capture.", ToOffer, ""},
		{"8/4p3/4p3/8/4P3/8/p7/B7 w - - 0 1", "Leave your opponent without a move: you have fewer pieces.", ToWin, ""},
	}},
}

var suicide960Variant = Variant{
	ID: "suicide960", Rules: Suicide960,
	Card: `Suicide from one of the 960 starting positions; there is still no castling.
` + suicideVariant.Card,
	Source: suicideVariant.Source,
}
