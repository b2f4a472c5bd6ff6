package serve

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"rookery/tui"
	"rookery/tui/lobby"
)

// A key without a name keeps its things in a directory that is named by the
// key. The directory of the first key that has a player becomes that of the
// player: a file named by the player says which it is, and every further key
// of his is led there.

// ownDir is the directory of one key.
func (s *Server) ownDir(fingerprint string) string {
	return filepath.Join(s.cfg.Dir, "players", fingerprint)
}

// storeIn keeps a player's things in a directory.
func (s *Server) storeIn(dir string) *tui.Store {
	return tui.NewStore(tui.Dirs{
		State: filepath.Join(dir, "state"), Config: filepath.Join(dir, "config"), Games: filepath.Join(dir, "games"),
		Most: s.cfg.Limits.Games,
	})
}

// home is the directory of a player who comes with a key. Unfinished games that
// the key has of its own are taken along.
func (s *Server) home(p lobby.Player, fingerprint string) (string, error) {
	if p.ID == "" || strings.Trim(p.ID, "abcdefghijklmnopqrstuvwxyz0123456789") != "" {
		return "", fmt.Errorf("%q does not name a player", short(p.ID))
	}
	path := filepath.Join(s.cfg.Dir, "accounts", p.ID)
	first, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return "", err
		}
		if err := writeOnce(path, []byte(fingerprint)); err != nil {
			return "", err
		}
		first, err = os.ReadFile(path)
	}
	if err != nil {
		return "", err
	}
	if sum, err := hex.DecodeString(string(first)); err != nil || len(sum) != 32 {
		return "", fmt.Errorf("%s does not name a key", path)
	}
	dir := s.ownDir(string(first))
	if string(first) == fingerprint {
		return dir, nil
	}
	return dir, moveGames(s.storeIn(s.ownDir(fingerprint)), s.storeIn(dir))
}

// moveGames takes unfinished games from one store to another. A game that is
// there already stays where it is.
func moveGames(from, to *tui.Store) error {
	old, young := from.UnfinishedDir(), to.UnfinishedDir()
	games, err := filepath.Glob(filepath.Join(old, "*.pgn"))
	if err != nil || len(games) == 0 {
		return err
	}
	if err := os.MkdirAll(young, 0o700); err != nil {
		return err
	}
	for _, game := range games {
		at := filepath.Join(young, filepath.Base(game))
		if _, err := os.Lstat(at); err == nil {
			continue
		}
		if err := os.Rename(game, at); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// writeOnce writes a file whole and on disk, or leaves it to the one who was first.
func writeOnce(path string, text []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".new_*") // mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(text)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := os.Link(f.Name(), path); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}
