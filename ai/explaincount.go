package ai

import "rookery/chess"

// tally counts the men of both sides by role, pockets included; towers are
// counted in discs, under NoRole.
type tally [2][chess.King + 1]int

// worthOf is what men are worth when it is told what a line wins. A disc of a
// tower stands under NoRole.
var worthOf = [chess.King + 1]int{chess.NoRole: 60, chess.Pawn: 100, chess.Knight: 300, chess.Bishop: 310, chess.Rook: 500, chess.Queen: 900, chess.King: 350}

// tallyOf counts a board.
func tallyOf(b chess.Board) (t tally) {
	if pb, ok := b.(chess.Positioned); ok {
		p := pb.Position()
		for c := range t {
			hand := p.Hand(chess.Color(c))
			for r := chess.Pawn; r <= chess.King; r++ {
				t[c][r] = p.Men(chess.Color(c), r).Count() + int(hand[r])
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
	for c, hand := range v.Hands {
		for r := chess.Pawn; r <= chess.King; r++ {
			t[c][r] += int(hand[r])
		}
	}
	return t
}

// worth is the balance of a tally for a side, by the goal of the game: where
// losing men is the aim each man is a burden, whatever it can do.
func (g *gist) worth(t tally, us chess.Color) int {
	sum := 0
	for r, n := range t[us] {
		d := n - t[us.Other()][r]
		switch {
		case g.losing:
			sum -= 100 * d
		case chess.Role(r) == chess.King && g.rules.Royalty != chess.Commoner:
		default:
			sum += worthOf[r] * d
		}
	}
	return sum
}

// settler plays out captures, conversions and promotions on a board until
// nothing is left to gain: what a position is worth in men at rest.
type settler struct {
	g    *gist
	b    chess.Board
	left int // positions that may still be looked at
	bufs [settleDepth + 1][]chess.Move
}

const (
	settleDepth = 10
	settleNodes = 3000 // on the 8×8 board
	otherSettle = 300  // on others
)

// settle is the worth of b for its mover and the men that are left then.
func (g *gist) settle(b chess.Board) (int, tally) {
	s := settler{g: g, b: b, left: settleNodes}
	if _, ok := b.(chess.Positioned); !ok {
		s.left = otherSettle
	}
	return s.rest(-infinity, infinity, 0)
}

// rest is a search of noisy moves alone. Where captures are compulsory and
// there is one, no side may stand still.
func (s *settler) rest(alpha, beta, depth int) (int, tally) {
	s.left--
	turn := s.b.Turn()
	best := tallyOf(s.b)
	score := s.g.worth(best, turn)
	if o := s.b.Outcome(); o.Over() {
		return verdict(o, turn, depth), best
	}
	if depth >= settleDepth || s.left <= 0 {
		return score, best
	}
	moves := s.b.Moves(s.bufs[depth][:0])
	s.bufs[depth] = moves
	bound := s.g.rules.Forced && len(moves) > 0 && moves[0].IsCapture()
	if bound {
		score = -infinity
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
		v, t := s.rest(-beta, -alpha, depth+1)
		s.b.Undo()
		if v = -v; v > score {
			score, best = v, t
		}
		if alpha = max(alpha, score); alpha >= beta || s.left <= 0 {
			break
		}
	}
	return score, best
}

// noisy tells whether a move changes the balance of men at once.
func (s *settler) noisy(m chess.Move) bool {
	if m.IsCapture() || m.IsPromotion() {
		return true
	}
	if s.g.rules.Capture != chess.Convert {
		return false
	}
	pb, ok := s.b.(chess.Positioned)
	return ok && pb.Position().Converted(m) != 0
}

// order puts captures of the best men first, on boards that tell them cheaply.
func (s *settler) order(moves []chess.Move) {
	pb, ok := s.b.(chess.Positioned)
	if !ok || s.g.rules.Forced {
		return
	}
	p := pb.Position()
	value := func(m chess.Move) int {
		if !m.IsCapture() {
			return 0
		}
		return 16*worthOf[p.RoleAt(m.To())] + 1000 - worthOf[p.RoleAt(m.From())]
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

// balanceOf lists what a side lost and what the other lost between two
// tallies, the best men first. Men of one kind lost by both are left out, as
// are a knight for a bishop. Where captured men change sides each counts once.
func (g *gist) balanceOf(before, after tally, us chess.Color) (won, given []chess.Role) {
	var d [chess.King + 1]int // by role: how much better we stand
	for r := range d {
		d[r] = after[us][r] - before[us][r] - (after[us.Other()][r] - before[us.Other()][r])
		if g.rules.Pocket != chess.NoPocket || g.rules.Capture == chess.Convert {
			d[r] = (d[r] + signum(d[r])) / 2
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

func signum(n int) int {
	switch {
	case n > 0:
		return 1
	case n < 0:
		return -1
	}
	return 0
}
