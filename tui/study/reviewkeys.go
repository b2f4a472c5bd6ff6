package study

import (
	"rookery/tui/ui"

	"github.com/charmbracelet/bubbles/key"
)

// reviewKeys walk through the turning points of a game.
type reviewKeys struct {
	Up, Down, Prev, Next, Start, End key.Binding
	Mistake, Blunder                 key.Binding
	PlayOn, Analyse, Flip, Back      key.Binding
}

func NewReviewKeys() reviewKeys {
	return reviewKeys{
		Up:      ui.Bind("↑/k", "previous turning point", "up", "k"),
		Down:    ui.Bind("↓/j", "next turning point", "down", "j"),
		Prev:    ui.Bind("←/h", "previous move", "left", "h", "pgup"),
		Next:    ui.Bind("→/l", "next move", "right", "l", "pgdown"),
		Start:   ui.Bind("home/g", "start", "home", "g"),
		End:     ui.Bind("end/G", "end", "end", "G"),
		Mistake: ui.Bind("m", "next mistake", "m"),
		Blunder: ui.Bind("b", "next blunder", "b"),
		PlayOn:  ui.Bind("enter", "play on from here", "enter", "P"),
		Analyse: ui.Bind("a", "analyse", "a"),
		Flip:    ui.Bind("f", "flip", "f", "ctrl+f"),
		Back:    ui.Bind("esc", "back", "esc", "q"),
	}
}

func (r *Review) ShortHelp() []key.Binding {
	k := r.keys
	return []key.Binding{
		ui.PairOf("turning points", k.Up, k.Down), ui.PairOf("step", k.Prev, k.Next), k.PlayOn, k.Analyse, k.Back, k.Flip,
	}
}

func (r *Review) FullHelp() [][]key.Binding {
	k := r.keys
	return [][]key.Binding{
		{k.Down, k.Up, k.Mistake, k.Blunder}, {k.Prev, k.Next, k.Start, k.End}, {k.PlayOn, k.Analyse, k.Flip, k.Back},
	}
}
