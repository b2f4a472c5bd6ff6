package syntax

import (
	"rookery/chess"
	"rookery/variants"
)

// RulesCache remembers the rules of tags that were read, with a board in the first
// position of each, since finding and making them takes longer than a few moves.
type RulesCache map[rulesKey]CachedRules

type rulesKey struct {
	name  string
	usual bool // the castling rights fit the usual starting position
}

// CachedRules are rules that tags named.
type CachedRules struct {
	Rules chess.Rules
	Board chess.Board // in the first position of the usual starting position
}

// maxCachedRules bounds the memory for files that name a new variant in each game.
const maxCachedRules = 64

// Find gives the rules that Variant and FEN tags name.
func (k *RulesCache) Find(tag, fen string) (CachedRules, error) {
	key := rulesKey{tag, variants.UsualCastling(fen)}
	if found, ok := (*k)[key]; ok {
		return found, nil
	}
	var found CachedRules
	var err error
	if found.Rules, err = variants.FromPGN(tag, fen); err != nil {
		return found, err
	}
	if found.Board, err = chess.NewBoard(found.Rules, ""); err != nil {
		return found, err
	}
	if *k == nil || len(*k) == maxCachedRules {
		*k = make(RulesCache)
	}
	(*k)[key] = found
	return found, nil
}
