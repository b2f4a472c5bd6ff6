package tui

import "github.com/charmbracelet/bubbles/key"

// editorKeys set a position up. The letters of the men, large for White's and
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

func newEditorKeys() editorKeys {
	return editorKeys{
		Up:       bind("↑", "cursor up", "up"),
		Down:     bind("↓", "cursor down", "down"),
		Left:     bind("←", "cursor left", "left"),
		Right:    bind("→", "cursor right", "right"),
		Man:      bind("PNBRQK pnbrqk", "put a man", "P", "N", "B", "R", "Q", "K", "p", "n", "b", "r", "q", "k"),
		Clear:    bind("space", "take away", " ", "x", "delete", "backspace", "."),
		Side:     bind("t", "side to move", "t"),
		Rights:   bind("1-4", "castling K Q k q", "1", "2", "3", "4"),
		Passant:  bind("e", "en passant here", "e"),
		Pocket:   bind("o", "fill the pockets", "o", "tab"),
		Checks:   bind("5 6", "checks to give", "5", "6"),
		Grow:     bind("+", "a disc more", "+", "="),
		Shrink:   bind("-", "a disc less", "-"),
		Promoted: bind("~", "promoted man", "~"),
		Disguise: bind("m", "moves as", "m"),
		Empty:    bind("c", "clear all", "c"),
		Start:    bind("s", "first array", "s"),
		Random:   bind("S", "any array", "S"),
		Games:    bind("v", "other game", "v"),
		FEN:      bind("F", "write FEN", "F", "/"),
		Undo:     bind("u", "undo", "u", "ctrl+u"),
		Redo:     bind("U", "redo", "U", "ctrl+y"),
		Flip:     bind("f", "flip", "f", "ctrl+f"),
		Fault:    bind("!", "next fault", "!"),
		Play:     bind("enter", "play", "enter"),
		Analyse:  bind("a", "analyse", "a"),
		CopyFEN:  bind("y", "copy FEN", "y", "ctrl+g"),
		Save:     bind("w", "save", "w", "ctrl+w"),
		Card:     bind("F5", "rules", "f5"),
		Back:     bind("esc", "back", "esc"),
	}
}
