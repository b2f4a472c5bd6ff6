package plain

import (
	"errors"
	"strings"
	"time"

	"rookery/ai"
	"rookery/ai/explain"
	"rookery/chess"
	"rookery/pgn/safefile"
	"rookery/tui/engineplay"
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
	t, err := newGameTable(saved, a, &p.o)
	if err != nil {
		p.fail(err)
		return
	}
	if p.table != nil {
		p.table.clear()
		if p.table.ID != t.ID {
			p.table.Release()
		}
	}
	p.closeFiles()
	p.puzzles, p.openings = nil, nil
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
	case p.files != nil:
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
	if p.inOnlineGame() {
		p.onlineMove(text)
		return
	}
	if p.puzzles != nil {
		p.puzzleMove(text)
		return
	}
	if p.openings != nil {
		p.openingMove(text)
		return
	}
	t := p.table
	square := strings.ContainsAny(text, "123456789") // moves but castling have one
	castles := strings.Trim(text, "Oo0-+#") == ""
	game := t != nil && p.draft == nil && p.files == nil
	near := p.nearWord(text) != ""
	if game && !t.Over() {
		if _, err := p.readMove(t.Game.Board(), text); err == nil { // exd, castles long
			near, square = false, true
		}
	}
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
	if p.table != nil && p.table.Fogged() || errors.As(err, &ambiguous) {
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
	p.tellEnding(before, m)
	p.positionChanged()
	if !t.Over() && t.Config.Humans() == 2 && !p.terse {
		p.tellTurn()
	}
}

// tellMove says the last move as far as the listeners may know it.
func (p *program) tellMove(before chess.Board, m chess.Move) {
	t := p.table
	after, eyes := t.Game.BoardAt(t.Game.Ply()), t.Observer()
	if t.SharesKeyboard() {
		eyes = chess.ObserverOf(before.Turn()) // who has moved still listens
	}
	if eyes == chess.Everyone || eyes == chess.ObserverOf(before.Turn()) {
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

// positionChanged renews what follows from any change of the game, keeps it on disk
// and lets it go on.
func (p *program) positionChanged() {
	t := p.table
	t.shown, t.warned = t.Game.Ply(), 0
	if t.Over() {
		p.say("%s.", p.t(play.OutcomeText(t.Game.Outcome())))
		p.say("Result: %s.", t.Game.Outcome().Result)
		if t.attempt != nil {
			p.judge()
		} else if !p.terse && !p.o.Store.KeepsHistory() {
			p.say("Type save to keep the game, again for a rematch.")
		} else if !p.terse {
			p.say("Type again for a rematch, played for your games.")
		}
	}
	p.autosave()
	p.proceed()
}

// autosave puts the game on disk as it is now.
func (p *program) autosave() {
	err := p.table.Autosave(p.table.Saved(p.o.Now()))()
	if errors.Is(err, play.ErrTaken) || errors.Is(err, play.ErrElsewhere) {
		p.taken = true
		return
	}
	if err != nil {
		p.notSaved(err)
	}
}

// notSaved says why the game is not on disk, and what can be done.
func (p *program) notSaved(err error) {
	why := safefile.Reason(err)
	if why == "" {
		p.fail(err)
		return
	}
	p.say("The game is not saved: %s. Type save and the path of a file in another folder.", p.t(why))
}

// finish does what follows the end of a game that a player or a clock brought.
func (p *program) finish(err error) {
	if err != nil {
		p.fail(err)
		return
	}
	p.positionChanged()
}

// proceed lets the game go on, with the search of a computer.
func (p *program) proceed() {
	t := p.table
	think, claimed, err := t.Proceed(p.o.Now())
	switch {
	case claimed:
		p.positionChanged()
	case err != nil:
		p.engineFailed(err)
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
		p.engineFailed(a.Err)
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
	if before := p.asking; before != nil { // that is answered first
		after := func(answer func()) func() {
			return func() {
				answer()
				if p.table != nil && !p.table.Over() {
					p.askDraw(text)
				}
			}
		}
		p.asking = &question{after(before.yes), after(before.no)}
		return
	}
	p.ask(text, func() { p.finish(p.table.AgreeDraw(p.o.Now())) }, func() { p.say("Draw declined.") })
}

// engineFailed tells why a computer cannot move. Another engine may make way for ours.
func (p *program) engineFailed(err error) {
	t := p.table
	side := t.Game.Turn()
	p.say("%s cannot move: %s.", p.name(side), strings.TrimRight(p.t(err.Error()), "."))
	if t.Config.Players[side].Program == "" {
		return
	}
	t.Stall(p.o.Now())
	p.ask(p.t("Should the built-in engine take over?"), func() {
		p.reseat(side, func(*play.Player) {})
		p.autosave()
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
		p.engineFailed(a.Err)
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

// gameTable is the game that is played, and what is heard of it.
type gameTable struct {
	*play.Controller
	shown   int           // half-moves on the board; Ply() while the game is followed
	undone  []chess.Move  // taken back, the last first
	adviser play.Engine   // gives hints; nil before the first
	hinting *play.Search  // the hint under way
	attempt *attempt      // the lesson that this game is; nil for any other
	warned  time.Duration // what was last said to be left of the running clock
}

// answer is what a search has found.
type answer struct {
	play.Answer
	hint bool
	why  []string // of a hint: the pieces of a sentence
}

// newGameTable puts a game on the table that was saved or begins.
func newGameTable(saved *play.Saved, a *attempt, o *Options) (*gameTable, error) {
	c, err := play.New(*saved, o.Store, o.Now())
	if err != nil {
		return nil, err
	}
	if l := play.LessonOf(saved); a == nil && l != nil { // it was left
		a = &attempt{lesson: l, fen: c.Game.Start(), again: saved.Config.Again}
	}
	c.NewEngine = func(side chess.Color) (play.Engine, error) {
		pl := c.Config.Players[side]
		if pl.Program != "" {
			x, err := engineplay.NewOpponent(pl.Program, c.Config.Rules)
			return engineplay.New(x, nil), err
		}
		seed := o.Seed()
		return engineplay.New(engineplay.NewBuiltin(nil, pl.Level, pl.Style, seed, true).With(o.Endings), engineplay.NewOpener(o.Book, pl.Level, seed)), nil
	}
	return &gameTable{Controller: c, shown: c.Game.Ply(), attempt: a}, nil
}

// clear ends all that thinks at the table.
func (t *gameTable) clear() {
	t.CallOff()
	for _, e := range [2]play.Engine{t.Engine(chess.White), t.Engine(chess.Black)} {
		if e != nil {
			e.Close()
		}
	}
}

func (t *gameTable) live() bool { return t.shown == t.Game.Ply() }

// warnings are the times left at which a clock speaks up.
var warnings = [...]time.Duration{5 * time.Minute, time.Minute, 30 * time.Second, 10 * time.Second}

// untilWarning is how long nothing need be said of the clock.
func (p *program) untilWarning() time.Duration {
	const long = time.Hour
	t := p.table
	if t == nil || t.Over() {
		return long
	}
	side, running := t.Clock.Running()
	if !running {
		return long
	}
	left := t.Clock.Left(side, p.o.Now())
	wait := left
	for _, w := range warnings {
		if left > w && t.Human(side) {
			wait = min(wait, left-w)
		}
	}
	return max(wait, 0) + time.Millisecond
}

// ticked looks at the clock: a flag may have fallen, a move be overdue, or
// little time be left.
func (p *program) ticked() {
	t := p.table
	if t == nil || t.Over() {
		return
	}
	now := p.o.Now()
	if t.Flag(now) {
		p.finish(nil)
		return
	}
	side, running := t.Clock.Running()
	if m := t.Overdue(now, p.o.Seed); m != 0 {
		p.say("Time is up. A move is made for %s.", p.side(side))
		p.make(m)
		return
	}
	if !running || !t.Human(side) || t.Config.Control.PerMove > 0 {
		return
	}
	left := t.Clock.Left(side, now)
	for _, w := range warnings {
		if left <= w && left > w-time.Second && t.warned != w && w < t.Config.Control.Base {
			t.warned = w
			p.say("%s has %s left.", p.side(side), p.timeWords(w))
		}
	}
}
