package explain

import (
	"context"
	"slices"

	"rookery/ai"
	"rookery/chess"
)

// motifs tells what the move does at once to the pieces of the other side: forks,
// pins and checks that are more than checks. Boards without a Position, and
// games in which attacks mean something else, have none.
func (x *explainer) motifs() {
	pb, ok := x.b.(chess.Positioned)
	if !ok || x.facts.losesPieces || x.facts.rules.Forced || x.facts.rules.Capture != chess.Take || x.move.Kind() == chess.Castling {
		return
	}
	var next chess.Position
	pb.Position().Apply(x.move, &next)
	p := &next
	at, them := x.move.Landing(), x.side.Other()
	king := chess.NoSquare
	if x.facts.rules.Royalty != chess.Commoner {
		king = p.King(them)
	}
	checkers := p.Checkers()
	switch left := p.ChecksLeft(x.side); {
	case x.facts.rules.Goal == chess.ThreeChecks && checkers != 0:
		x.add(Clause{Cause: LastChecks, N: left})
	case checkers.Several():
		x.add(Clause{Cause: DoubleCheck})
	case checkers != 0 && !checkers.Has(at):
		x.add(Clause{Cause: DiscoversCheck})
	case checkers != 0 && x.move.Kind() == chess.Dropping && !x.facts.rules.Disguise:
		x.add(Clause{Cause: DropsWithCheck, Pieces: []chess.Role{x.move.Role()}})
	case x.facts.rules.Disguise: // what pieces can do is not known to those who see them
	default:
		if pieces := forked(p, at, king); len(pieces) > 1 {
			x.add(Clause{Cause: Forks, Pieces: pieces})
		} else if role := pinned(p, at, king); role != chess.NoRole {
			x.add(Clause{Cause: Pins, Pieces: []chess.Role{role}})
		}
	}
}

// forked lists what the piece on at attacks that its owner would like to take:
// the king, pieces worth more, and pieces that nobody guards. p is the position after
// the move. A piece that can be taken for nothing forks nothing.
func forked(p *chess.Position, at, king chess.Square) []chess.Role {
	us := p.At(at).Color()
	them, occ := us.Other(), p.Occupied()
	own := p.RoleAt(at)
	guards := p.Attackers(at, occ)
	for hit := guards & p.Side(them); hit != 0; {
		r := p.RoleAt(hit.Pop())
		if guards&p.Side(us) == 0 || r != chess.King && pieceWorth[r] < pieceWorth[own] {
			return nil
		}
	}
	var pieces []chess.Role
	for hit := p.AttacksFrom(at) & p.Side(them); hit != 0; {
		sq := hit.Pop()
		r := p.RoleAt(sq)
		switch {
		case sq == king:
		case r == chess.Pawn || r == chess.King:
			continue
		case pieceWorth[r] > pieceWorth[own]+50:
		case p.Attackers(sq, occ)&p.Side(them) == 0:
		default:
			continue
		}
		pieces = append(pieces, r)
	}
	sortPieces(pieces)
	return pieces
}

// pinned is the role of the piece that the one on at pins to the king.
func pinned(p *chess.Position, at, king chess.Square) chess.Role {
	if king == chess.NoSquare {
		return chess.NoRole
	}
	straight := at.File() == king.File() || at.Rank() == king.Rank()
	switch p.RoleAt(at) {
	case chess.Queen:
	case chess.Rook:
		if !straight {
			return chess.NoRole
		}
	case chess.Bishop:
		if straight {
			return chess.NoRole
		}
	default:
		return chess.NoRole
	}
	between := chess.Between(at, king) & p.Occupied()
	if between == 0 || between.Several() {
		return chess.NoRole
	}
	sq := between.First()
	if pc := p.At(sq); pc.Color() != p.At(king).Color() || pc.Role() == chess.Pawn {
		return chess.NoRole
	}
	return p.RoleAt(sq)
}

const (
	threatDepth = 4       // plies: a win in two moves and what follows
	threatNodes = 8000    // on the 8×8 board
	otherNodes  = 1000    // on others, which are slower
	threatHash  = 1 << 18 // bytes
	soon        = 2       // moves: a win that can be called a threat
	threatGain  = 180     // centipawns that are worth a threat
)

// winSoon looks for a win in at most two moves of the side to move.
func winSoon(b chess.Board) (n int, why chess.Reason) {
	e := ai.New(ai.Grandmaster, ai.Balanced, 1)
	e.SetHash(threatHash)
	nodes := uint64(threatNodes)
	if _, ok := b.(chess.Positioned); !ok {
		nodes = otherNodes
	}
	c, err := e.Choose(context.Background(), b, ai.Limit{Depth: threatDepth, Nodes: nodes})
	if err != nil || c.Mate <= 0 || c.Mate > soon {
		return oneMoveWin(b)
	}
	x := explainer{b: b, move: c.Move, line: ai.Line{Move: c.Move, PV: c.PV}}
	return c.Mate, x.lineEnd()
}

