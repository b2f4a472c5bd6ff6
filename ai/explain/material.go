package explain

import (
	"slices"

	"rookery/ai"
	"rookery/chess"
	"rookery/chess/sorted"
)

// pieceCount is how many pieces each side has by role, pockets included. Discs of
// towers count under NoRole.
type pieceCount [2][chess.King + 1]int

// pieceWorth is what pieces count when a line is told to win or lose material:
// textbook values, which readers expect, not those of the evaluation.
var pieceWorth = [chess.King + 1]ai.Centipawns{chess.NoRole: 60, chess.Pawn: 100, chess.Knight: 300, chess.Bishop: 310, chess.Rook: 500, chess.Queen: 900, chess.King: 350}

func countPieces(b chess.Board) (t pieceCount) {
	if pb, ok := b.(chess.Positioned); ok {
		p := pb.Position()
		for c := range t {
			hand := p.Pocket(chess.Color(c))
			for r := chess.Pawn; r <= chess.King; r++ {
				t[c][r] = p.Pieces(chess.Color(c), r).Count() + int(hand[r])
			}
		}
		return t
	}
	v := b.View(chess.Everyone)
	for _, cell := range v.Cells {
		switch {
		case cell.Piece == 0:
		case cell.Count > 0:
			t[cell.Piece.Color()][chess.NoRole] += int(cell.Count)
		default:
			t[cell.Piece.Color()][cell.Piece.Role()]++
		}
	}
	for c, hand := range v.Pockets {
		for r := chess.Pawn; r <= chess.King; r++ {
			t[c][r] += int(hand[r])
		}
	}
	return t
}

// balance is the material of a side less that of the other. Where the aim is to
// lose one's pieces each piece is a burden, whatever it can do.
func (g *goalFacts) balance(t pieceCount, us chess.Color) ai.Centipawns {
	sum := ai.Centipawns(0)
	for r, n := range t[us] {
		d := ai.Centipawns(n - t[us.Other()][r])
		switch {
		case g.losesPieces:
			sum -= 100 * d
		case chess.Role(r) == chess.King && g.rules.Royalty != chess.Commoner:
		default:
			sum += pieceWorth[r] * d
		}
	}
	return sum
}

// captureSearch plays out captures, conversions and promotions until nothing is
// left to gain: what a position is worth in material when it is quiet.
type captureSearch struct {
	facts  *goalFacts
	b      chess.Board
	budget int  // positions that may still be looked at
	cut    bool // a chain of captures was too long
	bufs   [captureDepth + 1][]chess.Move
}

// Together with the searches of threats these hold a sentence to some hundredths of
// a second.
const (
	captureDepth      = 12   // plies
	captureNodes      = 6000 // on the 8×8 board
	otherCaptureNodes = 300  // on others, which are slower
)

// quiesce is what b is worth to its mover when the captures are over, and the
// pieces that are left then.
func (g *goalFacts) quiesce(b chess.Board) (ai.Centipawns, pieceCount) {
	s := captureSearch{facts: g, b: b, budget: captureNodes}
	if _, ok := b.(chess.Positioned); !ok {
		s.budget = otherCaptureNodes
	}
	return s.search(-ai.MaxScore, ai.MaxScore, 0)
}

// quiet reports whether the side to move of b has nothing to gain at once, and need not
// capture.
func (g *goalFacts) quiet(b chess.Board) bool {
	if b.Outcome().Over() {
		return true
	}
	if moves := b.Moves(nil); g.rules.Forced && len(moves) > 0 && moves[0].IsCapture() {
		return false
	}
	stand := g.balance(countPieces(b), b.Turn())
	s := captureSearch{facts: g, b: b, budget: captureNodes}
	if _, ok := b.(chess.Positioned); !ok {
		s.budget = otherCaptureNodes
	}
	score, _ := s.search(stand, stand+1, 0)
	return score <= stand && !s.cut // whoever captured last before the cut looks better off
}

