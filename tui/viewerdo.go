package tui

import (
	"rookery/pgn"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// viewerQuestion waits for one of a few keys; any other leaves all as it is.
type viewerQuestion struct {
	text string
	keys []string
	// answer does what a key says.
	answer func(key string) tea.Cmd
}

// pressed gives a key to the question, to what is written, to the moves that
// are made, or does what it says.
func (v *viewer) pressed(msg tea.KeyMsg) tea.Cmd {
	k := &v.keys
	switch {
	case v.asking != nil:
		return v.answered(msg)
	case v.writing != noText:
		return v.wrote(msg)
	case v.mode != stepping || v.chooser != nil:
		return v.handled(msg)
	}
	switch {
	case key.Matches(msg, k.Back) && v.selection.held():
		v.selection.letGo()
		v.redraw()
		return nil
	case key.Matches(msg, k.Back) && v.find.finder != nil:
		v.endSearch()
		return nil
	case key.Matches(msg, k.Back), key.Matches(msg, k.Games):
		return v.leaving(func() tea.Cmd { return v.s.pop(v) })
	case key.Matches(msg, k.NextGame):
		return v.other(1)
	case key.Matches(msg, k.PrevGame):
		return v.other(-1)
	}
	if v.tree == nil {
		if v.fault == nil && len(v.early) < maxEarly {
			v.early = append(v.early, msg)
		}
		return nil
	}
	if cmd, ok := v.timed(msg); ok {
		return cmd
	}
	v.auto.stop()
	if v.find.stop != nil { // what is done now is wanted more than what is looked for
		v.callOffSearch()
		v.notice = notice{}
	}
	if cmd, ok := v.stepped(msg); ok {
		return cmd
	}
	if cmd, ok := v.changedBy(msg); ok {
		return cmd
	}
	return v.shown(msg)
}

// answered gives a key to the question.
func (v *viewer) answered(msg tea.KeyMsg) tea.Cmd {
	q := v.asking
	v.asking = nil
	for _, k := range q.keys {
		if msg.String() == k {
			return q.answer(k)
		}
	}
	return nil
}

// shown does what the keys say that change neither place nor game.
func (v *viewer) shown(msg tea.KeyMsg) tea.Cmd {
	k := &v.keys
	switch {
	case key.Matches(msg, k.Fold):
		v.fold.next()
		v.layTree()
	case key.Matches(msg, k.FoldHere):
		return v.foldHere()
	case key.Matches(msg, k.Flip):
		v.flip = !v.flip
		v.redraw()
	case key.Matches(msg, k.Card):
		return v.s.open(v, ShowRules{v.game.Rules})
	case key.Matches(msg, k.CopyFEN):
		return copyText(v.board.FEN(), "FEN sent to the clipboard: "+v.board.FEN())
	case key.Matches(msg, k.CopyPGN):
		return v.copyPGN()
	case key.Matches(msg, k.Play):
		if v.board.Outcome().Over() {
			return toast("The game is over in this position.")
		}
		return v.s.newGameFrom(v, v.game.Rules, v.board.FEN())
	case key.Matches(msg, k.Setup):
		return v.edit()
	case key.Matches(msg, k.Analyse):
		return v.analyse()
	case key.Matches(msg, k.Train):
		v.askSide()
	case key.Matches(msg, k.Save):
		return v.save(nil)
	case key.Matches(msg, k.SaveAs):
		v.askFile()
	case key.Matches(msg, k.Command):
		v.write(commandText, "")
	case key.Matches(msg, k.Search):
		v.askSearch()
	case key.Matches(msg, k.FindNext):
		return v.goOn(1)
	case key.Matches(msg, k.FindPrev):
		return v.goOn(-1)
	case key.Matches(msg, k.Tags):
		if v.saving {
			return toast(savingText)
		}
		return v.s.push(v, newTagEditor(v))
	}
	return nil
}

// foldHere folds or unfolds the lines that begin here or stand for the present
// move. Inside a side line it goes out of it and folds it.
func (v *viewer) foldHere() tea.Cmd {
	n := v.cur
	if head := lineHead(n); head != nil {
		v.goTo(head.Parent.Children[0])
		n = head.Parent
	} else if len(n.Children) < 2 {
		n = n.Parent
	}
	if n == nil || len(n.Children) < 2 {
		return toast("No other line begins at this move.")
	}
	if v.fold.shut == nil {
		v.fold.shut = make(map[*pgn.Node]bool)
	}
	v.fold.shut[n] = !v.fold.shut[n]
	v.layTree()
	return nil
}

// clicked goes to moves that are clicked, and makes moves on the board.
func (v *viewer) clicked(msg tea.MouseMsg) tea.Cmd {
	if v.tree == nil || v.asking != nil || v.writing != noText {
		return nil
	}
	r := &v.room
	switch {
	case v.mode == guessed && !r.board.has(msg.X, msg.Y):
	case msg.Button == tea.MouseButtonWheelDown && v.mode != guessed:
		v.next()
	case msg.Button == tea.MouseButtonWheelUp && v.mode != guessed && v.cur.Parent != nil:
		v.goTo(v.cur.Parent)
	case r.board.has(msg.X, msg.Y) || v.selection.drag:
		v.auto.stop()
		return v.pointed(msg, r.board, r.size)
	case msg.Button == tea.MouseButtonLeft && msg.Action == tea.MouseActionPress && r.tree.has(msg.X, msg.Y):
		if n := v.outline.nodeAt(v.treeTop+msg.Y-r.tree.y, msg.X-r.tree.x); n != nil {
			v.auto.stop()
			v.goTo(n)
		}
	}
	return nil
}

// analyse studies the present position of a game that is stepped through, with
// the line that it stands on.
func (v *viewer) analyse() tea.Cmd {
	return v.s.open(v, Analyse{v.game.Rules, v.game.Start, v.cur.End().Moves(), v.cur.Ply(), v.flip})
}

// edit sets up another position from the one that is shown.
func (v *viewer) edit() tea.Cmd { return v.s.open(v, EditPosition{v.board, v.flip}) }
