package study

import (
	"rookery/tui/ui"

	"github.com/charmbracelet/bubbles/key"
)

// editorKeys set a position up. The letters of the pieces, large for White's and
// small for Black's, put them on the board, so that no other key is one of them.
type editorKeys struct {
	Up, Down, Left, Right key.Binding
	Man, Clear            key.Binding
	Side, Rights, Passant key.Binding
	Pocket, Checks        key.Binding
	Grow, Shrink          key.Binding
	Promoted, Disguise    key.Binding
	Empty, Start, Random  key.Binding
	Games, FEN            key.Binding
	Undo, Redo, Flip      key.Binding
	Fault                 key.Binding
	Play, Analyse         key.Binding
	CopyFEN, Save         key.Binding
	Card, Back            key.Binding
}

func NewEditorKeys() editorKeys {
	return editorKeys{
		Up:       ui.Bind("↑", "cursor up", "up"),
		Down:     ui.Bind("↓", "cursor down", "down"),
		Left:     ui.Bind("←", "cursor left", "left"),
		Right:    ui.Bind("→", "cursor right", "right"),
		Man:      ui.Bind("PNBRQK pnbrqk", "place a piece", "P", "N", "B", "R", "Q", "K", "p", "n", "b", "r", "q", "k"),
		Clear:    ui.Bind("space", "remove", " ", "x", "delete", "backspace", "."),
		Side:     ui.Bind("t", "side to move", "t"),
		Rights:   ui.Bind("1-4", "castling K Q k q", "1", "2", "3", "4"),
		Passant:  ui.Bind("e", "en passant square", "e"),
		Pocket:   ui.Bind("o", "fill the pockets", "o", "tab"),
		Checks:   ui.Bind("5 6", "checks remaining", "5", "6"),
		Grow:     ui.Bind("+", "add a disc", "+", "="),
		Shrink:   ui.Bind("-", "remove a disc", "-"),
		Promoted: ui.Bind("~", "promoted piece", "~"),
		Disguise: ui.Bind("m", "moves like", "m"),
		Empty:    ui.Bind("c", "clear board", "c"),
		Start:    ui.Bind("s", "standard starting position", "s"),
		Random:   ui.Bind("S", "random starting position", "S"),
		Games:    ui.Bind("v", "change variant", "v"),
		FEN:      ui.Bind("F", "enter FEN", "F", "/"),
		Undo:     ui.Bind("u", "undo", "u", "ctrl+u"),
		Redo:     ui.Bind("U", "redo", "U", "ctrl+y"),
		Flip:     ui.Bind("f", "flip", "f", "ctrl+f"),
		Fault:    ui.Bind("!", "next error", "!"),
		Play:     ui.Bind("enter", "play", "enter"),
		Analyse:  ui.Bind("a", "analyse", "a"),
		CopyFEN:  ui.Bind("y", "copy FEN", "y", "ctrl+g"),
		Save:     ui.Bind("w", "save", "w", "ctrl+w"),
		Card:     ui.Bind("F5", "rules", "f5"),
		Back:     ui.Bind("esc", "back", "esc"),
	}
}
