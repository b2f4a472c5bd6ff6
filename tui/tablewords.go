package tui

import (
	"context"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/tui/lobby"
)

// tableWords are what can be written at a table of the lobby besides moves.
var tableWords = []word{
	{"resign", "give the game up"},
	{"draw", "offer or claim a draw"},
	{"undo", "ask for your move back"},
	{"abort", "break the game off"},
	{"claim", "claim the game when the other player is gone, or a draw"},
	{"yes", "take an offer"},
	{"no", "decline an offer"},
	{"mute", "hide what somebody says: mute NAME"},
	{"unmute", "show it again"},
	{"flip", "turn the board"},
	{"touch", "touched is moved, or not"},
	{"moves", "list the legal moves"},
	{"save", "write the game as PGN"},
	{"fen", "copy the position"},
	{"signal", "call me at my move by a bell, by a message, or not"},
	{"pgn", "copy the game"},
	{"rules", "read the rules"},
	{"help", "read the keys"},
	{"clock", "tell the time that is left"},
	{"menu", "leave the table"},
	{"rematch", "play again"},
	{"analyse", "study the position, after the end"},
	{"graph", "see how the game went"},
}

// chatSign begins a line that is said at the table.
const chatSign = "/"

// enter reads the line: something to say, a word, else a move.
func (t *tableScreen) enter() tea.Cmd {
	text := t.line.text()
	denied := t.denied
	t.denied = false
	if said, ok := strings.CutPrefix(text, chatSign); ok {
		t.line.clear()
		if strings.TrimSpace(said) == "" {
			return nil
		}
		return t.wire.call("", func(_ context.Context, r *lobby.Reader) error { return r.Say(said) })
	}
	first, rest, _ := strings.Cut(strings.TrimPrefix(text, ":"), " ")
	switch strings.ToLower(first) {
	case "mute", "unmute":
		t.line.sent()
		return t.mute(strings.TrimSpace(rest), strings.EqualFold(first, "unmute"))
	case "claim": // elsewhere another word for a draw
		t.line.sent()
		return t.claim()
	case "accept", "y", "yes":
		t.line.sent()
		return t.respond(true)
	case "decline", "n", "no":
		t.line.sent()
		return t.respond(false)
	}
	if denied && t.humanTurn() && t.askWhich(text) {
		return nil
	}
	return t.send()
}

// askWhich asks whether a move was meant as it stands or with the n in front of
// it that has declined an offer: f3 or Nf3.
func (t *tableScreen) askWhich(text string) bool {
	if !t.ready() {
		return false
	}
	b := t.present()
	plain, err := t.s.readMove(b, text)
	if err != nil || plain == chess.Pass {
		return false
	}
	piece, err := t.s.readMove(b, "n"+text)
	if err != nil || piece == plain || piece == chess.Pass {
		return false
	}
	t.line.sent()
	t.choose([]chess.Move{plain, piece}, nil)
	return true
}

// obey does what a word of the line, or the key that stands for it, says.
func (t *tableScreen) obey(word string) tea.Cmd {
	switch word {
	case "undo":
		return t.offer(lobby.TakeBack)
	case "draw":
		if t.snap.Claim != chess.NoReason {
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
		t.complain("nobody helps in a game between people")
	default:
		return t.obeyed(word)
	}
	return nil
}

// mute hides what somebody at the table says, or shows it again; the other
// player where no name is given.
func (t *tableScreen) mute(name string, off bool) tea.Cmd {
	who, ok := t.somebody(name)
	if !ok {
		t.complain("nobody here is called so: write mute and the name that stands before what was said")
		return nil
	}
	t.muted[who.ID] = !off
	if off {
		t.say("What " + who.Name + " says is shown again")
	} else {
		t.say("What " + who.Name + " says is hidden")
	}
	l, me := t.s.Club.Lobby, t.s.Club.Me
	return func() tea.Msg {
		l.Mute(me, who, off)
		return keepMuted(l, me)
	}
}

// somebody finds a player or one who has said something, but never oneself.
func (t *tableScreen) somebody(name string) (lobby.Player, bool) {
	if _, seated := t.me(); name == "" && seated {
		return t.rival(), true
	}
	found := t.snap.Players[:]
	for _, line := range t.snap.Chat {
		found = append(found[:len(found):len(found)], line.From)
	}
	for _, p := range found {
		if p.ID != t.s.Club.Me.ID && strings.EqualFold(p.Name, name) {
			return p, true
		}
	}
	return lobby.Player{}, false
}
