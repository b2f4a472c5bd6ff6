package viewer

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/pgn"
	"rookery/tui/draw"
	"rookery/tui/library"
	"rookery/tui/ui"
)

// savedMsg tells that a game was written, or why not.
type savedMsg struct {
	to     *Viewer
	state  int // of the game that was written
	path   string
	inside bool // it was written into the file it comes from
	at     int64
	text   string
	err    error
	then   func() tea.Cmd // what the writing was for; nil for nothing more
	sought bool           // the game was looked for in the whole file
	index  int            // where it was found
	// inUTF8 writes the file anew in UTF-8 and the game into it.
	inUTF8 tea.Cmd
}

// LeaveQuestion asks before changes are lost with the program.
func (v *Viewer) LeaveQuestion() string {
	switch {
	case !v.Changed():
		return ""
	case v.journal.path != "":
		return "Quit without saving? Your edits are kept for the next time."
	}
	return "Quit? Unsaved changes to the game will be lost."
}

// leaving does what takes the game off the screen, once changes are saved or
// given up.
func (v *Viewer) leaving(then func() tea.Cmd) tea.Cmd {
	switch {
	case v.saving:
		return ui.Toast(savingText)
	case !v.Changed():
		return then()
	}
	v.Auto.stop()
	v.asking = &question{
		text: "Save changes?  [y] save  [n] discard  [Esc] cancel", keys: []string{"y", "n"},
		answer: func(k string) tea.Cmd {
			if k == "y" {
				return v.save(then)
			}
			return tea.Batch(v.dropEdits(), then())
		},
	}
	return nil
}

// save writes the game into its place in the file; then is done when it stands.
func (v *Viewer) save(then func() tea.Cmd) tea.Cmd {
	switch {
	case v.saving:
		return ui.Toast(savingText)
	case !v.Game.Edited():
		return ui.Toast("No changes since the game was opened or saved.")
	case v.Games.Path(v.index) == "": // it lies in no file
		v.askFile()
		return nil
	}
	text, err := v.Game.Text()
	if err != nil {
		return ui.Fail(err)
	}
	v.saving = true
	games, index, old, at := v.Games, v.index, v.Game.Raw(), v.Game.Offset
	msg := savedMsg{to: v, state: v.Game.State(), inside: true, then: then}
	msg.inUTF8 = func() tea.Msg {
		msg := msg
		if msg.at, old, msg.err = games.Convert(index); msg.err == nil {
			msg.path, msg.at, msg.text, msg.err = games.Exchange(index, msg.at, old, text)
		}
		return msg
	}
	return func() tea.Msg {
		msg.path, msg.at, msg.text, msg.err = games.Exchange(index, at, old, text)
		return msg
	}
}

// askFile asks for the file that the game is saved as.
func (v *Viewer) askFile() {
	name := "game.pgn"
	if r := v.row(); r.White != "?" || r.Black != "?" {
		name = pgn.FileName(r.White+"-"+r.Black) + ".pgn"
	}
	if v.S.Local {
		name = filepath.Join(ui.ShortenHome(filepath.Dir(v.Games.Path(v.index))), name)
	}
	v.write(fileText, draw.Clean(name))
}

// saveAs writes the game into another file; where there is one it asks, unless
// it may be overwritten. Then is done when the game stands there.
func (v *Viewer) saveAs(text string, over bool, then func() tea.Cmd) tea.Cmd {
	if v.saving {
		v.Writing = NoText
		return ui.Toast(savingText)
	}
	if !v.S.Local {
		return v.saveOnServer(text, over, then)
	}
	path, err := library.TargetFile(text)
	if err == nil {
		var info fs.FileInfo
		switch info, err = os.Stat(path); {
		case errors.Is(err, fs.ErrNotExist):
			v.Writing = NoText
			return v.writeFile(path, pgn.Save, then)
		case err == nil && info.IsDir():
			err = library.ErrFolder
		case err == nil && over:
			v.Writing = NoText
			return v.writeFile(path, pgn.Save, then)
		}
	}
	if err != nil {
		v.Notice = ui.FaultOf(err)
		return nil
	}
	v.Writing = NoText
	v.askTaken(path, pgn.Append, pgn.Save, then)
	return nil
}

