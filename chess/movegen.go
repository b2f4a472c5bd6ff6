package chess

// stage is the kinds of moves that a generation is asked for.
type stage uint8

const (
	takes    stage = 1 << iota // captures, promoting ones too
	promotes                   // promotions that take nothing
	quiets                     // the rest: steps, castling, drops
	every    = takes | promotes | quiets
)

// AppendMoves appends all legal moves to dst; none when a rule of the variant
// has ended the game. It branches on the rules once and tests no move after
// generating it where pins and check masks can decide.
func (p *Position) AppendMoves(dst []Move) []Move {
	if p.rules.ends && p.VariantEnd().Over() {
		return dst
	}
	if !p.rules.forced {
		return p.appendStage(dst, every)
	}
	start := len(dst)
	if dst = p.appendStage(dst, takes); len(dst) > start {
		return dst
	}
	return p.appendStage(dst, promotes|quiets)
}

// AppendNoisy appends the legal captures and promotions. Where captures are
// compulsory and there is one, that is every legal move.
func (p *Position) AppendNoisy(dst []Move) []Move {
	if p.rules.ends && p.VariantEnd().Over() {
		return dst
	}
	start := len(dst)
	dst = p.appendStage(dst, takes)
	if p.rules.forced && len(dst) > start {
		return dst
	}
	return p.appendStage(dst, promotes)
}

// AppendQuiet appends the legal moves that AppendNoisy leaves out.
func (p *Position) AppendQuiet(dst []Move) []Move {
	if p.rules.ends && p.VariantEnd().Over() || p.MustCapture() {
		return dst
	}
	return p.appendStage(dst, quiets)
}

// MustCapture reports whether captures are compulsory and there is one.
func (p *Position) MustCapture() bool {
	if !p.rules.forced {
		return false
	}
	var g generator
	g.begin(p, takes)
	return g.count() > 0
}

// appendStage appends the moves of some kinds that are legal but for
// compulsory captures and the end of the game.
func (p *Position) appendStage(dst []Move, st stage) []Move {
	var g generator
	g.begin(p, st)
	start := len(dst)
	dst = g.append(dst)
	if g.rules.noChecks {
		dst = g.withoutChecks(dst, start)
	}
	return dst
}

// withoutChecks drops the moves from start on that give check, as far as the
// masks of the generator have not done so.
func (g *generator) withoutChecks(dst []Move, start int) []Move {
	kept := dst[:start]
	for _, m := range dst[start:] {
		if g.knownSafe.Has(m.From()) && m.Kind() <= Taking || !g.p.GivesCheck(m) {
			kept = append(kept, m)
		}
	}
	return kept
}

// generator is what one generation knows of the position.
type generator struct {
	p        *Position
	rules    *compiledRules
	st       stage
	us, them Color
	occ      Bitboard
	own      Bitboard
	enemy    Bitboard
	movers   Bitboard // the own pieces whose moves are wanted: all, but for IsLegal
	king     Square   // of the royal king, NoSquare when there is none to guard
	pinned   Bitboard // own pieces between the king and an enemy slider
	checkers Bitboard
	evade    Bitboard // where a piece other than the king must go: all when not in check
	safe     Bitboard // squares next to the royal king on which it was found safe
	touching bool     // explosions: the kings stand side by side, so there is no check
	allTakes Bitboard // enemy pieces, if captures are wanted and exist in this game
	take     Bitboard // the same, restricted by check
	quiet    Bitboard // empty squares, if quiet moves are wanted, restricted by check

	// Where giving check is illegal: the squares from which a piece of each role
	// would give it, and the pieces whose moves need no look beyond those.
	direct         [Queen + 1]Bitboard
	knownSafe      Bitboard
	avoidingChecks bool
}

