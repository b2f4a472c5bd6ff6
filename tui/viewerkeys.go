package tui

import "github.com/charmbracelet/bubbles/key"

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
	Analyse, Setup            key.Binding
	Autoplay, Faster, Slower  key.Binding
	Train, Hint               key.Binding

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

func newViewerKeys() viewerKeys {
	return viewerKeys{
		Prev:        bind("←/h", "move back", "left", "h", "pgup", "ctrl+p"),
		Next:        bind("→/l", "move on", "right", "l", "pgdown", "ctrl+n"),
		Start:       bind("home/g", "start", "home", "g", "0"),
		End:         bind("end/G", "end", "end", "G", "$"),
		Up:          bind("↑/k", "other line up", "up", "k", "shift+up"),
		Down:        bind("↓/j", "other line down", "down", "j", "shift+down"),
		Enter:       bind("enter", "into the line", "enter"),
		Out:         bind("backspace/u", "out of the line", "backspace", "u"),
		PrevBranch:  bind("shift+←", "branch before", "shift+left", "["),
		NextBranch:  bind("shift+→", "branch after", "shift+right", "]"),
		NextMistake: bind("m", "next mistake", "m"),
		NextBlunder: bind("b", "next blunder", "b"),
		PrevGame:    bind("N", "game before", "N"),
		NextGame:    bind("n", "next game", "n"),
		Games:       bind("L", "list of games", "L"),
		Search:      bind("/", "search", "/"),
		FindNext:    bind("n", "next found", "n"),
		FindPrev:    bind("N", "found before", "N"),
		Fold:        bind("v", "fold lines, comments", "v"),
		FoldHere:    bind("V", "fold the lines here", "V"),
		Flip:        bind("f", "flip", "f", "ctrl+f"),
		Card:        bind("F5", "rules", "f5"),
		CopyFEN:     bind("y", "copy FEN", "y", "ctrl+g"),
		CopyPGN:     bind("Y", "copy PGN", "Y", "ctrl+e"),
		Play:        bind("P", "play from here", "P"),
		Analyse:     bind("a", "analyse", "a"),
		Setup:       bind("e", "set up from here", "e"),
		Autoplay:    bind("space", "play by itself, stop", " "),
		Faster:      bind("+", "faster", "+", "="),
		Slower:      bind("-", "slower", "-"),
		Train:       bind("t", "guess the moves", "t"),
		Hint:        bind("ctrl+o", "hint while guessing", "ctrl+o"),

		Move:          bind("i", "write or make moves", "i"),
		Promote:       bind("p", "make it the main line", "p"),
		Delete:        bind("d", "delete from here", "d", "delete"),
		DeleteLine:    bind("D", "delete the side line", "D"),
		Comment:       bind("c", "comment", "c"),
		CommentBefore: bind("C", "comment before the move", "C"),
		Good:          bind("1", "!", "1", "!"),
		Mistake:       bind("2", "? mistake", "2"),
		Brilliant:     bind("3", "!!", "3"),
		Blunder:       bind("4", "?? blunder", "4"),
		Interesting:   bind("5", "!?", "5"),
		Dubious:       bind("6", "?!", "6"),
		WhiteBetter:   bind("7", "White is better, more, not", "7"),
		BlackBetter:   bind("8", "Black is better, more, not", "8"),
		Even:          bind("9", "even, unclear, neither", "9"),
		Signs:         bind("s", "write any sign", "s"),
		Tags:          bind("r", "tags", "r"),
		Undo:          bind("ctrl+u", "undo", "ctrl+u"),
		Redo:          bind("ctrl+y", "redo", "ctrl+y", "ctrl+r"),
		Save:          bind("w", "save", "w", "ctrl+w"),
		SaveAs:        bind("W", "save as", "W"),
		Command:       bind(":", "w, w NAME, q, wq", ":"),
		Back:          bind("esc", "back", "esc", "q"),
	}
}

// ShortHelp implements help.KeyMap.
func (v *viewer) ShortHelp() []key.Binding {
	k := v.keys
	switch {
	case v.asking != nil:
		return nil
	case v.writing != noText:
		short := []key.Binding{bind("enter", "take it", "enter"), bind("esc", "leave it", "esc")}
		if v.s.Local && (v.writing == fileText || v.writing == commandText) {
			short = append(short, bind("tab", "complete", "tab"))
		}
		return short
	case v.mode == guessed:
		return []key.Binding{bind("enter", "answer", "enter"), bind("arrows", "cursor", "up"), brief(k.Hint, "hint"), bind("esc", "end", "esc")}
	case v.mode == moving:
		return []key.Binding{
			bind("enter", "make the move", "enter"), bind("arrows", "cursor", "up"), bind("esc", "done", "esc"),
			bind("tab", "complete", "tab"), bind("pgup pgdn", "step", "pgup", "pgdown"), k.Undo,
		}
	}
	short := []key.Binding{pairOf("step", k.Prev, k.Next)}
	if v.tree != nil && v.cur != nil {
		if len(v.cur.Children) > 1 || v.cur.Parent != nil && len(v.cur.Parent.Children) > 1 {
			short = append(short, pairOf("lines", k.Up, k.Down), brief(k.Enter, "into"))
		}
		if !v.cur.Main() {
			short = append(short, brief(k.Out, "out"))
		}
	}
	if v.changed() {
		short = append(short, k.Save)
	}
	if v.find.finder != nil {
		short = append(short, pairOf("found", k.FindNext, k.FindPrev), bind("esc", "end search", "esc"))
	}
	return append(short, k.Back, brief(k.Move, "moves"), k.Search, brief(k.Autoplay, "play"), k.Comment,
		pairOf("ends", k.Start, k.End), k.NextGame, k.Flip)
}

// FullHelp implements help.KeyMap.
func (v *viewer) FullHelp() [][]key.Binding {
	k := v.keys
	return [][]key.Binding{
		{k.Prev, k.Next, k.Start, k.End, k.PrevBranch, k.NextBranch, k.NextMistake, k.NextBlunder},
		{k.Up, k.Down, k.Enter, k.Out, k.Fold, k.FoldHere},
		{k.Autoplay, k.Faster, k.Slower, k.Train, k.Hint},
		{k.Move, k.Promote, k.Delete, k.DeleteLine, k.Comment, k.CommentBefore, k.Tags, k.Undo, k.Redo},
		{k.Good, k.Mistake, k.Brilliant, k.Blunder, k.Interesting, k.Dubious, k.WhiteBetter, k.BlackBetter, k.Even, k.Signs},
		{k.Search, k.FindNext, k.FindPrev, k.NextGame, k.PrevGame, k.Games, k.Save, k.SaveAs, k.Command, k.Back},
		{k.Flip, k.Card, k.CopyFEN, k.CopyPGN, k.Play, k.Analyse, k.Setup},
	}
}
