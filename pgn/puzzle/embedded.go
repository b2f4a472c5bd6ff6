package puzzle

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
)

// Both are packed by generate.go: the columns one after the other, so that what is alike
// stands together, and all of that by gzip.
var (
	//go:embed lichess.gz
	lichessTable []byte
	//go:embed variants.gz
	variantTable []byte
)

// Embedded are the puzzles that are part of the program. The first call unpacks them, which
// takes some milliseconds, so a screen calls it from a command. Nobody changes them.
func Embedded() []Puzzle { return embedded() }

var embedded = sync.OnceValue(func() []Puzzle {
	set, err := unpack(lichessTable)
	if err == nil {
		var more []Puzzle
		more, err = unpack(variantTable)
		set = append(set, more...)
	}
	if err != nil {
		panic(err) // a test reads both
	}
	return set
})

// unpack reads a table that generate.go has packed.
func unpack(table []byte) ([]Puzzle, error) {
	z, err := gzip.NewReader(bytes.NewReader(table))
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(z)
	if err != nil {
		return nil, err
	}
	if len(text) == 0 {
		return nil, nil
	}
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	n := len(lines) / len(columns)
	if n*len(columns) != len(lines) {
		return nil, fmt.Errorf("%d lines are no whole columns", len(lines))
	}
	set := make([]Puzzle, n)
	for i := range set {
		p := &set[i]
		cell := func(column int) string { return lines[column*n+i] }
		number := func(column int) (v int) {
			if err == nil {
				v, err = strconv.Atoi(cell(column))
			}
			return v
		}
		*p = Puzzle{
			ID: cell(0), FEN: cell(1), Moves: cell(2), Rating: number(3), Deviation: number(4), Plays: number(5),
			Themes: cell(6), Variant: cell(7), Game: cell(8),
		}
	}
	return set, err
}
