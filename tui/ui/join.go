package ui

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"rookery/pgn"
	"rookery/tui/lang"
)

// Joined says what became of what a key had of its own when it became one of a
// player.
type Joined struct {
	// Kept tells that the key had settings of its own, which differ from those
	// of the player: his count.
	Kept bool
	// Lessons tells that what was done in lessons was added, Puzzles and Results that what was
	// done with puzzles, openings and against computers was, and Games how many games were: unfinished,
	// played and saved ones.
	Lessons, Puzzles, Openings, Results bool
	Games                               int
	// Left is how many games did not fit, and stay where they were.
	Left int
}

// Join takes into the store what another has: games are moved, results and what was
// done in lessons are added. Settings become those of this store if it has
// none; they stay in the other one, too, for the time when it may be used by
// itself again. What stands in the way of one thing keeps it where it is.
func (st *Store) Join(other *Store) (Joined, error) {
	var j Joined
	var err error
	if j.Kept, err = st.joinSettings(other); err != nil {
		return j, err
	}
	if records := other.LessonRecords(); len(records) > 0 {
		if err := st.AddLessons(records); err != nil {
			return j, err
		}
		if err := other.ForgetLessons(); err != nil {
			return j, err
		}
		j.Lessons = true
	}
	if results := other.Results(); len(results) > 0 {
		if err := st.AddResults(results); err != nil {
			return j, err
		}
		if err := other.ForgetResults(); err != nil {
			return j, err
		}
		j.Results = true
	}
	if j.Puzzles, err = st.JoinPuzzles(other.Store); err != nil {
		return j, err
	}
	if j.Openings, err = st.JoinRepertoires(other.Store); err != nil {
		return j, err
	}
	if err = st.joinGames(other, &j); err != nil {
		return j, err
	}
	played, err := st.JoinHistory(other.Store)
	j.Games += played
	if err != nil {
		return j, err
	}
	err = st.joinSaved(other, &j)
	return j, err
}

// joinSaved moves the saved games of another store here. One whose name another has
// gets a number.
func (st *Store) joinSaved(other *Store, j *Joined) error {
	from, to := other.SavedGames(), st.SavedGames()
	if from == nil || to == nil {
		return nil
	}
	names, err := from.List()
	if err != nil {
		return err
	}
	for _, name := range names {
		stem, ours := strings.CutSuffix(name, SavedSuffix)
		if !ours {
			continue
		}
		text, err := from.Read(name)
		if err != nil {
			j.Left++
			continue
		}
		if len(stem) > longestStem {
			stem = pgn.FileName(stem)
		}
		err = fs.ErrExist
		for n := 1; n <= mostAlike && errors.Is(err, fs.ErrExist); n++ {
			as := stem + SavedSuffix
			if n > 1 {
				as = fmt.Sprintf("%s (%d)%s", stem, n, SavedSuffix)
			}
			err = to.Change(as, func(old []byte) ([]byte, error) {
				if old != nil && !bytes.Equal(old, text) {
					return nil, fs.ErrExist
				}
				return text, nil
			})
		}
		if err != nil {
			j.Left++
			continue
		}
		if err := from.Remove(name); err != nil {
			return err
		}
		j.Games++
	}
	return nil
}

const (
	SavedSuffix = ".pgn" // ends the name of a saved game
	// longestStem is how many bytes stand before it at most where one is moved, and
	// mostAlike how many games of one name are told apart.
	longestStem, mostAlike = 160, 99
)

// joinGames moves the unfinished games of another store here. Of one that is in
// both the later state is kept.
func (st *Store) joinGames(other *Store, j *Joined) error {
	games := other.Unfinished()
	if len(games) == 0 {
		return nil
	}
	mine := make(map[string]time.Time)
	for _, g := range st.Unfinished() {
		mine[g.ID] = g.Saved
	}
	for _, g := range games {
		if _, err := other.Claim(g.ID, false); err != nil { // somebody plays it
			j.Left++
			continue
		}
		if at, there := mine[g.ID]; !there || g.Saved.After(at) {
			if err := st.SaveUnfinished(g); err != nil {
				j.Left++
				other.Release(g.ID)
				continue
			}
			st.Release(g.ID)
		}
		err := other.Finish(g.ID)
		other.Release(g.ID)
		if err != nil {
			return err
		}
		j.Games++
	}
	return nil
}

// joinSettings takes the settings of another store if there are none here; kept
// tells that there are, and others.
func (st *Store) joinSettings(other *Store) (kept bool, err error) {
	if st.config == nil || other.config == nil {
		return false, nil
	}
	text, err := other.config.Read(SettingsFile)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if _, err := other.parseSettings(text); err != nil {
		return true, nil // what cannot be read is not spread
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	err = st.config.Change(SettingsFile, func(old []byte) ([]byte, error) {
		if old != nil {
			kept = string(old) != string(text)
			return nil, fs.ErrExist
		}
		return text, nil
	})
	if errors.Is(err, fs.ErrExist) {
		err = nil
	}
	return kept, err
}

// Welcome says whom a key has become, and what became of what it had.
func (j Joined) Welcome(name string) ToastMsg {
	switch {
	case j.Left > 0:
		return ToastMsg{Text: Plural(j.Left, "Account full: 1 game of this key was not added; finish or delete some",
			"Account full: %d games of this key were not added; finish or delete some"), Bad: true}
	case j.Kept:
		return ToastMsg{Text: fmt.Sprintf("Welcome, %s: your account settings are now in use", lang.Name(name))}
	case j.Lessons || j.Puzzles || j.Openings || j.Results || j.Games > 0:
		return ToastMsg{Text: fmt.Sprintf("Welcome, %s: this key's data is now in your account", lang.Name(name))}
	}
	return ToastMsg{Text: "Welcome, " + lang.Name(name)}
}
