package club

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/tui/draw"
	"rookery/tui/lobby"
	"rookery/tui/ui"
)

// slowMove is how long a move may be on its way before that is told.
const slowMove = 400 * time.Millisecond

// Play sends a move to the table, which alone decides about it.
func (t *TableScreen) Play(m chess.Move) tea.Cmd {
	text := ""
	for i, legal := range t.Snap.Legal {
		if legal == m && i < len(t.Snap.Tries) {
			text = t.Snap.Tries[i]
		}
	}
	if text == "" || !t.Ready() {
		return nil
	}
	t.Sent = &sentMove{ply: t.Snap.Ply}
	t.mine[t.Snap.Ply+1] = m
	t.Selection.Clear()
	t.Redraw()
	t.Notice = ui.Notice{}
	w, ply := t.Wire, t.Snap.Ply
	return tea.Batch(w.move(text, t.S.Lag), tea.Tick(slowMove, func(time.Time) tea.Msg { return tableSlowMsg{w, ply} }))
}

// did tells what became of a call.
func (t *TableScreen) did(msg tableDidMsg) {
	switch {
	case msg.err != nil:
		if msg.move {
			t.Sent, t.Pre = nil, nil
			t.Redraw()
		}
		t.Complain(msg.err.Error())
	case msg.said != "":
		t.Say(msg.said)
	}
}

// plays tells whether a player of a game that goes on sits here, and says why not.
func (t *TableScreen) plays() bool {
	_, seated := t.Me()
	switch {
	case t.Gone != nil:
		t.Complain(t.goneText())
	case !seated:
		t.Complain("you are a spectator: only the players can do that")
	case t.Over():
		t.Complain("the game is over")
	default:
		return true
	}
	return false
}

// offer asks the other player for something, or takes what he offers when it is
// the same.
func (t *TableScreen) offer(o lobby.Offer) tea.Cmd {
	if !t.plays() {
		return nil
	}
	me, _ := t.Me()
	switch {
	case t.Snap.Offer == o && t.Snap.OfferBy == me:
		t.Complain("already offered: wait for the answer")
		return nil
	case o == lobby.TakeBack && !t.moved(me):
		t.Complain("you have no move to take back")
		return nil
	}
	said := "Draw offer sent"
	switch o {
	case lobby.TakeBack:
		said = "Takeback request sent"
	case lobby.Abort:
		said = "Abort request sent"
	}
	if t.Snap.Offer == o {
		said = ""
	}
	return t.Wire.call(said, func(ctx context.Context, r *lobby.Reader) error { return r.Offer(ctx, o) })
}

// moved tells whether a side has made a move.
func (t *TableScreen) moved(c chess.Color) bool {
	return t.Snap.Ply > 1 || t.Snap.Ply == 1 && t.Snap.Turn != c
}

// respond answers what the other player offers.
func (t *TableScreen) respond(yes bool) tea.Cmd {
	if t.OfferText() == "" {
		t.Complain("no open offer")
		return nil
	}
	if yes {
		return t.Wire.call("", func(ctx context.Context, r *lobby.Reader) error { return r.Accept(ctx) })
	}
	return t.Wire.call("Declined", func(ctx context.Context, r *lobby.Reader) error { return r.Decline(ctx) })
}

// claim claims the game when the other player's line is gone, else the draw that
// the rules grant.
func (t *TableScreen) claim() tea.Cmd {
	if !t.plays() {
		return nil
	}
	if _, _, lost := t.claimIn(t.S.Now()); lost {
		return t.Wire.call("", func(ctx context.Context, r *lobby.Reader) error { return r.ClaimWin(ctx) })
	}
	if t.Snap.Claim == chess.NoReason {
		t.Complain("nothing to claim right now")
		return nil
	}
	return t.Wire.call("", func(ctx context.Context, r *lobby.Reader) error { return r.ClaimDraw(ctx) })
}

// askResign asks before the game is given up.
func (t *TableScreen) askResign() {
	if t.plays() {
		t.Ask("Resign the game?", func() tea.Cmd {
			return t.Wire.call("", func(ctx context.Context, r *lobby.Reader) error { return r.Resign(ctx) })
		}, nil)
	}
}

// abort breaks off a game that has hardly begun, or asks for it.
func (t *TableScreen) abort() tea.Cmd {
	if !t.plays() {
		return nil
	}
	if t.Snap.Ply >= 2 {
		return t.offer(lobby.Abort)
	}
	t.Ask("Abort the game?", func() tea.Cmd {
		return t.Wire.call("", func(ctx context.Context, r *lobby.Reader) error { return r.Abort(ctx) })
	}, nil)
	return nil
}

// rematch asks the other player to play again with colours changed, or goes to
// the table where they do.
func (t *TableScreen) rematch() tea.Cmd {
	me, seated := t.Me()
	switch {
	case !t.Over():
		t.Complain("the game is still in progress")
	case t.Snap.Next != "":
		return t.findNext()
	case t.Gone != nil:
		t.Complain(t.goneText())
	case !seated:
		t.Complain("you are a spectator: only the players can do that")
	case t.Snap.Offer == lobby.Rematch && t.Snap.OfferBy == me:
		t.Complain("already offered: wait for the answer")
	default:
		said := "Rematch offer sent"
		if t.Snap.Offer == lobby.Rematch {
			said = ""
		}
		return t.Wire.call(said, func(ctx context.Context, r *lobby.Reader) error { return r.Offer(ctx, lobby.Rematch) })
	}
	return nil
}

// tellTime says what the clocks show.
func (t *TableScreen) tellTime() {
	if t.Snap.Terms.Control.None() {
		t.Say("This game has no clock")
		return
	}
	now := t.S.Now()
	t.Say("White " + draw.ClockText(t.left(chess.White, now)) + ", Black " + draw.ClockText(t.left(chess.Black, now)))
}
