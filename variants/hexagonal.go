package variants

import (
	"rookery/variants/hex"
)

// Hexagonal is Gliński's chess on 91 cells; the board is in package hex.
var Hexagonal = hex.Rules

var hexagonalVariant = Variant{
	ID: "hex", Rules: Hexagonal, PGN: "Glinski",
	Aliases: []string{"hexagonal", "hex chess", "gliński", "glinski chess", "glinski's chess"},
	Card: `The board has 91 hexagonal cells in three shades, on files a to l without j.
Rooks move through the sides of the cells, in six directions; bishops through the
corners, in six others, and stay on one shade: each side has three.
The queen moves both ways; the king moves one step in any of the twelve directions.
The knight jumps two steps through sides and one at an angle to them, to any of twelve
cells.
A pawn moves straight ahead, and may advance two cells from any cell where a pawn of its
side started; it captures through the two sides that slant forward, also en passant.
It promotes to queen, rook, bishop or knight on the last cell of its file. No castling.
You win by checkmate. Stalemate scores three quarters of a point for the player who
gives it, one quarter for the other.
Insufficient material: bare kings, or one extra knight or bishop.`,
	Source: "W. Gliński, Rules of Hexagonal Chess (1973); greenchess.net",
	Sample: "Qc3 Qc6 b2 b6 Bb1 e6 Qxf9#",
}
