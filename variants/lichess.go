package variants

import (
	"slices"

	"rookery/chess"
)

// lichessKeys are the variants by the words of lichess's interface for programs, with our
// IDs. Games from a position of one's own are chess.
var lichessKeys = []struct{ key, id string }{
	{"standard", "chess"}, {"chess960", "chess960"}, {"crazyhouse", "crazyhouse"}, {"antichess", "giveaway"},
	{"atomic", "atomic"}, {"horde", "horde"}, {"kingOfTheHill", "kingofthehill"}, {"racingKings", "racingkings"},
	{"threeCheck", "3check"}, {"fromPosition", "chess"},
}

// ByLichessKey finds the variant that lichess calls key.
func ByLichessKey(key string) (Variant, bool) {
	for _, k := range lichessKeys {
		if k.key == key {
			return ByName(k.id)
		}
	}
	return Variant{}, false
}

// LichessKey is lichess's word for rules; ok is false where they are not played there.
func LichessKey(r chess.Rules) (key string, ok bool) {
	v, known := Of(r)
	for _, k := range lichessKeys {
		if known && k.id == v.ID {
			return k.key, true
		}
	}
	return "", false
}

// lichessTables are lichess's words for its tables of endings, by our IDs.
var lichessTables = map[string]string{"chess": "standard", "chess960": "standard", "atomic": "atomic", "giveaway": "antichess"}

// LichessTables is lichess's word for the tables of endings of rules; ok is false where it has none.
func LichessTables(r chess.Rules) (word string, ok bool) {
	v, _ := Of(r)
	word, ok = lichessTables[v.ID]
	return word, ok
}

// OnLichess are the IDs of the variants that lichess has.
func OnLichess() []string {
	var ids []string
	for _, k := range lichessKeys {
		if !slices.Contains(ids, k.id) {
			ids = append(ids, k.id)
		}
	}
	return ids
}
