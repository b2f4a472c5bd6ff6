package tui

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/tui/play"
)

// pace of moves: a person sees the answer come, two computers can be followed.
const (
	answerPace = 250 * time.Millisecond
	watchPace  = 700 * time.Millisecond
)

// hintTime is how long a hint is thought about.
const hintTime = time.Second

// Messages from searches. They name the state of the game that they were made for;
// one that comes late is dropped.
type (
	hintMsg struct {
		play.Answer
		advice []adviceLine // the choice in words
	}
	clockTickMsg struct{ stamp play.Stamp }
)

// play makes a legal move and does what follows from it.
func (g *gameScreen) play(m chess.Move) tea.Cmd {
	made, err := g.ctl.Play(m, g.s.Now())
	switch {
	case err != nil:
		g.selection.letGo()
		g.complain(err.Error())
		return nil
	case !made: // a flag had fallen
		return g.end(nil)
	}
	g.notice = notice{}
	return g.happened()
}

// happened renews what is known of the position after any change, puts the
// game on disk and lets it go on.
func (g *gameScreen) happened() tea.Cmd {
	g.shown = g.ctl.Game.Ply()
	g.refresh()
	g.faceMover()
	if g.over() {
		g.pre = nil
		g.say(outcomeText(g.ctl.Game.Outcome()))
	}
	g.tellClaim()
	return tea.Batch(g.keep(), g.proceed(), g.conclude(), g.count(), g.openings.ask(g.ctl.Config.Rules, g.ctl.Game.Ply() > 0))
}

// faceMover turns the board to the side to move, where two people share the
// screen and want it so. In a race both go the same way.
func (g *gameScreen) faceMover() {
	if g.s.Habits.TurnBoard && g.ctl.Config.Humans() == 2 && !g.over() && g.ctl.Config.Rules.Goal != chess.Race {
		g.flip = g.ctl.Game.Turn() == chess.Black
	}
}

// tellClaim says that the player to move may claim a draw.
func (g *gameScreen) tellClaim() {
	if !g.humanTurn() {
		return
	}
	switch g.ctl.Game.Claimable() {
	case chess.ByThreefold:
		g.say("This position has stood three times: " + g.keys.Draw.Help().Key + " claims a draw")
	case chess.ByFifty:
		g.say("Fifty moves without a capture or a pawn move: " + g.keys.Draw.Help().Key + " claims a draw")
	}
}

// refresh computes what the present position allows and puts everything down.
func (g *gameScreen) refresh() {
	g.asking, g.trouble = nil, nil
	g.letting, g.hint, g.hinted, g.aid.advice = nil, 0, 0, nil
	if g.over() {
		g.allow(nil, false)
		return
	}
	b := g.ctl.Game.Board()
	g.allow(chess.Tries(b, make([]chess.Move, 0, 64)), g.human(b.Turn()))
}

// proceed lets the game go on, with the search of a computer.
func (g *gameScreen) proceed() tea.Cmd {
	if g.over() || g.ctl.Covered {
		return nil
	}
	think, claimed, err := g.ctl.Proceed(g.s.Now())
	switch {
	case claimed:
		return g.happened()
	case err != nil:
		return g.failed(g.ctl.Game.Turn(), err)
	case think == nil:
		return tea.Batch(g.tick(), g.value())
	}
	think.Pace = answerPace
	switch {
	case g.ctl.Config.Humans() == 0:
		think.Pace = watchPace
	case len(g.legal) == 1:
		think.Pace = 0 // what must be is done at once
	}
	heard := g.listen(think)
	return tea.Batch(g.tick(), func() tea.Msg { return think.Run() }, heard)
}

// keep puts the game on disk as it is now.
func (g *gameScreen) keep() tea.Cmd {
	return onDisk(g.ctl.Autosave(g.saved()))
}

// saved is the game as it goes to disk.
func (g *gameScreen) saved() SavedGame {
	saved := g.ctl.Saved(g.s.Now())
	saved.Config.Flip = g.flip
	return saved
}

