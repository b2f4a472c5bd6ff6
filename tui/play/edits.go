package play

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"path/filepath"
	"time"
)

// Edit is an edited game of a PGN file that is not saved there yet.
type Edit struct {
	Path string    `json:"path"` // of the file, from the root
	Old  string    `json:"old"`  // the text of the game in the file
	Text string    `json:"text"` // as it is now
	Time time.Time `json:"time"`
}

// editsDir holds a file for each edited game, so that a program that is killed loses none.
func (st *Store) editsDir() Files {
	if st.state == "" {
		return nil
	}
	return Dir(filepath.Join(st.state, "edits"))
}

func editFile(path, old string) string {
	sum := fnv.New64a()
	fmt.Fprintf(sum, "%s\x00%s", path, old)
	return fmt.Sprintf("%016x.json", sum.Sum64())
}

// KeepEdit keeps an edited game until it is saved in its file.
func (st *Store) KeepEdit(e Edit) error {
	files := st.editsDir()
	if files == nil {
		return nil
	}
	return files.Change(editFile(e.Path, e.Old), func([]byte) ([]byte, error) { return json.Marshal(e) })
}

// EditOf finds what was kept of a game of a file.
func (st *Store) EditOf(path, old string) (e Edit, ok bool) {
	files := st.editsDir()
	if files == nil {
		return e, false
	}
	text, err := files.Read(editFile(path, old))
	if err != nil || json.Unmarshal(text, &e) != nil {
		return e, false
	}
	return e, e.Path == path && e.Old == old
}

// DropEdit forgets it.
func (st *Store) DropEdit(path, old string) error {
	files := st.editsDir()
	if files == nil {
		return nil
	}
	return files.Remove(editFile(path, old))
}
