package draw

import (
	"math"

	"rookery/ai"
	"rookery/ai/report"
	"rookery/chess"
)

// WhiteShare is how much of the board White may call its own, 0 to 1, when the
// side to move scores so: the chance to win. A forced win is all of it.
func WhiteShare(score ai.Centipawns, mate int, turn chess.Color) float64 {
	share := report.Chance(score)
	switch {
	case mate > 0:
		share = 1
	case mate < 0:
		share = 0
	}
	if turn == chess.Black {
		share = 1 - share
	}
	return share
}

// Eighths are the blocks that fill a cell from below.
var Eighths = [...]rune{' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'}

// RenderEvalBar draws a column one sign wide and height rows high, of which
// White's share is filled from White's side of the board. Without a share it is
// empty.
func RenderEvalBar(th *Theme, ascii bool, height int, share float64, known, flip bool) []string {
	rows := make([]string, height)
	filled := int(math.Round(share * float64(height*8)))
	for i := range rows {
		row := height - 1 - i // from below
		if flip {
			row = i
		}
		part := max(0, min(filled-8*row, 8))
		if flip && part > 0 && part < 8 {
			part = 4 // blocks fill from below alone: a part of a turned cell is a half
		}
		sign, style := Eighths[part], th.Bold
		switch {
		case !known:
			sign, style = ' ', th.Faint
		case ascii && part >= 4:
			sign = '#'
		case part == 0 || ascii:
			sign, style = '░', th.Faint
			if ascii {
				sign = '.'
			}
		case flip && part == 4:
			sign = '▀'
		}
		rows[i] = style.Render(string(sign))
	}
	return rows
}
