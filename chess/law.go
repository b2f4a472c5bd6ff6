package chess

// law is Rules compiled for the 8×8 board: what move generation asks, derived
// once. It is shared by all positions of a board and never changes.
type law struct {
	rules Rules

	royal    bool // the king may not be left under attack
	exposed  bool // a king that is taken or turned ends the game
	explode  bool
	convert  bool
	forced   bool
	noChecks bool
	drops    bool
	seenOnly bool // drops only where the dropper's men reach
	castling bool
	passant  bool
	promotes bool
	disguise bool
	fromHome bool // pawns may take two steps from their first rank too

	ends bool // the game can end otherwise than by having no move

	plain bool // what goes as its man goes is legal unless the king is left in check
	calm  bool // only a move that gives check can decide the game
	swift bool // plain, and nothing but the men, the rights to castle and the counters changes

	goal      Goal
	promotion []Role  // most valuable first, King last
	hasKing   [2]bool // by Color: whether the side has a king to be mated
	checks    uint8   // checks to give at the start, 0 when not counted
	start     string  // FEN of the usual array
	numbered  bool    // one of several arrays: castling is written king takes rook
}

// usualArray is the array of chess.
const usualArray = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// compile derives the law from rules that Combine accepts.
func compile(r Rules) *law {
	l := &law{
		rules:    r,
		explode:  r.Capture == Explode,
		convert:  r.Capture == Convert,
		forced:   r.Forced,
		noChecks: r.NoChecks,
		drops:    r.Pocket != NoPocket,
		seenOnly: r.Pocket == Seen,
		castling: !r.NoCastling,
		promotes: !r.NoPromotion,
		disguise: r.Disguise,
		fromHome: r.Pawns == FromFirstToo,
		goal:     r.Goal,
		start:    usualArray,
	}
	l.royal = r.Royalty == Checkmate && !l.convert
	l.exposed = r.Royalty == Exposed || (l.convert && r.Royalty != Commoner)
	l.passant = !r.NoEnPassant && !l.convert
	set := r.Promotion
	if set == 0 {
		set = Roles(Knight, Bishop, Rook, Queen)
	}
	for _, role := range [...]Role{Queen, Rook, Bishop, Knight, King} {
		if set.Has(role) {
			l.promotion = append(l.promotion, role)
		}
	}
	if r.Goal == ThreeChecks {
		l.checks = 3
	}
	if r.Setup != nil {
		l.start = r.Setup.Array(r.Setup.Usual)
		l.numbered = r.Setup.Count > 1
	}
	l.hasKing = [2]bool{true, true}
	if l.royal || l.exposed {
		for c, king := range [2]byte{'K', 'k'} {
			l.hasKing[c] = false
			for i := 0; i < len(l.start) && l.start[i] != ' '; i++ {
				if l.start[i] == king {
					l.hasKing[c] = true
				}
			}
		}
	}
	l.ends = l.goal != Mate || l.exposed || l.explode || !l.hasKing[White] || !l.hasKing[Black]
	l.plain = l.royal && !l.ends && !l.forced && !l.noChecks && !l.convert
	l.calm = !l.ends && l.rules.Stalemate == StalemateDraws
	l.swift = l.plain && !l.drops && !l.disguise && l.checks == 0 && l.hasKing[White] && l.hasKing[Black]
	return l
}
