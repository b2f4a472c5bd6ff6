package ai

import (
	"rookery/chess"
)

// searchBoard is the board that a search plays on: a stack of positions, or any
// [chess.Board]. Its methods are called once a node, or once a move.
type searchBoard interface {
	// moves, noisy and quiet append the legal moves, those that change the
	// balance at once, and the others. quiet is asked only after noisy.
	moves(dst []chess.Move) []chess.Move
	noisy(dst []chess.Move) []chess.Move
	quiet(dst []chess.Move) []chess.Move
	// staged tells that noisy and quiet cost less than moves, so that moves are better
	// generated in stages; legal then reports whether a table's move may be played.
	staged() bool
	legal(m chess.Move) bool
	// checks appends quiet moves that quiescence tries.
	checks(dst []chess.Move) []chess.Move

	make(m chess.Move)
	undo()
	key() uint64
	turn() chess.Color
	// reversiblePlies counts from the last move after which nothing repeats.
	reversiblePlies() int
	// halfmoves counts for the rule of fifty moves.
	halfmoves() int
	inCheck() bool
	mustCapture() bool
	// givesCheck may be false for a check that is not seen at once.
	givesCheck(m chess.Move) bool
	// earlyOutcome is the end of the game by rules that need no list of moves.
	earlyOutcome() chess.Outcome
	// noMoveOutcome is the end of the game where there is no move.
	noMoveOutcome() chess.Outcome
	eval() int
	// pawnKey and pieceKey key the corrections: the pawns of both sides, and the other
	// pieces of one.
	pawnKey() uint64
	pieceKey(c chess.Color) uint64

	isNoisy(m chess.Move) bool
	// gain is what a move wins at once, in centipawns, by exchanges on its target.
	gain(m chess.Move) int
	// movedRole and capturedRole are 0 where roles are not told apart.
	movedRole(m chess.Move) int
	capturedRole(m chess.Move) int
	// replies is how many moves the other side has after m, -1 where that does not
	// count, and whether it must capture then.
	replies(m chess.Move) (n int, mustCapture bool)
	// nullMoveSafe is false where zugzwang is likely, or the other side has much to drop.
	nullMoveSafe() bool
}

// positionStack searches the 8×8 board: copy and make, on a stack made beforehand.
type positionStack struct {
	traits    *traits
	evaluator *Evaluator
	stack     []chess.Position
	n         int
}

func newPositionStack(t *traits, e *Evaluator, p *chess.Position) *positionStack {
	g := &positionStack{traits: t, evaluator: e, stack: make([]chess.Position, maxPly+40)}
	g.stack[0] = *p
	return g
}

func (g *positionStack) p() *chess.Position { return &g.stack[g.n] }

func (g *positionStack) moves(dst []chess.Move) []chess.Move { return g.p().AppendMoves(dst) }
func (g *positionStack) quiet(dst []chess.Move) []chess.Move { return g.p().AppendQuiet(dst) }
func (g *positionStack) staged() bool                        { return !g.traits.unstaged }
func (g *positionStack) legal(m chess.Move) bool             { return g.p().IsLegal(m) }

func (g *positionStack) noisy(dst []chess.Move) []chess.Move {
	p := g.p()
	if !g.traits.convert {
		return p.AppendNoisy(dst)
	}
	return filterMoves(p.AppendMoves(dst), len(dst), func(m chess.Move) bool { return g.traits.noisy(p, m) })
}

// checks are drops that give check.
func (g *positionStack) checks(dst []chess.Move) []chess.Move {
	p := g.p()
	if !g.traits.drops || !g.traits.royal || p.Pocket(p.Turn()).Empty() {
		return dst
	}
	return filterMoves(p.AppendQuiet(dst), len(dst), func(m chess.Move) bool {
		return m.Kind() == chess.Dropping && p.GivesCheck(m)
	})
}

// filterMoves removes the moves from start on that fail a test.
func filterMoves(moves []chess.Move, start int, good func(chess.Move) bool) []chess.Move {
	kept := moves[:start]
	for _, m := range moves[start:] {
		if good(m) {
			kept = append(kept, m)
		}
	}
	return kept
}

func (g *positionStack) make(m chess.Move) {
	g.stack[g.n].Apply(m, &g.stack[g.n+1])
	g.n++
}

func (g *positionStack) undo()                        { g.n-- }
func (g *positionStack) key() uint64                  { return g.p().Key() }
func (g *positionStack) turn() chess.Color            { return g.p().Turn() }
func (g *positionStack) halfmoves() int               { return g.p().Halfmoves() }
func (g *positionStack) inCheck() bool                { return g.traits.royal && g.p().InCheck() }
func (g *positionStack) mustCapture() bool            { return g.p().MustCapture() }
func (g *positionStack) givesCheck(m chess.Move) bool { return g.traits.royal && g.p().GivesCheck(m) }
func (g *positionStack) noMoveOutcome() chess.Outcome { return g.p().End() }
func (g *positionStack) eval() int                    { return g.evaluator.eval(g.p(), g.p().Key()) }
func (g *positionStack) gain(m chess.Move) int        { return g.traits.exchangeGain(g.p(), m) }
func (g *positionStack) isNoisy(m chess.Move) bool    { return g.traits.noisy(g.p(), m) }

func (g *positionStack) reversiblePlies() int {
	if g.traits.convert || g.traits.drops {
		return maxRepeat // pieces come and go, and may come back
	}
	return g.p().Halfmoves()
}

func (g *positionStack) pawnKey() uint64 { return pawnHash(g.p()) }

// keyBits is how many bits pawnKey and pieceKey have.
const keyBits = 13

