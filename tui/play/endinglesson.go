package play

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"rookery/ai/endings"
	"rookery/chess"
)

// Difficulty is how long the wins are that an ending is drawn from, compared with the longest.
type Difficulty int

const (
	EasyEnding Difficulty = iota
	MediumEnding
	HardEnding
)

// Difficulties are the words for them, as a player writes them.
var Difficulties = [...]string{"easy", "medium", "hard"}

// endingKind is an ending that positions are drawn from.
type endingKind struct {
	tables      *endings.Set
	rules       chess.Rules
	material    endings.Material
	least, most int // plies of the win
}

// NewEnding makes a lesson of a position drawn from an exact table: White, who is to move, wins. Missing tables
// are made, which may take a while; report is told how far that is.
func NewEnding(ctx context.Context, tables *endings.Set, parts []string, pieces string, d Difficulty, seed uint64, report func(endings.Progress)) (*Lesson, error) {
	m, err := endings.ParseMaterial(pieces)
	if err != nil {
		return nil, err
	}
	m = tables.Whole(m)
	if err := tables.Make(ctx, report, m); err != nil {
		return nil, err
	}
	sum, ok := tables.Summary(m)
	if !ok {
		return nil, errors.New("the tables of this ending cannot be read")
	}
	longest := sum.Plies[Learner]
	if sum.Counts[Learner].Won == 0 || longest == 0 {
		return nil, errors.New("no win for White with these pieces: choose others")
	}
	rules := tables.Rules()
	k := &endingKind{tables: tables, rules: rules, material: m, least: longest*int(d)/3 + 1, most: longest * (int(d) + 1) / 3}
	fen := k.draw(seed, "")
	if fen == "" { // no win is that long or short
		k.least, k.most = 1, longest
		fen = k.draw(seed, "")
	}
	if fen == "" {
		return nil, errors.New("no win for White with these pieces: choose others")
	}
	return &Lesson{
		ID: strings.Join(parts, "+") + " " + m.String(), Name: m.String(),
		About: fmt.Sprintf("Win in at most %s.", MovesWord((k.most+1)/2)), FEN: fen, ending: k,
	}, nil
}

// draw is the FEN of a position of the kind, or else other.
func (k *endingKind) draw(seed uint64, other string) string {
	if k.tables == nil { // a lesson that was left; its tables are not at hand
		return other
	}
	if p := k.tables.Random(k.material, Learner, k.least, k.most, seed); p != nil {
		return p.FEN()
	}
	return other
}
