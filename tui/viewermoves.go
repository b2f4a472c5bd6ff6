package tui

import (
	"rookery/chess"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// present implements moveHost.
func (v *viewer) present() chess.Board { return v.board }

// ready implements moveHost.
func (v *viewer) ready() bool {
	if v.board.Outcome().Over() {
		v.complain("the game is over in this position")
		return false
	}
	return true
}

// play does with a move what moves are made for.
func (v *viewer) play(m chess.Move) tea.Cmd {
	v.selection.letGo()
	v.redraw()
	if v.mode == guessed {
		return v.judge(m)
	}
	return v.add(m)
}

// takeMoves lets the keys make moves.
func (v *viewer) takeMoves() {
	v.mode, v.notice = moving, notice{}
	v.reset()
	v.selection.seen = false
}

// endMoves gives the keys back to stepping.
func (v *viewer) endMoves() {
	v.takeMoves()
	v.mode = stepping
	v.arrange()
}

// handled gives a key to the moves that are made.
func (v *viewer) handled(msg tea.KeyMsg) tea.Cmd {
	if v.chooser != nil {
		return v.chose(msg)
	}
	k := &v.bindings
	switch {
	case key.Matches(msg, k.Cancel):
		return v.backOut()
	case key.Matches(msg, k.Up, k.Down, k.Left, k.Right), v.line.empty() && key.Matches(msg, k.Send, k.Pick, k.Complete):
		cmd, _ := v.steered(msg)
		return cmd
	case key.Matches(msg, k.Send, k.Complete), msg.Type == tea.KeyRunes:
	case v.mode == guessed && key.Matches(msg, v.keys.Hint):
		return v.hinted()
	case v.mode == moving && v.steps(msg):
		return nil
	}
	return v.boardInput.wrote(msg)
}

// steps does what keys that are no letters say while moves are added.
func (v *viewer) steps(msg tea.KeyMsg) bool {
	k := &v.keys
	switch {
	case key.Matches(msg, k.Undo) && !v.saving:
		if v.game.Undo() {
			v.travelled("")
		}
	case key.Matches(msg, k.Redo) && !v.saving:
		if v.game.Redo() {
			v.travelled("")
		}
	case key.Matches(msg, k.Flip):
		v.flip = !v.flip
		v.redraw()
	case !v.line.empty():
		return false
	case key.Matches(msg, k.Prev), msg.Type == tea.KeyBackspace:
		if v.cur.Parent != nil {
			v.goTo(v.cur.Parent)
		}
	case key.Matches(msg, k.Next):
		v.next()
	case key.Matches(msg, k.Start):
		v.goTo(v.game.Root)
	case key.Matches(msg, k.End):
		v.goTo(v.cur.End())
	default:
		return false
	}
	return true
}

// backOut gives up what was begun last.
func (v *viewer) backOut() tea.Cmd {
	switch {
	case v.undone():
	case v.mode == guessed:
		return v.endGuesses()
	default:
		v.endMoves()
	}
	return nil
}