// search looks at noisy moves alone. A side that must capture may not stand still.
func (s *captureSearch) search(alpha, beta ai.Centipawns, depth int) (ai.Centipawns, pieceCount) {
	s.budget--
	turn := s.b.Turn()
	best := countPieces(s.b)
	score := s.facts.balance(best, turn)
	if o := s.b.Outcome(); o.Over() {
		return ai.OutcomeScore(o, turn, depth), best
	}
	if depth >= captureDepth || s.budget <= 0 {
		s.cut = true
		return score, best
	}
	moves := s.b.Moves(s.bufs[depth][:0])
	s.bufs[depth] = moves
	bound := s.facts.rules.Forced && len(moves) > 0 && moves[0].IsCapture()
	if bound {
		score = -ai.MaxScore
	} else if score >= beta {
		return score, best
	}
	alpha = max(alpha, score)
	s.order(moves)
	for _, m := range moves {
		if !s.noisy(m) {
			continue
		}
		s.b.Make(m)
		v, t := s.search(-beta, -alpha, depth+1)
		s.b.Undo()
		if v = -v; v > score {
			score, best = v, t
		}
		if alpha = max(alpha, score); alpha >= beta || s.budget <= 0 {
			break
		}
	}
	return score, best
}

func (s *captureSearch) noisy(m chess.Move) bool {
	if m.IsCapture() || m.IsPromotion() {
		return true
	}
	if s.facts.rules.Capture != chess.Convert {
		return false
	}
	pb, ok := s.b.(chess.Positioned)
	return ok && pb.Position().Converted(m) != 0
}

// order puts captures of the best pieces first, on boards that show them cheaply.
func (s *captureSearch) order(moves []chess.Move) {
	pb, ok := s.b.(chess.Positioned)
	if !ok || s.facts.rules.Forced {
		return
	}
	p := pb.Position()
	value := func(m chess.Move) ai.Centipawns {
		if !m.IsCapture() {
			return 0
		}
		return 16*pieceWorth[p.RoleAt(m.To())] + 1000 - pieceWorth[p.RoleAt(m.From())]
	}
	for i := 1; i < len(moves); i++ {
		if !moves[i].IsCapture() {
			continue
		}
		m, v := moves[i], value(moves[i])
		j := i
		for ; j > 0 && value(moves[j-1]) < v; j-- {
			moves[j] = moves[j-1]
		}
		moves[j] = m
	}
}

// changes lists the pieces that us won and gave between two counts, the best first.
// Pieces of one kind lost by both are left out, as are a knight for a bishop. Where captured pieces change sides each counts once.
func (g *goalFacts) changes(before, after pieceCount, us chess.Color) (won, given []chess.Role) {
	var d [chess.King + 1]int // by role: how much better we stand
	for r := range d {
		d[r] = after[us][r] - before[us][r] - (after[us.Other()][r] - before[us.Other()][r])
		if g.rules.Pocket != chess.NoPocket || g.rules.Capture == chess.Convert {
			d[r] = (d[r] + sign(d[r])) / 2
		}
	}
	for d[chess.Bishop] > 0 && d[chess.Knight] < 0 {
		d[chess.Bishop], d[chess.Knight] = d[chess.Bishop]-1, d[chess.Knight]+1
	}
	for d[chess.Bishop] < 0 && d[chess.Knight] > 0 {
		d[chess.Bishop], d[chess.Knight] = d[chess.Bishop]+1, d[chess.Knight]-1
	}
	for _, r := range [...]chess.Role{chess.Queen, chess.Rook, chess.King, chess.Bishop, chess.Knight, chess.Pawn, chess.NoRole} {
		for range d[r] {
			won = append(won, r)
		}
		for range -d[r] {
			given = append(given, r)
		}
	}
	return won, given
}

func sign(n int) int {
	switch {
	case n > 0:
		return 1
	case n < 0:
		return -1
	}
	return 0
}

const (
	// lineHorizon is how many plies of a line count for what it wins: later ones are
	// a search's guess, which readers would not credit to this move.
	lineHorizon = 8
	// worthTelling is the least gain or loss that is told, in centipawns: most of a
	// pawn.
	worthTelling = 80
)

// standing is what the line has come to at its last quiet position: what stands there
// nobody can take back at once.
type standing struct {
	plies  int  // 0 where no position of the line is quiet
	won    bool // somebody has won there
	score  ai.Centipawns
	pieces pieceCount
}

