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
	Lesson: Lesson{About: "Nothing is captured. What the moved piece attacks changes sides. Convert the king.", Exercises: []Exercise{
		{"4k3/8/8/8/3r4/8/8/R5K1 w - - 0 1", "Attack the rook with yours: it changes sides.", ToReach, "a4 d1"},
		{"4k3/8/8/2n1b3/8/8/1N6/6K1 w - - 0 1", "Convert both pieces with one move.", ToReach, "d3"},
		{"4k3/8/8/2r5/8/1P6/8/6K1 w - - 0 1", "Convert the rook with the pawn.", ToReach, "b4"},
		{"4k3/8/8/8/8/8/8/R5K1 w - - 0 1", "Convert the king.", ToWin, ""},
		{"4k3/8/8/8/4N3/8/8/4R1K1 w - - 0 1", "Only the piece that moves converts. Win with the knight.", ToWin, ""},
	}},
}

var benedict960Variant = Variant{
	ID: "benedict960", Rules: Benedict960,
	Card: `Benedict from one of the 960 starting positions, with the castling squares of Chess960.
` + benedictVariant.Card,
	Source: benedictVariant.Source,
}
