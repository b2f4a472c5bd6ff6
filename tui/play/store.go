package play

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"sync"
	"time"

	"rookery/chess"
	"rookery/chess/sorted"
	"rookery/pgn"
	"rookery/pgn/opening"
	"rookery/pgn/safefile"
)

// Store keeps games on disk. Every file is written beside its place and
// renamed into it, so that a crash leaves the old one or the new one. It may
// be used by several goroutines.
type Store struct {
	state      string      // the directory of both below; empty where there is none
	unfinished Files       // a PGN file for each; nil keeps nothing
	lessons    Files       // holds the record of lessons; nil keeps nothing
	games      string      // games that the user saved
	savedGames Files       // the same where they lie in no directory, else nil
	played     gamesPlayed // nothing is kept where it has no files
	most       int         // files of games in each directory; 0 for any number
	token      string      // tells this store from others that have the same games
	mu         sync.Mutex
	claims     map[string]claim // by ID, the unfinished games that are open here
	edits      map[string]presence
}

// NewStore keeps unfinished games below the directory state and saved ones in
// games; it makes both when it first writes. An empty one keeps nothing.
func NewStore(state, games string) *Store {
	st := &Store{state: state, games: games, token: newToken()}
	if state != "" {
		st.unfinished, st.lessons = Dir(st.UnfinishedDir()), Dir(state)
	}
	return st
}

// NewStoreOn keeps unfinished games and what was done in lessons in files, saved games in
// files of their own, and the games that were played in others; the first two bound their
// number themselves.
func NewStoreOn(files, saved, played Files) *Store {
	st := &Store{unfinished: files, lessons: files, savedGames: saved, token: newToken()}
	st.KeepHistoryIn(played)
	return st
}

// Limit has the store keep at most so many games of each kind, in at most 32 KiB
// for each of them. Call it before the store is used.
func (st *Store) Limit(games int) { st.most = games }

// Room tells why no further game is kept in one of the store's directories; nil
// while there is room.
func (st *Store) Room(dir string) error {
	if st.most == 0 {
		return nil
	}
	files, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	files = slices.DeleteFunc(files, func(f fs.DirEntry) bool { return f.Name()[0] == '.' }) // locks
	var bytes int64
	for _, f := range files {
		if info, err := f.Info(); err == nil {
			bytes += info.Size()
		}
	}
	if len(files) >= st.most || bytes >= int64(st.most)*(32<<10) {
		return fmt.Errorf("limit reached: %d games are saved here; finish or delete some", len(files))
	}
	return nil
}

// UnfinishedDir holds one PGN file for each unfinished game of a store made by
// NewStore.
func (st *Store) UnfinishedDir() string { return filepath.Join(st.state, "unfinished") }

// NewID names a game by the time it began and a number drawn by chance.
func NewID(began time.Time, chance uint64) string {
	return fmt.Sprintf("%s-%04x", began.UTC().Format("20060102-150405"), chance&0xffff)
}

// gameFile ends the name of the file of an unfinished game, which is its ID.
const gameFile = ".pgn"

// fileOf is the file of an unfinished game; an error for a name that is not ours.
func fileOf(id string) (string, error) {
	if id == "" || strings.Trim(id, "0123456789abcdef-") != "" {
		return "", fmt.Errorf("%q is not a game name", id)
	}
	return id + gameFile, nil
}

