package variants

import "rookery/chess"

// Chess with one of its rules switched off: games of their own, and parts to
// combine with others.
var (
	NoCastling  = chess.Rules{Name: "No castling", Aim: "Mate the king; nobody castles.", NoCastling: true}
	NoEnPassant = chess.Rules{Name: "No en passant", Aim: "Mate the king; passing pawns are safe.", NoEnPassant: true}
	NoPromotion = chess.Rules{Name: "No promotion", Aim: "Mate the king; pawns stay pawns.", NoPromotion: true}
)

var noCastlingVariant = Variant{
	ID: "nocastling", Rules: NoCastling, PGN: "No Castling",
	Card: `Chess without castling.
A rule to combine with other games, or to play by itself.`,
	Source: "EVP Chess, options",
	Sample: "f3 e5 g4 Qh4#",
}

var noEnPassantVariant = Variant{
	ID: "noenpassant", Rules: NoEnPassant, PGN: "No En Passant",
	Card: `Chess without the capture en passant: a pawn that steps two squares is safe from pawns.
A rule to combine with other games, or to play by itself.`,
	Source: "EVP Chess, options",
	Sample: "f3 e5 g4 Qh4#",
}

var noPromotionVariant = Variant{
	ID: "nopromotion", Rules: NoPromotion, PGN: "No Promotion",
	Card: `Chess in which a pawn on the last rank stays a pawn and cannot move on.
A rule to combine with other games, or to play by itself.`,
	Source: "EVP Chess, options",
	Sample: "f3 e5 g4 Qh4#",
}
