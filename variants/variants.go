// Package variants is the register of games: every variant is a delta of
// axes that package chess understands, with its names and its rules in plain
// words. It is the only package that names a variant, and imports chess and the two boards
// below it that are not 8×8. Start reading at [All] and kingofthehill.go.
package variants

import (
	"fmt"
	"strings"

	"rookery/chess"
)

// Variant is one game of the register.
type Variant struct {
	ID      string      // in files and on the command line: "kingofthehill"
	Rules   chess.Rules // with the name and the aim that menus show
	PGN     string      // value of the Variant tag; empty for chess itself
	UCI     string      // value of UCI_Variant, empty where no engine has one
	Aliases []string    // further names to accept
	Card    string      // the rules in plain words, a line a thought
	Source  string      // whose rules they are
	Sample  string      // a short game in SAN without numbers, played to its end
	Lesson  Lesson
}

// All lists the games of two players in the order of menus; [Partners] has those of four. The list is the caller's.
func All() []Variant {
	return []Variant{
		chessVariant, chess960Variant,
		suicideVariant, crazyhouseVariant, atomicVariant, benedictVariant,
		racingKingsVariant, captureVariant, giveawayVariant, allQueensVariant,
		dark1Variant, dark2Variant, darkCrazyhouse1Variant, darkCrazyhouse2Variant,
		kingOfTheHillVariant, threeCheckVariant, hordeVariant, losersVariant, extinctionVariant,
		pawnAttackVariant, chaosVariant,
		hexagonalVariant, makarenkoVariant,
		suicide960Variant, crazyhouse960Variant, atomic960Variant, benedict960Variant,
		doubleVariant,
		noCastlingVariant, noEnPassantVariant, noPromotionVariant,
	}
}

// ByName finds a variant by its id, its name, its PGN or UCI name or an alias,
// ignoring case, spaces, hyphens, slashes and underscores. A name
// that ends in 960 also finds the same game from random starting positions.
func ByName(name string) (Variant, bool) {
	key := foldName(name)
	if key == "" {
		return Variant{}, false
	}
	all := append(All(), Partners()...)
	for i := range all {
		for _, known := range append([]string{all[i].ID, all[i].Rules.Name, all[i].PGN, all[i].UCI}, all[i].Aliases...) {
			if foldName(known) == key {
				return all[i], true
			}
		}
	}
	if base, ok := strings.CutSuffix(key, "960"); ok {
		if v, ok := ByName(base); ok && v.Rules.Start == nil && v.Rules.Board == nil {
			if drawn, err := combine(v, chess960Variant); err == nil {
				drawn.ID, drawn.Rules.Name, drawn.Rules.Aim = v.ID+"960", v.Rules.Name+" 960", v.Rules.Aim
				return drawn, true
			}
		}
	}
	return Variant{}, false
}

// Of finds the variant with these axes, whatever words the rules carry.
//
//go:noinline
func Of(r chess.Rules) (Variant, bool) {
	all := append(All(), Partners()...)
	for i := range all {
		if sameAxes(all[i].Rules, r) {
			return all[i], true
		}
	}
	return Variant{}, false
}

// Custom combines named variants into one game. Besides names it takes "960"
// for random starting positions, "double960" for different ones of the two sides and
// "dark" for fog. The error names what clashes.
func Custom(parts ...string) (Variant, error) {
	if len(parts) == 0 {
		return Variant{}, fmt.Errorf("choose at least one variant")
	}
	named := make([]Variant, len(parts))
	for i, part := range parts {
		v, ok := ByName(part)
		if !ok {
			return Variant{}, fmt.Errorf("unknown variant %q", part)
		}
		named[i] = v
	}
	if len(named) == 1 {
		return named[0], nil
	}
	return combine(named...)
}

// combine joins variants and keeps the registered words where the register
// has the game.
func combine(parts ...Variant) (Variant, error) {
	rules := make([]chess.Rules, len(parts))
	var ids []string
	for i, v := range parts {
		rules[i] = v.Rules
		if !sameAxes(v.Rules, Chess) {
			ids = append(ids, v.ID)
		} else {
			rules[i].Name, rules[i].Aim = "", ""
		}
	}
	r, err := chess.Combine(rules...)
	if err != nil {
		return Variant{}, err
	}
	if v, ok := Of(r); ok {
		return v, nil
	}
	return Variant{ID: strings.Join(ids, "+"), Rules: r, Card: Card(r)}, nil
}

// mustCombine is chess.Combine for the combinations of the register itself, which
// a test holds to be sound.
func mustCombine(name, aim string, parts ...chess.Rules) chess.Rules {
	r, err := chess.Combine(parts...)
	if err != nil {
		panic(err)
	}
	r.Name, r.Aim = name, aim
	return r
}
