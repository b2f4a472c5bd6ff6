package serve

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"rookery/tui"
	"rookery/tui/play"
	"rookery/tui/remote"
	"rookery/tui/ui"
)

// A key without a name keeps its things in a directory that is named by the key.
// What a player keeps is in the store of the lobby, where every front end finds it.
// When a key becomes one of a player, what it has of its own is taken along.

// ownDir is the directory of one key.
func (s *Server) ownDir(fingerprint string) string {
	return filepath.Join(s.cfg.Dir, "players", fingerprint)
}

// storeIn keeps a player's things in a directory.
func (s *Server) storeIn(dir string) *ui.Store {
	return tui.NewStore(ui.Dirs{
		State: filepath.Join(dir, "state"), Config: filepath.Join(dir, "config"), Games: filepath.Join(dir, "games"),
		History: filepath.Join(dir, "played"),
		Most:    s.cfg.Limits.Games,
	})
}

// home is the store of a player who comes with a key, and what was taken along
// into it of what the key had of its own.
func (s *Server) home(p remote.Player, fingerprint string) (*ui.Store, ui.Joined, error) {
	if p.ID == "" || strings.Trim(p.ID, "abcdefghijklmnopqrstuvwxyz0123456789") != "" {
		return nil, ui.Joined{}, fmt.Errorf("%q does not name a player", truncate(p.ID))
	}
	most := s.cfg.Limits.Games
	store := tui.NewStoreOn(s.cfg.Lobby.Home(p, most), s.cfg.Lobby.SavedGames(p, most), s.cfg.Lobby.PlayedGames(p, play.HistoryFiles+1))
	joined, err := store.Join(s.storeIn(s.ownDir(fingerprint)))
	if err != nil {
		return store, joined, err
	}
	// Saved games of a player once lay in a directory of each front end.
	old, err := store.Join(tui.NewStore(ui.Dirs{Games: filepath.Join(s.cfg.Dir, "saved", p.ID)}))
	joined.Games, joined.Left = joined.Games+old.Games, joined.Left+old.Left
	return store, joined, err
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
