package ai

import (
	"slices"

	"rookery/chess"
)

// movePicker hands out the moves of one node, best first, and generates them only when
// they are asked for: the table's move, captures that win or are even, quiet moves with
// the killers in front, captures that lose.
type movePicker struct {
	stage  stage
	first  chess.Move
	quiets bool // quiet moves are wanted
	next   int  // place in the list of the move to look at
	end    int  // of the current stage
	sorted int  // moves before this place are in order
	batch  int  // how many were sorted at once
	bad    int  // losing captures, kept at the front of the list for the end
	// gain of the last capture handed out, in centipawns; 0 for other moves
	gain int
	// forces tells that the last move handed out forces a capture; known where fewMovesBad,
	// and not of the table's move.
	forces bool
}

type stage uint8

const (
	tableMove stage = iota
	makeNoisy
	goodNoisy
	makeQuiet
	quietMoves
	badNoisy
	makeAll
	scoreMoves
	allMoves
	noMoreMoves
)

// Scores where all moves are generated together. Histories stay below killerScore
// and gains below the distance of the others.
const (
	goodNoisyScore = 1 << 24 // captures that win or hold
	killerScore    = 1 << 22
	counterScore   = 1 << 21
	badNoisyScore  = -(1 << 24) // captures that lose
)

func (s *search) startPicker(ply int, first chess.Move, quiets bool) {
	if quiets || !s.board.staged() {
		s.frames[ply].quiet = s.quietHistory(ply)
	}
	p := &s.frames[ply].picker
	*p = movePicker{first: first, quiets: quiets}
	s.moves[ply] = s.moves[ply][:0]
	switch {
	case !s.board.staged():
		p.stage = makeAll
	case first == 0 || !s.board.legal(first):
		p.first, p.stage = 0, makeNoisy
	}
}

// nextMove hands out the next move at ply, 0 when there is none left. Where quietsToo
// is false it leaves out the quiet moves from now on.
func (s *search) nextMove(ply int, quietsToo bool) chess.Move {
	p := &s.frames[ply].picker
	for {
		switch p.stage {
		case tableMove:
			p.stage = makeNoisy
			if p.first != 0 {
				p.gain = 0
				return p.first
			}
		case makeNoisy:
			s.moves[ply] = s.board.noisy(s.moves[ply][:0])
			s.scoreNoisy(ply, 0)
			p.begin(0, len(s.moves[ply]), goodNoisy)
		case goodNoisy:
			for p.next < p.end {
				m := s.best(ply)
				p.next++
				if m == p.first {
					continue
				}
				if p.gain = s.board.gain(m); p.gain < 0 {
					s.moves[ply][p.bad] = m
					s.scores[ply][p.bad] = int32(p.gain)
					p.bad++
					continue
				}
				return m
			}
			p.stage = makeQuiet
		case makeQuiet:
			p.stage = badNoisy
			p.next = 0
			if p.quiets && quietsToo {
				s.moves[ply] = s.board.quiet(s.moves[ply])
				s.scoreQuiet(ply, p.end)
				p.begin(p.end, len(s.moves[ply]), quietMoves)
			}
		case quietMoves:
			for quietsToo && p.next < p.end {
				m := s.best(ply)
				p.next++
				if m != p.first {
					return m
				}
			}
			p.stage, p.next = badNoisy, 0
		case badNoisy:
			if p.next < p.bad {
				m := s.moves[ply][p.next]
				p.gain = int(s.scores[ply][p.next])
				p.next++
				return m
			}
			p.stage = noMoreMoves
		case makeAll:
			s.moves[ply] = s.board.moves(s.moves[ply][:0])
			moves := s.moves[ply]
			p.next, p.end, p.stage = 0, len(moves), scoreMoves
			if i := slices.Index(moves, p.first); i >= 0 { // it often ends the node, so that the others need no score
				moves[0], moves[i] = moves[i], moves[0]
				p.next, p.gain = 1, 0
				return p.first
			}
		case scoreMoves:
			s.scoreAll(ply, p.next)
			p.begin(p.next, p.end, allMoves)
		case allMoves:
			if p.next < p.end {
				m := s.best(ply)
				p.gain = gainFromScore(s.scores[ply][p.next])
				p.forces = s.traits.fewMovesBad && s.scores[ply][p.next]&1 != 0
				p.next++
				return m
			}
			p.stage = noMoreMoves
		case noMoreMoves:
			return 0
		}
	}
}

// begin starts a stage of the moves of [from, end), which have scores.
func (p *movePicker) begin(from, end int, stage stage) {
	p.next, p.end, p.sorted, p.batch, p.stage = from, end, from, 0, stage
}

// best is the best move at ply that was not handed out, brought to the place where the
// picker looks. It sorts one move, then two, then four: most nodes are cut after the first
// few, and where they are not, looking through all moves for each of them costs too much.
func (s *search) best(ply int) chess.Move {
	p := &s.frames[ply].picker
	if p.next >= p.sorted {
		p.batch = max(1, min(2*p.batch, 16))
		p.sorted = min(p.next+p.batch, p.end)
		sortBest(s.moves[ply][p.next:p.end], s.scores[ply][p.next:p.end], p.sorted-p.next)
	}
	return s.moves[ply][p.next]
}

