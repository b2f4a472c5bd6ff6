package ai

import "rookery/chess"

// evaluator values positions for the side to move, in centipawns, by the axes
// of the rules. Its weights are derived once for a game.
type evaluator struct {
	t     traits
	taste taste
	value [8]pair // of a man on the board
	held  [8]int  // of a man in the pocket
}

// newEvaluator derives the weights of a game.
func newEvaluator(t traits, s Style) *evaluator {
	e := &evaluator{t: t, taste: s.taste()}
	e.value = [8]pair{
		chess.Pawn: both(85, 105), chess.Knight: both(325, 300), chess.Bishop: both(335, 320),
		chess.Rook: both(480, 530), chess.Queen: both(980, 960),
	}
	switch {
	case t.goal == chess.LoseAll:
		e.value = [8]pair{
			chess.Pawn: both(-60, -60), chess.Knight: both(-70, -90), chess.Bishop: both(-90, -110),
			chess.Rook: both(-80, -70), chess.Queen: both(-110, -60), chess.King: both(-50, -40),
		}
	case t.goal == chess.BareOrMated:
		for r := range e.value {
			e.value[r] = both(-e.value[r].middle()/3, -e.value[r].end()/3)
		}
	case t.goal == chess.TakeAll:
		e.value[chess.King] = both(300, 330)
	case t.goal == chess.Extinct:
		e.value[chess.King] = both(400, 400)
	case t.explode:
		e.value[chess.Pawn] = both(110, 130)
		e.value[chess.Knight] = both(260, 260)
		e.value[chess.Bishop] = both(270, 290)
	case t.convert:
		for r := range e.value { // men come and go: each counts for less
			e.value[r] = both(e.value[r].middle()/2, e.value[r].end()/2)
		}
	}
	if t.drops {
		sign := 1
		if e.value[chess.Queen].middle() < 0 {
			sign = -1
		}
		e.held = [8]int{
			chess.Pawn: 130 * sign, chess.Knight: 330 * sign, chess.Bishop: 320 * sign,
			chess.Rook: 420 * sign, chess.Queen: 900 * sign, chess.King: 300 * sign,
		}
	}
	return e
}

// phases counts how far a game is from its ending: 24 with all men.
var phases = [8]int{chess.Knight: 1, chess.Bishop: 1, chess.Rook: 2, chess.Queen: 4}

// eval is the value of p for the side to move.
func (e *evaluator) eval(p *chess.Position) int {
	us := p.Turn()
	score := e.side(p, us) - e.side(p, us.Other())
	phase := 0
	for r := chess.Knight; r <= chess.Queen; r++ {
		phase += p.Of(r).Count() * phases[r]
	}
	phase = min(phase, 24)
	total := (score.middle()*phase + score.end()*(24-phase)) / 24
	total += e.aims(p, us) - e.aims(p, us.Other())
	return max(-decided+1, min(decided-1, total+8))
}

// side adds up what one side has on the board.
func (e *evaluator) side(p *chess.Position, c chess.Color) pair {
	var sum pair
	losing := e.t.goal == chess.LoseAll || e.t.goal == chess.BareOrMated
	occ, own := p.Occupied(), p.Side(c)
	zone := chess.Bitboard(0)
	if k := p.King(c.Other()); k != chess.NoSquare {
		zone = chess.KingAttacks(k) | chess.Bit(k)
	}
	attackers, hits := 0, 0
	for r := chess.Pawn; r <= chess.King; r++ {
		for men := p.Men(c, r); men != 0; {
			sq := men.Pop()
			sum += e.value[r]
			if !losing {
				sum += places[c][r][sq]
			}
			if r == chess.Pawn {
				if !losing {
					sum += pawn(p, c, sq).percent(e.taste.advance)
				}
				continue
			}
			reach := reachOf(r, sq, occ)
			free := (reach &^ own).Count()
			sum += both(mobility[r]*free, mobility[r]*free)
			if in := (reach & zone).Count(); in > 0 && r != chess.King {
				attackers++
				hits += in * assault[r]
			}
		}
	}
	if p.Men(c, chess.Bishop).Several() && !losing {
		sum += both(25, 45)
	}
	if e.t.hunted && attackers > 0 {
		danger := hits * min(attackers, 4) / 2
		if e.t.drops {
			danger *= 2
		}
		sum += both(danger*e.taste.attack/100, 0)
	}
	if e.t.hunted {
		sum += both(shelter(p, c)*e.taste.shelter/100, 0)
	}
	return sum
}

