package uci

import (
	"strings"

	"rookery/chess"
)

// setBoard sets the engine's board to the start of at: by a FEN where it reads
// one, else piece by piece, by which castling rights cannot be told.
func (x *xboardProtocol) setBoard(at position) error {
	if x.features.setBoard {
		setup, err := chess.ParseSetup(at.start)
		if err != nil {
			return x.newError(ErrRefused, err.Error())
		}
		held := holding(setup.Pockets)
		setup.HasPockets = false
		if err := x.send("setboard " + setup.FEN()); err != nil || held == "" {
			return err
		}
		return x.send("holding " + held)
	}
	first, err := chess.NewBoard(at.board.Rules(), at.start)
	if err != nil {
		return x.newError(ErrRefused, err.Error())
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
	return x.send(append(commands, ".")...)
}

// holding writes pockets as the command of that name wants them, "[white] [black]";
// nothing where both are empty.
func holding(pockets [2]chess.RoleCounts) string {
	if pockets[chess.White].Empty() && pockets[chess.Black].Empty() {
		return ""
	}
	var sides [2]string
	for c, pocket := range pockets {
		for r := chess.King; r >= chess.Pawn; r-- {
			sides[c] += strings.Repeat(string(r.Letter()), int(pocket[r]))
		}
	}
	return "[" + sides[chess.White] + "] [" + sides[chess.Black] + "]"
}
