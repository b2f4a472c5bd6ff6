package play

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
)

// recordFile is a small file of records by their keys, in JSON.
type recordFile[T any] struct {
	files Files  // nil keeps nothing
	name  string // of the file
	what  string // it is, for errors
}

// read gives all records. A file that is not there has none.
func (t recordFile[T]) read() (map[string]T, error) {
	if t.files == nil {
		return map[string]T{}, nil
	}
	text, err := t.files.Read(t.name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w", t.what, err)
	}
	return t.parse(text)
}

// parse reads the text of the file; none is an empty table.
func (t recordFile[T]) parse(text []byte) (map[string]T, error) {
	records := make(map[string]T)
	if len(text) == 0 {
		return records, nil
	}
	if err := json.Unmarshal(text, &records); err != nil {
		return nil, fmt.Errorf("%s: %w", t.what, err)
	}
	return records, nil
}

// add puts the sum of the records that are there and of more into their places, as
// long as there are at most so many; 0 for any number. What cannot be read is not
// overwritten.
func (t recordFile[T]) add(more map[string]T, most int, sum func(old, more T) T) error {
	if t.files == nil {
		return nil
	}
	return t.files.Change(t.name, func(text []byte) ([]byte, error) {
		records, err := t.parse(text)
		if err != nil {
			return nil, err
		}
		for key, m := range more {
			old, there := records[key]
			if there || most == 0 || len(records) < most {
				records[key] = sum(old, m)
			}
		}
		text, err = json.MarshalIndent(records, "", "\t")
		return append(text, '\n'), err
	})
}

// forget forgets all records.
func (t recordFile[T]) forget() error {
	if t.files == nil {
		return nil
	}
	return t.files.Remove(t.name)
}
