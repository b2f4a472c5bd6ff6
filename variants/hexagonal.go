package variants

import (
	"rookery/variants/hex"
)

// Hexagonal is Gliński's chess on 91 cells; the board is in package hex.
var Hexagonal = hex.Rules

var hexagonalVariant = Variant{
	ID: "hex", Rules: Hexagonal, PGN: "Glinski",
	Aliases: []string{"hexagonal", "hex chess", "gliński", "glinski chess", "glinski's chess"},
	Card: `The board has 91 six-sided cells of three shades, in the files a to l without j.
Rooks go through the sides of the cells, in six directions; bishops through their corners,
in six others, and keep to one shade: each side has three.
The queen goes both ways; the king takes one step in any of the twelve directions.
The knight leaps two steps through a side and one at an angle to them, to twelve cells.
A pawn steps straight ahead, and two cells from any cell where a pawn of its side
started; it captures through the two sides that slant forward, also en passant.
It becomes queen, rook, bishop or knight on the last cell of its file. No castling.
You win by mate. Stalemate is worth three quarters of the point to him who gives it,
one quarter to him who suffers it.
Too little material: bare kings, or one knight or bishop more.`,
	Source: "W. Gliński, Rules of Hexagonal Chess (1973); greenchess.net",
	Sample: "Qc3 Qc6 b2 b6 Bb1 e6 Qxf9#",
}
