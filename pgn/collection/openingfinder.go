package collection

import (
	"strings"

	"rookery/pgn/opening"
)

// openingFinder plays games no farther than to where no more openings follow.
type openingFinder struct {
	fast    fastParser
	tracker opening.Tracker
	lower   map[opening.Opening]opening.Opening // those that were found, in lower case
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

// folded is an opening in lower case.
func (f *openingFinder) folded(o opening.Opening) opening.Opening {
	low, ok := f.lower[o]
	if !ok {
		if f.lower == nil {
			f.lower = make(map[opening.Opening]opening.Opening)
		}
		low = opening.Opening{Code: strings.ToLower(o.Code), Name: strings.ToLower(o.Name)}
		f.lower[o] = low
	}
	return low
}
