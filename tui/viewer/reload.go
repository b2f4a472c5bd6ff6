package viewer

import (
	"errors"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/pgn"
	"rookery/tui/library"
	"rookery/tui/ui"
)

// fileMsg tells what the file on the disk is now.
type fileMsg struct {
	to    *Viewer
	stamp library.Stamp
}

// checkFile looks whether the file has changed under the viewer, at every key: who does
// nothing need not be told.
func (v *Viewer) checkFile() tea.Cmd {
	if v.checking || v.saving || !v.S.Local || v.Tree == nil || v.Games.Path(v.index) == "" {
		return nil
	}
	v.checking = true
	games, index := v.Games, v.index
	return func() tea.Msg { return fileMsg{v, games.Stamp(index)} }
}

// checked asks once for each change whether the file shall be read again.
func (v *Viewer) checked(msg fileMsg) {
	v.checking = false
	if v.saving || v.asking != nil || v.Writing != NoText || v.Mode != Stepping || msg.stamp == v.toldStamp || !v.Games.Changed(v.index, msg.stamp) {
		return
	}
	v.toldStamp = msg.stamp
	v.Auto.stop()
	v.asking = &question{
		text: "The file has changed on disk.  [r] reload  [Esc] not now", keys: []string{"r"},
		answer: func(string) tea.Cmd { return v.reload() },
	}
}

// reloadedMsg tells where the game stands in the file that was read again.
type reloadedMsg struct {
	to    *Viewer
	index int
	at    int64
	found bool
	err   error
}

func (v *Viewer) reload() tea.Cmd {
	v.saving = true // the game must keep its place until it is known
	games, index, raw := v.Games, v.index, v.Game.Raw()
	return func() tea.Msg {
		msg := reloadedMsg{to: v}
		msg.index, msg.at, msg.found, msg.err = games.Reload(index, raw)
		return msg
	}
}

func (v *Viewer) reloaded(msg reloadedMsg) tea.Cmd {
	v.saving = false
	v.keys.Games.SetEnabled(v.Games.Len() > 1)
	switch {
	case msg.err != nil:
		return ui.Fail(msg.err)
	case msg.found:
		v.index, v.Game.Offset = msg.index, msg.at
		return ui.Toast("File reloaded. This game is as it was.")
	case v.Changed():
		return ui.Toast("File reloaded. This game has changed there; your edits are kept until you save.")
	}
	return tea.Batch(v.Load(msg.index), ui.Toast("File reloaded."))
}

// movedAway finds the game that was to be saved elsewhere in its file, which somebody
// has changed, and saves it there; where it is no more the player is asked.
func (v *Viewer) movedAway(msg savedMsg) tea.Cmd {
	v.saving = true
	games, index, old := v.Games, v.index, v.Game.Raw()
	text, err := v.Game.Text()
	if err != nil {
		v.saving = false
		return ui.Fail(err)
	}
	return func() tea.Msg {
		msg := msg
		msg.sought = true
		now, at, found, err := games.Reload(index, old)
		msg.index = now
		switch {
		case err != nil:
			msg.err = err
		case found:
			msg.path, msg.at, msg.text, msg.err = games.Exchange(now, at, old, text)
		}
		return msg
	}
}

// askMoved asks what shall become of a game that stands no more in its file.
func (v *Viewer) askMoved(msg savedMsg) {
	v.asking = &question{
		text: "The game has changed in the file.  [a] append yours  [s] other file  [Esc] cancel", keys: []string{"a", "s"},
		answer: func(k string) tea.Cmd {
			if k == "a" {
				return v.writeFile(msg.path, pgn.Append, msg.then)
			}
			v.askFile()
			return nil
		},
	}
}

// moved tells that a game could not be saved because its file is another now.
func moved(msg savedMsg) bool { return msg.inside && errors.Is(msg.err, pgn.ErrMoved) }
