package ai

import "rookery/chess"

// aims values for one side what the game's own goal is about: men in the
// pocket, kings to be blown up or turned, races, hills, checks, kinds of men.
func (e *evaluator) aims(p *chess.Position, c chess.Color) int {
	sum := 0
	if e.t.drops {
		hand := p.Hand(c)
		for r := chess.Pawn; r <= chess.King; r++ {
			sum += int(hand[r]) * e.held[r]
		}
	}
	king, enemy := p.King(c), p.King(c.Other())
	switch {
	case e.t.explode && e.t.goal == chess.Mate && enemy != chess.NoSquare:
		sum += blastThreats(p, c, enemy) * e.taste.attack / 100
	case e.t.convert && enemy != chess.NoSquare && king != chess.NoSquare:
		sum += kingAir(p, c, king)
	}
	switch e.t.goal {
	case chess.Race:
		if king != chess.NoSquare {
			sum += raceValue[king.Rank()]
		}
	case chess.Hill:
		if king != chess.NoSquare {
			file, rank := king.File(), king.Rank()
			far := max(max(3-file, file-4), max(3-rank, rank-4), 0)
			sum += 20 * (3 - far) * (3 - far)
		}
	case chess.ThreeChecks:
		left := p.ChecksLeft(c)
		sum += [4]int{900, 500, 180, 0}[min(left, 3)]
	case chess.Extinct:
		for r := chess.Pawn; r <= chess.King; r++ {
			if !p.Men(c, r).Several() {
				sum -= 60
			}
		}
	}
	return sum
}

// raceValue is what a king on each rank of a race is worth: every step more
// than the last.
var raceValue = [8]int{0, 40, 90, 160, 250, 380, 560, 900}

// blastThreats counts what c could capture next to the enemy king: each such
// capture would end the game.
func blastThreats(p *chess.Position, c chess.Color, king chess.Square) int {
	occ := p.Occupied()
	near := chess.KingAttacks(king) & p.Side(c.Other())
	own := p.Side(c) &^ p.Of(chess.King)
	sum := 0
	for near != 0 {
		if p.Attackers(near.Pop(), occ)&own != 0 {
			sum += 45
		}
	}
	// open lines towards the king's neighbourhood
	ring := chess.KingAttacks(king)
	for men := own & (p.Of(chess.Queen) | p.Of(chess.Rook) | p.Of(chess.Bishop) | p.Of(chess.Knight)); men != 0; {
		sq := men.Pop()
		sum += 5 * (reachOf(p.RoleAt(sq), sq, occ) & ring).Count()
	}
	return sum
}

// kingAir counts against c the squares from which an enemy queen would turn
// its king: open lines are danger where men turn what they attack.
func kingAir(p *chess.Position, c chess.Color, king chess.Square) int {
	occ := p.Occupied()
	open := chess.QueenAttacks(king, occ) &^ occ
	sum := -4 * open.Count()
	enemy := p.Side(c.Other())
	for men := enemy &^ p.Of(chess.Pawn); men != 0; {
		sq := men.Pop()
		sum -= 6 * (reachOf(p.RoleAt(sq), sq, occ) & open).Count()
	}
	return sum
}
