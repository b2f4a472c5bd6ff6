package pgn

import (
	"bytes"
	"strconv"
	"unicode/utf8"

	"rookery/chess"
)

// namer follows the main line of a game that is replayed to its opening.
type namer struct {
	names   *Openings
	on      bool // the game may still come to one
	opening Opening
}

// begin begins a game at its first position.
func (n *namer) begin(p *chess.Position) {
	n.on, n.opening = p.Rules().Plain() && p.Key() == n.names.start.Key(), Opening{}
}

// look notes the opening that a position of the main line ends.
func (n *namer) look(p *chess.Position) {
	if n.on = p.Occupied().Count() >= n.names.fewest; n.on {
		if name, ok := n.names.named[p.Key()]; ok {
			n.opening = name
		}
	}
}

// A teller finds the facts of games on one processor.
type teller struct {
	replay replay
	slow   careful
	namer  namer
}

func newTeller(names *Openings) *teller {
	t := &teller{namer: namer{names: names}}
	t.replay.namer = &t.namer
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
		b.facts = append(b.facts, factsOf(g, t.namer.names))
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
	f.opening = t.namer.opening
	f.chess = f.opening != (Opening{})
	return f, true
}