// standingWithin looks for the last quiet position among the first most plies.
func (x *explainer) standingWithin(most int) (at standing) {
	n := x.playLine(most)
	for ; n > 0 && !x.facts.quiet(x.b); n-- {
		x.b.Undo()
	}
	_, won := x.b.Outcome().Winner()
	at.plies, at.won, at.pieces = n, n > 0 && won, countPieces(x.b)
	at.score = x.facts.balance(at.pieces, x.side)
	for range n {
		x.b.Undo()
	}
	return at
}

// material says what the line wins or loses, by the goal of the game: what it has at a
// quiet position not far away and still has at the last one, so that whoever reads the
// line sees it.
func (x *explainer) material() {
	before := countPieces(x.b)
	first := x.facts.balance(before, x.side)
	turned := x.converted()
	near := x.standingWithin(lineHorizon)
	score, after := near.score, near.pieces
	x.end = near
	if len(x.line.PV) > lineHorizon {
		x.end = x.standingWithin(len(x.line.PV))
	}
	if turned != nil {
		x.add(Clause{Cause: TurnsPieces, N: len(turned), Pieces: turned})
		return
	}
	if near.won {
		return
	}
	won, given := x.facts.changes(before, after, x.side)
	role := x.promoted(before, after, x.side)
	gain, now := score-first, x.line.Score
	if !x.lasts(before, first, gain, won, given) {
		gain, won, given = 0, nil, nil
	}
	if role != chess.NoRole {
		won, given = without(won, role), without(given, chess.Pawn)
		gain -= pieceWorth[role] - pieceWorth[chess.Pawn]
		switch {
		case x.move.IsPromotion():
			x.add(Clause{Cause: Promotes, Pieces: []chess.Role{role}})
		case gain < worthTelling && now > worthTelling:
			x.add(Clause{Cause: PromotesSoon, Pieces: []chess.Role{role}})
		}
	}
	if theirs := x.promoted(before, after, x.side.Other()); theirs != chess.NoRole {
		// What a pawn of theirs becomes was not ours to lose.
		won, given = without(won, chess.Pawn), without(given, theirs)
	}
	if x.facts.rules.Disguise { // what pieces do is not known to those who see them
		won, given = nil, nil
	}
	if gain >= worthTelling && !x.believed(first, gain, now) {
		gain = 0
	}
	switch {
	case x.facts.losesPieces && gain >= worthTelling:
		x.add(Clause{Cause: GivesAway, Pieces: given, Price: won})
	case x.facts.losesPieces || gain < worthTelling && role != chess.NoRole:
	case gain >= worthTelling && x.facts.rules.Capture == chess.Explode && x.move.IsCapture():
		x.add(Clause{Cause: BlowsUp, Pieces: won, Price: given})
	case gain >= worthTelling && winsExchange(won, given):
		x.add(Clause{Cause: WinsExchange})
	case gain >= worthTelling && first <= -worthTelling && score < worthTelling:
		x.add(Clause{Cause: WinsBack, Pieces: won, Price: given})
	case gain >= worthTelling:
		x.add(Clause{Cause: WinsPieces, Pieces: won, Price: given})
	case gain <= -worthTelling && now >= score+150 && now > -60:
		x.sacrifice(before, first, now)
	case gain <= -worthTelling && now < min(first, 0)-60:
		if len(x.legal) > 1 { // else there is nothing to compare with
			x.add(Clause{Cause: LosesLeast, Pieces: given, Price: won})
		}
	case x.move.IsCapture():
		if pieces := x.exchanged(before, after); len(pieces) > 0 {
			x.add(Clause{Cause: Trades, Pieces: pieces})
		}
	}
}

// lasts reports whether pieces that were won and given, a gain of so much over first,
// still are at the last quiet position of the line.
func (x *explainer) lasts(before pieceCount, first, gain ai.Centipawns, won, given []chess.Role) bool {
	if x.end.plies == 0 {
		return false
	}
	switch last := x.end.score - first; {
	case gain > 0 && last < min(gain, worthTelling), gain < 0 && last > max(gain, -worthTelling):
		return false
	}
	nowWon, nowGiven := x.facts.changes(before, x.end.pieces, x.side)
	return holds(nowWon, won) && holds(nowGiven, given)
}

