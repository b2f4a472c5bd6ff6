package variants

import "rookery/chess"

// Chess is the game of the Laws: every axis at its zero value.
var Chess = chess.Rules{Name: "Chess", Aim: "Mate the king."}

var chessVariant = Variant{
	ID: "chess", Rules: Chess, UCI: "chess",
	Aliases: []string{"standard", "classical", "normal", "orthodox", "from position"},
	Card: `Attack the enemy king so that it cannot escape: that is mate, and wins.
A player may not leave his own king attacked.
Castling moves king and rook together, once, over empty squares that are not attacked.
A pawn that steps two squares may be taken by a pawn beside it, on the next move only.
A pawn on the last rank becomes a queen, rook, bishop or knight.
Draws: no legal move (stalemate), too little material to mate, the same position three
times or fifty moves without capture or pawn move when claimed, five times or
seventy-five moves by themselves.`,
	Source: "FIDE Laws of Chess",
	Sample: "f3 e5 g4 Qh4#",
}
