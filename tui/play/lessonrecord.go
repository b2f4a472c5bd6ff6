package play

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// LessonRecord is what a player has done in one lesson.
type LessonRecord struct {
	Tried int `json:"tried"`
	Won   int `json:"won"`
	Best  int `json:"best"` // moves of the quickest win, 0 without one
}

// lessonFile keeps the records, below the directory of unfinished games.
const lessonFile = "lessons.json"

// LessonRecords reads what was done in all lessons, by their ids. A file that
// cannot be read counts as none.
func (st *Store) LessonRecords() map[string]LessonRecord {
	records, err := st.readLessons()
	if err != nil {
		return map[string]LessonRecord{}
	}
	return records
}

func (st *Store) readLessons() (map[string]LessonRecord, error) {
	records := make(map[string]LessonRecord)
	if st.state == "" {
		return records, nil
	}
	text, err := os.ReadFile(filepath.Join(st.state, lessonFile))
	if errors.Is(err, fs.ErrNotExist) {
		return records, nil
	}
	if err == nil {
		err = json.Unmarshal(text, &records)
	}
	if err != nil {
		return nil, fmt.Errorf("the record of lessons: %w", err)
	}
	return records, nil
}

// CountLesson notes an attempt and, when it was won, in how many moves.
func (st *Store) CountLesson(id string, won bool, moves int) error {
	if st.state == "" {
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
	text, err := json.MarshalIndent(records, "", "\t")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(st.state, 0o700); err != nil {
		return err
	}
	return WriteFile(filepath.Join(st.state, lessonFile), append(text, '\n'))
}

// Note is a record in a few signs, empty for a lesson that was never tried.
func (r LessonRecord) Note() string {
	if r.Tried == 0 {
		return ""
	}
	return fmt.Sprintf("%d/%d", r.Won, r.Tried)
}

// Words say a record, empty for a lesson that was never tried.
func (r LessonRecord) Words() string {
	switch {
	case r.Tried == 0:
		return ""
	case r.Won == 0:
		return fmt.Sprintf("Tried %d, not won yet.", r.Tried)
	}
	return fmt.Sprintf("Won %d of %d, the quickest in %s.", r.Won, r.Tried, MovesWord(r.Best))
}
