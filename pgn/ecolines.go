package pgn

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"rookery/chess"
)

// packedOpenings is the table of named openings of lichess-org/chess-openings
// (CC0), written by generate.go.
//
//go:generate go run openings_generate.go ../../shared/openings
//go:embed openings.gz
var packedOpenings []byte

// readOpenings makes the table that is part of the program.
func readOpenings() *Openings {
	z, err := gzip.NewReader(bytes.NewReader(packedOpenings))
	if err != nil {
		panic(err) // a test reads the whole table
	}
	var text strings.Builder
	text.Grow(256 << 10)
	if _, err := io.Copy(&text, z); err != nil {
		panic(err)
	}
	table, err := parseOpenings(text.String())
	if err != nil {
		panic(err)
	}
	return table
}

// errColumns says that a line is not as generate.go writes it.
var errColumns = errors.New("the table of openings has other columns")

// parseOpenings makes a table of lines with four columns, parted by tabs: how
// many moves the line shares with the one before, the moves that follow in SAN,
// the code and the name. The names are parts of text.
func parseOpenings(text string) (*Openings, error) {
	start, err := chess.ParsePosition(chess.Rules{}, "")
	if err != nil {
		return nil, err
	}
	count := strings.Count(text, "\n")
	table := &Openings{
		start: *start, named: make(map[uint64]Opening, count),
		lines: make([][]chess.Move, 0, count), fewest: start.Occupied().Count(),
	}
	var moves []chess.Move
	positions, checked := []chess.Position{*start}, []bool{false} // before each move, and behind the last
	for line := range strings.Lines(text) {
		column := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(column) != 4 {
			return nil, fmt.Errorf("%q: %w", line, errColumns)
		}
		opening := Opening{Code: column[2], Name: column[3]}
		shared, err := strconv.Atoi(column[0])
		if err != nil || shared < 0 || shared > len(moves) {
			return nil, fmt.Errorf("%q: %w", line, errColumns)
		}
		moves, positions, checked = moves[:shared], positions[:shared+1], checked[:shared+1]
		for san := range strings.FieldsSeq(column[1]) {
			positions = append(positions, chess.Position{})
			m, check, ok := positions[len(moves)].Follow([]byte(san), checked[len(moves)], &positions[len(moves)+1])
			if !ok {
				return nil, fmt.Errorf("%s: move %d, %s, cannot be played", opening, len(moves)+1, san)
			}
			moves, checked = append(moves, m), append(checked, check)
		}
		end := &positions[len(moves)]
		table.named[end.Key()] = opening
		table.fewest = min(table.fewest, end.Occupied().Count())
		table.lines = append(table.lines, slices.Clone(moves))
	}
	return table, nil
}
