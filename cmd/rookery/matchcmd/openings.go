package matchcmd

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"rookery/ai/match"
	"rookery/chess"
	"rookery/pgn"
	"rookery/variants"
)

// readOpenings reads the openings of a file for games of r: the main lines of a
// PGN, or a FEN or EPD a line. Lines that begin with # are passed over.
func readOpenings(path string, r chess.Rules) ([]match.Opening, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	read := readPositions
	if first := bytes.TrimSpace(text); bytes.HasPrefix(first, []byte("[")) || bytes.HasPrefix(first, []byte("1.")) {
		read = readLines
	}
	list, err := read(text, r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("no openings in %s", path)
	}
	return list, nil
}

// readLines reads openings from PGN.
func readLines(text []byte, r chess.Rules) ([]match.Opening, error) {
	var list []match.Opening
	for in := pgn.NewReader(bytes.NewReader(text)); ; {
		g, err := in.Read()
		if errors.Is(err, io.EOF) {
			return list, nil
		}
		if err != nil {
			return nil, err
		}
		if g.Err != nil || len(g.Warnings) > 0 {
			return nil, fmt.Errorf("game %d: %w", g.Number, firstFault(g))
		}
		if want, got := variants.ToPGN(r), variants.ToPGN(g.Rules); got != want && got != "" {
			return nil, fmt.Errorf("game %d is a different variant, %s", g.Number, got)
		}
		o := match.Opening{Start: -1, FEN: g.Start}
		for _, n := range g.Root.Line() {
			o.Moves = append(o.Moves, n.Move)
		}
		if err := check(o, r); err != nil {
			return nil, fmt.Errorf("game %d: %w", g.Number, err)
		}
		list = append(list, o)
	}
}

func firstFault(g *pgn.Game) error {
	if g.Err != nil {
		return g.Err
	}
	return &g.Warnings[0]
}

// readPositions reads openings from lines of FEN or EPD.
func readPositions(text []byte, r chess.Rules) ([]match.Opening, error) {
	var list []match.Opening
	lines := bufio.NewScanner(bytes.NewReader(text))
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		// The operations of EPD, each closed by a semicolon, follow the fourth
		// field.
		if strings.Contains(line, ";") {
			if fields := strings.Fields(line); len(fields) > 4 {
				line = strings.Join(fields[:4], " ")
			}
		}
		o := match.Opening{Start: -1, FEN: line}
		if err := check(o, r); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		list = append(list, o)
	}
	return list, lines.Err()
}

// check holds that an opening leaves a game to play.
func check(o match.Opening, r chess.Rules) error {
	g, err := o.Game(r)
	if err != nil {
		return err
	}
	if g.Outcome().Over() {
		return fmt.Errorf("the game is over before it starts: %s", g.Board().FEN())
	}
	return nil
}
