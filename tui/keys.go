package tui

import "github.com/charmbracelet/bubbles/key"

// Every key of the program stands here, one map per screen. Printable keys
// belong to move entry while a game is played, so what acts there is Ctrl, a
// function key, or a key that no move begins with.

// bind makes a binding whose hint shows the given words.
func bind(shown, does string, keys ...string) key.Binding {
	return key.NewBinding(key.WithKeys(keys...), key.WithHelp(shown, does))
}

// globalKeys work on every screen.
type globalKeys struct {
	Help, Quit, Redraw, Theme key.Binding
	Men, Labels, Blindfold    key.Binding
	Suspend                   key.Binding
}

func newGlobalKeys() globalKeys {
	return globalKeys{
		Help:   bind("?", "help", "?", "f1"),
		Quit:   bind("ctrl+c", "quit", "ctrl+c"),
		Redraw: bind("ctrl+l", "draw again", "ctrl+l"),
		Theme:  bind("ctrl+t", "next colours", "ctrl+t"),

		Blindfold: bind("F6", "blindfold", "f6"),
		Men:       bind("F7", "next drawn men", "f7"),
		Labels:    bind("F8", "coordinates", "f8"),
		Suspend:   bind("ctrl+z", "stop, fg goes on", "ctrl+z"),
	}
}

// menuKeys move in a list and open what is chosen.
type menuKeys struct {
	Up, Down, Top, Bottom   key.Binding
	Open, Back, Quit, Digit key.Binding
	Delete, Analyse         key.Binding
}

func newMenuKeys() menuKeys {
	return menuKeys{
		Up:      bind("↑/k", "up", "up", "k"),
		Down:    bind("↓/j", "down", "down", "j"),
		Top:     bind("home/g", "first", "home", "g"),
		Bottom:  bind("end/G", "last", "end", "G"),
		Open:    bind("enter", "open", "enter", "l", "right", " "),
		Back:    bind("esc", "back", "esc", "h", "left", "q"),
		Quit:    bind("q", "quit", "q"),
		Digit:   bind("1-9", "choose by number", "1", "2", "3", "4", "5", "6", "7", "8", "9"),
		Delete:  bind("d", "delete", "d", "delete"),
		Analyse: bind("a", "analyse", "a"),
	}
}

// formKeys fill in the form for a new game.
type formKeys struct {
	Up, Down, Prev, Next key.Binding
	Start, Open, Card    key.Binding
	Random, Back         key.Binding
}

func newFormKeys() formKeys {
	return formKeys{
		Up:     bind("↑/k", "row up", "up", "k", "shift+tab"),
		Down:   bind("↓/j", "row down", "down", "j", "tab"),
		Prev:   bind("←/h", "before", "left", "h"),
		Next:   bind("→/l", "next", "right", "l"),
		Open:   bind("space", "list", " "),
		Start:  bind("enter", "start", "enter"),
		Random: bind("r", "random array", "r"),
		Card:   bind("F5", "rules", "f5"),
		Back:   bind("esc", "back", "esc", "q"),
	}
}

// listKeys choose in a long list with a filter.
type listKeys struct {
	Up, Down, PageUp, PageDown  key.Binding
	Top, Bottom, Open, Back     key.Binding
	Filter, Clear, Mark, Accept key.Binding
	Card                        key.Binding
}

func newListKeys() listKeys {
	return listKeys{
		Up:       bind("↑/k", "up", "up", "k"),
		Down:     bind("↓/j", "down", "down", "j"),
		PageUp:   bind("pgup", "page up", "pgup", "ctrl+b"),
		PageDown: bind("pgdn", "page down", "pgdown", "ctrl+f"),
		Top:      bind("home/g", "first", "home", "g"),
		Bottom:   bind("end/G", "last", "end", "G"),
		Open:     bind("enter", "open", "enter", "l", "right"),
		Back:     bind("esc", "back", "esc", "h", "left", "q"),
		Filter:   bind("/", "filter", "/"),
		Clear:    bind("esc", "clear filter", "esc"),
		Accept:   bind("enter", "keep filter", "enter"),
		Mark:     bind("space", "mark", " "),
		Card:     bind("F5", "rules", "f5"),
	}
}

// pathKeys write the path of a file.
type pathKeys struct {
	Complete, Up, Down, Open, Back key.Binding
}

func newPathKeys() pathKeys {
	return pathKeys{
		Complete: bind("tab", "complete", "tab"),
		Up:       bind("↑", "up", "up"),
		Down:     bind("↓", "down", "down"),
		Open:     bind("enter", "open", "enter"),
		Back:     bind("esc", "back", "esc"),
	}
}

// cardKeys read a page of text.
type cardKeys struct {
	Up, Down, PageUp, PageDown, Back key.Binding
}

func newCardKeys() cardKeys {
	return cardKeys{
		Up:       bind("↑/k", "up", "up", "k"),
		Down:     bind("↓/j", "down", "down", "j"),
		PageUp:   bind("pgup", "page up", "pgup"),
		PageDown: bind("pgdn", "page down", "pgdown", " "),
		Back:     bind("esc", "back", "esc", "q", "f5", "f1", "?", "enter", "backspace"),
	}
}
