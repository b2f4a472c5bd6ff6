package viewer

import (
	"github.com/charmbracelet/bubbles/key"

	"rookery/tui/explorer"
	"rookery/tui/ui"
)

// viewerKeys step through a game with variations and change it. While moves are
// written, letters and arrows are theirs.
type viewerKeys struct {
	Prev, Next, Start, End    key.Binding
	Up, Down, Enter, Out      key.Binding
	PrevBranch, NextBranch    key.Binding
	NextMistake, NextBlunder  key.Binding
	PrevGame, NextGame, Games key.Binding
	Search                    key.Binding
	FindNext, FindPrev        key.Binding
	Fold, FoldHere            key.Binding
	Flip, Card                key.Binding
	CopyFEN, CopyPGN, Play    key.Binding
	Analyse, Report, Setup    key.Binding
	Explore                   key.Binding
	Autoplay, Faster, Slower  key.Binding
	Train, Line, Hint         key.Binding

	Move, Promote            key.Binding
	Delete, DeleteLine       key.Binding
	Comment, CommentBefore   key.Binding
	Good, Mistake            key.Binding
	Brilliant, Blunder       key.Binding
	Interesting, Dubious     key.Binding
	WhiteBetter, BlackBetter key.Binding
	Even, Signs              key.Binding
	Tags, Undo, Redo         key.Binding
	Save, SaveAs, Command    key.Binding
	Back                     key.Binding
}

func NewKeys() viewerKeys {
	return viewerKeys{
		Prev:        ui.Bind("←/h", "previous move", "left", "h", "pgup", "ctrl+p"),
		Next:        ui.Bind("→/l", "next move", "right", "l", "pgdown", "ctrl+n"),
		Start:       ui.Bind("home/g", ui.ToStart, "home", "g", "0"),
		End:         ui.Bind("end/G", ui.ToEnd, "end", "G", "$"),
		Up:          ui.Bind("↑/k", "previous variation", "up", "k", "shift+up"),
		Down:        ui.Bind("↓/j", "next variation", "down", "j", "shift+down"),
		Enter:       ui.Bind("enter", "enter variation", "enter"),
		Out:         ui.Bind("backspace/u", "leave variation", "backspace", "u"),
		PrevBranch:  ui.Bind("shift+←", "previous branch", "shift+left", "["),
		NextBranch:  ui.Bind("shift+→", "next branch", "shift+right", "]"),
		NextMistake: ui.Bind("m", "next mistake", "m"),
		NextBlunder: ui.Bind("b", "next blunder", "b"),
		PrevGame:    ui.Bind("N", "previous game", "N"),
		NextGame:    ui.Bind("n", "next game", "n"),
		Games:       ui.Bind("L", "list of games", "L"),
		Search:      ui.Bind("/", "search", "/"),
		FindNext:    ui.Bind("n", "next match", "n"),
		FindPrev:    ui.Bind("N", "previous match", "N"),
		Fold:        ui.Bind("v", "fold variations and comments", "v"),
		FoldHere:    ui.Bind("V", "fold variations here", "V"),
		Flip:        ui.Bind("f", "flip", "f", "ctrl+f"),
		Card:        ui.Bind("F5", "rules", "f5"),
		CopyFEN:     ui.Bind("y", "copy FEN", "y", "ctrl+g"),
		CopyPGN:     ui.Bind("Y", "copy PGN", "Y", "ctrl+e"),
		Play:        ui.Bind("P", "play from here", "P"),
		Analyse:     ui.Bind("a", "analyse", "a"),
		Report:      ui.Bind("R", "game report", "R"),
		Explore:     explorer.Toggle(),
		Setup:       ui.Bind("e", "edit this position", "e"),
		Autoplay:    ui.Bind("space", "autoplay, stop", " "),
		Faster:      ui.Bind("+", "faster", "+", "="),
		Slower:      ui.Bind("-", "slower", "-"),
		Train:       ui.Bind("t", "guess the moves", "t"),
		Line:        ui.Bind("T", "train this line", "T"),
		Hint:        ui.Bind("ctrl+o", "hint while guessing", "ctrl+o"),

		Move:          ui.Bind("i", "type or play moves", "i"),
		Promote:       ui.Bind("p", "promote variation", "p"),
		Delete:        ui.Bind("d", "delete from here", "d", "delete"),
		DeleteLine:    ui.Bind("D", "delete variation", "D"),
		Comment:       ui.Bind("c", "comment", "c"),
		CommentBefore: ui.Bind("C", "comment before the move", "C"),
		Good:          ui.Bind("1", "!", "1", "!"),
		Mistake:       ui.Bind("2", "? mistake", "2"),
		Brilliant:     ui.Bind("3", "!!", "3"),
		Blunder:       ui.Bind("4", "?? blunder", "4"),
		Interesting:   ui.Bind("5", "!?", "5"),
		Dubious:       ui.Bind("6", "?!", "6"),
		WhiteBetter:   ui.Bind("7", "White is better, winning, clear", "7"),
		BlackBetter:   ui.Bind("8", "Black is better, winning, clear", "8"),
		Even:          ui.Bind("9", "equal, unclear, clear", "9"),
		Signs:         ui.Bind("s", "any annotation symbol", "s"),
		Tags:          ui.Bind("r", "tags", "r"),
		Undo:          ui.Bind("ctrl+u", "undo", "ctrl+u"),
		Redo:          ui.Bind("ctrl+y", "redo", "ctrl+y", "ctrl+r"),
		Save:          ui.Bind("w", "save", "w", "ctrl+w"),
		SaveAs:        ui.Bind("W", "save as", "W"),
		Command:       ui.Bind(":", "w, w NAME, q, wq", ":"),
		Back:          ui.Bind("esc", "back", "esc", "q"),
	}
}