// SaveUnfinished keeps a game, over its earlier state, unless that is another program's
// by now.
func (st *Store) SaveUnfinished(g Saved) error {
	if st.unfinished == nil {
		return nil
	}
	name, err := fileOf(g.ID)
	if err != nil {
		return err
	}
	sheet, err := g.Sheet()
	if err != nil {
		return err
	}
	sheet.Tags.Set(tagOwner, st.token)
	var text bytes.Buffer
	w := pgn.NewWriter(&text)
	if err := w.Write(sheet); err != nil {
		return err
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	return st.exclusively(func() error {
		err := st.unfinished.Change(name, func(old []byte) ([]byte, error) {
			if err := st.mayWrite(g.ID, old); err != nil {
				return nil, err
			}
			if old == nil && st.state != "" { // a new game
				if err := st.Room(st.UnfinishedDir()); err != nil {
					return nil, err
				}
			}
			st.open(g.ID)
			return text.Bytes(), nil
		})
		if err == nil {
			st.claimed(g.ID)
		}
		return err
	})
}

// Finish forgets an unfinished game. It is no error if there is none.
func (st *Store) Finish(id string) error { return st.finish(id, nil) }

// finish forgets an unfinished game once record, which may be nil, has succeeded.
func (st *Store) finish(id string, record func() error) error {
	st.mu.Lock()
	defer st.mu.Unlock()
	end := func() error {
		if record == nil {
			return nil
		}
		return record()
	}
	if st.unfinished == nil {
		return end()
	}
	name, err := fileOf(id)
	if err != nil {
		return err
	}
	return st.exclusively(func() error {
		text, err := st.unfinished.Read(name)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if err := st.mayWrite(id, text); err != nil {
			return err
		}
		if err := end(); err != nil {
			return err
		}
		if text == nil {
			return nil
		}
		if c, ok := st.claims[id]; ok {
			c.kept = false
			st.claims[id] = c
		}
		return st.unfinished.Remove(name)
	})
}

// Unfinished reads the games that were left, the latest first. Files that
// cannot be read are left alone and left out.
func (st *Store) Unfinished() []Saved {
	if st.unfinished == nil {
		return nil
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	names, err := st.unfinished.List()
	if err != nil {
		return nil
	}
	sort.Strings(names)
	var games []Saved
	for _, name := range names {
		id, ours := strings.CutSuffix(name, gameFile)
		if !ours {
			continue
		}
		text, err := st.unfinished.Read(name)
		if err != nil {
			continue
		}
		g, err := readSaved(id, bytes.NewReader(text))
		if err == nil && !g.Outcome.Over() {
			owner := ownedBy(text)
			if st.state != "" && slices.Contains(names, filepath.Base(st.openFile(id, owner))) {
				_ = st.exclusively(func() error { g.Elsewhere = st.elsewhere(id, owner); return nil })
			}
			games = append(games, *g)
		}
	}
	sorted.By(games, func(a, b Saved) int { return b.Saved.Compare(a.Saved) })
	return games
}

// Keep writes a game into the folder of saved games under a name made of its
// date and players, and tells the path, or its name among the saved games. A game of chess
// gets the tags of its opening. An existing file is never overwritten.
func (st *Store) Keep(g Saved) (path string, err error) {
	if st.games == "" && st.savedGames == nil {
		return "", errors.New("no folder for saved games here; copy the PGN instead")
	}
	sheet, err := g.Sheet()
	if err != nil {
		return "", err
	}
	opening.Tag(sheet)
	if st.savedGames != nil {
		return st.saveTo(g, sheet)
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	if err := st.Room(st.games); err != nil {
		return "", err
	}
	if err := safefile.MkdirAll(st.games, 0o755); err != nil {
		return "", err
	}
	words := [2]string{fileWord(g.Config.Players[chess.White].Name), fileWord(g.Config.Players[chess.Black].Name)}
	for n := 1; ; n++ {
		path = filepath.Join(st.games, savedName(g, words, n))
		err := safefile.Create(path, func(w io.Writer) error { return pgn.NewWriter(w).Write(sheet) })
		if errors.Is(err, fs.ErrExist) && n < maxSameName {
			continue
		}
		if err != nil {
			return "", err
		}
		return path, nil
	}
}

// GamesDir is the folder of saved games, empty when there is none.
func (st *Store) GamesDir() string { return st.games }

// fileWord makes a player's name fit for a file name.
func fileWord(name string) string {
	name = strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>|`, r) {
			return '_'
		}
		return r
	}, Clean(name))
	if r := []rune(name); len(r) > 40 {
		name = string(r[:40])
	}
	name = strings.Trim(name, ". ")
	if name == "" {
		return "someone"
	}
	return name
}
