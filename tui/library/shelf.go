package library

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"rookery/tui/ui"
	"strings"

	"rookery/pgn"

	tea "github.com/charmbracelet/bubbletea"

	pgnfiles "rookery/pgn/collection"
	"rookery/tui/play"
)

// Who comes from elsewhere has no folders. The games that he saves lie on a shelf
// under names alone, and are read from there as a whole.

// newKept makes the screen for the games of a file on the shelf.
func newKept(s *ui.Session, name string) ui.Screen {
	p := NewPicker(s, []string{name})
	p.Games.shelf = s.Shelf()
	return p
}

// StepThrough keeps a game that is over and opens it in the viewer. Where none are
// kept it lies in no file.
func StepThrough(s *ui.Session, from ui.Screen, saved ui.SavedGame) tea.Cmd {
	return s.Opening(func() tea.Msg {
		msg, err := kept(s, from, saved)
		if err != nil {
			return ui.ToastMsg{Text: errors.Join(errors.New("the game cannot be opened"), err).Error(), Bad: true}
		}
		return msg
	})
}

// kept keeps a game and gives the message that opens it.
func kept(s *ui.Session, from ui.Screen, saved ui.SavedGame) (tea.Msg, error) {
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
		return ui.PushMsg{From: from, Screen: newKept(s, filepath.Base(path))}, nil
	}
	sc, err := OpenGames(s, []string{path})
	return ui.PushMsg{From: from, Screen: sc}, err
}

// open opens a file of the collection.
func (c *Collection) open(ctx context.Context, path string, progress func(read, size int64)) (*pgnfiles.File, error) {
	if c.shelf == nil {
		return pgnfiles.OpenProgress(ctx, path, progress)
	}
	text, err := c.shelf.Read(path)
	if errors.Is(err, fs.ErrNotExist) {
		err = errors.New("this game is no longer saved")
	}
	if err != nil {
		return nil, err
	}
	return pgnfiles.OpenStream(ctx, strings.NewReader(string(text)))
}

// swap writes a text in the place of another in a file of the collection.
func (c *Collection) swap(path string, at int64, old, text string) (now int64, err error) {
	if c.shelf == nil {
		return pgn.Exchange(path, at, old, text)
	}
	err = c.shelf.Change(path, func(file []byte) ([]byte, error) {
		var whole string
		whole, now, err = pgn.ExchangeText(string(file), at, old, text)
		return []byte(whole), err
	})
	return now, err
}

// shelving is what becomes of a file that a game is put into.
type shelving uint8

const (
	AsNew  shelving = iota // there must be none: fs.ErrExist
	Behind                 // the game is added to it
	Instead
)

// OnShelf puts games into a file of the shelf.
func OnShelf(shelf play.Files, how shelving) Putter {
	return func(name string, games ...*pgn.Game) error {
		return shelf.Change(name, func(old []byte) ([]byte, error) {
			switch {
			case how == Instead:
				old = nil
			case how == AsNew && old != nil:
				return nil, fs.ErrExist
			}
			text, err := pgn.AppendText(string(old), games...)
			return []byte(text), err
		})
	}
}

// ShelfName is the name that a saved game gets from what was written: no folder, and
// nothing that a file could not be called.
func ShelfName(text string) (string, error) {
	base := filepath.Base(text)
	switch ext := strings.ToLower(filepath.Ext(base)); {
	case text == "":
		return "", ErrNoFile
	case strings.HasSuffix(text, string(filepath.Separator)):
		return "", ErrFolder
	case Packed(ext):
		return "", ErrPacked
	case ext == ui.KeptSuffix:
		base = base[:len(base)-len(ext)]
	}
	return pgn.FileName(strings.TrimSuffix(base, ".")) + ui.KeptSuffix, nil
}

// Putter puts games into a file.
type Putter func(path string, games ...*pgn.Game) error

var ErrNoFile = errors.New("enter a file name")

// ErrFolder is returned for the path of a folder.
var ErrFolder = errors.New("this is a folder: add a file name")

// Packed tells whether an ending, in lower case, is that of a packed file.
func Packed(ext string) bool { return ext == ".gz" || ext == ".zst" || ext == ".bz2" }

var ErrPacked = errors.New("compressed files cannot be written: use a name ending in .pgn")
