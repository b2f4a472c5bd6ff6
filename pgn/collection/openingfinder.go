package collection

import (
	"rookery/pgn/opening"
)

// openingFinder plays games no farther than to where no more openings follow.
type openingFinder struct {
	fast    fastParser
	tracker opening.Tracker
}

// find is the opening that the moves of a game have come to. ok is false when the
// parser must read the game.
func (f *openingFinder) find(text []byte) (found opening.Opening, ok bool) {
	if f.tracker.Table == nil {
		f.tracker.Table = opening.Load()
		f.fast.tracker, f.fast.openingOnly = &f.tracker, true
	}
	if !f.fast.parse(text) {
		return opening.Opening{}, false
	}
	return f.tracker.Opening, true
}
