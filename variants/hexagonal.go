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
	Lesson: Lesson{About: "Rooks go through the sides of the cells, bishops through the corners.", Exercises: []Exercise{
		{"1/2k/5/7/9/5p5/11/11/11/11/5RK4 w - - 0 1", "Capture the pawn with the rook.", ToCapture, ""},
		{"1/2k/5/7/9/11/1p9/11/11/11/5BK4 w - - 0 1", "Bishops go through the corners, from cell to cell of one shade. Capture the pawn.", ToCapture, ""},
		{"1/2k/5/7/9/11/4p6/11/5N5/11/6K4 w - - 0 1", "Two steps ahead, one to the side: capture the pawn with the knight.", ToCapture, ""},
		{"1/2k/5/7/9/11/11/4pP5/11/11/6K4 w - - 0 1", "Pawns capture through the sides that slant forward. Capture the pawn.", ToCapture, ""},
		{"k/3/2K2/7/9/11/11/11/11/Q10/11 w - - 0 1", "Checkmate with king and queen.", ToWin, ""},
	}},
}
