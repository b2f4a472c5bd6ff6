package plain

import (
	"errors"
	"strings"
	"time"

	"rookery/ai"
	"rookery/ai/explain"
	"rookery/chess"
	"rookery/tui/lang"
	"rookery/tui/play"
)

const (
	// hintTime is how long a hint is thought about.
	hintTime = time.Second
	// watchPace is the least time between the moves of two computers when a
	// person listens.
	watchPace = 2 * time.Second
)

// begin puts a new game on the table, a lesson where there is an attempt, and says
// what it is.
func (p *program) begin(cfg play.Config, a *attempt) {
	now := p.o.Now()
	p.place(&play.Saved{Config: cfg, ID: play.NewID(now, p.o.Seed()), Began: now}, a)
}

// place puts a game on the table, one that begins or goes on.
func (p *program) place(saved *play.Saved, a *attempt) {
	t, err := sit(saved, a, &p.o)
	if err != nil {
		p.fail(err)
		return
	}
	if p.table != nil {
		p.table.clear()
	}
	p.shut()
	p.table = t
	p.describe()
	p.proceed()
}

// describe says what game is on the table and how it stands.
func (p *program) describe() {
	t := p.table
	p.line(p.t(t.Config.Rules.Name) + ". " + p.t(t.Config.Rules.Aim))
	if n := t.Game.Setup(); n >= 0 && t.Config.Rules.Start != nil && t.Config.Rules.Start.Count > 1 {
		p.say("Starting position %d.", n)
	}
	for _, c := range [2]chess.Color{chess.White, chess.Black} {
		who := p.t("human")
		if !t.Human(c) {
			who = p.t("computer")
		}
		if n := p.name(c); n == p.side(c) {
			p.line(p.label(c) + ": " + who + ".")
		} else {
			p.line(p.label(c) + ": " + n + " (" + who + ").")
		}
	}
	if !t.Config.Control.None() {
		p.tellTime()
	}
	if n := t.Game.Ply(); n > 0 {
		p.say("%s.", p.counted(n, "%d half-move played", "%d half-moves played"))
	}
	p.tellTurn()
}

// tellTurn says who is to move, or how the game ended.
func (p *program) tellTurn() {
	t := p.table
	switch side := t.Game.Turn(); {
	case t.Over():
		p.say("%s.", p.t(play.OutcomeText(t.Game.Outcome())))
	case t.Covered:
		p.say("%s to move. When only %s is listening, type ready.", p.side(side), p.name(side))
	default:
		p.say("%s to move.", p.side(side))
	}
}

// ready tells whether a person can move now and says why not.
func (p *program) ready() bool {
	t := p.table
	switch {
	case p.draft != nil:
		p.say("A position is being set up. Type done to use it, or cancel.")
	case p.book != nil:
		p.say("A file is open. Type play to play on from here against the computer, or close.")
	case t == nil:
		p.say("No game yet. Type new to start one.")
	case t.Over():
		p.say("The game is over. Type again for a rematch, or new.")
	case t.Covered:
		p.say("The board is hidden until %s writes ready.", p.name(t.Game.Turn()))
	case !t.live():
		p.say("This is an earlier position. Type end to return to the game.")
	case !t.Human(t.Game.Turn()) && !t.Thinking() && t.Config.Players[t.Game.Turn()].Program != "":
		p.gameWaits()
	case !t.Human(t.Game.Turn()):
		p.say("Not your move: %s is thinking.", p.name(t.Game.Turn()))
	default:
		return true
	}
	return false
}

// move reads a line that is no word as a move and plays it.
func (p *program) move(text string) {
	t := p.table
	square := strings.ContainsAny(text, "123456789") // moves but castling have one
	castles := strings.Trim(text, "Oo0-+#") == ""
	game := t != nil && p.draft == nil && p.book == nil
	near := p.nearWord(text) != ""
	if near && (!square || !game) || !game && !square && !castles {
		p.unknown(text)
		return
	}
	if !p.ready() {
		return
	}
	b := t.Game.Board()
	m, err := p.readMove(b, text)
	if err == nil && m == chess.Pass {
		err = errors.New("you cannot pass here")
	}
	if err != nil {
		p.refuse(b, text, err)
		return
	}
	t.undone = nil
	p.make(m)
}

