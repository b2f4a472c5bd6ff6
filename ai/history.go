package ai

import "rookery/chess"

// Quiet moves are ordered by how often they refuted what was tried against
// them: by the man and its target (history), by the same after the last move
// and after the own move before it (continuation history), and by the single
// answer to the last move (counter-move). Captures are by man, target and
// captive.

// track is the index of a moved man on its target: role·64 + square on the 8×8
// board, the square alone elsewhere. It fits a table of 512.
type track uint16

const tracks = 512

// memory is what one thread learns of moves while it searches. It is kept from
// one search to the next within a game.
type memory struct {
	quiet   [2][tracks]int16
	noisy   [2][tracks][8]int16
	follow  [tracks][tracks]int16 // after the move before, and the own one before that
	counter [tracks]chess.Move
	// corrected is what evaluations were wrong by, for the side to move: by the
	// pawns, by the other men of either side, and by the last move.
	corrected [2]struct {
		pawns, white, black [correctionSize]int16
		last                [tracks]int16
	}
}

const (
	historyMax     = 1 << 14
	correctionSize = 1 << keyBits
	// correctionGrain is how finely errors of the evaluation are kept, in
	// parts of a centipawn.
	correctionGrain = 128
	correctionMax   = 48 * correctionGrain
)

// learn moves an entry by bonus; it sinks towards its limit, so that it never
// runs over.
func learn(h *int16, bonus int) {
	v := int(*h)
	*h = int16(v + bonus - v*abs(bonus)/historyMax)
}

// trackOf is the track of m, which must be playable on g.
func trackOf(g ground, m chess.Move) track {
	return track(g.man(m)<<6|int(m.To())) & (tracks - 1)
}

// quietValue is how good the quiet move of a track looked before, at ply.
func (s *search) quietValue(ply int, turn chess.Color, t track) int {
	h := int(s.mem.quiet[turn][t])
	if f := &s.frames[ply]; f.before != noTrack {
		h += int(s.mem.follow[f.before][t])
	}
	if ply > 0 {
		if f := &s.frames[ply-1]; f.before != noTrack {
			h += int(s.mem.follow[f.before][t])
		}
	}
	return h
}

// noTrack stands where there was no move before: at the root, after a pass.
const noTrack = track(0)

// reward remembers the move that refuted the last one, and that those tried
// before it did not.
func (s *search) reward(ply int, m chess.Move, noisy bool, depth int) {
	f := &s.frames[ply]
	turn := s.g.turn()
	bonus := min(32*depth*depth+64*depth, 1600)
	if !noisy {
		if f.killers[0] != m {
			f.killers[1], f.killers[0] = f.killers[0], m
		}
		if f.before != noTrack {
			s.mem.counter[f.before] = m
		}
		s.credit(ply, turn, trackOf(s.g, m), bonus)
		for _, q := range f.quiets[:f.nQuiets] {
			if q != m {
				s.credit(ply, turn, trackOf(s.g, q), -bonus)
			}
		}
	} else {
		learn(&s.mem.noisy[turn][trackOf(s.g, m)][s.g.prize(m)&7], bonus)
	}
	for _, c := range f.noisies[:f.nNoisies] {
		if c != m {
			learn(&s.mem.noisy[turn][trackOf(s.g, c)][s.g.prize(c)&7], -bonus)
		}
	}
}

// credit changes all histories of one quiet move.
func (s *search) credit(ply int, turn chess.Color, t track, bonus int) {
	learn(&s.mem.quiet[turn][t], bonus)
	if b := s.frames[ply].before; b != noTrack {
		learn(&s.mem.follow[b][t], bonus)
	}
	if ply > 0 {
		if b := s.frames[ply-1].before; b != noTrack {
			learn(&s.mem.follow[b][t], bonus)
		}
	}
}

// lessons are the places of the present position's corrections.
func (s *search) lessons(ply int) [4]*int16 {
	c := &s.mem.corrected[s.g.turn()]
	return [4]*int16{
		&c.pawns[s.g.pawns()&(correctionSize-1)],
		&c.white[s.g.force(chess.White)&(correctionSize-1)],
		&c.black[s.g.force(chess.Black)&(correctionSize-1)],
		&c.last[s.frames[ply].before],
	}
}

// correction is what evaluations of positions like this were wrong by lately,
// in centipawns.
func (s *search) correction(ply int) int {
	sum := 0
	for _, e := range s.lessons(ply) {
		sum += int(*e)
	}
	return sum / correctionGrain
}

// correct learns that the position at ply was valued at static, with its
// correction, and proved to be score. Each lesson takes what is left of the
// error, so that together they settle at four fifths of it.
func (s *search) correct(ply, static, score, depth int) {
	weight := min(depth+1, 16)
	miss := max(-400, min(400, score-static)) * correctionGrain * weight
	for _, e := range s.lessons(ply) {
		v := (int(*e)*(256-weight) + miss) / 256
		*e = int16(max(-correctionMax, min(correctionMax, v)))
	}
}
