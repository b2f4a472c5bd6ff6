package play

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"

	"rookery/pgn"
	"rookery/pgn/collection"
	"rookery/pgn/opening"
	"rookery/pgn/safefile"
)

// tagGame names a game of the history by its ID, so that one that is played on
// after its end stands there once.
const tagGame = "GameId"

// gamesPlayed is where the games that were played lie. A file holds many of them.
type gamesPlayed struct {
	files Files
	// dir is the directory of the files where their owner may have their paths; else empty.
	dir string
	// bounded keeps the latest games in a few short files, which are numbered; else there
	// is one of any length for each year.
	bounded bool
}

const (
	// playedFile is how many bytes a numbered file of the history may have.
	playedFile = 60 << 10
	// HistoryFiles is how many of them there are at most: some 700 games. The oldest go first.
	HistoryFiles = 16
)

// KeepHistory has every game that ends kept in the directory: a PGN file for
// each year, which other programs read too; in a store with a limit, few files. Call
// it before the store is used.
func (st *Store) KeepHistory(dir string) {
	switch {
	case dir == "":
	case st.most > 0:
		st.KeepHistoryIn(playedDir{Dir(dir)})
	default:
		st.played = gamesPlayed{files: playedDir{Dir(dir)}, dir: dir}
	}
}

// KeepHistoryIn has the latest games that end kept in files of some 60 KiB.
func (st *Store) KeepHistoryIn(files Files) { st.played = gamesPlayed{files: files, bounded: true} }

// KeepsHistory tells whether games that end are kept.
func (st *Store) KeepsHistory() bool { return st.played.files != nil }

// HistoryFiles has the files that History lists where those are names, and is nil
// where they are paths.
func (st *Store) HistoryFiles() Files {
	if st.played.dir != "" {
		return nil
	}
	return st.played.files
}

// playedDir is a directory of games that were played, which other programs of ours write
// too.
type playedDir struct{ Dir }

// Change implements [Files].
func (d playedDir) Change(name string, alter func([]byte) ([]byte, error)) error {
	if err := safefile.MkdirAll(string(d.Dir), 0o700); err != nil {
		return err
	}
	path := filepath.Join(string(d.Dir), name)
	return withLock(path, func() error {
		return safefile.Replace(path, func(w io.Writer, old io.Reader) error {
			text, err := readAll(old)
			if err == nil {
				text, err = alter(text)
			}
			if err == nil {
				_, err = w.Write(text)
			}
			return err
		})
	})
}

// names lists the files, the earliest first.
func (p *gamesPlayed) names() ([]string, error) {
	if p.files == nil {
		return nil, nil
	}
	names, err := p.files.List()
	if err != nil {
		return nil, err
	}
	names = slices.DeleteFunc(names, func(name string) bool { return name[0] == '.' || !strings.HasSuffix(name, gameFile) })
	sort.Strings(names)
	return names, nil
}

// History lists the files of the games that were played, the earliest first: their paths,
// or names among the HistoryFiles.
func (st *Store) History() ([]string, error) {
	names, err := st.played.names()
	if st.played.dir != "" {
		for i, name := range names {
			names[i] = filepath.Join(st.played.dir, name)
		}
	}
	return names, err
}

// Record puts a game into the history, in the place of what stands there of it,
// and takes it from the unfinished ones. One that goes on is recorded as abandoned.
// A game without a move is only taken away.
func (st *Store) Record(g Saved) error {
	if !st.KeepsHistory() || len(g.Moves) == 0 {
		return st.Finish(g.ID)
	}
	return st.finish(g.ID, func() error { return st.record(g) })
}

// record writes it there, under st.mu.
func (st *Store) record(g Saved) error {
	sheet, err := g.Sheet()
	if err != nil {
		return err
	}
	if !g.Outcome.Over() {
		for _, name := range []string{tagParts, tagArray, tagBegan, tagSaved, tagFlip, tagAgain, "Clock"} {
			sheet.Tags.Delete(name)
		}
		for _, side := range []string{"White", "Black"} {
			sheet.Tags.Delete(side + tagLeft)
			sheet.Tags.Delete(side + tagProgram)
		}
		sheet.Tags.Set("Termination", "abandoned")
	}
	sheet.Tags.Set(tagGame, g.ID)
	opening.Tag(sheet)
	return st.played.put(sheet, g.Began)
}

// errFull tells that a numbered file has no room for a game.
var errFull = errors.New("this file of games is full")

