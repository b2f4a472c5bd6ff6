package game

import (
	"errors"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/pgn/safefile"
	"rookery/tui/boardinput"
	"rookery/tui/draw"
	"rookery/tui/library"
	"rookery/tui/play"
	"rookery/tui/ui"
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
		hints []hintLine // the choice in words
	}
	ClockTickMsg struct{ Stamp play.Stamp }
)

// Play makes a legal move and does what follows from it.
func (g *Screen) Play(m chess.Move) tea.Cmd {
	made, err := g.Ctl.Play(m, g.S.Now())
	switch {
	case err != nil:
		g.Selection.LetGo()
		g.Complain(ui.ErrorText(err))
		return nil
	case !made: // a flag had fallen
		return g.end(nil)
	}
	if !g.Notice.Keep {
		g.Notice = ui.Notice{}
	}
	return tea.Batch(g.positionChanged(), g.moveSound(g.Ctl.Game.BoardAt(g.Ply()-1), m))
}

// positionChanged renews what is known of the position after any change, puts the
// game on disk and lets it go on.
func (g *Screen) positionChanged() tea.Cmd {
	g.Shown = g.Ctl.Game.Ply()
	g.updateLegal()
	g.flipToMover()
	if g.Over() {
		g.Premoves = nil
		if !g.Notice.Keep {
			g.Say(play.OutcomeText(g.Ctl.Game.Outcome()))
		}
	}
	g.tellClaim()
	return tea.Batch(g.autosave(), g.proceed(), g.judge(), g.noteEnding(), g.countResult(), g.compareOpening(), g.Openings.Ask(g.S, g.Ctl.Config.Rules, g.Ctl.Game.Ply() > 0))
}

// flipToMover turns the board to the side to move, where two people share the
// screen and want it so. In a race both go the same way.
func (g *Screen) flipToMover() {
	if g.S.Habits.TurnBoard && g.Ctl.Config.Humans() == 2 && !g.Over() && g.Ctl.Config.Rules.Goal != chess.Race {
		g.Flip = g.Ctl.Game.Turn() == chess.Black
	}
}

// tellClaim says that the player to move may claim a draw.
func (g *Screen) tellClaim() {
	if !g.HumanTurn() {
		return
	}
	switch g.Ctl.Game.Claimable() {
	case chess.ByThreefold:
		g.Say("Threefold repetition: " + g.Keys.Draw.Help().Key + " claims a draw")
	case chess.ByFifty:
		g.Say("Fifty-move rule: " + g.Keys.Draw.Help().Key + " claims a draw")
	}
}

// updateLegal computes what the present position allows and puts everything down.
func (g *Screen) updateLegal() {
	g.Offer, g.Fault = nil, nil
	g.CancelBest, g.Hint, g.hinted, g.Aids.hints = nil, 0, 0, nil
	if g.Over() {
		g.Allow(nil, false)
		return
	}
	b := g.Ctl.Game.Board()
	g.Allow(chess.Tries(b, make([]chess.Move, 0, 64)), g.human(b.Turn()))
}

// proceed lets the game go on, with the search of a computer.
func (g *Screen) proceed() tea.Cmd {
	if g.Over() || g.Ctl.Covered {
		return nil
	}
	think, claimed, err := g.Ctl.Proceed(g.S.Now())
	switch {
	case claimed:
		return g.positionChanged()
	case err != nil:
		return g.engineFailed(g.Ctl.Game.Turn(), err)
	case think == nil:
		return tea.Batch(g.tick(), g.evaluate())
	}
	think.Pace = answerPace
	switch {
	case g.Ctl.Config.Humans() == 0:
		think.Pace = watchPace
	case len(g.Legal) == 1:
		think.Pace = 0 // what must be is done at once
	}
	heard := g.listen(think)
	return tea.Batch(g.tick(), func() tea.Msg { return think.Run() }, heard, g.S.WatchQueue(g))
}

// autosave puts the game on disk as it is now.
func (g *Screen) autosave() tea.Cmd {
	save := g.Ctl.Autosave(g.saved())
	g.saves++
	return func() tea.Msg { return keptMsg{g, save()} }
}

// keptMsg tells that the game was put on disk, or why not.
type keptMsg struct {
	to  *Screen
	err error
}

// kept says at once when the game cannot be put on disk, and when it can again.
func (g *Screen) kept(err error) tea.Cmd {
	g.saves--
	if errors.Is(err, play.ErrTaken) || errors.Is(err, play.ErrElsewhere) {
		return g.taken()
	}
	was := g.unsaved
	g.unsaved = err
	switch {
	case err != nil && (was == nil || was.Error() != err.Error()):
		g.Complain(notSaved(err))
	case err == nil && was != nil:
		g.Say("The game is saved again")
	}
	return nil
}

// notSaved says why a game is not on disk.
func notSaved(err error) string {
	why := safefile.Reason(err)
	if why == "" {
		why = err.Error()
	}
	return "The game is not saved: " + why
}

// AskUnsaved asks for another place where the game can be saved, before it is lost;
// false when it is on disk.
func (g *Screen) AskUnsaved() bool {
	if g.unsaved == nil || !g.S.Local || g.Fogged() {
		return false
	}
	g.Ask(notSaved(g.unsaved)+". Save it elsewhere?", func() tea.Cmd {
		saved := g.saved()
		return g.S.Push(g, library.NewSaveAs(g.S, ui.ExpandHome("~"), play.FileNameOf(saved), saved.TaggedSheet, func(string) tea.Cmd {
			g.unsaved = nil
			return g.S.Pop(g)
		}))
	}, func() tea.Cmd {
		g.Ask("Leave and lose the game?", func() tea.Cmd { return g.S.Pop(g) }, nil)
		return nil
	})
	return true
}