func (g *generator) begin(p *Position, st stage) {
	rules := p.rules
	g.p, g.rules, g.st = p, rules, st
	g.us, g.them = p.turn, p.turn.Other()
	g.own, g.enemy = p.color[g.us], p.color[g.them]
	g.occ = g.own | g.enemy
	g.movers = g.own
	g.king, g.evade = NoSquare, all
	if rules.royal {
		if k := g.own & p.role[King]; k != 0 {
			g.king = k.First()
			g.guard()
		}
	}
	if rules.noChecks && !rules.explode {
		g.avoidChecks()
	}
	if st&takes != 0 && !rules.convert {
		g.allTakes = g.enemy
		g.take = g.enemy & g.evade
	}
	if st&quiets != 0 {
		g.quiet = ^g.occ & g.evade
	}
}

// guard finds checks and pins around the royal king.
func (g *generator) guard() {
	p, k := g.p, g.king
	rooks := (p.role[Rook] | p.role[Queen]) & g.enemy
	bishops := (p.role[Bishop] | p.role[Queen]) & g.enemy
	if g.rules.explode && kingAttacks[k&63]&g.enemy&p.role[King] != 0 {
		g.touching = true
		return
	}
	g.checkers = pawnAttacks[g.us][k&63]&p.role[Pawn]&g.enemy | knightAttacks[k&63]&p.role[Knight]&g.enemy
	snipers := RookAttacks(k, g.enemy)&rooks | BishopAttacks(k, g.enemy)&bishops
	for snipers != 0 {
		s := snipers.Pop()
		switch block := between[k&63][s&63] & g.own; {
		case block == 0:
			g.checkers |= Bit(s)
		case !block.Several():
			g.pinned |= block
		}
	}
	if g.checkers != 0 {
		g.evade = 0
		if !g.checkers.Several() {
			g.evade = between[k&63][g.checkers.First()&63] | g.checkers
		}
	}
}

// avoidChecks finds the squares from which pieces would give check, and the pieces that
// would uncover one by leaving.
func (g *generator) avoidChecks() {
	p := g.p
	king := p.role[King] & g.enemy
	if king == 0 {
		return
	}
	k := king.First()
	g.avoidingChecks = true
	for role := Knight; role <= Queen; role++ {
		g.direct[role] = PieceAttacks(role, k, g.occ)
	}
	rooks := (p.role[Rook] | p.role[Queen]) & g.own
	bishops := (p.role[Bishop] | p.role[Queen]) & g.own
	g.knownSafe = g.own &^ p.role[Pawn]
	for snipers := RookAttacks(k, 0)&rooks | BishopAttacks(k, 0)&bishops; snipers != 0; {
		if block := between[k&63][snipers.Pop()&63] & g.occ; !block.Several() {
			g.knownSafe &^= block
		}
	}
}

// append generates by the pieces on the board, then from the pocket.
func (g *generator) append(dst []Move) []Move {
	p := g.p
	blasts := g.rules.explode && g.allTakes != 0 // captures are tried one by one
	if !g.checkers.Several() || blasts || g.king == NoSquare {
		dst = g.pawns(dst)
		for role := Knight; role <= Queen; role++ {
			for pieces := p.role[role] & g.movers; pieces != 0; {
				from := pieces.Pop()
				reach := PieceAttacks(role, from, g.occ)
				if g.avoidingChecks {
					reach &^= g.direct[role]
				}
				quiet, take := reach&g.quiet, reach&g.take
				if blasts {
					take = g.survivors(from, reach&g.allTakes, 0)
				}
				if g.pinned.Has(from) {
					line := lines[g.king&63][from&63]
					quiet &= line
					if !blasts {
						take &= line
					}
				}
				dst = appendTakes(dst, from, take)
				dst = appendQuiets(dst, from, quiet)
			}
		}
	}
	dst = g.kings(dst)
	if g.st&quiets != 0 {
		if p.castling&g.own != 0 && g.checkers == 0 && g.movers&p.role[King] != 0 {
			dst = g.castle(dst)
		}
		if g.rules.drops && g.movers == g.own {
			dst = g.drop(dst)
		}
	}
	return dst
}

