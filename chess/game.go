package chess

import (
	"fmt"
	"slices"
)

// Game is a board with what led to it: the start, the moves, and what the
// board cannot know, repetition, move counts, resignation, agreement and
// flags. It is not safe for use by two goroutines at once.
type Game struct {
	rules Rules
	start string
	setup int
	board Board
	moves []Move
	keys  []uint64 // of the start and after each move
	texts []string // of the moves, as far as they were asked for
	gifts []Gift   // pieces from the other board
	ended Outcome  // by a player or a clock
	stand Outcome  // by the board and the counts
}

// NewGame starts a game of r from starting position number setup, or from the
// usual one when setup is negative.
func NewGame(r Rules, setup int) (*Game, error) {
	switch {
	case r.Start == nil && setup > 0:
		return nil, fmt.Errorf("%s has only one starting position", nameOf(r))
	case r.Start == nil:
		return newGame(r, "", 0)
	case setup >= r.Start.Count:
		return nil, fmt.Errorf("no starting position %d: choose one from 0 to %d", setup, r.Start.Count-1)
	case setup < 0:
		setup = r.Start.Usual
	}
	return newGame(r, r.Start.FEN(setup), setup)
}

// NewGameFEN starts a game of r from a position. The error joins every fault
// of the FEN, each a *FENError.
func NewGameFEN(r Rules, fen string) (*Game, error) { return newGame(r, fen, -1) }

func newGame(r Rules, fen string, setup int) (*Game, error) {
	b, err := NewBoard(r, fen)
	if err != nil {
		return nil, err
	}
	g := &Game{rules: r, start: b.FEN(), setup: setup, board: b, keys: []uint64{b.Key()}}
	g.judge()
	return g, nil
}

func nameOf(r Rules) string {
	if r.Name == "" {
		return "this game"
	}
	return r.Name
}

// Board is the current board. It belongs to the game: look at it, but Clone it
// to play on.
func (g *Game) Board() Board { return g.board }

// Rules of the game.
func (g *Game) Rules() Rules { return g.rules }

// Start is the FEN of the first position.
func (g *Game) Start() string { return g.start }

// Setup is the number of the starting position, 0 where there is
// only one, -1 when it started from a FEN.
func (g *Game) Setup() int { return g.setup }

// Moves are the moves so far; the slice is the caller's.
//
//go:noinline
func (g *Game) Moves() []Move { return slices.Clone(g.moves) }

// Ply is how many moves have been made, counting each side's.
func (g *Game) Ply() int { return len(g.moves) }

// Turn is the side to move.
func (g *Game) Turn() Color { return g.board.Turn() }

// Play makes a move. It returns ErrGameOver in a game that has ended and an
// *IllegalError for a move that is not legal, Pass among them.
func (g *Game) Play(m Move) error {
	if g.Outcome().Over() {
		return ErrGameOver
	}
	if !g.legal(m) {
		return g.illegal(m)
	}
	g.push(m)
	return nil
}

// PassTurn gives the turn to the other side without a move, as annotated games
// do; the mover may not be in check.
func (g *Game) PassTurn() error {
	if g.Outcome().Over() {
		return ErrGameOver
	}
	if _, err := parsePass(g.board); err != nil {
		return err
	}
	g.push(Pass)
	return nil
}

// PlaySAN reads a move with ParseMove and makes it.
func (g *Game) PlaySAN(s string) (Move, error) { return g.playText(s, ParseMove) }

// PlayUCI reads a move with ParseUCI and makes it.
func (g *Game) PlayUCI(s string) (Move, error) { return g.playText(s, ParseUCI) }

func (g *Game) playText(s string, parse func(Board, string) (Move, error)) (Move, error) {
	if g.Outcome().Over() {
		return 0, ErrGameOver
	}
	m, err := parse(g.board, s)
	if err != nil {
		return 0, err
	}
	return m, g.Play(m)
}

