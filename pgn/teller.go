package pgn

import (
	"bytes"
	"strconv"
	"unicode/utf8"

	"rookery/chess"
)

// A teller finds the facts of games on one processor.
type teller struct {
	replay  replay
	slow    careful
	tracker Tracker
}

func newTeller(names *Openings) *teller {
	t := &teller{tracker: Tracker{Table: names}}
	t.replay.tracker = &t.tracker
	return t
}

func (t *teller) work(b *batch) error {
	b.facts = b.facts[:0]
	for i := range b.games {
		if text := b.game(i); utf8.Valid(text) && t.replay.game(text) {
			if f, ok := t.facts(); ok {
				b.facts = append(b.facts, f)
				continue
			}
		}
		g, err := t.slow.read(b, i)
		if err != nil {
			return err
		}
		b.facts = append(b.facts, factsOf(g, t.tracker.Table))
	}
	return nil
}

// facts are those of the game that was replayed; false where the parser must
// look at a value.
func (t *teller) facts() (facts, bool) {
	r := &t.replay
	f := facts{plies: r.plies, result: r.result, variant: variantName(r.kind.rules)}
	for i := range r.tags {
		value := r.tags[i].value
		switch string(r.tags[i].name) {
		case "Date":
			f.date = string(value)
		case "White":
			f.white = string(value)
		case "Black":
			f.black = string(value)
		case "WhiteElo":
			f.elo[chess.White], _ = strconv.Atoi(string(bytes.TrimSpace(value)))
		case "BlackElo":
			f.elo[chess.Black], _ = strconv.Atoi(string(bytes.TrimSpace(value)))
		case "FEN":
			if len(bytes.TrimSpace(value)) > 0 {
				return f, false
			}
		default:
			continue
		}
		if bytes.ContainsAny(value, "\t\v\f") {
			return f, false
		}
	}
	f.opening = t.tracker.Opening
	f.chess = f.opening != (Opening{})
	return f, true
}