// holds reports whether all of some pieces are among others.
func holds(all, some []chess.Role) bool {
	var n [chess.King + 1]int
	for _, r := range all {
		n[r]++
	}
	for _, r := range some {
		if n[r]--; n[r] < 0 {
			return false
		}
	}
	return true
}

// sacrifice tells what the move and the answer give up, pieces being worth first
// before them and the line now. What the line gives up later is another move's.
func (x *explainer) sacrifice(before pieceCount, first, now ai.Centipawns) {
	n := x.playLine(2)
	score, after := x.facts.quiesce(x.b)
	if x.b.Turn() != x.side {
		score = -score
	}
	for range n {
		x.b.Undo()
	}
	won, given := x.facts.changes(before, after, x.side)
	if score.Decisive() || score-first > -worthTelling || len(given) == 0 || !x.lasts(before, first, score-first, won, given) {
		return
	}
	c := Clause{Cause: Sacrifices, Pieces: given, Price: won}
	if now < 50 {
		c.N = 1
	}
	x.add(c)
}

// believed reports whether the score of the line bears out that pieces are won: what
// was captured at its end may be lost again. A lead in pieces counts for a little
// less than its pieces are worth, since the scores of games are not on one scale.
func (x *explainer) believed(first, gain, now ai.Centipawns) bool {
	if x.move.IsCapture() {
		return now > -worthTelling || now > first-3*worthTelling
	}
	if first > 0 {
		first = first * 6 / 10
	}
	return now >= first+gain/3
}

func (x *explainer) has(c Cause) bool {
	return slices.ContainsFunc(x.clauses, func(o Clause) bool { return o.Cause == c })
}

// winsExchange reports whether a rook was won for a bishop or a knight.
func winsExchange(won, given []chess.Role) bool {
	return len(won) == 1 && won[0] == chess.Rook && len(given) == 1 && (given[0] == chess.Bishop || given[0] == chess.Knight)
}

// promoted is what a pawn of side becomes in the line and stays; NoRole when
// none does, and in games where pieces come by other ways too.
func (x *explainer) promoted(before, after pieceCount, side chess.Color) chess.Role {
	if x.facts.losesPieces || x.facts.rules.Capture == chess.Convert || x.facts.rules.Pocket != chess.NoPocket && !(x.move.IsPromotion() && side == x.side) {
		return chess.NoRole
	}
	role := chess.NoRole
	for r := chess.Knight; r <= chess.King; r++ {
		if after[side][r] > before[side][r] && after[side][chess.Pawn] < before[side][chess.Pawn] {
			role = r
		}
	}
	return role
}

func without(pieces []chess.Role, r chess.Role) []chess.Role {
	if i := slices.Index(pieces, r); i >= 0 {
		return slices.Delete(pieces, i, i+1)
	}
	return pieces
}

// exchanged lists the pieces of which both sides have lost the same.
func (x *explainer) exchanged(before, after pieceCount) (pieces []chess.Role) {
	if x.facts.rules.Pocket != chess.NoPocket || x.facts.rules.Capture != chess.Take {
		return nil
	}
	for _, r := range [...]chess.Role{chess.Queen, chess.Rook, chess.Bishop, chess.Knight, chess.Pawn} {
		for range min(before[0][r]-after[0][r], before[1][r]-after[1][r]) {
			pieces = append(pieces, r)
		}
	}
	return pieces
}

// converted lists the pieces that the move turns, the best first.
func (x *explainer) converted() []chess.Role {
	pb, ok := x.b.(chess.Positioned)
	if !ok {
		return nil
	}
	p := pb.Position()
	var pieces []chess.Role
	for set := p.Converted(x.move); set != 0; {
		pieces = append(pieces, p.RoleAt(set.Pop()))
	}
	sortPieces(pieces)
	return pieces
}

// sortPieces puts the most valuable first.
func sortPieces(pieces []chess.Role) {
	sorted.By(pieces, func(a, b chess.Role) int { return int(sortWorth(b) - sortWorth(a)) })
}

// sortWorth puts the king before all.
func sortWorth(r chess.Role) ai.Centipawns {
	if r == chess.King {
		return 10_000
	}
	return pieceWorth[r]
}