// put adds a game that has an ID, and takes out what was there of it.
func (p *gamesPlayed) put(sheet *pgn.Game, began time.Time) error {
	id := idTag(sheet.Tags.Value(tagGame))
	add := func(old []byte) ([]byte, error) {
		text, err := without(old, id)
		if err != nil {
			return nil, err
		}
		whole, err := pgn.AppendText(string(text), sheet)
		if err == nil && p.bounded && len(text) > 0 && len(whole) > playedFile {
			err = errFull
		}
		return []byte(whole), err
	}
	if !p.bounded {
		return p.files.Change(began.Format("2006")+gameFile, add)
	}
	names, err := p.names()
	if err != nil {
		return err
	}
	last := 1
	if len(names) > 0 {
		if last, err = strconv.Atoi(strings.TrimSuffix(names[len(names)-1], gameFile)); err != nil {
			return err
		}
	}
	name := func() string { return fmt.Sprintf("%06d%s", last, gameFile) }
	for len(names) > HistoryFiles {
		if err := p.files.Remove(names[0]); err != nil {
			return err
		}
		names = names[1:]
	}
	if err = p.files.Change(name(), add); errors.Is(err, errFull) {
		last++
		err = p.files.Change(name(), add)
	}
	if err != nil {
		return err
	}
	for _, other := range names {
		text, err := p.files.Read(other)
		if err != nil || other == name() || !bytes.Contains(text, []byte(id)) {
			continue
		}
		if err := p.files.Change(other, func(old []byte) ([]byte, error) { return without(old, id) }); err != nil {
			return err
		}
	}
	return nil
}

// JoinHistory moves the games that another store has here, and tells how many.
func (st *Store) JoinHistory(other *Store) (games int, err error) {
	if !st.KeepsHistory() || !other.KeepsHistory() {
		return 0, nil
	}
	names, err := other.played.names()
	if err != nil {
		return 0, err
	}
	for _, name := range names {
		text, err := other.played.files.Read(name)
		if err != nil {
			return games, err
		}
		r := pgn.NewReader(bytes.NewReader(text))
		for {
			g, err := r.Read()
			if errors.Is(err, io.EOF) {
				break
			}
			if g == nil || g.Tags.Value(tagGame) == "" {
				continue // nothing that this program wrote
			}
			began, _ := time.Parse("2006.01.02", g.Tags.Value("Date"))
			if err := st.played.put(g, began); err != nil {
				return games, err
			}
			games++
		}
		if err := other.played.files.Remove(name); err != nil {
			return games, err
		}
	}
	return games, nil
}

func readAll(r io.Reader) ([]byte, error) {
	if r == nil {
		return nil, nil
	}
	return io.ReadAll(r)
}

// without takes the game that has a tag out of a collection.
func without(text []byte, tag string) ([]byte, error) {
	i, ix, err := findTag(text, tag)
	if i < 0 || err != nil {
		return text, err
	}
	e := ix.Entry(i)
	return slices.Concat(text[:e.Offset], text[e.Offset+int64(e.Length):]), nil
}

// findTag finds the game of a collection that has a tag, -1 for none.
func findTag(text []byte, tag string) (game int, ix *collection.Index, err error) {
	at := int64(bytes.Index(text, []byte(tag)))
	if at < 0 {
		return -1, nil, nil
	}
	if ix, err = collection.BuildIndex(context.Background(), bytes.NewReader(text), int64(len(text)), nil); err != nil {
		return -1, nil, err
	}
	for i := range ix.Len() {
		if e := ix.Entry(i); e.Offset <= at && at < e.Offset+int64(e.Length) {
			return i, ix, nil
		}
	}
	return -1, nil, nil
}

// idTag is the tag of a game of the history as it is written.
func idTag(id string) string { return fmt.Sprintf("[%s %q]", tagGame, id) }

// Recorded finds a game in the history: its file as History lists it, and its number
// there, from 0. A game that is not there is put there first; without a history, or
// without a move, and of a game that NewID has not named, such as one of a club, file is
// empty.
func (st *Store) Recorded(g Saved) (file string, game int, err error) {
	if !st.KeepsHistory() || len(g.Moves) == 0 || !strings.Contains(g.ID, "-") {
		return "", 0, nil
	}
	for range 2 {
		names, err := st.played.names()
		if err != nil {
			return "", 0, err
		}
		for _, name := range slices.Backward(names) {
			text, err := st.played.files.Read(name)
			if err != nil {
				continue
			}
			if game, _, err = findTag(text, idTag(g.ID)); err != nil || game >= 0 {
				return filepath.Join(st.played.dir, name), game, err
			}
		}
		if err := st.Record(g); err != nil {
			return "", 0, err
		}
	}
	return "", 0, errors.New("the game is missing among those that were played")
}

// Forget takes games out of a file of the history, as History lists it. Each is told by
// its place and its text; where one is not there any longer the file stays as it is.
func (st *Store) Forget(file string, games []pgn.Piece) error {
	st.mu.Lock()
	defer st.mu.Unlock()
	return st.played.files.Change(filepath.Base(file), func(text []byte) ([]byte, error) {
		return pgn.RemoveText(text, games)
	})
}
