package tui

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/ai"
	"rookery/chess"
	"rookery/tui/play"
)

// play makes a legal move and does what follows from it.
func (g *gameScreen) play(m chess.Move) tea.Cmd {
	now := g.s.Now()
	side := g.game.Turn()
	if loser, down := g.clock.Flagged(now); down {
		return g.flag(loser)
	}
	left := [2]time.Duration{g.clock.Left(chess.White, now), g.clock.Left(chess.Black, now)}
	if err := g.game.Play(m); err != nil {
		g.selection.letGo()
		g.complain(err.Error())
		return nil
	}
	g.lefts = append(g.lefts[:g.game.Ply()-1], left)
	if _, running := g.clock.Running(); running {
		g.clock = g.clock.Press(now)
	} else {
		// The first move is made at leisure; the answer is not.
		g.clock = g.clock.Turn(side.Other(), now)
	}
	g.notice = notice{}
	return g.happened()
}

// happened renews what is known of the position after any change, puts the
// game on disk and lets it go on.
func (g *gameScreen) happened() tea.Cmd {
	g.callOff()
	g.serial++
	g.shown = g.game.Ply()
	g.refresh()
	g.faceMover()
	if g.over() {
		g.pre = nil
		g.clock = g.clock.Stop(g.s.Now())
		g.say(outcomeText(g.game.Outcome()))
	}
	g.tellClaim()
	g.curtain = g.passesKeyboard()
	return tea.Batch(g.keep(), g.proceed(), g.conclude(), g.count(), g.openings.ask(g.cfg.Rules, g.game.Ply() > 0))
}

// faceMover turns the board to the side to move, where two people share the
// screen and want it so. In a race both go the same way.
func (g *gameScreen) faceMover() {
	if g.s.Habits.TurnBoard && g.cfg.Humans() == 2 && !g.over() && g.cfg.Rules.Goal != chess.Race {
		g.flip = g.game.Turn() == chess.Black
	}
}

// tellClaim says that the player to move may claim a draw.
func (g *gameScreen) tellClaim() {
	if !g.humanTurn() {
		return
	}
	switch g.game.Claimable() {
	case chess.ByThreefold:
		g.say("This position has stood three times: " + g.keys.Draw.Help().Key + " claims a draw")
	case chess.ByFifty:
		g.say("Fifty moves without a capture or a pawn move: " + g.keys.Draw.Help().Key + " claims a draw")
	}
}

// refresh computes what the present position allows and puts everything down.
func (g *gameScreen) refresh() {
	g.asking, g.trouble = nil, nil
	g.hint, g.hinted, g.aid.advice = 0, 0, nil
	if g.over() {
		g.allow(nil, false)
		return
	}
	b := g.game.Board()
	g.allow(chess.Tries(b, make([]chess.Move, 0, 64)), g.human(b.Turn()))
}

// proceed starts the clock of the side to move and the search of a computer.
func (g *gameScreen) proceed() tea.Cmd {
	if g.over() || g.curtain {
		return nil
	}
	if _, running := g.clock.Running(); !running && (g.game.Ply() > 0 || !g.human(g.game.Turn())) {
		g.clock = g.clock.Start(g.s.Now())
	}
	return tea.Batch(g.tick(), g.search(), g.value())
}

// keep puts the game on disk as it is now.
func (g *gameScreen) keep() tea.Cmd {
	keeper, serial, saved := g.keeper, g.serial, g.saved()
	if saved.Config.Humans() == 0 && len(saved.Moves) == 0 {
		return nil
	}
	return func() tea.Msg {
		if err := keeper.keep(serial, saved); err != nil {
			return toastMsg{text: err.Error(), bad: true}
		}
		return nil
	}
}

