// Package tower is Makarenko's chess: every piece is a tower of discs, its
// height says how it moves, and a move may take only part of the tower along.
// Towers of one side join, so that kings, queens and all else are built and
// broken up as the game goes. A side that has lost its kings and cannot build
// one has lost.
//
// Source: A. Makarenko's chess as told on chessvariants.com. Where that is
// silent: above eight discs all towers are kings, a part of one or two discs
// may take two steps from its owner's second rank, and nothing is promoted,
// castled or taken en passant.
//
// The package imports chess alone. Start reading at newBoard.
package tower

import "rookery/chess"

const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"

// Type plugs the board into [chess.NewBoard]. In its FEN a letter is the piece
// that a tower moves as, followed by its height in braces where that is not
// the least for such a piece: P{2}, B{6}, K{12}.
var Type = &chess.BoardType{Name: "Makarenko's chess", New: newBoard, Start: start, Notation: notation{}}

// Rules of the game; they combine with nothing that [Type] does not honour.
var Rules = chess.Rules{
	Name:  "Makarenko's chess",
	Aim:   "Split and stack your towers; leave your opponent without a king.",
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

// Layout is that of the 8×8 board.
func (b *board) Layout() *chess.Layout { return chess.Layout8() }

func (b *board) Turn() chess.Color { return b.now().turn }

// Moves appends the legal moves to dst. Each has the count of the discs that
// move; several may differ in nothing else.
func (b *board) Moves(dst []chess.Move) []chess.Move { return b.now().moves(dst) }

func (b *board) Make(m chess.Move) {
	b.history = append(b.history, *b.now())
	b.now().play(m)
}

func (b *board) Undo() {
	last := len(b.history) - 1
	if last == 0 {
		panic("tower: there is no move to take back")
	}
	b.history = b.history[:last]
}

func (b *board) Key() uint64 { return b.now().key }

// Outcome by the board alone: who cannot move has lost without a king, and
// draws with one.
func (b *board) Outcome() chess.Outcome { return b.now().outcome() }

// CanWin is always true: who has towers may win with them, and who has none
// has lost.
func (b *board) CanWin(chess.Color) bool { return true }

// Checked lists nothing: kings are taken without warning.
func (b *board) Checked() []chess.Square { return nil }

// View shows everything to everybody.
func (b *board) View(chess.Observer) chess.View {
	p := b.now()
	return chess.View{Cells: p.cells(), Turn: p.turn, Halfmoves: p.halfmoves, Fullmove: p.fullmove}
}

func (b *board) FEN() string { return b.now().fen() }

func (b *board) Setup() *chess.Setup { return b.now().setup() }

func (b *board) Clone() chess.Board {
	history := make([]position, len(b.history), len(b.history)+16)
	copy(history, b.history)
	return &board{rules: b.rules, history: history}
}
