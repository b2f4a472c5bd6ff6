package puzzlemaker

import "rookery/chess"

// solution is a line with the positions on its way. Its even moves are the opponent's.
type solution struct {
	p      []*chess.Position // p[i] is before move i; one more at the end
	moves  []chess.Move
	solver chess.Color
	end    chess.Outcome
	gain   float64 // the solver's chance, from -1 to 1
}

// Themes tells what a puzzle is about, in the words of lichess's tables: b is the position
// before the mistake that is the first of the moves, and gain the chance of winning, from -1
// to 1, that the solver has after it. In games whose captures are other than those of
// chess the motifs that rest on captures are left out.
func Themes(b chess.Board, moves []chess.Move, gain float64) []string {
	s := solution{moves: moves, solver: b.Turn().Other(), gain: gain}
	on := b.Clone()
	_, flat := b.(chess.Positioned)
	note := func() {
		if flat {
			p := *on.(chess.Positioned).Position()
			s.p = append(s.p, &p)
		}
	}
	note()
	for _, m := range moves {
		on.Make(m)
		note()
	}
	s.end = on.Outcome()
	themes := s.frame(on)
	r := b.Rules()
	if flat {
		for _, t := range motifs {
			if t.takes && (r.Forced || r.Capture != chess.Take || r.Disguise) || t.mates && s.end.Reason != chess.ByCheckmate {
				continue
			}
			if t.is(&s) {
				themes = append(themes, t.name)
			}
		}
	}
	return themes
}

// frame is what every puzzle has: how long it is, when in the game, how it ends.
func (s *solution) frame(end chess.Board) []string {
	n := len(s.moves) / 2
	themes := []string{[...]string{"oneMove", "oneMove", "short", "long", "veryLong"}[min(n, 4)]}
	winner, won := s.end.Winner()
	switch won = won && winner == s.solver; {
	case won && s.end.Reason == chess.ByCheckmate:
		themes = append(themes, "mate", [...]string{"", "mateIn1", "mateIn2", "mateIn3", "mateIn4", "mateIn5"}[min(n, 5)])
	case won && s.end.Reason == chess.ByExplosion:
		themes = append(themes, "explosion")
	case won:
		themes = append(themes, "goal")
	case s.gain > 0.8:
		themes = append(themes, "crushing")
	case s.gain > 0.35:
		themes = append(themes, "advantage")
	default:
		themes = append(themes, "equality")
	}
	if s.p == nil {
		return themes
	}
	return append(themes, s.phase()...)
}

// phase is when in the game the puzzle stands, and which pieces are left in an ending.
func (s *solution) phase() []string {
	p := s.p[1]
	n := pieces(p)
	switch {
	case n <= 6:
		themes := []string{"endgame"}
		kinds := 0
		for r := chess.Knight; r < chess.King; r++ {
			if p.Of(r) != 0 {
				kinds |= 1 << r
			}
		}
		name, ok := map[int]string{
			0: "pawnEndgame", 1 << chess.Knight: "knightEndgame", 1 << chess.Bishop: "bishopEndgame", 1 << chess.Rook: "rookEndgame",
			1 << chess.Queen: "queenEndgame", 1<<chess.Queen | 1<<chess.Rook: "queenRookEndgame",
		}[kinds]
		if ok {
			themes = append(themes, name)
		}
		return themes
	case n > 10 && p.Fullmove() <= 16 && (p.Side(chess.White)&0xff).Count() >= 4 && (p.Side(chess.Black)>>56).Count() >= 4:
		return []string{"opening"}
	}
	return []string{"middlegame"}
}

// motif is a theme that the moves of a solution may have.
type motif struct {
	name  string
	takes bool // rests on captures as in chess
	mates bool // asked of a checkmate alone
	is    func(*solution) bool
}

