package plain

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"rookery/pgn"
	"rookery/pgn/opening"
)

// faultWords says a fault of the file with its place.
func (p *program) faultWords(w *pgn.ParseError) string {
	text, reason := w.Message(), w.Err.Error()
	head := strings.TrimSuffix(text, reason) // what stood there, as it was written
	return fmt.Sprintf("%d:%d: %s%s", w.Line, w.Column, head, p.t(reason))
}

// games lists the games of the file, or those that hold the words.
func (p *program) games(arg string) {
	b := p.files
	if b == nil {
		p.say("No file is open. Type open and a path.")
		return
	}
	const most = 50
	said, found := 0, 0
	for i := range b.len() {
		if b.played { // the latest first
			i = b.len() - 1 - i
		}
		f, n := b.find(i)
		h, err := f.Header(n)
		if err != nil {
			p.fail(err)
			return
		}
		text := p.o.Lang.Sprintf("%d: %s against %s, %s, %s", i+1, p.known(h.White), p.known(h.Black), h.Result, strings.Join([]string{h.Date, h.Event, h.Variant}, " "))
		if !strings.Contains(strings.ToLower(text), strings.ToLower(arg)) {
			continue
		}
		if found++; said < most {
			p.line(strings.TrimSpace(text))
			said++
		}
	}
	if found > said {
		p.say("And %d more. Type games and a name to narrow the list.", found-said)
	}
	if found == 0 {
		p.say("No games match %s.", arg)
	}
}

// gameNumber goes to a game of the file.
func (p *program) gameNumber(arg string) {
	if p.files == nil {
		p.say("No file is open. Type open and a path.")
		return
	}
	n, err := strconv.Atoi(arg)
	if err != nil || n < 1 || n > p.files.len() {
		p.say("Type game and a number from 1 to %d.", p.files.len())
		return
	}
	p.readGame(n - 1)
}

// pgnGame is the game of the table as PGN.
func (p *program) pgnGame() (*pgn.Game, error) {
	switch t := p.table; {
	case p.files != nil:
		return p.files.game, nil
	case t == nil:
		return nil, errors.New("no game yet")
	case t.Fogged():
		return nil, errors.New("a fog game can be saved as PGN once it is over")
	default:
		saved := t.Saved(p.o.Now())
		g, err := saved.Sheet()
		if err == nil {
			opening.Tag(g)
		}
		return g, err
	}
}

// tellPGN writes the game out.
func (p *program) tellPGN(string) {
	g, err := p.pgnGame()
	if err != nil {
		p.fail(err)
		return
	}
	var b strings.Builder
	if err := pgn.NewWriter(&b).Write(g); err != nil {
		p.fail(err)
		return
	}
	for _, line := range strings.Split(strings.TrimRight(b.String(), "\n"), "\n") {
		p.line(line)
	}
}

// save writes the game into the folder of saved games, or behind those of the
// file that is named.
func (p *program) save(arg string) {
	g, err := p.pgnGame()
	switch {
	case err != nil:
		p.fail(err)
	case arg != "":
		if err := pgn.Append(arg, g); err != nil {
			p.fail(err)
			return
		}
		p.say("Saved in %s.", arg)
	case p.files != nil:
		p.say("Type save and a file path.")
	default:
		path, err := p.o.Store.Keep(p.table.Saved(p.o.Now()))
		if err != nil {
			p.fail(err)
			return
		}
		p.say("Saved as %s.", path)
	}
}

// tellFEN writes the position.
func (p *program) tellFEN(string) {
	s, ok := p.position()
	switch {
	case !ok:
	case p.draft != nil:
		p.line(p.draft.FEN())
	case !s.open():
		p.say("The full position is hidden by the fog.")
	default:
		p.line(s.board.FEN())
	}
}
