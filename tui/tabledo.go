package tui

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/tui/lobby"
)

// slowMove is how long a move may be on its way before that is told.
const slowMove = 400 * time.Millisecond

// play sends a move to the table, which alone decides about it.
func (t *tableScreen) play(m chess.Move) tea.Cmd {
	text := ""
	for i, legal := range t.snap.Legal {
		if legal == m && i < len(t.snap.Tries) {
			text = t.snap.Tries[i]
		}
	}
	if text == "" || !t.ready() {
		return nil
	}
	t.sent = &sentMove{ply: t.snap.Ply}
	t.mine[t.snap.Ply+1] = m
	t.selection.clear()
	t.redraw()
	t.notice = notice{}
	w, ply := t.wire, t.snap.Ply
	return tea.Batch(w.move(text, t.s.Lag), tea.Tick(slowMove, func(time.Time) tea.Msg { return tableSlowMsg{w, ply} }))
}

// did tells what became of a call.
func (t *tableScreen) did(msg tableDidMsg) {
	switch {
	case msg.err != nil:
		if msg.move {
			t.sent, t.pre = nil, nil
			t.redraw()
		}
		t.complain(msg.err.Error())
	case msg.said != "":
		t.say(msg.said)
	}
}

// plays tells whether a player of a game that goes on sits here, and says why not.
func (t *tableScreen) plays() bool {
	_, seated := t.me()
	switch {
	case t.gone != nil:
		t.complain(t.goneText())
	case !seated:
		t.complain("you watch this game: only its players can do that")
	case t.over():
		t.complain("the game is over")
	default:
		return true
	}
	return false
}

// offer asks the other player for something, or takes what he offers when it is
// the same.
func (t *tableScreen) offer(o lobby.Offer) tea.Cmd {
	if !t.plays() {
		return nil
	}
	me, _ := t.me()
	switch {
	case t.snap.Offer == o && t.snap.OfferBy == me:
		t.complain("you have asked already: wait for the answer")
		return nil
	case o == lobby.TakeBack && !t.moved(me):
		t.complain("there is no move of yours to take back")
		return nil
	}
	said := "You offer a draw"
	switch o {
	case lobby.TakeBack:
		said = "You ask for your move back"
	case lobby.Abort:
		said = "You ask to break the game off"
	}
	if t.snap.Offer == o {
		said = ""
	}
	return t.wire.call(said, func(ctx context.Context, r *lobby.Reader) error { return r.Offer(ctx, o) })
}

// moved tells whether a side has made a move.
func (t *tableScreen) moved(c chess.Color) bool {
	return t.snap.Ply > 1 || t.snap.Ply == 1 && t.snap.Turn != c
}

// respond answers what the other player offers.
func (t *tableScreen) respond(yes bool) tea.Cmd {
	if t.offerText() == "" {
		t.complain("nothing is offered")
		return nil
	}
	if yes {
		return t.wire.call("", func(ctx context.Context, r *lobby.Reader) error { return r.Accept(ctx) })
	}
	return t.wire.call("Declined", func(ctx context.Context, r *lobby.Reader) error { return r.Decline(ctx) })
}

// claim claims the game when the other player's line is gone, else the draw that
// the rules grant.
func (t *tableScreen) claim() tea.Cmd {
	if !t.plays() {
		return nil
	}
	if _, _, lost := t.claimIn(t.s.Now()); lost {
		return t.wire.call("", func(ctx context.Context, r *lobby.Reader) error { return r.ClaimWin(ctx) })
	}
	if t.snap.Claim == chess.NoReason {
		t.complain("there is nothing to claim now")
		return nil
	}
	return t.wire.call("", func(ctx context.Context, r *lobby.Reader) error { return r.ClaimDraw(ctx) })
}

// askResign asks before the game is given up.
func (t *tableScreen) askResign() {
	if t.plays() {
		t.ask("Resign the game?", func() tea.Cmd {
			return t.wire.call("", func(ctx context.Context, r *lobby.Reader) error { return r.Resign(ctx) })
		}, nil)
	}
}

// abort breaks off a game that has hardly begun, or asks for it.
func (t *tableScreen) abort() tea.Cmd {
	if !t.plays() {
		return nil
	}
	if t.snap.Ply >= 2 {
		return t.offer(lobby.Abort)
	}
	t.ask("Break the game off?", func() tea.Cmd {
		return t.wire.call("", func(ctx context.Context, r *lobby.Reader) error { return r.Abort(ctx) })
	}, nil)
	return nil
}

// rematch asks the other player to play again with colours changed, or goes to
// the table where they do.
func (t *tableScreen) rematch() tea.Cmd {
	me, seated := t.me()
	switch {
	case !t.over():
		t.complain("the game still goes on")
	case t.snap.Next != "":
		return t.findNext()
	case t.gone != nil:
		t.complain(t.goneText())
	case !seated:
		t.complain("you watch this game: only its players can do that")
	case t.snap.Offer == lobby.Rematch && t.snap.OfferBy == me:
		t.complain("you have asked already: wait for the answer")
	default:
		said := "You ask for a rematch"
		if t.snap.Offer == lobby.Rematch {
			said = ""
		}
		return t.wire.call(said, func(ctx context.Context, r *lobby.Reader) error { return r.Offer(ctx, lobby.Rematch) })
	}
	return nil
}

// tellTime says what the clocks show.
func (t *tableScreen) tellTime() {
	if t.snap.Terms.Control.None() {
		t.say("There is no clock in this game")
		return
	}
	now := t.s.Now()
	t.say("White " + clockText(t.left(chess.White, now)) + ", Black " + clockText(t.left(chess.Black, now)))
}
