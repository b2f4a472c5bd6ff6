package ai

import "rookery/chess"

// Quiet moves are ordered by how often they refuted the move before: by piece and target (history), by the same
// with these pawns, after the last move, after the own move before it and after the own move before that (continuation
// history), by origin and target, and by the single answer to the last move (counter-move).
// Captures are ordered by piece, target and captured role.

// pieceTo is the index of a moved piece and its target: role·64 + square on the 8×8
// board, the square alone elsewhere.
type pieceTo uint16

const pieceToSize = 512

// histories is what one thread learns of moves while it searches. It lasts from one
// search to the next within a game; no other thread sees it.
type histories struct {
	quiet        [2][pieceToSize]int16
	pawns        [pawnHistorySize][2][pieceToSize]int16
	fromTo       [2][64 * 64]int16 // squares beyond 63, of other boards, share the places
	noisy        [2][pieceToSize][8]int16
	continuation [pieceToSize][pieceToSize]int16 // after the last move, and after the two own ones before it
	counter      [pieceToSize]chess.Move
	// corrections is what evaluations were wrong by, for the side to move: keyed by the
	// pawns, by the other pieces of either side, and by the last move. Against pawns
	// alone, together with ProbCut: 54.5 % of 600 games of chess.
	corrections [2]struct {
		pawns, white, black [correctionSize]int16
		last                [pieceToSize]int16
	}
}

const (
	historyMax      = 1 << 14 // of an entry; the sum of five fits the orders of scores
	pawnHistorySize = 1 << 8
	correctionSize  = 1 << keyBits
	// correctionGrain is the parts of a centipawn in which errors are kept, so that
	// small ones add up; correctionMax fits an int16.
	correctionGrain = 128
	correctionMax   = 48 * correctionGrain
)

// addBonus moves an entry by bonus, the less the nearer it is to historyMax, which it
// never passes.
func addBonus(h *int16, bonus int) {
	v := int(*h)
	*h = int16(v + bonus - v*abs(bonus)/historyMax)
}

// pieceToOf is for an m that can be played on g.
func pieceToOf(g searchBoard, m chess.Move) pieceTo {
	return pieceTo(g.movedRole(m)<<6|int(m.To())) & (pieceToSize - 1)
}

// quietHistory is the parts of histories that tell of the quiet moves of one node.
type quietHistory struct {
	moved, pawns       *[pieceToSize]int16
	last, own, ownLast *[pieceToSize]int16 // after the last move, the own one before it, and the own one before that
	fromTo             *[64 * 64]int16
}

func (s *search) quietHistory(ply int) quietHistory {
	turn := s.board.turn()
	after := func(ply int) *[pieceToSize]int16 {
		return &s.hist.continuation[s.frames[max(0, ply)].last] // at the root none is known
	}
	return quietHistory{
		moved: &s.hist.quiet[turn], pawns: &s.hist.pawns[s.board.pawnKey()&(pawnHistorySize-1)][turn], fromTo: &s.hist.fromTo[turn],
		last: after(ply), own: after(ply - 1), ownLast: after(ply - 3),
	}
}

// fromToOf is the index of the origin and the target of m. A drop has its target for both.
func fromToOf(m chess.Move) int { return int(m.From())&63<<6 | int(m.To())&63 }

// value is what is known of m, whose piece and target are t. By pawns and by the own move before the last one counts half.
func (h *quietHistory) value(m chess.Move, t pieceTo) int {
	return int(h.moved[t]) + int(h.last[t]) + int(h.own[t]) + int(h.fromTo[fromToOf(m)]) + (int(h.pawns[t])+int(h.ownLast[t]))/2
}

// add moves all parts by bonus, the last by half of it.
func (h *quietHistory) add(m chess.Move, t pieceTo, bonus int) {
	for _, part := range [...]*int16{&h.moved[t], &h.pawns[t], &h.last[t], &h.own[t], &h.fromTo[fromToOf(m)]} {
		addBonus(part, bonus)
	}
	addBonus(&h.ownLast[t], bonus/2)
}

// noPieceTo stands where there is no move before: at the root, after a null move. There is a history of what comes
// after it, too.
const noPieceTo = pieceTo(0)

// updateHistories rewards m, which refuted the last move, and punishes the moves that
// were tried before it. A deeper refutation counts more.
func (s *search) updateHistories(ply int, m chess.Move, noisy bool, depth int) {
	f := &s.frames[ply]
	turn := s.board.turn()
	// An eighth of historyMax at most, so that no one refutation decides the order: addBonus
	// then remembers about the last eight.
	bonus := min(250*depth-100, 2200)
	if !noisy {
		if f.killers[0] != m {
			f.killers[1], f.killers[0] = f.killers[0], m
		}
		if f.last != noPieceTo {
			s.hist.counter[f.last] = m
		}
		f.quiet.add(m, pieceToOf(s.board, m), bonus)
		for _, q := range f.triedQuiets[:f.nTriedQuiets] {
			if q != m {
				f.quiet.add(q, pieceToOf(s.board, q), -bonus*s.traits.malusPercent/100)
			}
		}
	} else {
		addBonus(&s.hist.noisy[turn][pieceToOf(s.board, m)][s.board.capturedRole(m)&7], bonus)
	}
	for _, c := range f.triedNoisies[:f.nTriedNoisies] {
		if c != m {
			addBonus(&s.hist.noisy[turn][pieceToOf(s.board, c)][s.board.capturedRole(c)&7], -bonus)
		}
	}
}

func (s *search) correctionEntries(ply int) [4]*int16 {
	c := &s.hist.corrections[s.board.turn()]
	return [4]*int16{
		&c.pawns[s.board.pawnKey()&(correctionSize-1)],
		&c.white[s.board.pieceKey(chess.White)&(correctionSize-1)],
		&c.black[s.board.pieceKey(chess.Black)&(correctionSize-1)],
		&c.last[s.frames[ply].last],
	}
}

// correction is what evaluations of positions like this one were recently wrong by, in
// centipawns.
func (s *search) correction(ply int) int {
	sum := 0
	for _, e := range s.correctionEntries(ply) {
		sum += int(*e)
	}
	return sum / correctionGrain
}

// updateCorrections learns that the position at ply was evaluated at static, correction
// included, and proved to be score. Each entry takes a share of what is left of the
// error; together they settle at four fifths of it.
func (s *search) updateCorrections(ply, static, score, depth int) {
	weight := min(depth+1, 16) // of 256: deep searches know better, and none more than a sixteenth
	// more than four pawns is a tactic, not an error of the evaluation
	miss := max(-400, min(400, score-static)) * correctionGrain * weight
	for _, e := range s.correctionEntries(ply) {
		v := (int(*e)*(256-weight) + miss) / 256
		*e = int16(max(-correctionMax, min(correctionMax, v)))
	}
}