// oneMoveWin looks for a move that ends the game at once: the only legal move
// of a position is not searched.
func oneMoveWin(b chess.Board) (int, chess.Reason) {
	us := b.Turn()
	for _, m := range b.Moves(nil) {
		b.Make(m)
		o := b.Outcome()
		b.Undo()
		if c, ok := o.Winner(); ok && c == us {
			return 1, o.Reason
		}
	}
	return 0, chess.NoReason
}

// threats compares the position with what would happen if a side stood still:
// the mover now, the opponent after the move.
func (x *explainer) threats() {
	if !x.facts.passThreatens {
		return
	}
	if len(x.b.Checked()) == 0 && x.line.Mate == 0 {
		x.prevents()
	}
	if !x.full() && x.line.Mate == 0 {
		x.threatens()
	}
}

// prevents tells what the opponent would do if the mover did nothing.
func (x *explainer) prevents() {
	before := countPieces(x.b)
	first := x.facts.balance(before, x.side)
	x.b.Make(chess.Pass)
	defer x.b.Undo()
	if x.b.Outcome().Over() {
		return
	}
	if n, why := winSoon(x.b); n > 0 {
		x.add(Clause{Cause: PreventsWin, N: n, Reason: why})
		return
	}
	if x.has(WinsPieces) || x.has(WinsBack) || x.has(WinsExchange) || x.has(LosesLeast) || x.has(Sacrifices) || x.facts.rules.Disguise {
		return
	}
	score, after := x.facts.quiesce(x.b)
	if score.Decisive() || score+first < threatGain {
		return
	}
	won, given := x.facts.changes(before, after, x.side.Other())
	if len(won) == 0 || len(given) > 0 && pieceWorth[given[0]] >= pieceWorth[won[0]] {
		return
	}
	if x.stillLost(won[0]) || x.lostInLine(won[:min(len(won), 2)]) {
		return
	}
	if x.roleMoved() == won[0] {
		x.add(Clause{Cause: SavesPiece, Pieces: won[:1]})
	} else {
		x.add(Clause{Cause: SavesPieces, Pieces: won[:min(len(won), 2)]})
	}
}

// lostInLine reports whether the line gives up one of some pieces after all. It is asked
// with a pass on the board.
func (x *explainer) lostInLine(pieces []chess.Role) bool {
	x.b.Undo()
	defer x.b.Make(chess.Pass)
	_, given := x.facts.changes(countPieces(x.b), x.end.pieces, x.side)
	return x.end.plies > 0 && slices.ContainsFunc(pieces, func(r chess.Role) bool { return slices.Contains(given, r) })
}

// stillLost reports whether the opponent wins a piece of that role after the move
// too, so that the move has not saved it. It is asked with a pass on the board.
func (x *explainer) stillLost(r chess.Role) bool {
	x.b.Undo()
	defer x.b.Make(chess.Pass)
	x.b.Make(x.move)
	defer x.b.Undo()
	if x.b.Outcome().Over() {
		return false
	}
	before := countPieces(x.b)
	first := x.facts.balance(before, x.side.Other())
	score, after := x.facts.quiesce(x.b)
	if score.Decisive() || score-first < threatGain {
		return false
	}
	won, _ := x.facts.changes(before, after, x.side.Other())
	return slices.Contains(won, r)
}

// threatens tells what the mover would do next if the opponent did nothing.
func (x *explainer) threatens() {
	was, _ := x.facts.quiesce(x.b)
	was -= x.facts.balance(countPieces(x.b), x.side)
	x.b.Make(x.move)
	defer x.b.Undo()
	if x.b.Outcome().Over() || len(x.b.Checked()) > 0 {
		return
	}
	before := countPieces(x.b)
	first := x.facts.balance(before, x.side)
	x.b.Make(chess.Pass)
	defer x.b.Undo()
	if x.b.Outcome().Over() {
		return
	}
	if n, why := winSoon(x.b); n > 0 {
		x.add(Clause{Cause: ThreatensWin, N: n, Reason: why})
		return
	}
	if len(x.clauses) > 0 || x.facts.rules.Disguise {
		return
	}
	score, after := x.facts.quiesce(x.b)
	if score.Decisive() || score-first < threatGain || score-first < was+threatGain {
		return
	}
	if won, given := x.facts.changes(before, after, x.side); len(won) > 0 && len(given) == 0 {
		x.add(Clause{Cause: ThreatensPieces, Pieces: won[:min(len(won), 2)]})
	}
}

// roleMoved is the role of the piece that moves, NoRole for a drop.
func (x *explainer) roleMoved() chess.Role {
	if x.move.Kind() == chess.Dropping {
		return chess.NoRole
	}
	if pb, ok := x.b.(chess.Positioned); ok {
		return pb.Position().RoleAt(x.move.From())
	}
	if v := x.b.View(chess.Everyone); int(x.move.From()) < len(v.Cells) {
		return v.Cells[x.move.From()].Piece.Role()
	}
	return chess.NoRole
}