func (g *Game) legal(m Move) bool {
	if on, ok := g.board.(Positioned); ok {
		return on.Position().IsLegal(m)
	}
	return slices.Contains(g.board.Moves(nil), m)
}

func (g *Game) illegal(m Move) error {
	switch {
	case m == Pass:
		return &IllegalError{passText, "a move is required"}
	case m == 0:
		return &IllegalError{"", "no move given"}
	}
	_, err := ParseUCI(g.board, UCI(g.board, m))
	if illegal, ok := err.(*IllegalError); ok {
		return illegal
	}
	return &IllegalError{"", "not a move in the current position"}
}

// Give puts a piece that was captured on the other board into the pocket of a side, where the rules have
// partners. It counts from the position on that is on the board now.
func (g *Game) Give(p Piece) error {
	if g.Outcome().Over() {
		return ErrGameOver
	}
	g.SANs() // while they can be read: later moves of this game need what has come
	b, ok := g.board.(interface{ give(Color, Role) bool })
	if !ok || !b.give(p.Color(), p.Role()) {
		return fmt.Errorf("%s cannot come from another board", p)
	}
	g.gifts = append(g.gifts, Gift{len(g.moves), p})
	g.keys[len(g.keys)-1] = g.board.Key()
	g.judge()
	return nil
}

// Gift is a piece that came from the other board after Ply moves on this one.
type Gift struct {
	Ply   int
	Piece Piece
}

// Gifts are all pieces that came from the other board; the slice is the caller's.
func (g *Game) Gifts() []Gift { return slices.Clone(g.gifts) }

// Alone is the game as it can be played through without the other board: all that ever came from there lies in
// the pockets from the start. The error says that the moves cannot be played so.
func (g *Game) Alone() (*Game, error) {
	first := g.BoardAt(0)
	b, ok := first.(*standard)
	if len(g.gifts) == 0 || !ok {
		return g.Clone(), nil
	}
	for _, gift := range g.gifts {
		if gift.Ply > 0 { // the others lie there
			b.give(gift.Piece.Color(), gift.Piece.Role())
		}
	}
	alone, err := NewGameFEN(g.rules, b.FEN())
	if err != nil {
		return nil, err
	}
	for _, m := range g.moves {
		if err := alone.Play(m); err != nil {
			return nil, err
		}
	}
	alone.ended = g.ended
	return alone, nil
}

// EndByPartner ends the game because that on the other board is over with a result, seen from here.
func (g *Game) EndByPartner(r Result) error { return g.end(Outcome{r, ByPartner}) }

func (g *Game) push(m Move) {
	if len(g.gifts) > 0 { // with the pieces that are there now
		g.texts = append(g.texts, MoveText(g.board, m))
	}
	g.board.Make(m)
	g.moves = append(g.moves, m)
	g.keys = append(g.keys, g.board.Key())
	g.judge()
}

// Undo takes back what was done last: the end of a game that a player or a
// clock has ended together with the move before it. It is false when there is
// no move to take back, though a game ended before its first move is open again.
func (g *Game) Undo() bool {
	g.ended = Outcome{}
	n := len(g.moves)
	if n == 0 {
		return false
	}
	g.board.Undo()
	g.moves = g.moves[:n-1]
	g.keys = g.keys[:n]
	g.texts = g.texts[:min(len(g.texts), n-1)]
	for len(g.gifts) > 0 && g.gifts[len(g.gifts)-1].Ply > n-1 {
		g.gifts = g.gifts[:len(g.gifts)-1]
	}
	g.judge()
	return true
}

// judge notes how the game stands by the board, then by the ends that need
// no claim (FIDE 9.6). Mate on the board goes before all counts.
func (g *Game) judge() {
	g.stand = g.board.Outcome()
	if g.stand.Over() {
		return
	}
	switch {
	case g.rules.fiftyMoves() && g.halfmoves() >= 150:
		g.stand = Outcome{Drawn, BySeventyFive}
	case g.Repetitions() >= 5:
		g.stand = Outcome{Drawn, ByFivefold}
	}
}

