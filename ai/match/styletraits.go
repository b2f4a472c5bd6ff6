package match

import "rookery/chess"

// StyleTraits is what one side did in one game after the opening, as far as a style
// shows in it.
type styleTraits struct {
	Moves    int     // that it made
	Attacks  float64 // on the squares of the enemy king and around it, after each of its moves, on average
	Storm    float64 // pawn moves into the enemy half on the enemy king's file or beside it, for 40 moves
	Exchange int     // captures by its move 20 that were answered by a capture on the same square
	// Sacrifice is the ply, counted from 1 at the start of the game, by which
	// it first gave material without need that it had not won back four plies
	// later; 0 when it never did.
	Sacrifice int
}

// exchangeMoves is until which move of the game exchanges are counted.
const exchangeMoves = 20

// ObserveStyle tells what both sides of a game did after its first plies, which were
// an opening. ok is false where the game has no king to attack or material is
// not what counts, and on boards that are not 8×8.
func ObserveStyle(g *chess.Game, opening int) (sides [2]styleTraits, ok bool) {
	r := g.Rules()
	start, positioned := g.BoardAt(0).(chess.Positioned)
	if !positioned || r.Royalty == chess.Commoner || r.Forced {
		return sides, false
	}
	moves := g.Moves()
	path := make([]chess.Position, len(moves)+1)
	path[0] = *start.Position()
	for i, m := range moves {
		path[i].Apply(m, &path[i+1])
	}
	for i := opening; i < len(moves); i++ {
		us := path[i].Turn()
		h := &sides[us]
		h.Moves++
		h.Attacks += float64(attacks(&path[i+1], us))
		if isPawnStorm(&path[i], moves[i]) {
			h.Storm++
		}
		if i < 2*exchangeMoves && i+1 < len(moves) && exchanged(moves[i], moves[i+1]) {
			h.Exchange++
		}
		if h.Sacrifice == 0 && sacrificed(path, i, g.Outcome()) {
			h.Sacrifice = i + 1
		}
	}
	for side := range sides {
		if h := &sides[side]; h.Moves > 0 {
			h.Attacks /= float64(h.Moves)
			h.Storm *= 40 / float64(h.Moves)
		}
	}
	return sides, true
}

// attacks counts how often the pieces of us attack the enemy king's square and
// those around it: a piece counts once for each square.
func attacks(p *chess.Position, us chess.Color) int {
	king := p.King(us.Other())
	if king == chess.NoSquare {
		return 0
	}
	n := 0
	for zone := chess.KingAttacks(king) | chess.Bit(king); zone != 0; {
		n += (p.Attackers(zone.Pop(), p.Occupied()) & p.Side(us)).Count()
	}
	return n
}

// isPawnStorm reports whether m takes a pawn into the enemy half, before the enemy king.
func isPawnStorm(p *chess.Position, m chess.Move) bool {
	us := p.Turn()
	king := p.King(us.Other())
	if king == chess.NoSquare || m.Kind() == chess.Dropping || p.RoleAt(m.From()) != chess.Pawn {
		return false
	}
	rank := m.To().Rank()
	if us == chess.Black {
		rank = 7 - rank
	}
	apart := m.To().File() - king.File()
	return rank >= 4 && -1 <= apart && apart <= 1
}

func exchanged(m, reply chess.Move) bool {
	return m.IsCapture() && reply.IsCapture() && m.To() == reply.To()
}

// recaptureWindow is how many plies a side has to win back what it gave.
const recaptureWindow = 4

// sacrificed reports whether the move at index i of a path gave material: the
// reply took it, four plies after the move it was not won back, nor at any time
// between, and another move would have kept it. Where the game ends before, the
// side that gave must have won.
func sacrificed(path []chess.Position, i int, end chess.Outcome) bool {
	us := path[i].Turn()
	before := balance(&path[i], us)
	last := min(i+1+recaptureWindow, len(path)-1)
	if last < i+2 {
		return false
	}
	for k := i + 2; k <= last; k++ {
		if balance(&path[k], us) >= before {
			return false
		}
	}
	if last < i+1+recaptureWindow {
		if winner, won := end.Winner(); !won || winner != us {
			return false
		}
	}
	return couldKeep(&path[i], before)
}

var pawnUnits = [...]int{chess.Pawn: 1, chess.Knight: 3, chess.Bishop: 3, chess.Rook: 5, chess.Queen: 9, chess.King: 0}

// balance is the material of us less that of the enemy, pockets included.
func balance(p *chess.Position, us chess.Color) int {
	n := 0
	for role := chess.Pawn; role <= chess.Queen; role++ {
		ours, theirs := p.Pieces(us, role).Count(), p.Pieces(us.Other(), role).Count()
		ours += int(p.Pocket(us)[role])
		theirs += int(p.Pocket(us.Other())[role])
		n += pawnUnits[role] * (ours - theirs)
	}
	return n
}

// couldKeep reports whether the side to move has a move after which the exchanges
// leave it with at least want.
func couldKeep(p *chess.Position, want int) bool {
	var next chess.Position
	us := p.Turn()
	for _, m := range p.AppendMoves(nil) {
		p.Apply(m, &next)
		if end := next.VariantEnd(); end.Over() {
			if winner, won := end.Winner(); won && winner == us {
				return true
			}
			continue
		}
		if -quiesce(&next, -want, 1-want, recaptureWindow) >= want {
			return true
		}
	}
	return false
}

// quiesce is the material of the side to move when both go on taking as long as
// it pays, within alpha and beta, at most depth plies deep.
func quiesce(p *chess.Position, alpha, beta, depth int) int {
	best := balance(p, p.Turn())
	if best >= beta || depth == 0 {
		return best
	}
	var next chess.Position
	for _, m := range p.AppendNoisy(nil) {
		p.Apply(m, &next)
		v := 0
		if next.VariantEnd().Over() {
			v = 1000 // a king was taken or blown up
			if w, won := next.VariantEnd().Winner(); won && w != p.Turn() {
				v = -1000
			}
		} else {
			v = -quiesce(&next, -beta, -max(alpha, best), depth-1)
		}
		if best = max(best, v); best >= beta {
			break
		}
	}
	return best
}
