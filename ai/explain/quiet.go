package explain

import "rookery/chess"

// openingMoves is how many full moves count as the opening, where bringing pieces out
// is a reason by itself.
const openingMoves = 15

// quietMove says what the move is good for when nothing is won, lost or threatened.
func (x *explainer) quietMove(checked bool) {
	x.b.Make(x.move)
	replies := x.b.Moves(nil)
	check := len(x.b.Checked()) > 0
	bound := x.facts.rules.Forced && len(replies) > 0 && replies[0].IsCapture()
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
	case x.move.IsPromotion():
		x.add(Clause{Cause: Promotes, Pieces: []chess.Role{x.move.Role()}})
	case x.move.Kind() == chess.Castling:
		x.add(Clause{Cause: Castles})
	case x.move.IsCapture():
		x.capture()
	default:
		if pb, ok := x.b.(chess.Positioned); ok && !x.facts.rules.Disguise {
			x.quietOnSquares(pb.Position(), role)
		}
		if len(x.clauses) == 0 {
			x.space(len(replies))
		}
	}
}

// capture tells what the move itself takes, where that is all there is to say.
func (x *explainer) capture() {
	if x.facts.rules.Disguise || x.facts.rules.Capture == chess.Convert {
		return
	}
	before := countPieces(x.b)
	x.b.Make(x.move)
	after := countPieces(x.b)
	x.b.Undo()
	var pieces, price []chess.Role
	for _, r := range [...]chess.Role{chess.Queen, chess.Rook, chess.King, chess.Bishop, chess.Knight, chess.Pawn} {
		for range before[x.side.Other()][r] - after[x.side.Other()][r] {
			pieces = append(pieces, r)
		}
		for range before[x.side][r] - after[x.side][r] {
			price = append(price, r)
		}
	}
	switch {
	case len(pieces) == 0:
	case x.facts.rules.Capture == chess.Explode:
		x.add(Clause{Cause: BlowsUp, Pieces: pieces, Price: price})
	default:
		x.add(Clause{Cause: TakesPiece, Pieces: pieces[:1]})
	}
}

// spaceGain is how many more or fewer moves are worth telling.
const spaceGain = 3

// space tells of a move after which its side has clearly more moves, or the
// other side clearly fewer, than before. Where captures are compulsory, or pieces
// are to be lost, few replies are all that counts.
func (x *explainer) space(replies int) {
	if len(x.b.Checked()) > 0 {
		return
	}
	x.b.Make(chess.Pass)
	before := len(x.b.Moves(nil))
	x.b.Undo()
	if before-replies >= spaceGain {
		x.add(Clause{Cause: TakesSpace})
		return
	}
	if !x.facts.passThreatens {
		return
	}
	x.b.Make(x.move)
	defer x.b.Undo()
	if len(x.b.Checked()) > 0 || x.b.Outcome().Over() {
		return
	}
	x.b.Make(chess.Pass)
	defer x.b.Undo()
	if len(x.b.Moves(nil))-len(x.legal) >= spaceGain {
		x.add(Clause{Cause: GainsSpace})
	}
}

