package plain

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"rookery/ai"
	"rookery/chess"
	"rookery/tui/engineplay"
	"rookery/tui/lang"
	"rookery/tui/play"
)

// playing tells whether a game goes on to which words of play apply.
func (p *program) playing() bool {
	switch {
	case p.files != nil || p.draft != nil:
		p.say("Not available here: close the file or the position first.")
	case p.table == nil:
		p.say("No game yet. Type new to start one.")
	case p.table.Over():
		p.say("The game is over. Type again for a rematch, or new.")
	default:
		return true
	}
	return false
}

// undo takes moves back: one, or so many that a person who has moved is to
// move again. After the end the last move opens the game again.
func (p *program) undo(string) {
	t := p.table
	if t == nil || p.files != nil || p.draft != nil {
		p.playing()
		return
	}
	undone := t.TakeBack(p.o.Now())
	if len(undone) == 0 {
		p.say("You have no move to take back.")
		return
	}
	t.undone = append(t.undone, undone...)
	p.say("Took back %s.", p.count(len(undone), "%d half-move", "%d half-moves"))
	p.positionChanged()
	p.tellTurn()
}

// redo plays again what was taken back last, up to a person's next move.
func (p *program) redo(string) {
	if !p.playing() {
		return
	}
	t := p.table
	if len(t.undone) == 0 {
		p.say("Nothing to take back.")
		return
	}
	for first := true; len(t.undone) > 0 && !t.Over() && (first || !t.Human(t.Game.Turn())); first = false {
		last := len(t.undone) - 1
		before := t.Game.BoardAt(t.Game.Ply())
		if err := t.Redo(t.undone[last], p.o.Now()); err != nil {
			p.fail(err)
			return
		}
		p.tellMove(before, t.undone[last])
		t.undone = t.undone[:last]
	}
	p.positionChanged()
}

// hint lets the strongest computer say a move.
func (p *program) hint(string) {
	if p.puzzles != nil {
		p.puzzleHint()
		return
	}
	if p.openings != nil {
		p.openingAnswer()
		return
	}
	if !p.playing() || !p.ready() {
		return
	}
	t := p.table
	if t.adviser == nil {
		t.adviser = engineplay.New(engineplay.NewAdviser(nil, p.o.Seed()).With(p.o.Endings), nil)
	}
	t.hinting.Cancel()
	t.hinting = t.Consult(t.adviser)
	t.hinting.Limit = ai.Limit{MoveTime: hintTime}
	t.hinting.Lines = studyLines // to know what is the only good move
	p.search(t.hinting, true)
}

// draw claims a draw where one can be claimed, else asks the opponent.
func (p *program) draw(string) {
	if !p.playing() {
		return
	}
	t := p.table
	if t.Config.Humans() == 0 {
		p.say("This is a computer vs computer game.")
		return
	}
	side := t.Person()
	other := p.name(side.Other())
	switch t.OfferDraw(side, p.o.Now()) {
	case play.DrawClaimed:
		p.finish(nil)
	case play.DrawAgreed:
		p.say("%s accepts.", other)
		p.finish(nil)
	case play.DrawPending:
		p.askDraw(p.o.Lang.Sprintf("%s offers a draw. %s, do you accept?", p.name(side), other))
	case play.DrawRepeated:
		p.say("Draw declined. Play on, or offer again after your next move.")
	default:
		p.say("%s declines your draw offer.", other)
	}
}

// resign gives the game up after a question.
func (p *program) resign(string) {
	if !p.playing() {
		return
	}
	t := p.table
	side, text := t.Person(), p.t("Resign the game?")
	switch t.Config.Humans() {
	case 0:
		p.say("You are not a player in this game. Type stop to leave it.")
		return
	case 2:
		text = p.o.Lang.Sprintf("%s, resign the game?", p.name(side))
	}
	p.ask(text, func() { p.finish(t.Resign(side, p.o.Now())) }, func() { p.say("The game continues.") })
}

// reveal tells the board to the player who sits down now.
func (p *program) reveal(string) {
	t := p.table
	if t == nil || !t.Covered {
		p.say("Nothing is hidden.")
		return
	}
	t.Covered = false
	p.say("%s to move.", p.side(t.Game.Turn()))
	if t.Game.Ply() > 0 {
		for _, line := range p.losses(t.Game.BoardAt(t.Game.Ply()-1), t.Game.BoardAt(t.Game.Ply()), t.Observer()) {
			p.line(line)
		}
	}
	p.proceed()
}