var motifs = []motif{
	{"fork", true, false, (*solution).fork},
	{"pin", true, false, (*solution).pin},
	{"skewer", true, false, (*solution).skewer},
	{"discoveredAttack", true, false, (*solution).discoveredAttack},
	{"discoveredCheck", false, false, func(s *solution) bool { return s.any(s.discoversCheck) }},
	{"doubleCheck", false, false, func(s *solution) bool {
		return s.any(func(i int) bool { return s.p[i+1].Checkers().Several() })
	}},
	{"hangingPiece", true, false, (*solution).hangingPiece},
	{"trappedPiece", true, false, (*solution).trappedPiece},
	{"sacrifice", true, false, (*solution).sacrifice},
	{"deflection", true, false, (*solution).deflection},
	{"attraction", true, false, (*solution).attraction},
	{"capturingDefender", true, false, (*solution).capturingDefender},
	{"interference", true, false, (*solution).interference},
	{"intermezzo", true, false, (*solution).intermezzo},
	{"clearance", true, false, (*solution).clearance},
	{"xRayAttack", true, false, (*solution).xRay},
	{"quietMove", false, false, (*solution).quietMove},
	{"defensiveMove", true, false, (*solution).defensiveMove},
	{"advancedPawn", false, false, func(s *solution) bool {
		return s.any(func(i int) bool { return s.role(i) == chess.Pawn && s.height(s.moves[i].To()) >= 5 })
	}},
	{"promotion", false, false, func(s *solution) bool { return s.any(func(i int) bool { return s.moves[i].IsPromotion() }) }},
	{"underPromotion", false, false, func(s *solution) bool {
		return s.any(func(i int) bool { return s.moves[i].IsPromotion() && s.moves[i].Role() != chess.Queen })
	}},
	{"enPassant", false, false, func(s *solution) bool {
		return s.any(func(i int) bool { return s.moves[i].Kind() == chess.EnPassant })
	}},
	{"castling", false, false, func(s *solution) bool {
		return s.any(func(i int) bool { return s.moves[i].Kind() == chess.Castling })
	}},
	{"drop", false, false, func(s *solution) bool {
		return s.any(func(i int) bool { return s.moves[i].Kind() == chess.Dropping })
	}},
	{"exposedKing", true, false, (*solution).exposedKing},
	{"kingsideAttack", true, false, func(s *solution) bool { return s.sideAttack(4, 7) }},
	{"queensideAttack", true, false, func(s *solution) bool { return s.sideAttack(0, 3) }},
	{"attackingF2F7", true, false, (*solution).attacksF2},
	{"zugzwang", true, false, (*solution).zugzwang},

	{"backRankMate", true, true, (*solution).backRankMate},
	{"smotheredMate", true, true, (*solution).smotheredMate},
	{"arabianMate", true, true, (*solution).arabianMate},
	{"anastasiaMate", true, true, (*solution).anastasiaMate},
	{"hookMate", true, true, (*solution).hookMate},
	{"bodenMate", true, true, func(s *solution) bool { return s.bishopsMate(true) }},
	{"doubleBishopMate", true, true, func(s *solution) bool { return s.bishopsMate(false) }},
	{"dovetailMate", true, true, (*solution).dovetailMate},
	{"epauletteMate", true, true, (*solution).epauletteMate},
	{"cornerMate", true, true, (*solution).cornerMate},
	{"operaMate", true, true, func(s *solution) bool { return s.rookAndBishopMate(true) }},
	{"pillsburysMate", true, true, func(s *solution) bool { return s.rookAndBishopMate(false) }},
	{"killBoxMate", true, true, (*solution).killBoxMate},
}

// any tells whether some move of the solver is so.
//
//go:noinline
func (s *solution) any(is func(i int) bool) bool {
	for i := 1; i < len(s.moves); i += 2 {
		if is(i) {
			return true
		}
	}
	return false
}

// later is any for the moves of the solver after the first.
//
//go:noinline
func (s *solution) later(is func(i int) bool) bool {
	return s.any(func(i int) bool { return i > 1 && is(i) })
}

// role is the piece that move i moves.
func (s *solution) role(i int) chess.Role {
	if m := s.moves[i]; m.Kind() != chess.Dropping {
		return s.p[i].RoleAt(m.From())
	}
	return s.moves[i].Role()
}

// taken is the piece that move i captures; NoRole for none.
func (s *solution) taken(i int) chess.Role {
	switch m := s.moves[i]; {
	case !m.IsCapture():
		return chess.NoRole
	case m.Kind() == chess.EnPassant:
		return chess.Pawn
	}
	return s.p[i].RoleAt(s.moves[i].To())
}

