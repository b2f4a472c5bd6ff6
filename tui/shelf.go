package tui

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
)

// Who comes from elsewhere has no folders. The games that he saves lie on a shelf
// under names alone, and are read from there as a whole.

// newKept makes the screen for the games of a file on the shelf.
func newKept(s *Session, name string) screen {
	p := newPicker(s, []string{name})
	p.games.shelf = s.shelf()
	return p
}

// stepThrough keeps a game that is over and opens it in the viewer. Where none are
// kept it lies in no file.
func stepThrough(s *Session, from screen, saved SavedGame) tea.Cmd {
	return s.opening(func() tea.Msg {
		msg, err := kept(s, from, saved)
		if err != nil {
			return toastMsg{text: errors.Join(errors.New("the game cannot be opened"), err).Error(), bad: true}
		}
		return msg
	})
}

// kept keeps a game and gives the message that opens it.
func kept(s *Session, from screen, saved SavedGame) (tea.Msg, error) {
	if s.Store.Shelf() == nil {
		sheet, err := saved.Sheet()
		if err != nil {
			return nil, err
		}
		text, err := pgn.AppendText("", sheet)
		if err != nil {
			return nil, err
		}
		games, err := collectionOf(text)
		if err != nil {
			return nil, err
		}
		return openMsg{from: from, to: ShowGames{Games: games, Owns: true}}, nil
	}
	path, err := s.Store.Keep(saved)
	switch {
	case err != nil:
		return nil, err
	case !s.Local:
		return pushMsg{from, newKept(s, filepath.Base(path))}, nil
	}
	sc, err := openGames(s, []string{path})
	return pushMsg{from, sc}, err
}

// open opens a file of the collection.
func (c *collection) open(ctx context.Context, path string, progress func(read, size int64)) (*pgnfiles.File, error) {
	if c.shelf == nil {
		return pgnfiles.OpenProgress(ctx, path, progress)
	}
	text, err := c.shelf.Read(path)
	if errors.Is(err, fs.ErrNotExist) {
		err = errors.New("this game is not kept any more")
	}
	if err != nil {
		return nil, err
	}
	return pgnfiles.OpenStream(ctx, strings.NewReader(string(text)))
}

// swap writes a text in the place of another in a file of the collection.
func (c *collection) swap(path string, at int64, old, text string) (now int64, err error) {
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
	asNew  shelving = iota // there must be none: fs.ErrExist
	behind                 // the game is added to it
	instead
)

// onShelf puts games into a file of the shelf.
func onShelf(shelf play.Files, how shelving) putter {
	return func(name string, games ...*pgn.Game) error {
		return shelf.Change(name, func(old []byte) ([]byte, error) {
			switch {
			case how == instead:
				old = nil
			case how == asNew && old != nil:
				return nil, fs.ErrExist
			}
			text, err := pgn.AppendText(string(old), games...)
			return []byte(text), err
		})
	}
}

// shelfName is the name that a saved game gets from what was written: no folder, and
// nothing that a file could not be called.
func shelfName(text string) (string, error) {
	base := filepath.Base(text)
	switch ext := strings.ToLower(filepath.Ext(base)); {
	case text == "":
		return "", errNoFile
	case strings.HasSuffix(text, string(filepath.Separator)):
		return "", errFolder
	case packed(ext):
		return "", errPacked
	case ext == keptSuffix:
		base = base[:len(base)-len(ext)]
	}
	return pgn.FileName(strings.TrimSuffix(base, ".")) + keptSuffix, nil
}

// putter puts games into a file.
type putter func(path string, games ...*pgn.Game) error

var errNoFile = errors.New("write the name of a file")

// errFolder is returned for the path of a folder.
var errFolder = errors.New("this is a folder: write the name of a file behind it")

// packed tells whether an ending, in lower case, is that of a packed file.
func packed(ext string) bool { return ext == ".gz" || ext == ".zst" || ext == ".bz2" }

var errPacked = errors.New("games are not packed here: write a name that ends with .pgn")
