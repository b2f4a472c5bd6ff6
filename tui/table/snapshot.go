package table

import (
	"errors"
	"fmt"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/tui/draw"
	"rookery/tui/lang"
	"rookery/tui/play"
	"rookery/tui/remote"
	"rookery/tui/ui"
)

// setSnapshot takes in the table as it is now.
func (t *Screen) setSnapshot(snap remote.Snapshot) tea.Cmd {
	if !t.Joined {
		if err := t.setUp(snap); err != nil {
			t.connErr = err
			t.Conn.leave()
			return nil
		}
	}
	first, before := !t.Joined, t.Snap
	followed := first || t.Live()
	myTurn := !first && t.HumanTurn()
	t.Joined, t.Snap = true, snap
	changed := first || snap.Over() != before.Over() || snap.Turn != before.Turn ||
		snap.Clock != before.Clock || len(snap.Gifts) != len(before.Gifts) || !slices.Equal(snap.Moves, before.Moves)
	cmds := []tea.Cmd{t.tick()}
	if changed {
		t.syncGame(before)
		t.Shown = min(t.Shown, snap.Ply)
		if followed {
			t.Shown = snap.Ply
		}
		choice := t.Chooser
		t.updateLegal()
		if snap.Ply == before.Ply && !snap.Over() { // its moves are those of this position
			t.Chooser = choice
		}
		cmds = append(cmds, t.Openings.Ask(t.S, t.Rules, snap.Ply > 0))
	}
	t.tellChange(before, first, followed)
	if changed && t.HumanTurn() && (first || !myTurn) {
		if snap.Ply > 0 || first {
			cmds = append(cmds, func() tea.Msg { return ui.AlertMsg{From: t, Text: "Your move"} })
		}
		cmds = append(cmds, t.PlayPremove())
	}
	if t.Over() && (first || !before.Over()) {
		cmds = append(cmds, t.fetchRatings())
	}
	cmds = append(cmds, t.announce(before, first), t.openNext(before, first))
	return tea.Batch(cmds...)
}

// setUp puts the board of the table's game on the desk.
func (t *Screen) setUp(snap remote.Snapshot) error {
	rules, err := snap.Terms.Rules()
	if err != nil {
		return err
	}
	b, err := chess.NewBoard(rules, "")
	if err != nil {
		return err
	}
	t.Rules, t.Layout = rules, b.Layout()
	t.Start = b.View(chess.Everyone) // how many pieces there are is no secret
	if c, seated := snap.Seat.Player(); seated && rules.Goal != chess.Race {
		t.Flip = c == chess.Black
	}
	t.Relay()
	return nil
}

// syncGame keeps the game, or what is seen of it, in step with the snapshot.
func (t *Screen) syncGame(before remote.Snapshot) {
	snap := &t.Snap
	if snap.Ply < before.Ply || snap.Over() {
		clear(t.pastViews)
		clear(t.fetching)
		t.Premoves = nil // made for moves that were taken back
	}
	if t.Sent != nil && (snap.Ply != t.Sent.ply || snap.Over()) {
		t.Sent = nil
	}
	t.fog = &fogBoard{rules: t.Rules, layout: t.Layout, view: snap.View, tries: snap.Legal}
	if snap.Start == "" {
		t.Game = nil
		return
	}
	if err := t.replay(); err != nil { // what the snapshot shows is drawn all the same
		t.Game = nil
	}
}

// replay brings the game to where the snapshot is, from where it was.
func (t *Screen) replay() (err error) {
	snap := &t.Snap
	if t.Game == nil || t.Game.Start() != snap.Start || !t.givesFollow() {
		if t.Game, err = chess.NewGameFEN(t.Rules, snap.Start); err != nil {
			return err
		}
		t.Start = t.Game.Board().View(chess.Everyone)
	}
	same, texts := 0, t.Game.SANs()
	for same < min(len(texts), len(snap.Moves)) && texts[same] == snap.Moves[same] {
		same++
	}
	for t.Game.Ply() > same {
		t.Game.Undo()
	}
	for i, text := range snap.Moves[same:] {
		if err := t.give(same + i); err != nil {
			return err
		}
		if _, err := t.Game.PlaySAN(text); err != nil {
			return err
		}
	}
	if t.Game.Outcome().Over() {
		return nil
	}
	return t.give(t.Game.Ply())
}

