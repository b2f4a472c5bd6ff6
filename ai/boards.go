package ai

import "rookery/chess"

// boards is the ground of any board: material and mobility from its View.
type boards struct {
	b   chess.Board
	all []chess.Move
}

func newBoards(b chess.Board) *boards {
	return &boards{b: b, all: make([]chess.Move, 0, 512)}
}

func (g *boards) moves(dst []chess.Move) []chess.Move { return g.b.Moves(dst) }

func (g *boards) noisy(dst []chess.Move) []chess.Move {
	return keep(g.b.Moves(dst), len(dst), g.isNoisy)
}

func (g *boards) quiet(dst []chess.Move) []chess.Move {
	return keep(g.b.Moves(dst), len(dst), func(m chess.Move) bool { return !g.isNoisy(m) })
}

func (g *boards) checks(dst []chess.Move) []chess.Move { return dst }
func (g *boards) staged() bool                         { return false }
func (g *boards) legal(chess.Move) bool                { return false }
func (g *boards) make(m chess.Move)                    { g.b.Make(m) }
func (g *boards) undo()                                { g.b.Undo() }
func (g *boards) key() uint64                          { return g.b.Key() }
func (g *boards) turn() chess.Color                    { return g.b.Turn() }
func (g *boards) reversible() int                      { return maxRepeat }
func (g *boards) idle() int                            { return 0 } // repetition alone is watched
func (g *boards) inCheck() bool                        { return len(g.b.Checked()) > 0 }
func (g *boards) givesCheck(chess.Move) bool           { return false }
func (g *boards) ended() chess.Outcome                 { return chess.Outcome{} }
func (g *boards) stuck() chess.Outcome                 { return g.b.Outcome() }
func (g *boards) isNoisy(m chess.Move) bool            { return m.IsCapture() || m.IsPromotion() }
func (g *boards) pawns() uint64                        { return 0 }
func (g *boards) force(chess.Color) uint64             { return 0 }
func (g *boards) mayPass() bool                        { return false }
func (g *boards) man(chess.Move) int                   { return 0 }
func (g *boards) prize(chess.Move) int                 { return 0 }
func (g *boards) replies(chess.Move) int               { return -1 }

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
	g.all = g.b.Moves(g.all[:0])
	return sum + 2*len(g.all)
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
