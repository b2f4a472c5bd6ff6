package tui

import "github.com/charmbracelet/bubbles/key"

// reviewKeys walk through the turning points of a game.
type reviewKeys struct {
	Up, Down, Prev, Next, Start, End key.Binding
	Mistake, Blunder                 key.Binding
	PlayOn, Analyse, Flip, Back      key.Binding
}

func newReviewKeys() reviewKeys {
	return reviewKeys{
		Up:      bind("↑/k", "turning point before", "up", "k"),
		Down:    bind("↓/j", "next turning point", "down", "j"),
		Prev:    bind("←/h", "move back", "left", "h", "pgup"),
		Next:    bind("→/l", "move on", "right", "l", "pgdown"),
		Start:   bind("home/g", "start", "home", "g"),
		End:     bind("end/G", "end", "end", "G"),
		Mistake: bind("m", "next mistake", "m"),
		Blunder: bind("b", "next blunder", "b"),
		PlayOn:  bind("enter", "play on from here", "enter", "P"),
		Analyse: bind("a", "analyse", "a"),
		Flip:    bind("f", "flip", "f", "ctrl+f"),
		Back:    bind("esc", "back", "esc", "q"),
	}
}

// ShortHelp implements help.KeyMap.
func (r *review) ShortHelp() []key.Binding {
	k := r.keys
	return []key.Binding{
		pairOf("turning points", k.Up, k.Down), pairOf("step", k.Prev, k.Next), k.PlayOn, k.Analyse, k.Back, k.Flip,
	}
}

// FullHelp implements help.KeyMap.
func (r *review) FullHelp() [][]key.Binding {
	k := r.keys
	return [][]key.Binding{
		{k.Down, k.Up, k.Mistake, k.Blunder}, {k.Prev, k.Next, k.Start, k.End}, {k.PlayOn, k.Analyse, k.Flip, k.Back},
	}
}
