package serve

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"rookery/tui"
	"rookery/tui/lobby"
)

// A key without a name keeps its things in a directory that is named by the key.
// What a player keeps is in the store of the lobby, where every front end finds it;
// his saved games alone are in a directory of this one. When a key
// becomes one of a player, what it has of its own is taken along.

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

// home is the store of a player who comes with a key, and what was taken along
// into it of what the key had of its own.
func (s *Server) home(p lobby.Player, fingerprint string) (*tui.Store, tui.Joined, error) {
	if p.ID == "" || strings.Trim(p.ID, "abcdefghijklmnopqrstuvwxyz0123456789") != "" {
		return nil, tui.Joined{}, fmt.Errorf("%q does not name a player", short(p.ID))
	}
	dir, saved := s.ownDir(fingerprint), filepath.Join(s.cfg.Dir, "saved", p.ID)
	store := tui.NewStoreOn(s.cfg.Lobby.Home(p, s.cfg.Limits.Games), tui.Dirs{Games: saved, Most: s.cfg.Limits.Games})
	joined, err := store.Join(s.storeIn(dir))
	if err == nil {
		err = moveGames(filepath.Join(dir, "games"), saved)
	}
	return store, joined, err
}

// moveGames takes the games of one directory to another. One whose name is taken
// there stays where it is.
func moveGames(from, to string) error {
	games, err := filepath.Glob(filepath.Join(from, "*.pgn"))
	if err != nil || len(games) == 0 {
		return err
	}
	if err := os.MkdirAll(to, 0o700); err != nil {
		return err
	}
	for _, game := range games {
		at := filepath.Join(to, filepath.Base(game))
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
