package play

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"path/filepath"
	"strings"

	"rookery/pgn/safefile"
)

// An unfinished game belongs to the store that wrote it last, which its tag Owner
// names. A store that finds another owner than itself has lost the game and does not
// write it any more.

const tagOwner = "Owner"

var (
	// ErrElsewhere tells that another program, which runs, has the game open.
	ErrElsewhere = errors.New("this game is open in another program")
	// ErrTaken tells that another program has gone on with a game that was open here, or has
	// ended or deleted it.
	ErrTaken = errors.New("another program has taken this game over")
	// ErrGone tells that there is no such unfinished game.
	ErrGone = errors.New("this game was finished or deleted")
)

// claim is an unfinished game that is open in this store.
type claim struct {
	kept bool // it is on disk, with this owner
	presence
}

// newToken names a store among those that may open the same games.
func newToken() string { return fmt.Sprintf("%016x", rand.Uint64()) }

// ownedBy is the store that wrote the text of an unfinished game, empty where none is named.
func ownedBy(text []byte) string {
	_, after, ok := bytes.Cut(append([]byte("\n"), text...), []byte("\n["+tagOwner+` "`))
	if !ok {
		return ""
	}
	owner, _, _ := bytes.Cut(after, []byte(`"`))
	return string(owner)
}

// owned is the text with another owner.
func owned(text []byte, owner string) []byte {
	line := fmt.Sprintf("[%s %q]\n", tagOwner, owner)
	if old := ownedBy(text); old != "" {
		return bytes.Replace(text, []byte(fmt.Sprintf("[%s %q]\n", tagOwner, old)), []byte(line), 1)
	}
	return append([]byte(line), text...)
}

// exclusively changes unfinished games while no other program does.
func (st *Store) exclusively(change func() error) error {
	if st.state == "" {
		return change()
	}
	if err := safefile.MkdirAll(st.UnfinishedDir(), 0o700); err != nil {
		return err
	}
	return withLock(filepath.Join(st.UnfinishedDir(), "unfinished"), change)
}

// openFile is the presence of a store at an unfinished game.
func (st *Store) openFile(id, owner string) string {
	return filepath.Join(st.UnfinishedDir(), "."+id+"-"+owner+".open")
}

// elsewhere tells whether the owner of a game is another program that runs.
func (st *Store) elsewhere(id, owner string) bool {
	return st.state != "" && owner != st.token && owner != "" && strings.Trim(owner, "0123456789abcdef") == "" && present(st.openFile(id, owner))
}

// mayWrite tells why an unfinished game, whose text is given, is not for this store to change.
func (st *Store) mayWrite(id string, text []byte) error {
	owner := ownedBy(text)
	switch c := st.claims[id]; {
	case c.kept && (text == nil || owner != st.token):
		return ErrTaken
	case st.elsewhere(id, owner):
		return ErrElsewhere
	}
	return nil
}

// open tells others that an unfinished game is open here, before it is written: who reads it
// then knows.
func (st *Store) open(id string) {
	c := st.claims[id]
	if c.presence.lock == nil && st.state != "" {
		c.presence = announce(st.openFile(id, st.token))
	}
	if st.claims == nil {
		st.claims = map[string]claim{}
	}
	st.claims[id] = c
}

// claimed notes that an open game on disk is of this store.
func (st *Store) claimed(id string) {
	c := st.claims[id]
	c.kept = true
	st.claims[id] = c
}

// Claim opens an unfinished game as it is now. Where another program has it open the
// error is ErrElsewhere, unless the game is taken over from it.
func (st *Store) Claim(id string, takeOver bool) (*Saved, error) {
	name, err := fileOf(id)
	if err != nil || st.unfinished == nil {
		return nil, ErrGone
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	var g *Saved
	err = st.exclusively(func() error {
		text, err := st.unfinished.Read(name)
		if errors.Is(err, fs.ErrNotExist) {
			return ErrGone
		}
		if err == nil {
			g, err = readSaved(id, bytes.NewReader(text))
		}
		if err == nil && !takeOver && st.elsewhere(id, ownedBy(text)) {
			err = ErrElsewhere
		}
		if err != nil {
			return err
		}
		st.open(id)
		// A disk that cannot be written on is no hindrance; saving tells it.
		if st.unfinished.Change(name, func(now []byte) ([]byte, error) {
			if !bytes.Equal(now, text) {
				return nil, ErrTaken
			}
			return owned(now, st.token), nil
		}) == nil {
			st.claimed(id)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return g, nil
}

// Abandon puts an unfinished game, as it is now, among those that were played. One that
// another program has open is left alone.
func (st *Store) Abandon(id string) error {
	g, err := st.Claim(id, false)
	if errors.Is(err, ErrGone) {
		return nil
	}
	if err != nil {
		return err
	}
	defer st.Release(id)
	return st.Record(*g)
}

// Look reads an unfinished game that another program may have open, and tells whether one
// has.
func (st *Store) Look(id string) (g *Saved, open bool, err error) {
	name, err := fileOf(id)
	if err != nil || st.unfinished == nil {
		return nil, false, ErrGone
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	text, err := st.unfinished.Read(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false, ErrGone
	}
	if err != nil {
		return nil, false, err
	}
	if g, err = readSaved(id, bytes.NewReader(text)); err != nil {
		return nil, false, err
	}
	err = st.exclusively(func() error { open = st.elsewhere(id, ownedBy(text)); return nil })
	return g, open, err
}

// Release lets other programs have an unfinished game that was open here.
func (st *Store) Release(id string) {
	st.mu.Lock()
	defer st.mu.Unlock()
	c, ok := st.claims[id]
	if !ok {
		return
	}
	delete(st.claims, id)
	_ = st.exclusively(func() error { c.presence.end(); return nil }) // left over it is removed by the next program
}