// mobility is what a reached square is worth by role, assault what one next to
// the enemy king is.
var (
	mobility = [8]int{chess.Knight: 4, chess.Bishop: 5, chess.Rook: 3, chess.Queen: 2, chess.King: 0}
	assault  = [8]int{chess.Knight: 7, chess.Bishop: 6, chess.Rook: 9, chess.Queen: 12}
)

// reachOf is where a man that is no pawn could go.
func reachOf(r chess.Role, sq chess.Square, occ chess.Bitboard) chess.Bitboard {
	switch r {
	case chess.Knight:
		return chess.KnightAttacks(sq)
	case chess.Bishop:
		return chess.BishopAttacks(sq, occ)
	case chess.Rook:
		return chess.RookAttacks(sq, occ)
	case chess.Queen:
		return chess.QueenAttacks(sq, occ)
	}
	return chess.KingAttacks(sq)
}

// places is placed for every man on every square.
var places = func() (t [2][chess.King + 1][64]pair) {
	for c := range chess.Color(2) {
		for r := chess.Pawn; r <= chess.King; r++ {
			for sq := range chess.Square(64) {
				t[c][r][sq] = placed(r, c, sq)
			}
		}
	}
	return t
}()

// placed values the square of a man: the centre, ground gained, kings at home
// while there are queens and in the middle when they are gone.
func placed(r chess.Role, c chess.Color, sq chess.Square) pair {
	file, rank := sq.File(), sq.Rank()
	if c == chess.Black {
		rank = 7 - rank
	}
	centre := 6 - (abs(2*file-7)+abs(2*rank-7))/2 // 5 in the middle, −1 in the corner
	switch r {
	case chess.Pawn:
		middle := 3 * rank
		if file == 3 || file == 4 {
			middle += 6 * min(rank, 4)
		}
		return both(middle, 6*rank)
	case chess.Knight:
		return both(8*centre-20, 6*centre-14)
	case chess.Bishop:
		return both(5*centre-10, 3*centre-6)
	case chess.Rook:
		if rank == 6 {
			return both(15, 20)
		}
		return both(2*centre-4, 0)
	case chess.Queen:
		return both(centre-3, 4*centre-8)
	case chess.King:
		home := -14 * rank
		if file < 3 || file > 5 {
			home += 22
		}
		return both(home, 9*centre-18)
	}
	return 0
}

func abs(n int) int { return max(n, -n) }

// pawn values passed, isolated and doubled pawns.
func pawn(p *chess.Position, c chess.Color, sq chess.Square) pair {
	file, rank := sq.File(), sq.Rank()
	ahead, files, beside := fileMask(file), fileMask(file), chess.Bitboard(0)
	if file > 0 {
		beside |= fileMask(file - 1)
	}
	if file < 7 {
		beside |= fileMask(file + 1)
	}
	front := ^chess.Bitboard(0) << (8 * (rank + 1))
	if rank == 7 {
		front = 0
	}
	gained := rank
	if c == chess.Black {
		front = chess.Bitboard(1)<<(8*rank) - 1
		gained = 7 - rank
	}
	var sum pair
	if p.Men(c.Other(), chess.Pawn)&(ahead|beside)&front == 0 {
		sum += both(gained*gained*2, gained*gained*5)
	}
	if p.Men(c, chess.Pawn)&beside == 0 {
		sum -= both(10, 14)
	}
	if p.Men(c, chess.Pawn)&files&front != 0 {
		sum -= both(8, 16)
	}
	return sum
}

func fileMask(file int) chess.Bitboard { return 0x0101010101010101 << file }

// shelter counts the pawns before the own king.
func shelter(p *chess.Position, c chess.Color) int {
	k := p.King(c)
	if k == chess.NoSquare {
		return 0
	}
	return 9 * (chess.KingAttacks(k) & p.Men(c, chess.Pawn)).Count()
}