// Outcome is how the game stands, including ends that need no claim.
func (g *Game) Outcome() Outcome {
	if g.ended.Over() {
		return g.ended
	}
	return g.stand
}

// halfmoves since the last irreversible move, as the board counts.
func (g *Game) halfmoves() int {
	if on, ok := g.board.(Positioned); ok {
		return on.Position().Halfmoves()
	}
	return g.board.View(Everyone).Halfmoves
}

// Repetitions is how many times the current position has occurred, this time
// included.
func (g *Game) Repetitions() int {
	n := 0
	now := g.keys[len(g.keys)-1]
	for _, key := range g.keys {
		if key == now {
			n++
		}
	}
	return n
}

// Claimable is the draw that the player to move may claim: ByFifty,
// ByThreefold, or NoReason.
func (g *Game) Claimable() Reason {
	switch {
	case g.Outcome().Over():
		return NoReason
	case g.rules.fiftyMoves() && g.halfmoves() >= 100:
		return ByFifty
	case g.Repetitions() >= 3:
		return ByThreefold
	}
	return NoReason
}

// Claim ends the game in the draw that is Claimable, else it returns ErrNoClaim.
func (g *Game) Claim() error {
	if g.Outcome().Over() {
		return ErrGameOver
	}
	reason := g.Claimable()
	if reason == NoReason {
		return ErrNoClaim
	}
	return g.end(Outcome{Drawn, reason})
}

// Resign ends the game: c gives up.
func (g *Game) Resign(c Color) error { return g.end(Outcome{Wins(c.Other()), ByResignation}) }

// AgreeDraw ends the game: both sides want a draw.
func (g *Game) AgreeDraw() error { return g.end(Outcome{Drawn, ByAgreement}) }

// Flag ends the game because c's time has run out: the other side wins, or the
// game is drawn when that side could not win by any sequence of moves.
func (g *Game) Flag(c Color) error {
	if !g.canWin(c.Other()) {
		return g.end(Outcome{Drawn, ByTimeDraw})
	}
	return g.end(Outcome{Wins(c.Other()), ByTime})
}

// Abandon breaks the game off for both sides; it counts as drawn.
func (g *Game) Abandon() error { return g.end(Outcome{Drawn, ByAbandonment}) }

// AbandonBy ends the game because c has left it: the other side wins.
func (g *Game) AbandonBy(c Color) error { return g.end(Outcome{Wins(c.Other()), ByAbandonment}) }

// Record ends the game as a record has it that does not say why.
func (g *Game) Record(r Result) error { return g.end(Outcome{r, ByResult}) }

func (g *Game) end(o Outcome) error {
	if g.Outcome().Over() {
		return ErrGameOver
	}
	g.ended = o
	return nil
}

// canWin asks the board whether c could still win; boards that cannot tell
// have no such rule.
func (g *Game) canWin(c Color) bool {
	if b, ok := g.board.(interface{ CanWin(Color) bool }); ok {
		return b.CanWin(c)
	}
	return true
}

// BoardAt is a fresh board as it stood after ply moves, 0 ≤ ply ≤ Ply.
func (g *Game) BoardAt(ply int) Board {
	b := g.board.Clone()
	for range len(g.moves) - ply {
		b.Undo()
	}
	return b
}

// SANs are all moves as MoveText writes them; the slice is the caller's.
func (g *Game) SANs() []string {
	if n := len(g.texts); n < len(g.moves) {
		b := g.BoardAt(n)
		for _, m := range g.moves[n:] {
			g.texts = append(g.texts, MoveText(b, m))
			b.Make(m)
		}
	}
	return slices.Clone(g.texts)
}

// Clone is an independent copy of the game.
func (g *Game) Clone() *Game {
	c := *g
	c.board = g.board.Clone()
	c.moves, c.keys, c.texts, c.gifts = slices.Clone(g.moves), slices.Clone(g.keys), slices.Clone(g.texts), slices.Clone(g.gifts)
	return &c
}
