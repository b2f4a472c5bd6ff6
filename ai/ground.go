package ai

import "rookery/chess"

// ground is what a search stands on: a stack of positions, or any board.
type ground interface {
	moves(dst []chess.Move) []chess.Move
	noisy(dst []chess.Move) []chess.Move
	make(m chess.Move)
	undo()
	key() uint64
	turn() chess.Color
	halfmoves() int
	inCheck() bool
	// ended is how the game stands by rules that need no list of moves.
	ended() chess.Outcome
	// stuck is how it stands when there is no move.
	stuck() chess.Outcome
	eval() int
	// gain is what a move wins at once, in centipawns: for order and pruning.
	gain(m chess.Move) int
	isNoisy(m chess.Move) bool
	// mayPass tells whether a side can be trusted to have something better
	// than passing.
	mayPass() bool
	// man is the index of the moved man for the history of quiet moves.
	man(m chess.Move) int
}

// positions is the ground of the 8×8 board: copies on a stack made beforehand.
type positions struct {
	t     *traits
	e     *evaluator
	stack []chess.Position
	n     int
}

func newPositions(t *traits, e *evaluator, p *chess.Position) *positions {
	g := &positions{t: t, e: e, stack: make([]chess.Position, maxPly+32)}
	g.stack[0] = *p
	return g
}

func (g *positions) p() *chess.Position { return &g.stack[g.n] }

func (g *positions) moves(dst []chess.Move) []chess.Move { return g.p().AppendMoves(dst) }

func (g *positions) noisy(dst []chess.Move) []chess.Move {
	p := g.p()
	if !g.t.convert {
		return p.AppendNoisy(dst)
	}
	start := len(dst)
	dst = p.AppendMoves(dst)
	kept := dst[:start]
	for _, m := range dst[start:] {
		if g.t.noisy(p, m) {
			kept = append(kept, m)
		}
	}
	return kept
}

func (g *positions) make(m chess.Move) {
	g.stack[g.n].Apply(m, &g.stack[g.n+1])
	g.n++
}

func (g *positions) undo()                     { g.n-- }
func (g *positions) key() uint64               { return g.p().Key() }
func (g *positions) turn() chess.Color         { return g.p().Turn() }
func (g *positions) halfmoves() int            { return g.p().Halfmoves() }
func (g *positions) inCheck() bool             { return g.t.royal && g.p().InCheck() }
func (g *positions) stuck() chess.Outcome      { return g.p().End() }
func (g *positions) eval() int                 { return g.e.eval(g.p()) }
func (g *positions) gain(m chess.Move) int     { return g.t.exchange(g.p(), m) }
func (g *positions) isNoisy(m chess.Move) bool { return g.t.noisy(g.p(), m) }

func (g *positions) ended() chess.Outcome {
	p := g.p()
	if o := p.VariantEnd(); o.Over() {
		return o
	}
	if p.Occupied().Count() <= 6 && p.Insufficient() {
		return chess.Outcome{Result: chess.Drawn, Reason: chess.ByInsufficient}
	}
	return chess.Outcome{}
}

func (g *positions) mayPass() bool {
	p := g.p()
	return p.Side(p.Turn())&^(p.Of(chess.Pawn)|p.Of(chess.King)) != 0
}

func (g *positions) man(m chess.Move) int {
	if m.Kind() == chess.Dropping {
		return int(m.Role())
	}
	return int(g.p().RoleAt(m.From()))
}

// boards is the ground of any board: material and mobility from its View.
type boards struct {
	b     chess.Board
	start int // Halfmoves of the root
	ply   int
	moved []chess.Move
}

func newBoards(b chess.Board) *boards {
	return &boards{b: b, start: b.View(chess.Everyone).Halfmoves, moved: make([]chess.Move, 0, 512)}
}

func (g *boards) moves(dst []chess.Move) []chess.Move { return g.b.Moves(dst) }

func (g *boards) noisy(dst []chess.Move) []chess.Move {
	start := len(dst)
	dst = g.b.Moves(dst)
	kept := dst[:start]
	for _, m := range dst[start:] {
		if g.isNoisy(m) {
			kept = append(kept, m)
		}
	}
	return kept
}

func (g *boards) make(m chess.Move)         { g.b.Make(m); g.ply++ }
func (g *boards) undo()                     { g.b.Undo(); g.ply-- }
func (g *boards) key() uint64               { return g.b.Key() }
func (g *boards) turn() chess.Color         { return g.b.Turn() }
func (g *boards) halfmoves() int            { return 0 } // repetition alone is watched
func (g *boards) inCheck() bool             { return len(g.b.Checked()) > 0 }
func (g *boards) ended() chess.Outcome      { return chess.Outcome{} }
func (g *boards) stuck() chess.Outcome      { return g.b.Outcome() }
func (g *boards) isNoisy(m chess.Move) bool { return m.IsCapture() || m.IsPromotion() }
func (g *boards) mayPass() bool             { return false }
func (g *boards) man(m chess.Move) int      { return 0 }

// eval counts men by role, discs where they are stacked, and the moves of the
// side to move.
func (g *boards) eval() int {
	v := g.b.View(chess.Everyone)
	us := g.b.Turn()
	sum := 0
	for _, c := range v.Cells {
		if c.Piece == 0 {
			continue
		}
		worth := exchangeValue[c.Piece.Role()]
		if c.Piece.Role() == chess.King {
			worth = 1200
		}
		if c.Count > 0 {
			worth = 60*int(c.Count) + worth/4
		}
		if c.Piece.Color() != us {
			worth = -worth
		}
		sum += worth
	}
	g.moved = g.b.Moves(g.moved[:0])
	return sum + 2*len(g.moved)
}

func (g *boards) gain(m chess.Move) int {
	switch {
	case m.IsPromotion():
		return exchangeValue[m.Role()]
	case m.IsCapture():
		return 100
	}
	return 0
}