// height is a rank from the solver's side, from 0.
func (s *solution) height(sq chess.Square) int {
	if s.solver == chess.Black {
		return 7 - sq.Rank()
	}
	return sq.Rank()
}

func (s *solution) them() chess.Color { return s.solver.Other() }

func (s *solution) checks(i int) bool { return s.p[i+1].InCheck() }

func (s *solution) discoversCheck(i int) bool {
	c := s.p[i+1].Checkers()
	return c != 0 && c&^chess.Bit(s.moves[i].Landing()) != 0 && s.moves[i].Kind() != chess.Castling
}

func (s *solution) fork() bool {
	return s.any(func(i int) bool {
		if i+2 > len(s.moves)-1 || s.role(i) == chess.King { // what is forked is won afterwards
			return false
		}
		p, at := s.p[i+1], s.moves[i].Landing()
		if inDanger(p, at) {
			return false
		}
		n := 0
		for hit := p.AttacksFrom(at) & p.Side(s.them()); hit != 0; {
			sq := hit.Pop()
			r := p.RoleAt(sq)
			if r == chess.Pawn {
				continue
			}
			if worth[r] > worth[p.RoleAt(at)] || hanging(p, sq) && !p.AttacksFrom(sq).Has(at) {
				n++
			}
		}
		return n > 1
	})
}

func (s *solution) pin() bool {
	return s.any(func(i int) bool {
		p := s.p[i+1]
		for set := p.Side(s.them()) &^ p.Of(chess.King); set != 0; {
			sq := set.Pop()
			line := pinLine(p, sq)
			if line == 0 {
				continue
			}
			// It cannot take what it attacks, ...
			for hit := p.AttacksFrom(sq) & p.Side(s.solver) &^ line; hit != 0; {
				t := hit.Pop()
				if worth[p.RoleAt(t)] > worth[p.RoleAt(sq)] || hanging(p, t) || t == s.moves[i].Landing() {
					return true
				}
			}
			// ... or cannot get away.
			for by := attackers(p, s.solver, sq, false) & line; by != 0; {
				if a := p.RoleAt(by.Pop()); p.RoleAt(sq) != chess.Pawn && (worth[p.RoleAt(sq)] > worth[a] || hanging(p, sq) && p.AttacksFrom(sq)&line&p.Side(s.solver) == 0) {
					return true
				}
			}
		}
		return false
	})
}

// skewer: a piece that was attacked along a line went away, and what stood behind it is taken.
func (s *solution) skewer() bool {
	return s.later(func(i int) bool {
		took := s.taken(i)
		if took == chess.NoRole || !slides(s.role(i)) || i == len(s.moves)-1 && s.end.Reason == chess.ByCheckmate {
			return false
		}
		m, left := s.moves[i], s.moves[i-1]
		if left.Kind() == chess.Dropping || left.To() == m.To() || !chess.Between(m.From(), m.To()).Has(left.From()) {
			return false
		}
		return s.moves[i-2].Landing() == m.From() && worth[s.role(i-1)] > worth[took] && inDanger(s.p[i], m.To())
	})
}

func (s *solution) discoveredAttack() bool {
	if s.any(s.discoversCheck) {
		return true
	}
	return s.later(func(i int) bool {
		m, before := s.moves[i], s.moves[i-2]
		if s.taken(i) == chess.NoRole || s.moves[i-1].To() == m.To() || before.Kind() == chess.Castling || before.Kind() == chess.Dropping {
			return false
		}
		way := chess.Between(m.From(), m.To())
		return way.Has(before.From()) && m.From() != before.Landing() && !way.Has(before.Landing()) && slides(s.role(i))
	})
}

func (s *solution) hangingPiece() bool {
	took := s.taken(1)
	to := s.moves[1].To()
	if took == chess.NoRole || took == chess.Pawn || s.p[1].InCheck() || !hanging(s.p[1], to) {
		return false
	}
	if s.taken(0) != chess.NoRole && s.moves[0].To() == to && worth[s.taken(0)] >= worth[took] {
		return false
	}
	return len(s.moves) < 4 || material(s.p[4], s.solver) >= material(s.p[2], s.solver)
}

