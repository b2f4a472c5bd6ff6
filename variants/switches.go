package variants

import "rookery/chess"

// Chess with one of its rules switched off: games of their own, and parts to
// combine with others.
var (
	NoCastling  = chess.Rules{Name: "No castling", Aim: "Checkmate the king; nobody can castle.", NoCastling: true}
	NoEnPassant = chess.Rules{Name: "No en passant", Aim: "Checkmate the king; no en passant captures.", NoEnPassant: true}
	NoPromotion = chess.Rules{Name: "No promotion", Aim: "Checkmate the king; pawns never promote.", NoPromotion: true}
)

var noCastlingVariant = Variant{
	ID: "nocastling", Rules: NoCastling, PGN: "No Castling",
	Card: `Chess without castling.
A rule to combine with other variants, or to play on its own.`,
	Source: "EVP Chess, options",
	Sample: "f3 e5 g4 Qh4#",
}

var noEnPassantVariant = Variant{
	ID: "noenpassant", Rules: NoEnPassant, PGN: "No En Passant",
	Card: `Chess without en passant: a pawn that advances two squares cannot be captured in
passing.
A rule to combine with other variants, or to play on its own.`,
	Source: "EVP Chess, options",
	Sample: "f3 e5 g4 Qh4#",
}

var noPromotionVariant = Variant{
	ID: "nopromotion", Rules: NoPromotion, PGN: "No Promotion",
	Card: `Chess in which a pawn on the last rank stays a pawn and can no longer move.
A rule to combine with other variants, or to play on its own.`,
	Source: "EVP Chess, options",
	Sample: "f3 e5 g4 Qh4#",
}
