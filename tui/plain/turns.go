package plain

import (
	"context"
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

// begin puts a new game on the table and says what it is.
func (p *program) begin(cfg play.Config) {
	now := p.o.Now()
	p.place(&play.Saved{Config: cfg, ID: play.NewID(now, p.o.Seed()), Began: now})
}

// place puts a game on the table, one that begins or goes on.
func (p *program) place(saved *play.Saved) {
	t, err := sit(saved, p.o.Now())
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
	p.line(p.t(t.cfg.Rules.Name) + ". " + p.t(t.cfg.Rules.Aim))
	if n := t.game.Setup(); n >= 0 && t.cfg.Rules.Start != nil && t.cfg.Rules.Start.Count > 1 {
		p.say("Array number %d.", n)
	}
	for _, c := range [2]chess.Color{chess.White, chess.Black} {
		who := p.t("a person")
		if !t.human(c) {
			who = p.t("the computer")
		}
		if n := p.name(c); n == p.side(c) {
			p.line(p.label(c) + ": " + who + ".")
		} else {
			p.line(p.label(c) + ": " + n + ", " + who + ".")
		}
	}
	if !t.cfg.Control.None() {
		p.tellTime()
	}
	if n := t.game.Ply(); n > 0 {
		p.say("%s.", p.counted(n, "%d half-move has been made", "%d half-moves have been made"))
	}
	p.tellTurn()
}

// tellTurn says who is to move, or how the game ended.
func (p *program) tellTurn() {
	t := p.table
	switch side := t.game.Turn(); {
	case t.over():
		p.say("%s.", p.t(play.OutcomeText(t.game.Outcome())))
	case t.curtain:
		p.say("%s to move. When only %s listens, write ready.", p.side(side), p.name(side))
	default:
		p.say("%s to move.", p.side(side))
	}
}

// ready tells whether a person can move now and says why not.
func (p *program) ready() bool {
	t := p.table
	switch {
	case p.draft != nil:
		p.say("A position is being set up: write done to take it, or cancel.")
	case p.book != nil:
		p.say("A file is being read: write play to go on from here against the computer, or close.")
	case t == nil:
		p.say("There is no game yet. Write new to begin one.")
	case t.over():
		p.say("The game is over: write again to play it once more, or new.")
	case t.curtain:
		p.say("The board is covered until %s writes ready.", p.name(t.game.Turn()))
	case !t.live():
		p.say("This is an earlier position: write end to come back to the game.")
	case !t.human(t.game.Turn()) && t.cancel == nil && t.cfg.Players[t.game.Turn()].Program != "":
		p.gameWaits()
	case !t.human(t.game.Turn()):
		p.say("It is not your move: %s is thinking.", p.name(t.game.Turn()))
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
	b := t.game.Board()
	m, err := p.readMove(b, text)
	if err == nil && m == chess.Pass {
		err = errors.New("a move cannot be passed here")
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
			p.say("%s is no word and no move. Did you mean %s?", text, near)
			return
		}
	}
	p.line(strings.TrimRight(lang.UpperFirst(p.t(err.Error())), ".") + ".")
	var ambiguous *chess.AmbiguousError
	if p.table.fogged() || errors.As(err, &ambiguous) {
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
	t, now := p.table, p.o.Now()
	side := t.game.Turn()
	if loser, down := t.clock.Flagged(now); down {
		p.finish(t.game.Flag(loser))
		return
	}
	before, left := t.game.BoardAt(t.game.Ply()), t.left(now)
	if err := t.game.Play(m); err != nil {
		p.fail(err)
		return
	}
	t.lefts = append(t.lefts[:t.game.Ply()-1], left)
	if _, running := t.clock.Running(); running {
		t.clock = t.clock.Press(now)
	} else {
		t.clock = t.clock.Turn(side.Other(), now) // the first move is made at leisure
	}
	p.tellMove(before, m, t.game.BoardAt(t.game.Ply()))
	p.happened()
	if !t.over() && t.cfg.Humans() == 2 && !p.terse {
		p.tellTurn()
	}
}

// tellMove says a move as far as the listeners may know it.
func (p *program) tellMove(before chess.Board, m chess.Move, after chess.Board) {
	t := p.table
	eyes := t.observer()
	if t.passesKeyboard() {
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
	t.callOff()
	t.serial++
	t.shown = t.game.Ply()
	t.curtain = t.passesKeyboard()
	t.warned = 0
	if t.over() {
		t.clock = t.clock.Stop(p.o.Now())
		p.say("%s.", p.t(play.OutcomeText(t.game.Outcome())))
		p.say("The result is %s.", t.game.Outcome().Result)
		if t.attempt != nil {
			p.judge()
		} else if !p.terse {
			p.say("Write save to keep the game, again to play once more.")
		}
	}
	p.keep()
	p.proceed()
}

// keep puts the game on disk as it is now; a finished one is kept for good.
func (p *program) keep() {
	t := p.table
	saved := t.saved(p.o.Now())
	var err error
	switch {
	case t.over():
		err = p.o.Store.Finish(t.id)
	case t.game.Ply() > 0:
		err = p.o.Store.SaveUnfinished(saved)
	}
	if err != nil {
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

// proceed starts the clock of the side to move and the search of a computer.
func (p *program) proceed() {
	t := p.table
	if t.over() || t.curtain {
		return
	}
	side := t.game.Turn()
	if _, running := t.clock.Running(); !running && (t.game.Ply() > 0 || !t.human(side)) {
		t.clock = t.clock.Start(p.o.Now())
	}
	if t.human(side) || t.cancel != nil {
		return
	}
	pl := t.cfg.Players[side]
	if t.game.Claimable() != chess.NoReason && pl.Level.ClaimsDraw(t.last[side]) && t.game.Claim() == nil {
		p.happened()
		return
	}
	if err := t.seat(side, &p.o); err != nil {
		p.stuck(err)
		return
	}
	pace := time.Duration(0)
	if p.o.Live && t.cfg.Humans() == 0 {
		pace = watchPace
	}
	p.search(t.engines[side], play.Task{Limit: t.limit(p.o.Now()), Pace: pace}, false)
}

// search lets an engine think of the present position. Its answer comes to
// answered.
func (p *program) search(e play.Engine, q play.Task, hint bool) {
	t := p.table
	ctx, cancel := context.WithCancel(p.ctx)
	t.cancel = cancel
	q.Start, q.Moves = t.game.BoardAt(0), t.game.Moves()
	now, serial := t.game.BoardAt(t.game.Ply()), t.serial
	go func() {
		choice, err := e.Think(ctx, q)
		var why []string
		if hint && err == nil {
			why = reasons(now, choice)
		}
		select {
		case p.answers <- answer{serial, hint, choice, why, err}:
		case <-ctx.Done():
		}
	}()
}

// answered plays what a computer has chosen, or tells a hint.
func (p *program) answered(a answer) {
	t := p.table
	if t == nil || a.serial != t.serial || t.cancel == nil || t.over() {
		return
	}
	t.callOff()
	side := t.game.Turn()
	switch {
	case a.err != nil:
		p.stuck(a.err)
		return
	case a.hint:
		p.tellHint(a)
		return
	}
	t.last[side] = a.choice
	if a.choice.Resign {
		p.say("%s resigns.", p.name(side))
		p.finish(t.game.Resign(side))
		return
	}
	p.make(a.choice.Move)
	if !a.choice.Draw || t.over() || t.attempt != nil {
		return
	}
	if other := side.Other(); t.human(other) {
		p.ask(p.o.Lang.Sprintf("%s offers a draw.", p.name(side)), func() { p.finish(t.game.AgreeDraw()) }, func() { p.say("The draw is declined.") })
	} else if t.takesDraw(other) {
		p.finish(t.game.AgreeDraw())
	}
}

// stuck tells why a computer cannot move. Another engine may make way for ours.
func (p *program) stuck(err error) {
	t := p.table
	side := t.game.Turn()
	p.say("%s cannot move: %s.", p.name(side), strings.TrimRight(p.t(err.Error()), "."))
	if t.cfg.Players[side].Program == "" {
		return
	}
	t.clock = t.clock.Stop(p.o.Now())
	p.ask(p.t("Shall our own engine play on?"), func() {
		t.rise(side)
		pl := &t.cfg.Players[side]
		pl.Program, pl.Name = "", play.ComputerName(pl.Level, pl.Style)
		p.line(p.label(side) + ": " + p.t(pl.Name) + ".")
		p.keep()
		p.proceed()
	}, p.gameWaits)
}

// gameWaits tells what can be done when another engine has failed.
func (p *program) gameWaits() {
	p.say("The game waits: undo takes your last move back, level puts our own engine in its place, stop leaves.")
}

// tellHint says a move that a strong player would make.
func (p *program) tellHint(a answer) {
	t := p.table
	b := t.game.BoardAt(t.game.Ply())
	lines := p.moveWords(b, a.choice.Move, nil, t.observer())
	if len(lines) == 0 {
		return
	}
	p.say("Hint: %s, written %s.", strings.TrimRight(lines[0], "."), p.write(b, a.choice.Move))
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
