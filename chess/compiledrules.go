package chess

// compiledRules is Rules compiled for the 8×8 board: what move generation asks, derived
// once. It is shared by all positions of a board and never changes.
type compiledRules struct {
	source Rules

	royal     bool // the king may not be left under attack
	exposed   bool // a king that is taken or turned ends the game
	explode   bool
	convert   bool
	forced    bool
	noChecks  bool
	drops     bool
	seenOnly  bool // drops only where the dropper's pieces reach
	partner   bool // captured pieces leave for the other board, and pieces come from there
	castling  bool
	enPassant bool
	promotes  bool
	disguise  bool
	fromHome  bool // pawns may take two steps from their first rank too
	// doubleFrom is from where pawns may take two steps, by colour.
	doubleFrom [2]Bitboard

	ends bool // the game can end otherwise than by having no move

	pinRulesOnly     bool // what goes as its piece goes is legal unless the king is left in check
	onlyCheckDecides bool // only a move that gives check can decide the game
	fastSAN          bool // the same, and nothing but the pieces, the rights to castle and the counters changes

	goal      Goal
	promotion []Role  // most valuable first, King last
	hasKing   [2]bool // by Color: whether the side has a king to be mated
	checks    uint8   // checks to give at the start, 0 when not counted
	start     string  // FEN of the usual starting position
	// pawnsAtHome reports whether pawns start on their own first rank.
	pawnsAtHome bool
	numbered    bool // one of several starting positions: castling is written king takes rook
}

const checksToWin = 3

const startFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// compile derives what move generation asks from rules that Combine accepts.
func compile(r Rules) *compiledRules {
	l := &compiledRules{
		source:   r,
		explode:  r.Capture == Explode,
		convert:  r.Capture == Convert,
		forced:   r.Forced,
		noChecks: r.NoChecks,
		drops:    r.Pocket != NoPocket,
		seenOnly: r.Pocket == Seen,
		partner:  r.Pocket == ToPartner,
		castling: !r.NoCastling,
		promotes: !r.NoPromotion,
		disguise: r.Disguise,
		fromHome: r.Pawns == FromFirstToo,
		goal:     r.Goal,
		start:    startFEN,
	}
	l.doubleFrom = pawnRanks
	if l.fromHome {
		for c := range l.doubleFrom {
			l.doubleFrom[c] |= homeRank(Color(c))
		}
	}
	l.royal = r.Royalty == Checkmate && !l.convert
	l.exposed = r.Royalty == Exposed || (l.convert && r.Royalty != Commoner)
	l.enPassant = !r.NoEnPassant && !l.convert
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
		l.checks = checksToWin
	}
	l.hasKing = [2]bool{true, true}
	if r.Start != nil {
		l.start = r.Start.FEN(r.Start.Usual)
		l.numbered = r.Start.Count > 1
		l.inspectStart()
	}
	l.ends = l.goal != Mate || l.exposed || l.explode || !l.hasKing[White] || !l.hasKing[Black]
	l.pinRulesOnly = l.royal && !l.ends && !l.forced && !l.noChecks && !l.convert
	l.onlyCheckDecides = !l.ends && l.source.Stalemate == StalemateDraws
	l.fastSAN = l.pinRulesOnly && !l.drops && !l.disguise && l.checks == 0 && l.hasKing[White] && l.hasKing[Black]
	return l
}

// inspectStart notes what matters of a special starting position: who has a king
// in it, and whether pawns stand on their own first rank.
func (l *compiledRules) inspectStart() {
	start, _ := ParseSetup(l.start)
	kings := [2]bool{}
	for sq, cell := range start.Cells {
		c := cell.Piece.Color()
		switch cell.Piece.Role() {
		case King:
			kings[c] = true
		case Pawn:
			l.pawnsAtHome = l.pawnsAtHome || homeRank(c).Has(Square(sq))
		}
	}
	if l.royal || l.exposed {
		l.hasKing = kings
	}
}

// pawnRanks reports whether pawns may stand on their own first rank and on their
// last: on the first where the starting position has them there or the rules let them
// step from it, on the last where they do not promote. A piece that changes
// sides exchanges the two.
func (l *compiledRules) pawnRanks() (home, last bool) {
	home, last = l.fromHome || l.pawnsAtHome, !l.promotes
	if l.convert {
		home = home || last
		last = home
	}
	return home, last
}
