package ui

import (
	"github.com/charmbracelet/bubbles/key"

	"rookery/tui/lang"
)

// Every key of the program stands here, one map per screen. Printable keys
// belong to move entry while a game is played, so what acts there is Ctrl, a
// function key, or a key that no move begins with.

// Bind makes a binding whose hint shows the given words.
func Bind(shown, does string, keys ...string) key.Binding {
	return key.NewBinding(key.WithKeys(keys...), key.WithHelp(keyNames(shown), does))
}

// What keys do in words that mean something else elsewhere.
var (
	MoveCursor = lang.Within("cursor", "move")
	ToStart    = lang.Within("place", "start")
	ToEnd      = lang.Within("place", "end")
	PlayMoves  = lang.Within("autoplay", "play")
)

// GlobalKeys work on every screen.
type GlobalKeys struct {
	Help, Quit, Redraw, Theme key.Binding
	Pieces, Labels, Blindfold key.Binding
	Suspend                   key.Binding
}

func NewGlobalKeys() GlobalKeys {
	return GlobalKeys{
		Help:   Bind("?", "help", "?", "f1"),
		Quit:   Bind("ctrl+c", "quit", "ctrl+c"),
		Redraw: Bind("ctrl+l", "redraw", "ctrl+l"),
		Theme:  Bind("ctrl+t", "next board theme", "ctrl+t"),

		Blindfold: Bind("F6", "blindfold", "f6"),
		Pieces:    Bind("F7", "next large piece set", "f7"),
		Labels:    Bind("F8", "coordinates", "f8"),
		Suspend:   Bind("ctrl+z", "suspend (fg to resume)", "ctrl+z"),
	}
}

// StepKeys move in a menu. PageKeys move in a list that may be long. Tables of keys
// embed one of them.
type (
	StepKeys struct {
		Up, Down, Top, Bottom key.Binding
	}
	PageKeys struct {
		Up, Down, PageUp, PageDown, Top, Bottom key.Binding
	}
)

func NewStepKeys() StepKeys {
	return StepKeys{
		Up:     Bind("↑/k", "up", "up", "k"),
		Down:   Bind("↓/j", "down", "down", "j"),
		Top:    Bind("home/g", "first", "home", "g"),
		Bottom: Bind("end/G", "last", "end", "G"),
	}
}

func NewPageKeys() PageKeys {
	k := NewStepKeys()
	return PageKeys{
		Up:       k.Up,
		Down:     k.Down,
		PageUp:   Bind("pgup", "page up", "pgup", "ctrl+b"),
		PageDown: Bind("pgdn", "page down", "pgdown", "ctrl+f"),
		Top:      k.Top,
		Bottom:   k.Bottom,
	}
}

func (k StepKeys) steps() StepKeys { return k }
func (k PageKeys) pages() PageKeys { return k }

// MenuKeys move in a list and open what is chosen.
type MenuKeys struct {
	StepKeys
	Open, Back, Quit, Digit key.Binding
	Delete, Analyse, Tour   key.Binding
}

func NewMenuKeys() MenuKeys {
	return MenuKeys{
		StepKeys: NewStepKeys(),
		Open:     Bind("enter", "open", "enter", "l", "right", " "),
		Back:     Bind("esc", "back", "esc", "h", "left", "q"),
		Quit:     Bind("q", "quit", "q"),
		Digit:    Bind("1-9", "select by number", "1", "2", "3", "4", "5", "6", "7", "8", "9"),
		Delete:   Bind("d", "delete", "d", "delete"),
		Analyse:  Bind("a", "analyse", "a"),
		Tour:     Bind("t", "short tour", "t"),
	}
}

// FormKeys fill in the form for a new game.
type FormKeys struct {
	Up, Down, Prev, Next key.Binding
	Start, Open, Card    key.Binding
	Random, Back         key.Binding
}

func NewFormKeys() FormKeys {
	return FormKeys{
		Up:     Bind("↑/k", "previous row", "up", "k", "shift+tab"),
		Down:   Bind("↓/j", "next row", "down", "j", "tab"),
		Prev:   Bind("←/h", "previous", "left", "h"),
		Next:   Bind("→/l", "next", "right", "l"),
		Open:   Bind("space", "list", " "),
		Start:  Bind("enter", "start", "enter"),
		Random: Bind("r", "random starting position", "r"),
		Card:   Bind("F5", "rules", "f5"),
		Back:   Bind("esc", "back", "esc", "q"),
	}
}

// ListKeys choose in a long list with a filter.
type ListKeys struct {
	PageKeys
	Open, Back                  key.Binding
	Filter, Clear, Mark, Accept key.Binding
	Card                        key.Binding
}

func NewListKeys() ListKeys {
	return ListKeys{
		PageKeys: NewPageKeys(),
		Open:     Bind("enter", "open", "enter", "l", "right"),
		Back:     Bind("esc", "back", "esc", "h", "left", "q"),
		Filter:   Bind("/", "filter", "/"),
		Clear:    Bind("esc", "clear filter", "esc"),
		Accept:   Bind("enter", "apply filter", "enter"),
		Mark:     Bind("space", "select", " "),
		Card:     Bind("F5", "rules", "f5"),
	}
}

// GamesKeys do something with several games of a list at once, and with the games
// that were played.
type GamesKeys struct {
	Mark, MarkAll, Delete key.Binding
	Stats, Folder         key.Binding
}

func NewGamesKeys() GamesKeys {
	return GamesKeys{
		Mark:    Bind("space", "mark", " "),
		MarkAll: Bind("a", "mark all, none", "a"),
		Delete:  Bind("d", "delete", "d", "delete"),
		Stats:   Bind("s", "statistics", "s"),
		Folder:  Bind("o", "saved files", "o"),
	}
}

// PathKeys write the path of a file.
type PathKeys struct {
	Complete, Up, Down, Open, Back key.Binding
}

func NewPathKeys() PathKeys {
	return PathKeys{
		Complete: Bind("tab", "complete", "tab"),
		Up:       Bind("↑", "up", "up"),
		Down:     Bind("↓", "down", "down"),
		Open:     Bind("enter", "open", "enter"),
		Back:     Bind("esc", "back", "esc"),
	}
}

// cardKeys read a page of text.
type cardKeys struct {
	Up, Down, PageUp, PageDown key.Binding
	Top, Bottom, Back          key.Binding
}

func NewCardKeys() cardKeys {
	return cardKeys{
		Up:       Bind("↑/k", "up", "up", "k"),
		Down:     Bind("↓/j", "down", "down", "j"),
		PageUp:   Bind("pgup", "page up", "pgup"),
		PageDown: Bind("pgdn", "page down", "pgdown", " "),
		Top:      Bind("home/g", "first", "home", "g"),
		Bottom:   Bind("end/G", "last", "end", "G"),
		Back:     Bind("esc", "back", "esc", "q", "f5", "f1", "?", "enter", "backspace"),
	}
}
