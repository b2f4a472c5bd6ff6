package uci

import (
	"strings"

	"rookery/chess"
)

// setBoard sets the engine's board to the start of at: by a FEN where it reads
// one, else piece by piece, by which castling rights cannot be told.
func (x *xboard) setBoard(at position) error {
	if x.features.setBoard {
		setup, err := chess.ParseSetup(at.start)
		if err != nil {
			return x.fault(ErrRefused, err.Error())
		}
		held := holding(setup.Pockets)
		setup.HasPockets = false
		if err := x.say("setboard " + setup.FEN()); err != nil || held == "" {
			return err
		}
		return x.say("holding " + held)
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

// holding writes pockets as the command of that name wants them, "[white] [black]";
// nothing where both are empty.
func holding(pockets [2]chess.Hand) string {
	if pockets[chess.White].Empty() && pockets[chess.Black].Empty() {
		return ""
	}
	var sides [2]string
	for c, hand := range pockets {
		for r := chess.King; r >= chess.Pawn; r-- {
			sides[c] += strings.Repeat(string(r.Letter()), int(hand[r]))
		}
	}
	return "[" + sides[chess.White] + "] [" + sides[chess.Black] + "]"
}
