package tui

import (
	"errors"
	"fmt"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/tui/lobby"
)

// takeIn takes in the table as it is now.
func (t *tableScreen) takeIn(snap lobby.Snapshot) tea.Cmd {
	if !t.known {
		if err := t.lay(snap); err != nil {
			t.gone = err
			t.wire.leave()
			return nil
		}
	}
	first, before := !t.known, t.snap
	followed := first || t.live()
	myTurn := !first && t.humanTurn()
	t.known, t.snap = true, snap
	changed := first || snap.Over() != before.Over() || snap.Turn != before.Turn ||
		snap.Clock != before.Clock || !slices.Equal(snap.Moves, before.Moves)
	cmds := []tea.Cmd{t.tick()}
	if changed {
		t.follow(before)
		t.shown = min(t.shown, snap.Ply)
		if followed {
			t.shown = snap.Ply
		}
		t.renew()
		cmds = append(cmds, t.openings.ask(t.rules, snap.Ply > 0))
	}
	t.tell(before, first, followed)
	if changed && t.humanTurn() && (first || !myTurn) {
		if snap.Ply > 0 || first {
			cmds = append(cmds, func() tea.Msg { return callMsg{t, "Your move"} })
		}
		cmds = append(cmds, t.playPremove())
	}
	cmds = append(cmds, t.call(before, first), t.openNext(before, first))
	return tea.Batch(cmds...)
}

// lay puts the board of the table's game on the desk.
func (t *tableScreen) lay(snap lobby.Snapshot) error {
	rules, err := snap.Terms.Rules()
	if err != nil {
		return err
	}
	b, err := chess.NewBoard(rules, "")
	if err != nil {
		return err
	}
	t.rules, t.layout = rules, b.Layout()
	t.start = b.View(chess.Everyone) // how many men there are is no secret
	if c, seated := snap.Seat.Player(); seated && rules.Goal != chess.Race {
		t.flip = c == chess.Black
	}
	t.relay()
	return nil
}

// follow keeps the game, or what is seen of it, in step with the snapshot.
func (t *tableScreen) follow(before lobby.Snapshot) {
	snap := &t.snap
	if snap.Ply < before.Ply || snap.Over() {
		clear(t.past)
		clear(t.asked)
		t.pre = nil // made for moves that were taken back
	}
	if t.sent != nil && (snap.Ply != t.sent.ply || snap.Over()) {
		t.sent = nil
	}
	t.sight = &glimpse{rules: t.rules, layout: t.layout, view: snap.View, tries: snap.Legal}
	if snap.Start == "" {
		t.game = nil
		return
	}
	if err := t.replay(); err != nil { // what the snapshot shows is drawn all the same
		t.game = nil
	}
}

// replay brings the game to where the snapshot is, from where it was.
func (t *tableScreen) replay() (err error) {
	snap := &t.snap
	if t.game == nil || t.game.Start() != snap.Start {
		if t.game, err = chess.NewGameFEN(t.rules, snap.Start); err != nil {
			return err
		}
		t.start = t.game.Board().View(chess.Everyone)
	}
	same, texts := 0, t.game.SANs()
	for same < min(len(texts), len(snap.Moves)) && texts[same] == snap.Moves[same] {
		same++
	}
	for t.game.Ply() > same {
		t.game.Undo()
	}
	for _, text := range snap.Moves[same:] {
		if _, err := t.game.PlaySAN(text); err != nil {
			return err
		}
	}
	return nil
}

// renew finds what the present position allows. What the player has in hand
// stays there, as long as it can move.
func (t *tableScreen) renew() {
	held := t.selection
	t.denied = false
	if t.over() {
		t.allow(nil, false)
		t.pre, t.asking = nil, nil
		return
	}
	if c, seated := t.me(); seated && c == t.snap.Turn {
		t.allow(t.snap.Legal, true)
	} else {
		t.allow(nil, false)
	}
	t.line.offer(t.writable())
	if t.live() && held.held() {
		t.restore(held)
	}
}

// tell says in the row of messages what has happened since the snapshot before.
func (t *tableScreen) tell(before lobby.Snapshot, first, followed bool) {
	snap := &t.snap
	me, seated := t.me()
	switch {
	case t.over() && (first || !before.Over()):
		t.say(t.endText())
	case first:
	case snap.Ply < before.Ply:
		t.say("Taken back: " + sideName(snap.Turn) + " to move")
	case snap.Ply > before.Ply && !followed:
		text := "A move was made"
		if last := snap.Moves[snap.Ply-1]; last != "" {
			text = t.s.notation().Move(last) + " was played"
		}
		t.say(text + ": " + t.keys.Live.Help().Key + " comes back to the game")
	case snap.Ply > before.Ply:
		t.notice = notice{}
	case seated && before.Offer != lobby.NoOffer && before.OfferBy == me && snap.Offer == lobby.NoOffer && snap.Next == before.Next:
		t.say(t.rival().Name + " declines")
	}
	switch {
	case t.humanTurn() && snap.Ply < 2 && (first || snap.Ply > before.Ply):
		t.say(fmt.Sprintf("First move within %d seconds", lobby.FirstMove/time.Second))
	case t.over() || !first && snap.Ply == before.Ply:
	case snap.Claim == chess.ByThreefold:
		t.say("This position has stood three times: " + t.keys.Draw.Help().Key + " claims a draw")
	case snap.Claim == chess.ByFifty:
		t.say("Fifty moves without a capture or a pawn move: " + t.keys.Draw.Help().Key + " claims a draw")
	}
}

