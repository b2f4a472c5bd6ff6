package tui

import "github.com/charmbracelet/bubbles/key"

// archiveKeys look through the finished games of a club.
type archiveKeys struct {
	Up, Down, PageUp, PageDown key.Binding
	Top, Bottom, Open, Back    key.Binding
	Filter, Clear, Accept      key.Binding
	Mine, Order                key.Binding
	Variant, PrevVariant       key.Binding
	White, Black, Leaders      key.Binding
}

func newArchiveKeys() archiveKeys {
	return archiveKeys{
		Up:          bind("↑/k", "up", "up", "k"),
		Down:        bind("↓/j", "down", "down", "j"),
		PageUp:      bind("pgup", "page up", "pgup", "ctrl+b"),
		PageDown:    bind("pgdn", "page down", "pgdown", "ctrl+f"),
		Top:         bind("home/g", "first", "home", "g"),
		Bottom:      bind("end/G", "last", "end", "G"),
		Open:        bind("enter", "step through", "enter", "l", "right"),
		Back:        bind("esc", "back", "esc", "h", "left", "q"),
		Filter:      bind("/", "filter", "/"),
		Clear:       bind("esc", "clear filter", "esc"),
		Accept:      bind("enter", "keep filter", "enter"),
		Mine:        bind("m", "only my games, or all", "m"),
		Order:       bind("o", "newest or oldest first", "o"),
		Variant:     bind("v", "games of the next variant alone", "v"),
		PrevVariant: bind("V", "of the variant before", "V"),
		White:       bind("w", "White's games and rating", "w"),
		Black:       bind("b", "Black's games and rating", "b"),
		Leaders:     bind("r", "ratings", "r"),
	}
}

// ShortHelp implements help.KeyMap.
func (a *archiveScreen) ShortHelp() []key.Binding {
	k := a.keys
	if a.typingFilter {
		return []key.Binding{k.Accept, k.Clear}
	}
	return []key.Binding{brief(k.Open, "open"), k.Filter, brief(k.Mine, "mine"), brief(k.Variant, "variant"), k.Back,
		brief(k.Leaders, "ratings"), pairOf("players", k.White, k.Black), brief(k.Order, "order")}
}

// FullHelp implements help.KeyMap.
func (a *archiveScreen) FullHelp() [][]key.Binding {
	k := a.keys
	return [][]key.Binding{
		{k.Up, k.Down, k.PageUp, k.PageDown, k.Top, k.Bottom},
		{k.Open, k.White, k.Black, k.Leaders},
		{k.Filter, k.Mine, k.Variant, k.PrevVariant, k.Order, k.Back},
	}
}