func appendTakes(dst []Move, from Square, to Bitboard) []Move {
	for to != 0 {
		dst = append(dst, NewMove(from, to.Pop(), Taking))
	}
	return dst
}

func appendQuiets(dst []Move, from Square, to Bitboard) []Move {
	for to != 0 {
		dst = append(dst, NewMove(from, to.Pop(), Quiet))
	}
	return dst
}

// kings generates the steps of the royal king, or of kings that are ordinary pieces.
func (g *generator) kings(dst []Move) []Move {
	p := g.p
	if g.king == NoSquare {
		for pieces := p.role[King] & g.movers; pieces != 0; {
			from := pieces.Pop()
			take := kingAttacks[from&63] & g.take
			if g.rules.explode {
				take = g.survivors(from, take, 0)
			}
			dst = appendTakes(dst, from, take)
			dst = appendQuiets(dst, from, kingAttacks[from&63]&g.quiet)
		}
		return dst
	}
	if !g.movers.Has(g.king) {
		return dst
	}
	var to Bitboard
	if g.st&quiets != 0 {
		to = ^g.occ
	}
	if !g.rules.explode { // a capturing king would blow up
		to |= g.allTakes
	}
	safe := g.kingSteps(to)
	dst = appendTakes(dst, g.king, safe&g.enemy)
	return appendQuiets(dst, g.king, safe&^g.enemy)
}

// kingSteps is where the royal king may step among the squares of to.
func (g *generator) kingSteps(to Bitboard) Bitboard {
	to &= kingAttacks[g.king&63]
	var safe Bitboard
	if to == 0 {
		return 0
	}
	if g.rules.explode { // next to the other king nothing gives check
		safe = to & g.nearEnemyKing()
		to &^= safe
	}
	to &^= pawnsAttack(g.them, g.p.role[Pawn]&g.enemy)
	occ := g.occ &^ Bit(g.king)
	for to != 0 {
		if sq := to.Pop(); !g.p.attacked(sq, g.them, occ) {
			safe |= Bit(sq)
		}
	}
	g.safe = safe
	return safe
}

func (g *generator) nearEnemyKing() Bitboard {
	if k := g.enemy & g.p.role[King]; k != 0 {
		return kingAttacks[k.First()&63]
	}
	return 0
}

// survivors keeps the targets of a capture by the piece on from that blow up no
// king of ours and leave it unattacked; extra is the victim where it does not
// stand on the target.
func (g *generator) survivors(from Square, targets, extra Bitboard) Bitboard {
	if !g.rules.royal && !g.rules.exposed {
		return targets
	}
	p := g.p
	ours, theirs := p.role[King]&g.own, p.role[King]&g.enemy
	nonPawns := g.occ &^ p.role[Pawn]
	var kept Bitboard
	for targets != 0 {
		to := targets.Pop()
		gone := kingAttacks[to&63]&nonPawns | Bit(to) | Bit(from) | extra
		switch {
		case gone&ours != 0:
		case gone&theirs != 0, g.king == NoSquare, g.touching:
			kept |= Bit(to)
		case p.attackersOf(g.king, g.occ&^gone)&g.enemy&^gone&^theirs == 0:
			kept |= Bit(to)
		}
	}
	return kept
}