// updateLegal finds what the present position allows. What the player has in hand
// stays there, as long as it can move.
func (t *Screen) updateLegal() {
	held := t.Selection
	if t.Over() {
		t.Allow(nil, false)
		t.Premoves = nil
		return
	}
	if c, seated := t.Me(); seated && c == t.Snap.Turn {
		t.Allow(t.Snap.Legal, true)
	} else {
		t.Allow(nil, false)
	}
	t.Line.Offer(t.Writable())
	if t.Live() && held.Held() {
		t.Restore(held)
	}
}

// tellChange says in the row of messages what has happened since the snapshot before.
func (t *Screen) tellChange(before remote.Snapshot, first, followed bool) {
	snap := &t.Snap
	me, seated := t.Me()
	if snap.Outage != "" && before.Outage == "" {
		t.Notice = ui.Notice{} // it is what matters now
	}
	switch {
	case t.Over() && (first || !before.Over()):
		t.Say(t.endText())
	case first:
	case snap.Ply < before.Ply:
		t.Say("Move taken back: " + play.SideName(snap.Turn) + " to move")
	case snap.Ply > before.Ply && !followed:
		text := "Move played"
		if last := snap.Moves[snap.Ply-1]; last != "" {
			text = t.S.Notation().Move(last) + " was played"
		}
		t.Say(text + ": " + t.Keys.Live.Help().Key + " returns to the game")
	case snap.Ply > before.Ply:
		t.Notice = ui.Notice{}
	case seated && before.Offer != remote.NoOffer && before.OfferBy == me && snap.Offer == remote.NoOffer && snap.Next == before.Next:
		t.Say(lang.Name(t.opponent().Name) + " declines")
	}
	switch {
	case t.HumanTurn() && snap.FirstMove > 0 && (first || snap.Ply > before.Ply):
		t.Say(t.firstMoveText())
	case t.Over() || !first && snap.Ply == before.Ply:
	case snap.Claim == chess.ByThreefold:
		t.Say("Threefold repetition: " + t.Keys.Draw.Help().Key + " claims a draw")
	case snap.Claim == chess.ByFifty:
		t.Say("Fifty-move rule: " + t.Keys.Draw.Help().Key + " claims a draw")
	}
}

// announce has the terminal call the player for what he should not miss.
func (t *Screen) announce(before remote.Snapshot, first bool) tea.Cmd {
	text := ""
	switch offered := t.OfferText(); {
	case t.Over() && !first && !before.Over():
		text = t.endText()
	case offered != "" && (first || before.Offer != t.Snap.Offer || before.OfferBy != t.Snap.OfferBy):
		text = offered
	default:
		return nil
	}
	if _, seated := t.Me(); !seated {
		return nil
	}
	return func() tea.Msg { return ui.AlertMsg{From: t, Text: text} }
}

// openNext goes on to the table of the rematch, a player at once, others when
// they want to.
func (t *Screen) openNext(before remote.Snapshot, first bool) tea.Cmd {
	if t.Snap.Next == "" || !first && before.Next == t.Snap.Next {
		return nil
	}
	if _, seated := t.Me(); !seated || first {
		t.Say("Rematch accepted: press Enter to go to the new game")
		return nil
	}
	return t.findNext()
}

// findNext goes to the table of the rematch.
func (t *Screen) findNext() tea.Cmd {
	msg := nextMsg{t.Conn, t.Snap.Next}
	return func() tea.Msg { return msg }
}

// connClosed tells why the line has ended.
func (t *Screen) connClosed(err error) {
	if err == nil {
		err = errors.New("the game was closed")
	}
	t.connErr, t.Sent, t.Premoves, t.Chooser = err, nil, nil, nil
	t.Selection.LetGo()
	t.Redraw()
	t.Notice = ui.Notice{}
}

