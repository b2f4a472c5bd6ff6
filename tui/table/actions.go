package table

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/tui/boardinput"
	"rookery/tui/lang"
	"rookery/tui/library"
	"rookery/tui/remote"
	"rookery/tui/ui"
)

// slowMove is how long a move may be on its way before that is told.
const slowMove = 400 * time.Millisecond

// Play sends a move to the table, which alone decides about it.
func (t *Screen) Play(m chess.Move) tea.Cmd {
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
	t.ownMoves[t.Snap.Ply+1] = m
	t.Selection.Clear()
	t.Redraw()
	t.Notice = ui.Notice{}
	w, ply := t.Conn, t.Snap.Ply
	return tea.Batch(w.sendMove(text, t.S.Lag), ui.After(slowMove, slowMsg{w, ply}))
}

// callDone tells what became of a call.
func (t *Screen) callDone(msg didMsg) {
	switch {
	case msg.err != nil:
		if msg.move {
			t.Sent, t.Premoves = nil, nil
			t.Redraw()
		}
		t.Complain(ui.ErrorText(msg.err))
	case msg.said != "":
		t.Say(msg.said)
	}
}

// mayAct tells whether a player of a game that goes on sits here, and says why not.
func (t *Screen) mayAct() bool {
	_, seated := t.Me()
	switch {
	case t.connErr != nil:
		t.Complain(t.connErrText())
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
func (t *Screen) offer(o remote.Offer) tea.Cmd {
	if !t.mayAct() {
		return nil
	}
	me, _ := t.Me()
	switch {
	case t.Snap.Offer == o && t.Snap.OfferBy == me:
		t.Complain("already offered: wait for the answer")
		return nil
	case o == remote.TakeBack && !t.moved(me):
		t.Complain("you have no move to take back")
		return nil
	}
	said := "Draw offer sent"
	switch o {
	case remote.TakeBack:
		said = "Takeback request sent"
	case remote.Abort:
		said = "Abort request sent"
	}
	if t.Snap.Offer == o {
		said = ""
	}
	return t.Conn.call(said, func(ctx context.Context, r remote.TableLine) error { return r.Offer(ctx, o) })
}

// moved tells whether a side has made a move.
func (t *Screen) moved(c chess.Color) bool {
	return t.Snap.Ply > 1 || t.Snap.Ply == 1 && t.Snap.Turn != c
}

// respond answers what the other player offers.
func (t *Screen) respond(yes bool) tea.Cmd {
	if t.OfferText() == "" {
		t.Complain("no open offer")
		return nil
	}
	if yes {
		return t.Conn.call("", func(ctx context.Context, r remote.TableLine) error { return r.Accept(ctx) })
	}
	return t.Conn.call("Declined", func(ctx context.Context, r remote.TableLine) error { return r.Decline(ctx) })
}

// claim claims the game when the other player's line is gone, else the draw that
// the rules grant.
func (t *Screen) claim() tea.Cmd {
	if !t.mayAct() {
		return nil
	}
	if _, _, lost := t.claimWait(t.S.Now()); lost {
		return t.Conn.call("", func(ctx context.Context, r remote.TableLine) error { return r.ClaimWin(ctx) })
	}
	if t.Snap.Claim == chess.NoReason {
		t.Complain("nothing to claim right now")
		return nil
	}
	return t.Conn.call("", func(ctx context.Context, r remote.TableLine) error { return r.ClaimDraw(ctx) })
}

// askResign asks before the game is given up.
func (t *Screen) askResign() tea.Cmd {
	if t.mayAct() {
		t.Ask("Resign the game?", func() tea.Cmd {
			return t.Conn.call("", func(ctx context.Context, r remote.TableLine) error { return r.Resign(ctx) })
		}, nil)
	}
	return nil
}

// abort breaks off a game that has hardly begun, or asks for it.
func (t *Screen) abort() tea.Cmd {
	if !t.mayAct() {
		return nil
	}
	if t.Snap.Ply >= 2 {
		return t.offer(remote.Abort)
	}
	t.Ask("Abort the game?", func() tea.Cmd {
		return t.Conn.call("", func(ctx context.Context, r remote.TableLine) error { return r.Abort(ctx) })
	}, nil)
	return nil
}

// rematch asks the other player to play again with colours changed, or goes to
// the table where they do.
func (t *Screen) rematch() tea.Cmd {
	me, seated := t.Me()
	switch {
	case !t.Over():
		t.Complain("the game is still in progress")
	case t.Snap.Twin != nil:
		t.Complain("no rematch in a game of two teams: create a new seek")
	case t.Snap.Next != "":
		return t.findNext()
	case t.Snap.Tournament != nil:
		return t.toTournament()
	case t.connErr != nil:
		t.Complain(t.connErrText())
	case !seated:
		t.Complain("you are a spectator: only the players can do that")
	case t.Snap.Offer == remote.Rematch && t.Snap.OfferBy == me:
		t.Complain("already offered: wait for the answer")
	default:
		said := "Rematch offer sent"
		if t.Snap.Offer == remote.Rematch {
			said = ""
		}
		return t.Conn.call(said, func(ctx context.Context, r remote.TableLine) error { return r.Offer(ctx, remote.Rematch) })
	}
	return nil
}

// chatSign begins a line that is said at the table.
const chatSign = "/"

// submitLine reads the line: something to say, a word, else a move.
func (t *Screen) submitLine() tea.Cmd {
	text := t.Line.Text()
	if said, ok := strings.CutPrefix(text, chatSign); ok {
		t.Line.Clear()
		if strings.TrimSpace(said) == "" {
			return nil
		}
		return t.Conn.call("", func(_ context.Context, r remote.TableLine) error { return r.Say(said) })
	}
	first, rest, _ := strings.Cut(strings.TrimPrefix(text, ":"), " ")
	switch t.Line.English(first) {
	case "mute", "unmute":
		t.Line.Sent()
		return t.mute(strings.TrimSpace(rest), t.Line.English(first) == "unmute")
	case "report":
		t.Line.Sent()
		return t.report(strings.TrimSpace(rest))
	case "partner":
		t.Line.Sent()
		return t.tellPartner(strings.TrimSpace(rest))
	case "if":
		t.Line.Sent()
		return t.planMoves(strings.TrimSpace(rest))
	case "claim": // elsewhere another word for a draw
		t.Line.Sent()
		return t.claim()
	case "accept", "y", "yes":
		t.Line.Sent()
		return t.respond(true)
	case "decline", "n", "no":
		t.Line.Sent()
		return t.respond(false)
	}
	return t.Send()
}

// actions are what commands do at a table. What comes after a word, and yes and no,
// submitLine reads.
func (t *Screen) actions() boardinput.Actions {
	actions := boardinput.Actions{
		"undo": func() tea.Cmd { return t.offer(remote.TakeBack) },
		"draw": t.offerDraw, "resign": t.askResign, "abort": t.abort, "claim": t.claim, "rematch": t.rematch,
		"yes":  func() tea.Cmd { return t.respond(true) },
		"no":   func() tea.Cmd { return t.respond(false) },
		"mute": func() tea.Cmd { return t.mute("", false) }, "unmute": func() tea.Cmd { return t.mute("", true) },
		"report": func() tea.Cmd { return t.report("") }, "if": func() tea.Cmd { return t.planMoves("") },
		"partner": func() tea.Cmd { return t.tellPartner("") }, "board": t.switchBoard,
		"save": t.save, "fen": t.copyFEN, "pgn": t.copyPGN, "analyse": t.analyse, "graph": t.review,
		"berserk": t.berserk,
		"clock":   func() tea.Cmd { t.TellTime(t.Snap.Terms.Control, t.timeLeft); return nil },
	}
	if t.onWeb() {
		actions["moretime"], actions["browser"] = t.giveTime, t.browse
		actions["meter"] = t.toggleEval
	}
	if t.web() == "FICS" {
		actions["adjourn"] = t.adjourn
	}
	if _, ok := t.House.(ui.WaitingHouse); ok {
		actions["next"] = t.nextWaiting
	}
	return actions
}

// waiting counts the other games in which the player is to move, where the house knows them.
func (t *Screen) waiting() []string {
	if h, ok := t.House.(ui.WaitingHouse); ok {
		return h.Waiting(t.id)
	}
	return nil
}

// nextWaiting goes to the next game in which the player is to move.
func (t *Screen) nextWaiting() tea.Cmd {
	games := t.waiting()
	if len(games) == 0 {
		t.Complain("no other game waits for your move")
		return nil
	}
	return t.S.Replace(t, New(t.S, t.House, games[0]))
}

// berserk halves the player's clock, where the game has that.
func (t *Screen) berserk() tea.Cmd {
	b, ok := t.Conn.open().(ui.Berserker)
	switch {
	case !t.mayAct():
	case !ok:
		t.Complain("not available in this game")
	default:
		return t.Conn.call("Berserk: half the time, one more point for a win", func(ctx context.Context, _ remote.TableLine) error { return b.Berserk(ctx) })
	}
	return nil
}

// giveTime gives the opponent time, where the game has that.
func (t *Screen) giveTime() tea.Cmd {
	g, ok := t.Conn.open().(ui.TimeGiver)
	switch {
	case !t.mayAct():
	case !ok:
		t.Complain("not available in this game")
	default:
		return t.Conn.call("Your opponent has 15 seconds more", func(ctx context.Context, _ remote.TableLine) error { return g.GiveTime(ctx) })
	}
	return nil
}

// adjourn asks the opponent to go on another day, where the server keeps the game.
func (t *Screen) adjourn() tea.Cmd {
	g, ok := t.Conn.open().(ui.Adjourner)
	switch {
	case !t.mayAct():
	case !ok:
		t.Complain("not available in this game")
	default:
		return t.Conn.call("Adjournment offer sent", func(ctx context.Context, _ remote.TableLine) error { return g.Adjourn(ctx) })
	}
	return nil
}

// browse copies the address at which a browser shows the game.
func (t *Screen) browse() tea.Cmd {
	if f, ok := t.Conn.open().(ui.Finder); ok {
		return ui.CopyText(f.Address(), "Address copied")
	}
	t.Complain("this game is not on the web")
	return nil
}

// offerDraw claims a draw where one can be claimed, else offers it.
func (t *Screen) offerDraw() tea.Cmd {
	if t.Snap.Claim != chess.NoReason {
		return t.claim()
	}
	return t.offer(remote.Draw)
}

// mute hides what somebody at the table says, or shows it again; the other
// player where no name is given.
func (t *Screen) mute(name string, off bool) tea.Cmd {
	who, ok := t.findPlayer(name)
	if !ok {
		t.Complain("no such player here: use mute and the name shown before the message")
		return nil
	}
	t.muted[who.ID] = !off
	if off {
		t.Say(lang.Name(who.Name) + " is no longer muted")
	} else {
		t.Say(lang.Name(who.Name) + " is muted")
	}
	house := t.House
	return func() tea.Msg {
		if err := house.Mute(who, off); err != nil {
			return ui.FailMsg(err)
		}
		return nil
	}
}

// report tells the operators of a player, or of somebody who has said something, after a question. Of a
// player's opponent the name may be left out.
func (t *Screen) report(text string) tea.Cmd {
	line, ok := t.Conn.open().(ui.Reporter)
	if !ok {
		t.Complain("players are reported in the club alone")
		return nil
	}
	name, why, _ := strings.Cut(text, " ")
	who, ok := t.findPlayer(name)
	if _, seated := t.Me(); !ok && seated {
		who, why, ok = t.opponent(), text, true
	}
	if why = strings.TrimSpace(why); !ok || why == "" {
		t.Complain("write the name and why: report NAME REASON")
		return nil
	}
	t.Ask(fmt.Sprintf("Report %s, with the game and the chat?", lang.Name(who.Name)), func() tea.Cmd {
		return t.Conn.call("The operators will look at your report", func(ctx context.Context, _ remote.TableLine) error {
			return line.Report(ctx, who, why)
		})
	}, nil)
	return nil
}

// findPlayer finds a player or one who has said something, but never oneself.
func (t *Screen) findPlayer(name string) (remote.Player, bool) {
	if _, seated := t.Me(); name == "" && seated {
		return t.opponent(), true
	}
	found := t.Snap.Players[:]
	for _, line := range t.Snap.Chat {
		found = append(found[:len(found):len(found)], line.From)
	}
	for _, p := range found {
		if p.ID != t.House.Me().ID && strings.EqualFold(p.Name, name) {
			return p, true
		}
	}
	return remote.Player{}, false
}

// config is the game of the table for screens that are no table.
func (t *Screen) config() ui.GameConfig {
	cfg := ui.GameConfig{Rules: t.Rules, Variant: slices.Clone(t.Snap.Terms.Parts), Setup: -1, Control: t.Snap.Terms.Control, Flip: t.Flip}
	for c, p := range t.Snap.Players {
		cfg.Players[c] = ui.PlayerConfig{Name: p.Name}
	}
	return cfg
}

// Saved is the game as it is kept by itself.
func (t *Screen) Saved() ui.SavedGame {
	now := t.S.Now()
	game := t.Game
	if alone, err := game.Alone(); err == nil {
		game = alone
	}
	return ui.SavedGame{
		ID: t.Snap.Table, Config: t.config(), Start: game.Start(), Moves: game.Moves(),
		Left:  [2]time.Duration{t.timeLeft(chess.White, now), t.timeLeft(chess.Black, now)},
		Began: t.Snap.Began, Saved: now, Outcome: t.Snap.Outcome,
	}
}

// mayShow tells whether the whole game may be shown, and says so if not.
func (t *Screen) mayShow() bool {
	switch {
	case t.Game != nil:
		return true
	case t.Fogged():
		t.Complain("a fog game cannot be copied before it is over")
	default:
		t.Complain("this game cannot be shown")
	}
	return false
}

// mayStudy tells whether positions may be looked into: by a player only when
// the game is over.
func (t *Screen) mayStudy() bool {
	if _, seated := t.Me(); seated && !t.Over() {
		t.Complain("not available until the game is over")
		return false
	}
	return t.mayShow()
}

// save writes the game into the folder of saved games.
func (t *Screen) save() tea.Cmd {
	if !t.mayShow() {
		return nil
	}
	return ui.KeepGame(t.S.Store, t.Saved())
}

func (t *Screen) copyFEN() tea.Cmd {
	if t.Game == nil {
		t.Complain("the position cannot be copied in a fog game")
		return nil
	}
	return ui.CopyText(t.Game.BoardAt(t.Shown).FEN(), "FEN copied")
}

func (t *Screen) copyPGN() tea.Cmd {
	if !t.mayShow() {
		return nil
	}
	return ui.CopyPGN(t.Saved())
}

// OpenViewer keeps the finished game and opens it for stepping through.
func (t *Screen) OpenViewer() tea.Cmd {
	if !t.mayStudy() {
		return nil
	}
	return library.OpenInViewer(t.S, t, t.Saved())
}

// analyse studies the position on the screen.
func (t *Screen) analyse() tea.Cmd {
	if !t.mayStudy() {
		return nil
	}
	return t.S.Open(t, ui.Analyse{Rules: t.Rules, Start: t.Game.Start(), Moves: t.Game.Moves(), At: t.Shown, Flip: t.Flip})
}

// review shows how the game went.
func (t *Screen) review() tea.Cmd {
	switch {
	case !t.Over():
		t.Complain("the game report is available once the game is over")
		return nil
	case !t.mayShow():
		return nil
	case t.Game.Ply() == 0:
		t.Complain("no moves were played")
		return nil
	}
	return t.S.Open(t, ui.ReviewGame{Config: t.config(), Game: t.Game.Clone(), Flip: t.Flip})
}