// pawns generates steps, captures, promotions and en passant.
func (g *generator) pawns(dst []Move) []Move {
	p := g.p
	pawns := p.role[Pawn] & g.movers
	if pawns == 0 {
		return dst
	}
	empty := ^g.occ
	last := lastRank(g.us)
	var ahead, plain Bitboard // wanted targets of steps on the last rank and before it
	if g.rules.promotes {
		if g.st&quiets != 0 {
			plain = g.evade &^ last
		}
		if g.st&promotes != 0 {
			ahead = g.evade & last
		}
	} else if g.st&quiets != 0 {
		plain = g.evade
	}
	up := 8
	if g.us == Black {
		up = -8
	}
	if plain|ahead != 0 {
		for from := pawns & forward(g.them, empty); from != 0; {
			sq := from.Pop()
			one := Square(int(sq) + up)
			pinned := g.pinned.Has(sq) && !lines[g.king&63][sq&63].Has(one)
			if pinned {
				continue
			}
			if ahead.Has(one) {
				dst = g.promote(dst, sq, one, Promotion)
			} else if plain.Has(one) {
				dst = append(dst, NewMove(sq, one, Quiet))
			}
			if two := Square(int(one) + up); g.mayDouble(sq) && empty.Has(two) && plain.Has(two) {
				dst = append(dst, NewMove(sq, two, DoubleStep))
			}
		}
	}
	if g.allTakes == 0 {
		return dst
	}
	blasts := g.rules.explode
	targets := g.take
	if blasts {
		targets = g.allTakes
	}
	for from := pawns & pawnsAttack(g.them, targets); from != 0; {
		sq := from.Pop()
		to := pawnAttacks[g.us][sq&63] & targets
		if blasts {
			to = g.survivors(sq, to, 0)
		} else if g.pinned.Has(sq) {
			to &= lines[g.king&63][sq&63]
		}
		for to != 0 {
			t := to.Pop()
			if g.rules.promotes && last.Has(t) {
				dst = g.promote(dst, sq, t, TakePromote)
			} else {
				dst = append(dst, NewMove(sq, t, Taking))
			}
		}
	}
	if p.enPassant != NoSquare {
		dst = g.enPassant(dst)
	}
	return dst
}

// mayDouble reports whether a pawn of ours on sq may take two steps.
func (g *generator) mayDouble(sq Square) bool {
	return g.rules.doubleFrom[g.us&1].Has(sq)
}

func (g *generator) promote(dst []Move, from, to Square, k Kind) []Move {
	for _, role := range g.rules.promotion {
		dst = append(dst, NewPromotion(from, to, k, role))
	}
	return dst
}

// enPassant generates the captures of the pawn that just passed.
func (g *generator) enPassant(dst []Move) []Move {
	to := g.p.enPassant
	victim := to ^ 8
	for from := pawnAttacks[g.them][to&63] & g.movers & g.p.role[Pawn]; from != 0; {
		sq := from.Pop()
		if g.enPassantSafe(sq, to, victim) {
			dst = append(dst, NewMove(sq, to, EnPassant))
		}
	}
	return dst
}

// enPassantSafe plays an en passant capture on the occupied squares alone and
// asks whether the king stands well.
func (g *generator) enPassantSafe(from, to, victim Square) bool {
	if g.rules.explode {
		return g.survivors(from, Bit(to), Bit(victim)) != 0
	}
	if g.king == NoSquare {
		return true
	}
	occ := g.occ&^(Bit(from)|Bit(victim)) | Bit(to)
	return g.p.attackersOf(g.king, occ)&g.enemy&^Bit(victim) == 0
}

// castle generates castling as king takes rook, by the rules for any
// starting position, which give those of chess on its own. A king that is not royal may pass
// attacked squares.
func (g *generator) castle(dst []Move) []Move {
	p := g.p
	king, ok := p.castlingKing(g.us)
	if !ok {
		return dst
	}
	for rooks := p.castling & g.own; rooks != 0; {
		rook := rooks.Pop()
		if between[king&63][rook&63]&g.occ != 0 {
			continue // in any starting position those are among the squares to be empty
		}
		if m := NewMove(king, rook, Castling); p.castlingClear(m, g.occ) && (g.king == NoSquare || g.castlingSafe(m)) {
			dst = append(dst, m)
		}
	}
	return dst
}

// castlingKing is the king on its home rank that holds the castling rights of c.
func (p *Position) castlingKing(c Color) (Square, bool) {
	k := p.role[King] & p.color[c] & homeRank(c)
	if k == 0 {
		return NoSquare, false
	}
	return k.First(), true
}

