package play

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"rookery/chess"
	"rookery/pgn"
)

// Shelf is where saved games lie whose owner knows of no folder: a file for each,
// by the name that he sees. It is nil where none are kept.
func (st *Store) Shelf() Files {
	switch {
	case st.shelf != nil:
		return st.shelf
	case st.games != "":
		return shelfDir{Dir(st.games), st}
	}
	return nil
}

// shelfDir is a shelf in a directory, with the bounds of its store.
type shelfDir struct {
	Dir
	st *Store
}

// Change implements [Files].
func (d shelfDir) Change(name string, alter func([]byte) ([]byte, error)) error {
	if name == "" || strings.ContainsAny(name, `/\`) || name[0] == '.' {
		return fmt.Errorf("no saved game %.40q", name)
	}
	d.st.mu.Lock()
	defer d.st.mu.Unlock()
	return d.Dir.Change(name, func(old []byte) ([]byte, error) {
		if old == nil {
			if err := d.st.Room(string(d.Dir)); err != nil {
				return nil, err
			}
		}
		return alter(old)
	})
}

// maxShelfWord is how many bytes of a player's name stand in the name of a game on
// a shelf.
const maxShelfWord = 60

// keepOn writes a game onto the shelf under a name that nothing has there.
func (st *Store) keepOn(g Saved, sheet *pgn.Game) (name string, err error) {
	var text bytes.Buffer
	if err := pgn.NewWriter(&text).Write(sheet); err != nil {
		return "", err
	}
	words := [2]string{chess.White: fileWord(g.Config.Players[chess.White].Name), chess.Black: fileWord(g.Config.Players[chess.Black].Name)}
	for i, w := range words {
		words[i] = strings.ToValidUTF8(w[:min(len(w), maxShelfWord)], "")
	}
	for n := 1; ; n++ {
		name = keptName(g, words, n)
		err := st.shelf.Change(name, func(old []byte) ([]byte, error) {
			if old != nil && !bytes.Equal(old, text.Bytes()) {
				return nil, fs.ErrExist
			}
			return text.Bytes(), nil
		})
		if !errors.Is(err, fs.ErrExist) || n == mostAlike {
			return name, err
		}
	}
}

// mostAlike is how many saved games may have one date and the same players.
const mostAlike = 1000

// keptName names a saved game by its date and players; n tells those apart that
// have both alike.
func keptName(g Saved, words [2]string, n int) string {
	stem := fmt.Sprintf("%s %s - %s", g.Began.Format("2006-01-02 1504"), words[chess.White], words[chess.Black])
	if n > 1 {
		stem = fmt.Sprintf("%s (%d)", stem, n)
	}
	return stem + gameFile
}
