package ai

import "rookery/chess"

// openingMoves is how many full moves count as the opening, where bringing men out
// is a reason by itself.
const openingMoves = 15

// plans says what the move is good for when nothing is won, lost or threatened.
func (x *explainer) plans(checked bool) {
	x.b.Make(x.m)
	replies := x.b.Moves(nil)
	check := len(x.b.Checked()) > 0
	bound := x.gist.rules.Forced && len(replies) > 0 && replies[0].IsCapture()
	text := ""
	if bound && len(replies) == 1 {
		text = chess.MoveText(x.b, replies[0])
	}
	x.b.Undo()
	switch role := x.roleMoved(); {
	case bound:
		x.add(Clause{Cause: ForcesReply, N: len(replies), Text: text})
	case checked:
		x.add(Clause{Cause: LeavesCheck})
	case check:
		x.add(Clause{Cause: GivesCheck})
	case x.m.IsPromotion():
		x.add(Clause{Cause: Promotes, Men: []chess.Role{x.m.Role()}})
	case x.m.Kind() == chess.Castling:
		x.add(Clause{Cause: Castles})
	case x.m.IsCapture():
		x.taken()
	default:
		if pb, ok := x.b.(chess.Positioned); ok && !x.gist.rules.Disguise {
			x.steps(pb.Position(), role)
		}
		if len(x.clauses) == 0 {
			x.room(len(replies))
		}
	}
}

// taken tells what the move itself takes, where that is all there is to say.
func (x *explainer) taken() {
	if x.gist.rules.Disguise || x.gist.rules.Capture == chess.Convert {
		return
	}
	before := tallyOf(x.b)
	x.b.Make(x.m)
	after := tallyOf(x.b)
	x.b.Undo()
	var men, price []chess.Role
	for _, r := range [...]chess.Role{chess.Queen, chess.Rook, chess.King, chess.Bishop, chess.Knight, chess.Pawn} {
		for range before[x.us.Other()][r] - after[x.us.Other()][r] {
			men = append(men, r)
		}
		for range before[x.us][r] - after[x.us][r] {
			price = append(price, r)
		}
	}
	switch {
	case len(men) == 0:
	case x.gist.rules.Capture == chess.Explode:
		x.add(Clause{Cause: BlowsUp, Men: men, Price: price})
	default:
		x.add(Clause{Cause: TakesMan, Men: men[:1]})
	}
}

// muchRoom is how many more or fewer moves are worth telling.
const muchRoom = 3

// room tells of a move after which its side has clearly more moves, or the
// other side clearly fewer, than before. Where captures are compulsory, or men
// are to be lost, few replies are all that counts.
func (x *explainer) room(replies int) {
	if len(x.b.Checked()) > 0 {
		return
	}
	x.b.Make(chess.Pass)
	before := len(x.b.Moves(nil))
	x.b.Undo()
	if before-replies >= muchRoom {
		x.add(Clause{Cause: Restrains})
		return
	}
	if !x.gist.passable {
		return
	}
	x.b.Make(x.m)
	defer x.b.Undo()
	if len(x.b.Checked()) > 0 || x.b.Outcome().Over() {
		return
	}
	x.b.Make(chess.Pass)
	defer x.b.Undo()
	if len(x.b.Moves(nil))-len(x.legal) >= muchRoom {
		x.add(Clause{Cause: GainsRoom})
	}
}

// steps tells what a quiet move of the 8×8 board is for.
func (x *explainer) steps(p *chess.Position, role chess.Role) {
	g, m := &x.gist, x.m
	from, to := m.From(), m.To()
	if left, was := stepsLeft(g.rules.Goal, to), stepsLeft(g.rules.Goal, from); role == chess.King && left < was {
		x.add(Clause{Cause: Approaches, N: left})
		return
	}
	if g.losing || g.rules.Forced {
		return
	}
	if m.Kind() == chess.Dropping {
		role = m.Role()
	}
	them := x.us.Other()
	home := map[chess.Color]int{chess.White: 0, chess.Black: 7}[x.us]
	king := p.King(them)
	hunted := g.rules.Royalty != chess.Commoner && king != chess.NoSquare && !g.rules.NoChecks
	switch {
	case role == chess.Pawn && m.Kind() != chess.Dropping && noPawnAhead(p, x.us, to):
		x.add(Clause{Cause: AdvancesPassed, Text: x.b.Layout().SquareName(to)})
	case (role == chess.Knight || role == chess.Bishop) && m.Kind() != chess.Dropping && from.Rank() == home && p.Fullmove() <= openingMoves:
		x.add(Clause{Cause: DevelopsMan, Men: []chess.Role{role}})
	case role == chess.Pawn && inCentre(to):
		x.add(Clause{Cause: TakesCentre, Men: []chess.Role{role}})
	case hunted && role != chess.King && role != chess.Pawn && x.nears(p, king):
		x.add(Clause{Cause: NearsKing, Men: []chess.Role{role}})
	case (role == chess.Rook || role == chess.Queen) && from.File() != to.File() && openFile(p, to.File()):
		x.add(Clause{Cause: OpensLine, Men: []chess.Role{role}})
	case role == chess.King && m.Kind() != chess.Castling && endgame(p) && offCentre(to) < offCentre(from) && !g.rules.NoChecks:
		x.add(Clause{Cause: ActivatesKing})
	case role == chess.Knight && inCentre(to):
		x.add(Clause{Cause: TakesCentre, Men: []chess.Role{role}})
	}
}