// saved is the game as it goes to disk.
func (g *gameScreen) saved() SavedGame {
	now := g.s.Now()
	cfg := g.cfg
	for c := range cfg.Players {
		cfg.Players[c].Name = g.playerName(chess.Color(c))
	}
	cfg.Flip = g.flip
	return SavedGame{
		ID: g.id, Config: cfg, Start: g.game.Start(), Moves: g.game.Moves(),
		Left:  [2]time.Duration{g.clock.Left(chess.White, now), g.clock.Left(chess.Black, now)},
		Began: g.began, Saved: now, Outcome: g.game.Outcome(),
	}
}

// callOff ends every search under way.
func (g *gameScreen) callOff() {
	for _, cancel := range []*context.CancelFunc{&g.cancel, &g.advising, &g.letting, &g.aid.valuing, &g.aid.ponder} {
		if *cancel != nil {
			(*cancel)()
			*cancel = nil
		}
	}
}

// search lets a computer that is to move think; it may claim a draw first.
func (g *gameScreen) search() tea.Cmd {
	side := g.game.Turn()
	if g.over() || g.human(side) || g.cancel != nil || g.trouble != nil {
		return nil
	}
	if g.game.Claimable() != chess.NoReason && g.cfg.Players[side].Level.ClaimsDraw(g.last[side]) && g.game.Claim() == nil {
		return g.happened()
	}
	if g.computers[side] == nil {
		var err error
		if g.computers[side], err = g.playerOf(side); err != nil {
			return g.failed(side, err)
		}
	}
	computer, t := g.computers[side], g.task()
	t.Pace = answerPace
	switch {
	case g.cfg.Humans() == 0:
		t.Pace = watchPace
	case len(g.legal) == 1:
		t.Pace = 0 // what must be is done at once
	}
	ctx, cancel := context.WithCancel(context.Background())
	g.cancel = cancel
	heard := g.listen(ctx, &t)
	id, serial := g.id, g.serial
	return tea.Batch(func() tea.Msg {
		choice, err := computer.Think(ctx, t)
		return engineMovedMsg{game: id, serial: serial, choice: choice, err: err}
	}, heard)
}

// task is the present position with the time there is for it.
func (g *gameScreen) task() play.Task {
	now := g.s.Now()
	t := play.Task{Start: g.game.BoardAt(0), Moves: g.game.Moves()}
	switch control := g.cfg.Control; {
	case control.None():
	case control.PerMove > 0:
		t.Limit.MoveTime = g.clock.Left(g.game.Turn(), now) * 3 / 4
	default:
		for _, c := range []chess.Color{chess.White, chess.Black} {
			t.Limit.Time[c] = g.clock.Left(c, now)
			t.Limit.Increment[c] = control.Increment
		}
		if n := control.MovesPer; n > 0 {
			t.Limit.MovesToGo = n - g.game.Ply()/2%n
		}
	}
	return t
}

// engineMoved plays what a computer has chosen.
func (g *gameScreen) engineMoved(msg engineMovedMsg) tea.Cmd {
	if msg.game != g.id || msg.serial != g.serial || g.over() {
		return nil
	}
	side := g.game.Turn()
	g.callOff()
	switch {
	case msg.err != nil && g.cfg.Players[side].Program != "":
		return g.failed(side, msg.err)
	case msg.err != nil:
		g.complain(g.playerName(side) + " cannot move: " + msg.err.Error())
		return nil
	}
	g.last[side] = msg.choice
	g.thoughtOf(msg.choice)
	if msg.choice.Resign {
		return tea.Batch(g.end(g.game.Resign(side)), g.call(g.game.Ply()))
	}
	held, shown, live, before := g.selection, g.shown, g.live(), g.game.Ply()
	cmd := g.play(msg.choice.Move)
	if g.game.Ply() == before { // its flag had fallen
		return cmd
	}
	if len(g.pre) > 0 && g.humanTurn() {
		// A draw that is offered with the move is declined by it.
		if ahead := g.playPremove(); g.game.Ply() > before+1 {
			return tea.Batch(cmd, ahead, g.call(before+1))
		}
	} else {
		g.stay(held, shown, live)
	}
	cmd = tea.Batch(cmd, g.reflect(side, msg.choice), g.call(before+1))
	if !msg.choice.Draw || g.over() {
		return cmd
	}
	other := side.Other()
	if !g.human(other) {
		if g.takesDraw(other) {
			return tea.Batch(cmd, g.end(g.game.AgreeDraw()))
		}
		return cmd
	}
	g.ask(g.playerName(side)+" offers a draw. Accept?", func() tea.Cmd { return g.end(g.game.AgreeDraw()) }, nil)
	return cmd
}

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
		last := g.game.Ply() - 1
		text := "A move was made"
		if g.sees(g.game.BoardAt(last).Turn()) {
			text = g.game.SANs()[last] + " was played"
		}
		g.say(text + ": " + g.keys.Live.Help().Key + " comes back to the game")
		return
	}
	if g.humanTurn() && held.held() {
		g.restore(held)
	}
}

