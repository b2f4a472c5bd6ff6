package pgn

import (
	"fmt"
	"slices"
	"strings"

	"github.com/corentings/chess/v2/opening"

	"rookery/chess"
)

// readOpenings makes the table from the names that the library holds, those of
// lichess-org/chess-openings (CC0). The library knows them by their moves; they
// are played on our own board here, and its own tree is dropped.
func readOpenings() *Openings {
	all := opening.NewBookECO().Possible(nil)
	lines := make([]namedLine, len(all))
	for i, o := range all {
		lines[i] = namedLine{strings.Fields(o.PGN()), Opening{strings.Clone(o.Code()), strings.Clone(o.Title())}}
	}
	table, err := makeOpenings(lines)
	if err != nil {
		// The lines are part of the program, and a test reads them all.
		panic(err)
	}
	return table
}

// namedLine is an opening with its moves as UCI writes them.
type namedLine struct {
	moves []string
	Opening
}

// makeOpenings plays all lines. Lines that begin alike are played once as far
// as they do.
func makeOpenings(lines []namedLine) (*Openings, error) {
	slices.SortFunc(lines, func(a, b namedLine) int { return slices.Compare(a.moves, b.moves) })
	board, err := chess.NewBoard(chess.Rules{}, "")
	if err != nil {
		return nil, err
	}
	on := board.(chess.Positioned)
	table := &Openings{
		start: *on.Position(), named: make(map[uint64]Opening, len(lines)),
		lines: make([][]chess.Move, 0, len(lines)), fewest: on.Position().Occupied().Count(),
	}
	var before []string // the moves that stand on the board
	var moves []chess.Move
	for _, line := range lines {
		same := 0
		for same < min(len(before), len(line.moves)) && before[same] == line.moves[same] {
			same++
		}
		for range before[same:] {
			board.Undo()
		}
		moves = moves[:same]
		for _, text := range line.moves[same:] {
			m, err := chess.ParseUCI(board, text)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", line.Opening, err)
			}
			board.Make(m)
			moves = append(moves, m)
		}
		before = line.moves
		p := on.Position()
		table.named[p.Key()] = line.Opening
		table.fewest = min(table.fewest, p.Occupied().Count())
		table.lines = append(table.lines, slices.Clone(moves))
	}
	return table, nil
}
