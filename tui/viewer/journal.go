package viewer

import (
	"fmt"
	"path/filepath"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/pgn"
	"rookery/tui/draw"
	"rookery/tui/play"
	"rookery/tui/ui"
)

// journal keeps the edits of a game on disk until they are saved in its file, for a
// program that is killed.
type journal struct {
	order play.InOrder
	state int    // of the game that is kept
	dirty bool   // it has edits
	path  string // of its file; empty where none is kept
	old   string // its text there
}

// keepEdits puts the edits on disk after a change, and takes them away once they are saved or
// undone.
func (v *Viewer) keepEdits() tea.Cmd {
	j := &v.journal
	if v.Tree == nil || j.path == "" || v.Game.State() == j.state && v.Changed() == j.dirty {
		return nil
	}
	j.state, j.dirty = v.Game.State(), v.Changed()
	if !j.dirty {
		cmd := v.dropEdits()
		j.old = v.Game.Raw()
		return cmd
	}
	text, err := v.Game.Text()
	if err != nil {
		return nil // saving tells
	}
	store, edit := v.S.Store, play.Edit{Path: j.path, Old: j.old, Text: text, Time: v.S.Now()}
	return ui.SaveCmd(j.order.Next(func() error { return store.KeepEdit(edit) }))
}

// dropEdits forgets the edits that are on disk.
func (v *Viewer) dropEdits() tea.Cmd {
	store, path, old := v.S.Store, v.journal.path, v.journal.old
	if path == "" {
		return nil
	}
	return ui.SaveCmd(v.journal.order.Next(func() error { return store.DropOwnEdit(path, old) }))
}

// dropLeft forgets edits that an earlier run has left.
func (v *Viewer) dropLeft(e play.Edit) tea.Cmd {
	store := v.S.Store
	return ui.SaveCmd(func() error { return store.DropEdit(e) })
}

// leaveEdits lets other programs have what is kept of the game on the screen.
func (v *Viewer) leaveEdits() {
	if v.journal.path != "" {
		v.S.Store.LeaveEdit(v.journal.path, v.journal.old)
	}
}

// journalPath is the file of the game, from the root; empty where edits are not kept.
func (v *Viewer) journalPath() string {
	path := v.Games.Path(v.index)
	if !v.S.Local || path == "" {
		return ""
	}
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}

// askRestore offers the edits that were left.
func (v *Viewer) askRestore(e play.Edit) {
	when := e.Time.Local().Format("15:04")
	if v.S.Now().Sub(e.Time) > 18*time.Hour {
		when = e.Time.Local().Format("2006-01-02 15:04")
	}
	r := v.row()
	about := r.White + " " + v.S.Signs().Dash + " " + r.Black
	if n := v.Games.Len(); n > 1 {
		about += v.S.Text(fmt.Sprintf(", game %d of %d", v.index+1, n))
	}
	if r.Event != "" && r.Event != "?" {
		about += ", " + r.Event
	}
	v.asking = &question{
		about: about,
		text:  fmt.Sprintf("Unsaved edits from %s.  [y] restore  [n] discard  [Esc] later", when), keys: []string{"y", "n"},
		answer: func(k string) tea.Cmd {
			if k == "n" {
				return v.dropLeft(e)
			}
			return v.restore(e)
		},
	}
}

// replant goes to the start of a game whose whole tree is another now.
func (v *Viewer) replant(start chess.Board) error {
	tree, err := draw.NewGameTree(v.Game, v.S.Notation(), v.S.Lang)
	if err != nil {
		return err
	}
	v.Tree, v.Board, v.Cur, v.choice = tree, start, v.Game.Root, 0
	v.Reset()
	return nil
}

// restore takes the edits in as one change of the game.
func (v *Viewer) restore(e play.Edit) tea.Cmd {
	edited, err := pgn.NewReader(strings.NewReader(e.Text)).Read()
	if err != nil {
		return ui.Fail(err)
	}
	board, err := edited.Board()
	if err != nil {
		return ui.Fail(err)
	}
	v.Game.Become(edited)
	if err := v.replant(board); err != nil {
		return ui.Fail(err)
	}
	v.refresh()
	said := ui.Toast(fmt.Sprintf("Edits restored. Press %s to save them.", v.keys.Save.Help().Key))
	return tea.Sequence(v.keepEdits(), v.dropLeft(e), said)
}
