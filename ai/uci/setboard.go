package uci

import (
	"strings"

	"rookery/chess"
)

// setBoard sets the engine's board to the start of at: by a FEN where it reads
// one, else piece by piece, by which castling rights cannot be told.
func (x *xboard) setBoard(at position) error {
	if x.features.setBoard {
		fen, holding := pocketless(at.start)
		if err := x.say("setboard " + fen); err != nil || holding == "" {
			return err
		}
		return x.say("holding " + holding)
	}
	first, err := chess.NewBoard(at.board.Rules(), at.start)
	if err != nil {
		return x.fault(ErrRefused, err.Error())
	}
	var commands []string
	if first.Turn() == chess.Black {
		// The edit command keeps whose turn it is: so that it is Black's, White
		// makes a move first, which need not be legal afterwards.
		commands = append(commands, "a2a3")
	}
	commands = append(commands, "edit", "#")
	view, layout := first.View(chess.Everyone), first.Layout()
	for _, side := range []chess.Color{chess.White, chess.Black} {
		for sq, cell := range view.Cells {
			if r := cell.Piece.Role(); r != chess.NoRole && cell.Piece.Color() == side {
				commands = append(commands, string(r.Letter())+layout.SquareName(chess.Square(sq)))
			}
		}
		if side == chess.White {
			commands = append(commands, "c")
		}
	}
	return x.say(append(commands, ".")...)
}

// pocketless takes the pieces in hand out of a FEN and writes them as the holding
// command wants them: [white] [black].
func pocketless(fen string) (rest, holding string) {
	placement, fields, _ := strings.Cut(fen, " ")
	board, hand, ok := strings.Cut(strings.TrimSuffix(placement, "]"), "[")
	if !ok {
		return fen, ""
	}
	var white, black strings.Builder
	for _, r := range hand {
		if r >= 'a' {
			black.WriteRune(r - 'a' + 'A')
		} else if r != '-' {
			white.WriteRune(r)
		}
	}
	if white.Len()+black.Len() > 0 {
		holding = "[" + white.String() + "] [" + black.String() + "]"
	}
	return board + " " + fields, holding
}
