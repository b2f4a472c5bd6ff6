package ai

import (
	"context"
	"slices"

	"rookery/chess"
)

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
	levels := Levels()
	e := New(levels[len(levels)-1], Balanced, 1)
	e.SetHash(threatHash)
	nodes := uint64(threatNodes)
	if _, ok := b.(chess.Positioned); !ok {
		nodes = otherNodes
	}
	c, err := e.Choose(context.Background(), b, Limit{Depth: threatDepth, Nodes: nodes})
	if err != nil || c.Mate <= 0 || c.Mate > soon {
		return oneMoveWin(b)
	}
	x := explainer{b: b, m: c.Move, line: Line{Move: c.Move, PV: c.PV}}
	return c.Mate, x.endOfLine()
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
	if !x.gist.passable {
		return
	}
	if len(x.b.Checked()) == 0 && x.line.Mate == 0 {
		x.averted()
	}
	if !x.full() && x.line.Mate == 0 {
		x.threatened()
	}
}

// averted tells what the opponent would do if the mover did nothing.
func (x *explainer) averted() {
	before := tallyOf(x.b)
	first := x.gist.worth(before, x.us)
	x.b.Make(chess.Pass)
	defer x.b.Undo()
	if x.b.Outcome().Over() {
		return
	}
	if n, why := winSoon(x.b); n > 0 {
		x.add(Clause{Cause: PreventsWin, N: n, Reason: why})
		return
	}
	if x.has(WinsMen) || x.has(WinsBack) || x.has(WinsExchange) || x.has(LosesLeast) || x.has(Sacrifices) || x.gist.rules.Disguise {
		return
	}
	score, after := x.gist.settle(x.b)
	if abs(score) >= decided || score+first < threatGain {
		return
	}
	won, given := x.gist.balanceOf(before, after, x.us.Other())
	if len(won) == 0 || len(given) > 0 && worthOf[given[0]] >= worthOf[won[0]] {
		return
	}
	if x.stillLost(won[0]) {
		return
	}
	if x.roleMoved() == won[0] {
		x.add(Clause{Cause: SavesMan, Men: won[:1]})
	} else {
		x.add(Clause{Cause: SavesMen, Men: won[:min(len(won), 2)]})
	}
}

// stillLost tells whether the opponent wins a man of that role after the move
// too, so that the move has not saved it. It is asked with a pass on the board.
func (x *explainer) stillLost(r chess.Role) bool {
	x.b.Undo()
	defer x.b.Make(chess.Pass)
	x.b.Make(x.m)
	defer x.b.Undo()
	if x.b.Outcome().Over() {
		return false
	}
	before := tallyOf(x.b)
	first := x.gist.worth(before, x.us.Other())
	score, after := x.gist.settle(x.b)
	if abs(score) >= decided || score-first < threatGain {
		return false
	}
	won, _ := x.gist.balanceOf(before, after, x.us.Other())
	return slices.Contains(won, r)
}

// threatened tells what the mover would do next if the opponent did nothing.
func (x *explainer) threatened() {
	was, _ := x.gist.settle(x.b)
	was -= x.gist.worth(tallyOf(x.b), x.us)
	x.b.Make(x.m)
	defer x.b.Undo()
	if x.b.Outcome().Over() || len(x.b.Checked()) > 0 {
		return
	}
	before := tallyOf(x.b)
	first := x.gist.worth(before, x.us)
	x.b.Make(chess.Pass)
	defer x.b.Undo()
	if x.b.Outcome().Over() {
		return
	}
	if n, why := winSoon(x.b); n > 0 {
		x.add(Clause{Cause: ThreatensWin, N: n, Reason: why})
		return
	}
	if len(x.clauses) > 0 || x.gist.rules.Disguise {
		return
	}
	score, after := x.gist.settle(x.b)
	if abs(score) >= decided || score-first < threatGain || score-first < was+threatGain {
		return
	}
	if won, given := x.gist.balanceOf(before, after, x.us); len(won) > 0 && len(given) == 0 {
		x.add(Clause{Cause: ThreatensMen, Men: won[:min(len(won), 2)]})
	}
}

// roleMoved is the role of the man that moves, NoRole for a drop.
func (x *explainer) roleMoved() chess.Role {
	if x.m.Kind() == chess.Dropping {
		return chess.NoRole
	}
	if pb, ok := x.b.(chess.Positioned); ok {
		return pb.Position().RoleAt(x.m.From())
	}
	if v := x.b.View(chess.Everyone); int(x.m.From()) < len(v.Cells) {
		return v.Cells[x.m.From()].Piece.Role()
	}
	return chess.NoRole
}
