package variants

import "rookery/chess"

// Benedict turns enemy pieces instead of capturing them.
var Benedict = chess.Rules{
	Name: "Benedict", Aim: "Convert the opponent's king.",
	Capture: chess.Convert,
}

// Benedict960 is Benedict from the starting positions of Chess960.
var Benedict960 = mustCombine("Benedict 960", Benedict.Aim, Benedict, Chess960)

var benedictVariant = Variant{
	ID: "benedict", Rules: Benedict, PGN: "Benedict",
	Aliases: []string{"benedict chess"},
	Card: `Nothing is ever captured. After each move, every enemy piece that the moved piece
attacks from its new square changes to your side.
Only the moved piece converts others; converted pieces convert nothing until they move.
You win by converting the opponent's king. There is no check.
You may castle out of, through or into attacked squares; afterwards only the king
converts pieces.
A rook that was ever converted cannot castle, even if it is converted back.
A converted pawn moves in its new owner's direction, and may advance two squares from
the new owner's second rank.
A promoted pawn converts with the power of the new piece. No en passant. No legal
moves: draw.`,
	Source: "W. D. Troyka, chessvariants.com/difftaking.dir/benedict.html; SchemingMind",
	Sample: "e3 f6 Qh5#",
}

var benedict960Variant = Variant{
	ID: "benedict960", Rules: Benedict960,
	Card: `Benedict from one of the 960 starting positions, with the castling squares of Chess960.
` + benedictVariant.Card,
	Source: benedictVariant.Source,
}
