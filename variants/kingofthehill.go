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
}
