package variants

import "rookery/chess"

// xboardNames are the words for games after XBoard's variant command, by ID,
// where they are not the value of UCI_Variant. Source: H. G. Muller and T. Mann,
// Chess Engine Communication Protocol, section 8; the last as Fairy-Max has it.
var xboardNames = map[string]string{
	"chess":         "normal",
	"chess960":      "fischerandom",
	"nocastling":    "nocastle",
	"giveaway":      "giveaway",
	"kingofthehill": "king-of-the-hill",
}

// UCIName is how engines that speak UCI are told to play by these rules: the
// value of UCI_Variant, and whether UCI_Chess960 has to be set because the starting
// position may be random. One that is only another start of a game does not matter,
// since positions are given to engines in full. ok is false where no engine knows
// the game.
func UCIName(r chess.Rules) (name string, drawn, ok bool) {
	drawn = r.Start != nil && r.Start.Count > 1
	for _, plain := range simpler(r) {
		if v, known := Of(plain); known && v.UCI != "" && v.ID != chess960Variant.ID {
			return v.UCI, drawn, true
		}
	}
	return "", drawn, false
}

// OwnName is the name of v that another Rookery alone knows, empty where other engines have a name for it.
func (v Variant) OwnName() string {
	if v.UCI != "" {
		return ""
	}
	return v.ID
}

// XBoardName is the word for these rules after XBoard's variant command, and
// whether castling has to be written O-O because the starting position may be random. ok is
// false where that protocol has no word for the game.
func XBoardName(r chess.Rules) (name string, drawn, ok bool) {
	drawn = r.Start != nil && r.Start.Count > 1
	for _, plain := range append([]chess.Rules{r}, simpler(r)...) {
		v, known := Of(plain)
		if !known {
			continue
		}
		if name, special := xboardNames[v.ID]; special {
			// A random starting position has a word of its own only in chess.
			return name, drawn, !drawn || v.ID == chess960Variant.ID
		}
		if v.UCI != "" && !drawn {
			return v.UCI, false, true
		}
	}
	return "", drawn, false
}

// simpler are the rules themselves, then without their starting position, then without the
// ban on castling, which positions without castling rights make of themselves.
func simpler(r chess.Rules) []chess.Rules {
	usual := r
	usual.Start = nil
	castling := usual
	castling.NoCastling = false
	return []chess.Rules{r, usual, castling}
}