// engineMoved plays what a computer has chosen.
func (g *gameScreen) engineMoved(a play.Answer) tea.Cmd {
	if !g.ctl.Accept(a) {
		return nil
	}
	side := g.ctl.Game.Turn()
	switch {
	case a.Err != nil && g.ctl.Config.Players[side].Program != "":
		return g.failed(side, a.Err)
	case a.Err != nil:
		g.complain(g.playerName(side) + " cannot move: " + a.Err.Error())
		return nil
	}
	g.thoughtOf(a.Choice)
	if a.Choice.Resign {
		return tea.Batch(g.end(g.ctl.Resign(side, g.s.Now())), g.call(g.ply()))
	}
	held, shown, live, before := g.selection, g.shown, g.live(), g.ply()
	cmd := g.play(a.Choice.Move)
	if g.ply() == before { // its flag had fallen
		return cmd
	}
	if len(g.pre) > 0 && g.humanTurn() {
		// A draw that is offered with the move is declined by it.
		if ahead := g.playPremove(); g.ply() > before+1 {
			return tea.Batch(cmd, ahead, g.call(before+1))
		}
	} else {
		g.stay(held, shown, live)
	}
	cmd = tea.Batch(cmd, g.reflect(side, a.Choice), g.call(before+1))
	if a.Choice.Draw && !g.over() {
		switch g.ctl.OfferDraw(side, g.s.Now()) {
		case play.DrawAgreed:
			return tea.Batch(cmd, g.end(nil))
		case play.DrawPending:
			g.ask(g.playerName(side)+" offers a draw. Accept?", g.agreeDraw, nil)
		}
	}
	return cmd
}

// agreeDraw ends the game as a person who was asked wants it.
func (g *gameScreen) agreeDraw() tea.Cmd { return g.end(g.ctl.AgreeDraw(g.s.Now())) }

// stay leaves everything to the player as it was before the opponent moved:
// the man in his hand, the earlier position that he looks at, and what he has
// begun to write.
func (g *gameScreen) stay(held selection, shown int, live bool) {
	g.line.offer(g.texts)
	if g.over() {
		return
	}
	if !live {
		g.shown = shown
		last := g.ctl.Game.Ply() - 1
		text := "A move was made"
		if g.sees(g.ctl.Game.BoardAt(last).Turn()) {
			text = g.ctl.Game.SANs()[last] + " was played"
		}
		g.say(text + ": " + g.keys.Live.Help().Key + " comes back to the game")
		return
	}
	if g.humanTurn() && held.held() {
		g.restore(held)
	}
}

// end does what follows the end of a game that a player or a clock brought.
func (g *gameScreen) end(err error) tea.Cmd {
	if err != nil {
		g.complain(err.Error())
		return nil
	}
	g.line.clear()
	return g.happened()
}

// tick waits until the running clock shows something else.
func (g *gameScreen) tick() tea.Cmd {
	side, running := g.ctl.Clock.Running()
	if !running || g.over() {
		return nil
	}
	stamp := g.ctl.Stamp()
	return tea.Tick(tickAfter(g.ctl.Clock.Left(side, g.s.Now())), func(time.Time) tea.Msg {
		return clockTickMsg{stamp}
	})
}

// ticked looks at the clock: a flag may have fallen, or a move be overdue.
func (g *gameScreen) ticked(msg clockTickMsg) tea.Cmd {
	if msg.stamp != g.ctl.Stamp() || g.over() {
		return nil
	}
	now := g.s.Now()
	if g.ctl.Flag(now) {
		return g.end(nil)
	}
	side, _ := g.ctl.Clock.Running()
	g.warn(side, now)
	if m := g.ctl.Overdue(now, g.s.Seed); m != 0 {
		cmd := g.play(m)
		g.say("Time was up: a move was made for " + sideName(side))
		return cmd
	}
	return g.tick()
}

// warn tells a player once that little time is left.
func (g *gameScreen) warn(side chess.Color, now time.Time) {
	control := g.ctl.Config.Control
	if g.warned[side] || !g.human(side) || control.PerMove > 0 || control.Base <= lowTime || g.ctl.Clock.Left(side, now) >= lowTime {
		return
	}
	g.warned[side] = true
	who := ""
	if g.ctl.Config.Humans() == 2 {
		who = g.playerName(side) + ": "
	}
	g.complain(who + "less than ten seconds left")
}

// takeBack takes moves back until a person who has moved is to move again.
func (g *gameScreen) takeBack() tea.Cmd {
	if len(g.ctl.TakeBack(g.s.Now())) == 0 {
		g.complain("there is no move of yours to take back")
		return nil
	}
	g.pre = nil
	g.line.clear()
	cmd := g.happened()
	if !g.over() {
		g.say("Taken back: " + sideName(g.ctl.Game.Turn()) + " to move")
	}
	return cmd
}
