package variants

import "rookery/chess"

// Giveaway is Suicide in which the player who cannot move wins.
var Giveaway = chess.Rules{
	Name: "Giveaway", Aim: "Lose all your pieces, or have no legal moves.",
	Forced:     true,
	Royalty:    chess.Commoner,
	Goal:       chess.LoseAll,
	Stalemate:  chess.StalemateWins,
	Promotion:  promotionsWithKing,
	NoCastling: true,
}

var giveawayVariant = Variant{
	ID: "giveaway", Rules: Giveaway, PGN: "Antichess", UCI: "antichess",
	Aliases: []string{"antichess", "anti", "losing chess", "give away"},
	Card: `You win when your last piece is gone, or when you have no legal moves.
If you can capture, you must; you choose which capture.
The king is an ordinary piece: no check, no checkmate, and it can be captured.
Pawns promote to queen, rook, bishop, knight or king. There is no castling.
Only bishops left, with the two sides on opposite colours: draw.`,
	Source: "lichess, Antichess",
	Sample: "d4 b5 a3 Bb7 Bf4 Bxg2 Bxc7 Qxc7 Bxg2 Qxh2 Bxa8 Qxg1 Rxh7 Qxe1 Rxh8 Qxd1 Rxg8 Qxc2 Rxf8 Kxf8 Be4 Qxe2 Bg2 Qxf2 Bc6 Nxc6 b4 Nxb4 axb4 Qxd4 Rxa7 Qxa7 Na3 Qxa3#",
	Lesson: Lesson{About: "Who has lost all pieces wins. Captures are compulsory; the king is a piece like others.", Exercises: []Exercise{
		{"8/8/8/3p4/8/4P3/7P/8 w - - 0 1", "Give a pawn away: it must be captured.", ToOffer, ""},
		{"8/8/8/8/1p6/8/8/R7 w - - 0 1", "Put the rook where the pawn must capture it.", ToOffer, ""},
		{"8/8/8/r7/8/8/8/1B6 w - - 0 1", "Offer the bishop.", ToOffer, ""},
		{"8/8/8/8/6k1/8/P6P/8 w - - 0 1", "Offer the pawn to the king.", ToOffer, ""},
		{"8/8/2n5/8/8/3K4/8/8 w - - 0 1", "The king can be given away, too.", ToOffer, ""},
	}},
}
