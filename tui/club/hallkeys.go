package club

import (
	"github.com/charmbracelet/bubbles/key"

	"rookery/tui/ui"
)

// hallKeys are those of the lobby.
type hallKeys struct {
	Up, Down, Top, Bottom   key.Binding
	Right, Left, Panel      key.Binding
	Open, Challenge, Seek   key.Binding
	Watch, Return           key.Binding
	Withdraw, Yes, No       key.Binding
	Say, Mute, Older, Newer key.Binding
	Card, Back              key.Binding
	Send, Leave             key.Binding // while a line is written
}

func NewHallKeys() hallKeys {
	return hallKeys{
		Up:        ui.Bind("↑/k", "up", "up", "k"),
		Down:      ui.Bind("↓/j", "down", "down", "j"),
		Top:       ui.Bind("home/g", "first", "home", "g"),
		Bottom:    ui.Bind("end/G", "last", "end", "G"),
		Right:     ui.Bind("tab", "next panel", "tab", "right", "l"),
		Left:      ui.Bind("shift+tab", "previous panel", "shift+tab", "left", "h"),
		Panel:     ui.Bind("1-3", "players, seeks, games", "1", "2", "3"),
		Open:      ui.Bind("enter", "challenge, accept or watch", "enter", " "),
		Challenge: ui.Bind("c", "challenge the player", "c"),
		Seek:      ui.Bind("n", "new seek", "n"),
		Watch:     ui.Bind("s", "watch the game", "s"),
		Return:    ui.Bind("r", "return to your game", "r"),
		Withdraw:  ui.Bind("w", "cancel your seek", "w", "x", "delete"),
		Yes:       ui.Bind("y", "accept the challenge", "y"),
		No:        ui.Bind("n", "decline the challenge", "n"),
		Say:       ui.Bind("/", "chat", "/"),
		Mute:      ui.Bind("m", "mute/unmute player", "m"),
		Older:     ui.Bind("pgup", "earlier messages", "pgup"),
		Newer:     ui.Bind("pgdn", "later messages", "pgdown"),
		Card:      ui.Bind("F5", "rules", "f5"),
		Back:      ui.Bind("esc", "leave the lobby", "esc", "q"),
		Send:      ui.Bind("enter", "send", "enter"),
		Leave:     ui.Bind("esc", "cancel", "esc"),
	}
}

// ShortHelp implements help.KeyMap: what can be done with what is chosen.
func (h *LobbyScreen) ShortHelp() []key.Binding {
	k := h.keys
	if h.writing {
		return []key.Binding{k.Send, k.Leave, ui.PairOf("chat", k.Older, k.Newer)}
	}
	var short []key.Binding
	if _, ok := h.challenge(); ok {
		short = append(short, ui.Brief(k.Yes, "accept"), ui.Brief(k.No, "decline"))
	}
	if h.hall.Table != "" {
		short = append(short, ui.Brief(k.Return, "your game"))
	}
	switch h.panel {
	case hallPlayers:
		if p, ok := h.Player(); ok && p.ID != h.s.Club.Me.ID {
			short = append(short, ui.Brief(k.Challenge, "challenge"))
			if p.Table != "" {
				short = append(short, ui.Brief(k.Watch, "watch"))
			}
		}
	case hallSeeks:
		if s, ok := h.seek(); ok {
			if s.From.ID == h.s.Club.Me.ID {
				short = append(short, ui.Brief(k.Withdraw, "cancel"))
			} else {
				short = append(short, ui.Brief(k.Open, "accept"))
			}
		}
	case hallGames:
		if _, ok := h.game(); ok {
			short = append(short, ui.Brief(k.Open, "watch"))
		}
	}
	if _, ok := h.challenge(); !ok {
		short = append(short, ui.Brief(k.Seek, "new seek"))
	}
	return append(short, ui.Brief(k.Say, "chat"), ui.Brief(k.Right, "panel"), ui.Brief(k.Mute, "mute"), ui.Brief(k.Back, "leave"))
}

// FullHelp implements help.KeyMap.
func (h *LobbyScreen) FullHelp() [][]key.Binding {
	k := h.keys
	return [][]key.Binding{
		{k.Up, k.Down, k.Top, k.Bottom, k.Right, k.Left, k.Panel},
		{k.Open, k.Challenge, k.Seek, k.Withdraw, k.Yes, k.No, k.Watch, k.Return, k.Card},
		{k.Say, k.Older, k.Newer, k.Mute, k.Back},
	}
}
