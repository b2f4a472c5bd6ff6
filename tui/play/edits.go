package play

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"path/filepath"
	"strings"
	"time"
)

// Edit is an edited game of a PGN file that is not saved there yet.
type Edit struct {
	Path string    `json:"path"` // of the file, from the root
	Old  string    `json:"-"`    // the text of the game in the file
	Raw  []byte    `json:"raw"`  // the same in JSON, which knows no Latin-1
	Text string    `json:"text"` // as it is now
	Time time.Time `json:"time"`

	file string // that keeps it
}

// readEdit reads what a file keeps.
func (st *Store) readEdit(name string) (e Edit, ok bool) {
	text, err := Dir(st.editsDir()).Read(name)
	ok = err == nil && json.Unmarshal(text, &e) == nil
	e.Old, e.file = string(e.Raw), name
	return e, ok
}

// editsDir holds a file for each edited game and each program that edits it, so that one
// that is killed loses none.
func (st *Store) editsDir() string {
	if st.state == "" {
		return ""
	}
	return filepath.Join(st.state, "edits")
}

// editSuffix ends the name of such a file.
const editSuffix = ".json"

// editStem begins the names of the files of a game.
func editStem(path, old string) string {
	sum := fnv.New64a()
	fmt.Fprintf(sum, "%s\x00%s", path, old)
	return fmt.Sprintf("%016x", sum.Sum64())
}

// editFile is the file of this store for a game.
func (st *Store) editFile(path, old string) string {
	return editStem(path, old) + "-" + st.token + editSuffix
}

// editing is the presence of a program that has a file of edits.
func (st *Store) editing(file string) string {
	return filepath.Join(st.editsDir(), "."+strings.TrimSuffix(file, editSuffix)+".open")
}

func (st *Store) lockEdits(change func() error) error {
	return withLock(filepath.Join(st.editsDir(), "edits"), change)
}

// KeepEdit keeps an edited game until it is saved in its file.
func (st *Store) KeepEdit(e Edit) error {
	dir := st.editsDir()
	if dir == "" {
		return nil
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	file := st.editFile(e.Path, e.Old)
	e.Raw = []byte(e.Old)
	if err := Dir(dir).Change(file, func([]byte) ([]byte, error) { return json.Marshal(e) }); err != nil {
		return err
	}
	if _, ok := st.edits[file]; ok {
		return nil
	}
	return st.lockEdits(func() error {
		if st.edits == nil {
			st.edits = map[string]presence{}
		}
		st.edits[file] = announce(st.editing(file))
		return nil
	})
}

// EditOf finds the latest edits of a game of a file that a program has left without
// saving them, and tells whether another program edits the game now.
func (st *Store) EditOf(path, old string) (e Edit, found, elsewhere bool) {
	dir := st.editsDir()
	if dir == "" {
		return e, false, false
	}
	names, err := Dir(dir).List()
	if err != nil {
		return e, false, false
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	stem, own := editStem(path, old), st.editFile(path, old)
	_, editing := st.edits[own]
	for _, name := range names {
		if !strings.HasPrefix(name, stem) || !strings.HasSuffix(name, editSuffix) || name == own && editing {
			continue
		}
		open := false
		_ = st.lockEdits(func() error { open = present(st.editing(name)); return nil })
		if open {
			elsewhere = true
			continue
		}
		one, ok := st.readEdit(name)
		if !ok || one.Path != path || one.Old != old || found && one.Time.Before(e.Time) {
			continue
		}
		e, found = one, true
	}
	return e, found, elsewhere
}

// EditsIn finds the games of a file that programs have left edited, without their order.
func (st *Store) EditsIn(path string) []Edit {
	dir := st.editsDir()
	if dir == "" {
		return nil
	}
	names, err := Dir(dir).List()
	if err != nil {
		return nil
	}
	seen := map[string]bool{}
	var left []Edit
	for _, name := range names {
		e, ok := st.readEdit(name)
		if !ok || !strings.HasSuffix(name, editSuffix) || e.Path != path || seen[e.Old] {
			continue
		}
		seen[e.Old] = true
		if e, found, _ := st.EditOf(path, e.Old); found {
			left = append(left, e)
		}
	}
	return left
}

// DropEdit forgets edits that EditOf has found, unless this store goes on with them.
func (st *Store) DropEdit(e Edit) error {
	st.mu.Lock()
	_, own := st.edits[e.file]
	st.mu.Unlock()
	if e.file == "" || own {
		return nil
	}
	return Dir(st.editsDir()).Remove(e.file)
}

// DropOwnEdit forgets what this store keeps of a game.
func (st *Store) DropOwnEdit(path, old string) error {
	if st.editsDir() == "" {
		return nil
	}
	st.LeaveEdit(path, old)
	return Dir(st.editsDir()).Remove(st.editFile(path, old))
}

// LeaveEdit lets other programs have what this store keeps of a game.
func (st *Store) LeaveEdit(path, old string) {
	dir := st.editsDir()
	if dir == "" {
		return
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	file := st.editFile(path, old)
	p, ok := st.edits[file]
	if !ok {
		return
	}
	delete(st.edits, file)
	_ = st.lockEdits(func() error { p.end(); return nil }) // left over it is removed by the next program
}
