package tui

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"rookery/pgn"

	tea "github.com/charmbracelet/bubbletea"
)

// viewerSavedMsg tells that a game was written, or why not.
type viewerSavedMsg struct {
	to     *viewer
	state  int // of the game that was written
	path   string
	inside bool // it was written into the file it comes from
	at     int64
	text   string
	err    error
	then   func() tea.Cmd // what the writing was for; nil for nothing more
}

// leaveQuestion asks before changes are lost with the program.
func (v *viewer) leaveQuestion() string {
	if v.changed() {
		return "Quit? The changes of the game are not saved."
	}
	return ""
}

// leaving does what takes the game off the screen, once changes are saved or
// given up.
func (v *viewer) leaving(then func() tea.Cmd) tea.Cmd {
	switch {
	case v.saving:
		return toast(savingText)
	case !v.changed():
		return then()
	}
	v.auto.stop()
	v.asking = &viewerQuestion{
		text: "Save the changes?  [y] save  [n] drop them  [esc] stay", keys: []string{"y", "Y", "n", "N"},
		answer: func(k string) tea.Cmd {
			if strings.EqualFold(k, "y") {
				return v.save(then)
			}
			return then()
		},
	}
	return nil
}

// save writes the game into its place in the file; then is done when it stands.
func (v *viewer) save(then func() tea.Cmd) tea.Cmd {
	switch {
	case v.saving:
		return toast(savingText)
	case !v.game.Edited():
		return toast("Nothing was changed since the game was read or saved.")
	case v.games.path(v.index) == "": // it lies in no file
		v.askFile()
		return nil
	}
	if v.openings.table != nil {
		v.openings.table.Tag(v.game)
	}
	text, err := v.game.Text()
	if err != nil {
		return fail(err)
	}
	v.saving = true
	games, index, old, at := v.games, v.index, v.game.Raw(), v.game.Offset
	msg := viewerSavedMsg{to: v, state: v.game.State(), inside: true, text: text, then: then}
	return func() tea.Msg {
		msg.path, msg.at, msg.err = games.exchange(index, at, old, text)
		return msg
	}
}

// askFile asks for the file that the game is saved as.
func (v *viewer) askFile() {
	name := "game.pgn"
	if r := v.row(); r.white != "?" || r.black != "?" {
		name = pgn.FileName(r.white+"-"+r.black) + ".pgn"
	}
	if v.s.Local {
		name = filepath.Join(homely(filepath.Dir(v.games.path(v.index))), name)
	}
	v.write(fileText, clean(name))
}

// saveAs writes the game into another file; where there is one it asks, unless
// it may be overwritten. Then is done when the game stands there.
func (v *viewer) saveAs(text string, over bool, then func() tea.Cmd) tea.Cmd {
	if v.saving {
		v.writing = noText
		return toast(savingText)
	}
	if !v.s.Local {
		return v.shelve(text, over, then)
	}
	path, err := target(text)
	if err == nil {
		var info fs.FileInfo
		switch info, err = os.Stat(path); {
		case errors.Is(err, fs.ErrNotExist):
			v.writing = noText
			return v.put(path, pgn.Save, then)
		case err == nil && info.IsDir():
			err = errFolder
		case err == nil && over:
			v.writing = noText
			return v.put(path, pgn.Save, then)
		}
	}
	if err != nil {
		v.notice = notice{err.Error(), true}
		return nil
	}
	v.writing = noText
	v.askTaken(path, pgn.Append, pgn.Save, then)
	return nil
}

// askTaken asks what shall become of a file that is there.
func (v *viewer) askTaken(path string, add, over putter, then func() tea.Cmd) {
	v.asking = &viewerQuestion{
		text: cut(clean(filepath.Base(path)), max(v.width-64, 16)) + " is there.  [a] add the game to it  [o] overwrite it  [esc] neither", keys: []string{"a", "o"},
		answer: func(k string) tea.Cmd {
			if k == "o" {
				return v.put(path, over, then)
			}
			return v.put(path, add, then)
		},
	}
}

var ()

// target is the file that a text names.
func target(text string) (string, error) {
	path := expandHome(text)
	switch ext := strings.ToLower(filepath.Ext(path)); {
	case text == "":
		return "", errNoFile
	case packed(ext):
		return "", errPacked
	case strings.HasSuffix(path, string(filepath.Separator)):
		return "", errFolder
	case ext == "" || ext == ".":
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			return "", errFolder
		}
		path = strings.TrimSuffix(path, ".") + ".pgn"
	}
	return path, nil
}

// put writes the game into another file in a command. Until it stands the game
// does not change.
func (v *viewer) put(path string, how putter, then func() tea.Cmd) tea.Cmd {
	v.saving = true
	game := v.game
	msg := viewerSavedMsg{to: v, state: game.State(), path: path, then: then}
	return func() tea.Msg {
		msg.err = how(path, game)
		return msg
	}
}

// saved takes in that a game was written.
func (v *viewer) saved(msg viewerSavedMsg) tea.Cmd {
	v.saving = false
	if shelf := v.s.shelf(); shelf != nil && errors.Is(msg.err, fs.ErrExist) {
		v.askTaken(msg.path, onShelf(shelf, behind), onShelf(shelf, instead), msg.then)
		return nil
	}
	if msg.err != nil {
		return fail(msg.err)
	}
	if msg.inside {
		v.game.Saved(msg.state, msg.at, msg.text)
	} else {
		v.kept = msg.state
	}
	said := toast("Saved in " + homely(msg.path))
	if msg.then != nil {
		return tea.Sequence(msg.then(), said)
	}
	return said
}

// shelve puts the game onto the shelf under the name that a text says; where one has
// it the player is asked, unless that may be overwritten. Then is done when the game
// stands there.
func (v *viewer) shelve(text string, over bool, then func() tea.Cmd) tea.Cmd {
	name, err := shelfName(text)
	shelf := v.s.shelf()
	if err == nil && shelf == nil {
		err = errors.New("no games are kept here")
	}
	if err != nil {
		v.notice = notice{err.Error(), true}
		return nil
	}
	v.writing = noText
	if over {
		return v.put(name, onShelf(shelf, instead), then)
	}
	return v.put(name, onShelf(shelf, asNew), then)
}
