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

// SavedGames is where saved games lie whose owner knows of no folder: a file for each,
// by the name that he sees. It is nil where none are kept.
func (st *Store) SavedGames() Files {
	switch {
	case st.savedGames != nil:
		return st.savedGames
	case st.games != "":
		return savedDir{Dir(st.games), st}
	}
	return nil
}

// savedDir is saved games in a directory, with the bounds of its store.
type savedDir struct {
	Dir
	store *Store
}

// Change implements [Files].
func (d savedDir) Change(name string, alter func([]byte) ([]byte, error)) error {
	if name == "" || strings.ContainsAny(name, `/\`) || name[0] == '.' {
		return fmt.Errorf("no saved game %.40q", name)
	}
	d.store.mu.Lock()
	defer d.store.mu.Unlock()
	return d.Dir.Change(name, func(old []byte) ([]byte, error) {
		if old == nil {
			if err := d.store.Room(string(d.Dir)); err != nil {
				return nil, err
			}
		}
		return alter(old)
	})
}

// maxSavedPlayer is how many bytes of a player's name stand in the name of a
// saved game.
const maxSavedPlayer = 60

// saveTo saves a game under a name that nothing has there.
func (st *Store) saveTo(g Saved, sheet *pgn.Game) (name string, err error) {
	var text bytes.Buffer
	if err := pgn.NewWriter(&text).Write(sheet); err != nil {
		return "", err
	}
	words := [2]string{chess.White: fileWord(g.Config.Players[chess.White].Name), chess.Black: fileWord(g.Config.Players[chess.Black].Name)}
	for i, w := range words {
		words[i] = strings.ToValidUTF8(w[:min(len(w), maxSavedPlayer)], "")
	}
	for n := 1; ; n++ {
		name = savedName(g, words, n)
		err := st.savedGames.Change(name, func(old []byte) ([]byte, error) {
			if old != nil && !bytes.Equal(old, text.Bytes()) {
				return nil, fs.ErrExist
			}
			return text.Bytes(), nil
		})
		if !errors.Is(err, fs.ErrExist) || n == maxSameName {
			return name, err
		}
	}
}

// maxSameName is how many saved games may have one date and the same players.
const maxSameName = 1000

// FileNameOf is the name that a game gets where none is chosen for it.
func FileNameOf(g Saved) string {
	return savedName(g, [2]string{fileWord(g.Config.Players[chess.White].Name), fileWord(g.Config.Players[chess.Black].Name)}, 1)
}

// savedName names a saved game by its date and players; n tells those apart that
// have both alike.
func savedName(g Saved, words [2]string, n int) string {
	stem := fmt.Sprintf("%s %s - %s", g.Began.Format("2006-01-02 1504"), words[chess.White], words[chess.Black])
	if n > 1 {
		stem = fmt.Sprintf("%s (%d)", stem, n)
	}
	return stem + gameFile
}
