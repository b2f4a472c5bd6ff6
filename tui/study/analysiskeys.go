package study

import (
	"rookery/tui/ui"

	"github.com/charmbracelet/bubbles/key"
)

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

func NewAnalysisKeys() analysisKeys {
	return analysisKeys{
		Prev:    ui.Bind("←/h", "previous move", "left", "h", "pgup", "ctrl+p"),
		Next:    ui.Bind("→/l", "next move", "right", "l", "pgdown", "ctrl+n"),
		Start:   ui.Bind("home/g", "start", "home", "g", "0"),
		End:     ui.Bind("end/G", "end", "end", "G", "$"),
		Up:      ui.Bind("↑/k", "previous variation", "up", "k", "shift+up"),
		Down:    ui.Bind("↓/j", "next variation", "down", "j", "shift+down"),
		Write:   ui.Bind("enter", "type a move", "enter"),
		Best:    ui.Bind("space", "play best move", " "),
		Delete:  ui.Bind("d", "delete from here", "d"),
		Promote: ui.Bind("p", "promote variation", "p"),
		More:    ui.Bind("+", "more lines", "+", "="),
		Fewer:   ui.Bind("-", "fewer lines", "-"),
		Engine:  ui.Bind("a", "engine on/off", "a"),
		Hide:    ui.Bind("z", "show/hide engine lines", "z"),
		Threat:  ui.Bind("x", "show threat", "x"),
		Other:   ui.Bind("E", "change engine", "E"),
		Flip:    ui.Bind("f", "flip", "f", "ctrl+f"),
		Card:    ui.Bind("F5", "rules", "f5"),
		CopyFEN: ui.Bind("y", "copy FEN", "y", "ctrl+g"),
		CopyPGN: ui.Bind("Y", "copy PGN", "Y", "ctrl+e"),
		Play:    ui.Bind("P", "play from here", "P"),
		Edit:    ui.Bind("e", "edit this position", "e"),
		Back:    ui.Bind("esc", "back", "esc", "q"),
	}
}

func (a *Analysis) ShortHelp() []key.Binding {
	k := a.keys
	if a.writing != notWriting {
		return []key.Binding{ui.Bind("enter", "confirm", "enter"), ui.Bind("esc", "cancel", "esc")}
	}
	return []key.Binding{
		ui.PairOf("step", k.Prev, k.Next), ui.Brief(k.Write, "type"), ui.Brief(k.Best, "best"),
		ui.PairOf("lines", k.More, k.Fewer), ui.Brief(k.Engine, "engine"), ui.Brief(k.Threat, "show threat"), k.Back, k.Play, k.Flip,
	}
}

func (a *Analysis) FullHelp() [][]key.Binding {
	k := a.keys
	return [][]key.Binding{
		{k.Prev, k.Next, k.Start, k.End, k.Up, k.Down},
		{k.Write, k.Best, k.Delete, k.Promote},
		{k.Engine, k.More, k.Fewer, k.Threat, k.Hide, k.Other},
		{k.Flip, k.Card, k.CopyFEN, k.CopyPGN, k.Play, k.Edit, k.Back},
	}
}
