package play

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"rookery/pgn"
	"rookery/pgn/collection"
	"rookery/pgn/opening"
	"rookery/pgn/safefile"
)

// tagGame names a game of the history by its ID, so that one that is played on
// after its end stands there once.
const tagGame = "GameId"

// KeepHistory has every game that ends kept in the directory: a PGN file for
// each year, which other programs read too. Call it before the store is used.
func (st *Store) KeepHistory(dir string) { st.history = dir }

// HistoryDir is the directory of the games that were played, empty where none
// are kept.
func (st *Store) HistoryDir() string { return st.history }

// History lists the files of the games that were played, the earliest first.
func (st *Store) History() ([]string, error) {
	if st.history == "" {
		return nil, nil
	}
	names, err := Dir(st.history).List()
	if err != nil {
		return nil, err
	}
	names = slices.DeleteFunc(names, func(name string) bool { return name[0] == '.' || !strings.HasSuffix(name, gameFile) })
	slices.Sort(names)
	for i, name := range names {
		names[i] = filepath.Join(st.history, name)
	}
	return names, nil
}

// Record puts a game into the history, in the place of what stands there of it,
// and takes it from the unfinished ones. One that goes on is recorded as abandoned.
// A game without a move is only taken away.
func (st *Store) Record(g Saved) error {
	if st.history == "" || len(g.Moves) == 0 {
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
		for _, name := range []string{tagParts, tagArray, tagBegan, tagSaved, tagFlip, "Clock"} {
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
	if err := safefile.MkdirAll(st.history, 0o700); err != nil {
		return err
	}
	path := st.historyFile(&g)
	return withLock(path, func() error {
		return safefile.Replace(path, func(w io.Writer, old io.Reader) error {
			text, err := readAll(old)
			if err != nil {
				return err
			}
			if text, err = without(text, idTag(g.ID)); err != nil {
				return err
			}
			whole, err := pgn.AppendText(string(text), sheet)
			if err != nil {
				return err
			}
			_, err = io.WriteString(w, whole)
			return err
		})
	})
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

// historyFile is the file that a game belongs into.
func (st *Store) historyFile(g *Saved) string {
	return filepath.Join(st.history, g.Began.Format("2006")+gameFile)
}

// Recorded finds a game in the history: its file, and its number there, from 0. A
// game that is not there is put there first; without a history, or without a move,
// path is empty.
func (st *Store) Recorded(g Saved) (path string, game int, err error) {
	if st.history == "" || len(g.Moves) == 0 {
		return "", 0, nil
	}
	path = st.historyFile(&g)
	for range 2 {
		text, err := os.ReadFile(path)
		if err == nil {
			if game, _, err = findTag(text, idTag(g.ID)); err != nil || game >= 0 {
				return path, game, err
			}
		}
		if err := st.Record(g); err != nil {
			return "", 0, err
		}
	}
	return "", 0, fmt.Errorf("the game is missing in %s", path)
}

// Forget takes games out of a file of the history. Each is told by its place and
// its text; where one is not there any longer the file stays as it is.
func (st *Store) Forget(path string, games []pgn.Piece) error {
	st.mu.Lock()
	defer st.mu.Unlock()
	return withLock(path, func() error { return pgn.Remove(path, games) })
}
