package play

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"rookery/chess"
	"rookery/pgn"
	"rookery/pgn/repertoire"
)

// mostTexts is how many repertoires a player without files of his own may keep as texts, and
// longestName how many letters their names have.
const mostTexts, longestName = 8, 40

// Name is what a repertoire is called.
func (f RepertoireFile) Name() string {
	if f.Text {
		return f.Path
	}
	return filepath.Base(f.Path)
}

// textFile is where the text is kept.
func (f RepertoireFile) textFile() string {
	sum := sha256.Sum256([]byte(f.Path))
	return "repertoire-" + hex.EncodeToString(sum[:8])
}

// Repertoire reads a repertoire of the record.
func (st *Store) Repertoire(f RepertoireFile) (*repertoire.Repertoire, error) {
	if !f.Text {
		return repertoire.ReadFile(f.Path, f.Side())
	}
	text, err := st.lessons.Read(f.textFile())
	if err != nil {
		return nil, err
	}
	return repertoire.Read(strings.NewReader(string(text)), f.Side())
}

// AddRepertoireText keeps PGN as a repertoire, where the player has no files: a few of them, each as long as
// a file of the store may be. It is named by its first game.
func (st *Store) AddRepertoireText(text string) (RepertoireRecord, error) {
	if st.lessons == nil {
		return RepertoireRecord{}, errors.New("nothing is kept of guests: connect with your SSH key")
	}
	side, err := repertoire.GuessSideOf(text)
	if err != nil {
		return RepertoireRecord{}, err
	}
	return st.addText(RepertoireFile{Path: titleOf(text), Black: side == chess.Black, Text: true}, text)
}

// addText writes the text before the record names it.
func (st *Store) addText(f RepertoireFile, text string) (RepertoireRecord, error) {
	record, err := st.RepertoireRecord()
	if err != nil {
		return record, err
	}
	f.Path = record.free(f.Path)
	if err := record.room(); err != nil {
		return record, err
	}
	if err := st.lessons.Change(f.textFile(), func([]byte) ([]byte, error) { return []byte(text), nil }); err != nil {
		return record, err
	}
	return st.ChangeRepertoire(func(r *RepertoireRecord) error {
		r.Add(f)
		return nil
	})
}

// room tells why no further text is kept; nil while there is room.
func (r *RepertoireRecord) room() error {
	texts := 0
	for _, f := range r.Files {
		if f.Text {
			texts++
		}
	}
	if texts >= mostTexts {
		return fmt.Errorf("limit reached: %d repertoires are kept here; remove one", texts)
	}
	return nil
}

// free is a name that no repertoire has.
func (r *RepertoireRecord) free(name string) string {
	for n, as := 2, name; ; n++ {
		if !slices.ContainsFunc(r.Files, func(f RepertoireFile) bool { return f.Path == as }) {
			return as
		}
		as = fmt.Sprintf("%s (%d)", name, n)
	}
}

// titleOf names a text by its first game; of several chapters of a study, by the study.
func titleOf(text string) string {
	reader := pgn.NewReader(strings.NewReader(text))
	first, err := reader.Read()
	if err != nil {
		return "PGN"
	}
	title := first.Tags.Value("Event")
	if _, err := reader.Read(); err != io.EOF {
		title, _, _ = strings.Cut(title, ": ")
	}
	if title = strings.Trim(strings.Join(strings.Fields(title), " "), "?"); title == "" {
		return "PGN"
	}
	if letters := []rune(title); len(letters) > longestName {
		title = string(letters[:longestName])
	}
	return title
}

// DropRepertoire takes a repertoire off the record, and its text away; what was learned from it stays. It
// is fs.ErrNotExist where there is none.
func (st *Store) DropRepertoire(path string) (RepertoireRecord, error) {
	text := ""
	record, err := st.ChangeRepertoire(func(r *RepertoireRecord) error {
		i := slices.IndexFunc(r.Files, func(f RepertoireFile) bool { return f.Path == path })
		if i < 0 {
			return fs.ErrNotExist
		}
		if text = ""; r.Files[i].Text {
			text = r.Files[i].textFile()
		}
		r.Files = slices.Delete(r.Files, i, i+1)
		return nil
	})
	if err == nil && text != "" {
		err = st.lessons.Remove(text)
	}
	return record, err
}

// JoinRepertoires takes what another store has of repertoires into this one, as far as there is room; done
// tells that there was something.
func (st *Store) JoinRepertoires(other *Store) (done bool, err error) {
	if other.lessons == nil {
		return false, nil
	}
	more, err := other.RepertoireRecord()
	if err != nil || len(more.Files)+len(more.Memory) == 0 {
		return false, err
	}
	for _, f := range more.Files {
		text, err := other.lessons.Read(f.textFile())
		if !f.Text || err != nil {
			continue
		}
		record, err := st.RepertoireRecord()
		if err != nil {
			return false, err
		}
		if record.room() != nil {
			break
		}
		if _, err := st.addText(f, string(text)); err != nil {
			return false, err
		}
	}
	if _, err := st.ChangeRepertoire(func(r *RepertoireRecord) error {
		if r.Memory == nil {
			r.Memory = make(map[string]Memory)
		}
		for key, m := range more.Memory {
			if old, there := r.Memory[key]; !there || m.LastReview.After(old.LastReview) {
				r.Memory[key] = m
			}
		}
		return nil
	}); err != nil {
		return false, err
	}
	other.mu.Lock()
	defer other.mu.Unlock()
	for _, f := range more.Files {
		if f.Text {
			err = errors.Join(err, other.lessons.Remove(f.textFile()))
		}
	}
	return true, errors.Join(err, other.lessons.Remove(repertoireFile))
}