// pawnHash takes the highest bits of the products: only they depend on all squares.
// With low bits pawns on the upper ranks shared a place; this and the kings' shelter in
// pawnEntry won +90 =46 -64 in chess.
func pawnHash(p *chess.Position) uint64 {
	return (uint64(p.Pieces(chess.White, chess.Pawn))*0x9e3779b97f4a7c15 ^
		uint64(p.Pieces(chess.Black, chess.Pawn))*0xc2b2ae3d27d4eb4f) >> (64 - keyBits)
}

func (g *positionStack) pieceKey(c chess.Color) uint64 {
	p := g.p()
	return (uint64(p.Pieces(c, chess.Knight))*0x9e3779b97f4a7c15 ^ uint64(p.Pieces(c, chess.Bishop))*0xc2b2ae3d27d4eb4f ^
		uint64(p.Pieces(c, chess.Rook))*0x165667b19e3779f9 ^ uint64(p.Pieces(c, chess.Queen))*0xd6e8feb86659fd93 ^
		uint64(p.Pieces(c, chess.King))*0xff51afd7ed558ccd) >> (64 - keyBits)
}

func (g *positionStack) earlyOutcome() chess.Outcome {
	p := g.p()
	if o := p.VariantEnd(); o.Over() {
		return o
	}
	if p.Occupied().Count() <= 6 && p.Insufficient() {
		return chess.Outcome{Result: chess.Drawn, Reason: chess.ByInsufficient}
	}
	return chess.Outcome{}
}

// manyToDrop is how many pieces in the other pocket make a move that is passed mean little: the attack
// that they allow lies beyond the horizon. One or five won nothing.
const manyToDrop = 3

func (g *positionStack) nullMoveSafe() bool {
	p := g.p()
	if p.Pocket(p.Turn().Other()).Total() >= manyToDrop {
		return false
	}
	return p.Side(p.Turn())&^(p.Of(chess.Pawn)|p.Of(chess.King)) != 0 || !p.Pocket(p.Turn()).Empty()
}

func (g *positionStack) movedRole(m chess.Move) int {
	if m.Kind() == chess.Dropping {
		return int(m.Role())
	}
	return int(g.p().RoleAt(m.From()))
}

func (g *positionStack) capturedRole(m chess.Move) int {
	if m.Kind() == chess.EnPassant {
		return int(chess.Pawn)
	}
	return int(g.p().RoleAt(m.To()))
}

func (g *positionStack) replies(m chess.Move) (n int, mustCapture bool) {
	if !g.traits.fewMovesBad {
		return -1, false
	}
	next := &g.stack[g.n+1]
	g.stack[g.n].Apply(m, next)
	return next.CountMovesForced()
}

// genericBoard searches any board, by material and mobility alone.
type genericBoard struct {
	b       chess.Board
	moveBuf []chess.Move
}

func newGenericBoard(b chess.Board) *genericBoard {
	return &genericBoard{b: b, moveBuf: make([]chess.Move, 0, 512)}
}

func (g *genericBoard) moves(dst []chess.Move) []chess.Move { return g.b.Moves(dst) }

func (g *genericBoard) noisy(dst []chess.Move) []chess.Move {
	return filterMoves(g.b.Moves(dst), len(dst), g.isNoisy)
}

func (g *genericBoard) quiet(dst []chess.Move) []chess.Move {
	return filterMoves(g.b.Moves(dst), len(dst), func(m chess.Move) bool { return !g.isNoisy(m) })
}

func (g *genericBoard) checks(dst []chess.Move) []chess.Move { return dst }
func (g *genericBoard) staged() bool                         { return false }
func (g *genericBoard) legal(chess.Move) bool                { return false }
func (g *genericBoard) make(m chess.Move)                    { g.b.Make(m) }
func (g *genericBoard) undo()                                { g.b.Undo() }
func (g *genericBoard) key() uint64                          { return g.b.Key() }
func (g *genericBoard) turn() chess.Color                    { return g.b.Turn() }
func (g *genericBoard) reversiblePlies() int                 { return maxRepeat }
func (g *genericBoard) halfmoves() int                       { return 0 } // repetition alone is watched
func (g *genericBoard) inCheck() bool                        { return len(g.b.Checked()) > 0 }
func (g *genericBoard) mustCapture() bool                    { return false }
func (g *genericBoard) givesCheck(chess.Move) bool           { return false }
func (g *genericBoard) earlyOutcome() chess.Outcome          { return chess.Outcome{} }
func (g *genericBoard) noMoveOutcome() chess.Outcome         { return g.b.Outcome() }
func (g *genericBoard) isNoisy(m chess.Move) bool            { return m.IsCapture() || m.IsPromotion() }
func (g *genericBoard) pawnKey() uint64                      { return 0 }
func (g *genericBoard) pieceKey(chess.Color) uint64          { return 0 }
func (g *genericBoard) nullMoveSafe() bool                   { return false }
func (g *genericBoard) movedRole(chess.Move) int             { return 0 }
func (g *genericBoard) capturedRole(chess.Move) int          { return 0 }
func (g *genericBoard) replies(chess.Move) (int, bool)       { return -1, false }

// eval counts pieces by role, towers by their discs, and the moves of the side to move.
func (g *genericBoard) eval() int {
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
	g.moveBuf = g.b.Moves(g.moveBuf[:0])
	return sum + 2*len(g.moveBuf)
}

func (g *genericBoard) gain(m chess.Move) int {
	switch {
	case m.IsPromotion():
		return exchangeValue[m.Role()]
	case m.IsCapture():
		return 100
	}
	return 0
}
