package club

import (
	"slices"

	"rookery/chess"
)

// glimpse is a board as one player sees it in the fog: what a snapshot of his
// table shows and the moves that he may try. It can be read from and written on
// as any board, and knows nothing else. A move that is made on it leads nowhere.
type glimpse struct {
	rules  chess.Rules
	layout *chess.Layout
	view   chess.View
	tries  []chess.Move
	made   int
}

// Rules implements chess.Board.
func (g *glimpse) Rules() chess.Rules { return g.rules }

// Layout implements chess.Board.
func (g *glimpse) Layout() *chess.Layout { return g.layout }

// Turn implements chess.Board.
func (g *glimpse) Turn() chess.Color { return g.view.Turn ^ chess.Color(g.made&1) }

// Moves implements chess.Board: what may be tried, which may not be legal.
func (g *glimpse) Moves(dst []chess.Move) []chess.Move {
	if g.made > 0 {
		return dst
	}
	return append(dst, g.tries...)
}

// Make implements chess.Board.
func (g *glimpse) Make(chess.Move) { g.made++ }

// Undo implements chess.Board.
func (g *glimpse) Undo() { g.made-- }

// Key implements chess.Board; nobody knows whether a position is repeated.
func (g *glimpse) Key() uint64 { return 0 }

// Outcome implements chess.Board.
func (g *glimpse) Outcome() chess.Outcome { return chess.Outcome{} }

// Checked implements chess.Board.
func (g *glimpse) Checked() []chess.Square {
	if g.made > 0 {
		return nil
	}
	return slices.Clone(g.view.Checked)
}

// View implements chess.Board: the same for every observer.
func (g *glimpse) View(chess.Observer) chess.View {
	v := g.view
	v.Cells = slices.Clone(v.Cells)
	return v
}

// FEN implements chess.Board with the placement of what is seen alone.
func (g *glimpse) FEN() string { return g.view.Placement() }

// Clone implements chess.Board.
func (g *glimpse) Clone() chess.Board { c := *g; return &c }