// stepsLeft is how many steps a king on sq has to where the game is won; a
// constant where that is no square.
func stepsLeft(goal chess.Goal, sq chess.Square) int {
	switch goal {
	case chess.Race:
		return 7 - sq.Rank()
	case chess.Hill:
		file, rank := sq.File(), sq.Rank()
		return max(max(3-file, file-4), max(3-rank, rank-4), 0)
	}
	return 0
}

// offCentre is how many steps a king on sq has to the four squares in the middle.
func offCentre(sq chess.Square) int { return stepsLeft(chess.Hill, sq) }

// endgame tells whether few men besides pawns and kings are left.
func endgame(p *chess.Position) bool {
	return (p.Occupied() &^ p.Of(chess.Pawn) &^ p.Of(chess.King)).Count() <= 4
}

func inCentre(sq chess.Square) bool {
	return (sq.File() == 3 || sq.File() == 4) && (sq.Rank() == 3 || sq.Rank() == 4)
}

// nears tells whether the moved man attacks squares round a king that it did
// not attack before.
func (x *explainer) nears(p *chess.Position, king chess.Square) bool {
	var next chess.Position
	p.Apply(x.m, &next)
	ring := chess.KingAttacks(king)
	was := chess.Bitboard(0)
	if x.m.Kind() != chess.Dropping {
		was = strikes(p, x.m.From()) & ring
	}
	now := strikes(&next, x.m.Landing()) & ring
	return now.Count() > was.Count()
}

// noPawnAhead tells whether no enemy pawn can stop a pawn of c on sq.
func noPawnAhead(p *chess.Position, c chess.Color, sq chess.Square) bool {
	for men := p.Men(c.Other(), chess.Pawn); men != 0; {
		e := men.Pop()
		ahead := e.Rank() > sq.Rank()
		if c == chess.Black {
			ahead = e.Rank() < sq.Rank()
		}
		if ahead && abs(e.File()-sq.File()) <= 1 {
			return false
		}
	}
	return p.Men(c, chess.Pawn) != 0
}

// openFile tells whether no pawn stands on a file of a board that has pawns.
func openFile(p *chess.Position, file int) bool {
	pawns := p.Of(chess.Pawn)
	if pawns == 0 {
		return false
	}
	for pawns != 0 {
		if pawns.Pop().File() == file {
			return false
		}
	}
	return true
}

// blind says of a move in the fog only what its mover sees.
func (x *explainer) blind() {
	v := x.b.View(chess.EyesOf(x.us))
	if len(x.legal) == 1 {
		x.add(Clause{Cause: OnlyMove})
	}
	to, from := v.Cells[x.m.To()], v.Cells[x.m.From()]
	moved := from.Piece.Role()
	home := map[chess.Color]int{chess.White: 0, chess.Black: 7}[x.us]
	switch {
	case x.m.Kind() != chess.Castling && !to.Hidden && to.Piece != 0 && to.Piece.Color() != x.us:
		x.add(Clause{Cause: TakesMan, Men: []chess.Role{to.Piece.Role()}})
	case x.m.IsPromotion():
		x.add(Clause{Cause: Promotes, Men: []chess.Role{x.m.Role()}})
	case len(v.Checked) > 0:
		x.add(Clause{Cause: LeavesCheck})
	case x.m.Kind() == chess.Castling:
		x.add(Clause{Cause: Castles})
	case len(v.Cells) != 64 || x.m.Kind() == chess.Dropping:
	case moved == chess.Pawn && inCentre(x.m.To()):
		x.add(Clause{Cause: TakesCentre, Men: []chess.Role{moved}})
	case (moved == chess.Knight || moved == chess.Bishop) && x.m.From().Rank() == home && v.Fullmove <= openingMoves:
		x.add(Clause{Cause: DevelopsMan, Men: []chess.Role{moved}})
	}
}