func (s *solution) trappedPiece() bool {
	return s.later(func(i int) bool {
		took := s.taken(i)
		if took == chess.NoRole || took == chess.Pawn {
			return false
		}
		sq := s.moves[i].To()
		if back := s.moves[i-1]; back.To() == sq && back.Kind() != chess.Dropping {
			sq = back.From() // it went, in vain
		}
		return s.p[i-1].At(sq) != 0 && s.p[i-1].At(sq).Color() == s.them() && trapped(s.p[i-1], sq)
	})
}

func (s *solution) sacrifice() bool {
	if s.any(func(i int) bool { return s.moves[i].IsPromotion() }) {
		return false
	}
	first := material(s.p[1], s.solver)
	for i := 3; i < len(s.p); i += 2 {
		if material(s.p[i], s.solver)-first <= -2 {
			return true
		}
	}
	return false
}

// deflection: a piece was made to leave what it guarded, which is then taken or entered.
func (s *solution) deflection() bool {
	return s.later(func(i int) bool {
		m, reply, before := s.moves[i], s.moves[i-1], s.moves[i-2]
		if reply.Kind() == chess.Dropping || reply.To() == m.To() {
			return false
		}
		if s.taken(i) == chess.NoRole && !m.IsPromotion() && !(s.checks(i) && i == len(s.moves)-1) {
			return false
		}
		forced := reply.To() == before.Landing() || s.checks(i-2)
		// The piece that left guarded the square where it stood before, and does so no more.
		guarded := s.p[i-1].AttacksFrom(reply.From()).Has(m.Landing())
		return forced && guarded && !s.p[i].AttacksFrom(reply.Landing()).Has(m.Landing()) && s.role(i-1) != chess.NoRole &&
			(s.role(i-1) != chess.King || reply.To() == before.Landing())
	})
}

// attraction: a king or queen took on a square where it is checked or attacked next.
func (s *solution) attraction() bool {
	return s.later(func(i int) bool {
		m, reply, before := s.moves[i], s.moves[i-1], s.moves[i-2]
		if !reply.IsCapture() || reply.To() != before.Landing() {
			return false
		}
		r := s.role(i - 1)
		if r != chess.King && r != chess.Queen && r != chess.Rook {
			return false
		}
		if s.p[i+1].AttacksFrom(m.Landing()).Has(reply.To()) || s.checks(i) && r == chess.King {
			return r == chess.King || i+2 < len(s.moves) && s.moves[i+2].To() == reply.To()
		}
		return false
	})
}

// capturingDefender: what guarded a piece is taken, then the piece.
func (s *solution) capturingDefender() bool {
	return s.later(func(i int) bool {
		took := s.taken(i)
		if took == chess.NoRole || s.taken(i-2) == chess.NoRole {
			return false
		}
		m, before := s.moves[i], s.moves[i-2]
		if before.To() == m.To() || s.moves[i-1].To() == m.To() || s.checks(i-2) && s.moves[i-1].To() == m.To() {
			return false
		}
		return hanging(s.p[i], m.To()) && s.p[i-2].AttacksFrom(before.To()).Has(m.To())
	})
}

// interference: a piece came between another and what that guarded.
func (s *solution) interference() bool {
	return s.later(func(i int) bool {
		m := s.moves[i]
		if s.taken(i) == chess.NoRole || !hanging(s.p[i], m.To()) || s.moves[i-1].To() == m.To() {
			return false
		}
		between := func(sq chess.Square, p *chess.Position) bool {
			for set := attackers(p, s.them(), m.To(), false); set != 0; {
				from := set.Pop()
				if slides(p.RoleAt(from)) && chess.Between(from, m.To()).Has(sq) {
					return true
				}
			}
			return false
		}
		return between(s.moves[i-2].Landing(), s.p[i-2]) || between(s.moves[i-1].Landing(), s.p[i-1])
	})
}

// intermezzo: a capture that was there is made only after a move in between.
func (s *solution) intermezzo() bool {
	return s.later(func(i int) bool {
		m := s.moves[i]
		if s.taken(i) == chess.NoRole || s.moves[i-1].To() == m.To() || s.moves[i-2].To() == m.To() {
			return false
		}
		if s.moves[i-3].To() != m.To() || !s.moves[i-3].IsCapture() {
			return false // nothing was to be taken back
		}
		return s.p[i-2].IsLegal(m)
	})
}

