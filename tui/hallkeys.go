package tui

import "github.com/charmbracelet/bubbles/key"

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

func newHallKeys() hallKeys {
	return hallKeys{
		Up:        bind("↑/k", "up", "up", "k"),
		Down:      bind("↓/j", "down", "down", "j"),
		Top:       bind("home/g", "first", "home", "g"),
		Bottom:    bind("end/G", "last", "end", "G"),
		Right:     bind("tab", "next panel", "tab", "right", "l"),
		Left:      bind("shift+tab", "panel before", "shift+tab", "left", "h"),
		Panel:     bind("1-3", "players, seeks, games", "1", "2", "3"),
		Open:      bind("enter", "challenge, accept or watch", "enter", " "),
		Challenge: bind("c", "challenge the player", "c"),
		Seek:      bind("n", "seek a game", "n"),
		Watch:     bind("s", "watch the game", "s"),
		Return:    bind("r", "return to your game", "r"),
		Withdraw:  bind("w", "withdraw your seek", "w", "x", "delete"),
		Yes:       bind("y", "accept the challenge", "y"),
		No:        bind("n", "decline the challenge", "n"),
		Say:       bind("/", "say something", "/"),
		Mute:      bind("m", "mute the player, or hear again", "m"),
		Older:     bind("pgup", "what was said before", "pgup"),
		Newer:     bind("pgdn", "what was said after", "pgdown"),
		Card:      bind("F5", "rules", "f5"),
		Back:      bind("esc", "leave the lobby", "esc", "q"),
		Send:      bind("enter", "say it", "enter"),
		Leave:     bind("esc", "say nothing", "esc"),
	}
}

// ShortHelp implements help.KeyMap: what can be done with what is chosen.
func (h *hallScreen) ShortHelp() []key.Binding {
	k := h.keys
	if h.writing {
		return []key.Binding{k.Send, k.Leave, pairOf("chat", k.Older, k.Newer)}
	}
	var short []key.Binding
	if _, ok := h.challenge(); ok {
		short = append(short, brief(k.Yes, "accept"), brief(k.No, "decline"))
	}
	if h.hall.Table != "" {
		short = append(short, brief(k.Return, "your game"))
	}
	switch h.panel {
	case hallPlayers:
		if p, ok := h.player(); ok && p.ID != h.s.Club.Me.ID {
			short = append(short, brief(k.Challenge, "challenge"))
			if p.Table != "" {
				short = append(short, brief(k.Watch, "watch"))
			}
		}
	case hallSeeks:
		if s, ok := h.seek(); ok {
			if s.From.ID == h.s.Club.Me.ID {
				short = append(short, brief(k.Withdraw, "withdraw"))
			} else {
				short = append(short, brief(k.Open, "accept"))
			}
		}
	case hallGames:
		if _, ok := h.game(); ok {
			short = append(short, brief(k.Open, "watch"))
		}
	}
	if _, ok := h.challenge(); !ok {
		short = append(short, brief(k.Seek, "seek"))
	}
	return append(short, brief(k.Say, "chat"), brief(k.Right, "panel"), brief(k.Mute, "mute"), brief(k.Back, "leave"))
}

// FullHelp implements help.KeyMap.
func (h *hallScreen) FullHelp() [][]key.Binding {
	k := h.keys
	return [][]key.Binding{
		{k.Up, k.Down, k.Top, k.Bottom, k.Right, k.Left, k.Panel},
		{k.Open, k.Challenge, k.Seek, k.Withdraw, k.Yes, k.No, k.Watch, k.Return, k.Card},
		{k.Say, k.Older, k.Newer, k.Mute, k.Back},
	}
}
