// Package hex is Gliński's hexagonal chess: a board of 91 six-sided cells in
// eleven files, three bishops a side, and pawns that capture towards the cells
// they share a forward edge with. A player who stalemates the opponent earns
// three quarters of the point.
//
// Source: W. Gliński, Rules of Hexagonal Chess (1973), as told by
// greenchess.net and held against tournament games.
//
// The package imports chess alone. Start reading at newBoard.
package hex

import "rookery/chess"

const start = "b/qbk/n1b1n/r5r/ppppppppp/11/5P5/4P1P4/3P1B1P3/2P2B2P2/1PRNQBKNRP1 w - - 0 1"

// Type plugs the board into [chess.NewBoard]. Its FEN has eleven ranks, the
// eleventh first, each written from the a-side; a rank bends with the board,
// so that rank 11 has one cell, rank 10 three, and ranks 1 to 6 eleven. There
// is no file j.
var Type = &chess.BoardType{Name: "hexagonal chess", New: newBoard, Start: start}

// Rules of the game; they combine with nothing that [Type] does not honour.
var Rules = chess.Rules{
	Name:  "Hexagonal chess",
	Aim:   "Checkmate the king on 91 hexes; stalemate scores three quarters.",
	Board: Type,
}

// board is a game in progress: every position since the start, so that Undo
// only drops the last.
type board struct {
	rules   chess.Rules
	history []position // the current one is the last
}

// newBoard reads a FEN; an empty one is the usual starting position.
func newBoard(r chess.Rules, fen string) (chess.Board, error) {
	if fen == "" {
		fen = start
	}
	p, err := parse(fen)
	if err != nil {
		return nil, err
	}
	b := &board{rules: r, history: make([]position, 1, 16)}
	b.history[0] = p
	return b, nil
}

func (b *board) now() *position { return &b.history[len(b.history)-1] }

func (b *board) Rules() chess.Rules { return b.rules }

// Layout of the 91 cells, file by file from a1.
func (b *board) Layout() *chess.Layout { return layout }

func (b *board) Turn() chess.Color { return b.now().turn }

func (b *board) Moves(dst []chess.Move) []chess.Move { return b.now().moves(dst) }

func (b *board) Make(m chess.Move) {
	b.history = append(b.history, *b.now())
	b.now().play(m)
}

func (b *board) Undo() {
	last := len(b.history) - 1
	if last == 0 {
		panic("hex: there is no move to take back")
	}
	b.history = b.history[:last]
}

func (b *board) Key() uint64 { return b.now().repetitionKey() }

// Outcome by the board alone: mate, stalemate, or too little left to mate with.
func (b *board) Outcome() chess.Outcome { return b.now().outcome() }

// CanWin reports whether c has anything left to win with; its clock-bound
// opponent draws against a bare king.
func (b *board) CanWin(c chess.Color) bool { return b.now().pieces[c].count() > 1 }

// Checked is the king of the side to move when it is attacked.
func (b *board) Checked() []chess.Square {
	if p := b.now(); p.inCheck() {
		return []chess.Square{p.king[p.turn]}
	}
	return nil
}

// View shows everything to everybody.
func (b *board) View(chess.Observer) chess.View {
	p := b.now()
	return chess.View{
		Cells:     p.cells(),
		Turn:      p.turn,
		Checked:   b.Checked(),
		Halfmoves: p.halfmoves,
		Fullmove:  p.fullmove,
	}
}

func (b *board) FEN() string { return b.now().setup().FEN() }

func (b *board) Setup() *chess.Setup { return b.now().setup() }

func (b *board) Clone() chess.Board {
	history := make([]position, len(b.history), len(b.history)+16)
	copy(history, b.history)
	return &board{rules: b.rules, history: history}
}
