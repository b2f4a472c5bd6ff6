package tui

import "github.com/charmbracelet/bubbles/key"

// analysisKeys study a position. Letters act while the line is closed.
type analysisKeys struct {
	Prev, Next, Start, End key.Binding
	Up, Down, Write, Best  key.Binding
	Delete, Promote        key.Binding
	More, Fewer            key.Binding
	Engine, Hide, Threat   key.Binding
	Other                  key.Binding
	Flip, Card             key.Binding
	CopyFEN, CopyPGN, Play key.Binding
	Edit                   key.Binding
	Back                   key.Binding
}

func newAnalysisKeys() analysisKeys {
	return analysisKeys{
		Prev:    bind("←/h", "move back", "left", "h", "pgup", "ctrl+p"),
		Next:    bind("→/l", "move on", "right", "l", "pgdown", "ctrl+n"),
		Start:   bind("home/g", "start", "home", "g", "0"),
		End:     bind("end/G", "end", "end", "G", "$"),
		Up:      bind("↑/k", "other move up", "up", "k", "shift+up"),
		Down:    bind("↓/j", "other move down", "down", "j", "shift+down"),
		Write:   bind("enter", "write a move", "enter"),
		Best:    bind("space", "play the best move", " "),
		Delete:  bind("d", "delete from here", "d"),
		Promote: bind("p", "make it the main line", "p"),
		More:    bind("+", "more lines", "+", "="),
		Fewer:   bind("-", "fewer lines", "-"),
		Engine:  bind("a", "engine on or off", "a"),
		Hide:    bind("z", "hide what it says", "z"),
		Threat:  bind("x", "threats", "x"),
		Other:   bind("E", "another engine", "E"),
		Flip:    bind("f", "flip", "f", "ctrl+f"),
		Card:    bind("F5", "rules", "f5"),
		CopyFEN: bind("y", "copy FEN", "y", "ctrl+g"),
		CopyPGN: bind("Y", "copy PGN", "Y", "ctrl+e"),
		Play:    bind("P", "play from here", "P"),
		Edit:    bind("e", "set up from here", "e"),
		Back:    bind("esc", "back", "esc", "q"),
	}
}

// ShortHelp implements help.KeyMap.
func (a *analysis) ShortHelp() []key.Binding {
	k := a.keys
	if a.writing != notWriting {
		return []key.Binding{bind("enter", "take it", "enter"), bind("esc", "close the line", "esc")}
	}
	return []key.Binding{
		pairOf("step", k.Prev, k.Next), brief(k.Write, "write"), brief(k.Best, "best"),
		pairOf("lines", k.More, k.Fewer), brief(k.Engine, "engine"), brief(k.Threat, "threats"), k.Back, k.Play, k.Flip,
	}
}

// FullHelp implements help.KeyMap.
func (a *analysis) FullHelp() [][]key.Binding {
	k := a.keys
	return [][]key.Binding{
		{k.Prev, k.Next, k.Start, k.End, k.Up, k.Down},
		{k.Write, k.Best, k.Delete, k.Promote},
		{k.Engine, k.More, k.Fewer, k.Threat, k.Hide, k.Other},
		{k.Flip, k.Card, k.CopyFEN, k.CopyPGN, k.Play, k.Edit, k.Back},
	}
}
