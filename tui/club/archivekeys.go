package club

import (
	"github.com/charmbracelet/bubbles/key"

	"rookery/tui/ui"
)

// archiveKeys look through the finished games of a club.
type archiveKeys struct {
	Up, Down, PageUp, PageDown key.Binding
	Top, Bottom, Open, Back    key.Binding
	Filter, Clear, Accept      key.Binding
	Mine, Order                key.Binding
	Variant, PrevVariant       key.Binding
	White, Black, Leaders      key.Binding
}

func NewArchiveKeys() archiveKeys {
	return archiveKeys{
		Up:          ui.Bind("↑/k", "up", "up", "k"),
		Down:        ui.Bind("↓/j", "down", "down", "j"),
		PageUp:      ui.Bind("pgup", "page up", "pgup", "ctrl+b"),
		PageDown:    ui.Bind("pgdn", "page down", "pgdown", "ctrl+f"),
		Top:         ui.Bind("home/g", "first", "home", "g"),
		Bottom:      ui.Bind("end/G", "last", "end", "G"),
		Open:        ui.Bind("enter", "review game", "enter", "l", "right"),
		Back:        ui.Bind("esc", "back", "esc", "h", "left", "q"),
		Filter:      ui.Bind("/", "filter", "/"),
		Clear:       ui.Bind("esc", "clear filter", "esc"),
		Accept:      ui.Bind("enter", "apply filter", "enter"),
		Mine:        ui.Bind("m", "my games only, or all", "m"),
		Order:       ui.Bind("o", "sort by date", "o"),
		Variant:     ui.Bind("v", "next variant", "v"),
		PrevVariant: ui.Bind("V", "previous variant", "V"),
		White:       ui.Bind("w", "White's games and rating", "w"),
		Black:       ui.Bind("b", "Black's games and rating", "b"),
		Leaders:     ui.Bind("r", "ratings", "r"),
	}
}

// ShortHelp implements help.KeyMap.
func (a *ArchiveScreen) ShortHelp() []key.Binding {
	k := a.keys
	if a.typingFilter {
		return []key.Binding{k.Accept, k.Clear}
	}
	return []key.Binding{ui.Brief(k.Open, "open"), k.Filter, ui.Brief(k.Mine, "mine"), ui.Brief(k.Variant, "variant"), k.Back,
		ui.Brief(k.Leaders, "ratings"), ui.PairOf("players", k.White, k.Black), ui.Brief(k.Order, "sort")}
}

// FullHelp implements help.KeyMap.
func (a *ArchiveScreen) FullHelp() [][]key.Binding {
	k := a.keys
	return [][]key.Binding{
		{k.Up, k.Down, k.PageUp, k.PageDown, k.Top, k.Bottom},
		{k.Open, k.White, k.Black, k.Leaders},
		{k.Filter, k.Mine, k.Variant, k.PrevVariant, k.Order, k.Back},
	}
}
