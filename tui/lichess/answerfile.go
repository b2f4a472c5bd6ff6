package lichess

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"rookery/chess/sorted"
	"rookery/pgn/safefile"
)

const (
	// mostFiles is how many answers are kept on the disk, a file of a few kilobytes each; tidyEvery is how many
	// are written between two looks at their number.
	mostFiles, tidyEvery = 5000, 200
	// mostFile is how long the file of an answer may be, in bytes.
	mostFile = 1 << 20
	// noneAge is how long it is believed that nobody knows a position.
	noneAge = 2 * day
)

// answerFile is an answer on the disk.
type answerFile struct {
	Server string          `json:"server"`
	Key    string          `json:"key"` // the question
	At     time.Time       `json:"at"`
	None   bool            `json:"none,omitempty"` // nobody knows
	Answer json.RawMessage `json:"answer,omitempty"`
}

// kept gives an answer that lies on the disk and is not older than age, or asks and keeps it there. What lies there is
// judged as what comes from the server.
func kept[A, T any](k *Knowledge, c *Client, key string, age time.Duration, ask func() (A, error), judge func(A) (T, error)) (v T, err error) {
	var got A
	now := c.Clock.Now()
	if f, ok := k.load(c.Server(), key); ok {
		switch old := now.Sub(f.At); {
		case old < -time.Hour || old > age || f.None && old > noneAge:
		case f.None:
			return v, ErrNotFound
		default:
			if err = json.Unmarshal(f.Answer, &got); err == nil {
				if v, err = judge(got); err == nil {
					return v, nil
				}
			}
			k.noteDamage()
		}
	}
	got, err = ask()
	f := answerFile{Server: c.Server(), Key: key, At: now, None: errors.Is(err, ErrNotFound)}
	if err != nil {
		if f.None && !errors.Is(err, errRules) {
			k.save(f)
		}
		return v, err
	}
	if v, err = judge(got); err != nil {
		return v, err
	}
	if p, ok := any(v).(Played); ok && p.Queue > 0 { // not all of the games
		return v, nil
	}
	if f.Answer, err = json.Marshal(got); err == nil {
		k.save(f)
	}
	return v, nil
}

// file is where the answer to a question lies.
func (k *Knowledge) file(server, key string) string {
	sum := sha256.Sum256([]byte(server + "\n" + key))
	return filepath.Join(k.Dir, hex.EncodeToString(sum[:16])+".json")
}

func (k *Knowledge) load(server, key string) (f answerFile, ok bool) {
	if k.Dir == "" {
		return f, false
	}
	in, err := os.Open(k.file(server, key))
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			k.noteDamage()
		}
		return f, false
	}
	defer in.Close()
	text, err := io.ReadAll(io.LimitReader(in, mostFile))
	if err != nil || json.Unmarshal(text, &f) != nil || f.Server != server || f.Key != key {
		k.noteDamage()
		return f, false
	}
	return f, true
}

// save keeps an answer. That there is no room for it harms nobody: it is asked for again.
func (k *Knowledge) save(f answerFile) {
	if k.Dir == "" {
		return
	}
	text, err := json.Marshal(f)
	if err != nil || len(text) > mostFile || safefile.MkdirAll(k.Dir, 0o700) != nil {
		return
	}
	if safefile.Write(k.file(f.Server, f.Key), func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	}) != nil {
		return
	}
	k.mu.Lock()
	k.written++
	tidy := k.written%tidyEvery == 1
	k.mu.Unlock()
	if tidy {
		k.tidy()
	}
}

// tidy removes the oldest answers where there are too many.
func (k *Knowledge) tidy() {
	entries, err := os.ReadDir(k.Dir)
	if err != nil || len(entries) <= mostFiles {
		return
	}
	type file struct {
		name string
		at   time.Time
	}
	var files []file
	for _, e := range entries {
		if info, err := e.Info(); err == nil {
			files = append(files, file{e.Name(), info.ModTime()})
		}
	}
	sorted.By(files, func(a, b file) int { return cmp.Or(a.at.Compare(b.at), cmp.Compare(a.name, b.name)) })
	for _, f := range files[:max(len(files)-mostFiles+tidyEvery, 0)] {
		_ = os.Remove(filepath.Join(k.Dir, f.name))
	}
}

// DamagedAnswer is what a player is told of a file that made no sense.
const DamagedAnswer = "a kept answer of lichess was damaged and was asked for again"

func (k *Knowledge) noteDamage() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.damaged = true
}

// Damaged tells whether an answer on the disk made no sense since this was asked last.
func (k *Knowledge) Damaged() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	damaged := k.damaged
	k.damaged = false
	return damaged
}
