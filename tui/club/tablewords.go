package club

import (
	"context"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/tui/boardinput"
	"rookery/tui/lang"
	"rookery/tui/lobby"
)

// TableWords are what can be written at a table of the lobby besides moves.
var TableWords = []boardinput.Word{
	{Word: "resign", Does: "resign the game"},
	{Word: "draw", Does: "offer or claim a draw"},
	{Word: "undo", Does: "ask for a takeback"},
	{Word: "abort", Does: "abort the game"},
	{Word: "claim", Does: "claim a win when your opponent is gone, or a draw"},
	{Word: "yes", Does: "accept an offer"},
	{Word: "no", Does: "decline an offer"},
	{Word: "mute", Does: "mute a player: mute NAME"},
	{Word: "unmute", Does: "unmute a player"},
	{Word: "flip", Does: "flip the board"},
	{Word: "touch", Does: "turn touch-move on or off"},
	{Word: "moves", Does: "list legal moves"},
	{Word: "save", Does: "save the game as PGN"},
	{Word: "fen", Does: "copy the position as FEN"},
	{Word: "signal", Does: "move alert: bell, message or off"},
	{Word: "pgn", Does: "copy the game as PGN"},
	{Word: "rules", Does: "show the rules"},
	{Word: "help", Does: "show the keys"},
	{Word: "clock", Does: "show the time left"},
	{Word: "menu", Does: "leave the game"},
	{Word: "rematch", Does: "play again"},
	{Word: "analyse", Does: "analyse the position, after the game"},
	{Word: "graph", Does: "show the evaluation graph"},
}

// chatSign begins a line that is said at the table.
const chatSign = "/"

// enter reads the line: something to say, a word, else a move.
func (t *TableScreen) enter() tea.Cmd {
	text := t.Line.Text()
	denied := t.denied
	t.denied = false
	if said, ok := strings.CutPrefix(text, chatSign); ok {
		t.Line.Clear()
		if strings.TrimSpace(said) == "" {
			return nil
		}
		return t.Wire.call("", func(_ context.Context, r *lobby.Reader) error { return r.Say(said) })
	}
	first, rest, _ := strings.Cut(strings.TrimPrefix(text, ":"), " ")
	switch strings.ToLower(first) {
	case "mute", "unmute":
		t.Line.Sent()
		return t.mute(strings.TrimSpace(rest), strings.EqualFold(first, "unmute"))
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
	if denied && t.HumanTurn() && t.askWhich(text) {
		return nil
	}
	return t.Send()
}

// askWhich asks whether a move was meant as it stands or with the n in front of
// it that has declined an offer: f3 or Nf3.
func (t *TableScreen) askWhich(text string) bool {
	if !t.Ready() {
		return false
	}
	b := t.Present()
	plain, err := t.S.ReadMove(b, text)
	if err != nil || plain == chess.Pass {
		return false
	}
	piece, err := t.S.ReadMove(b, "n"+text)
	if err != nil || piece == plain || piece == chess.Pass {
		return false
	}
	t.Line.Sent()
	t.Choose([]chess.Move{plain, piece}, nil)
	return true
}

// Obey does what a word of the line, or the key that stands for it, says.
func (t *TableScreen) Obey(word string) tea.Cmd {
	switch word {
	case "undo":
		return t.offer(lobby.TakeBack)
	case "draw":
		if t.Snap.Claim != chess.NoReason {
			return t.claim()
		}
		return t.offer(lobby.Draw)
	case "resign":
		t.askResign()
	case "abort":
		return t.abort()
	case "rematch":
		return t.rematch()
	case "save":
		return t.save()
	case "fen":
		return t.copyFEN()
	case "pgn":
		return t.copyPGN()
	case "clock":
		t.tellTime()
	case "analyse":
		return t.analyse()
	case "graph":
		return t.review()
	case "hint":
		t.Complain("hints are not available when playing other people")
	default:
		return t.Obeyed(word)
	}
	return nil
}

// mute hides what somebody at the table says, or shows it again; the other
// player where no name is given.
func (t *TableScreen) mute(name string, off bool) tea.Cmd {
	who, ok := t.somebody(name)
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
	l, me := t.S.Club.Lobby, t.S.Club.Me
	return func() tea.Msg {
		l.Mute(me, who, off)
		return keepMuted(l, me)
	}
}

// somebody finds a player or one who has said something, but never oneself.
func (t *TableScreen) somebody(name string) (lobby.Player, bool) {
	if _, seated := t.Me(); name == "" && seated {
		return t.rival(), true
	}
	found := t.Snap.Players[:]
	for _, line := range t.Snap.Chat {
		found = append(found[:len(found):len(found)], line.From)
	}
	for _, p := range found {
		if p.ID != t.S.Club.Me.ID && strings.EqualFold(p.Name, name) {
			return p, true
		}
	}
	return lobby.Player{}, false
}