// quietOnSquares tells what a quiet move of the 8×8 board is for.
func (x *explainer) quietOnSquares(p *chess.Position, role chess.Role) {
	g, m := &x.facts, x.move
	from, to := m.From(), m.To()
	if left, was := stepsLeft(g.rules.Goal, to), stepsLeft(g.rules.Goal, from); role == chess.King && left < was {
		x.add(Clause{Cause: Approaches, N: left})
		return
	}
	if g.losesPieces || g.rules.Forced {
		return
	}
	if m.Kind() == chess.Dropping {
		role = m.Role()
	}
	them := x.side.Other()
	home := map[chess.Color]int{chess.White: 0, chess.Black: 7}[x.side]
	king := p.King(them)
	hunted := g.rules.Royalty != chess.Commoner && king != chess.NoSquare && !g.rules.NoChecks
	switch {
	case role == chess.Pawn && m.Kind() != chess.Dropping && noPawnAhead(p, x.side, to):
		x.add(Clause{Cause: AdvancesPassed, Text: x.b.Layout().SquareName(to)})
	case (role == chess.Knight || role == chess.Bishop) && m.Kind() != chess.Dropping && from.Rank() == home && p.Fullmove() <= openingMoves:
		x.add(Clause{Cause: DevelopsPiece, Pieces: []chess.Role{role}})
	case role == chess.Pawn && inCentre(to):
		x.add(Clause{Cause: TakesCentre, Pieces: []chess.Role{role}})
	case hunted && role != chess.King && role != chess.Pawn && x.aimsAtKing(p, king):
		x.add(Clause{Cause: AimsAtKing, Pieces: []chess.Role{role}})
	case (role == chess.Rook || role == chess.Queen) && from.File() != to.File() && openFile(p, to.File()):
		x.add(Clause{Cause: TakesOpenFile, Pieces: []chess.Role{role}})
	case role == chess.King && m.Kind() != chess.Castling && endgame(p) && offCentre(to) < offCentre(from) && !g.rules.NoChecks:
		x.add(Clause{Cause: ActivatesKing})
	case role == chess.Knight && inCentre(to):
		x.add(Clause{Cause: TakesCentre, Pieces: []chess.Role{role}})
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

// endgame reports whether few pieces besides pawns and kings are left.
func endgame(p *chess.Position) bool {
	return (p.Occupied() &^ p.Of(chess.Pawn) &^ p.Of(chess.King)).Count() <= 4
}

func inCentre(sq chess.Square) bool {
	return (sq.File() == 3 || sq.File() == 4) && (sq.Rank() == 3 || sq.Rank() == 4)
}

// aimsAtKing reports whether the moved piece attacks squares around a king that it did
// not attack before.
func (x *explainer) aimsAtKing(p *chess.Position, king chess.Square) bool {
	var next chess.Position
	p.Apply(x.move, &next)
	ring := chess.KingAttacks(king)
	was := chess.Bitboard(0)
	if x.move.Kind() != chess.Dropping {
		was = p.AttacksFrom(x.move.From()) & ring
	}
	now := next.AttacksFrom(x.move.Landing()) & ring
	return now.Count() > was.Count()
}

// noPawnAhead reports whether no enemy pawn can stop a pawn of c on sq.
func noPawnAhead(p *chess.Position, c chess.Color, sq chess.Square) bool {
	for pieces := p.Pieces(c.Other(), chess.Pawn); pieces != 0; {
		e := pieces.Pop()
		ahead := e.Rank() > sq.Rank()
		if c == chess.Black {
			ahead = e.Rank() < sq.Rank()
		}
		if apart := e.File() - sq.File(); ahead && -1 <= apart && apart <= 1 {
			return false
		}
	}
	return p.Pieces(c, chess.Pawn) != 0
}

// openFile reports whether no pawn stands on a file of a board that has pawns.
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

// explainInFog says of a move in the fog only what its mover sees.
func (x *explainer) explainInFog() {
	v := x.b.View(chess.ObserverOf(x.side))
	if len(x.legal) == 1 {
		x.add(Clause{Cause: OnlyMove})
	}
	to, from := v.Cells[x.move.To()], v.Cells[x.move.From()]
	moved := from.Piece.Role()
	home := map[chess.Color]int{chess.White: 0, chess.Black: 7}[x.side]
	switch {
	case x.move.Kind() != chess.Castling && !to.Hidden && to.Piece != 0 && to.Piece.Color() != x.side:
		x.add(Clause{Cause: TakesPiece, Pieces: []chess.Role{to.Piece.Role()}})
	case x.move.IsPromotion():
		x.add(Clause{Cause: Promotes, Pieces: []chess.Role{x.move.Role()}})
	case len(v.Checked) > 0:
		x.add(Clause{Cause: LeavesCheck})
	case x.move.Kind() == chess.Castling:
		x.add(Clause{Cause: Castles})
	case len(v.Cells) != 64 || x.move.Kind() == chess.Dropping:
	case moved == chess.Pawn && inCentre(x.move.To()):
		x.add(Clause{Cause: TakesCentre, Pieces: []chess.Role{moved}})
	case (moved == chess.Knight || moved == chess.Bishop) && x.move.From().Rank() == home && v.Fullmove <= openingMoves:
		x.add(Clause{Cause: DevelopsPiece, Pieces: []chess.Role{moved}})
	}
}