// askTaken asks what shall become of a file that is there.
func (v *Viewer) askTaken(path string, add, over library.SaveFunc, then func() tea.Cmd) {
	v.asking = &question{
		text: draw.Cut(draw.Clean(filepath.Base(path)), max(v.width-64, 16)) + " already exists.  [a] append the game  [o] overwrite  [Esc] cancel", keys: []string{"a", "o"},
		answer: func(k string) tea.Cmd {
			if k == "o" {
				return v.writeFile(path, over, then)
			}
			return v.writeFile(path, add, then)
		},
	}
}

// writeFile writes the game into another file in a command. Until it stands the game
// does not change.
func (v *Viewer) writeFile(path string, how library.SaveFunc, then func() tea.Cmd) tea.Cmd {
	v.saving = true
	game := v.Game
	msg := savedMsg{to: v, state: game.State(), path: path, then: then}
	msg.inUTF8 = func() tea.Msg {
		msg := msg
		if msg.err = pgn.ConvertToUTF8(path); msg.err == nil {
			msg.err = how(path, game)
		}
		return msg
	}
	return func() tea.Msg {
		msg.err = how(path, game)
		return msg
	}
}

// saved takes in that a game was written.
func (v *Viewer) saved(msg savedMsg) tea.Cmd {
	v.saving = false
	if saved := v.S.SavedGames(); saved != nil && errors.Is(msg.err, fs.ErrExist) {
		v.askTaken(msg.path, library.SaveTo(saved, library.Append), library.SaveTo(saved, library.Overwrite), msg.then)
		return nil
	}
	if moved(msg) && v.S.Local {
		if !msg.sought {
			return v.movedAway(msg)
		}
		v.askMoved(msg)
		return nil
	}
	if lacks, ok := errors.AsType[*pgn.CharsetError](msg.err); ok && v.S.Local && msg.inUTF8 != nil {
		v.askCharset(lacks.Char, msg)
		return nil
	}
	if msg.err != nil {
		return ui.Fail(msg.err)
	}
	if msg.inside {
		if msg.sought {
			v.index = msg.index
		}
		v.Game.Saved(msg.state, msg.at, msg.text)
	} else {
		v.savedState = msg.state
	}
	said := ui.Toast("Saved in " + ui.ShortenHome(msg.path))
	if msg.then != nil {
		return tea.Sequence(msg.then(), said)
	}
	return said
}

// askCharset asks what shall become of a file that cannot hold a character of the game.
func (v *Viewer) askCharset(char rune, msg savedMsg) {
	v.asking = &question{
		text: fmt.Sprintf("Latin-1 has no %c.  [u] convert the file to UTF-8  [s] other file  [Esc] cancel", char), keys: []string{"u", "s"},
		answer: func(k string) tea.Cmd {
			if k == "u" {
				v.saving = true
				return msg.inUTF8
			}
			v.askFile()
			return nil
		},
	}
}

// saveOnServer saves the game under the name that a text says; where there is one of that
// name the player is asked, unless that may be overwritten. Then is done when the game
// stands there.
func (v *Viewer) saveOnServer(text string, over bool, then func() tea.Cmd) tea.Cmd {
	name, err := library.SavedName(text)
	saved := v.S.SavedGames()
	if err == nil && saved == nil {
		err = errors.New("games cannot be saved here")
	}
	if err != nil {
		v.Notice = ui.FaultOf(err)
		return nil
	}
	v.Writing = NoText
	if over {
		return v.writeFile(name, library.SaveTo(saved, library.Overwrite), then)
	}
	return v.writeFile(name, library.SaveTo(saved, library.Create), then)
}
