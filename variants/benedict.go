package variants

import "rookery/chess"

// Benedict turns enemy pieces instead of capturing them.
var Benedict = chess.Rules{
	Name: "Benedict", Aim: "Turn the enemy king to your side.",
	Capture: chess.Convert,
}

// Benedict960 is Benedict on the arrays of Chess960.
var Benedict960 = joined("Benedict 960", Benedict.Aim, Benedict, Chess960)

var benedictVariant = Variant{
	ID: "benedict", Rules: Benedict, PGN: "Benedict",
	Aliases: []string{"benedict chess"},
	Card: `Nothing is ever captured. After a move every enemy man that the moved man attacks
from its new square changes to your side.
Only the moved man turns others; men that were turned turn none until they move.
You win by turning the enemy king. There is no check.
Castling may leave, pass or reach attacked squares; afterwards the king alone turns men.
A rook that was ever turned may not castle, even when it is turned back.
A turned pawn moves the new owner's way, and two squares from the new owner's second rank.
A promoted pawn turns with the power of the new man. No en passant. No move: draw.`,
	Source: "W. D. Troyka, chessvariants.com/difftaking.dir/benedict.html; SchemingMind",
	Sample: "e3 f6 Qh5#",
}

var benedict960Variant = Variant{
	ID: "benedict960", Rules: Benedict960,
	Card: `Benedict from one of the 960 arrays, with the castling squares of Chess960.
` + benedictVariant.Card,
	Source: benedictVariant.Source,
}
