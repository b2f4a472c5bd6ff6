package table

import (
	"slices"

	"rookery/chess"
)

// fogBoard is a board as one player sees it in the fog: what a snapshot of his
// table shows and the moves that he may try. It can be read from and written on
// as any board, and knows nothing else. A move that is made on it leads nowhere.
type fogBoard struct {
	rules  chess.Rules
	layout *chess.Layout
	view   chess.View
	tries  []chess.Move
	made   int
}

func (g *fogBoard) Rules() chess.Rules { return g.rules }

func (g *fogBoard) Layout() *chess.Layout { return g.layout }

func (g *fogBoard) Turn() chess.Color { return g.view.Turn ^ chess.Color(g.made&1) }

// Moves gives what may be tried, which may not be legal.
func (g *fogBoard) Moves(dst []chess.Move) []chess.Move {
	if g.made > 0 {
		return dst
	}
	return append(dst, g.tries...)
}

func (g *fogBoard) Make(chess.Move) { g.made++ }

func (g *fogBoard) Undo() { g.made-- }

// Key is 0: nobody knows whether a position is repeated.
func (g *fogBoard) Key() uint64 { return 0 }

func (g *fogBoard) Outcome() chess.Outcome { return chess.Outcome{} }

func (g *fogBoard) Checked() []chess.Square {
	if g.made > 0 {
		return nil
	}
	return slices.Clone(g.view.Checked)
}

// View gives the same for every observer.
func (g *fogBoard) View(chess.Observer) chess.View {
	v := g.view
	v.Cells = slices.Clone(v.Cells)
	return v
}

// FEN gives the placement of what is seen alone.
func (g *fogBoard) FEN() string { return g.view.Placement() }

func (g *fogBoard) Clone() chess.Board { c := *g; return &c }