// saved is the game as it goes to disk.
func (g *Screen) saved() ui.SavedGame {
	saved := g.Ctl.Saved(g.S.Now())
	saved.Config.Flip = g.Flip
	return saved
}

// engineMoved plays what a computer has chosen.
func (g *Screen) engineMoved(a play.Answer) tea.Cmd {
	if !g.Ctl.Accept(a) {
		return nil
	}
	side := g.Ctl.Game.Turn()
	switch {
	case a.Err != nil && g.Ctl.Config.Players[side].Program != "":
		return g.engineFailed(side, a.Err)
	case a.Err != nil:
		g.Complain(g.playerName(side) + " cannot move: " + a.Err.Error())
		return nil
	}
	g.reportChoice(a.Choice)
	if a.Choice.Resign {
		return tea.Batch(g.end(g.Ctl.Resign(side, g.S.Now())), g.announce(g.Ply()))
	}
	held, shown, live, before := g.Selection, g.Shown, g.Live(), g.Ply()
	cmd := g.Play(a.Choice.Move)
	if g.Ply() == before { // its flag had fallen
		return cmd
	}
	if len(g.Premoves) > 0 && g.HumanTurn() {
		// A draw that is offered with the move is declined by it.
		if ahead := g.PlayPremove(); g.Ply() > before+1 {
			return tea.Batch(cmd, ahead, g.announce(before+1))
		}
	} else {
		g.keepPlace(held, shown, live)
	}
	cmd = tea.Batch(cmd, g.ponder(side, a.Choice), g.announce(before+1))
	if a.Choice.Draw && !g.Over() {
		switch g.Ctl.OfferDraw(side, g.S.Now()) {
		case play.DrawAgreed:
			return tea.Batch(cmd, g.end(nil))
		case play.DrawPending:
			g.AskOffer(g.playerName(side)+" offers a draw. Accept?", g.agreeDraw)
		}
	}
	return cmd
}

// agreeDraw ends the game as a person who was asked wants it.
func (g *Screen) agreeDraw() tea.Cmd { return g.end(g.Ctl.AgreeDraw(g.S.Now())) }

// keepPlace leaves everything to the player as it was before the opponent moved:
// the selected piece, the earlier position that is shown, and the move that is
// half typed.
func (g *Screen) keepPlace(held boardinput.Selection, shown int, live bool) {
	g.Line.Offer(g.Texts)
	if g.Over() {
		return
	}
	if !live {
		g.Shown = shown
		last := g.Ctl.Game.Ply() - 1
		text := "Move played"
		if g.sees(g.Ctl.Game.BoardAt(last).Turn()) {
			text = g.Ctl.Game.SANs()[last] + " was played"
		}
		g.Say(text + ": " + g.Keys.Live.Help().Key + " returns to the game")
		return
	}
	if g.HumanTurn() && held.Held() {
		g.Restore(held)
	}
}

// end does what follows the end of a game that a player or a clock brought.
func (g *Screen) end(err error) tea.Cmd {
	if err != nil {
		g.Complain(ui.ErrorText(err))
		return nil
	}
	g.Line.Clear()
	return tea.Batch(g.positionChanged(), g.S.Sound(ui.EndSound, false))
}

// tick waits until the running clock shows something else.
func (g *Screen) tick() tea.Cmd {
	side, running := g.Ctl.Clock.Running()
	if !running || g.Over() {
		return nil
	}
	stamp := g.Ctl.Stamp()
	return ui.After(draw.TickAfter(g.Ctl.Clock.Left(side, g.S.Now())), ClockTickMsg{stamp})
}

// ticked looks at the clock: a flag may have fallen, or a move be overdue.
func (g *Screen) ticked(msg ClockTickMsg) tea.Cmd {
	if msg.Stamp != g.Ctl.Stamp() || g.Over() {
		return nil
	}
	now := g.S.Now()
	if g.Ctl.Flag(now) {
		return g.end(nil)
	}
	side, _ := g.Ctl.Clock.Running()
	warned := g.warnLowTime(side, now)
	if m := g.Ctl.Overdue(now, g.S.Seed); m != 0 {
		cmd := g.Play(m)
		g.Say("Time was up: a move was played for " + play.SideName(side))
		g.Notice.Keep = true // the answer comes at once
		return tea.Batch(cmd, warned)
	}
	return tea.Batch(g.tick(), warned)
}

// warnLowTime tells a player once that little time is left.
func (g *Screen) warnLowTime(side chess.Color, now time.Time) tea.Cmd {
	control := g.Ctl.Config.Control
	if g.warned[side] || !g.human(side) || control.PerMove > 0 || control.Base <= play.LowTime || g.Ctl.Clock.Left(side, now) >= play.LowTime {
		return nil
	}
	g.warned[side] = true
	who := ""
	if g.Ctl.Config.Humans() == 2 {
		who = g.playerName(side) + ": "
	}
	g.Complain(who + "under ten seconds left")
	return g.S.Sound(ui.LowTimeSound, false)
}

// takeBack takes moves back until a person who has moved is to move again.
func (g *Screen) takeBack() tea.Cmd {
	if len(g.Ctl.TakeBack(g.S.Now())) == 0 {
		g.Complain("you have no move to take back")
		return nil
	}
	g.Premoves = nil
	g.Line.Clear()
	cmd := g.positionChanged()
	if !g.Over() {
		g.Say("Move taken back: " + play.SideName(g.Ctl.Game.Turn()) + " to move")
	}
	return cmd
}
