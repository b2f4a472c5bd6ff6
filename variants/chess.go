package variants

import "rookery/chess"

// Chess is the game of the Laws: every axis at its zero value.
var Chess = chess.Rules{Name: "Chess", Aim: "Checkmate the king."}

var chessVariant = Variant{
	ID: "chess", Rules: Chess, UCI: "chess",
	Aliases: []string{"standard", "classical", "normal", "orthodox", "from position"},
	Card: `Attack the opponent's king so that it cannot escape: that is checkmate, and wins the
game.
You may not leave your own king in check.
Castling moves king and rook together, if neither has moved. The squares between must be
empty and the king's path not attacked.
En passant: a pawn that advances two squares can be captured by a pawn beside it, on the
next move only.
A pawn that reaches the last rank promotes to queen, rook, bishop or knight.
Draws: stalemate (no legal moves) and insufficient material; threefold repetition or
fifty moves without a capture or pawn move when claimed; fivefold repetition or
seventy-five such moves automatically.`,
	Source: "FIDE Laws of Chess",
	Sample: "f3 e5 g4 Qh4#",
}
