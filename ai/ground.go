package ai

import "rookery/chess"

// ground is what a search stands on: a stack of positions, or any board. Its
// methods are asked once a node, or once for a move that is tried.
type ground interface {
	// moves, noisy and quiet append the legal moves, those that change the
	// balance at once, and the others. quiet is asked only after noisy.
	moves(dst []chess.Move) []chess.Move
	noisy(dst []chess.Move) []chess.Move
	quiet(dst []chess.Move) []chess.Move
	// staged tells that noisy and quiet cost less than moves, so that moves
	// are better made in stages; legal then tells whether a remembered move
	// may be played.
	staged() bool
	legal(m chess.Move) bool
	// checks appends quiet moves that are worth a look beyond the horizon.
	checks(dst []chess.Move) []chess.Move

	make(m chess.Move)
	undo()
	key() uint64
	turn() chess.Color
	// reversible is the plies since the last move after which nothing repeats.
	reversible() int
	// idle is the plies that count for the rule of fifty moves.
	idle() int
	inCheck() bool
	// givesCheck tells whether m does, where the ground can tell at once.
	givesCheck(m chess.Move) bool
	// ended is how the game stands by rules that need no list of moves.
	ended() chess.Outcome
	// stuck is how it stands when there is no move.
	stuck() chess.Outcome
	eval() int
	// pawns and force are keys of what evaluations go wrong by: the pawns, and
	// the other men of one side.
	pawns() uint64
	force(c chess.Color) uint64

	isNoisy(m chess.Move) bool
	// gain is what a move wins at once, in centipawns: for order and pruning.
	gain(m chess.Move) int
	// man is the role of the moved man and prize that of the captive, or 0
	// where roles are not told apart.
	man(m chess.Move) int
	prize(m chess.Move) int
	// replies is how many moves the other side has after m, or -1 where that
	// is not worth counting.
	replies(m chess.Move) int
	// mayPass tells whether a side can be trusted to have something better
	// than passing.
	mayPass() bool
}

// positions is the ground of the 8×8 board: copies on a stack made beforehand.
type positions struct {
	t     *traits
	e     *Evaluator
	stack []chess.Position
	n     int
}

func newPositions(t *traits, e *Evaluator, p *chess.Position) *positions {
	g := &positions{t: t, e: e, stack: make([]chess.Position, maxPly+40)}
	g.stack[0] = *p
	return g
}

func (g *positions) p() *chess.Position { return &g.stack[g.n] }

func (g *positions) moves(dst []chess.Move) []chess.Move { return g.p().AppendMoves(dst) }
func (g *positions) quiet(dst []chess.Move) []chess.Move { return g.p().AppendQuiet(dst) }
func (g *positions) staged() bool                        { return !g.t.whole }
func (g *positions) legal(m chess.Move) bool             { return g.p().IsLegal(m) }

func (g *positions) noisy(dst []chess.Move) []chess.Move {
	p := g.p()
	if !g.t.convert {
		return p.AppendNoisy(dst)
	}
	return keep(p.AppendMoves(dst), len(dst), func(m chess.Move) bool { return g.t.noisy(p, m) })
}

// checks are drops that give check, where men are dropped.
func (g *positions) checks(dst []chess.Move) []chess.Move {
	p := g.p()
	if !g.t.drops || !g.t.royal || p.Hand(p.Turn()).Empty() {
		return dst
	}
	return keep(p.AppendQuiet(dst), len(dst), func(m chess.Move) bool {
		return m.Kind() == chess.Dropping && p.GivesCheck(m)
	})
}

// keep drops the moves from start on that fail a test.
func keep(moves []chess.Move, start int, good func(chess.Move) bool) []chess.Move {
	kept := moves[:start]
	for _, m := range moves[start:] {
		if good(m) {
			kept = append(kept, m)
		}
	}
	return kept
}

func (g *positions) make(m chess.Move) {
	g.stack[g.n].Apply(m, &g.stack[g.n+1])
	g.n++
}

func (g *positions) undo()                        { g.n-- }
func (g *positions) key() uint64                  { return g.p().Key() }
func (g *positions) turn() chess.Color            { return g.p().Turn() }
func (g *positions) idle() int                    { return g.p().Halfmoves() }
func (g *positions) inCheck() bool                { return g.t.royal && g.p().InCheck() }
func (g *positions) givesCheck(m chess.Move) bool { return g.t.royal && g.p().GivesCheck(m) }
func (g *positions) stuck() chess.Outcome         { return g.p().End() }
func (g *positions) eval() int                    { return g.e.eval(g.p(), g.p().Key()) }
func (g *positions) gain(m chess.Move) int        { return g.t.exchange(g.p(), m) }
func (g *positions) isNoisy(m chess.Move) bool    { return g.t.noisy(g.p(), m) }

func (g *positions) reversible() int {
	if g.t.convert || g.t.drops {
		return maxRepeat // men come and go, and may come back
	}
	return g.p().Halfmoves()
}

func (g *positions) pawns() uint64 { return pawnKey(g.p()) }

// keyBits is how many bits the keys of pawns and forces have.
const keyBits = 13

// pawnKey mixes the pawns of both sides into a key. It takes the highest bits
// of the products: only they depend on all squares.
func pawnKey(p *chess.Position) uint64 {
	return (uint64(p.Men(chess.White, chess.Pawn))*0x9e3779b97f4a7c15 ^
		uint64(p.Men(chess.Black, chess.Pawn))*0xc2b2ae3d27d4eb4f) >> (64 - keyBits)
}

func (g *positions) force(c chess.Color) uint64 {
	p := g.p()
	return (uint64(p.Men(c, chess.Knight))*0x9e3779b97f4a7c15 ^ uint64(p.Men(c, chess.Bishop))*0xc2b2ae3d27d4eb4f ^
		uint64(p.Men(c, chess.Rook))*0x165667b19e3779f9 ^ uint64(p.Men(c, chess.Queen))*0xd6e8feb86659fd93 ^
		uint64(p.Men(c, chess.King))*0xff51afd7ed558ccd) >> (64 - keyBits)
}

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
	return p.Side(p.Turn())&^(p.Of(chess.Pawn)|p.Of(chess.King)) != 0 || !p.Hand(p.Turn()).Empty()
}

func (g *positions) man(m chess.Move) int {
	if m.Kind() == chess.Dropping {
		return int(m.Role())
	}
	return int(g.p().RoleAt(m.From()))
}

func (g *positions) prize(m chess.Move) int {
	if m.Kind() == chess.EnPassant {
		return int(chess.Pawn)
	}
	return int(g.p().RoleAt(m.To()))
}

func (g *positions) replies(m chess.Move) int {
	if !g.t.cramped {
		return -1
	}
	next := &g.stack[g.n+1]
	g.stack[g.n].Apply(m, next)
	return next.CountMoves()
}