// connErrText says why nothing more comes from the table.
func (t *Screen) connErrText() string {
	if errors.Is(t.connErr, remote.ErrElsewhere) {
		return "This game is open in another window: press Enter to continue here"
	}
	return ui.ErrorText(t.connErr)
}

// endText says how the game ended.
func (t *Screen) endText() string {
	if t.Snap.Aborted {
		return "The game was aborted"
	}
	if text := t.teamEnd(); text != "" {
		return text
	}
	return play.OutcomeText(t.Snap.Outcome)
}

// timeLeft is what a side's clock shows at a time.
func (t *Screen) timeLeft(c chess.Color, now time.Time) time.Duration {
	if t.Snap.Running {
		return t.Snap.Clock.Left(c, now)
	}
	return t.Snap.Left[c]
}

// claimWait is how long it takes until a player may claim the game because the
// other one's line is gone; ok is false while that stands.
func (t *Screen) claimWait(now time.Time) (side chess.Color, wait time.Duration, ok bool) {
	if t.Over() {
		return 0, 0, false
	}
	for _, c := range []chess.Color{chess.White, chess.Black} {
		if me, seated := t.Me(); seated && me == c || t.Snap.ClaimAt[c].IsZero() {
			continue
		}
		return c, max(t.Snap.ClaimAt[c].Sub(now), 0), true
	}
	return 0, 0, false
}

// tick waits until something that runs shows another digit.
func (t *Screen) tick() tea.Cmd {
	if !t.Joined || t.Over() || t.connErr != nil {
		return nil
	}
	now, wait := t.S.Now(), time.Duration(0)
	if t.Snap.Running {
		wait = draw.TickAfter(t.timeLeft(t.Snap.Turn, now))
	}
	if twin := t.Snap.Twin; twin != nil && twin.Running {
		if next := draw.TickAfter(twin.Clock.Left(twin.Turn, now)); wait == 0 || next < wait {
			wait = next
		}
	}
	if _, in, ok := t.claimWait(now); ok && in > 0 {
		second := in%time.Second + time.Millisecond
		if wait == 0 || second < wait {
			wait = second
		}
	}
	if wait == 0 {
		return nil
	}
	t.Ticks++
	return ui.After(wait, TickMsg{t.Conn, t.Ticks})
}

// ticked looks at the clock again, and warns once of little time.
func (t *Screen) ticked() tea.Cmd {
	me, control := chess.White, t.Snap.Terms.Control
	c, seated := t.Me()
	if seated {
		me = c
	}
	if seated && !t.warned && t.Snap.Running && t.Snap.Turn == me && control.PerMove == 0 && control.Base > play.LowTime &&
		t.timeLeft(me, t.S.Now()) < play.LowTime {
		t.warned = true
		t.Complain("under ten seconds left")
	}
	if _, wait, lost := t.claimWait(t.S.Now()); lost && wait == 0 {
		t.Notice = ui.Notice{} // what can be done now is more to the point
	}
	return t.tick()
}

// OfferText asks for the answer to what the other player offers; empty when he
// offers nothing.
func (t *Screen) OfferText() string {
	me, seated := t.Me()
	if !seated || t.connErr != nil || t.Snap.Offer == remote.NoOffer || t.Snap.OfferBy == me {
		return ""
	}
	who := lang.Name(t.opponent().Name)
	switch t.Snap.Offer {
	case remote.Draw:
		return who + " offers a draw. Accept?"
	case remote.TakeBack:
		return who + " asks for a takeback. Accept?"
	case remote.Abort:
		return who + " asks to abort the game. Accept?"
	case remote.Rematch:
		return who + " asks for a rematch. Accept?"
	}
	return ""
}

// watchedText counts those who watch.
func (t *Screen) watchedText() string {
	if t.Snap.Watched == 0 {
		return ""
	}
	return t.S.Text(fmt.Sprintf("%d watching", t.Snap.Watched))
}
