package library

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/pgn"
	pgnfiles "rookery/pgn/collection"
	"rookery/tui/play"
	"rookery/tui/ui"
)

// A player who is connected over a network has no folders: saved games have names
// alone, and each is read and written as a whole.

// newSavedPicker lists the games of a saved file.
func newSavedPicker(s *ui.Session, name string) ui.Screen {
	p := newPicker(s, []string{name})
	p.games.saved = s.SavedGames()
	return p
}

// OpenInViewer keeps a game that is over and opens it in the viewer. Where none are
// kept it lies in no file.
func OpenInViewer(s *ui.Session, from ui.Screen, saved ui.SavedGame) tea.Cmd {
	return s.Opening(func() tea.Msg {
		msg, err := saveAndShow(s, from, saved)
		if err != nil {
			return ui.ToastMsg{Text: errors.Join(errors.New("the game cannot be opened"), err).Error(), Bad: true}
		}
		return msg
	})
}

// saveAndShow keeps a game and gives the message that opens it.
func saveAndShow(s *ui.Session, from ui.Screen, saved ui.SavedGame) (tea.Msg, error) {
	if msg, ok, err := showRecorded(s, from, saved); ok || err != nil {
		return msg, err
	}
	if s.Store.SavedGames() == nil {
		sheet, err := saved.Sheet()
		if err != nil {
			return nil, err
		}
		text, err := pgn.AppendText("", sheet)
		if err != nil {
			return nil, err
		}
		games, err := CollectionOf(text)
		if err != nil {
			return nil, err
		}
		return ui.OpenMsg{From: from, To: ShowGames{Games: games, Owns: true}}, nil
	}
	path, err := s.Store.Keep(saved)
	switch {
	case err != nil:
		return nil, err
	case !s.Local:
		return ui.PushMsg{From: from, Screen: newSavedPicker(s, filepath.Base(path))}, nil
	}
	sc, err := OpenGames(s, []string{path})
	return ui.PushMsg{From: from, Screen: sc}, err
}

// open opens a file of the collection.
func (c *Collection) open(ctx context.Context, path string) (*pgnfiles.File, error) {
	if c.saved == nil {
		c.noteStamp(path)
		return pgnfiles.Open(ctx, path)
	}
	text, err := c.saved.Read(path)
	if errors.Is(err, fs.ErrNotExist) {
		err = errors.New("this game is no longer saved")
	}
	if err != nil {
		return nil, err
	}
	return pgnfiles.OpenStream(ctx, strings.NewReader(string(text)))
}

// replaceText writes a text in the place of another in a file of the collection.
func (c *Collection) replaceText(path string, at int64, old, text string) (now int64, written string, err error) {
	if c.saved == nil {
		return pgn.Exchange(path, at, old, text)
	}
	err = c.saved.Change(path, func(file []byte) ([]byte, error) {
		var whole string
		whole, now, written, err = pgn.ExchangeText(string(file), at, old, text)
		return []byte(whole), err
	})
	return now, written, err
}

// writeMode is what becomes of a file that a game is put into.
type writeMode uint8

const (
	Create writeMode = iota // there must be none: fs.ErrExist
	Append                  // the game is added to it
	Overwrite
)

// SaveTo puts games into one of the saved files.
func SaveTo(saved play.Files, how writeMode) SaveFunc {
	return func(name string, games ...*pgn.Game) error {
		return saved.Change(name, func(old []byte) ([]byte, error) {
			switch {
			case how == Overwrite:
				old = nil
			case how == Create && old != nil:
				return nil, fs.ErrExist
			}
			text, err := pgn.AppendText(string(old), games...)
			return []byte(text), err
		})
	}
}

// SavedName is the name that a saved game gets from what was written: no folder, and
// nothing that a file could not be called.
func SavedName(text string) (string, error) {
	base := filepath.Base(text)
	switch ext := strings.ToLower(filepath.Ext(base)); {
	case text == "":
		return "", errNoFile
	case strings.HasSuffix(text, string(filepath.Separator)):
		return "", ErrFolder
	case isCompressed(ext):
		return "", errCompressed
	case ext == ui.SavedSuffix:
		base = base[:len(base)-len(ext)]
	}
	return pgn.FileName(strings.TrimSuffix(base, ".")) + ui.SavedSuffix, nil
}

// SaveFunc puts games into a file.
type SaveFunc func(path string, games ...*pgn.Game) error

var errNoFile = errors.New("enter a file name")

// ErrFolder is returned for the path of a folder.
var ErrFolder = errors.New("this is a folder: add a file name")

// IsCompressed tells whether an ending, in lower case, is that of a packed file.
func isCompressed(ext string) bool {
	return ext == ".gz" || ext == ".zst" || ext == ".bz2" || ext == ".zip"
}

var errCompressed = errors.New("compressed files cannot be written: use a name ending in .pgn")
