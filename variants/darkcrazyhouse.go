package variants

import "rookery/chess"

// DarkCrazyhouse1 is crazyhouse in the fog.
var DarkCrazyhouse1 = mustCombine("Dark Crazyhouse 1", "Checkmate a king you may not see; drop pieces anywhere.", Dark1, Crazyhouse)

// DarkCrazyhouse2 lets pieces be dropped only where the dropper sees.
var DarkCrazyhouse2 = chess.Rules{
	Name: "Dark Crazyhouse 2", Aim: "Checkmate a king you may not see; drop pieces only where you can see.",
	Pocket: chess.Seen,
	Fog:    true,
}

var darkCrazyhouse1Variant = Variant{
	ID: "darkcrazyhouse1", Rules: DarkCrazyhouse1, PGN: "Dark Crazyhouse 1",
	Aliases: []string{"dark crazyhouse"},
	Card: fogCard + `
Pieces you capture go into your pocket and can be dropped on any empty square; while you
hold a piece, you see every square it could be dropped on. Checkmate wins.`,
	Source: "SchemingMind, Dark Crazyhouse",
	Sample: "f3 e5 g4 Qh4#",
}

var darkCrazyhouse2Variant = Variant{
	ID: "darkcrazyhouse2", Rules: DarkCrazyhouse2, PGN: "Dark Crazyhouse 2",
	Card: fogCard + `
Pieces you capture go into your pocket and can be dropped only on empty squares that
your pieces on the board see. It is checkmate or stalemate if no such drop helps.`,
	Source: "SchemingMind, Dark Crazyhouse",
	Sample: "f3 e5 g4 Qh4#",
}