// clearance: a piece made room, for a line or a square, that another then uses.
func (s *solution) clearance() bool {
	return s.later(func(i int) bool {
		m, before := s.moves[i], s.moves[i-2]
		if !slides(s.role(i)) || s.taken(i) != chess.NoRole || before.Kind() == chess.Dropping || before.IsPromotion() || before.Landing() == m.From() || s.p[i-2].InCheck() {
			return false
		}
		if before.From() != m.To() && !chess.Between(m.From(), m.To()).Has(before.From()) {
			return false
		}
		return !before.IsCapture() || before.Kind() == chess.Castling || inDanger(s.p[i-1], before.Landing())
	})
}

// xRay: a piece takes back through another that stood on its line.
func (s *solution) xRay() bool {
	return s.later(func(i int) bool {
		m, reply, before := s.moves[i], s.moves[i-1], s.moves[i-2]
		if s.taken(i) == chess.NoRole || before.To() != m.To() || reply.To() != m.To() || !slides(s.role(i)) {
			return false
		}
		return reply.Kind() != chess.Dropping && chess.Between(m.From(), m.To()).Has(reply.From())
	})
}

// quietMove: no check, no capture, no threat to a piece, and not forced.
func (s *solution) quietMove() bool {
	return s.any(func(i int) bool {
		m := s.moves[i]
		if i == len(s.moves)-1 || m.IsCapture() || m.IsPromotion() || s.checks(i) || s.p[i].InCheck() || s.role(i) == chess.King || m.Kind() == chess.Dropping {
			return false
		}
		if s.role(i) == chess.Pawn && s.height(m.To()) >= 5 {
			return false
		}
		p := s.p[i+1]
		for hit := p.AttacksFrom(m.Landing()) & p.Side(s.them()); hit != 0; {
			sq := hit.Pop()
			if p.RoleAt(sq) != chess.Pawn && (worth[p.RoleAt(sq)] > worth[p.RoleAt(m.Landing())] || hanging(p, sq)) {
				return false
			}
		}
		return true
	})
}

// defensiveMove: the last move saves, without check or capture.
func (s *solution) defensiveMove() bool {
	i := len(s.moves) - 1
	m := s.moves[i]
	if s.p[i].InCheck() && len(s.p[i].AppendMoves(nil)) < 3 || m.IsCapture() || s.checks(i) || m.IsPromotion() || s.end.Over() && s.end.Result != chess.Drawn {
		return false
	}
	p := s.p[i+1]
	for hit := p.AttacksFrom(m.Landing()) & p.Side(s.them()); hit != 0; {
		sq := hit.Pop()
		if p.RoleAt(sq) != chess.Pawn && (worth[p.RoleAt(sq)] > worth[p.RoleAt(m.Landing())] || hanging(p, sq)) {
			return false
		}
	}
	return !(s.role(i) == chess.Pawn && s.height(m.To()) >= 5)
}

// exposedKing: the king has no pawns before it, and is checked.
func (s *solution) exposedKing() bool {
	p := s.p[1]
	king := p.King(s.them())
	if king == chess.NoSquare || pieces(p) <= 6 {
		return false
	}
	h := 7 - s.height(king) // from its own side
	shield := chess.KingAttacks(king) & p.Pieces(s.them(), chess.Pawn)
	return (h >= 2 || h == 1 && shield.Count() == 0) && shield.Count() <= 1 && s.any(s.checks)
}

// sideAttack: the king stands behind pawns on one side, and pieces come for it.
func (s *solution) sideAttack(from, to int) bool {
	p := s.p[1]
	king := p.King(s.them())
	if king == chess.NoSquare || pieces(p) <= 6 || 7-s.height(king) > 1 {
		return false
	}
	f := king.File()
	if f < from || f > to || f == 4 && from == 4 || f == 3 || to == 3 && f > 2 {
		return false
	}
	near, checks := 0, 0
	for i := 1; i < len(s.moves); i += 2 {
		at := s.moves[i].Landing()
		if d := at.File() - f; d >= -2 && d <= 2 && s.height(at) >= 4 {
			near++
		}
		if s.checks(i) {
			checks++
		}
	}
	zone, hits := chess.KingAttacks(king)|chess.Bit(king), 0
	for set := s.p[2].Side(s.solver) &^ s.p[2].Of(chess.King); set != 0; {
		if s.p[2].AttacksFrom(set.Pop())&zone != 0 {
			hits++
		}
	}
	return near > 0 && checks > 0 && hits >= 2
}