// takesDraw tells whether a computer takes half a point.
func (g *gameScreen) takesDraw(side chess.Color) bool {
	return g.cfg.Players[side].Level.AcceptsDraw(g.last[side], ai.StandingOf(g.game.Board()))
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
	side, running := g.clock.Running()
	if !running || g.over() {
		return nil
	}
	id, serial := g.id, g.serial
	return tea.Tick(tickAfter(g.clock.Left(side, g.s.Now())), func(time.Time) tea.Msg {
		return clockTickMsg{game: id, serial: serial}
	})
}

// ticked looks at the clock: a flag may have fallen, or a move be overdue.
func (g *gameScreen) ticked(msg clockTickMsg) tea.Cmd {
	if msg.game != g.id || msg.serial != g.serial || g.over() {
		return nil
	}
	now := g.s.Now()
	if side, down := g.clock.Flagged(now); down {
		return g.flag(side)
	}
	side, running := g.clock.Running()
	g.warn(side, now)
	if running && g.cfg.Control.PerMove > 0 && g.clock.Left(side, now) == 0 && g.human(side) {
		legal := g.game.Board().Moves(nil)
		cmd := g.play(legal[g.s.Seed()%uint64(len(legal))])
		g.say("Time was up: a move was made for " + sideName(side))
		return cmd
	}
	return g.tick()
}

// warn tells a player once that little time is left.
func (g *gameScreen) warn(side chess.Color, now time.Time) {
	if g.warned[side] || !g.human(side) || g.cfg.Control.PerMove > 0 || g.cfg.Control.Base <= lowTime ||
		g.clock.Left(side, now) >= lowTime {
		return
	}
	g.warned[side] = true
	who := ""
	if g.cfg.Humans() == 2 {
		who = g.playerName(side) + ": "
	}
	g.complain(who + "less than ten seconds left")
}

// flag ends the game because a side's time has run out.
func (g *gameScreen) flag(side chess.Color) tea.Cmd { return g.end(g.game.Flag(side)) }

// takeBack takes moves back until a person who has moved is to move again.
func (g *gameScreen) takeBack() tea.Cmd {
	back := g.plyToReturnTo()
	if back < 0 {
		g.complain("there is no move of yours to take back")
		return nil
	}
	g.callOff()
	g.pre = nil
	now := g.s.Now()
	for g.game.Ply() > back {
		g.game.Undo()
	}
	g.clock = g.clock.Stop(now).Turn(g.game.Turn(), now)
	for c, left := range g.lefts[back] {
		g.clock = g.clock.With(chess.Color(c), left)
	}
	g.lefts = g.lefts[:back]
	g.line.clear()
	cmd := g.happened()
	if !g.over() {
		g.say("Taken back: " + sideName(g.game.Turn()) + " to move")
	}
	return cmd
}

// plyToReturnTo is the ply of the last move that a person made, -1 for none.
func (g *gameScreen) plyToReturnTo() int {
	side := g.game.Turn()
	for ply := g.game.Ply() - 1; ply >= 0; ply-- {
		side = side.Other()
		if g.human(side) {
			return ply
		}
	}
	return -1
}
