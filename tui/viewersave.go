package tui

import (
	"context"
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

var (
	// errFolder is returned for the path of a folder.
	errFolder = errors.New("this is a folder: write the name of a file behind it")
	errNoFile = errors.New("write the name of a file")
	errPacked = errors.New("games are not packed here: write a name that ends with .pgn")
)

// packed tells whether an ending, in lower case, is that of a packed file.
func packed(ext string) bool { return ext == ".gz" || ext == ".zst" || ext == ".bz2" }

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

// putter puts games into a file.
type putter func(path string, games ...*pgn.Game) error

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

// path is the file that game i lies in.
func (c *collection) path(i int) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	k, _ := c.fileOf(i)
	return c.paths[k]
}

// fileOf is the number of the file that game i lies in, for who holds mu.
func (c *collection) fileOf(i int) (k int, ok bool) {
	if i < 0 || i >= c.count() {
		return 0, false
	}
	for k = len(c.files) - 1; c.before[k] > i; {
		k--
	}
	return k, true
}

// errUnread is returned for a file that is still being read.
var errUnread = errors.New("the file is still being read; save again when all games are counted")

// exchange writes a text in the place of that of game i and reads where the
// games of its file lie now.
func (c *collection) exchange(i int, at int64, old, text string) (path string, now int64, err error) {
	c.mu.Lock()
	k, ok := c.fileOf(i)
	whole := c.whole
	c.mu.Unlock()
	switch {
	case !whole:
		return "", 0, errUnread
	case !ok:
		return "", 0, errClosed
	}
	path = c.paths[k]
	if now, err = c.swap(path, at, old, text); err != nil {
		return path, 0, err
	}
	return path, now, c.renew(k)
}

// renew reads file k again. The old one is closed when nobody reads it.
func (c *collection) renew(k int) error {
	f, err := c.open(context.Background(), c.paths[k], nil)
	if err != nil {
		return err
	}
	if err := f.Build(context.Background(), nil); err != nil {
		f.Close()
		return err
	}
	c.use.RLock()
	if c.closed {
		c.use.RUnlock()
		return f.Close()
	}
	c.mu.Lock()
	c.stale = append(c.stale, c.files[k])
	c.files[k] = f
	for n := k + 1; n < len(c.files); n++ {
		c.before[n] = c.before[n-1] + c.files[n-1].Len()
	}
	clear(c.rows)
	c.mu.Unlock()
	c.use.RUnlock()
	if c.use.TryLock() {
		c.closeStale()
		c.use.Unlock()
	}
	return nil
}

// closeStale closes files that were read again, for who holds use.
func (c *collection) closeStale() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, f := range c.stale {
		f.Close()
	}
	c.stale = nil
}
