// Package puzzle holds positions in which one side has a move to find: 4,499 puzzles of
// lichess and those of variants, which were made from games of our own, as part of the
// program ([Embedded]); and files of them, such as lichess's whole dump ([Open]). Who
// finds new ones is ai/puzzlemaker; who solves them, tui/play.
//
// It imports chess, variants, and what unpacks files. Start reading at [Puzzle].
package puzzle

import (
	"errors"
	"fmt"
	"sort"
	"strings"

	"rookery/chess"
	"rookery/variants"
)

// Puzzle is a position with a line to find.
type Puzzle struct {
	ID      string
	Variant string // the id of its game, empty for chess
	// FEN is the position before the move with which the opponent makes the puzzle.
	FEN string
	// Moves are that move, the one to find, the reply and so on, in UCI notation, split by
	// blanks; the last is the solver's.
	Moves     string
	Rating    int    // of the puzzle, as of a player
	Deviation int    // how uncertain that is, 0 where it is not known
	Plays     int    // how often it was tried where it comes from
	Themes    string // split by blanks
	Game      string // which it comes from, in words; empty where that is not known
}

// HasTheme tells whether a theme is among those of the puzzle.
func (p *Puzzle) HasTheme(theme string) bool {
	for name := range strings.FieldsSeq(p.Themes) {
		if name == theme {
			return true
		}
	}
	return false
}

// Rules are those of the puzzle's game.
func (p *Puzzle) Rules() (chess.Rules, error) {
	if p.Variant == "" {
		return variants.Chess, nil
	}
	v, err := variants.Custom(strings.Split(p.Variant, "+")...)
	return v.Rules, err
}

// Lichess tells whether the puzzle is one of lichess: their names have five letters
// and digits.
func (p *Puzzle) Lichess() bool {
	return p.Variant == "" && len(p.ID) == 5 && p.Game == ""
}

// Source says where a puzzle can be looked at, or which game it is from; empty where
// neither is known.
func (p *Puzzle) Source() string {
	if p.Lichess() {
		return "lichess.org/training/" + p.ID
	}
	return p.Game
}

var errShort = errors.New("a puzzle needs the opponent's move and one to find")

// Line reads the moves of a puzzle from its position, in which they are legal.
func (p *Puzzle) Line() (chess.Board, []chess.Move, error) {
	rules, err := p.Rules()
	if err != nil {
		return nil, nil, fmt.Errorf("puzzle %s: %w", p.ID, err)
	}
	b, err := chess.NewBoard(rules, p.FEN)
	if err != nil {
		return nil, nil, fmt.Errorf("puzzle %s: %w", p.ID, err)
	}
	start := b.Clone()
	var line []chess.Move
	for text := range strings.FieldsSeq(p.Moves) {
		m, err := chess.ParseUCI(b, text)
		if err != nil {
			return nil, nil, fmt.Errorf("puzzle %s: %w", p.ID, err)
		}
		line = append(line, m)
		b.Make(m)
	}
	if len(line) < 2 || len(line)%2 != 0 {
		return nil, nil, fmt.Errorf("puzzle %s: %w", p.ID, errShort)
	}
	return start, line, nil
}

// Filter says which puzzles are wanted. The zero Filter wants all.
type Filter struct {
	Variant  string // the id of a game, empty for chess; "*" for any
	Theme    string
	From, To int // ratings; 0 for no bound
	Plays    int // at least
}

// Wants tells whether a puzzle fits.
func (f *Filter) Wants(p *Puzzle) bool {
	variant := f.Variant
	if variant == chessID {
		variant = ""
	}
	switch {
	case variant != "*" && p.Variant != variant:
		return false
	case p.Rating < f.From || f.To > 0 && p.Rating > f.To || p.Plays < f.Plays:
		return false
	}
	return f.Theme == "" || p.HasTheme(f.Theme)
}

// Count tells how many puzzles have each theme.
func Count(set []Puzzle) map[string]int {
	n := make(map[string]int)
	for i := range set {
		for theme := range strings.FieldsSeq(set[i].Themes) {
			n[theme]++
		}
	}
	return n
}

// Variants lists the games of puzzles, chess first, the others as menus do.
func Variants(set []Puzzle) []string {
	there := make(map[string]bool)
	for i := range set {
		there[set[i].Variant] = true
	}
	var ids []string
	for _, v := range variants.All() {
		id := v.ID
		if id == chessID {
			id = ""
		}
		if there[id] {
			ids = append(ids, v.ID)
			delete(there, id)
		}
	}
	var rest []string
	for id := range there {
		rest = append(rest, id)
	}
	sort.Strings(rest)
	return append(ids, rest...)
}

const chessID = "chess"