// attacksF2 is a capture or check on the square that the king alone guards at first.
func (s *solution) attacksF2() bool {
	square := chess.Square(13) // f2
	if s.solver == chess.White {
		square = chess.Square(53)
	}
	return s.any(func(i int) bool {
		if s.moves[i].Landing() != square || s.role(i) == chess.Pawn || s.role(i) == chess.King {
			return false
		}
		king := s.p[i].King(s.them())
		return king != chess.NoSquare && 7-s.height(king) == 0 && king.File() >= 4 && king.File() <= 6
	})
}

// zugzwang: the side that must move would be better off if it could pass. Told only of
// endings: no king in check, few pieces, no capture to answer.
func (s *solution) zugzwang() bool {
	return s.any(func(i int) bool {
		p := s.p[i+1]
		if i == len(s.moves)-1 || pieces(p) > 3 || s.checks(i) || s.moves[i].IsCapture() || s.moves[i].IsPromotion() || s.role(i) == chess.Pawn {
			return false
		}
		moves := p.AppendMoves(nil)
		if len(moves) == 0 || len(moves) > 6 {
			return false
		}
		// Every move gives something up: a guarded pawn, or ground before the king.
		next := s.moves[i+2]
		return i+2 < len(s.moves) && !s.p[i].IsLegal(next)
	})
}

// matedKing is the king at the end, the squares round it, and those of them that its own
// pieces stand on.
func (s *solution) matedKing() (king chess.Square, round, own chess.Bitboard, p *chess.Position) {
	p = s.p[len(s.p)-1]
	king = p.King(s.them())
	if king == chess.NoSquare {
		return king, 0, 0, p
	}
	round = chess.KingAttacks(king)
	return king, round, round & p.Side(s.them()), p
}

func edge(sq chess.Square) bool {
	return sq.File() == 0 || sq.File() == 7 || sq.Rank() == 0 || sq.Rank() == 7
}

func corner(sq chess.Square) bool {
	return (sq.File() == 0 || sq.File() == 7) && (sq.Rank() == 0 || sq.Rank() == 7)
}

// mater is the piece that gives the mate.
func (s *solution) mater() (chess.Square, chess.Role) {
	at := s.moves[len(s.moves)-1].Landing()
	return at, s.p[len(s.p)-1].RoleAt(at)
}

func (s *solution) backRankMate() bool {
	king, round, own, p := s.matedKing()
	at, role := s.mater()
	if king == chess.NoSquare || s.height(king) != 7 || role != chess.Rook && role != chess.Queen || at.Rank() != king.Rank() {
		return false
	}
	var front chess.Bitboard
	for set := round; set != 0; {
		if sq := set.Pop(); s.height(sq) == 6 {
			front |= chess.Bit(sq)
		}
	}
	return p.Checkers().Has(at) && front&^own == 0
}

func (s *solution) smotheredMate() bool {
	_, round, own, _ := s.matedKing()
	_, role := s.mater()
	return role == chess.Knight && round != 0 && round&^own == 0
}

// guards tells whether a piece of the solver of some role attacks a square.
func (s *solution) guards(sq chess.Square, role chess.Role) bool {
	p := s.p[len(s.p)-1]
	return attackers(p, s.solver, sq, true)&p.Of(role) != 0
}

func (s *solution) arabianMate() bool {
	king, _, _, _ := s.matedKing()
	at, role := s.mater()
	return king != chess.NoSquare && corner(king) && role == chess.Rook && chess.KingAttacks(king).Has(at) && s.guards(at, chess.Knight)
}

func (s *solution) anastasiaMate() bool {
	king, round, own, p := s.matedKing()
	at, role := s.mater()
	if king == chess.NoSquare || corner(king) || king.File() != 0 && king.File() != 7 || role != chess.Rook && role != chess.Queen || at.File() != king.File() {
		return false
	}
	side := 1
	if king.File() == 7 {
		side = -1
	}
	beside := chess.Square(int(king) + side)
	knight := chess.Square(int(king) + 3*side)
	return own.Has(beside) && round.Has(beside) && p.Pieces(s.solver, chess.Knight).Has(knight)
}

