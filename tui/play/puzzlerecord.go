package play

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"rookery/chess/glicko"
	"rookery/chess/sorted"
	"rookery/pgn/puzzle"
)

// PuzzleRecord is what a player has done with puzzles.
type PuzzleRecord struct {
	Ratings  map[string]PuzzleRating `json:"ratings,omitempty"`  // by variant, "chess" too
	Tries    []PuzzleTry             `json:"tries,omitempty"`    // rated ones, the latest last
	Mistakes []string                `json:"mistakes,omitempty"` // rows of puzzles that wait to be solved again
	Best     map[string]int          `json:"best,omitempty"`     // solved in a streak or timed run, by its name
}

// PuzzleRating is a player's rating at the puzzles of one variant.
type PuzzleRating struct {
	Rating     float64   `json:"rating"`
	Deviation  float64   `json:"deviation"`
	Volatility float64   `json:"volatility"`
	At         time.Time `json:"at"` // of the last puzzle
	Solved     int       `json:"solved"`
	Failed     int       `json:"failed"`
}

func (r PuzzleRating) glicko() glicko.Rating {
	if r.Deviation == 0 {
		return glicko.New()
	}
	return glicko.Rating{Rating: r.Rating, Deviation: r.Deviation, Volatility: r.Volatility}
}

// Tries is how many puzzles were rated.
func (r PuzzleRating) Tries() int { return r.Solved + r.Failed }

// Provisional tells whether the rating says little so far.
func (r PuzzleRating) Provisional() bool { return r.glicko().Provisional() }

// Text is a rating in digits, with a question mark while it is provisional.
func (r PuzzleRating) Text() string {
	text := strconv.Itoa(r.Points())
	if r.Provisional() {
		text += "?"
	}
	return text
}

// Points are the rating as a whole number.
func (r PuzzleRating) Points() int { return int(r.glicko().Rating + 0.5) }

// PuzzleTry is one rated puzzle.
type PuzzleTry struct {
	ID      string
	Variant string // empty for chess
	At      time.Time
	Solved  bool
	Rating  int // of the player after it
}

// MarshalText writes a try in a few signs: a player keeps many.
func (t PuzzleTry) MarshalText() ([]byte, error) {
	sign := "-"
	if t.Solved {
		sign = "+"
	}
	return []byte(strings.TrimSpace(fmt.Sprintf("%s %d %s %d %s", t.ID, t.At.Unix(), sign, t.Rating, t.Variant))), nil
}

// UnmarshalText reads what MarshalText wrote.
func (t *PuzzleTry) UnmarshalText(text []byte) error {
	cells := strings.Fields(string(text))
	if len(cells) < 4 {
		return fmt.Errorf("%.40q is no puzzle that was tried", text)
	}
	at, err := strconv.ParseInt(cells[1], 10, 64)
	if err != nil {
		return err
	}
	rating, err := strconv.Atoi(cells[3])
	if err != nil {
		return err
	}
	*t = PuzzleTry{ID: cells[0], At: time.Unix(at, 0).UTC(), Solved: cells[2] == "+", Rating: rating}
	if len(cells) > 4 {
		t.Variant = cells[4]
	}
	return nil
}

const (
	// puzzleFile keeps the record, beside that of lessons.
	puzzleFile = "puzzles.json"
	// mostTries and mostMistakes keep the file below what a club stores for one name, 64 KiB.
	mostTries, mostMistakes = 800, 150
)

// variantKey is the name under which a variant's rating stands.
func variantKey(variant string) string {
	if variant == "" {
		return "chess"
	}
	return variant
}

// Rating is the player's rating at a variant; that of somebody new where there is none.
func (r *PuzzleRecord) Rating(variant string) PuzzleRating { return r.Ratings[variantKey(variant)] }

// Rated lists the variants in which puzzles were rated, by their ids, the most tried first.
func (r *PuzzleRecord) Rated() []string {
	return sorted.Keys(r.Ratings, func(a, b string) int {
		return cmp.Or(r.Ratings[b].Tries()-r.Ratings[a].Tries(), cmp.Compare(a, b))
	})
}

// Rate counts a rated puzzle: the rating changes, and what went wrong is kept to be
// tried again.
func (r *PuzzleRecord) Rate(p *puzzle.Puzzle, solved bool, now time.Time) {
	key := variantKey(p.Variant)
	old := r.Ratings[key]
	score := 0.0
	if solved {
		score = 1
		old.Solved++
	} else {
		old.Failed++
	}
	away := time.Duration(0)
	if !old.At.IsZero() {
		away = now.Sub(old.At)
	}
	after := old.glicko().After(away, glicko.Game{Opponent: puzzleRating(p), Score: score})
	old.Rating, old.Deviation, old.Volatility, old.At = after.Rating, after.Deviation, after.Volatility, now.UTC().Truncate(time.Second)
	if r.Ratings == nil {
		r.Ratings = make(map[string]PuzzleRating)
	}
	r.Ratings[key] = old
	r.Tries = append(r.Tries, PuzzleTry{ID: strings.Join(strings.Fields(p.ID), ""), Variant: p.Variant, At: old.At, Solved: solved, Rating: old.Points()})
	r.Tries = r.Tries[max(len(r.Tries)-mostTries, 0):]
	r.Repeat(p, solved)
}