// refuse says why a text is no move, with what may have been meant. In fog no
// move is guessed: a guess would tell.
func (p *program) refuse(b chess.Board, text string, err error) {
	var syntax *chess.SyntaxError
	if errors.As(err, &syntax) {
		if near := p.nearWord(text); near != "" {
			p.say("%s is not a command or a legal move. Did you mean %s?", text, near)
			return
		}
	}
	p.line(strings.TrimRight(lang.UpperFirst(p.t(err.Error())), ".") + ".")
	var ambiguous *chess.AmbiguousError
	if p.table.Fogged() || errors.As(err, &ambiguous) {
		return
	}
	var near []string
	for _, s := range chess.Suggest(b, p.o.Lang.Typed(text), 2) {
		if !strings.Contains(err.Error(), s) {
			near = append(near, p.o.Lang.Move(s))
		}
	}
	if len(near) > 0 {
		p.say("Did you mean %s?", strings.Join(near, " "+p.t("or")+" "))
	}
}

// make plays a move of the side to move, tells it, and lets the game go on.
func (p *program) make(m chess.Move) {
	t := p.table
	before := t.Game.BoardAt(t.Game.Ply())
	made, err := t.Play(m, p.o.Now())
	if err != nil || !made { // where it was not made a flag had fallen
		p.finish(err)
		return
	}
	p.tellMove(before, m)
	p.happened()
	if !t.Over() && t.Config.Humans() == 2 && !p.terse {
		p.tellTurn()
	}
}

// tellMove says the last move as far as the listeners may know it.
func (p *program) tellMove(before chess.Board, m chess.Move) {
	t := p.table
	after, eyes := t.Game.BoardAt(t.Game.Ply()), t.Observer()
	if t.SharesKeyboard() {
		eyes = chess.EyesOf(before.Turn()) // who has moved still listens
	}
	if eyes == chess.Everyone || eyes == chess.EyesOf(before.Turn()) {
		for _, line := range p.moveWords(before, m, after, eyes) {
			p.line(line)
		}
		return
	}
	p.say("%s has moved.", p.side(before.Turn()))
	for _, line := range p.losses(before, after, eyes) {
		p.line(line)
	}
}

// happened renews what follows from any change of the game, keeps it on disk
// and lets it go on.
func (p *program) happened() {
	t := p.table
	t.shown, t.warned = t.Game.Ply(), 0
	if t.Over() {
		p.say("%s.", p.t(play.OutcomeText(t.Game.Outcome())))
		p.say("Result: %s.", t.Game.Outcome().Result)
		if t.attempt != nil {
			p.judge()
		} else if !p.terse {
			p.say("Type save to keep the game, again for a rematch.")
		}
	}
	p.keep()
	p.proceed()
}

// keep puts the game on disk as it is now.
func (p *program) keep() {
	if err := p.table.Autosave(p.table.Saved(p.o.Now()))(); err != nil {
		p.fail(err)
	}
}

// finish does what follows the end of a game that a player or a clock brought.
func (p *program) finish(err error) {
	if err != nil {
		p.fail(err)
		return
	}
	p.happened()
}

// proceed lets the game go on, with the search of a computer.
func (p *program) proceed() {
	t := p.table
	think, claimed, err := t.Proceed(p.o.Now())
	switch {
	case claimed:
		p.happened()
	case err != nil:
		p.stuck(err)
	case think != nil:
		if p.o.Live && t.Config.Humans() == 0 {
			think.Pace = watchPace
		}
		p.search(think, false)
	}
}

