package tui

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/pelletier/go-toml/v2"
)

// lessonRecord is what a player has done in one lesson.
type lessonRecord struct {
	Tried int `toml:"tried"`
	Won   int `toml:"won"`
	Best  int `toml:"best"` // moves of the quickest win, 0 without one
}

// lessonFile keeps the records, below the directory of unfinished games.
const lessonFile = "lessons.toml"

// lessonRecords reads what was done in all lessons, by their ids. A file that
// cannot be read counts as none.
func (st *Store) lessonRecords() map[string]lessonRecord {
	records, err := st.readLessons()
	if err != nil {
		return map[string]lessonRecord{}
	}
	return records
}

func (st *Store) readLessons() (map[string]lessonRecord, error) {
	records := make(map[string]lessonRecord)
	if st.dirs.State == "" {
		return records, nil
	}
	text, err := os.ReadFile(filepath.Join(st.dirs.State, lessonFile))
	if errors.Is(err, fs.ErrNotExist) {
		return records, nil
	}
	if err == nil {
		err = toml.NewDecoder(bytes.NewReader(text)).Decode(&records)
	}
	if err != nil {
		return nil, fmt.Errorf("the record of lessons: %w", err)
	}
	return records, nil
}

// countLesson notes an attempt and, when it was won, in how many moves.
func (st *Store) countLesson(id string, won bool, moves int) error {
	if st.dirs.State == "" {
		return nil
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	records, err := st.readLessons()
	if err != nil {
		return err // what cannot be read is not overwritten
	}
	r := records[id]
	r.Tried++
	if won {
		r.Won++
		if r.Best == 0 || moves < r.Best {
			r.Best = moves
		}
	}
	records[id] = r
	text, err := toml.Marshal(records)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(st.dirs.State, 0o700); err != nil {
		return err
	}
	return writeFile(filepath.Join(st.dirs.State, lessonFile), text)
}

// note is a record in a few signs, empty for a lesson that was never tried.
func (r lessonRecord) note() string {
	if r.Tried == 0 {
		return ""
	}
	return fmt.Sprintf("%d/%d", r.Won, r.Tried)
}

// words say a record, empty for a lesson that was never tried.
func (r lessonRecord) words() string {
	switch {
	case r.Tried == 0:
		return ""
	case r.Won == 0:
		return fmt.Sprintf("Tried %d, not won yet.", r.Tried)
	}
	return fmt.Sprintf("Won %d of %d, the quickest in %s.", r.Won, r.Tried, movesWord(r.Best))
}
