package pgn

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	_ "unsafe" // for go:linkname

	_ "github.com/corentings/chess/v2/opening"

	"rookery/chess"
)

// ecoData is the table of named openings that the library embeds, that of
// lichess-org/chess-openings (CC0): lines of tab-separated code, name, moves in
// SAN, moves in UCI and EPD, below a line that names these columns. The library
// hands its names out only by building a tree of its own positions, which takes
// ten times as long as playing the moves on our own board; so the text is taken
// and not the tree. It is read only. Should the library call it otherwise one
// day, the program does not link.
//
//go:linkname ecoData github.com/corentings/chess/v2/opening.ecoData
var ecoData []byte

// readOpenings makes the table from the names that the library holds.
func readOpenings() *Openings {
	lines, err := namedLines(ecoData)
	if err == nil {
		var table *Openings
		if table, err = makeOpenings(lines); err == nil {
			return table
		}
	}
	// The lines are part of the program, and a test reads them all.
	panic(err)
}

// namedLine is an opening with its moves: numbered SAN as in "1. e4 e5".
type namedLine struct {
	moves string
	Opening
}

// errECO says that the table of openings is not as ecoData tells.
var errECO = errors.New("the table of openings has other columns")

// namedLines reads the table of openings. The lines come in the order of their
// moves in UCI, so that those that begin alike stand together.
func namedLines(text []byte) ([]namedLine, error) {
	type row struct {
		uci string
		namedLine
	}
	rows := make([]row, 0, bytes.Count(text, []byte{'\n'}))
	head := true
	for line := range strings.Lines(string(text)) {
		code, rest, _ := strings.Cut(strings.TrimRight(line, "\r\n"), "\t")
		name, rest, _ := strings.Cut(rest, "\t")
		moves, rest, _ := strings.Cut(rest, "\t")
		uci, _, _ := strings.Cut(rest, "\t")
		switch {
		case head != (moves == "pgn" && uci == "uci"):
			return nil, errECO
		case head:
			head = false
			continue
		}
		rows = append(rows, row{uci, namedLine{moves, Opening{strings.Clone(code), strings.Clone(name)}}})
	}
	slices.SortFunc(rows, func(a, b row) int { return strings.Compare(a.uci, b.uci) })
	lines := make([]namedLine, len(rows))
	for i := range rows {
		lines[i] = rows[i].namedLine
	}
	return lines, nil
}

// makeOpenings plays all lines, what a line has in common with the one before
// only once.
func makeOpenings(lines []namedLine) (*Openings, error) {
	start, err := chess.ParsePosition(chess.Rules{}, "")
	if err != nil {
		return nil, err
	}
	table := &Openings{
		start: *start, named: make(map[uint64]Opening, len(lines)),
		lines: make([][]chess.Move, 0, len(lines)), fewest: start.Occupied().Count(),
	}
	w := way{at: []chess.Position{*start}, checked: []bool{false}}
	for _, line := range lines {
		if err := w.follow(line.moves); err != nil {
			return nil, fmt.Errorf("%s: %w", line.Opening, err)
		}
		end := &w.at[len(w.moves)]
		table.named[end.Key()] = line.Opening
		table.fewest = min(table.fewest, end.Occupied().Count())
		table.lines = append(table.lines, slices.Clone(w.moves))
	}
	return table, nil
}

// way is a line of moves with the positions on it.
type way struct {
	words   []string
	moves   []chess.Move
	at      []chess.Position // at least one more than moves
	checked []bool           // of each position
}

// follow plays a line, from where it parts from the one before.
func (w *way) follow(line string) error {
	n := 0 // half-moves of the line so far
	for word := range strings.FieldsSeq(line) {
		if word[len(word)-1] == '.' {
			continue
		}
		if n < len(w.words) && w.words[n] == word {
			n++
			continue
		}
		if len(w.at) == n+1 {
			w.at, w.checked = append(w.at, chess.Position{}), append(w.checked, false)
		}
		m, check, ok := w.at[n].Follow([]byte(word), w.checked[n], &w.at[n+1])
		if !ok {
			return fmt.Errorf("move %d, %s, cannot be played", n+1, word)
		}
		w.words, w.moves, w.checked[n+1] = append(w.words[:n], word), append(w.moves[:n], m), check
		n++
	}
	w.words, w.moves = w.words[:n], w.moves[:n]
	return nil
}