// call has the terminal call the player for what he should not miss.
func (t *tableScreen) call(before lobby.Snapshot, first bool) tea.Cmd {
	text := ""
	switch offered := t.offerText(); {
	case t.over() && !first && !before.Over():
		text = t.endText()
	case offered != "" && (first || before.Offer != t.snap.Offer || before.OfferBy != t.snap.OfferBy):
		text = offered
	default:
		return nil
	}
	if _, seated := t.me(); !seated {
		return nil
	}
	return func() tea.Msg { return callMsg{t, text} }
}

// openNext goes on to the table of the rematch, a player at once, others when
// they want to.
func (t *tableScreen) openNext(before lobby.Snapshot, first bool) tea.Cmd {
	if t.snap.Next == "" || !first && before.Next == t.snap.Next {
		return nil
	}
	if _, seated := t.me(); !seated || first {
		t.say("They play again: Enter goes to the new table")
		return nil
	}
	return t.findNext()
}

// findNext looks for the table of the rematch.
func (t *tableScreen) findNext() tea.Cmd {
	w, l, id := t.wire, t.s.Club.Lobby, t.snap.Next
	return func() tea.Msg {
		next, err := l.Table(id)
		if err != nil {
			return tableDidMsg{wire: w, err: err}
		}
		return tableNextMsg{w, next}
	}
}

// closed tells why the line has ended.
func (t *tableScreen) closed(err error) {
	if err == nil {
		err = errors.New("the table was closed")
	}
	t.gone, t.sent, t.pre, t.asking, t.chooser = err, nil, nil, nil, nil
	t.selection.letGo()
	t.redraw()
	t.notice = notice{}
}

// goneText says why nothing more comes from the table.
func (t *tableScreen) goneText() string {
	if errors.Is(t.gone, lobby.ErrElsewhere) {
		return "You sit at this table in another window now: Enter brings the game back here"
	}
	return t.gone.Error()
}

// endText says how the game ended.
func (t *tableScreen) endText() string {
	if t.snap.Aborted {
		return "The game was aborted"
	}
	return outcomeText(t.snap.Outcome)
}

// left is what a side's clock shows at a time.
func (t *tableScreen) left(c chess.Color, now time.Time) time.Duration {
	if t.snap.Running {
		return t.snap.Clock.Left(c, now)
	}
	return t.snap.Left[c]
}

// claimIn is how long it takes until a player may claim the game because the
// other one's line is gone; ok is false while that stands.
func (t *tableScreen) claimIn(now time.Time) (side chess.Color, wait time.Duration, ok bool) {
	if t.over() {
		return 0, 0, false
	}
	for _, c := range []chess.Color{chess.White, chess.Black} {
		if me, seated := t.me(); seated && me == c || t.snap.ClaimAt[c].IsZero() {
			continue
		}
		return c, max(t.snap.ClaimAt[c].Sub(now), 0), true
	}
	return 0, 0, false
}

// tick waits until something that runs shows another digit.
func (t *tableScreen) tick() tea.Cmd {
	if !t.known || t.over() || t.gone != nil {
		return nil
	}
	now, wait := t.s.Now(), time.Duration(0)
	if t.snap.Running {
		wait = tickAfter(t.left(t.snap.Turn, now))
	}
	if _, in, ok := t.claimIn(now); ok && in > 0 {
		second := in%time.Second + time.Millisecond
		if wait == 0 || second < wait {
			wait = second
		}
	}
	if wait == 0 {
		return nil
	}
	t.ticks++
	w, n := t.wire, t.ticks
	return tea.Tick(wait, func(time.Time) tea.Msg { return tableTickMsg{w, n} })
}

// ticked looks at the clock again, and warns once of little time.
func (t *tableScreen) ticked() tea.Cmd {
	me, control := chess.White, t.snap.Terms.Control
	c, seated := t.me()
	if seated {
		me = c
	}
	if seated && !t.warned && t.snap.Running && t.snap.Turn == me && control.PerMove == 0 && control.Base > lowTime &&
		t.left(me, t.s.Now()) < lowTime {
		t.warned = true
		t.complain("less than ten seconds left")
	}
	if _, wait, lost := t.claimIn(t.s.Now()); lost && wait == 0 {
		t.notice = notice{} // what can be done now is more to the point
	}
	return t.tick()
}

// offerText asks for the answer to what the other player offers; empty when he
// offers nothing.
func (t *tableScreen) offerText() string {
	me, seated := t.me()
	if !seated || t.gone != nil || t.snap.Offer == lobby.NoOffer || t.snap.OfferBy == me {
		return ""
	}
	who := t.rival().Name
	switch t.snap.Offer {
	case lobby.Draw:
		return who + " offers a draw. Accept?"
	case lobby.TakeBack:
		return who + " wants to take a move back. Allow it?"
	case lobby.Abort:
		return who + " wants to break the game off. Agree?"
	case lobby.Rematch:
		return who + " wants to play again. Accept?"
	}
	return ""
}

// watchedText counts those who watch.
func (t *tableScreen) watchedText() string {
	if t.snap.Watched == 0 {
		return ""
	}
	return t.s.Text(fmt.Sprintf("%d watching", t.snap.Watched))
}
