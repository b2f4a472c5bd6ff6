package plain

import (
	"rookery/pgn/opening"
)

// tellOpening names how the game that is played or read began, as far as the
// position that is heard.
func (p *program) tellOpening(string) {
	s, ok := p.scene()
	if !ok {
		return
	}
	var found opening.Opening
	switch t := p.table; {
	case !s.open() || !s.rules.Plain():
	case p.book != nil:
		found = opening.Load().Behind(p.book.game, p.book.cur)
	default:
		found = opening.Load().Reached(t.Game.BoardAt(0), t.Game.Moves()[:t.shown])
	}
	if found == (opening.Opening{}) {
		p.say("This opening has no name.")
		return
	}
	p.say("%s. ECO code %s.", found.Name, found.Code)
}
