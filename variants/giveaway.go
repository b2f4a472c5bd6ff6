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
}