func (v *Viewer) ShortHelp() []key.Binding {
	k := v.keys
	switch {
	case v.asking != nil:
		return nil
	case v.Writing != NoText:
		short := []key.Binding{ui.Bind("enter", "confirm", "enter"), ui.Bind("esc", "cancel", "esc")}
		if v.S.Local && (v.Writing == fileText || v.Writing == commandText) {
			short = append(short, ui.Bind("tab", "complete", "tab"))
		}
		return short
	case v.Mode == guessingMoves:
		return []key.Binding{ui.Bind("enter", "answer", "enter"), ui.Bind("arrows", "cursor", "up"), ui.Brief(k.Hint, "hint"), ui.Bind("esc", "end", "esc")}
	case v.Mode == moving:
		return []key.Binding{
			ui.Bind("enter", "play the move", "enter"), ui.Bind("arrows", "cursor", "up"), ui.Bind("esc", "done", "esc"),
			ui.Bind("tab", "complete", "tab"), ui.Bind("pgup pgdn", "step", "pgup", "pgdown"), k.Undo,
		}
	}
	short := []key.Binding{ui.PairOf("step", k.Prev, k.Next)}
	if v.explorer.On() {
		return append(short, v.explorer.Help()...)
	}
	if v.Tree != nil && v.Cur != nil {
		if len(v.Cur.Children) > 1 || v.Cur.Parent != nil && len(v.Cur.Parent.Children) > 1 {
			short = append(short, ui.PairOf("lines", k.Up, k.Down), ui.Brief(k.Enter, "open"))
		}
		if !v.Cur.Main() {
			short = append(short, ui.Brief(k.Out, "back"))
		}
	}
	if v.Changed() {
		short = append(short, k.Save)
	}
	if v.find.Search != nil {
		short = append(short, ui.PairOf("matches", k.FindNext, k.FindPrev), ui.Bind("esc", "end search", "esc"))
	}
	return append(short, k.Back, ui.Brief(k.Move, "moves"), k.Search, ui.Brief(k.Explore, "explorer"), ui.Brief(k.Report, "report"), ui.Brief(k.Autoplay, ui.PlayMoves), k.Comment,
		ui.PairOf("start/end", k.Start, k.End), k.NextGame, k.Flip)
}

func (v *Viewer) FullHelp() [][]key.Binding {
	k := v.keys
	return [][]key.Binding{
		ui.Bindings(&k.Prev, &k.Next, &k.Start, &k.End, &k.PrevBranch, &k.NextBranch, &k.NextMistake, &k.NextBlunder),
		ui.Bindings(&k.Up, &k.Down, &k.Enter, &k.Out, &k.Fold, &k.FoldHere),
		ui.Bindings(&k.Autoplay, &k.Faster, &k.Slower, &k.Train, &k.Line, &k.Hint),
		ui.Bindings(&k.Move, &k.Promote, &k.Delete, &k.DeleteLine, &k.Comment, &k.CommentBefore, &k.Tags, &k.Undo, &k.Redo),
		ui.Bindings(&k.Good, &k.Mistake, &k.Brilliant, &k.Blunder, &k.Interesting, &k.Dubious, &k.WhiteBetter, &k.BlackBetter, &k.Even, &k.Signs),
		ui.Bindings(&k.Search, &k.FindNext, &k.FindPrev, &k.NextGame, &k.PrevGame, &k.Games, &k.Save, &k.SaveAs, &k.Command, &k.Back),
		ui.Bindings(&k.Flip, &k.Card, &k.CopyFEN, &k.CopyPGN, &k.Play, &k.Analyse, &k.Explore, &k.Report, &k.Setup),
	}
}
