package play

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"github.com/open-spaced-repetition/go-fsrs/v4"

	"rookery/chess"
	"rookery/chess/sorted"
	"rookery/pgn/repertoire"
)

// RepertoireRecord is what a player has of opening repertoires: the files, and how well
// each position is remembered. A position that is in several files is remembered once.
type RepertoireRecord struct {
	Files  []RepertoireFile  `json:"files,omitempty"`
	Memory map[string]Memory `json:"memory,omitempty"` // by cardKey
}

// RepertoireFile is a PGN file with the side that it is for; in a club, where a player has no
// files, a text that is kept with the record, see [Store.AddRepertoireText].
type RepertoireFile struct {
	Path  string `json:"path"` // the name of a text
	Black bool   `json:"black,omitempty"`
	Text  bool   `json:"text,omitempty"`
}

// Side is the side whose moves are learned.
func (f RepertoireFile) Side() chess.Color {
	if f.Black {
		return chess.Black
	}
	return chess.White
}

// Memory is how well a card is remembered, as the scheduler keeps it.
type Memory struct{ fsrs.Card }

// MarshalText writes a memory in a few signs: a player keeps thousands.
func (m Memory) MarshalText() ([]byte, error) {
	return fmt.Appendf(nil, "%d %d %.2f %.2f %d %d %d %d", m.Due.Unix(), m.LastReview.Unix(), m.Stability, m.Difficulty,
		m.ScheduledDays, m.Reps, m.Lapses, m.State), nil
}

// UnmarshalText reads what MarshalText wrote.
func (m *Memory) UnmarshalText(text []byte) error {
	var due, last int64
	var c fsrs.Card
	if _, err := fmt.Sscan(string(text), &due, &last, &c.Stability, &c.Difficulty, &c.ScheduledDays, &c.Reps, &c.Lapses, &c.State); err != nil {
		return fmt.Errorf("%.40q is no memory of a position: %w", text, err)
	}
	c.Due, c.LastReview = time.Unix(due, 0).UTC(), time.Unix(last, 0).UTC()
	m.Card = c
	return nil
}

const (
	repertoireFile = "repertoire.json"
	// mostMemories keeps the file of a name in a club below what may be stored there, 64 KiB.
	mostMemories = 700
)

// cardKey is the name of a card made short.
func cardKey(c *repertoire.Card) string {
	sum := sha256.Sum256([]byte(c.Name))
	return base64.RawURLEncoding.EncodeToString(sum[:9])
}

// scheduler decides when a card comes again: in days, at a chance of nine in ten that it is
// still known. What was wrong comes again within the run as well, see RepertoireRun.
var scheduler = func() *fsrs.FSRS {
	p := fsrs.DefaultParam()
	p.EnableShortTerm = false
	return fsrs.NewFSRS(p)
}()

// Due tells whether a card is to be asked: it is new, or its day has come.
func (r *RepertoireRecord) Due(c *repertoire.Card, now time.Time) (due, fresh bool) {
	m, there := r.Memory[cardKey(c)]
	return !there || !m.Due.After(now), !there
}

// Count is how many cards are due and how many of those are new.
func (r *RepertoireRecord) Count(rep *repertoire.Repertoire, now time.Time) (due, fresh int) {
	for _, c := range rep.Cards {
		if is, isNew := r.Due(c, now); is {
			due++
			if isNew {
				fresh++
			}
		}
	}
	return due, fresh
}

// Next is when the first card of a repertoire that is not due comes again; zero for never.
func (r *RepertoireRecord) Next(rep *repertoire.Repertoire, now time.Time) (next time.Time) {
	for _, c := range rep.Cards {
		if m, there := r.Memory[cardKey(c)]; there && m.Due.After(now) && (next.IsZero() || m.Due.Before(next)) {
			next = m.Due
		}
	}
	return next
}

// State says in a few words what waits in a repertoire.
func (r *RepertoireRecord) State(rep *repertoire.Repertoire, now time.Time) string {
	due, _ := r.Count(rep, now)
	next := r.Next(rep, now)
	switch {
	case due == 1:
		return "1 due"
	case due > 0:
		return fmt.Sprintf("%d due", due)
	case !next.IsZero():
		return DueIn(next.Sub(now))
	}
	return "nothing due"
}

// DueIn says when something comes again.
func DueIn(wait time.Duration) string {
	if wait <= 24*time.Hour {
		return "next within a day"
	}
	return fmt.Sprintf("next in %d days", int((wait+24*time.Hour-1)/(24*time.Hour)))
}

// Remember counts an answer to a card.
func (r *RepertoireRecord) Remember(c *repertoire.Card, right bool, now time.Time) error {
	if r.Memory == nil {
		r.Memory = make(map[string]Memory)
	}
	now = now.UTC().Truncate(time.Second)
	key := cardKey(c)
	m, there := r.Memory[key]
	if !there {
		m.Card = fsrs.NewCard(now)
	}
	grade := fsrs.Again
	if right {
		grade = fsrs.Good
	}
	after, err := scheduler.Next(m.Card, now, grade)
	if err != nil {
		return err
	}
	r.Memory[key] = Memory{after.Card}
	return nil
}

// Add takes a file in; a second time it changes its side.
func (r *RepertoireRecord) Add(f RepertoireFile) {
	if i := slices.IndexFunc(r.Files, func(o RepertoireFile) bool { return o.Path == f.Path }); i >= 0 {
		r.Files[i] = f
		return
	}
	r.Files = append(r.Files, f)
}

// forget drops what was not asked for the longest time, beyond the number that may be kept.
func (r *RepertoireRecord) forget(most int) {
	if len(r.Memory) <= most {
		return
	}
	keys := make([]string, 0, len(r.Memory))
	for key := range r.Memory {
		keys = append(keys, key)
	}
	sorted.By(keys, func(a, b string) int {
		if c := r.Memory[a].LastReview.Compare(r.Memory[b].LastReview); c != 0 {
			return c
		}
		return strings.Compare(a, b)
	})
	for _, key := range keys[:len(keys)-most] {
		delete(r.Memory, key)
	}
}

// RepertoireRecord reads what is kept. There is none where the file is not there; one that
// cannot be read is an error.
func (st *Store) RepertoireRecord() (r RepertoireRecord, err error) {
	if st.lessons == nil {
		return r, nil
	}
	text, err := st.lessons.Read(repertoireFile)
	if errors.Is(err, fs.ErrNotExist) {
		return r, nil
	}
	if err != nil {
		return r, err
	}
	if err := json.Unmarshal(text, &r); err != nil {
		return RepertoireRecord{}, fmt.Errorf("%s: %w", repertoireFile, err)
	}
	return r, nil
}

// ChangeRepertoire puts a changed record in the place of the one that is kept and returns it.
// What cannot be read is not overwritten.
func (st *Store) ChangeRepertoire(change func(*RepertoireRecord) error) (r RepertoireRecord, err error) {
	if st.lessons == nil {
		return r, change(&r)
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	err = st.lessons.Change(repertoireFile, func(text []byte) ([]byte, error) {
		r = RepertoireRecord{}
		if len(text) > 0 {
			if err := json.Unmarshal(text, &r); err != nil {
				return nil, fmt.Errorf("%s: %w", repertoireFile, err)
			}
		}
		if err := change(&r); err != nil {
			return nil, err
		}
		if st.state == "" { // a club keeps it for a name
			r.forget(mostMemories)
		}
		return json.Marshal(&r)
	})
	return r, err
}
