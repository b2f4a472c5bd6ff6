package lobby

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"rookery/tui/lobby/journal"
	"rookery/tui/remote"
)

// Limits of what a player keeps.
const (
	maxKept     = journal.MaxEvent // bytes of a file
	maxKeptGame = 32 << 10         // bytes of a file that is a game
	keptGame    = ".pgn"           // ends the name of a game
	// homeTimeout is how long one call may take.
	homeTimeout = 20 * time.Second
)

// Home is what a player keeps besides his games in the lobby: small files by
// name, such as his settings. It is the same at every front end. A name has small
// letters, digits, points and hyphens; that of a saved game see SavedGames. It may be
// used by several goroutines.
//
// The value of a file has the player's ID and the file's name for its key. Under
// the ID alone stand the names of all his files, in JSON. A name is entered before
// its file is made and struck out after it has gone, so that one who is stopped in
// between leaves a name without a file and never a file that is not found.
type Home struct {
	bucket    journal.Bucket
	id        string
	games     int
	freeNames bool // a name is whatever the player reads
	longFiles bool // a file of games may be as long as any other
}

// Home is where a player with an account keeps his files, of which at most so many
// may be games.
func (l *Lobby) Home(p remote.Player, games int) *Home {
	return &Home{bucket: l.homes, id: p.ID, games: games}
}

// SavedGames is where a player with an account keeps the games that he saved, at most so
// many, each under a name that he reads: no control characters, maxSavedName bytes.
func (l *Lobby) SavedGames(p remote.Player, games int) *Home {
	return &Home{bucket: l.savedGames, id: p.ID, games: games, freeNames: true}
}

// PlayedGames is where a player with an account keeps games that he played against
// computers, many in a file, in at most so many files.
func (l *Lobby) PlayedGames(p remote.Player, files int) *Home {
	return &Home{bucket: l.ownGames, id: p.ID, games: files, longFiles: true}
}

// maxSavedName is how many bytes the name of a saved game has at most, so that
// the names of a few hundred fit into one value.
const maxSavedName = 180

// key of a file. No two names have the same: one with small letters alone has no _,
// of any other it is the hash.
func (h *Home) key(name string) (string, error) {
	if h.freeNames {
		if !strings.HasSuffix(name, keptGame) || len(name) > maxSavedName || !utf8.ValidString(name) || strings.ContainsFunc(name, unicode.IsControl) {
			return "", fmt.Errorf("%.40q cannot be the name of a saved game here: it ends with %s and has at most %d letters", name, keptGame, maxSavedName)
		}
		return h.id + "_" + keyOf(name)[:40], nil
	}
	if name == "" || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789.-") != "" {
		return "", fmt.Errorf("%.40q is not a file of a player", name)
	}
	return h.id + "_" + strings.ReplaceAll(name, ".", "_"), nil
}

// Read gives the text of a file, fs.ErrNotExist when there is none.
func (h *Home) Read(name string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), homeTimeout)
	defer cancel()
	key, err := h.key(name)
	if err != nil {
		return nil, err
	}
	v, err := h.bucket.Get(ctx, key)
	if errors.Is(err, journal.ErrNotFound) {
		return nil, fs.ErrNotExist
	}
	return v.Data, err
}

// Change puts what alter makes of the text of a file in its place, nil for none.
// What alter returns is durable when Change returns without error; an error of
// alter leaves the file as it was. Where another writes at the same time alter is
// called again.
func (h *Home) Change(name string, alter func(text []byte) ([]byte, error)) error {
	ctx, cancel := context.WithTimeout(context.Background(), homeTimeout)
	defer cancel()
	key, err := h.key(name)
	if err != nil {
		return err
	}
	return h.change(ctx, key, func(old []byte) ([]byte, error) {
		text, err := alter(old)
		switch {
		case err != nil:
			return nil, err
		case strings.HasSuffix(name, keptGame) && !h.longFiles && len(text) > maxKeptGame:
			return nil, errors.New("this game is too long to be saved here")
		case len(text) > maxKept:
			return nil, fmt.Errorf("the settings are too large to be saved here: at most %d bytes", maxKept)
		}
		return text, h.enter(ctx, name)
	})
}

// change is changeValue in the bucket of homes.
func (h *Home) change(ctx context.Context, key string, alter func([]byte) ([]byte, error)) error {
	return changeValue(ctx, h.bucket, key, alter)
}

// changeValue writes what alter makes of a value. Where another writes at the same
// time alter is called again.
func changeValue(ctx context.Context, bucket journal.Bucket, key string, alter func([]byte) ([]byte, error)) error {
	for {
		v, err := bucket.Get(ctx, key)
		if err != nil && !errors.Is(err, journal.ErrNotFound) {
			return err
		}
		data, err := alter(v.Data)
		if err != nil {
			return err
		}
		if v.Rev == 0 {
			_, err = bucket.Create(ctx, key, data)
		} else {
			_, err = bucket.Update(ctx, key, data, v.Rev)
		}
		if !errors.Is(err, journal.ErrExists) && !errors.As(err, new(*journal.StaleError)) {
			return err
		}
	}
}

// errSame ends a change that would change nothing.
var errSame = errors.New("nothing to change")

// enter has a name among those of the player's files, if there is room for it.
func (h *Home) enter(ctx context.Context, name string) error {
	return h.rename(ctx, func(names []string) ([]string, error) {
		at, there := slices.BinarySearch(names, name)
		if there {
			return nil, errSame
		}
		games := 0
		for _, n := range names {
			if strings.HasSuffix(n, keptGame) {
				games++
			}
		}
		if strings.HasSuffix(name, keptGame) && games >= h.games {
			return nil, fmt.Errorf("limit reached: %d games are saved here; finish or delete some", games)
		}
		return slices.Insert(names, at, name), nil
	})
}

// rename changes the names of the player's files, which are in order.
func (h *Home) rename(ctx context.Context, alter func(names []string) ([]string, error)) error {
	err := h.change(ctx, h.id, func(old []byte) ([]byte, error) {
		names, err := parseNames(old)
		if err == nil {
			names, err = alter(names)
		}
		if err != nil {
			return nil, err
		}
		return json.Marshal(names)
	})
	if errors.Is(err, errSame) {
		return nil
	}
	return err
}

func parseNames(data []byte) (names []string, err error) {
	if len(data) > 0 {
		err = json.Unmarshal(data, &names)
	}
	return names, err
}

// Remove forgets a file. It is no error if there is none.
func (h *Home) Remove(name string) error {
	ctx, cancel := context.WithTimeout(context.Background(), homeTimeout)
	defer cancel()
	key, err := h.key(name)
	if err == nil {
		_, err = h.bucket.Get(ctx, key)
	}
	if err == nil {
		err = h.bucket.Delete(ctx, key)
	}
	if err != nil && !errors.Is(err, journal.ErrNotFound) {
		return err
	}
	return h.rename(ctx, func(names []string) ([]string, error) {
		at, there := slices.BinarySearch(names, name)
		if !there {
			return nil, errSame
		}
		return slices.Delete(names, at, at+1), nil
	})
}

// List gives the names of all files, in order.
func (h *Home) List() ([]string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), homeTimeout)
	defer cancel()
	v, err := h.bucket.Get(ctx, h.id)
	if errors.Is(err, journal.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return parseNames(v.Data)
}
