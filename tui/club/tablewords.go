package club

import (
	"context"
	"rookery/tui/boardinput"
	"strings"

	"rookery/chess"
	"rookery/tui/lobby"

	tea "github.com/charmbracelet/bubbletea"
)

// tableWords are what can be written at a table of the lobby besides moves.
var TableWords = []boardinput.Word{
	{Word: "resign", Does: "give the game up"},
	{Word: "draw", Does: "offer or claim a draw"},
	{Word: "undo", Does: "ask for your move back"},
	{Word: "abort", Does: "break the game off"},
	{Word: "claim", Does: "claim the game when the other player is gone, or a draw"},
	{Word: "yes", Does: "take an offer"},
	{Word: "no", Does: "decline an offer"},
	{Word: "mute", Does: "hide what somebody says: mute NAME"},
	{Word: "unmute", Does: "show it again"},
	{Word: "flip", Does: "turn the board"},
	{Word: "touch", Does: "touched is moved, or not"},
	{Word: "moves", Does: "list the legal moves"},
	{Word: "save", Does: "write the game as PGN"},
	{Word: "fen", Does: "copy the position"},
	{Word: "signal", Does: "call me at my move by a bell, by a message, or not"},
	{Word: "pgn", Does: "copy the game"},
	{Word: "rules", Does: "read the rules"},
	{Word: "help", Does: "read the keys"},
	{Word: "clock", Does: "tell the time that is left"},
	{Word: "menu", Does: "leave the table"},
	{Word: "rematch", Does: "play again"},
	{Word: "analyse", Does: "study the position, after the end"},
	{Word: "graph", Does: "see how the game went"},
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

// obey does what a word of the line, or the key that stands for it, says.
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
		t.Complain("nobody helps in a game between people")
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
		t.Complain("nobody here is called so: write mute and the name that stands before what was said")
		return nil
	}
	t.muted[who.ID] = !off
	if off {
		t.Say("What " + who.Name + " says is shown again")
	} else {
		t.Say("What " + who.Name + " says is hidden")
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
