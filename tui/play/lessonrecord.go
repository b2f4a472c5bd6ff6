package play

import "fmt"

// LessonRecord is what a player has done in one lesson.
type LessonRecord struct {
	Tried int `json:"tried"`
	Won   int `json:"won"`
	Best  int `json:"best"` // moves of the quickest win, 0 without one
}

// lessonFile keeps the records, below the directory of unfinished games.
const lessonFile = "lessons.json"

func (st *Store) lessonTable() table[LessonRecord] {
	return table[LessonRecord]{st.lessons, lessonFile, "practice record"}
}

// LessonRecords reads what was done in all lessons, by their ids. A file that
// cannot be read counts as none.
func (st *Store) LessonRecords() map[string]LessonRecord {
	records, err := st.lessonTable().read()
	if err != nil {
		return map[string]LessonRecord{}
	}
	return records
}

// CountLesson notes an attempt and, when it was won, in how many moves.
func (st *Store) CountLesson(id string, won bool, moves int) error {
	r := LessonRecord{Tried: 1}
	if won {
		r.Won, r.Best = 1, moves
	}
	return st.AddLessons(map[string]LessonRecord{id: r})
}

// AddLessons adds what was done elsewhere to the records. What cannot be read is
// not overwritten.
func (st *Store) AddLessons(more map[string]LessonRecord) error {
	st.mu.Lock()
	defer st.mu.Unlock()
	return st.lessonTable().add(more, 0, func(r, m LessonRecord) LessonRecord {
		r.Tried += m.Tried
		r.Won += m.Won
		if r.Best == 0 || m.Best != 0 && m.Best < r.Best {
			r.Best = m.Best
		}
		return r
	})
}

// ForgetLessons forgets all records.
func (st *Store) ForgetLessons() error {
	st.mu.Lock()
	defer st.mu.Unlock()
	return st.lessonTable().forget()
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
	case r.Won == 0 && r.Tried == 1:
		return "1 attempt, not won yet."
	case r.Won == 0:
		return fmt.Sprintf("%d attempts, not won yet.", r.Tried)
	}
	return fmt.Sprintf("Won %d of %d, fastest in %s.", r.Won, r.Tried, MovesWord(r.Best))
}