// unsure is the deviation of a puzzle's rating where nobody has measured it.
const unsure = 150

func puzzleRating(p *puzzle.Puzzle) glicko.Rating {
	deviation := float64(p.Deviation)
	if deviation == 0 {
		deviation = unsure
	}
	return glicko.Rating{Rating: float64(p.Rating), Deviation: deviation, Volatility: 0.06}
}

// Repeat keeps a puzzle among the mistakes, or takes it from there once it is solved.
func (r *PuzzleRecord) Repeat(p *puzzle.Puzzle, solved bool) {
	row := p.Row()
	i := slices.IndexFunc(r.Mistakes, func(other string) bool { return idOf(other) == p.ID })
	switch {
	case solved && i >= 0:
		r.Mistakes = slices.Delete(r.Mistakes, i, i+1)
	case !solved && i < 0:
		r.Mistakes = append(r.Mistakes, row)
		r.Mistakes = r.Mistakes[max(len(r.Mistakes)-mostMistakes, 0):]
	}
}

func idOf(row string) string {
	id, _, _ := strings.Cut(row, "\t")
	return id
}

// Again are the puzzles of a variant that went wrong, the oldest first.
func (r *PuzzleRecord) Again(variant string) []puzzle.Puzzle {
	var set []puzzle.Puzzle
	for _, row := range r.Mistakes {
		if p, err := puzzle.ReadRow(row); err == nil && (variant == "*" || p.Variant == variant) {
			set = append(set, p)
		}
	}
	return set
}

// Curve is the rating at a variant after each puzzle that is kept.
func (r *PuzzleRecord) Curve(variant string) []int {
	var points []int
	for _, t := range r.Tries {
		if t.Variant == variant {
			points = append(points, t.Rating)
		}
	}
	return points
}

// Beat notes how many puzzles were solved in a run and tells whether that is more than ever
// before.
func (r *PuzzleRecord) Beat(run string, solved int) bool {
	if solved <= r.Best[run] {
		return false
	}
	if r.Best == nil {
		r.Best = make(map[string]int)
	}
	r.Best[run] = solved
	return true
}

// join takes in what was done elsewhere: of two ratings the surer one.
func (r *PuzzleRecord) join(more *PuzzleRecord) {
	for key, theirs := range more.Ratings {
		mine, there := r.Ratings[key]
		joined := mine
		if !there || theirs.Deviation < mine.Deviation {
			joined = theirs
		}
		joined.Solved, joined.Failed = mine.Solved+theirs.Solved, mine.Failed+theirs.Failed
		if r.Ratings == nil {
			r.Ratings = make(map[string]PuzzleRating)
		}
		r.Ratings[key] = joined
	}
	r.Tries = append(r.Tries, more.Tries...)
	sorted.By(r.Tries, func(a, b PuzzleTry) int { return a.At.Compare(b.At) })
	r.Tries = r.Tries[max(len(r.Tries)-mostTries, 0):]
	for _, row := range more.Mistakes {
		if p, err := puzzle.ReadRow(row); err == nil {
			r.Repeat(&p, false)
		}
	}
	for run, n := range more.Best {
		r.Beat(run, n)
	}
}

// PuzzleFile is where puzzles from the games of the history are kept, beside it; empty where
// there is no history.
func (st *Store) PuzzleFile() string {
	if st.played.dir == "" {
		return ""
	}
	return filepath.Join(filepath.Dir(st.played.dir), "puzzles.tsv")
}

// HasPuzzles tells whether there are puzzles from the games of the history.
func (st *Store) HasPuzzles() bool {
	_, err := os.Stat(st.PuzzleFile())
	return err == nil
}

// PuzzleRecord reads what was done with puzzles. A file that is not there or cannot be read
// counts as nothing done.
func (st *Store) PuzzleRecord() PuzzleRecord {
	var r PuzzleRecord
	if st.lessons == nil {
		return r
	}
	text, err := st.lessons.Read(puzzleFile)
	if err != nil || json.Unmarshal(text, &r) != nil {
		return PuzzleRecord{}
	}
	return r
}

// ChangePuzzles puts a changed record in the place of the one that is kept and returns it.
// What cannot be read is not overwritten; the change is returned all the same.
func (st *Store) ChangePuzzles(change func(*PuzzleRecord)) (PuzzleRecord, error) {
	var r PuzzleRecord
	if st.lessons == nil {
		change(&r)
		return r, nil
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	err := st.lessons.Change(puzzleFile, func(text []byte) ([]byte, error) {
		r = PuzzleRecord{}
		if len(text) > 0 {
			if err := json.Unmarshal(text, &r); err != nil {
				return nil, fmt.Errorf("puzzle record: %w", err)
			}
		}
		change(&r)
		return json.Marshal(&r)
	})
	return r, err
}

// JoinPuzzles takes what another store has of puzzles into this one; done tells that there was
// something.
func (st *Store) JoinPuzzles(other *Store) (done bool, err error) {
	if other.lessons == nil {
		return false, nil
	}
	if _, err := other.lessons.Read(puzzleFile); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		return false, err
	}
	more := other.PuzzleRecord()
	if _, err := st.ChangePuzzles(func(r *PuzzleRecord) { r.join(&more) }); err != nil {
		return false, err
	}
	other.mu.Lock()
	defer other.mu.Unlock()
	return true, other.lessons.Remove(puzzleFile)
}
