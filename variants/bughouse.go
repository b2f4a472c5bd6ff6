package variants

import "rookery/chess"

// Bughouse is played by partners of two on two boards: what one captures, the partner drops.
var Bughouse = chess.Rules{
	Name: "Bughouse", Aim: "Two boards, two teams: your captures go to your partner; the first result on either board decides.",
	Pocket: chess.ToPartner,
}

// Bughouse960 is Bughouse from the starting positions of Chess960.
var Bughouse960 = mustCombine("Bughouse 960", Bughouse.Aim, Bughouse, Chess960)

var bughouseVariant = Variant{
	ID: "bughouse", Rules: Bughouse, PGN: "Bughouse", UCI: "bughouse",
	Aliases: []string{"bug", "bug house", "tandem", "exchange", "siamese"},
	Card: `Four players, two teams, two boards. Partners play different colours on different boards.
A piece you capture keeps its colour and goes into your partner's pocket.
Instead of moving, you may drop a piece from your pocket on any empty square: N@f3.
Pawns cannot be dropped on the first or last rank.
A drop may give check or checkmate, and may block a check.
A pawn dropped on its second rank may advance two squares; dropped rooks cannot castle.
A captured promoted piece goes to the partner as a pawn.
It is checkmate only if no piece that your partner might still capture could be dropped in between.
Who has no move but may yet get a piece waits for it, while the clock runs. Nobody is stalemated.
The first board that is decided decides for both: checkmate, resignation, a flag, a draw.
The boards do not wait for each other: each has its own clocks and its own turns.
There are no takebacks. Fifty moves and bare kings are not a draw.`,
	Source: "FICS, help bughouse; mate: support.chess.com/article/349-bughouse, and pion.ch/Bug/ruleseng.html, 8",
	Sample: "f3 e5 g4 Qh4+",
}

var bughouse960Variant = Variant{
	ID: "bughouse960", Rules: Bughouse960,
	Card: `Bughouse from one of the 960 starting positions, the same on both boards, with Chess960 castling.
` + bughouseVariant.Card,
	Source: bughouseVariant.Source,
}

// Partners lists the games of two boards and four players, which people play in a club.
func Partners() []Variant { return []Variant{bughouseVariant, bughouse960Variant} }