// search lets an engine think of the present position. Its answer comes to
// answered.
func (p *program) search(s *play.Search, hint bool) {
	now := p.table.Game.BoardAt(p.table.Game.Ply())
	go func() {
		a := answer{Answer: s.Run(), hint: hint}
		if hint && a.Err == nil {
			a.why = reasons(now, a.Choice)
		}
		select {
		case p.answers <- a:
		case <-s.Ctx.Done():
		}
	}()
}

// answered plays what a computer has chosen, or tells a hint.
func (p *program) answered(a answer) {
	t := p.table
	switch {
	case t == nil:
		return
	case a.hint:
		if a.Stamp == t.Stamp() && t.hinting.Running() {
			t.hinting.Cancel()
			p.tellHint(a)
		}
		return
	case !t.Accept(a.Answer):
		return
	case a.Err != nil:
		p.stuck(a.Err)
		return
	}
	side := t.Game.Turn()
	if a.Choice.Resign {
		p.say("%s resigns.", p.name(side))
		p.finish(t.Resign(side, p.o.Now()))
		return
	}
	p.make(a.Choice.Move)
	if !a.Choice.Draw || t.Over() {
		return
	}
	switch t.OfferDraw(side, p.o.Now()) {
	case play.DrawAgreed:
		p.finish(nil)
	case play.DrawPending:
		p.askDraw(p.o.Lang.Sprintf("%s offers a draw.", p.name(side)))
	}
}

// askDraw asks a person whether the game ends in a draw.
func (p *program) askDraw(text string) {
	p.ask(text, func() { p.finish(p.table.AgreeDraw(p.o.Now())) }, func() { p.say("Draw declined.") })
}

// stuck tells why a computer cannot move. Another engine may make way for ours.
func (p *program) stuck(err error) {
	t := p.table
	side := t.Game.Turn()
	p.say("%s cannot move: %s.", p.name(side), strings.TrimRight(p.t(err.Error()), "."))
	if t.Config.Players[side].Program == "" {
		return
	}
	t.Stall(p.o.Now())
	p.ask(p.t("Should the built-in engine take over?"), func() {
		p.reseat(side, func(*play.Player) {})
		p.keep()
		p.proceed()
	}, p.gameWaits)
}

// reseat changes a computer of ours, or puts it in the place of another engine, and
// says how it is called.
func (p *program) reseat(side chess.Color, alter func(*play.Player)) {
	old := p.table.Reseat(side, func(pl *play.Player) {
		alter(pl)
		pl.Program, pl.Name = "", play.ComputerName(pl.Level, pl.Style)
	})
	if old != nil {
		old.Close()
	}
	p.line(p.label(side) + ": " + p.t(p.table.Name(side)) + ".")
}

// gameWaits tells what can be done when another engine has failed.
func (p *program) gameWaits() {
	p.say("The game is paused. Type undo to take back your last move, level to let the built-in engine take over, stop to leave.")
}

// tellHint says a move that a strong player would make.
func (p *program) tellHint(a answer) {
	if a.Err != nil {
		p.stuck(a.Err)
		return
	}
	t := p.table
	b := t.Game.BoardAt(t.Game.Ply())
	lines := p.moveWords(b, a.Choice.Move, nil, t.Observer())
	if len(lines) == 0 {
		return
	}
	p.say("Hint: %s, in notation %s.", strings.TrimRight(lines[0], "."), p.write(b, a.Choice.Move))
	if why := p.o.Lang.Sentence(a.why); why != "" {
		p.line(why)
	}
}

// reasons are the pieces of the sentence that says why a choice on b is good.
func reasons(b chess.Board, c ai.Choice) []string {
	first, rest := ai.Line{Move: c.Move, Score: c.Score, Mate: c.Mate, PV: c.PV}, c.Lines
	if len(rest) > 0 {
		first, rest = rest[0], rest[1:]
	}
	return explain.Move(b, first, rest...).Parts()
}