// again plays the last game once more with colours changed.
func (p *program) again(string) {
	t := p.table
	switch {
	case t == nil:
		p.say("No game yet. Type new to start one.")
	case !t.Over():
		p.say("The game is still in progress.")
	default:
		if t.attempt != nil {
			p.startLesson(*t.attempt)
			return
		}
		cfg := t.Config
		if a, b := cfg.Players[0], cfg.Players[1]; a.Name != play.SideName(chess.White) || b.Name != play.SideName(chess.Black) {
			cfg.Players = [2]play.Player{b, a}
		}
		p.begin(cfg, nil)
	}
}

// stop leaves the game, which is kept.
func (p *program) stop(string) {
	if p.puzzles != nil || p.openings != nil {
		p.puzzles, p.openings, p.flip = nil, nil, false
		p.say("Stopped.")
		return
	}
	if p.table == nil {
		p.say("No game.")
		return
	}
	p.leave()
	p.table = nil
	p.say("Stopped.")
}

// unfinished are the games that were left, but for the one on the table.
func (p *program) unfinished() []play.Saved {
	return slices.DeleteFunc(p.o.Store.Unfinished(), func(g play.Saved) bool {
		return p.table != nil && !p.table.Over() && p.table.ID == g.ID
	})
}

// resume goes on with a game that was left: the latest, or number n of those
// that wait.
func (p *program) resume(arg string) {
	games := p.unfinished()
	n, err := strconv.Atoi(arg)
	switch {
	case len(games) == 0:
		p.say("No unfinished games.")
	case arg == "" && len(games) > 1:
		p.say("%d unfinished games. Type continue and a number.", len(games))
		for i := range games {
			g := &games[i]
			p.say("%d: %s, %s against %s, move %d.", i+1, p.t(g.Config.Rules.Name),
				p.called(g.Config.Players[0], g.Config.Players[0].Name), p.called(g.Config.Players[1], g.Config.Players[1].Name), len(g.Moves)/2+1)
		}
	case arg != "" && (err != nil || n < 1 || n > len(games)):
		p.say("Type continue and a number from 1 to %d.", len(games))
	default:
		p.goOn(games[max(n, 1)-1].ID, false)
	}
}

// goOn puts an unfinished game on the table as it is now.
func (p *program) goOn(id string, takeOver bool) {
	g, err := p.o.Store.Claim(id, takeOver)
	switch {
	case errors.Is(err, play.ErrElsewhere):
		p.ask(p.t("This game is open in another program. Take it over?"), func() { p.goOn(id, true) }, nil)
	case err != nil:
		p.fail(err)
	default:
		p.place(g, nil)
	}
}

// level hears or changes how strong the computer is.
func (p *program) level(arg string) {
	if arg == "" {
		for i, l := range ai.Levels() {
			p.say("%d, %s: %s", i+1, p.t(l.Name()), p.t(l.Describe()))
		}
		return
	}
	l, ok := pick(p, ai.Levels(), arg)
	if !ok {
		p.say("No level %s. Type level for the list.", arg)
		return
	}
	p.change(func(pl *play.Player) { pl.Level = l })
}

// style hears or changes what the computer likes.
func (p *program) style(arg string) {
	if arg == "" {
		for i, s := range ai.Styles() {
			p.say("%d, %s: %s", i+1, p.t(s.Name()), p.t(s.Describe()))
		}
		return
	}
	s, ok := pick(p, ai.Styles(), arg)
	if !ok {
		p.say("No style %s. Type style for the list.", arg)
		return
	}
	p.change(func(pl *play.Player) { pl.Style = s })
}

// change alters the computers of the game from their next move on.
func (p *program) change(alter func(*play.Player)) {
	if !p.playing() {
		return
	}
	t := p.table
	changed := false
	for c, pl := range t.Config.Players {
		if pl.Kind == play.Computer {
			p.reseat(chess.Color(c), alter)
			changed = true
		}
	}
	if !changed {
		p.say("No computer is playing in this game.")
		return
	}
	p.proceed()
}

// pick finds one of several by its name, in English or the language of the
// player, or its number, counted from 1.
func pick[T interface{ Name() string }](p *program, all []T, word string) (found T, ok bool) {
	for i, x := range all {
		if strings.EqualFold(x.Name(), word) || lang.Fold(p.t(x.Name())) == lang.Fold(word) || strconv.Itoa(i+1) == word {
			return x, true
		}
	}
	return found, false
}
