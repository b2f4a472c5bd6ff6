package viewer

import (
	"rookery/chess"
	"rookery/tui/ui"

	"github.com/charmbracelet/bubbles/key"

	tea "github.com/charmbracelet/bubbletea"
)

func (v *Viewer) Present() chess.Board { return v.Board }

func (v *Viewer) Ready() bool {
	if v.Board.Outcome().Over() {
		v.Complain("the game is over in this position")
		return false
	}
	return true
}

// Play does with a move what moves are made for.
func (v *Viewer) Play(m chess.Move) tea.Cmd {
	v.Selection.LetGo()
	v.Redraw()
	if v.Mode == guessed {
		return v.judge(m)
	}
	return v.add(m)
}

// takeMoves lets the keys make moves.
func (v *Viewer) takeMoves() {
	v.Mode, v.Notice = moving, ui.Notice{}
	v.Reset()
	v.Selection.Seen = false
}

// endMoves gives the keys back to stepping.
func (v *Viewer) endMoves() {
	v.takeMoves()
	v.Mode = Stepping
	v.arrange()
}

// handled gives a key to the moves that are made.
func (v *Viewer) handled(msg tea.KeyMsg) tea.Cmd {
	if v.Chooser != nil {
		return v.Chose(msg)
	}
	k := &v.Bindings
	switch {
	case key.Matches(msg, k.Cancel):
		return v.backOut()
	case key.Matches(msg, k.Up, k.Down, k.Left, k.Right), v.Line.Empty() && key.Matches(msg, k.Send, k.Pick, k.Complete):
		cmd, _ := v.Steered(msg)
		return cmd
	case key.Matches(msg, k.Send, k.Complete), msg.Type == tea.KeyRunes:
	case v.Mode == guessed && key.Matches(msg, v.keys.Hint):
		return v.hinted()
	case v.Mode == moving && v.steps(msg):
		return nil
	}
	return v.Input.Wrote(msg)
}

// steps does what keys that are no letters say while moves are added.
func (v *Viewer) steps(msg tea.KeyMsg) bool {
	k := &v.keys
	switch {
	case key.Matches(msg, k.Undo) && !v.saving:
		if v.Game.Undo() {
			v.travelled("")
		}
	case key.Matches(msg, k.Redo) && !v.saving:
		if v.Game.Redo() {
			v.travelled("")
		}
	case key.Matches(msg, k.Flip):
		v.Flip = !v.Flip
		v.Redraw()
	case !v.Line.Empty():
		return false
	case key.Matches(msg, k.Prev), msg.Type == tea.KeyBackspace:
		if v.Cur.Parent != nil {
			v.goTo(v.Cur.Parent)
		}
	case key.Matches(msg, k.Next):
		v.next()
	case key.Matches(msg, k.Start):
		v.goTo(v.Game.Root)
	case key.Matches(msg, k.End):
		v.goTo(v.Cur.End())
	default:
		return false
	}
	return true
}

// backOut gives up what was begun last.
func (v *Viewer) backOut() tea.Cmd {
	switch {
	case v.Undone():
	case v.Mode == guessed:
		return v.endGuesses()
	default:
		v.endMoves()
	}
	return nil
}