func (s *solution) hookMate() bool {
	king, round, own, p := s.matedKing()
	at, role := s.mater()
	if king == chess.NoSquare || role != chess.Rook || !round.Has(at) || !s.guards(at, chess.Knight) {
		return false
	}
	knights := chess.KnightAttacks(at) & p.Pieces(s.solver, chess.Knight)
	for knights != 0 {
		if s.guards(knights.Pop(), chess.Pawn) && own&p.Of(chess.Pawn) != 0 {
			return true
		}
	}
	return false
}

// bishopsMate is a mate by two bishops, on lines that cross or that run side by side.
func (s *solution) bishopsMate(crossing bool) bool {
	king, _, _, p := s.matedKing()
	at, role := s.mater()
	bishops := p.Pieces(s.solver, chess.Bishop)
	if king == chess.NoSquare || role != chess.Bishop || bishops.Count() < 2 {
		return false
	}
	for set := chess.KingAttacks(king) &^ p.Side(s.them()); set != 0; {
		if by := attackers(p, s.solver, set.Pop(), true); by&bishops == 0 {
			return false // another piece helps
		}
	}
	for rest := bishops &^ chess.Bit(at); rest != 0; {
		other := rest.Pop()
		if (at.File() < king.File()) != (other.File() < king.File()) == crossing {
			return true
		}
	}
	return false
}

func (s *solution) dovetailMate() bool {
	king, round, own, p := s.matedKing()
	at, role := s.mater()
	if king == chess.NoSquare || edge(king) || role != chess.Queen || !round.Has(at) || at.File() == king.File() || at.Rank() == king.Rank() {
		return false
	}
	for set := round &^ chess.Bit(at); set != 0; {
		sq := set.Pop()
		by := attackers(p, s.solver, sq, true)
		if own.Has(sq) {
			continue
		}
		if by&^chess.Bit(at) != 0 || !by.Has(at) {
			return false
		}
	}
	return true
}

func (s *solution) epauletteMate() bool {
	king, _, own, _ := s.matedKing()
	at, role := s.mater()
	if king == chess.NoSquare || role != chess.Queen && role != chess.Rook || !edge(king) || corner(king) {
		return false
	}
	step := 1 // along the edge
	if king.File() == 0 || king.File() == 7 {
		step = 8
	}
	along := king.File() == at.File()
	if step == 8 {
		along = king.Rank() == at.Rank()
	}
	a, b := int(king)+step, int(king)-step
	return along && a < 64 && b >= 0 && own.Has(chess.Square(a)) && own.Has(chess.Square(b))
}

func (s *solution) cornerMate() bool {
	king, _, own, p := s.matedKing()
	at, role := s.mater()
	return king != chess.NoSquare && corner(king) && role == chess.Knight && own.Count() < 3 && p.Checkers().Has(at)
}

// rookAndBishopMate is the mate by a rook that a bishop guards, or one whose bishop takes the
// squares beside the king.
func (s *solution) rookAndBishopMate(guarded bool) bool {
	king, round, own, p := s.matedKing()
	at, role := s.mater()
	if king == chess.NoSquare || role != chess.Rook || s.height(king) != 7 || own == 0 {
		return false
	}
	if guarded {
		return round.Has(at) && at.Rank() == king.Rank() && s.guards(at, chess.Bishop)
	}
	if at.File() != king.File() && at.Rank() != king.Rank() || round.Has(at) {
		return false
	}
	for set := round &^ own; set != 0; {
		sq := set.Pop()
		if attackers(p, s.solver, sq, true)&p.Of(chess.Bishop) != 0 {
			return king.File() >= 6 || king.File() <= 1
		}
	}
	return false
}

func (s *solution) killBoxMate() bool {
	king, round, _, p := s.matedKing()
	at, role := s.mater()
	if king == chess.NoSquare || role != chess.Rook || !round.Has(at) || !s.guards(at, chess.Queen) {
		return false
	}
	queens := p.Pieces(s.solver, chess.Queen)
	for queens != 0 {
		q := queens.Pop()
		df, dr := q.File()-king.File(), q.Rank()-king.Rank()
		if max(df, -df) == 2 && max(dr, -dr) == 2 {
			return true
		}
	}
	return false
}