// sortBest brings the best n moves, at least one, to the front, in order: a partial insertion sort.
func sortBest(moves []chess.Move, scores []int32, n int) {
	moves = moves[:len(scores)]
	for i := 1; i < n; i++ {
		insert(moves, scores, i, moves[i], scores[i])
	}
	last := n - 1
	least := scores[last]
	for i := n; i < len(scores); i++ {
		if v := scores[i]; v > least {
			m := moves[i]
			moves[i], scores[i] = moves[last], least
			insert(moves, scores, last, m, v)
			least = scores[last]
		}
	}
}

// insert puts a move with its score in its place among the i before it, which are in order.
func insert(moves []chess.Move, scores []int32, i int, m chess.Move, v int32) {
	for ; i > 0 && scores[i-1] < v; i-- {
		moves[i], scores[i] = moves[i-1], scores[i-1]
	}
	moves[i], scores[i] = m, v
}

func (s *search) growScores(ply int) []int32 {
	n := len(s.moves[ply])
	if cap(s.scores[ply]) < n {
		s.scores[ply] = append(make([]int32, 0, 2*n+64), s.scores[ply]...)
	}
	s.scores[ply] = s.scores[ply][:n]
	return s.scores[ply]
}

// scoreNoisy orders captures by what they take first and by history second.
func (s *search) scoreNoisy(ply, from int) {
	scores, turn := s.growScores(ply), s.board.turn()
	for i, m := range s.moves[ply][from:] {
		prize := s.board.capturedRole(m)
		if !m.IsCapture() {
			prize = 0
		}
		v := 16*exchangeValue[prize&7] + int(s.hist.noisy[turn][pieceToOf(s.board, m)][prize&7])/4
		if m.IsPromotion() {
			v += 16 * exchangeValue[m.Role()]
		}
		if s.traits.explode {
			v = 16*s.board.gain(m) + int(s.hist.noisy[turn][pieceToOf(s.board, m)][prize&7])/4
		}
		scores[from+i] = int32(v)
	}
}

// scoreQuiet orders killers, the counter-move, then the others by history and by what a look at the board tells.
func (s *search) scoreQuiet(ply, from int) {
	scores := s.growScores(ply)
	f := &s.frames[ply]
	counter := s.hist.counter[f.last]
	var look quietLook
	if s.positions != nil {
		look = s.traits.look(s.positions.p())
	}
	for i, m := range s.moves[ply][from:] {
		t := pieceToOf(s.board, m)
		v := f.quiet.value(m, t) + look.bonus(m, t)
		switch m {
		case f.killers[0]:
			v += killerScore + 1
		case f.killers[1]:
			v += killerScore
		case counter:
			v += counterScore
		}
		scores[from+i] = int32(v)
	}
}

// quietLook is what the board tells of quiet moves.
type quietLook struct {
	checks [8]chess.Bitboard // squares from which a piece of a role gives check
	pawns  chess.Bitboard    // squares that enemy pawns attack, where that is bad for a piece
}

// What counts for a move beside its history: that it gives check, and that it leads a piece out of
// the reach of a pawn, or into it.
const (
	checkBonus = 8000
	pawnBonus  = 6000
)

func (t *traits) look(p *chess.Position) (l quietLook) {
	them := p.Turn().Other()
	if k := p.OnlyKing(them); t.royal && k != chess.NoSquare {
		occ := p.Occupied()
		straight, slanted := chess.RookAttacks(k, occ), chess.BishopAttacks(k, occ)
		l.checks = [8]chess.Bitboard{chess.Pawn: pawnAttacks(them, chess.Bit(k)), chess.Knight: chess.PieceAttacks(chess.Knight, k, occ),
			chess.Bishop: slanted, chess.Rook: straight, chess.Queen: straight | slanted}
	}
	if t.staticExchange {
		l.pawns = pawnAttacks(them, p.Pieces(them, chess.Pawn))
	}
	return l
}

func (l *quietLook) bonus(m chess.Move, t pieceTo) (v int) {
	role, to := chess.Role(t>>6), chess.Bit(m.To())
	if l.checks[role]&to != 0 {
		v = checkBonus
	}
	if role == chess.Pawn || role == chess.King || m.Kind() == chess.Dropping {
		return v
	}
	if l.pawns&chess.Bit(m.From()) != 0 {
		v += pawnBonus
	}
	if l.pawns&to != 0 {
		v -= pawnBonus
	}
	return v
}

// scoreAll is for the games whose moves are not generated in stages.
func (s *search) scoreAll(ply, from int) {
	s.scoreQuiet(ply, from)
	scores, turn := s.scores[ply][from:], s.board.turn()
	for i, m := range s.moves[ply][from:] {
		switch {
		case s.traits.fewMovesBad:
			if n, must := s.board.replies(m); n >= 0 { // the lowest bit is movePicker.forces
				scores[i] = (scores[i]/8 - int32(min(n, 40))*400) &^ 1
				if must {
					scores[i]++
				}
			}
		case s.board.isNoisy(m):
			if gain := s.board.gain(m); gain >= 0 {
				scores[i] = int32(goodNoisyScore + gain)
				if s.traits.convert {
					scores[i] += int32(s.hist.noisy[turn][pieceToOf(s.board, m)][0]) / 16
				}
			} else {
				scores[i] = int32(badNoisyScore + gain)
			}
		}
	}
}

// gainFromScore is the gain of a noisy move by its score, 0 for other moves.
func gainFromScore(place int32) int {
	switch {
	case place < badNoisyScore/2:
		return int(place - badNoisyScore)
	case place >= goodNoisyScore:
		return int(place - goodNoisyScore)
	}
	return 0
}