// rookLanding is where the rook of a castling move arrives.
func (m Move) rookLanding() Square {
	if m.To() > m.From() {
		return m.Landing() - 1
	}
	return m.Landing() + 1
}

// castlingClear reports whether all squares that king and rook cross or reach
// are empty but for themselves.
func (p *Position) castlingClear(m Move, occ Bitboard) bool {
	king, rook, kingTo, rookTo := m.From(), m.To(), m.Landing(), m.rookLanding()
	path := between[king&63][kingTo&63] | between[rook&63][rookTo&63] | Bit(kingTo) | Bit(rookTo)
	return path&occ&^(Bit(king)|Bit(rook)) == 0
}

// castlingSafe reports whether the king crosses no attacked square and stands
// unattacked when both pieces have arrived.
func (g *generator) castlingSafe(m Move) bool {
	king, rook, kingTo := m.From(), m.To(), m.Landing()
	lifted := g.occ &^ Bit(king)
	near := Bitboard(0)
	if g.rules.explode {
		near = g.nearEnemyKing()
	}
	for path := between[king&63][kingTo&63] &^ (near | g.safe); path != 0; {
		if g.p.attacked(path.Pop(), g.them, lifted) {
			return false
		}
	}
	after := lifted&^Bit(rook) | Bit(kingTo) | Bit(m.rookLanding())
	return near.Has(kingTo) || !g.p.attacked(kingTo, g.them, after)
}

func (g *generator) drop(dst []Move) []Move {
	empty := g.dropSquares()
	if empty == 0 {
		return dst
	}
	pocket := &g.p.pockets[g.us]
	for role := Pawn; role <= King; role++ {
		if pocket[role] == 0 {
			continue
		}
		to := empty
		if role == Pawn {
			to &^= rank1 | rank8
		}
		for to != 0 {
			dst = append(dst, NewDrop(role, to.Pop()))
		}
	}
	return dst
}

// dropSquares is where a piece other than a pawn may be dropped.
func (g *generator) dropSquares() Bitboard {
	if g.p.pockets[g.us].Empty() {
		return 0
	}
	empty := g.quiet
	if g.rules.seenOnly {
		empty &= g.p.sight(g.us)
	}
	return empty
}

// dropLegal reports whether a drop, any value at all, is legal.
func (p *Position) dropLegal(m Move) bool {
	role, to := m.Role(), m.To()
	if !p.rules.drops || to > 63 || m != NewDrop(role, to) || role > King || p.pockets[p.turn][role] == 0 {
		return false
	}
	if role == Pawn && (rank1 | rank8).Has(to) {
		return false
	}
	var g generator
	g.begin(p, quiets)
	if !g.dropSquares().Has(to) || p.rules.noChecks && p.GivesCheck(m) {
		return false
	}
	return !p.MustCapture()
}

// IsLegal reports whether m, any value at all, is a legal move: one that a hash
// table remembers, or that somebody asks for. It generates the moves of the
// one piece concerned.
func (p *Position) IsLegal(m Move) bool {
	if m == 0 || m == Pass || p.rules.ends && p.VariantEnd().Over() {
		return false
	}
	if m.Kind() == Dropping {
		return p.dropLegal(m)
	}
	mover := Bit(m.From()) & p.color[p.turn]
	if m.From() > 63 || mover == 0 {
		return false
	}
	var g generator
	g.begin(p, stageOf(m))
	g.movers = mover
	var buf [64]Move
	moves := g.append(buf[:0])
	for _, legal := range moves {
		if legal != m {
			continue
		}
		if p.rules.noChecks && p.GivesCheck(m) {
			return false
		}
		return m.IsCapture() || !p.MustCapture()
	}
	return false
}

// stageOf is the stage that generates moves like m.
func stageOf(m Move) stage {
	switch {
	case m.IsCapture():
		return takes
	case m.IsPromotion():
		return promotes
	}
	return quiets
}
